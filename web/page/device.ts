import { ask, told, whenGone } from './engine/client';
import type { Device } from './engine/contract';
import { byId, messageOf } from './ui/dom';

type Wanted = 'auto' | 'gpu' | 'cpu';

let opened: Promise<Device> | undefined;

/** The device that solves; it is opened when it is asked for first. */
export function device(): Promise<Device> {
  opened ??= open();
  return opened;
}

/** Lets the reader choose, and shows what was opened. */
export function startDevice(): void {
  byId('device').addEventListener('change', () => {
    opened = open();
  });
  // A new worker has nothing open.
  whenGone(() => (opened = undefined));
  // After the first paint, and while there is nothing else to do.
  const soon = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
  soon(() => device().catch(() => {}));
}

async function open(): Promise<Device> {
  const wanted = byId<HTMLSelectElement>('device').value as Wanted;
  const name = byId('device-name');
  name.textContent = 'is being opened …';
  try {
    const device = await ask((engine) => engine.open(wanted, told((note) => (byId('note').textContent = note.text))));
    name.textContent = describe(device);
    name.title = name.textContent;
    return device;
  } catch (error) {
    // The next call tries again.
    opened = undefined;
    name.textContent = messageOf(error);
    throw error;
  }
}

/** Its name, and what one must know of it. */
export function describe(device: Device): string {
  if (device.kind === 'gpu') {
    return device.isSoftware ? `${device.name} (a software driver)` : device.name;
  }
  return device.why ? `${device.name}; no GPU: ${device.why}` : device.name;
}
