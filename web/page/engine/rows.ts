/** The rows of a file: in the browser's storage or, without it, in memory. */
import type { Kept } from './contract';
import { type Handle, file, names, openToWrite, remove } from './storage';
import { t } from '../language/language';

const PREFIX = 'rows-';

/** Marks the rows of a whole file: without it they are of a part. */
const WHOLE = 'whole-';

/** Begins the name that the user gave, in the name of a file. */
const NAMED = '~';

/** What the files of this worker begin with; each tab has its own. Only secure pages have `crypto.randomUUID`. */
const OWN = `${PREFIX}${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** Rows that are being written. */
export class Rows {
  readonly #name: string;
  #handle: Handle | undefined;
  readonly #parts: Blob[] = [];
  #written = 0;

  private constructor(name: string, handle: Handle | undefined) {
    this.#name = name;
    this.#handle = handle;
  }

  /** Begins rows that are to have this name. Rows of earlier files are removed, unless a living page has them. */
  static async begin(name: string): Promise<Rows> {
    await hold();
    for (const old of [...(await orphans()), ...(await names()).filter((name) => name.startsWith(OWN))]) {
      await discard(old);
    }
    const own = `${OWN}${NAMED}${name}`;
    return new Rows(own, await openToWrite(own));
  }

  /** Opens rows of a part again, to add others. */
  async goOn(): Promise<void> {
    if (this.#handle) {
      this.#handle = await openToWrite(this.#name, this.#written);
      if (!this.#handle) {
        throw new Error(t("The browser's storage no longer has these rows."));
      }
    }
  }

  get isEmpty(): boolean {
    return this.#written === 0 && this.#parts.length === 0;
  }

  add(rows: Uint8Array<ArrayBuffer>): void {
    if (!this.#handle) {
      // The browser may keep a blob outside memory.
      this.#parts.push(new Blob([rows]));
      return;
    }
    for (let rest = rows; rest.length; ) {
      const written = this.#handle.write(rest, { at: this.#written });
      if (written === 0) {
        throw new Error(t("The browser's storage is full."));
      }
      this.#written += written;
      rest = rest.subarray(written);
    }
  }

  /** Ends the rows, of a whole file or of a part, and returns what reads them. */
  async end(isWhole: boolean): Promise<() => Promise<Kept>> {
    if (!this.#handle) {
      const rows = new File(this.#parts, this.#name);
      return async () => ({ ...named(this.#name), rows, isWhole, isStored: false });
    }
    this.#handle.close();
    if (isWhole) {
      (await openToWrite(WHOLE + this.#name))?.close();
    }
    return async () => ({ ...named(this.#name), rows: await file(this.#name), isWhole, isStored: true });
  }
}

/** The rows of pages that ended, of this visit or of an earlier one. */
export async function kept(): Promise<Kept[]> {
  await hold();
  const whole = new Set((await names()).filter((name) => name.startsWith(WHOLE)));
  const found = (await orphans()).map(async (name) => ({
    ...named(name), rows: await file(name), isWhole: whole.has(WHOLE + name), isStored: true,
  }));
  return (await Promise.all(found)).filter(({ rows }) => rows.size > 0);
}

/** Waits until a page that has rows ends, as one that was just left; for ever if there is none. */
export async function othersEnd(): Promise<void> {
  const alive = await owners();
  const others = [...new Set((await names()).map(owner))].filter((other) => other !== OWN && alive.has(other));
  // Its lock is free when it has ended.
  await Promise.race(others.map((other) => navigator.locks.request(other, { mode: 'shared' }, () => {})));
}

/** Removes kept rows. */
export async function discard(id: string): Promise<void> {
  await remove(WHOLE + id);
  await remove(id);
}

function named(id: string): { id: string; name: string } {
  return { id, name: id.slice(id.indexOf(NAMED) + 1) };
}

/** The files of rows of workers that have ended. */
async function orphans(): Promise<string[]> {
  if (!navigator.locks) {
    return [];
  }
  const alive = await owners();
  return (await names()).filter((name) => name.startsWith(PREFIX) && !alive.has(owner(name)));
}

/** What the names of all files of a worker begin with: it holds a lock of this name as long as it lives. */
function owner(name: string): string {
  return name.split(NAMED)[0]!;
}

/** The locks that are held now. */
async function owners(): Promise<Set<string | undefined>> {
  const held = await navigator.locks?.query();
  return new Set(held?.held?.map((lock) => lock.name));
}

let isHeld = false;

/** Holds the lock of this worker. */
async function hold(): Promise<void> {
  if (!navigator.locks || isHeld) {
    return;
  }
  isHeld = true;
  await new Promise<void>((resolve) => {
    void navigator.locks.request(OWN, () => {
      resolve();
      return new Promise(() => {});
    });
  });
}
