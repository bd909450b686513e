import { PUZZLES, type Puzzle, type PuzzleName } from './cube/puzzle';

/** Holds a position of each puzzle, and which puzzle the page shows. */
class Positions {
  #name: PuzzleName = 'cube';
  readonly #stickers: Record<PuzzleName, string> = { cube: PUZZLES.cube.solved, pocket: PUZZLES.pocket.solved };
  readonly #listeners: (() => void)[] = [];

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
