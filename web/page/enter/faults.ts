import { COLOUR_NAMES, type Face, FACE_NAMES } from '../cube/puzzle';
import type { Fault } from '../engine/contract';
import { list, plural } from '../ui/words';

/** Says what is wrong, in colours. */
export function told(fault: Fault): string {
  switch (fault.kind) {
    case 'count':
      return `${plural(fault.count, `${colour(fault.colour)} sticker`)}, should be ${fault.should}.`;
    case 'no-cubie':
      return isMirrored(fault.colours)
        ? `The corner ${at(fault.place)} has its colours in the wrong order.`
        : `No ${kind(fault.colours)} is ${list([...fault.colours].map(colour))}, as ${at(fault.place)}.`;
    case 'repeated':
      return `${plural(fault.count, cubie(fault.colours))}, should be 1.`;
    case 'missing':
      return `There is no ${cubie(fault.colours)}.`;
    case 'twisted':
      return `A corner is twisted. ${ELSE('twist a corner')}`;
    case 'flipped':
      return `An edge is flipped. ${ELSE('flip an edge')}`;
    case 'exchanged':
      return `Two corners or two edges are swapped. ${ELSE('swap two edges')}`;
  }
}

const ELSE = (remedy: string) => `Compare the stickers with the cube; if they are right, it was put together wrongly: take it apart and ${remedy}.`;

function colour(letter: string): string {
  return COLOUR_NAMES[letter as Face];
}

function kind(colours: string): string {
  return colours.length === 3 ? 'corner' : 'edge';
}

function cubie(colours: string): string {
  return `${[...colours].map(colour).join('-')} ${kind(colours)}`;
}

function at(place: string): string {
  return `at ${[...place].map((face) => FACE_NAMES[face as Face]).join(', ')}`;
}

/** Whether three colours are those of a corner, of which none has two of opposite faces. */
function isMirrored(colours: string): boolean {
  const opposite: Record<string, string> = { U: 'D', D: 'U', R: 'L', L: 'R', F: 'B', B: 'F' };
  return colours.length === 3 && [...colours].every((one, place) => ![...colours].some((other, of) => of !== place && (other === one || other === opposite[one])));
}
