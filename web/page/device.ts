import { ask, lasting, whenGone } from './engine/client';
import type { Device } from './engine/contract';
import { byId, messageOf } from './ui/dom';
import { t } from './language/language';

type Wanted = 'auto' | 'gpu' | 'cpu';

let opened: Promise<Device> | undefined;

/** The device that solves; the first request opens it. */
export function device(): Promise<Device> {
  opened ??= open();
  return opened;
}

/** Lets the user choose a device, and shows the open one. */
export function startDevice(): void {
  byId('device').addEventListener('change', () => {
    opened = open();
  });
  // A new worker has no open device.
  whenGone(() => (opened = undefined));
  // After the first paint, when the browser is idle, the page opens the device and prepares what a first solution needs.
  const soon = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
  soon(() => device().then(() => ask((engine) => engine.warmUp())).catch(() => {}));
}

async function open(): Promise<Device> {
  const wanted = byId<HTMLSelectElement>('device').value as Wanted;
  const name = byId('device-name');
  name.textContent = t('is being opened …');
  try {
    const device = await ask((engine) => engine.open(wanted, lasting((note) => (byId('note').textContent = note.text))));
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

/** The name of a device, with a warning if it is a software driver. */
export function describe(device: Device): string {
  if (device.kind === 'gpu') {
    const name = device.isSoftware ? t('{name} (a software driver)', { name: device.name }) : device.name;
    // One position alone is solved sooner by the processor.
    return t('{name}, for many positions', { name });
  }
  return device.why ? t('{name}; no GPU: {why}', { name: device.name, why: device.why }) : device.name;
}
