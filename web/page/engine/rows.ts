/** The rows of a file: in the browser's storage or, without it, in memory. */
import { type Handle, file, names, openToWrite, remove } from './storage';

const PREFIX = 'rows-';

/** The file of this worker; each tab has its own. Only secure pages have `crypto.randomUUID`. */
const NAME = `${PREFIX}${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** Rows that are being written. */
export class Rows {
  readonly #handle: Handle | undefined;
  readonly #parts: Blob[] = [];
  #written = 0;

  private constructor(handle: Handle | undefined) {
    this.#handle = handle;
  }

  static async begin(): Promise<Rows> {
    await sweep();
    return new Rows(await openToWrite(NAME));
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
        throw new Error("The browser's storage is full.");
      }
      this.#written += written;
      rest = rest.subarray(written);
    }
  }

  /** Ends the rows, and returns what reads them. */
  end(): () => Promise<File> {
    if (!this.#handle) {
      const whole = new File(this.#parts, NAME);
      return async () => whole;
    }
    this.#handle.close();
    return () => file(NAME);
  }
}

let isHeld = false;

/** Removes the files of workers that have ended. A living worker holds a lock with the name of its file. */
async function sweep(): Promise<void> {
  if (!navigator.locks) {
    return;
  }
  if (!isHeld) {
    isHeld = true;
    await new Promise<void>((resolve) => {
      void navigator.locks.request(NAME, () => {
        resolve();
        return new Promise(() => {});
      });
    });
  }
  const { held } = await navigator.locks.query();
  const alive = new Set(held?.map((lock) => lock.name));
  for (const name of await names()) {
    if (name.startsWith(PREFIX) && !alive.has(name)) {
      await remove(name);
    }
  }
}
