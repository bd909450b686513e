/** Files of scrambles. */
import { type Page, expect } from './page';
import { random } from './random';

/** Scrambles of 25 moves. */
export function scrambles(count: number): string[] {
  const below = random(7);
  const move = () => 'URFDLB'[below(6)]! + ['', '2', "'"][below(3)]!;
  return Array.from({ length: count }, () => Array.from({ length: 25 }, move).join(' '));
}

/** Chooses these lines as the file that is to be solved. */
export async function choose(page: Page, name: string, lines: string[]): Promise<void> {
  await page.getByRole('tab', { name: 'Batch' }).click();
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.locator('#file').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await expect(page.locator('#file-name')).toContainText(name);
}
