import { FACES, type Face, type Puzzle } from '../cube/puzzle';

const SVG = 'http://www.w3.org/2000/svg';

/** A point of the picture. */
type Point = readonly [number, number];

/** Where a visible face begins, and the steps along its rows and columns. */
interface Plane {
  origin: Point;
  right: Point;
  down: Point;
}

/** How far down a step to the side goes, and how far a step down goes, in a picture of the cube from above a corner. */
const [SLOPE, HEIGHT] = [0.5, 1.1];

const PLANES: Partial<Record<Face, Plane>> = {
  U: { origin: [0, -2 * SLOPE], right: [1, SLOPE], down: [-1, SLOPE] },
  F: { origin: [-1, -SLOPE], right: [1, SLOPE], down: [0, HEIGHT] },
  R: { origin: [0, 0], right: [1, -SLOPE], down: [0, HEIGHT] },
};

/** Draws the cube as it rests. It stands in for the player, which takes long to load and to begin. */
export function still(puzzle: Puzzle, stickers: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '-1.1 -1.1 2.2 2.3');
  picture.setAttribute('class', 'still');
  picture.setAttribute('aria-hidden', 'true');
  [...stickers].forEach((letter, place) => {
    const plane = PLANES[puzzle.face(place)];
    if (plane) {
      const { row, column } = puzzle.cell(place);
      const corners = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
      const points = corners.map(([x, y]) => at(plane, x! / puzzle.size, y! / puzzle.size).join());
      const sticker = document.createElementNS(SVG, 'polygon');
      sticker.setAttribute('points', points.join(' '));
      sticker.dataset['colour'] = FACES.includes(letter as Face) ? letter : '';
      picture.append(sticker);
    }
  });
  return picture;
}

function at({ origin, right, down }: Plane, x: number, y: number): Point {
  return [origin[0] + x * right[0] + y * down[0], origin[1] + x * right[1] + y * down[1]];
}
