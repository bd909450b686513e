import { ask, isStopped } from './engine/client';
import { byId, messageOf } from './ui/dom';

/** The buttons and messages of a part of the page that starts long work. */
export interface Controls {
  start: HTMLButtonElement;
  stop: HTMLButtonElement;
  error: HTMLElement;
  /** Whether the work can start. */
  isReady(): boolean;
}

const parts: Controls[] = [];
let running: Controls | undefined;

/** Registers a part of the page. All parts share one device, so only one works at a time. */
export function join(part: Controls): void {
  parts.push(part);
  part.stop.addEventListener('click', () => void ask((engine) => engine.stop()));
  refresh();
}

/** Enables the buttons of work that can start now. */
export function refresh(): void {
  byId<HTMLSelectElement>('device').disabled = running !== undefined;
  for (const part of parts) {
    const hadFocus = document.activeElement === part.start || document.activeElement === part.stop;
    part.start.disabled = running !== undefined || !part.isReady();
    part.start.hidden = running === part;
    part.stop.hidden = running !== part;
    part.start.title = running && running !== part ? 'Another part of the page is working.' : '';
    if (hadFocus) {
      // The focus goes to the button that replaced the other one.
      (running === part ? part.stop : part.start).focus();
    }
  }
}

/** Does the work of a part and shows a failure beside it. Stopping is no failure. */
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
