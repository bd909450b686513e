import type { Proved, Solution } from './contract';

/**
 * Searches one length after the other, from the least on, and reports each one that has no solution. A solution that is
 * `known` is a shortest one as soon as all shorter lengths have none. Each search repeats the shorter ones, which take a
 * small part of its time.
 */
export async function prove(
  search: (most: number) => Promise<Solution | Proved>,
  excluded: (proved: Proved) => void,
  known?: Solution,
): Promise<Solution> {
  for (let most = 0; ; ) {
    const found = await search(most);
    if ('moves' in found) {
      return found;
    }
    if (known && found.atLeast >= known.length) {
      return { ...known, proved: found };
    }
    if (found.nodes) {
      excluded(found);
    }
    most = found.atLeast;
  }
}
