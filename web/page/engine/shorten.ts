import type { Solution } from './contract';
import { wasm } from './module';

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
    const most = wasm.next_bound(asked, best?.length);
    if (best && most === undefined) {
      return best;
    }
    if (best) {
      found(best);
    }
    best = await search(most!);
  }
}
