import type { Solution } from './contract';

/** The two-phase search finds a solution of at most this number of moves at once. */
const EASY = 23;

/**
 * Searches for a solution of at most `asked` moves. It starts with a longer one and reports it, then asks for fewer
 * moves than the last solution has, and so on. Each search takes a small part of the time of the next one. If a
 * solution is `known` already, it goes on from that.
 */
export async function shorten(
  search: (most: number) => Promise<Solution>,
  asked: number,
  found: (solution: Solution) => void,
  known?: Solution,
): Promise<Solution> {
  for (let best = known; ; ) {
    if (best && best.length <= asked) {
      return best;
    }
    if (best) {
      found(best);
    }
    best = await search(best ? best.length - 1 : Math.max(asked, EASY));
  }
}
