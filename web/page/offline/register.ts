/** Lets the page start without a network, where the browser allows that: over https, and from this machine. */
export function startOffline(): void {
  if (import.meta.env.PROD && navigator.serviceWorker) {
    // The files are fetched once more, so that waits until the page is there. Without them the page works as well.
    window.addEventListener('load', () => navigator.serviceWorker.register('./offline.js').catch(() => {}));
  }
}
