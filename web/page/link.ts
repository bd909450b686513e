import { PUZZLES, type PuzzleName } from './cube/puzzle';
import { positions } from './position';

/** Keeps the position in the address, after the `#`: `cube=` or `pocket=` and the stickers. */
export function startLink(): void {
  read();
  window.addEventListener('hashchange', read);
  positions.follow(write);
}

function read(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  for (const name of Object.keys(PUZZLES) as PuzzleName[]) {
    const stickers = fragment.get(name);
    if (stickers && PUZZLES[name].accepts(stickers)) {
      positions.show(name, stickers);
      return;
    }
  }
}

function write(): void {
  const { puzzle, stickers } = positions;
  const isFirst = !location.hash && puzzle === PUZZLES.cube && stickers === puzzle.solved;
  const hash = `#${puzzle.name}=${stickers}`;
  if (!isFirst && location.hash !== hash) {
    // Painting is no walk through pages, so it leaves no trace in the history.
    history.replaceState(null, '', hash);
  }
}
