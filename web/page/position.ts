import { PUZZLES, type Puzzle, type PuzzleName } from './cube/puzzle';

/** The position that the page is about, of each of the puzzles, and which puzzle it shows. */
class Positions {
  #name: PuzzleName = 'cube';
  readonly #stickers: Record<PuzzleName, string> = { cube: PUZZLES.cube.solved, pocket: PUZZLES.pocket.solved };
  readonly #listeners: (() => void)[] = [];

  get puzzle(): Puzzle {
    return PUZZLES[this.#name];
  }

  /** Letters of faces, and `.` where nothing is painted. */
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
