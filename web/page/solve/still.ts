import type { Puzzle } from '../cube/puzzle';
import { Solid } from '../cube/solid';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the cube as it rests. It stands in for the player, which takes long to load and to begin. */
export function still(puzzle: Puzzle, stickers: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '-1.1 -1.1 2.2 2.3');
  picture.setAttribute('class', 'still');
  picture.setAttribute('aria-hidden', 'true');
  for (const { colour, points } of new Solid(puzzle, stickers, 1).shapes()) {
    const sticker = document.createElementNS(SVG, 'polygon');
    sticker.setAttribute('points', points.join(' '));
    sticker.dataset['colour'] = colour ?? '';
    picture.append(sticker);
  }
  return picture;
}
