import { AxeBuilder } from '@axe-core/playwright';
import { AFTER_R, type Page, SOLVED, expect, open, solve, test } from './page';

async function check(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) }));
  expect(told).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test('axe finds nothing wrong with a solution', async ({ page }) => {
        await open(page, `#cube=${AFTER_R}`);
        await page.getByLabel('Method').first().selectOption('thistlethwaite');
        await solve(page);
        await page.getByLabel('Letters').check();
        await page.getByRole('button', { name: 'To the end' }).click();
        await check(page);
      });

      test('axe finds nothing wrong with faults', async ({ page }) => {
        await open(page, `#cube=${SOLVED.replace('UU', 'RL')}`);
        await expect(page.locator('#net .faulty').first()).toBeVisible();
        await check(page);
      });

      test('axe finds nothing wrong with the other parts', async ({ page }) => {
        await open(page);
        await page.getByText('2×2×2').click();
        await check(page);
        for (const name of ['Batch', 'Benchmark']) {
          await page.getByRole('tab', { name }).click();
          await check(page);
        }
      });

      test('nothing is wider than the page', async ({ page }) => {
        await open(page);
        for (const name of ['Solve', 'Batch', 'Benchmark']) {
          await page.getByRole('tab', { name }).click();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
      });
    });
  }
}

test('on a phone, targets are as large as a fingertip', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `#cube=${AFTER_R}`);
  await solve(page);
  const small: string[] = [];
  for (const name of ['Solve', 'Batch', 'Benchmark']) {
    await page.getByRole('tab', { name }).click();
    const targets = page.locator('button:visible, .button:visible, select:visible, input[type=text]:visible, input[type=number]:visible, .swatch:visible');
    small.push(
      ...(await targets.evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { width, height } = target.getBoundingClientRect();
          // Nine stickers and their gaps share the width of the page.
          const least = target.matches('.sticker') ? 35 : 44;
          return Math.min(width, height) < least ? [`${target.outerHTML.slice(0, 80)}: ${width} by ${height}`] : [];
        }),
      )),
    );
  }
  expect(small).toEqual([]);
});

test('all parts are reached by keyboard', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Solve' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Batch' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Many positions' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Your GPU and your processor' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Position', exact: true })).toBeVisible();
});
