/**
 * Suspends the WebAssembly module while a job waits for the browser. This needs WebAssembly's JavaScript Promise
 * Integration; without it the page opens no GPU, and no other job suspends.
 */

type Suspending = new (call: () => Promise<void> | void) => () => void;
type Promising = (call: CallableFunction) => () => Promise<void>;
const integration = WebAssembly as unknown as { Suspending?: Suspending; promising?: Promising };

/** Whether the browser can suspend jobs. */
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

/** Suspends the job until `resume` is called; if that has happened already, the job continues at once. */
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

/** Lets the browser handle its waiting events. */
export const breathe = suspending(() => new Promise((resolve) => setTimeout(resolve)));
