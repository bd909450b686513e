/** Tables that the program has built, so that the page need not build them in each run of the tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Puts tables into the storage of the page, where the folder CUBEBATCH_TABLES has them. Pages without storage build them. */
export async function bring(page: Page, tables: string[]): Promise<void> {
  const folder = process.env['CUBEBATCH_TABLES'];
  const files = tables.map((table) => join(folder ?? '', `${table}.cube`)).filter(existsSync);
  if (!folder || !files.length || !(await page.evaluate(() => 'storage' in navigator))) {
    return;
  }
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'brought', multiple: true })));
  await page.locator('#brought').setInputFiles(files);
  await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('#brought')!;
    const folder = await navigator.storage.getDirectory();
    for (const file of input.files!) {
      const kept = await folder.getFileHandle(file.name, { create: true });
      await file.stream().pipeTo(await kept.createWritable());
    }
    input.remove();
  });
}
