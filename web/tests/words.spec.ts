/** No word of a tab, a heading or a button is broken, however wide the page is. */
import { AFTER_R, type Page, expect, open, solve, test } from './page';

const WIDTHS = [320, 360, 390, 412, 480, 560, 640, 704, 705, 720, 768, 800, 820, 860, 896, 900, 960, 990, 1024, 1280, 1920, 2560];

/** The words that are on more than one line. */
function broken(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, [role=tab], button, .button, legend, label').evaluateAll((elements) => {
    const lines = (text: Node, begin: number, length: number) => {
      const range = document.createRange();
      range.setStart(text, begin);
      range.setEnd(text, begin + length);
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
    };
    return elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const words = [...text.textContent!.matchAll(/\S+/g)];
        found.push(...words.filter((word) => lines(text!, word.index, word[0].length) > 1).map(([word]) => word));
      }
      return found;
    });
  });
}

/** The parts of the page that hold something wider than they are. */
function tooWide(page: Page): Promise<string[]> {
  return page.locator('html, .top, .panel').evaluateAll((parts) =>
    parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className || part.tagName),
  );
}

test('no tab, heading or button breaks within a word, and nothing sticks out', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  await solve(page);
  // As long as the page says it where there is no GPU.
  const name = 'Processor (WebAssembly, 128 threads); no GPU: this browser has no WebGPU, or it is switched off';
  await page.locator('#device-name').evaluate((line, text) => (line.textContent = text), name);
  const wrong: string[] = [];
  for (const tab of ['Solve', 'Batch', 'Benchmark']) {
    await page.getByRole('tab', { name: tab }).click();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      wrong.push(...(await broken(page)).map((word) => `${tab}, ${width}: ${word}`));
      wrong.push(...(await tooWide(page)).map((part) => `${tab}, ${width}: more than ${part} holds`));
    }
  }
  await page.getByRole('tab', { name: 'Solve' }).click();
  await page.getByLabel('Method').first().selectOption('goal');
  await page.getByLabel('Goal').selectOption('another one');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    wrong.push(...(await tooWide(page)).map((part) => `Goal, ${width}: more than ${part} holds`));
  }
  expect(wrong).toEqual([]);
});
