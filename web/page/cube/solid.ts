/** The cube in space, its turns, and how it looks from above a corner or from elsewhere. */
import { FACES, type Face, type Puzzle } from './puzzle';

type Vector = readonly [x: number, y: number, z: number];
/** A point of a picture. */
export type Point = readonly [x: number, y: number];

/** Which way a face looks, and the directions of its rows and columns: x to the right, y up, z to the front. */
const SIDES: Record<Face, { out: Vector; right: Vector; down: Vector }> = {
  U: { out: [0, 1, 0], right: [1, 0, 0], down: [0, 0, 1] },
  R: { out: [1, 0, 0], right: [0, 0, -1], down: [0, -1, 0] },
  F: { out: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0] },
  D: { out: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1] },
  L: { out: [-1, 0, 0], right: [0, 0, 1], down: [0, -1, 0] },
  B: { out: [0, 0, -1], right: [-1, 0, 0], down: [0, -1, 0] },
};

/** A flat piece of the surface, from -1 to 1 in each direction. */
interface Tile {
  /** The letter of its colour; undefined for plastic. */
  colour?: string;
  /** The sticker that it was before all turns; undefined for plastic. */
  place?: number;
  out: Vector;
  corners: Vector[];
}

/** What a picture shows of a tile. */
export interface Shape {
  colour: string | undefined;
  place: number | undefined;
  points: Point[];
}

const sum = (...vectors: Vector[]): Vector =>
  vectors.reduce<Vector>(([x, y, z], other) => [x + other[0], y + other[1], z + other[2]], [0, 0, 0]);
const times = (factor: number, [x, y, z]: Vector): Vector => [factor * x, factor * y, factor * z];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** A vector after a turn about an axis, clockwise as one looks at the face there. */
function turned(vector: Vector, axis: Vector, quarters: number): Vector {
  const angle = (-quarters * Math.PI) / 2;
  const along = times(dot(axis, vector), axis);
  const across = sum(vector, times(-1, along));
  return sum(along, times(Math.cos(angle), across), times(Math.sin(angle), cross(axis, across)));
}

/** From where a cube is seen, and the directions that go right and down in the picture. */
export interface View {
  eye: Vector;
  right: Vector;
  down: Vector;
}

/** How far a step to the side goes down in a picture from above the corner of U, R and F, and how far a step down does. */
const [SLOPE, HEIGHT] = [0.25, 0.55];
const CORNER: View = { eye: [HEIGHT, 2 * SLOPE, HEIGHT], right: [0.5, 0, -0.5], down: [SLOPE, -HEIGHT, SLOPE] };

/** The view after a walk around the cube, from the front towards R, and a climb towards U, in degrees. */
export function viewFrom(around: number, up: number): View {
  const [way, climb] = [(around * Math.PI) / 180, (up * Math.PI) / 180];
  const side: Vector = [Math.sin(way), 0, Math.cos(way)];
  const eye = sum(times(Math.cos(climb), side), [0, Math.sin(climb), 0]);
  // So that a face that is seen from beside it is as wide as in the other view.
  const scale = Math.SQRT1_2;
  return {
    eye,
    right: times(scale, [Math.cos(way), 0, -Math.sin(way)]),
    down: times(scale, sum(times(Math.sin(climb), side), [0, -Math.cos(climb), 0])),
  };
}

function isSeen({ out }: Tile, { eye }: View): boolean {
  return dot(out, eye) > 1e-9;
}

/** What a view shows of tiles. */
function shapes(tiles: Tile[], view: View): Shape[] {
  const point = (corner: Vector): Point => [dot(view.right, corner), dot(view.down, corner)];
  return tiles.filter((tile) => isSeen(tile, view)).map(({ colour, place, corners }) => ({ colour, place, points: corners.map(point) }));
}

/** A move: its face, and its quarter turns. */
function read(move: string): { axis: Vector; quarters: number } {
  return { axis: SIDES[move[0] as Face].out, quarters: move.endsWith("'") ? -1 : move.endsWith('2') ? 2 : 1 };
}

/** A cube with its stickers. `width` is that of a sticker: 1 leaves no gap between stickers. */
export class Solid {
  readonly #size: number;
  #stickers: Tile[];

  constructor(puzzle: Puzzle, stickers: string, width: number) {
    this.#size = puzzle.size;
    this.#stickers = [...stickers].map((letter, place) => {
      const { out, right, down } = SIDES[puzzle.face(place)];
      const { row, column } = puzzle.cell(place);
      const at = (cell: number, side: number) => (2 * cell + 1 + side * width) / puzzle.size - 1;
      const sides = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const;
      const corners = sides.map(([x, y]) => sum(out, times(at(column, x), right), times(at(row, y), down)));
      return { out, corners, place, ...(FACES.includes(letter as Face) && { colour: letter }) };
    });
  }

  /** Makes a move. */
  turn(move: string): void {
    const { axis, quarters } = read(move);
    const places = (vector: Vector) => turned(vector, axis, quarters).map((value) => Math.round(1e6 * value) / 1e6) as unknown as Vector;
    this.#stickers = this.#stickers.map((tile) =>
      this.#isIn(tile, axis) ? { ...tile, out: places(tile.out), corners: tile.corners.map(places) } : tile,
    );
  }

  /** The stickers that are seen. */
  shapes(view: View = CORNER): Shape[] {
    return shapes(this.#stickers, view);
  }

  /** The plastic and the stickers that are seen when a part of a move is made, from 0 to 1, with what is in front last. */
  during(move: string, part: number): Shape[] {
    const { axis, quarters } = read(move);
    const cut = 1 - 2 / this.#size;
    const rest = [...box(axis, -1, cut), ...this.#stickers.filter((tile) => !this.#isIn(tile, axis))];
    const turns = [...box(axis, cut, 1), ...this.#stickers.filter((tile) => this.#isIn(tile, axis))].map((tile) => {
      const place = (vector: Vector) => turned(vector, axis, part * quarters);
      return { ...tile, out: place(tile.out), corners: tile.corners.map(place) };
    });
    return shapes(dot(axis, CORNER.eye) > 0 ? [...rest, ...turns] : [...turns, ...rest], CORNER);
  }

  /** Whether a sticker is in the layer of a face. */
  #isIn({ corners }: Tile, axis: Vector): boolean {
    return dot(sum(...corners), axis) / corners.length > 1 - 2 / this.#size;
  }
}

/** The plastic of a cube between two planes that stand across an axis. */
function box(axis: Vector, from: number, to: number): Tile[] {
  return Object.values(SIDES).map(({ out, right, down }) => {
    const corners = [sum(right, down), sum(right, times(-1, down)), times(-1, sum(right, down)), sum(times(-1, right), down)];
    const within = (corner: Vector) => {
      const along = dot(corner, axis);
      return sum(corner, times(Math.min(Math.max(along, from), to) - along, axis));
    };
    return { out, corners: corners.map((corner) => within(sum(corner, out))) };
  });
}
