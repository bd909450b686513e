import { BLANK, colourName } from '../cube/puzzle';
import type { Fault, Repair } from '../engine/contract';
import { positions } from '../position';
import { element } from '../ui/dom';
import { counted, t } from '../language/language';
import type { Checked } from './checked';
import { told } from './faults';

/** The most faults that the page lists. */
const MOST_FAULTS = 4;
/** The stickers of two corners. */
const MOST_OF_CUBIES = 6;

/** Shows the faults of the stickers, in a line and by marks on the stickers, with the mistakes that explain them. */
export function showState(line: HTMLElement, mark: (places: number[]) => void, checked: Checked): void {
  const { faults, painted, isPosition, repairs, forced } = checked;
  const { puzzle, stickers } = positions;
  mark(repairs.length === 1 ? repairs[0]!.stickers : marked(faults));
  line.classList.toggle('faulty', faults.length > 0);
  if (faults.length) {
    const list = faults.slice(0, MOST_FAULTS).map((fault) => element('li', {}, told(fault)));
    const more = faults.length - list.length;
    if (more > 0) {
      list.push(element('li', {}, t('{n} more.', { n: more })));
    }
    line.replaceChildren(element('ul', {}, ...list), ...repairs.map((repair) => offer(repair)));
  } else if (isPosition) {
    line.textContent = stickers === puzzle.solved ? t('The cube is solved.') : t('This position can be solved.');
  } else {
    line.replaceChildren(t('{painted} of {all} stickers are painted.', { painted, all: puzzle.stickers }), ...filling(forced));
  }
}

/** A button that mends a mistake. */
function offer(repair: Repair): HTMLElement {
  const [first, second] = repair.stickers;
  const question =
    second === undefined
      ? t('A sticker looks wrong: paint it {colour}', { colour: colourName(repair.after[first!]!) })
      : t('Two stickers look swapped: swap them');
  return button(question, repair.after);
}

/** A button that paints what is forced, if there is something. */
function filling(forced: string): HTMLElement[] {
  const count = [...positions.stickers].filter((letter, place) => letter === BLANK && forced[place] !== BLANK).length;
  return count ? [button(counted(count, 'Fill in {n} sticker that must be so', 'Fill in {n} stickers that must be so'), forced)] : [];
}

function button(label: string, stickers: string): HTMLElement {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', () => positions.set(stickers));
  return made;
}

/**
 * The stickers to outline. A colour that occurs too often would outline all its stickers, so it counts only if no
 * corner or edge is known to be wrong.
 */
function marked(faults: Fault[]): number[] {
  const ofCubies = faults.filter((fault) => fault.stickers.length > 0 && fault.stickers.length <= MOST_OF_CUBIES);
  return (ofCubies.length ? ofCubies : faults).flatMap((fault) => fault.stickers);
}
