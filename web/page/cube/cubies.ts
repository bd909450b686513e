import type { Puzzle } from './puzzle';

/** The corner positions in the order of cubing.js; the faces of each go counter-clockwise from U or D. */
export const CORNERS = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'];
/** The edge positions in the order of cubing.js. */
export const EDGES = ['UF', 'UR', 'UB', 'UL', 'DF', 'DR', 'DB', 'DL', 'FR', 'FL', 'BR', 'BL'];

/** The stickers of the corner positions of the 3×3×3 cube, in the order of their names. */
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

/** The sticker of the pocket cube that corresponds to a corner sticker of the 3×3×3 cube. */
function pocketPlace(place: number): number {
  return Math.floor(place / 9) * 4 + [0, 2, 6, 8].indexOf(place % 9);
}

/** The cubie at each position and its orientation, as cubing.js numbers them. */
export interface Orbit {
  permutation: number[];
  orientation: number[];
}

/** Finds the cubies that the stickers show; undefined if the stickers show no set of cubies. */
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

/** The place at home of the sticker at each place; undefined if the stickers show no set of cubies. */
export function homes(puzzle: Puzzle, stickers: string): number[] | undefined {
  // A centre is at home.
  const found = Array.from(stickers, (_, place) => place);
  for (const [places, names] of [[cornerPlaces(puzzle), CORNERS], [edgePlaces(puzzle), EDGES]] as const) {
    const shown = orbit(stickers, places, names);
    if (!shown) {
      return undefined;
    }
    places.forEach((sides, number) => {
      const home = places[shown.permutation[number]!]!;
      const turned = shown.orientation[number]!;
      sides.forEach((place, side) => (found[place] = home[(side + turned) % sides.length]!));
    });
  }
  return found;
}

function cubie(colours: string[], names: string[]): { number: number; turned: number } | undefined {
  for (let turned = 0; turned < colours.length; turned++) {
    // The colours of the cubie, from its first colour on.
    const name = [...colours.slice(turned), ...colours.slice(0, turned)].join('');
    const number = names.indexOf(name);
    if (number >= 0) {
      return { number, turned: (colours.length - turned) % colours.length };
    }
  }
  return undefined;
}
