/** The page in other languages. A text in English is its own key. */
import { readFile, readdir } from 'node:fs/promises';
import { messages as de } from '../page/language/de';
import { messages as es } from '../page/language/es';
import { messages as ja } from '../page/language/ja';
import { messages as zh } from '../page/language/zh';
import { SOLVED, type Page, expect, open, read, solve, solveButton, test } from './page';

/** Opens the page in a browser whose owner reads this language. */
async function openIn(page: Page, language: string, fragment = ''): Promise<void> {
  await page.addInitScript((language) => Object.defineProperty(navigator, 'languages', { get: () => [language] }), language);
  await open(page, fragment);
}

/** Two letters in a row are a word of a language. */
const WORD = /[A-Za-z]{2,}/;

test('each text of the page as it comes is in the catalogues', async ({ page }) => {
  await open(page);
  const texts = await page.evaluate(async () => {
    const html = new DOMParser().parseFromString(await (await fetch('./')).text(), 'text/html');
    html.querySelectorAll('script, style, noscript').forEach((part) => part.remove());
    const walker = html.createTreeWalker(html.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [html.title];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      found.push(node.textContent!.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder']) {
      found.push(...Array.from(html.body.querySelectorAll(`[${name}]`), (part) => part.getAttribute(name)!));
    }
    return found;
  });
  expect(texts.length).toBeGreaterThan(80);
  const missing = texts.filter((text) => WORD.test(text) && text !== 'cubebatch' && !(text in de));
  expect(missing).toEqual([]);
});

/** The source files below a folder. */
async function sources(folder: URL, ending: RegExp): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => ending.test(name));
  return Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
}

test('no catalogue has a text that the page does not use', async () => {
  const page = (await sources(new URL('../page/', import.meta.url), /\.ts$/)).filter((text) => !text.includes('messages: Catalogue') && !text.includes('export const messages'));
  const packages = ['cube/src', 'puzzles/src', 'rows/src', 'search/src', 'src', 'tables/src'].map((folder) => new URL(`../../${folder}/`, import.meta.url));
  const library = (await Promise.all(packages.map((folder) => sources(folder, /\.rs$/)))).flat();
  const html = await readFile(new URL('../index.html', import.meta.url), 'utf8');
  const all = [html, ...page, ...library].join('\n').replace(/\\\n\s*/g, '');
  // The library names an option in one word, and its sentence has no full stop.
  const unused = Object.keys(de).filter((key) => ![key, key.replaceAll(' ', '_'), key.replace(/\.$/, '')].some((text) => all.includes(text)));
  expect(unused).toEqual([]);
});

test('a text has the values that its English has', async () => {
  const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
  for (const messages of [de, es, zh, ja]) {
    for (const [key, text] of Object.entries(messages)) {
      for (const form of [text].flat()) {
        expect(form, key).not.toBe('');
        expect(values(form), key).toEqual(values(key));
      }
    }
  }
});

/** What needs no translation: names, units, and what the person wrote. */
const NAMES =
  /^(cubebatch|GPU|WebGPU|WebAssembly|JavaScript|Promise|Integration|google|swiftshader|SVG|PNG|JSON|Lines|CSV|ms|min|KiB|MiB|[URFDLB]{2,3}|[HQAS]TM|Backspace|Kociemba|Lin|Thistlethwaite)$/;

/** Words of the Latin alphabet that the page says. */
async function latin(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isSaid = (part: Element | null) => part?.checkVisibility() && !part.closest('#language, #method, #many-method, [lang=en]');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Options begin with the name of what they are.
      const text = node.parentElement!.matches('option') ? node.textContent!.replace(/^[\w-]+: /, '') : node.textContent!;
      if (isSaid(node.parentElement!.closest('select') ?? node.parentElement)) {
        found.push(text);
      }
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) {
      for (const part of document.querySelectorAll(`[${name}]`)) {
        if (isSaid(part)) {
          found.push(part.getAttribute(name)!);
        }
      }
    }
    return found;
  });
  return texts.filter((text) => [...text.matchAll(/[A-Za-z]{2,}/g)].some(([word]) => !NAMES.test(word)));
}

test('in Japanese nothing is said in English', async ({ page }) => {
  await openIn(page, 'ja-JP', `#cube=${SOLVED.replace('UU', 'RL')}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  const said = async () => expect(await latin(page)).toEqual([]);
  await expect(page.locator('#state')).toContainText('赤のステッカーが 10 枚あります。正しくは 9 枚です。');
  await expect(page.locator('#method option')).not.toHaveCount(0);
  await said();
  await page.locator('#make-blank').click();
  await said();
  await page.locator('#solid').check();
  await said();
  await page.locator('#solid').uncheck();
  await page.locator('#camera').click();
  await expect(page.locator('#camera-fault')).not.toHaveText('');
  await said();
  await page.keyboard.press('Escape');
  const twisted = [...SOLVED];
  [twisted[8], twisted[9], twisted[20]] = ['R', 'F', 'U'];
  await open(page, `?#cube=${twisted.join('')}`);
  await expect(page.locator('#state')).toContainText('コーナーを一つねじって');
  await said();
  await open(page, '?damaged#pocket=rubbish');
  await expect(page.locator('#link-error')).toContainText('24');
  expect((await latin(page)).filter((text) => !text.includes('pocket='))).toEqual([]);

  await open(page, '?again');
  await page.locator('#text').fill("F2 L U' B R D F' U2 L");
  await page.locator('#text-form button').click();
  await page.locator('#method').selectOption('thistlethwaite');
  await page.locator('#solve').click();
  await expect(page.locator('#solve-summary')).toHaveText(/^\d+ 手, thistlethwaite, /);
  await page.locator('#solve-summary').evaluate((summary) => (summary.textContent = summary.textContent!.replace('thistlethwaite', '')));
  await expect(page.locator('#replay-state')).toHaveText(/^\d+ 手中 0 手。$/);
  await said();
  await page.locator('[data-do=end]').click();
  await expect(page.locator('#replay-state')).toHaveText(/^\d+ 手で完成。$/);
  await page.locator('#method').selectOption('goal');
  await said();

  await page.locator('#tab-many').click();
  await page.locator('#file').setInputFiles({ name: '1.2', mimeType: 'text/plain', buffer: Buffer.from('R U\nL2 D\n') });
  await page.locator('#many-method').selectOption('thistlethwaite');
  await page.locator('#many-start').click();
  await expect(page.locator('#many-state')).toHaveText(/^完了：2 個の状態、/);
  await page.locator('#download').evaluate((link) => (link.textContent = link.textContent!.replace(/\S+-solved.txt/, '')));
  await said();
  await page.locator('#tab-compare').click();
  await said();
});

for (const [language, name, solved] of [['de-AT', 'Lösen', 'Der Würfel ist gelöst.'], ['es-MX', 'Resolver', 'El cubo está resuelto.'], ['zh-CN', '求解', '魔方已还原。'], ['ja', '解く', 'キューブは完成しています。'], ['fr', 'Solve', 'The cube is solved.']] as const) {
  test(`a browser whose language is ${language} shows “${name}”`, async ({ page }) => {
    await openIn(page, language);
    await expect(page.locator('#solve')).toHaveText(name);
    await expect(page.locator('#state')).toHaveText(solved);
  });
}

test('the language is chosen on the page, and kept', async ({ page }) => {
  await open(page);
  await read(page, 'R U');
  // The page asks its engine what the text says.
  await expect(page).toHaveURL(/#cube=/);
  const cube = new URL(page.url()).hash;
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page.locator('#solve')).toHaveText('Lösen');
  expect(new URL(page.url()).hash).toBe(cube);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.locator('#solve').click();
  await expect(page.locator('#solve-summary')).toHaveText(/^2 Züge, two-phase, /);
  await expect(page.locator('#solve-summary')).not.toHaveText(/\d\.\d/);
  await page.getByLabel('Sprache').selectOption('English');
  await expect(solveButton(page)).toBeEnabled();
  await solve(page);
});
