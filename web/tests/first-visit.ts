/** What a first visit takes, for benches/record. */
import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

export interface Visit {
  /** From the click to the first solution, to one of at most 21 moves, and to one of at most 20, in milliseconds. */
  first: number;
  within21: number;
  within20: number;
  /** The most memory that a renderer had, in MiB. */
  memory: number;
}

/** Opens the page anew, solves a random position, and says what that took. */
export async function firstVisit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.mouse.move(5, 5);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Random' }).click();
  await page.waitForFunction(() => document.querySelector('#state')!.textContent === 'This position can be solved.');
  const times = await page.evaluate(
    () =>
      new Promise<[number, number][]>((resolve) => {
        const summary = document.querySelector('#solve-summary')!;
        const seen: [number, number][] = [];
        const start = performance.now();
        new MutationObserver(() => {
          const moves = Number(/(\d+) moves?,/.exec(summary.textContent!)?.[1] ?? NaN);
          if (!Number.isNaN(moves)) {
            seen.push([moves, performance.now() - start]);
          }
          if (moves <= 20) {
            resolve(seen);
          }
        }).observe(summary, { childList: true, characterData: true, subtree: true });
        document.querySelector<HTMLButtonElement>('#solve')!.click();
      }),
  );
  const within = (most: number) => Math.round(times.find(([moves]) => moves <= most)![1]);
  const visit = { first: within(99), within21: within(21), within20: within(20), memory: await peak(browser) };
  await context.close();
  return visit;
}

/** The greatest peak of the resident memory of the renderers that live, in MiB. */
async function peak(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const peaks = renderers.map(async ({ id }) => Number(/VmHWM:\s*(\d+)/.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) >> 10);
  return Math.max(...(await Promise.all(peaks)));
}
