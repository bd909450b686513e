/** The page as tests use it: whatever goes wrong in it makes a test fail, and nothing comes from elsewhere. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type Page, test as base, expect } from '@playwright/test';
import { bring } from './tables';

export const SOLVED = 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';
export const AFTER_R = 'UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB';

/** What a browser remarks on a header of the service where the page does not come over https. */
const ONLY_SECURE = 'The Cross-Origin-Opener-Policy header has been ignored';

/** All tests share a browser's storage, which has the tables of the usual method from the start. */
export const test = base.extend<{ page: Page }, { storage: BrowserContext }>({
  storage: [
    async ({ playwright, launchOptions }, use, { project }) => {
      const folder = await mkdtemp(join(tmpdir(), 'cubebatch-page-'));
      const { baseURL } = project.use;
      const context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        // It would answer for the network, which some tests watch.
        serviceWorkers: 'block',
        ...(baseURL && { baseURL }),
      });
      const page = await context.newPage();
      await page.goto('./');
      await bring(page, ['phase1-complete', 'phase1-distances', 'phase2-pruning']);
      await page.close();
      await use(context);
      await context.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  context: async ({ storage }, use) => use(storage),
  page: async ({ storage, baseURL, viewport, colorScheme }, use) => {
    const page = await storage.newPage();
    await page.setViewportSize(viewport!);
    await page.emulateMedia({ colorScheme });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith(ONLY_SECURE)) {
        faults.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL!)) {
        faults.push(`The page asked for ${request.url()}.`);
      }
    });
    await use(page);
    await storage.setOffline(false);
    await page.close();
    expect(faults).toEqual([]);
  },
});
export { expect };
export type { Page };

export async function open(page: Page, fragment = ''): Promise<void> {
  await page.goto(`./${fragment}`);
  await expect(page.locator('#part-one')).toHaveAttribute('data-ready', '');
}

/** The stickers that the net shows, `.` where nothing is painted. */
export async function shown(page: Page): Promise<string> {
  return page.locator('#net button').evaluateAll((buttons) =>
    buttons.map((button) => (button as HTMLElement).dataset['colour']).join(''),
  );
}

export async function read(page: Page, text: string): Promise<void> {
  await page.getByLabel('Moves or stickers').fill(text);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
}

export function solveButton(page: Page) {
  return page.getByRole('button', { name: 'Solve', exact: true });
}

/** Solves what is shown, and gives the moves. */
export async function solve(page: Page): Promise<string[]> {
  await solveButton(page).click();
  await expect(page.locator('#solve-summary')).toHaveText(/^\d+ moves?,/, { timeout: 280_000 });
  return page.locator('#moves button').allTextContents();
}
