import { colourName, faceName } from '../cube/puzzle';
import type { Fault } from '../engine/contract';
import { type Message, counted, list, t } from '../language/language';

/** Says what is wrong, in colours. */
export function told(fault: Fault): string {
  switch (fault.kind) {
    case 'count': {
      const { colour, should } = fault;
      return counted(fault.count, '{n} {colour} sticker, should be {should}.', '{n} {colour} stickers, should be {should}.', {
        colour: colourName(colour), should,
      });
    }
    case 'no-cubie': {
      const place = [...fault.place].map(faceName).join(', ');
      const colours = list([...fault.colours].map(colourName));
      if (isMirrored(fault.colours)) {
        return t('The corner at {place} has its colours in the wrong order.', { place });
      }
      return isCorner(fault) ? t('No corner is {colours}, as at {place}.', { colours, place }) : t('No edge is {colours}, as at {place}.', { colours, place });
    }
    case 'repeated': {
      const values = { n: fault.count, colours: joined(fault.colours) };
      return isCorner(fault) ? t('{n} {colours} corners, should be 1.', values) : t('{n} {colours} edges, should be 1.', values);
    }
    case 'missing': {
      const values = { colours: joined(fault.colours) };
      return isCorner(fault) ? t('There is no {colours} corner.', values) : t('There is no {colours} edge.', values);
    }
    case 'twisted':
      return apart('A corner is twisted.', 'twist a corner');
    case 'flipped':
      return apart('An edge is flipped.', 'flip an edge');
    case 'exchanged':
      return apart('Two corners or two edges are swapped.', 'swap two edges');
  }
}

/** Says what to do about stickers that are right by themselves. */
function apart(fault: Message, remedy: Message): string {
  const advice = t('Compare the stickers with the cube; if they are right, it was put together wrongly: take it apart and {remedy}.', {
    remedy: t(remedy),
  });
  return `${t(fault)} ${advice}`;
}

function isCorner({ colours }: { colours: string }): boolean {
  return colours.length === 3;
}

function joined(colours: string): string {
  return [...colours].map(colourName).join('-');
}

/** Whether three colours are those of a corner, of which none has two of opposite faces. */
function isMirrored(colours: string): boolean {
  const opposite: Record<string, string> = { U: 'D', D: 'U', R: 'L', L: 'R', F: 'B', B: 'F' };
  return colours.length === 3 && [...colours].every((one, place) => ![...colours].some((other, of) => of !== place && (other === one || other === opposite[one])));
}
