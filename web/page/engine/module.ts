/** The WebAssembly module of this worker, and its jobs, one at a time. */
import { promising } from './host';
import init, * as wasm from './wasm/cubebatch_web';
import url from './wasm/cubebatch_web_bg.wasm?url';

export { wasm };

let loaded: Promise<() => Promise<void>> | undefined;

/** Loads the module; gives the call that does the job which was prepared. */
export function load(): Promise<() => Promise<void>> {
  loaded ??= init({ module_or_path: url }).then((exports) => promising(exports.run));
  return loaded;
}

let last: Promise<unknown> = Promise.resolve();
let wasStopped = false;

/** Does a job when those before it have ended: what `prepare` prepares, and what comes of it. */
export function job<T>(prepare: () => void): Promise<T> {
  const work = last.then(async () => {
    const run = await load();
    wasStopped = false;
    prepare();
    await run();
    try {
      return wasm.outcome() as T;
    } catch (error) {
      throw wasStopped ? stopped() : error;
    }
  });
  last = work.catch(() => {});
  return work;
}

/** Ends the job that is under way soon. */
export function stop(): void {
  wasStopped = true;
  wasm.stop();
}

/** What a job fails with that was stopped. */
export function stopped(): Error {
  const error = new Error('It was stopped.');
  error.name = 'Stopped';
  return error;
}
