import { BLANK, colourName } from '../cube/puzzle';
import type { Cause, Fault } from '../engine/contract';
import { positions } from '../position';
import { element } from '../ui/dom';
import { counted, t } from '../language/language';
import type { Checked } from './checked';
import { told } from './faults';

/** The most faults that the page lists. */
const MOST_FAULTS = 4;
/** The most explanations that it offers. */
const MOST_CAUSES = 3;
/** The stickers of two corners. */
const MOST_OF_CUBIES = 6;

/** Shows the faults of the stickers, in a line and by marks on the stickers, with the mistakes that explain them. */
export function showState(line: HTMLElement, mark: (places: number[]) => void, checked: Checked): void {
  const { faults, painted, isPosition, causes, forced } = checked;
  const { puzzle, stickers } = positions;
  mark(causes[0]?.kind === 'stickers' ? causes[0].stickers : marked(faults));
  line.classList.toggle('faulty', faults.length > 0);
  if (faults.length) {
    const list = faults.slice(0, MOST_FAULTS).map((fault) => element('li', {}, told(fault)));
    const more = faults.length - list.length;
    if (more > 0) {
      list.push(element('li', {}, t('{n} more.', { n: more })));
    }
    line.replaceChildren(element('ul', {}, ...list), ...causes.slice(0, MOST_CAUSES).map((cause) => button(question(cause), cause.after)));
  } else if (isPosition) {
    line.textContent = stickers === puzzle.solved ? t('The cube is solved.') : t('This position can be solved.');
  } else {
    line.replaceChildren(t('{painted} of {all} stickers are painted.', { painted, all: puzzle.stickers }), ...filling(forced));
  }
}

/** What may have happened, and what a press does about it. */
function question({ kind, faces, turns, stickers, after }: Cause): string {
  const [face, other] = faces.map((letter) => colourName(letter));
  switch (kind) {
    case 'stickers':
      return questionOfStickers(stickers, after);
    case 'turned':
      return [
        t('The {face} face looks turned: turn it a quarter clockwise', { face: face! }),
        t('The {face} face looks turned: turn it a half', { face: face! }),
        t('The {face} face looks turned: turn it a quarter counter-clockwise', { face: face! }),
      ][turns! - 1]!;
    case 'exchanged':
      return t('The {one} and {other} faces look swapped: swap them', { one: face!, other: other! });
    case 'mirrored':
      return t('The faces look mirrored: mirror each');
    case 'transposed':
      return t('The faces look read by columns: read them by rows');
    case 'order':
      return t('The faces look read in another order: put them in place');
  }
}

function questionOfStickers([first, second]: number[], after: string): string {
  const painted = { colour: colourName(after[first!]!) };
  if (second === undefined) {
    return t('A sticker looks wrong: paint it {colour}', painted);
  }
  const { stickers } = positions;
  const areSwapped = stickers[first!] === after[second] && stickers[second] === after[first!];
  return areSwapped
    ? t('Two stickers look swapped: swap them')
    : t('Two stickers look wrong: paint them {colour} and {other}', { ...painted, other: colourName(after[second]!) });
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
