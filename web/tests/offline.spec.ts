/** The page as an app. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
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

test('on a host of plain files, the threads work from the second visit on', async ({ page }) => {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
  const host = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname.replace(/\/$/, '/index.html');
    response.setHeader('content-type', types[path.split('.').pop()!] ?? 'application/octet-stream');
    createReadStream(fileURLToPath(new URL(`../dist${path}`, import.meta.url))).on('error', () => response.writeHead(404).end()).pipe(response);
  });
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
  const address = `http://localhost:${(host.address() as AddressInfo).port}/`;
  const name = page.locator('#device-name');
  await page.goto(address);
  await expect(name).toContainText('1 thread)');
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe('activated');
  // It leaves the page alone that is open: Firefox does not stand that.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await page.reload();
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  await expect(name).toContainText(cores === 1 ? '1 thread)' : `${cores} threads)`);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect(page.locator('#solve-summary')).toHaveText(/moves,/);
  host.close();
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
