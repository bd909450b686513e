import { isStopped, stop, working } from './engine/client';
import { byId, messageOf } from './ui/dom';
import { t } from './language/language';

/** A button that starts work of a part. */
export interface Start {
  button: HTMLButtonElement;
  /** Whether the work can start. */
  isReady(): boolean;
}

/** The buttons and messages of a part of the page that does long work. */
export interface Controls {
  name: string;
  starts: Start[];
  stop: HTMLButtonElement;
  /** Says why nothing can start. */
  busy: HTMLElement;
  error: HTMLElement;
}

const parts: Controls[] = [];
let running: Controls | undefined;

/** Registers a part of the page. All parts share one device, so only one works at a time. */
export function join(part: Controls): void {
  parts.push(part);
  part.stop.addEventListener('click', () => void stop());
  refresh();
}

// The work ends at once with the page, so that the next page can have its rows.
window.addEventListener('pagehide', () => running && void stop());

/** Enables the buttons of work that can start now. */
export function refresh(): void {
  byId<HTMLSelectElement>('device').disabled = running !== undefined;
  for (const part of parts) {
    const buttons = [part.stop, ...part.starts.map(({ button }) => button)];
    const hadFocus = buttons.some((button) => button === document.activeElement);
    for (const { button, isReady } of part.starts) {
      button.disabled = running !== undefined || !isReady();
      button.hidden = running === part;
    }
    part.stop.hidden = running !== part;
    part.busy.textContent = running && running !== part ? t('The part “{name}” is at work. Wait for it, or stop it there.', { name: running.name }) : '';
    if (hadFocus) {
      // The focus goes to the button that replaced the other one.
      (running === part ? part.stop : part.starts[0]!.button).focus();
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
    await working(work);
  } catch (error) {
    part.error.textContent = isStopped(error) ? t('Stopped.') : messageOf(error);
  } finally {
    running = undefined;
    refresh();
  }
}
