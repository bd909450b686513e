import type { Solution } from './contract';

/** The two-phase search finds a solution of at most this number of moves at once. */
const EASY = 23;

/**
 * Searches for a solution of at most `asked` moves. It starts with a longer one and reports it, then asks for fewer
 * moves than the last solution has, and so on. Each search takes a small part of the time of the next one.
 */
export async function shorten(
  search: (most: number) => Promise<Solution>,
  asked: number,
  found: (solution: Solution) => void,
): Promise<Solution> {
  let milliseconds = 0;
  for (let most = Math.max(asked, EASY); ; ) {
    const solution = await search(most);
    milliseconds += solution.milliseconds;
    const best = { ...solution, milliseconds };
    if (best.length <= asked) {
      return best;
    }
    found(best);
    most = best.length - 1;
  }
}
