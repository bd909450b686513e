/** The WebAssembly module of this worker, and its jobs, one at a time. */
import { promising } from './host';
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
let isStopped = false;

/** Begins a sequence of jobs: `stop` ends this one from now on. */
export async function begin(): Promise<void> {
  await load();
  isStopped = false;
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
      throw isStopped ? stopped() : error;
    }
  });
  last = work.catch(() => {});
  return work;
}

/** Lets waiting messages arrive; one of them may ask to stop. */
export async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (isStopped) {
    throw stopped();
  }
}

/** Ends the running jobs soon. */
export function stop(): void {
  isStopped = true;
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
