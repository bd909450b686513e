/** The worker of one thread of the module. */
import init, { be_thread } from './wasm/cubebatch_web';

/** What the engine sends to the worker. */
export interface Shared {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
}

self.addEventListener('message', async ({ data: { module, memory } }: MessageEvent<Shared>) => {
  await init({ module_or_path: module, memory });
  // The only message: it is ready.
  self.postMessage(undefined);
  // It does not return.
  be_thread();
}, { once: true });
