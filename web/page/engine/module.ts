/** The WebAssembly module of this worker, and its jobs, one at a time. */
import { promising } from './host';
import init, * as wasm from './wasm/cubebatch_web';
import url from './wasm/cubebatch_web_bg.wasm?url';

export { wasm };

let loaded: Promise<() => Promise<void>> | undefined;

/** Loads the module; gives the call that does the job which was prepared. */
export function load(): Promise<() => Promise<void>> {
  loaded ??= init({ module_or_path: url }).then((exports) => promising(exports.run));
  // The next call tries again.
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

let last: Promise<unknown> = Promise.resolve();
let isStopped = false;

/** Begins something that is made of jobs: what is stopped from now on is this. */
export async function begin(): Promise<void> {
  await load();
  isStopped = false;
}

/** Does a job when those before it have ended: what `prepare` prepares, and what comes of it. */
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

/** Lets messages come in, of which one may be to stop. */
export async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (isStopped) {
    throw stopped();
  }
}

/** Ends what has begun soon. */
export function stop(): void {
  isStopped = true;
  wasm.stop();
}

/** What fails with this was stopped. */
function stopped(): Error {
  const error = new Error('Stopped.');
  error.name = 'Stopped';
  return error;
}

export function wasStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'Stopped';
}
