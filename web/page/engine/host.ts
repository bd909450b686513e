/**
 * What the WebAssembly module asks of its host while a job runs: to be suspended until the browser has done something.
 * That takes WebAssembly's JavaScript Promise Integration; without it no GPU is opened, and nothing else suspends.
 */

type Suspending = new (call: () => Promise<void> | void) => () => void;
type Promising = (call: CallableFunction) => () => Promise<void>;
const integration = WebAssembly as unknown as { Suspending?: Suspending; promising?: Promising };

/** Whether jobs can be suspended. */
export const suspends = integration.Suspending !== undefined && integration.promising !== undefined;

/** A call of the module that can be suspended. */
export function promising(call: () => void): () => Promise<void> {
  return integration.promising?.(call) ?? (async () => call());
}

function suspending(call: () => Promise<void> | void): () => void {
  return integration.Suspending ? new integration.Suspending(call) : () => {};
}

let wake: (() => void) | undefined;
let wasWoken = false;

/** Lets the browser go on until `resume` is called, which may have been before. */
export const suspend = suspending(() => {
  if (wasWoken) {
    wasWoken = false;
    return;
  }
  return new Promise((resolve) => (wake = resolve));
});

export function resume(): void {
  if (wake) {
    wake();
    wake = undefined;
  } else {
    wasWoken = true;
  }
}

/** Lets the browser do what waits. */
export const breathe = suspending(() => new Promise((resolve) => setTimeout(resolve)));
