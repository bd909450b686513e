/** The page as an app. */
import { expect, test } from '@playwright/test';

test('the page starts without a network', async ({ page, context }) => {
  await page.goto('./');
  const isKept = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await expect.poll(isKept).toBe(true);
  await context.setOffline(true);
  await page.goto('./#cube=UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB');
  await page.reload();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect(page.locator('#solve-summary')).toHaveText(/^1 move,/);
  await expect(page.locator('#stage')).toHaveClass(/playing/);
});

test('the page can be installed', async ({ page, request }) => {
  await page.goto('./');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(address!)).json()) as { start_url: string; icons: { src: string; sizes: string }[] };
  expect(manifest.start_url).toBe('./');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, src.endsWith('svg') ? 'image/svg+xml' : 'image/png']);
  }
});
