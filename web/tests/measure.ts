/** Measures the page for benches/record: `npm run measure`. It asserts that what it times is done, not how long it takes. */
import { type Page, expect, open, test } from './page';
import { firstVisit } from './first-visit';
import { choose, scrambles } from './scrambles';

/** Solves positions by file, and returns the rates that the page shows. */
async function rates(page: Page, method: string, bound?: string): Promise<string> {
  await open(page);
  await choose(page, 'scrambles.txt', scrambles(20_000));
  await page.locator('#many-method').selectOption(method);
  if (bound) {
    await page.locator('#many-max_length').fill(bound);
  }
  const told: (string | null)[] = [];
  for (let time = 0; time < 5; time++) {
    await page.getByRole('button', { name: 'Solve the file' }).click();
    await expect(page.locator('#many-work')).toBeVisible();
    await expect(page.locator('#many-state')).toHaveText(/^Done: 20,000 positions in/, { timeout: 280_000 });
    told.push(await page.locator('#many-rate').textContent());
  }
  return told.join(', ');
}

test('first visits', async ({ playwright, launchOptions, baseURL }) => {
  const browser = await playwright.chromium.launch(launchOptions);
  for (let time = 0; time < 5; time++) {
    console.log(JSON.stringify(await firstVisit(browser, process.env['MEASURED'] ?? baseURL!)));
  }
  await browser.close();
});

test('measured', async ({ page }) => {
  test.setTimeout(1_200_000);
  // Rows that are not downloaded.
  page.on('dialog', (dialog) => void dialog.accept());
  const say = (what: string, value: unknown) => console.log(`${what}: ${String(value)}`);
  await open(page);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  say('first paint, ms', Math.round(paint));
  say('rate to 21 moves, tables not counted', await rates(page, 'two-phase', '21'));
  say('rate to 20 moves', await rates(page, 'two-phase', '20'));
  say('rate of the modified method, tables not counted', await rates(page, 'modified'));
  say('rate of Thistlethwaite’s', await rates(page, 'thistlethwaite'));
  await page.getByRole('tab', { name: 'Benchmark' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('#compare-result')).toBeVisible({ timeout: 590_000 });
  say('the comparison', await page.getByLabel('The record as JSON').inputValue());
});
