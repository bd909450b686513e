import { BLANK } from '../cube/puzzle';
import { askReader } from '../engine/client';
import type { Fault } from '../engine/contract';
import { positions } from '../position';

/** The known facts about the stickers on the page. */
export interface Checked {
  faults: Fault[];
  /** The number of painted stickers. */
  painted: number;
  /** Whether turns can reach the position. */
  isPosition: boolean;
}

const listeners: ((checked: Checked) => void)[] = [];
let asked = 0;

/** Calls back after each check of the stickers. */
export function onChecked(listener: (checked: Checked) => void): void {
  listeners.push(listener);
}

/** Checks the stickers after each change; only the last answer counts. */
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
