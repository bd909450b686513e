import { readFile } from 'node:fs/promises';
import { type Page, expect, open, test } from './page';
import { isSolvedBy } from './replay';

/** Numbers that are the same each time. */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

function scrambles(count: number): string[] {
  const below = random(7);
  const move = () => 'URFDLB'[below(6)]! + ['', '2', "'"][below(3)]!;
  return Array.from({ length: count }, () => Array.from({ length: 25 }, move).join(' '));
}

async function choose(page: Page, name: string, lines: string[]): Promise<void> {
  await page.getByRole('tab', { name: 'Many' }).click();
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.locator('#file').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await expect(page.locator('#file-name')).toContainText(name);
}

async function downloaded(page: Page): Promise<{ name: string; rows: string[] }> {
  const waiting = page.waitForEvent('download');
  await page.locator('#download').click();
  const download = await waiting;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), rows: text.split('\n').filter((row) => row) };
}

const start = (page: Page) => page.getByRole('button', { name: 'Solve the file' }).click();

test('2,000 positions are solved by file, and each solution solves', async ({ page }) => {
  const lines = scrambles(2000);
  await open(page);
  await choose(page, 'scrambles.txt', lines);
  await page.locator('#many-method').selectOption('thistlethwaite');
  await start(page);
  await expect(page.locator('#many-state')).toHaveText(/^Done: 2,000 positions in/, { timeout: 280_000 });
  await expect(page.locator('#many-positions')).toHaveText('2,000');
  const { name, rows } = await downloaded(page);
  expect(name).toBe('scrambles-solved.txt');
  expect(rows.length).toBe(2000);
  for (const [number, row] of rows.entries()) {
    expect(await isSolvedBy(lines[number]!, row), `line ${number + 1}`).toBe(true);
  }
});

test('invalid lines are counted, and rows come in the form that is asked for', async ({ page }) => {
  await open(page);
  await choose(page, 'some.txt', ["R U F'", 'no cube', 'L2 D']);
  await page.locator('#many-method').selectOption('thistlethwaite');
  for (const form of ['jsonl', 'csv']) {
    await page.locator('#form').selectOption(form);
    await start(page);
    await expect(page.locator('#many-state')).toHaveText(/^Done: 2 positions, 1 line invalid in/);
    const { name, rows } = await downloaded(page);
    expect(name).toBe(`some-solved.${form}`);
    if (form === 'jsonl') {
      const told = rows.map((row) => JSON.parse(row) as { solution?: string });
      expect(told.filter(({ solution }) => solution).length).toBe(2);
    } else {
      expect(rows[0]).toContain('solution');
    }
  }
});

test('a file can be dropped, and random positions can be made', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Many' }).click();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['R U\n'], 'dropped.txt'));
    return transfer;
  });
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: data });
  await expect(page.locator('#file-name')).toContainText('dropped.txt');
  await page.getByRole('button', { name: 'make 1,000 random positions' }).click();
  await expect(page.locator('#file-name')).toContainText('random.txt');
});

test('100,000 positions leave the page alive and its memory as it was, and can be stopped', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  const heap = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize;
  };
  await open(page);
  await choose(page, 'long.txt', scrambles(100_000));
  await page.locator('#many-method').selectOption('thistlethwaite');
  const before = await heap();
  await page.evaluate(() => {
    let last = performance.now();
    const tick = (now: number) => {
      const gaps = window as unknown as { gap: number };
      gaps.gap = Math.max(gaps.gap ?? 0, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await start(page);
  await expect(page.locator('#many-rate')).toHaveText(/\d/);
  await expect(page.locator('#many-remaining')).toHaveText(/ s$/);
  await expect(page.locator('#many-state')).toHaveText(/^Done: 100,000 positions/, { timeout: 280_000 });
  expect(await page.evaluate(() => (window as unknown as { gap: number }).gap)).toBeLessThan(1000);
  expect((await heap()) - before).toBeLessThan(4 << 20);

  await start(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#many-state')).toHaveText(/^Stopped/);
  const { rows } = await downloaded(page);
  expect(rows.length).toBeLessThan(100_000);
});
