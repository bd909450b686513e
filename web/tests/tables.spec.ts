import { type Page, AFTER_R, expect, open, solve, test } from './page';

const TABLE = 'phase2-sorted-9';

async function solveModified(page: Page): Promise<void> {
  // Another address, so that the page is loaded anew.
  await open(page, `?${Math.random()}#cube=${AFTER_R}`);
  await page.getByLabel('Method').first().selectOption('modified');
  await solve(page);
}

test('tables are kept, and built again where they are damaged', async ({ page }) => {
  const note = page.locator('#note');
  await solveModified(page);
  await solveModified(page);
  await expect(note).toHaveText(`${TABLE} was read from the browser's storage.`);
  await page.evaluate(async (name) => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle(name);
    const writable = await file.createWritable({ keepExistingData: true });
    await writable.write({ type: 'write', position: 1_000_000, data: 'damage' });
    await writable.close();
  }, `${TABLE}.cube`);
  await solveModified(page);
  await expect(note).toHaveText(new RegExp(`^${TABLE} was built in .* and is stored for next time\\.$`));
  await solveModified(page);
  await expect(note).toHaveText(`${TABLE} was read from the browser's storage.`);
});
