import { FACES, type Face, type Puzzle } from './puzzle';

/** The place of a face in the unfolded cube, in faces from the top left. */
interface Spot {
  row: number;
  column: number;
  /** Whether the face stands on its head. */
  isTurned?: boolean;
}

const MIDDLE: Record<Exclude<Face, 'B'>, Spot> = {
  U: { row: 0, column: 1 },
  L: { row: 1, column: 0 },
  F: { row: 1, column: 1 },
  R: { row: 1, column: 2 },
  D: { row: 2, column: 1 },
};

/** An unfolded cube: four faces wide, or three with the back below, where there is less room. */
export interface Layout {
  columns: number;
  faces: Record<Face, Spot>;
}

export const WIDE: Layout = { columns: 4, faces: { ...MIDDLE, B: { row: 1, column: 3 } } };
export const TALL: Layout = { columns: 3, faces: { ...MIDDLE, B: { row: 3, column: 1, isTurned: true } } };

/** Row and column of a sticker on its face, as the face lies in the unfolded cube. */
export function onFace({ faces }: Layout, puzzle: Puzzle, place: number): { row: number; column: number } {
  const { row, column } = puzzle.cell(place);
  const last = puzzle.size - 1;
  return faces[puzzle.face(place)].isTurned ? { row: last - row, column: last - column } : { row, column };
}

/** Row and column of a sticker in the unfolded cube, from 0. */
export function spot(layout: Layout, puzzle: Puzzle, place: number): { row: number; column: number } {
  const face = layout.faces[puzzle.face(place)];
  const { row, column } = onFace(layout, puzzle, place);
  return { row: face.row * puzzle.size + row, column: face.column * puzzle.size + column };
}

const STEPS: Record<string, { row: number; column: number }> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The sticker to which an arrow key leads; undefined for other keys and at the rim of the net. */
export function neighbour(layout: Layout, puzzle: Puzzle, place: number, key: string): number | undefined {
  const step = STEPS[key];
  if (!step) {
    return undefined;
  }
  const { row, column } = spot(layout, puzzle, place);
  return placeAt(layout, puzzle, row + step.row, column + step.column);
}

function placeAt({ faces }: Layout, puzzle: Puzzle, row: number, column: number): number | undefined {
  const { size } = puzzle;
  const isThere = (face: Face) =>
    faces[face].row === Math.floor(row / size) && faces[face].column === Math.floor(column / size);
  const face = FACES.findIndex(isThere);
  if (face < 0) {
    return undefined;
  }
  const cell = (row % size) * size + (column % size);
  return face * size * size + (faces[FACES[face]!].isTurned ? size * size - 1 - cell : cell);
}
