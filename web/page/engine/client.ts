import * as Comlink from 'comlink';
import type { Engine } from './contract';
import { t } from '../language/language';
import { CODE } from '../language/start';

/**
 * An instance of the engine in its own worker. A worker that cannot start answers no call. So the page uses `call`,
 * which fails when the worker does.
 */
class Instance {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: CODE });
  readonly #engine = Comlink.wrap<Engine>(this.#worker);
  readonly #failure: Promise<never>;

  constructor(readonly isOver: () => void) {
    this.#failure = new Promise((_, reject) => {
      this.#worker.addEventListener('error', (event) => {
        this.#end();
        reject(new Error(event.message || t('The engine could not be loaded.')));
      });
    });
    // The calls that fail with the worker report the error.
    this.#failure.catch(() => {});
  }

  async call<T>(ask: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
    try {
      return await Promise.race([ask(this.#engine), this.#failure]);
    } catch (error) {
      // After such a failure the instance is unreliable.
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

/** Calls `heard` when the solving instance ends; the next call starts a new one. */
export function whenGone(tell: () => void): void {
  watchers.push(tell);
}

/** Calls the instance that opens a device and does long work. */
export function ask<T>(question: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
  solver ??= new Instance(() => {
    solver = undefined;
    watchers.forEach((tell) => tell());
  });
  return solver.call(question);
}

/** Calls the instance without a device, which answers at once even while the other one works. */
export function askReader<T>(question: (engine: Comlink.Remote<Engine>) => Promise<T>): Promise<T> {
  reader ??= new Instance(() => (reader = undefined));
  return reader.call(question);
}

/** Makes a function that the worker can call. */
export function told<T>(tell: (news: T) => void): (news: T) => void {
  return Comlink.proxy(tell);
}

/** Whether a job ended because `stop` was called. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'Stopped';
}
