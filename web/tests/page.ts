/** The page as tests use it: whatever goes wrong in it makes a test fail, and nothing comes from elsewhere. */
import { type Page, test as base, expect } from '@playwright/test';

export const SOLVED = 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';
export const AFTER_R = 'UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB';

export const test = base.extend<{ page: Page }>({
  page: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        faults.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL!)) {
        faults.push(`The page asked for ${request.url()}.`);
      }
    });
    await use(page);
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
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

export function solveButton(page: Page) {
  return page.getByRole('button', { name: 'Solve', exact: true });
}

/** Solves what is shown, and gives the moves. */
export async function solve(page: Page): Promise<string[]> {
  await solveButton(page).click();
  await expect(page.locator('#solve-summary')).toHaveText(/move/, { timeout: 280_000 });
  return page.locator('#moves button').allTextContents();
}
