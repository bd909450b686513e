import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import { type Page, expect, open, test } from './page';
import { choose, scrambles } from './scrambles';
import { PROGRAM } from './program';
import { isSolvedBy } from './replay';

async function downloaded(page: Page): Promise<{ name: string; text: string; rows: string[] }> {
  const waiting = page.waitForEvent('download');
  await page.locator('#download').click();
  const download = await waiting;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text, rows: text.split('\n').filter((row) => row) };
}

const start = (page: Page) => page.getByRole('button', { name: 'Solve the file' }).click();

/** Solves some lines with an invalid one before them, and compares the rows with the rows of the command line. */
async function compareRows(page: Page, scrambled: string[], method: string, form: string): Promise<void> {
  const lines = ['no cube', '# a comment', '', ...scrambled];
  await choose(page, 'scrambles.txt', lines);
  await page.locator('#many-method').selectOption(method);
  await page.locator('#form').selectOption(form);
  await start(page);
  const done = `Done: ${scrambled.length.toLocaleString('en')} positions, 1 line invalid in`;
  await expect(page.locator('#many-state')).toContainText(done, { timeout: 100_000 });
  const { name, text } = await downloaded(page);
  expect(name).toBe(`scrambles-solved.${form === 'text' ? 'txt' : form}`);
  const bound = method === 'two-phase' ? ['--max-length', await page.locator('#many-max_length').inputValue()] : [];
  const told = spawnSync(PROGRAM, ['solve', '--method', method, ...bound, '--format', form], {
    input: `${lines.join('\n')}\n`,
    maxBuffer: 1 << 26,
  });
  expect(text === told.stdout.toString(), told.stderr.toString()).toBe(true);
  if (form === 'text') {
    const solutions = text.split('\n').slice(1, -1);
    expect(solutions.length).toBe(scrambled.length);
    for (const [number, solution] of solutions.entries()) {
      expect(await isSolvedBy(scrambled[number]!, solution), `line ${4 + number}`).toBe(true);
    }
  }
}

for (const [method, form] of [['two-phase', 'text'], ['two-phase', 'jsonl'], ['modified', 'csv'], ['thistlethwaite', 'jsonl']] as const) {
  test(`2,000 positions by ${method} are the rows of the command line, as ${form}`, async ({ page }) => {
    await open(page);
    await compareRows(page, scrambles(2000), method, form);
    if (method === 'two-phase') {
      // The last of its tables: the smaller ones.
      await expect(page.locator('#note')).toContainText('phase1-distances');
    }
  });
}

for (const [method, count] of [['two-phase', 300], ['modified', 200]] as const) {
  test(`${count} positions by ${method} on a GPU are the rows of the command line`, async ({ page }, { project }) => {
    test.skip(project.name !== 'webgpu', 'there is none');
    await open(page);
    await page.getByLabel('Runs on').selectOption('gpu');
    await expect(page.locator('#device-name')).toContainText('software driver');
    await compareRows(page, scrambles(count), method, 'text');
    await expect(page.locator('#note')).toContainText(method === 'two-phase' ? 'phase1-complete' : 'phase2-sorted-9');
  });
}

test('invalid lines are counted, and rows come in the form that is asked for', async ({ page }) => {
  await open(page);
  await choose(page, 'some.txt', ["R U F'", 'no cube', 'L2 D']);
  await page.locator('#many-method').selectOption('thistlethwaite');
  for (const form of ['jsonl', 'csv']) {
    await page.locator('#form').selectOption(form);
    await start(page);
    await expect(page.locator('#many-state')).toHaveText(/^Done: 2 positions, 1 line invalid in/);
    await expect(page.locator('#many-wrong li')).toHaveText([/^Line 2: /]);
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
  await page.getByRole('tab', { name: 'Batch' }).click();
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
  await expect(page.locator('#many-state')).toHaveText(/^Done: 100,000 positions/, { timeout: 100_000 });
  expect(await page.evaluate(() => (window as unknown as { gap: number }).gap)).toBeLessThan(1000);
  expect((await heap()) - before).toBeLessThan(4 << 20);

  await start(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#many-state')).toHaveText(/^Stopped/);
  const { name, rows } = await downloaded(page);
  expect(name).toBe('long-solved-in-part.txt');
  expect(rows.length).toBeLessThan(100_000);
});

test('a compressed file goes on after it was stopped, and shows how many solutions have each length', async ({ page }) => {
  await open(page);
  const lines = ['no cube', ...scrambles(60_000)];
  const text = `${lines.join('\n')}\n`;
  await page.getByRole('tab', { name: 'Batch' }).click();
  await page.locator('#file').setInputFiles({ name: 'long.txt.zst', mimeType: 'application/zstd', buffer: zstdCompressSync(text) });
  await page.locator('#many-method').selectOption('thistlethwaite');
  await page.locator('#form').selectOption('csv');
  const goOn = page.getByRole('button', { name: 'Go on with long.txt.zst' });
  await expect(goOn).toBeHidden();
  await start(page);
  await expect(page.locator('#many-rate')).toHaveText(/\d/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#many-state')).toHaveText(/^Stopped/);
  const part = await downloaded(page);
  expect(part.name).toBe('long-solved-in-part.csv');
  await goOn.click();
  await expect(page.locator('#many-state')).toHaveText(/^Done: 60,000 positions, 1 line invalid in/, { timeout: 100_000 });
  await expect(goOn).toBeHidden();
  const whole = await downloaded(page);
  expect(whole.name).toBe('long-solved.csv');
  expect(part.rows.length).toBeLessThan(whole.rows.length);
  expect(whole.text.startsWith(part.text)).toBe(true);
  const told = spawnSync(PROGRAM, ['solve', '--method', 'thistlethwaite', '--format', 'csv'], { input: text, maxBuffer: 1 << 26 });
  expect(whole.text === told.stdout.toString(), told.stderr.toString()).toBe(true);

  const column = whole.rows[0]!.split(',').indexOf('length');
  const lengths = whole.rows.slice(2).map((row) => Number(row.split(',')[column]));
  const shown = await page.locator('#many-lengths tbody tr').evaluateAll((rows) =>
    rows.map((row) => ['th', 'td:last-child'].map((cell) => Number(row.querySelector(cell)!.textContent!.replace(/,/g, '')))),
  );
  expect(shown.length).toBeGreaterThan(10);
  for (const [length, count] of shown) {
    expect(count, String(length)).toBe(lengths.filter((other) => other === length).length);
  }
  expect(shown.reduce((sum, [, count]) => sum + count!, 0)).toBe(60_000);
});

test('a file that was stopped goes on only with the options that it had', async ({ page }) => {
  await open(page);
  await choose(page, 'long.txt', scrambles(300_000));
  await page.locator('#many-method').selectOption('thistlethwaite');
  await start(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  const goOn = page.getByRole('button', { name: 'Go on with long.txt' });
  await expect(goOn).toBeEnabled();
  await page.locator('#form').selectOption('jsonl');
  await expect(goOn).toBeHidden();
});

test('while a part is at work, the others say so', async ({ page }) => {
  await open(page);
  // They take longer than the way to the other part and back on a busy machine.
  await choose(page, 'long.txt', scrambles(300_000));
  await page.locator('#many-method').selectOption('thistlethwaite');
  await start(page);
  await page.getByRole('tab', { name: 'Solve' }).click();
  await expect(page.locator('#solve-busy')).toHaveText('The part “Batch” is at work. Wait for it, or stop it there.');
  await page.getByRole('tab', { name: 'Batch' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#solve-busy')).toBeEmpty();
});

test('rows are there after the page was left, until they are deleted', async ({ page }) => {
  await open(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await choose(page, 'some.txt', ['R U', 'L2 D']);
  await page.locator('#many-method').selectOption('thistlethwaite');
  await start(page);
  await expect(page.locator('#download')).toBeVisible();
  const { text } = await downloaded(page);
  await page.reload();
  // They are safe, so the browser asks nothing.
  expect(asked).toEqual([]);
  await page.getByRole('tab', { name: 'Batch' }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download some-solved\.txt/ }).click();
  expect(await readFile(await (await waiting).path(), 'utf8')).toBe(text);
  await page.getByRole('button', { name: 'Delete some-solved.txt' }).click();
  await expect(page.locator('#many-kept')).toBeHidden();
  await page.reload();
  await page.getByRole('tab', { name: 'Batch' }).click();
  await expect(page.getByRole('button', { name: 'make 1,000 random positions' })).toBeVisible();
  await expect(page.locator('#many-kept')).toBeHidden();
});

test('the rows of a page are offered as soon as it ends, without a click', async ({ page, context }) => {
  const other = await context.newPage();
  await open(other);
  await choose(other, 'long.txt', scrambles(100_000));
  await other.locator('#many-method').selectOption('two-phase');
  await start(other);
  await expect(other.locator('#many-positions')).toHaveText(/[1-9]/);
  // After a reload, too, the page before may still live when the new one begins.
  await open(page);
  await page.getByRole('tab', { name: 'Batch' }).click();
  await expect(page.getByRole('button', { name: 'make 1,000 random positions' })).toBeVisible();
  await expect(page.locator('#many-kept')).toBeHidden();
  await other.close();
  await expect(page.getByRole('link', { name: /^Download long-solved-in-part\.txt/ })).toBeVisible();
  await page.getByRole('button', { name: 'Delete long-solved.txt' }).click();
  await expect(page.locator('#many-kept')).toBeHidden();
});

test('a file without positions gives no rows', async ({ page }) => {
  await open(page);
  await choose(page, 'empty.txt', []);
  await page.locator('#many-method').selectOption('thistlethwaite');
  await start(page);
  await expect(page.locator('#many-state')).toHaveText('The file has no positions.');
  await expect(page.locator('#download')).toBeHidden();
});
