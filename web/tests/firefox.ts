/**
 * The page in Firefox, which Playwright does not drive as systems install it: `npm run firefox`, with the program that the other
 * tests take. FIREFOX names the browser, or else it is the system's. Needs Node.js 22.18 or later.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Browser, type Page, launch } from 'puppeteer-core';
import { PROGRAM } from './program.ts';
import { isSolvedBy } from './replay.ts';

const PORT = 4180;
const HERE = `http://localhost:${PORT}/`;
/** A name that is not the machine's own to a browser, as one of the local network. */
const LAN = 'cubes.lan';
const SCRAMBLE = "F2 L U' B R D F' U2 L D2 B' R2 U";
const WIDTHS = [320, 390, 820, 1280, 2560];

const folder = await mkdtemp(join(tmpdir(), 'cubebatch-firefox-'));
const service = spawn(PROGRAM, ['serve', '--listen', `127.0.0.1:${PORT}`, '--allow-host', LAN, '--log', 'warn'], { stdio: 'inherit' });
let browser: Browser;

before(async () => {
  browser = await launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      // Debian's Firefox has a GPU for pages only if asked, and a software driver only if asked twice.
      'dom.webgpu.enabled': true,
      'gfx.webgpu.ignore-blocklist': true,
      'browser.download.dir': folder,
      'browser.download.folderList': 2,
      'network.dns.forceResolve': '127.0.0.1',
    },
  });
  for (let isThere = false; !isThere; ) {
    isThere = await fetch(HERE).then((response) => response.ok, () => false);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

after(async () => {
  await browser.close();
  service.kill();
  await rm(folder, { recursive: true });
});

async function open(address = HERE): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(address);
  await page.waitForSelector('#part-one[data-ready]');
  return page;
}

/** Waits for what an element says. */
async function says(page: Page, selector: string, pattern: RegExp, timeout = 120_000): Promise<string> {
  const text = () => page.$eval(selector, (element) => element.textContent ?? '');
  for (const end = Date.now() + timeout; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (pattern.test(await text())) {
      return text();
    }
  }
  assert.fail(`${selector} says ${JSON.stringify(await text())} instead of ${pattern}`);
}

async function read(page: Page, text: string): Promise<void> {
  await page.locator('#text').fill(text);
  await page.locator('#text-form button').click();
}

async function solve(page: Page): Promise<string> {
  await page.locator('#solve').click();
  await says(page, '#solve-summary', /^\d+ moves?,/);
  return page.$$eval('#moves button', (moves) => moves.map((move) => move.textContent).join(' '));
}

test('a solution comes at once, shorter ones follow, and they solve the position', async () => {
  const page = await open();
  await read(page, SCRAMBLE);
  await page.locator('#solve').click();
  await says(page, '#solve-summary', /\d+ moves/, 5_000);
  await says(page, '#solve-summary', /^\d+ moves,/);
  for (const method of ['modified', 'thistlethwaite', 'two-phase']) {
    await page.select('#method', method);
    assert.ok(await isSolvedBy(SCRAMBLE, await solve(page)));
  }
  await page.close();
});

test('the threads of all cores work', async () => {
  const page = await open();
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const name = await says(page, '#device-name', /Processor/);
  assert.ok(name.includes(`${cores} threads`), name);
  await page.close();
});

test('stickers are painted by keys', async () => {
  const page = await open();
  await page.locator('::-p-aria([name="Clear"][role="button"])').click();
  await page.focus('#net button');
  await page.keyboard.type('U'.repeat(8));
  await says(page, '#state', /^\d+ of 54 stickers are painted\.$/);
  await page.close();
});

test('a link holds the solution', async () => {
  const page = await open();
  await read(page, SCRAMBLE);
  const moves = await solve(page);
  await page.waitForFunction(() => location.hash.includes('solution='));
  const again = await open(page.url());
  await says(again, '#solve-summary', /^\d+ moves, from the link$/);
  assert.equal(await again.$$eval('#moves button', (moves) => moves.map((move) => move.textContent).join(' ')), moves);
  await Promise.all([page, again].map((page) => page.close()));
});

for (const [device, count] of [['cpu', 500], ['gpu', 100]] as const) {
  test(`the rows of ${count} positions are those of the command line, on the ${device}`, async () => {
    const file = join(folder, `${device}.txt`);
    await writeFile(file, execFileSync(PROGRAM, ['scramble', '--count', String(count), '--seed', '3']));
    const page = await open(`${HERE}#tab=batch`);
    await page.select('#device', device);
    await says(page, '#device-name', device === 'gpu' ? /software driver/ : /^Processor/);
    const input = (await page.$('input#file'))!.toElement('input');
    await (await input).uploadFile(file);
    await page.locator('#many-start').click();
    await says(page, '#many-state', new RegExp(`^Done: ${count} positions in`));
    assert.doesNotMatch((await page.$eval('#note', (note) => note.textContent)) ?? '', /GPU failed/);
    await page.locator('#download').click();
    let rows = '';
    while (!rows) {
      rows = await readFile(join(folder, `${device}-solved.txt`), 'utf8').catch(() => '');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const bound = await page.$eval('#many-max_length', (field) => (field as HTMLInputElement).value);
    assert.equal(rows, execFileSync(PROGRAM, ['solve', '--max-length', bound, file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    await page.close();
  });
}

test('nothing is wider than the window', async () => {
  const page = await open();
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 900 });
    for (const tab of await page.$$('[role=tab]')) {
      await tab.click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} of ${width} pixels`);
    }
  }
  await page.close();
});

test('over plain http at a name of the local network a position is solved', async () => {
  const page = await open(`http://${LAN}:${PORT}/`);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await read(page, SCRAMBLE);
  assert.ok(await isSolvedBy(SCRAMBLE, await solve(page)));
  await page.close();
});

test('a proof says which lengths are excluded, and ends', async () => {
  const page = await open();
  await read(page, SCRAMBLE);
  await page.select('#method', 'optimal');
  assert.ok(await isSolvedBy(SCRAMBLE, await solve(page)));
  await says(page, '#solve-summary', /^13 moves, optimal, .* No solution is shorter: proved/);
  await page.close();
});

// The last one, as the service is gone then.
test('without the service the page works on', async () => {
  const page = await open();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await new Promise((resolve) => {
    service.once('exit', resolve);
    service.kill();
  });
  await page.reload();
  await page.waitForSelector('#part-one[data-ready]');
  await read(page, SCRAMBLE);
  assert.ok(await isSolvedBy(SCRAMBLE, await solve(page)));
  await page.close();
});
