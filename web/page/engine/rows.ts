/** The rows of a file: written into the browser's storage, or kept as parts where there is none. */
import { file, openToWrite, remove, type Handle } from './storage';

const NAME = 'rows';

/** Rows that are being written. */
export class Rows {
  readonly #handle: Handle | undefined;
  readonly #parts: Blob[] = [];

  private constructor(handle: Handle | undefined) {
    this.#handle = handle;
  }

  static async begin(): Promise<Rows> {
    return new Rows(await openToWrite(NAME));
  }

  add(rows: Uint8Array<ArrayBuffer>): void {
    if (this.#handle) {
      this.#handle.write(rows);
    } else {
      // A browser may keep it elsewhere than in memory.
      this.#parts.push(new Blob([rows]));
    }
  }

  /** What was written. */
  async end(): Promise<() => Promise<File>> {
    if (!this.#handle) {
      const whole = new File(this.#parts, NAME);
      await remove(NAME);
      return async () => whole;
    }
    this.#handle.flush();
    this.#handle.close();
    return () => file(NAME);
  }
}
