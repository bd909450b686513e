import { readFile } from 'node:fs/promises';
import type { Report } from '../page/report/format';
import { expect, open, test } from './page';

test('the comparison runs, and ends with charts and a record', async ({ page, context }) => {
  test.setTimeout(600_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.getByRole('tab', { name: 'Benchmark' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('#compare-work')).toBeVisible();
  await expect(page.locator('#compare-result')).toBeVisible({ timeout: 590_000 });

  const json = await page.getByLabel('The record as JSON').inputValue();
  const record = JSON.parse(json) as Report;
  expect(record.engines[0]!.is_gpu).toBe(false);
  expect(record.machine.browser).toContain('Chrome');
  expect(record.same_answers).toBe(true);
  expect(record.solves.length).toBeGreaterThan(0);
  for (const solve of record.solves) {
    expect(record.engines[solve.engine]).toBeDefined();
    expect(solve.cubes > 0 && solve.samples.every((sample) => sample.total > 0)).toBe(true);
  }
  const bars = record.solves.length + record.builds.length;
  await expect(page.locator('#report .ct-bar')).not.toHaveCount(0);
  expect(await page.locator('#report .ct-bar').count()).toBeGreaterThanOrEqual(bars);

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(json);
  const waiting = page.waitForEvent('download');
  await page.getByText('Save', { exact: true }).click();
  expect(await readFile(await (await waiting).path(), 'utf8')).toBe(json);
});

test('the comparison can be stopped', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Benchmark' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#compare-error')).toHaveText('Stopped.');
  await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeEnabled();
});
