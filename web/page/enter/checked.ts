import { BLANK } from '../cube/puzzle';
import { askReader } from '../engine/client';
import type { Fault } from '../engine/contract';
import { positions } from '../position';

/** What is known of the stickers that are shown. */
export interface Checked {
  faults: Fault[];
  /** How many are painted. */
  painted: number;
  /** Whether turns can reach them. */
  isPosition: boolean;
}

const listeners: ((checked: Checked) => void)[] = [];
let asked = 0;

/** Calls back whenever the stickers have been looked at. */
export function onChecked(listener: (checked: Checked) => void): void {
  listeners.push(listener);
}

/** Has the stickers looked at after each change; only the last answer counts. */
export function startChecking(fail: (error: unknown) => void): void {
  positions.follow(() => check().catch(fail));
}

async function check(): Promise<void> {
  const { puzzle, stickers } = positions;
  const number = ++asked;
  const faults = await askReader((engine) =>
    puzzle.size === 3 ? engine.faults(stickers) : engine.pocketFaults(stickers),
  );
  if (number !== asked) {
    return;
  }
  const painted = [...stickers].filter((letter) => letter !== BLANK).length;
  const checked = { faults, painted, isPosition: !faults.length && painted === puzzle.stickers };
  for (const listener of listeners) {
    listener(checked);
  }
}
