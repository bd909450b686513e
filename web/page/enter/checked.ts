import { BLANK } from '../cube/puzzle';
import { askReader } from '../engine/client';
import type { Cause, Fault } from '../engine/contract';
import { positions } from '../position';

/** The known facts about the stickers on the page. */
export interface Checked {
  faults: Fault[];
  /** The number of painted stickers. */
  painted: number;
  /** Whether turns can reach the position. */
  isPosition: boolean;
  /** The mistakes that explain the faults. */
  causes: Cause[];
  /** The stickers with all that can have one colour only. */
  forced: string;
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
  const isCube = puzzle.size === 3;
  const faults = await askReader((engine) => (isCube ? engine.faults(stickers) : engine.pocketFaults(stickers)));
  const isWhole = !stickers.includes(BLANK);
  const causes = isCube && faults.length && isWhole ? await askReader((engine) => engine.causes(stickers)) : [];
  const forced = isCube && !faults.length && !isWhole ? await askReader((engine) => engine.forced(stickers)) : stickers;
  if (number !== asked) {
    return;
  }
  const painted = [...stickers].filter((letter) => letter !== BLANK).length;
  const checked = { faults, painted, isPosition: !faults.length && painted === puzzle.stickers, causes, forced };
  for (const listener of listeners) {
    listener(checked);
  }
}
