import { readFile } from 'node:fs/promises';
import { AFTER_R, type Page, SOLVED, expect, open, read, solve, test } from './page';
import { pixels } from './pixels';

const SCRAMBLE = "F2 L U' B R D F' U2 L D2 B' R2 U";

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** How often each colour fills a shape, but for plastic, by the names of the styles of the page. */
async function colours(page: Page, svg: string): Promise<Record<string, number>> {
  return page.evaluate((svg) => {
    const styles = getComputedStyle(document.documentElement);
    const names = ['white', 'red', 'green', 'yellow', 'orange', 'blue'];
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const fills = Array.from(picture.querySelectorAll('polygon'), (shape) => shape.getAttribute('fill'));
    const counts = names.map((name) => [name, fills.filter((fill) => fill === styles.getPropertyValue(`--${name}`).trim()).length] as const);
    return Object.fromEntries(counts.filter(([, count]) => count));
  }, svg);
}

const WHOLE = { white: 9, red: 9, green: 9 };

/** The colours on U, R and F. */
function front(stickers: string): Record<string, number> {
  const names: Record<string, string> = { U: 'white', R: 'red', F: 'green', D: 'yellow', L: 'orange', B: 'blue' };
  const counts: Record<string, number> = {};
  [...stickers.slice(0, 27)].forEach((letter) => (counts[names[letter]!] = (counts[names[letter]!] ?? 0) + 1));
  return counts;
}

test('a picture shows the cube where the replay rests', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
  const { name, bytes } = await saved(page, 'Save as SVG');
  expect(name).toBe('cube.svg');
  expect(await colours(page, bytes.toString())).toEqual(front(AFTER_R));
  await read(page, SCRAMBLE);
  await page.locator('#method').selectOption('thistlethwaite');
  await solve(page);
  await page.getByRole('button', { name: 'To the end' }).click();
  expect(await colours(page, (await saved(page, 'Save as SVG')).bytes.toString())).toEqual(WHOLE);
});

test('a picture comes as PNG', async ({ page }) => {
  await open(page);
  const { name, bytes } = await saved(page, 'Save as PNG');
  expect(name).toBe('cube.png');
  const colours = await (await pixels(page, bytes)).evaluate(({ data, width, height }) => {
    // The middle of U, F and R, and a corner of the picture.
    return [[0.5, 0.27], [0.29, 0.6], [0.71, 0.6], [0.02, 0.02]].map(([x, y]) => {
      const at = 4 * (Math.floor(y! * height) * width + Math.floor(x! * width));
      return [...data.slice(at, at + 4)].join();
    });
  });
  expect(colours).toEqual(['247,247,245,255', '31,164,71,255', '189,19,49,255', '0,0,0,0']);
});

test('an animation makes the moves of the solution', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('button', { name: 'Animation' })).toBeDisabled();
  await read(page, SCRAMBLE);
  await page.locator('#method').selectOption('thistlethwaite');
  const moves = await solve(page);
  const { name, bytes } = await saved(page, 'Animation');
  expect(name).toBe('solution.svg');
  const frames = bytes.toString().match(/<g .*?<\/g>/g)!;
  expect(frames.length).toBe(1 + 6 * moves.length);
  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
  const [first, last] = [await colours(page, svg(frames[0]!)), await colours(page, svg(frames.at(-1)!))];
  expect(last).toEqual(WHOLE);
  expect(first).not.toEqual(WHOLE);
  // In its time, each frame alone is seen.
  const seen = await page.evaluate(async (text) => {
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
    document.body.append(picture);
    picture.pauseAnimations();
    const length = Number.parseFloat(picture.querySelector('animate')!.getAttribute('dur')!);
    const groups = [...picture.querySelectorAll('g')];
    const found: number[][] = [];
    for (const time of [0.1, 0.63, length / 2, length - 0.1]) {
      picture.setCurrentTime(time);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      found.push(groups.flatMap((group, number) => (getComputedStyle(group).display === 'none' ? [] : [number])));
    }
    picture.remove();
    return found;
  }, bytes.toString());
  expect(seen.map((frames) => frames.length)).toEqual([1, 1, 1, 1]);
  expect(seen[0]).toEqual([0]);
  expect(seen.at(-1)).toEqual([frames.length - 1]);
});

test('a cube of two layers has a picture, too', async ({ page }) => {
  await open(page, `#pocket=${SOLVED.replace(/(.)\1{8}/g, '$1$1$1$1')}`);
  await expect(page.locator('#state')).toHaveText('The cube is solved.');
  expect(await colours(page, (await saved(page, 'Save as SVG')).bytes.toString())).toEqual({ white: 4, red: 4, green: 4 });
});
