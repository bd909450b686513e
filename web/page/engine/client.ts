import * as Comlink from 'comlink';
import type { Engine } from './contract';

/**
 * One instance of the engine in a worker of its own. A worker that cannot start answers no call, so calls are
 * made by `call`, which fails with it.
 */
class Instance {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #engine = Comlink.wrap<Engine>(this.#worker);
  readonly #failure: Promise<never>;

  constructor(readonly isOver: () => void) {
    this.#failure = new Promise((_, reject) => {
      this.#worker.addEventListener('error', (event) => {
        this.#end();
        reject(new Error(event.message || 'The engine could not be loaded.'));
      });
    });
    // The calls that it makes fail report it.
    this.#failure.catch(() => {});
  }

  async call<T>(ask: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
    try {
      return await Promise.race([ask(this.#engine), this.#failure]);
    } catch (error) {
      // What has failed within cannot be relied on any more.
      if (error instanceof Error && error.name === 'RuntimeError') {
        this.#end();
      }
      throw error;
    }
  }

  #end(): void {
    this.#worker.terminate();
    this.isOver();
  }
}

let solver: Instance | undefined;
let reader: Instance | undefined;
const watchers: (() => void)[] = [];

/** Calls `heard` when the instance that solves is gone; the next call gets a new one. */
export function whenGone(tell: () => void): void {
  watchers.push(tell);
}

/** Asks the instance that opens a device and does what takes long. */
export function ask<T>(question: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
  solver ??= new Instance(() => {
    solver = undefined;
    watchers.forEach((tell) => tell());
  });
  return solver.call(question);
}

/** Asks the instance that opens no device and answers at once, whatever the other one does. */
export function askReader<T>(question: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
  reader ??= new Instance(() => (reader = undefined));
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
