import { FACES } from '../cube/puzzle';
import { assign } from './assign';
import { type Rgb, type Seen, difference, seen } from './colour';

/** The stickers of a colour besides its centre. */
const OTHERS = 8;

/** The most times that colours are estimated again. They settle sooner. */
const MOST_ROUNDS = 12;

/** Two centres that differ less are of the same colour, squared. Orange and red differ more, also under a warm bulb. */
const SAME = 0.002;

const centre = (face: number) => 9 * face + 4;

/**
 * The letters of 54 measured stickers, in the order of facelet strings. Each colour has nine stickers, of which one is its
 * centre. All stickers are shared out among the colours at once, with the least sum of differences, because an orange sticker in
 * shadow may look like red. The mean of its stickers is then a better estimate of a colour than its centre, and all is repeated.
 */
export function letters(colours: readonly Rgb[]): string {
  const points = colours.map(seen);
  const others = points.flatMap((_, place) => (place % 9 === 4 ? [] : [place]));
  let means = FACES.map((_, face) => points[centre(face)]!);
  let faces: number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const costs = others.map((place) => means.flatMap((point) => new Array<number>(OTHERS).fill(difference(points[place]!, point))));
    const found = assign(costs).map((column) => Math.floor(column / OTHERS));
    if (found.join() === faces.join()) {
      break;
    }
    faces = found;
    means = FACES.map((_, face) => mean([points[centre(face)]!, ...others.flatMap((place, number) => (found[number] === face ? [points[place]!] : []))]));
  }
  const all = points.map((_, place) => FACES[Math.floor(place / 9)]!);
  others.forEach((place, number) => (all[place] = FACES[faces[number]!]!));
  return all.join('');
}

/** The faces whose centres have the same colour, as when a face was taken twice; undefined if there are none. */
export function alike(colours: readonly Rgb[]): [string, string] | undefined {
  for (let one = 0; one < FACES.length; one++) {
    for (let other = 0; other < one; other++) {
      if (difference(seen(colours[centre(one)]!), seen(colours[centre(other)]!)) < SAME) {
        return [FACES[other]!, FACES[one]!];
      }
    }
  }
  return undefined;
}

function mean(points: readonly Seen[]): Seen {
  const part = (number: number) => points.reduce((sum, point) => sum + point[number]!, 0) / points.length;
  return [part(0), part(1), part(2)];
}
