import { ask, isStopped } from './engine/client';
import { byId, messageOf } from './ui/dom';

/** The buttons and lines of a part of the page that starts something long. */
export interface Controls {
  start: HTMLButtonElement;
  stop: HTMLButtonElement;
  error: HTMLElement;
  /** Whether there is something to start. */
  isReady(): boolean;
}

const parts: Controls[] = [];
let running: Controls | undefined;

/** Joins a part to those of which one can work at a time, as there is one device. */
export function join(part: Controls): void {
  parts.push(part);
  part.stop.addEventListener('click', () => void ask((engine) => engine.stop()));
  refresh();
}

/** Enables what can be started now. */
export function refresh(): void {
  byId<HTMLSelectElement>('device').disabled = running !== undefined;
  for (const part of parts) {
    const hadFocus = document.activeElement === part.start || document.activeElement === part.stop;
    part.start.disabled = running !== undefined || !part.isReady();
    part.start.hidden = running === part;
    part.stop.hidden = running !== part;
    part.start.title = running && running !== part ? 'Another part of the page is working.' : '';
    if (hadFocus) {
      // The one that took the other's place.
      (running === part ? part.stop : part.start).focus();
    }
  }
}

/** Does the work of a part; a failure is shown beside it, and stopping is no failure. */
export async function run(part: Controls, work: () => Promise<void>): Promise<void> {
  if (running) {
    return;
  }
  running = part;
  part.error.textContent = '';
  refresh();
  try {
    await work();
  } catch (error) {
    part.error.textContent = isStopped(error) ? 'Stopped.' : messageOf(error);
  } finally {
    running = undefined;
    refresh();
  }
}
