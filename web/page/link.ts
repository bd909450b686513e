import { PUZZLES, type PuzzleName } from './cube/puzzle';
import { positions } from './position';
import { byId } from './ui/dom';

interface Held {
  name: PuzzleName;
  stickers: string;
}

/** Keeps the position in the address, after the `#`: `cube=` or `pocket=` and the stickers. */
export function startLink(): void {
  read();
  window.addEventListener('hashchange', read);
  // The first cube does not overwrite the link in the address, which may be a damaged one.
  positions.onChange(write);
}

/** Shows the position in the address, or says why the address holds none. */
function read(): void {
  const held = inAddress();
  const isPosition = held && PUZZLES[held.name].accepts(held.stickers);
  byId('link-error').textContent = held && !isPosition ? damaged(held) : '';
  if (isPosition) {
    positions.show(held.name, held.stickers);
  }
}

/** Reads the stickers of a puzzle from the address. */
function inAddress(): Held | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const name = (Object.keys(PUZZLES) as PuzzleName[]).find((name) => fragment.has(name));
  return name && { name, stickers: fragment.get(name)!.toUpperCase() };
}

function damaged({ name }: Held): string {
  const { stickers, size } = PUZZLES[name];
  const centres = size === 3 ? ', with each centre in the colour of its face' : '';
  return `The address holds no position: after “${name}=” it needs ${stickers} letters of U R F D L B${centres}.`;
}

function write(): void {
  byId('link-error').textContent = '';
  const { puzzle, stickers } = positions;
  const hash = `#${puzzle.name}=${stickers}`;
  if (location.hash !== hash) {
    // Painting does not change the page, so it adds nothing to the history.
    history.replaceState(null, '', hash);
  }
}
