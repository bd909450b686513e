/** The cube in three dimensions, which is painted and turned. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Page, SOLVED, expect, open, shown, test } from './page';

const POCKET = SOLVED.replace(/(.)\1{8}/g, '$1$1$1$1');

async function openTurned(page: Page, fragment = ''): Promise<void> {
  await open(page, fragment);
  await page.getByLabel('In 3-D').check();
  await expect(page.locator('#net')).toBeHidden();
}

function sticker(page: Page, place: number) {
  return page.locator('#turned polygon:not(.faulty)').nth(place);
}

async function choose(page: Page, colour: string): Promise<void> {
  await page.getByRole('radio', { name: colour }).check({ force: true });
}

/** The places of the stickers that are seen. */
async function seen(page: Page): Promise<number[]> {
  const isSeen = await page.locator('#turned polygon:not(.faulty)').evaluateAll((stickers) => stickers.map((sticker) => sticker.checkVisibility()));
  return isSeen.flatMap((isSeen, place) => (isSeen ? [place] : []));
}

const FACES = 'URFDLB';

async function facesSeen(page: Page): Promise<string> {
  return [...new Set((await seen(page)).map((place) => FACES[Math.floor(place / 9)]!))].join('');
}

test('a click paints a sticker as on the net', async ({ page }) => {
  await openTurned(page);
  await choose(page, 'red');
  await sticker(page, 8).click();
  expect((await shown(page)).slice(0, 9)).toBe('UUUUUUUUR');
  await expect(sticker(page, 8)).toHaveAttribute('data-colour', 'R');
  await expect(page.locator('#state')).toContainText('10 red stickers, should be 9.');
  await expect(page.locator('#turned polygon.faulty')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(page)).toBe(SOLVED);
  await expect(page.locator('#turned polygon.faulty')).toHaveCount(0);
  // The centres stay.
  await sticker(page, 22).click();
  await expect.poll(() => shown(page)).toBe(SOLVED);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('a stroke is one step, also over the edge of a face', async ({ page }) => {
  await openTurned(page);
  await choose(page, 'blue');
  await sticker(page, 18).hover();
  await page.mouse.down();
  for (const place of [19, 20, 9, 10, 11]) {
    await sticker(page, place).hover();
  }
  await page.mouse.up();
  await sticker(page, 14).hover();
  const painted = `UUUUUUUUU${'BBBRRRRRR'}${'BBBFFFFFF'}${SOLVED.slice(27)}`;
  await expect.poll(() => shown(page)).toBe(painted);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(page)).toBe(SOLVED);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => shown(page)).toBe(painted);
});

test('a finger paints what it crosses', async ({ page, context }) => {
  await openTurned(page);
  await choose(page, 'blue');
  const session = await context.newCDPSession(page);
  const middles = await Promise.all([18, 19, 20].map(async (place) => {
    const { x, y, width, height } = (await sticker(page, place).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  }));
  for (const [number, point] of middles.entries()) {
    await session.send('Input.dispatchTouchEvent', { type: number ? 'touchMove' : 'touchStart', touchPoints: [point] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await shown(page)).slice(18, 27)).toBe('BBBFFFFFF');
});

test('buttons turn the cube, and all faces are reached', async ({ page }) => {
  await openTurned(page);
  await expect.poll(() => facesSeen(page)).toBe('URF');
  const turns: [string, string][] = [['left', 'URB'], ['left', 'ULB'], ['left', 'UFL'], ['left', 'URF'], ['right', 'UFL']];
  for (const [way, faces] of turns) {
    await page.getByRole('button', { name: `Turn the cube to the ${way}` }).click();
    expect([...(await facesSeen(page))].sort().join('')).toBe([...faces].sort().join(''));
  }
  await page.getByRole('button', { name: 'Turn the cube over' }).click();
  await expect.poll(() => facesSeen(page)).toBe('FDL');
  // What is painted below is on the net.
  await choose(page, 'white');
  await sticker(page, 27).click();
  expect((await shown(page)).slice(27, 36)).toBe('UDDDDDDDD');
});

test('a drag beside the cube turns it and paints nothing', async ({ page }) => {
  await openTurned(page);
  const { x, y } = (await page.locator('#turned svg').boundingBox())!;
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.mouse.move(x - 145, y + 5, { steps: 5 });
  await page.mouse.up();
  expect([...(await facesSeen(page))].sort().join('')).toBe('BRU');
  // Over the cube the drag has ended.
  await sticker(page, 9).hover();
  expect([...(await facesSeen(page))].sort().join('')).toBe('BRU');
  await expect.poll(() => shown(page)).toBe(SOLVED);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('the pocket cube is painted, too', async ({ page }) => {
  await openTurned(page, `#pocket=${POCKET}`);
  await choose(page, 'red');
  await sticker(page, 3).click();
  expect((await shown(page)).slice(0, 4)).toBe('UUUR');
  await page.getByText('3×3×3').click();
  expect((await seen(page)).length).toBe(27);
  await page.getByLabel('In 3-D').uncheck();
  await expect(page.locator('#net')).toBeVisible();
  await expect(page.locator('#turned')).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1280, height: 844 } });

    test('axe finds nothing wrong however wide the page is, and fingers find the stickers', async ({ page }) => {
      await openTurned(page, `#cube=${SOLVED.replace('UU', 'RL')}`);
      await page.getByLabel('Letters').check();
      await expect(page.locator('#turned polygon.faulty').first()).toBeVisible();
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) })), `${width} pixels`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const sizes = await page.locator('#turned polygon:not(.faulty)').evaluateAll((stickers) => stickers.filter((sticker) => sticker.checkVisibility()).map((sticker) => Math.min(sticker.getBoundingClientRect().width, sticker.getBoundingClientRect().height)));
        expect(Math.min(...sizes)).toBeGreaterThan(width < 390 ? 35 : 44);
        if (width <= 390) {
          const small = await page.locator('#turned button').evaluateAll((buttons) => buttons.filter((button) => Math.min(button.getBoundingClientRect().width, button.getBoundingClientRect().height) < 44).length);
          expect(small).toBe(0);
        }
      }
    });
  });
}
