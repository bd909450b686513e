/** Makes the pictures of docs/images: `npm run screenshots`. */
import { type Page, expect, test } from '@playwright/test';

const IMAGES = '../docs/images';
const SCRAMBLE = "F2 L U' B R D F' U2 L";

async function solved(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByLabel('Moves or stickers').fill(SCRAMBLE);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect(page.locator('#moves button').first()).toBeVisible();
  await page.locator('#moves button').nth(6).click();
  await expect(page.locator('#replay-state')).toHaveText(/^7 of/);
  await page.waitForTimeout(500);
}

for (const [name, colorScheme, width, height] of [
  ['page-light', 'light', 1280, 800],
  ['page-dark', 'dark', 1280, 800],
  ['page-tablet', 'dark', 820, 1180],
  ['page-phone', 'light', 390, 844],
  ['page-phone-dark', 'dark', 390, 844],
] as const) {
  test(name, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height }, deviceScaleFactor: width === 390 ? 2 : 1 });
    await solved(page);
    // A phone shows one part of the page at a time.
    await page.evaluate((isPhone) => (isPhone ? document.querySelector('#stage')!.scrollIntoView() : scrollTo(0, 0)), width === 390);
    await page.screenshot({ path: `${IMAGES}/${name}.png` });
  });
}
