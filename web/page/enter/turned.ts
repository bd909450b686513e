import { BLANK, type Puzzle } from '../cube/puzzle';
import { type Point, Solid, viewFrom } from '../cube/solid';
import { t } from '../language/language';
import { positions } from '../position';
import { byId } from '../ui/dom';
import { svgElement } from '../ui/svg';
import type { Palette } from './palette';
import { strokes } from './stroke';

/** How the cube stands at first, in degrees: around from the front, and up. */
const [AROUND, UP] = [45, 35];
const QUARTER = 90;
/** Beyond this the sides of the cube would be too narrow for fingers. */
const MOST_UP = 75;
/** How far a drag turns the cube, in degrees for each pixel. */
const DRAG = 0.6;

/** The cube in three dimensions, which is painted like the net and can be turned. Keys and screen readers use the net. */
export class TurnedCube {
  readonly #picture = svgElement('svg', { viewBox: '-1.25 -1.25 2.5 2.5', class: 'still', role: 'img', 'aria-label': t('The cube in three dimensions') });
  readonly #letters = svgElement('g');
  readonly #marks = svgElement('g');
  #puzzle: Puzzle | undefined;
  /** The picture of each sticker. It stays the same when it is painted, so that a finger does not lose it. */
  #stickers: SVGPolygonElement[] = [];
  #faulty = new Set<number>();
  #around = AROUND;
  #up = UP;

  constructor(area: HTMLElement, palette: Palette) {
    area.prepend(this.#picture);
    strokes(this.#picture, (target) => this.#placeOf(target), palette);
    this.#picture.addEventListener('pointerdown', (event) => this.#drag(event));
    const turns: Record<string, () => void> = {
      'turn-left': () => this.#turn(this.#nearest + QUARTER, this.#up),
      'turn-right': () => this.#turn(this.#nearest - QUARTER, this.#up),
      'turn-over': () => this.#turn(this.#around, this.#up > 0 ? -UP : UP),
    };
    for (const [id, turn] of Object.entries(turns)) {
      byId(id).addEventListener('click', turn);
    }
    positions.follow(() => this.#show());
  }

  /** Outlines faulty stickers. */
  mark(places: Iterable<number>): void {
    this.#faulty = new Set(places);
    this.#show();
  }

  /** The view of a corner that is nearest. */
  get #nearest(): number {
    return Math.round((this.#around - AROUND) / QUARTER) * QUARTER + AROUND;
  }

  #turn(around: number, up: number): void {
    this.#around = around;
    this.#up = Math.min(Math.max(up, -MOST_UP), MOST_UP);
    this.#show();
  }

  #placeOf(target: EventTarget | null): number | undefined {
    const place = this.#stickers.indexOf(target as SVGPolygonElement);
    return place < 0 ? undefined : place;
  }

  /** A pointer that is pressed beside the cube turns it. */
  #drag(begin: PointerEvent): void {
    if (begin.button !== 0 || this.#placeOf(begin.target) !== undefined) {
      return;
    }
    const [around, up] = [this.#around, this.#up];
    const move = (event: PointerEvent) => this.#turn(around - DRAG * (event.clientX - begin.clientX), up + DRAG * (event.clientY - begin.clientY));
    const end = new AbortController();
    window.addEventListener('pointermove', move, { signal: end.signal });
    for (const type of ['pointerup', 'pointercancel']) {
      window.addEventListener(type, () => end.abort(), { signal: end.signal });
    }
  }

  #show(): void {
    const { puzzle, stickers } = positions;
    if (puzzle !== this.#puzzle) {
      this.#build(puzzle);
    }
    this.#stickers.forEach((sticker) => (sticker.style.display = 'none'));
    this.#letters.replaceChildren();
    this.#marks.replaceChildren();
    for (const { place, points } of new Solid(puzzle, stickers, 1).shapes(viewFrom(this.#around, this.#up))) {
      const [sticker, letter] = [this.#stickers[place!]!, stickers[place!]!];
      sticker.style.display = '';
      sticker.dataset['colour'] = letter;
      sticker.setAttribute('points', points.join(' '));
      this.#letters.append(this.#letter(puzzle.isFixed(place!), letter, points));
      if (this.#faulty.has(place!)) {
        this.#marks.append(svgElement('polygon', { points: inner(points).join(' '), class: 'faulty' }));
      }
    }
  }

  #build(puzzle: Puzzle): void {
    this.#puzzle = puzzle;
    this.#faulty.clear();
    this.#stickers = Array.from({ length: puzzle.stickers }, (_, place) => svgElement('polygon', { class: puzzle.isFixed(place) ? 'fixed' : 'free' }));
    this.#picture.replaceChildren(...this.#stickers, this.#letters, this.#marks);
  }

  #letter(isFixed: boolean, letter: string, points: Point[]): SVGTextElement {
    const [x, y] = middle(points);
    const text = svgElement('text', { x, y, class: isFixed ? 'fixed' : '', 'data-colour': letter });
    text.textContent = letter === BLANK ? '' : letter;
    return text;
  }
}

function middle(points: Point[]): Point {
  return [0, 1].map((part) => points.reduce((sum, point) => sum + point[part]!, 0) / points.length) as unknown as Point;
}

/** A mark within a sticker, so that its neighbours do not cover it. */
function inner(points: Point[]): Point[] {
  const [x, y] = middle(points);
  return points.map(([px, py]) => [x + 0.8 * (px - x), y + 0.8 * (py - y)]);
}
