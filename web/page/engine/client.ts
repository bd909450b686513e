import * as Comlink from 'comlink';
import type { Engine } from './contract';

/**
 * One instance of the engine in a worker of its own. A worker that cannot start answers no call, so calls are
 * made by `call`, which fails with it.
 */
class Instance {
  readonly #engine: Comlink.Remote<Engine>;
  readonly #failure: Promise<never>;

  constructor() {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#engine = Comlink.wrap<Engine>(worker);
    this.#failure = new Promise((_, reject) => {
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'The engine could not be loaded.')));
    });
    // It is told by the calls that it makes fail.
    this.#failure.catch(() => {});
  }

  call<T>(ask: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
    return Promise.race([ask(this.#engine), this.#failure]);
  }
}

let solver: Instance | undefined;
let reader: Instance | undefined;

/** Asks the instance that opens a device and does what takes long. */
export function ask<T>(question: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
  solver ??= new Instance();
  return solver.call(question);
}

/** Asks the instance that opens no device and answers at once, whatever the other one does. */
export function askReader<T>(question: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
  reader ??= new Instance();
  return reader.call(question);
}

/** A function that the worker can call. */
export function told<T>(tell: (news: T) => void): (news: T) => void {
  return Comlink.proxy(tell);
}

/** Whether a job ended because `stop` was called. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'Stopped';
}
