/** The cube of the player has the colours of the net. */
import { type Page, expect, open, test } from './page';
import { pixels } from './pixels';

type Colour = [red: number, green: number, blue: number];

/** What rounding and the edges of stickers may change, of 255. */
const TOLERANCE = 3;

/** The colours that a picture of an element has in many places, from the commonest to the rarest. */
async function colours(page: Page, selector: string): Promise<Colour[]> {
  const picture = await pixels(page, await page.locator(selector).first().screenshot());
  return picture.evaluate(({ data, width, height }) => {
    const counts = new Map<number, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const common = [...counts].filter(([, count]) => count > 0.004 * width * height).sort(([, a], [, b]) => b - a);
    return common.map(([colour]) => [colour >> 16, (colour >> 8) & 255, colour & 255] as [number, number, number]);
  });
}

function isNear(one: Colour, other: Colour): boolean {
  return one.every((value, channel) => Math.abs(value - other[channel]!) <= TOLERANCE);
}

/** The middle of a sticker of the net. */
async function ofNet(page: Page, letter: string): Promise<Colour> {
  return (await colours(page, `#net .sticker[data-colour=${letter}]:not(.fixed)`))[0]!;
}

/** Checks that the player shows these colours of the net. */
async function check(page: Page, letters: string): Promise<void> {
  await page.mouse.move(5, 5);
  await expect(page.locator('#stage')).toHaveClass(/playing/);
  for (const letter of letters) {
    const should = await ofNet(page, letter);
    await expect.poll(async () => (await colours(page, '#stage')).some((colour) => isNear(colour, should)), { message: `${letter} is ${should}`, timeout: 15_000 }).toBe(true);
  }
}

/** U, R and F show the colours of their opposite faces, too. */
const CHECKED = ['UD', 'RL', 'FB', 'DU', 'LR', 'BF'].map(([corner, edge]) => `${corner}${edge}`.repeat(4) + corner).join('');
/** The pocket cube, held with yellow up and blue in front. */
const HELD = 'DRBULF'.replace(/./g, '$&$&$&$&');

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the player shows the colours of the net', async ({ page }) => {
      await open(page, `#cube=${CHECKED}`);
      await check(page, 'URFDLB');
      // The page has other colours in the dark, and so has the player at once.
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
      await check(page, 'URFDLB');
    });

    test('so does the pocket cube', async ({ page }) => {
      await open(page, `#pocket=${HELD}`);
      await check(page, 'DRB');
      await page.getByRole('button', { name: 'Solved' }).click();
      await check(page, 'URF');
    });
  });
}
