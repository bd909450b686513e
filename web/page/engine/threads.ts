/** The threads of the module. Browsers share memory between workers only in pages that are isolated from other sites. */
import type { Shared } from './thread';
import * as wasm from './wasm/cubebatch_web';

/** The workers; a browser may end one that nothing refers to. */
let workers: Worker[] = [];

/** Starts a thread for each core, and returns how many threads work. */
export async function startThreads(): Promise<number> {
  const cores = crossOriginIsolated ? navigator.hardwareConcurrency : 1;
  if (cores > 1 && !workers.length) {
    const shared = { module: wasm.shared_module() as WebAssembly.Module, memory: wasm.shared_memory() as WebAssembly.Memory };
    const started = await Promise.allSettled(Array.from({ length: cores }, () => start(shared)));
    workers = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    if (workers.length) {
      wasm.start_threads(workers.length);
    }
  }
  return wasm.threads();
}

function start(shared: Shared): Promise<Worker> {
  return new Promise((ready, fail) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { type: 'module', name: self.name });
    // Its only message says that it is ready.
    worker.addEventListener('message', () => ready(worker), { once: true });
    worker.addEventListener('error', () => fail(new Error('a thread does not start')));
    worker.postMessage(shared);
  });
}
