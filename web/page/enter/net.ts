import { TALL, WIDE, neighbour, onFace, spot } from '../cube/net';
import { homes } from '../cube/cubies';
import { BLANK, COLOUR_NAMES, FACES, type Face, type Puzzle, colourName, faceName } from '../cube/puzzle';
import { positions } from '../position';
import { element } from '../ui/dom';
import { strokes } from './stroke';
import type { Palette } from './palette';
import { t } from '../language/language';

/** The unfolded cube: a button for each sticker. One of them is in the tab order. */
export class Net {
  #puzzle: Puzzle | undefined;
  #buttons: HTMLButtonElement[] = [];
  #faulty = new Set<number>();
  /** The stickers that the goal asks for, by their places at home; undefined where it asks for all. */
  #asked: string | undefined;
  #current = 0;
  /** Where four faces side by side would be too small for fingers. */
  readonly #isNarrow = matchMedia('(max-width: 44rem)');

  constructor(
    private readonly net: HTMLElement,
    private readonly palette: Palette,
  ) {
    positions.follow(() => this.#show());
    this.#isNarrow.addEventListener('change', () => this.#lay());
    net.addEventListener('keydown', (event) => this.#key(event));
    strokes(net, (target) => this.#placeOf(target), palette);
    net.addEventListener('click', (event) => this.#click(event));
    net.addEventListener('focusin', (event) => this.#move(this.#placeOf(event.target)));
  }

  /** Outlines faulty stickers. */
  mark(places: Iterable<number>): void {
    this.#faulty = new Set(places);
    this.#show();
  }

  /** Greys the stickers that the goal does not ask for. */
  grey(asked: string | undefined): void {
    this.#asked = asked;
    this.#show();
  }

  #show(): void {
    const { puzzle, stickers } = positions;
    const home = this.#asked !== undefined && puzzle.size === 3 ? homes(puzzle, stickers) : undefined;
    if (puzzle !== this.#puzzle) {
      this.#build(puzzle);
    }
    this.#buttons.forEach((button, place) => {
      const letter = stickers[place]!;
      const isFaulty = this.#faulty.has(place);
      button.dataset.colour = letter;
      button.textContent = letter === BLANK ? '' : letter;
      button.classList.toggle('faulty', isFaulty);
      button.classList.toggle('greyed', home !== undefined && !puzzle.isFixed(place) && this.#asked![home[place]!] === BLANK);
      const name = label(puzzle, place, letter);
      button.setAttribute('aria-label', isFaulty ? t('{sticker}, at fault', { sticker: name }) : name);
    });
  }

  #build(puzzle: Puzzle): void {
    this.#puzzle = puzzle;
    this.#faulty.clear();
    this.net.dataset.size = String(puzzle.size);
    this.#buttons = Array.from({ length: puzzle.stickers }, (_, place) => {
      const button = element('button', { type: 'button', class: 'sticker', tabindex: -1 });
      button.classList.toggle('fixed', puzzle.isFixed(place));
      return button;
    });
    this.#lay();
    this.net.replaceChildren(...this.#buttons);
    this.#current = 0;
    this.#buttons[0]!.tabIndex = 0;
  }

  get #layout() {
    return this.#isNarrow.matches ? TALL : WIDE;
  }

  /** Puts the stickers where they lie in the unfolded cube. */
  #lay(): void {
    const [layout, puzzle] = [this.#layout, this.#puzzle!];
    this.net.style.setProperty('--columns', String(layout.columns * puzzle.size));
    this.#buttons.forEach((button, place) => {
      const { row, column } = spot(layout, puzzle, place);
      const cell = onFace(layout, puzzle, place);
      button.style.gridArea = `${row + 1} / ${column + 1}`;
      button.classList.toggle('first-row', cell.row === 0);
      button.classList.toggle('first-column', cell.column === 0);
    });
  }

  #placeOf(target: EventTarget | null): number | undefined {
    const place = this.#buttons.indexOf(target as HTMLButtonElement);
    return place < 0 ? undefined : place;
  }

  /** Puts a sticker into the tab order in place of the one before. */
  #move(place: number | undefined): void {
    if (place !== undefined) {
      this.#buttons[this.#current]!.tabIndex = -1;
      this.#current = place;
      this.#buttons[place]!.tabIndex = 0;
    }
  }

  #focus(place: number): void {
    this.#buttons[place]!.focus();
  }

  /** A click that no pointer made, as those of screen readers. */
  #click(event: MouseEvent): void {
    const place = this.#placeOf(event.target);
    if (place !== undefined) {
      positions.paint(place, this.palette.letter);
    }
  }

  #key(event: KeyboardEvent): void {
    const place = this.#placeOf(event.target);
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const to = neighbour(this.#layout, positions.puzzle, place, event.key);
    const face = faceOf(event.key);
    if (to !== undefined) {
      this.#focus(to);
    } else if (face) {
      this.palette.choose(face);
      positions.paint(place, face);
      this.#focus(this.#beside(place, 1));
    } else if (event.key === 'Backspace') {
      this.#clearBackwards(place);
    } else if (event.key === 'Delete') {
      positions.paint(place, BLANK);
    } else if (!event.key.startsWith('Arrow')) {
      return;
    }
    event.preventDefault();
  }

  /** Backspace: clears this sticker or, if it is empty, the one before. */
  #clearBackwards(place: number): void {
    const isEmpty = positions.stickers[place] === BLANK || positions.puzzle.isFixed(place);
    const cleared = isEmpty ? this.#beside(place, -1) : place;
    positions.paint(cleared, BLANK);
    this.#focus(cleared);
  }

  /** The next sticker in the order of facelet strings that can be painted, or the same at the end. */
  #beside(place: number, step: number): number {
    const { puzzle } = positions;
    const next = place + step;
    if (next < 0 || next >= puzzle.stickers) {
      return place;
    }
    return puzzle.isFixed(next) ? next + step : next;
  }
}

/** The face of a key: its letter, its number in the order of faces, or the first letter of its colour in English. */
function faceOf(key: string): Face | undefined {
  const upper = key.toUpperCase();
  const isFirst = (face: Face) => COLOUR_NAMES[face].charAt(0).toUpperCase() === upper;
  return FACES.find((face, number) => upper === face || key === String(number + 1)) ?? FACES.find(isFirst);
}

function label(puzzle: Puzzle, place: number, letter: string): string {
  const { row, column } = puzzle.cell(place);
  const [face, colour] = [faceName(puzzle.face(place)), letter === BLANK ? t('not painted') : colourName(letter)];
  return puzzle.isFixed(place)
    ? t('{face}, centre: {colour}', { face, colour })
    : t('{face}, row {row}, column {column}: {colour}', { face, row: row + 1, column: column + 1, colour });
}
