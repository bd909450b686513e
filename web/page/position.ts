import { PUZZLES, type Puzzle, type PuzzleName } from './cube/puzzle';

/** What the page shows: a puzzle and its stickers. */
interface Shown {
  name: PuzzleName;
  stickers: string;
}

/** The most steps that can be undone. */
const MOST_STEPS = 500;

/** Holds a position of each puzzle, and which puzzle the page shows. */
class Positions {
  #name: PuzzleName = 'cube';
  readonly #stickers: Record<PuzzleName, string> = { cube: PUZZLES.cube.solved, pocket: PUZZLES.pocket.solved };
  readonly #listeners: (() => void)[] = [];
  /** The last position that was asked for, and may still be on its way. */
  arriving: Promise<unknown> = Promise.resolve();
  #undone: Shown[] = [];
  readonly #done: Shown[] = [];
  /** Whether a stroke is being painted, and whether it has painted something. */
  #stroke: 'none' | 'begun' | 'painting' = 'none';

  get puzzle(): Puzzle {
    return PUZZLES[this.#name];
  }

  /** Letters of faces, with `.` for an unpainted sticker. */
  get stickers(): string {
    return this.#stickers[this.#name];
  }

  /** Calls back after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Calls back now and after each change. */
  follow(listener: () => void): void {
    this.onChange(listener);
    listener();
  }

  choose(name: PuzzleName): void {
    this.show(name, this.#stickers[name]);
  }

  set(stickers: string): void {
    this.show(this.#name, stickers);
  }

  show(name: PuzzleName, stickers: string): void {
    if (name === this.#name && stickers === this.#stickers[name]) {
      return;
    }
    this.#keep();
    this.#put({ name, stickers });
  }

  /** Forgets all steps: what is shown now is where they begin. */
  forget(): void {
    this.#done.length = 0;
    this.#undone = [];
  }

  /** Counts all that is painted until `endStroke` as one step. */
  beginStroke(): void {
    this.#stroke = 'begun';
  }

  endStroke(): void {
    this.#stroke = 'none';
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  undo(): void {
    this.#step(this.#done, this.#undone);
  }

  redo(): void {
    this.#step(this.#undone, this.#done);
  }

  /** Goes to the last step of a list, and adds what is left behind to the other one. */
  #step(from: Shown[], to: Shown[]): void {
    const next = from.pop();
    if (next) {
      to.push(this.#shown);
      this.#put(next);
    }
  }

  get #shown(): Shown {
    return { name: this.#name, stickers: this.stickers };
  }

  /** Keeps what is shown for `undo`, once for a stroke. */
  #keep(): void {
    this.#undone = [];
    if (this.#stroke !== 'painting') {
      this.#done.push(this.#shown);
      this.#done.splice(0, this.#done.length - MOST_STEPS);
    }
    if (this.#stroke === 'begun') {
      this.#stroke = 'painting';
    }
  }

  #put({ name, stickers }: Shown): void {
    this.#name = name;
    this.#stickers[name] = stickers;
    for (const listener of this.#listeners) {
      listener();
    }
  }

  paint(place: number, letter: string): void {
    if (!this.puzzle.isFixed(place)) {
      this.set(this.stickers.slice(0, place) + letter + this.stickers.slice(place + 1));
    }
  }
}

export const positions = new Positions();
