import type { Puzzle } from '../cube/puzzle';
import { Solid } from '../cube/solid';
import { svgElement } from '../ui/svg';

/** Draws the cube as it rests. It stands in for the player, which takes long to load and to begin. */
export function still(puzzle: Puzzle, stickers: string): SVGSVGElement {
  const picture = svgElement('svg', { viewBox: '-1.1 -1.1 2.2 2.3', class: 'still', 'aria-hidden': 'true' });
  for (const { colour, points } of new Solid(puzzle, stickers, 1).shapes()) {
    picture.append(svgElement('polygon', { points: points.join(' '), 'data-colour': colour ?? '' }));
  }
  return picture;
}
