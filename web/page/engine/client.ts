import * as Comlink from 'comlink';
import type { Engine } from './contract';
import { t } from '../language/language';
import { CODE } from '../language/start';

/** Makes a function that the worker can call until the call of the page has ended: news has a channel of its own, and may come after the answer. */
type Heard = <T>(tell: (news: T) => unknown) => (news: T) => void;

type Question<T> = (engine: Comlink.Remote<Engine>, heard: Heard) => Promise<T>;

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

  async call<T>(ask: Question<T>): Promise<T> {
    let isOver = false;
    const heard: Heard = (tell) => lasting((news) => isOver || tell(news));
    try {
      return await Promise.race([ask(this.#engine, heard), this.#failure]);
    } catch (error) {
      // After such a failure the instance is unreliable.
      if (error instanceof Error && error.name === 'RuntimeError') {
        this.#end();
      }
      throw error;
    } finally {
      isOver = true;
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
export function ask<T>(question: Question<T>): Promise<T> {
  solver ??= new Instance(() => {
    solver = word = undefined;
    watchers.forEach((tell) => tell());
  });
  return solver.call(question);
}

/** Calls the instance without a device, which answers at once even while the other one works. */
export function askReader<T>(question: Question<T>): Promise<T> {
  reader ??= new Instance(() => (reader = undefined));
  return reader.call(question);
}

let word: Promise<Int32Array | undefined> | undefined;

/** The word that ends the work of the solving instance. Its worker cannot say where it is while it computes, so the page asks before. */
function stopWord(): Promise<Int32Array | undefined> {
  word ??= ask((engine) => engine.stopWord()).catch(() => (word = undefined));
  return word;
}

/** Does long work, which `stop` ends. */
export async function working<T>(work: () => Promise<T>): Promise<T> {
  const mayStop = await stopWord();
  try {
    return await work();
  } finally {
    mayStop?.fill(0);
  }
}

/** Ends the long work of the solving instance soon. */
export async function stop(): Promise<void> {
  const mayStop = await stopWord();
  if (mayStop) {
    Atomics.store(mayStop, 0, 1);
  } else {
    await ask((engine) => engine.stop());
  }
}

/** Makes a function that the worker can call at any time. */
export function lasting<T>(tell: (news: T) => unknown): (news: T) => void {
  return Comlink.proxy((news: T) => void tell(news));
}

/** Whether a job ended because `stop` was called. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'Stopped';
}
