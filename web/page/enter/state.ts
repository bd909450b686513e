import type { Fault } from '../engine/contract';
import { positions } from '../position';
import { element } from '../ui/dom';
import { sentence } from '../ui/words';
import type { Checked } from './checked';
import type { Net } from './net';

/** The most faults that the page lists. */
const MOST_FAULTS = 4;
/** The stickers of two corners. */
const MOST_OF_CUBIES = 6;

/** Shows the faults of the stickers, below the net and on it. */
export function showState(line: HTMLElement, net: Net, { faults, painted, isPosition }: Checked): void {
  const { puzzle, stickers } = positions;
  net.mark(marked(faults));
  line.classList.toggle('faulty', faults.length > 0);
  if (faults.length) {
    const told = faults.slice(0, MOST_FAULTS).map((fault) => element('li', {}, sentence(fault.message)));
    const more = faults.length - told.length;
    if (more > 0) {
      told.push(element('li', {}, `${more} more.`));
    }
    line.replaceChildren(element('ul', {}, ...told));
  } else if (isPosition) {
    line.textContent = stickers === puzzle.solved ? 'The cube is solved.' : 'This position can be solved.';
  } else {
    line.textContent = `${painted} of ${puzzle.stickers} stickers are painted.`;
  }
}

/**
 * The stickers to outline. A colour that occurs too often would outline all its stickers, so it counts only if no
 * corner or edge is known to be wrong.
 */
function marked(faults: Fault[]): number[] {
  const ofCubies = faults.filter((fault) => fault.stickers.length > 0 && fault.stickers.length <= MOST_OF_CUBIES);
  return (ofCubies.length ? ofCubies : faults).flatMap((fault) => fault.stickers);
}
