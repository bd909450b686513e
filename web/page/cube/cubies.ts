import type { Puzzle } from './puzzle';

/** The corner positions, faces counter-clockwise from U or D, in the order in which cubing.js has them. */
export const CORNERS = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'];
/** The edge positions in the order in which cubing.js has them. */
export const EDGES = ['UF', 'UR', 'UB', 'UL', 'DF', 'DR', 'DB', 'DL', 'FR', 'FL', 'BR', 'BL'];

/** The stickers of the corner positions of a cube of three, in the order of their names. */
const CORNER_PLACES = [
  [8, 20, 9], [2, 11, 45], [0, 47, 36], [6, 38, 18], [29, 15, 26], [27, 24, 44], [33, 42, 53], [35, 51, 17],
];
/** The stickers of the edge positions. */
const EDGE_PLACES = [
  [7, 19], [5, 10], [1, 46], [3, 37], [28, 25], [32, 16], [34, 52], [30, 43], [23, 12], [21, 41], [48, 14], [50, 39],
];

export function cornerPlaces(puzzle: Puzzle): number[][] {
  return puzzle.size === 3 ? CORNER_PLACES : CORNER_PLACES.map((places) => places.map(pocketPlace));
}

export function edgePlaces(puzzle: Puzzle): number[][] {
  return puzzle.size === 3 ? EDGE_PLACES : [];
}

/** The pocket cube's sticker for one at a corner of a face of the cube of three. */
function pocketPlace(place: number): number {
  return Math.floor(place / 9) * 4 + [0, 2, 6, 8].indexOf(place % 9);
}

/** Cubies at the positions, and how each is turned, as cubing.js numbers both. */
export interface Orbit {
  permutation: number[];
  orientation: number[];
}

/** Which cubies the stickers show; undefined where they show none. */
export function orbit(stickers: string, places: number[][], names: string[]): Orbit | undefined {
  const cubies = places.map((places) => cubie(places.map((place) => stickers[place]!), names));
  if (cubies.some((cubie) => !cubie)) {
    return undefined;
  }
  return {
    permutation: cubies.map((cubie) => cubie!.number),
    orientation: cubies.map((cubie) => cubie!.turned),
  };
}

function cubie(colours: string[], names: string[]): { number: number; turned: number } | undefined {
  for (let turned = 0; turned < colours.length; turned++) {
    // What the cubie shows from its first colour on.
    const name = [...colours.slice(turned), ...colours.slice(0, turned)].join('');
    const number = names.indexOf(name);
    if (number >= 0) {
      return { number, turned: (colours.length - turned) % colours.length };
    }
  }
  return undefined;
}
