/** The WebAssembly module of this worker, and its jobs, one at a time. */
import { promising } from './host';
import { startThreads } from './threads';
import init, * as wasm from './wasm/cubebatch_web';
import url from './wasm/cubebatch_web_bg.wasm?url';
import { t } from '../language/language';
import { learn } from '../language/languages';

export { wasm };

let loaded: Promise<() => Promise<void>> | undefined;

/** Loads the module. Returns the call that does the prepared job. */
export function load(): Promise<() => Promise<void>> {
  // The page named the worker by its language. English is there without a catalogue.
  loaded ??= Promise.all([init({ module_or_path: url }), learn(self.name).catch(() => {})]).then(([exports]) => promising(exports.run));
  // The next call tries again.
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

let last: Promise<unknown> = Promise.resolve();
let threads: Promise<number> | undefined;

/** Begins a sequence of jobs, on all threads; returns how many there are. Where the page sets no `stopWord`, `stop` ends this sequence from now on. */
export async function begin(): Promise<number> {
  await load();
  threads ??= startThreads();
  if (!crossOriginIsolated) {
    wasm.allow();
  }
  return threads;
}

/** The word of the shared memory that ends the running jobs while it is 1: the page can set it while this worker computes. */
export async function stopWord(): Promise<Int32Array | undefined> {
  await load();
  const { buffer } = wasm.shared_memory() as WebAssembly.Memory;
  return crossOriginIsolated ? new Int32Array(buffer, wasm.stop_address(), 1) : undefined;
}

/** Prepares a job and does it after all earlier jobs have ended; returns its result. */
export function job<T>(prepare: () => void): Promise<T> {
  const work = last.then(async () => {
    const run = await load();
    await heard();
    prepare();
    await run();
    try {
      return wasm.outcome() as T;
    } catch (error) {
      throw wasm.is_stopped() ? stopped() : error;
    }
  });
  last = work.catch(() => {});
  return work;
}

/** Lets waiting messages arrive; one of them may ask to stop. */
export async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (wasm.is_stopped()) {
    throw stopped();
  }
}

/** Ends the running jobs soon. */
export function stop(): void {
  wasm.stop();
}

/** Jobs that were stopped fail with this error. */
function stopped(): Error {
  const error = new Error(t('Stopped.'));
  error.name = 'Stopped';
  return error;
}

export function wasStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'Stopped';
}
