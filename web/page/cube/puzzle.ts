import { type Message, t } from '../language/language';

/** The faces in the order of facelet strings. */
export const FACES = ['U', 'R', 'F', 'D', 'L', 'B'] as const;
export type Face = (typeof FACES)[number];

/** Marks an unpainted sticker. */
export const BLANK = '.';

/** The names in English. `faceName` and `colourName` say them in the language of the page. */
const FACE_NAMES: Record<Face, Message> = { U: 'up', R: 'right', F: 'front', D: 'down', L: 'left', B: 'back' };
export const COLOUR_NAMES: Record<Face, Message> = {
  U: 'white', R: 'red', F: 'green', D: 'yellow', L: 'orange', B: 'blue',
};

export function faceName(letter: string): string {
  return t(FACE_NAMES[letter as Face]);
}

export function colourName(letter: string): string {
  return t(COLOUR_NAMES[letter as Face]);
}

export type PuzzleName = 'cube' | 'pocket';

/** A cube, 3×3×3 or 2×2×2. */
export class Puzzle {
  readonly solved: string;
  readonly blank: string;

  constructor(
    readonly name: PuzzleName,
    /** Stickers in a row. */
    readonly size: number,
  ) {
    this.solved = FACES.map((face) => face.repeat(size * size)).join('');
    this.blank = Array.from(this.solved, (face, place) => (this.isFixed(place) ? face : BLANK)).join('');
  }

  get stickers(): number {
    return 6 * this.size * this.size;
  }

  face(place: number): Face {
    return FACES[Math.floor(place / (this.size * this.size))]!;
  }

  /** Row and column on its face, from 0. */
  cell(place: number): { row: number; column: number } {
    const onFace = place % (this.size * this.size);
    return { row: Math.floor(onFace / this.size), column: onFace % this.size };
  }

  /** Whether a sticker is a centre, which has the colour of its face in every position. */
  isFixed(place: number): boolean {
    return this.size === 3 && place % 9 === 4;
  }

  /** Whether a text can be the stickers of this puzzle, all painted or only some. */
  accepts(stickers: string): boolean {
    const isColour = (letter: string) => letter === BLANK || FACES.includes(letter as Face);
    return stickers.length === this.stickers && Array.from(stickers).every(
      (letter, place) => isColour(letter) && (!this.isFixed(place) || letter === this.face(place)),
    );
  }
}

export const PUZZLES: Record<PuzzleName, Puzzle> = { cube: new Puzzle('cube', 3), pocket: new Puzzle('pocket', 2) };
