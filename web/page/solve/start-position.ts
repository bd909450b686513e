import { KPattern, type KPuzzle, KTransformation } from 'cubing/kpuzzle';
import { CORNERS, EDGES, type Orbit, cornerPlaces, edgePlaces, orbit } from '../cube/cubies';
import type { Puzzle } from '../cube/puzzle';

/** The transformation from the solved cube of cubing.js to the position of these stickers. */
export function transformationTo(kpuzzle: KPuzzle, puzzle: Puzzle, stickers: string): KTransformation | undefined {
  const corners = orbit(stickers, cornerPlaces(puzzle), CORNERS);
  if (!corners) {
    return undefined;
  }
  const data = structuredClone(kpuzzle.identityTransformation().transformationData);
  data['CORNERS'] = named(corners);
  if (puzzle.size === 3) {
    const edges = orbit(stickers, edgePlaces(puzzle), EDGES);
    if (!edges) {
      return undefined;
    }
    data['EDGES'] = named(edges);
  }
  return new KTransformation(kpuzzle, data);
}

function named({ permutation, orientation }: Orbit): { permutation: number[]; orientationDelta: number[] } {
  return { permutation, orientationDelta: orientation };
}

/** Whether the cube is solved, however it is held. */
export function isSolved(pattern: KPattern): boolean {
  return pattern.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true });
}
