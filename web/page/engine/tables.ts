/** Tables: the page reads them from the browser's storage, or builds them and keeps them there. */
import type { Note, Progress } from './contract';
import { heard, job, wasm } from './module';
import { openToRead, openToWrite, remove } from './storage';
import { t } from '../language/language';
import { decimals } from '../ui/words';

/** Reads or builds the tables that a method needs, and reports the share that is done. */
export async function makeReady(
  method: string,
  onGpu: boolean,
  step: string,
  progress: (p: Progress) => void,
  note: (n: Note) => void,
): Promise<void> {
  const missing = wasm.missing_tables(method, onGpu);
  let share = 0;
  for (const [number, name] of missing.entries()) {
    const report = (_: string, done: number, total: number) => {
      // A table may be built in several steps, of which each begins at 0.
      share = Math.max(share, (number + done / total) / missing.length);
      progress({ step, done: share, total: 1 });
    };
    report(name, 0, 1);
    await heard();
    if (await wasRead(name, note)) {
      continue;
    }
    const start = performance.now();
    await job(() => wasm.prepare_build(name, report));
    const seconds = decimals((performance.now() - start) / 1000, 1);
    const isKept = await keep(name);
    note({
      text: isKept
        ? t('{name} was built in {seconds} s and is stored for next time.', { name, seconds })
        : t('{name} was built in {seconds} s.', { name, seconds }),
    });
  }
}

/** Reads a table from storage and returns whether it was there and complete. */
async function wasRead(name: string, note: (n: Note) => void): Promise<boolean> {
  const handle = await openToRead(fileOf(name));
  if (!handle) {
    return false;
  }
  try {
    wasm.load_table(name, handle);
    note({ text: t("{name} was read from the browser's storage.", { name }) });
    return true;
  } catch (error) {
    note({ text: t("{name} in the browser's storage cannot be used ({error}), so it is built again.", { name, error: String(error) }) });
    return false;
  } finally {
    handle.close();
  }
}

/** Stores a table and returns whether the storage had room for it. */
async function keep(name: string): Promise<boolean> {
  const handle = await openToWrite(fileOf(name));
  if (!handle) {
    return false;
  }
  let isKept = true;
  try {
    wasm.save_table(name, handle);
    handle.flush();
  } catch {
    isKept = false;
  }
  handle.close();
  if (!isKept) {
    await remove(fileOf(name));
  }
  return isKept;
}

function fileOf(table: string): string {
  return `${table}.cube`;
}
