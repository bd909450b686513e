/** The first visit: nothing is in the browser's storage. */
import { expect, test } from '@playwright/test';
import { isSolvedBy } from './replay';

const SCRAMBLE = "F2 L U' B R D F' U2 L D2 B' R2 U";

test.beforeEach(async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Moves or stickers').fill(SCRAMBLE);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Solve', exact: true })).toBeEnabled();
});

test('a solution comes without tables', async ({ page }) => {
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect(page.locator('#solve-summary')).toHaveText(/^(1\d|20) moves, two-phase,/);
  expect(await isSolvedBy(SCRAMBLE, (await page.locator('#moves button').allTextContents()).join(' '))).toBe(true);
  const kept = await page.evaluate(async () => Array.fromAsync((await navigator.storage.getDirectory()).keys()));
  expect(kept).toEqual([]);
});

for (const [method, bound, step] of [['two-phase', '18', 'Preparing for shorter solutions'], ['modified', '', 'Preparing this method']] as const) {
  test(`before the tables of ${method} are there, a solution comes without them`, async ({ page }) => {
    await page.getByLabel('Method').first().selectOption(method);
    if (bound) {
      await page.locator('#solve-max_length').fill(bound);
    }
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await expect(page.locator('#solve-summary')).toHaveText(/^Best so far: \d+ moves, [\d.]+ m?s$/);
    const moves = await page.locator('#moves button').allTextContents();
    expect(await isSolvedBy(SCRAMBLE, moves.join(' '))).toBe(true);
    await expect(page.locator('#solve-work')).toHaveText(new RegExp(`^${step} … \\d+ %`));
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.locator('#solve-error')).toHaveText('Stopped.');
    await expect(page.locator('#solve-summary')).toHaveText(/^Best so far/);
  });
}
