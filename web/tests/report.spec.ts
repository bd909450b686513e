/** The page that `cubebatch bench --html` writes, opened as a file. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';
import type { Build, Engine, Report, Sample, Solve } from '../page/report/format';
import { PROGRAM } from './program';

const CPU = engine('CPU', false, true);
const [BUILDING, SOLVING, RATIOS] = ['Building tables', 'Solving random positions', 'How many times as fast as the CPU'];

function engine(name: string, is_gpu: boolean, is_software: boolean): Engine {
  return { name, is_gpu, is_software };
}

function report(engines: Engine[], builds: Build[] = [], solves: Solve[] = []): Report {
  const machine = { processor: 'AMD EPYC 9554 64-Core Processor', threads: 16, memory_bytes: 128 * 2 ** 30, system: 'Linux (Debian GNU/Linux 12)' };
  return { version: '1.2.3', machine, engines, builds, solves };
}

/** Three runs that take about this number of seconds. */
function build(table: string, engine: number, seconds: number, waited: number): Build {
  const sample = (factor: number): Sample => {
    const [total, waiting] = [seconds * factor, waited * factor];
    const disk = 0.2 * (total - waiting);
    return { total, waiting, disk, host: total - waiting - disk, kernels: 0.8 * waiting, transfer: 0.1 * waiting };
  };
  return { table, engine, samples: [1.1, 1, 0.95].map(sample) };
}

function solve(engine: number, batch: number, rate: number, more: Partial<Solve> = {}): Solve {
  const sample = (factor: number): Sample => {
    const total = (factor * 100_000) / rate;
    return { total, host: total, waiting: 0.2 * total, kernels: 0.5 * total, transfer: 0.1 * total };
  };
  const tables = 'phase1-sorted-8 + phase2-sorted-10';
  return { method: 'modified', max_length: null, tables, engine, cubes: 100_000, batch, mean_length: 23.09, samples: [1, 0.97, 1.06].map(sample), ...more };
}

const fast = () => report(
  [CPU, engine('NVIDIA H200', true, false)],
  [build('phase1-sorted-8', 0, 4, 0), build('phase1-sorted-8', 1, 0.4, 0.1), build('phase2-sorted-10', 0, 9.1, 0), build('phase2-sorted-10', 1, 2.3, 0.9)],
  [solve(0, 64, 39_000), solve(1, 4096, 310_000), solve(1, 65_536, 900_000)],
);

const mixed = () => report(
  [CPU, engine('NVIDIA GeForce RTX 4090 Laptop GPU', true, false), engine('llvmpipe (LLVM 15.0.6, 256 bits)', true, true)],
  [build('phase1-sorted-8', 0, 4, 0), build('phase1-sorted-8', 1, 0.043, 0.02), build('phase1-sorted-8', 2, 31, 29)],
  [solve(0, 64, 39_000), solve(1, 64, 9000), solve(1, 4096, 410_000), solve(2, 4096, 512)],
);

const cpuAlone = () => report([CPU], [build('phase1-sorted-7', 0, 1.4, 0)], [solve(0, 64, 39_000)]);

/** One run each, which took no time. */
function instant(): Report {
  const zero: Sample = { total: 0, host: 0, waiting: 0, disk: 0, kernels: 0, transfer: 0 };
  const { engines, builds, solves } = fast();
  return report(engines, builds.map((build) => ({ ...build, samples: [zero] })), solves.map((solve) => ({ ...solve, samples: [zero] })));
}

let folder: string;
let written: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cubebatch-report-'));
  const file = join(folder, 'written.html');
  const work = ['--builds', 'phase1-sorted-2', '--methods', 'thistlethwaite', '--cubes', '20', '--runs', '2'];
  execFileSync(PROGRAM, ['bench', ...work, '--html', file], { stdio: 'ignore' });
  written = readFileSync(file, 'utf8');
});

test.afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the page as the program wrote it, or with this report in it; it may ask for nothing else. */
async function show(page: Page, report?: Report): Promise<void> {
  const text = report && JSON.stringify(report).replaceAll('<', '\\u003c');
  const html = text ? written.replace(/(id="report">).*?(<\/script>)/s, (_, start: string, end: string) => start + text + end) : written;
  const file = join(folder, `${test.info().workerIndex}.html`);
  writeFileSync(file, html);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => request.url() !== pathToFileURL(file).href && wrong.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await expect(page.locator('.chart svg')).toHaveCount(await page.locator('.chart').count());
  expect(wrong).toEqual([]);
}

const headings = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents();
const values = (page: Page) => page.locator('.chart text').allTextContents();

test('a page of the program shows what was measured, and needs no other file', async ({ page }) => {
  await show(page);
  await expect(page).toHaveTitle('cubebatch bench: CPU');
  expect(await headings(page)).toEqual([BUILDING, SOLVING]);
  await expect(page.getByText('Each was done 2 times: bars show the run with the median time, dots the single runs.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Method thistlethwaite: 20 positions, \d\d\.\d\d moves on average/ })).toBeVisible();
  await expect(page.locator('.run')).toHaveCount(4);
});

test('sections without data are left out', async ({ page }) => {
  const { engines, builds, solves } = fast();
  const gpuAlone = report(
    engines.slice(1),
    builds.filter(({ engine }) => engine).map((one) => ({ ...one, engine: 0 })),
    solves.filter(({ engine }) => engine).map((one) => ({ ...one, engine: 0 })),
  );
  for (const [told, expected] of [
    [fast(), [BUILDING, SOLVING, RATIOS]],
    [cpuAlone(), [BUILDING, SOLVING]],
    [report(engines, [], solves), [SOLVING, RATIOS]],
    [report(engines, builds), [BUILDING, RATIOS]],
    [report([CPU]), []],
    [gpuAlone, [BUILDING, SOLVING]],
  ] as const) {
    await show(page, told);
    expect(await headings(page)).toEqual(expected);
    expect(await page.locator('body').innerText()).not.toContain('NaN');
    // Tables have columns for a GPU where there is one.
    const ofGpu = expected.length > 0 && told.engines.some(({ is_gpu }) => is_gpu);
    expect((await page.getByRole('columnheader', { name: 'kernels' }).count()) > 0).toBe(ofGpu);
  }
});

test('charts show their values', async ({ page }) => {
  await show(page, fast());
  // The lowest bar of each chart first.
  expect(await values(page)).toEqual(['0.400 s', '4.00 s', '2.30 s', '9.10 s', '900,000/s', '310,000/s', '39,000/s', '23.1×', '3.96×', '10.0×']);
  await expect(page.getByRole('heading', { name: 'Method modified: 100,000 positions, 23.09 moves on average, tables phase1-sorted-8 + phase2-sorted-10' })).toBeVisible();
  for (const [what, value] of [['Processor', 'AMD EPYC 9554 64-Core Processor'], ['Memory', '128 GiB'], ['Version', 'cubebatch 1.2.3']]) {
    await expect(page.getByRole('term').filter({ hasText: what! }).locator('+ dd')).toHaveText(value!);
  }
});

test('methods are compared with the CPU each by itself', async ({ page }) => {
  const told = fast();
  const descent = { method: 'descent' };
  told.solves.push(solve(0, 131_072, 200_000, descent), solve(1, 131_072, 9_000_000, descent));
  for (const max_length of [20, 21]) {
    const search = { method: 'two-phase', max_length };
    told.solves.push(solve(0, 1024, 1000, search), solve(1, 1024, 5000, search));
  }
  await show(page, told);
  for (const method of ['modified', 'descent', 'two-phase to 20 moves', 'two-phase to 21 moves']) {
    await expect(page.getByRole('heading', { name: `Method ${method}: ` })).toBeVisible();
  }
  await expect(page.getByRole('img', { name: /^NVIDIA H200\./ })).toHaveAccessibleName(/solving, modified: 23\.1×; solving, descent: 45\.0×; solving, two-phase to 20 moves: 5\.00×/);
});

test('the parts of a bar stand one after the other', async ({ page }) => {
  await show(page, fast());
  const places = await page.locator('.chart').first().evaluate((chart) => {
    // The GPU's bar is the lowest, and comes first.
    const at = (kind: string) => ['x1', 'x2'].map((x) => Number(chart.querySelector(`.ct-bar.${kind}`)!.getAttribute(x)));
    return [at('host'), at('waiting'), at('disk')] as [number, number][];
  });
  // 0.24 + 0.1 + 0.06 seconds.
  const all = places[2]![1] - places[0]![0];
  const ends = places.map(([, to]) => (to - places[0]![0]) / all);
  [0.6, 0.85, 1].forEach((end, part) => expect(ends[part]).toBeCloseTo(end, 5));
  expect(places.slice(1).map(([from]) => from)).toEqual(places.slice(0, 2).map(([, to]) => to));
});

test('names of drivers are texts', async ({ page }) => {
  const told = mixed();
  const name = '</script><b>"A & \'B\'"</b>';
  told.engines[1]!.name = name;
  told.machine.processor = 'x<y&z';
  await show(page, told);
  await expect(page).toHaveTitle(`cubebatch bench: CPU, ${name} and llvmpipe (LLVM 15.0.6, 256 bits)`);
  await expect(page.locator('b')).toHaveCount(0);
  await expect(page.getByText('x<y&z')).toBeVisible();
});

test('software drivers are marked at each chart', async ({ page }) => {
  const note = page.getByText('llvmpipe (LLVM 15.0.6, 256 bits) is a software driver');
  await show(page, mixed());
  // At the top and in each section.
  await expect(note).toHaveCount(4);
  expect(await page.locator('.ct-bar.software').count()).toBeGreaterThan(0);
  await expect(page.locator('.ct-label').filter({ hasText: 'software driver' }).first()).toBeVisible();
  await show(page, fast());
  await expect(note).toHaveCount(0);
  await expect(page.locator('.software')).toHaveCount(0);
});

test('equal GPUs have numbers', async ({ page }) => {
  const told = mixed();
  told.engines[1]!.name = told.engines[2]!.name;
  await show(page, told);
  await expect(page).toHaveTitle('cubebatch bench: CPU, llvmpipe (LLVM 15.0.6, 256 bits) (1) and llvmpipe (LLVM 15.0.6, 256 bits) (2)');
});

test('a value that is not a number is a dash', async ({ page }) => {
  await show(page, instant());
  const text = await page.locator('main').innerText();
  expect(text).not.toMatch(/NaN|Infinity|–\/s|–×/);
  expect(await values(page)).toContain('–');
  expect(text).toContain('once, so nothing is known about how much the times vary');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds nothing wrong, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await show(page, mixed());
      await page.locator('summary').first().click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) }))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}
