import { FACES, type Face, type Puzzle } from './puzzle';

/** The place of each face in the unfolded cube, in faces from the top left. */
const CORNERS: Record<Face, { row: number; column: number }> = {
  U: { row: 0, column: 1 },
  L: { row: 1, column: 0 },
  F: { row: 1, column: 1 },
  R: { row: 1, column: 2 },
  B: { row: 1, column: 3 },
  D: { row: 2, column: 1 },
};

/** Row and column of a sticker in the unfolded cube, from 0. */
export function spot(puzzle: Puzzle, place: number): { row: number; column: number } {
  const face = CORNERS[puzzle.face(place)];
  const { row, column } = puzzle.cell(place);
  return { row: face.row * puzzle.size + row, column: face.column * puzzle.size + column };
}

const STEPS: Record<string, { row: number; column: number }> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The sticker to which an arrow key leads; undefined for other keys and at the rim of the net. */
export function neighbour(puzzle: Puzzle, place: number, key: string): number | undefined {
  const step = STEPS[key];
  if (!step) {
    return undefined;
  }
  const { row, column } = spot(puzzle, place);
  return placeAt(puzzle, row + step.row, column + step.column);
}

function placeAt(puzzle: Puzzle, row: number, column: number): number | undefined {
  const { size } = puzzle;
  const isThere = (face: Face) =>
    CORNERS[face].row === Math.floor(row / size) && CORNERS[face].column === Math.floor(column / size);
  const face = FACES.findIndex(isThere);
  return face < 0 ? undefined : face * size * size + (row % size) * size + (column % size);
}
