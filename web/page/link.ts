import { PUZZLES, type PuzzleName } from './cube/puzzle';
import { positions } from './position';
import { byId } from './ui/dom';
import { t } from './language/language';

interface Held {
  name: PuzzleName;
  stickers: string;
}

/** A part of the page that keeps something in the address besides the position. */
interface Part {
  /** What it keeps, by name; what is usual is left out. */
  values(): Record<string, string>;
  /** Takes what the address has, when the page opens and when another link is followed. */
  take(linked: URLSearchParams): void;
}

const parts: Part[] = [];

/** The address with which the page opened: parts that begin later find it here, as earlier ones may have changed the address. */
const opened = inAddress();

/** Lets a part keep something in the address, and gives it what the address had when the page opened. */
export function keep(part: Part): void {
  part.take(opened);
  parts.push(part);
}

/** Keeps the position in the address, after the `#`: `cube=` or `pocket=` and the stickers. Other parts follow. */
export function startLink(): void {
  read();
  positions.forget();
  window.addEventListener('hashchange', () => {
    read();
    parts.forEach((part) => part.take(inAddress()));
  });
  // The first cube does not overwrite the link in the address, which may be a damaged one.
  positions.onChange(writeLink);
}

/** The address of what the page shows. */
export function link(): string {
  const { puzzle, stickers } = positions;
  const values = Object.assign({ [puzzle.name]: stickers }, ...parts.map((part) => part.values())) as Record<string, string>;
  return `#${new URLSearchParams(values).toString()}`;
}

/** Writes what the page shows into the address, unless a damaged link is there. */
export function updateLink(): void {
  const isNothing = location.hash === '' && link() === `#cube=${PUZZLES.cube.solved}`;
  if (byId('link-error').textContent === '' && !isNothing) {
    replace();
  }
}

function writeLink(): void {
  byId('link-error').textContent = '';
  replace();
}

function replace(): void {
  const hash = link();
  if (location.hash !== hash) {
    // Painting does not change the page, so it adds nothing to the history.
    history.replaceState(null, '', hash);
  }
}

/** Shows the position in the address, or says why the address holds none. */
function read(): void {
  const held = position();
  const isPosition = held && PUZZLES[held.name].accepts(held.stickers);
  byId('link-error').textContent = held && !isPosition ? damaged(held) : '';
  if (isPosition) {
    positions.show(held.name, held.stickers);
  }
}

function inAddress(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Reads the stickers of a puzzle from the address. */
function position(): Held | undefined {
  const linked = inAddress();
  const name = (Object.keys(PUZZLES) as PuzzleName[]).find((name) => linked.has(name));
  return name && { name, stickers: linked.get(name)!.toUpperCase() };
}

function damaged({ name }: Held): string {
  const { stickers, size } = PUZZLES[name];
  const needs = { name, stickers };
  return size === 3
    ? t('The address holds no position: after “{name}=” it needs {stickers} letters of U R F D L B, with each centre in the colour of its face.', needs)
    : t('The address holds no position: after “{name}=” it needs {stickers} letters of U R F D L B.', needs);
}
