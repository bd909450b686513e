import { cube3x3x3 } from 'cubing/puzzles';

/** Whether these moves solve what those moves made of a solved cube, by cubing.js. */
export async function isSolvedBy(scramble: string, solution: string): Promise<boolean> {
  const kpuzzle = await cube3x3x3.kpuzzle();
  const pattern = kpuzzle.defaultPattern().applyAlg(scramble).applyAlg(solution);
  return pattern.experimentalIsSolved({ ignorePuzzleOrientation: false, ignoreCenterOrientation: true });
}
