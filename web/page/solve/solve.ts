import { onChecked } from '../enter/checked';
import type { Net } from '../enter/net';
import { ask, askReader, isStopped, stop } from '../engine/client';
import type { Method, Progress, Reading, Solution } from '../engine/contract';
import { type Controls, join, refresh, run } from '../job';
import { keep, updateLink } from '../link';
import { positions } from '../position';
import { startShare } from '../share/share';
import { copies } from '../ui/copy';
import { byId, messageOf } from '../ui/dom';
import { ProgressLine } from '../ui/progress';
import { counted, t } from '../language/language';
import { milliseconds } from '../ui/words';
import { Asking } from './asking';
import { Replay } from './replay';

/** The part of the page that solves the position and plays the solution. The net greys what the goal does not ask for. */
export function startSolve(net: Net): void {
  const replay = new Replay();
  startShare(replay);
  const progress = new ProgressLine(byId('solve-work'));
  const asking = new Asking(byId<HTMLSelectElement>('method'), byId('solve-options'), 'solve');
  let isPosition = false;
  /** Whether the moves lead to a goal that need not be the solved cube. */
  let isWay = false;
  let solution: Solution | undefined;
  /** The stickers of the position whose solution is shown. */
  let solved: string | undefined;
  /** The stickers of the position that is being solved. */
  let searched: string | undefined;
  const part: Controls = {
    name: byId('tab-one').textContent!,
    starts: [{ button: byId<HTMLButtonElement>('solve'), isReady: () => isPosition && asking.method !== undefined }],
    stop: byId<HTMLButtonElement>('solve-stop'),
    busy: byId('solve-busy'),
    error: byId('solve-error'),
  };

  // Before the methods are there it has no goal, and neither have most methods.
  let goal: string | undefined;
  asking.onChange(() => {
    if (goal !== asking.goal) {
      goal = asking.goal;
      void showGoal(goal);
    }
  });
  const showGoal = async (shown: string | undefined) => {
    part.error.textContent = '';
    let asked: string | undefined;
    try {
      asked = shown === undefined ? undefined : await askReader((engine) => engine.goalStickers(shown));
    } catch (error) {
      part.error.textContent = shown ? messageOf(error) : '';
    }
    if (shown === goal) {
      net.grey(asked);
      replay.grey(asked);
      if (isPosition) {
        void show(undefined);
      }
    }
  };
  const show = (found: Solution | undefined, by?: Method, told = '') => {
    solution = found;
    solved = found && positions.stickers;
    isWay = by?.hasGoal === true;
    updateLink();
    byId('solve-summary').textContent = told;
    byId('copy-moves').hidden = !found?.length;
    return replay.show(positions.puzzle, positions.stickers, found, by);
  };

  onChecked((checked) => {
    isPosition = checked.isPosition;
    part.error.textContent = '';
    if (isPosition) {
      // A quick solution may come before the check of its position.
      if (solved !== positions.stickers) {
        void show(undefined);
      }
      void takeSolution();
    } else {
      [solution, solved] = [undefined, undefined];
      updateLink();
      byId('solve-summary').textContent = '';
      byId('copy-moves').hidden = true;
      replay.clear();
    }
    refresh();
  });
  // No one waits for the solution of a position that is no longer there.
  positions.onChange(() => {
    if (searched !== undefined && searched !== positions.stickers) {
      void stop();
    }
  });

  const button = part.starts[0]!.button;
  byId('solve-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    await run(part, async () => {
      // What was typed last is meant, although it may not be shown yet.
      await positions.arriving.catch(() => undefined);
      const asked = positions.stickers;
      const start = performance.now();
      const by = positions.puzzle.size === 3 ? asking.method : undefined;
      // After more painting, the solution of the old position is obsolete.
      const showIfSame = async (found: Solution, isFinal: boolean) => {
        if (asked === positions.stickers) {
          const method = found.byQuick ? asking.usual : by;
          const isBest = isFinal && (!found.proof || isShortest(found));
          // “20 moves, optimal” would claim what is not proved yet.
          const name = isBest && method?.name;
          const told = [lengthOf(found), name, milliseconds(performance.now() - start)].filter(Boolean).join(', ');
          const summary = isBest ? told : t('Best so far: {solution}', { solution: told });
          await show(found, method, [summary, proofOf(found)].filter(Boolean).join('. '));
        }
      };
      void show(undefined);
      searched = asked;
      progress.begin(t('Searching'));
      try {
        const tell = (news: Progress) => progress.tell(news);
        const onTheWay = (longer: Solution) => void showIfSame(longer, false);
        const found = by
          ? await ask((engine, heard) => engine.solve(asked, asking.asked(by), heard(tell), heard(onTheWay)))
          : await ask((engine) => engine.pocketSolve(asked));
        await showIfSame(found, true);
      } catch (error) {
        if (!isStopped(error) || asked === positions.stickers) {
          throw error;
        }
      } finally {
        searched = undefined;
        progress.end();
      }
    });
    if (solution?.length && document.activeElement === button) {
      replay.focus();
    }
  });
  // The method of a link can be chosen once the methods are there, and its solution shown once its position is.
  let linked = new URLSearchParams();
  const takeSolution = async () => {
    const written = linked.get('solution');
    linked.delete('solution');
    const found = written && (await solutionIn(written, positions.puzzle.size === 3));
    if (found) {
      await show(found, asking.method, t('{solution}, from the link', { solution: lengthOf(found) }));
    }
  };
  keep({
    values: () => ({
      ...asking.unusual,
      ...(solution?.length && !isWay && { solution: written(solution) }),
    }),
    take: (values) => {
      linked = values;
      asking.choose(values);
      if (isPosition) {
        void takeSolution();
      }
    },
  });
  asking.onChange(() => updateLink());
  void asking.fill((message) => (part.error.textContent = message)).then(() => asking.choose(linked));

  copies(byId('copy-moves'), () => solution?.moves.join(' ') ?? '');
  join(part);
}

function lengthOf({ length }: Solution): string {
  return counted(length, '{n} move', '{n} moves');
}

function isShortest({ length, proof }: Solution): boolean {
  return proof !== undefined && proof.atLeast >= length;
}

/** What is proved, in words. */
function proofOf(found: Solution): string {
  if (!found.proof?.atLeast) {
    return '';
  }
  const { atLeast, nodes } = found.proof;
  const proved = isShortest(found)
    ? t('No solution is shorter: proved')
    : counted(atLeast - 1, 'No solution of {n} move: proved', 'No solution of {n} moves: proved');
  return `${proved} (${counted(nodes, '{n} position searched', '{n} positions searched')}).`;
}

/** A solution as a link has it: the moves, with a bar between phases. */
function written({ moves, phaseLengths }: Solution): string {
  const ends = new Set(phaseLengths.slice(0, -1).map((_, number) => phaseLengths.slice(0, number + 1).reduce((sum, length) => sum + length)));
  return moves.map((move, number) => (ends.has(number) ? `| ${move}` : move)).join(' ');
}

/** The solution of a link, if it solves the position that the page shows. */
async function solutionIn(text: string, isCube: boolean): Promise<Solution | undefined> {
  const phases = text.split('|').map((phase) => phase.trim().split(/\s+/).filter(Boolean));
  const moves = phases.flat();
  if (!moves.every((move) => /^[URFDLB][2']?$/.test(move))) {
    return undefined;
  }
  // The position that these moves solve is what their inverse makes of a solved cube.
  const inverse = moves.toReversed().map((move) => (move.endsWith("'") ? move[0] : move.endsWith('2') ? move : `${move}'`)).join(' ');
  const reading = await askReader<Reading>((engine) => (isCube ? engine.read(inverse) : engine.pocketRead(inverse)));
  const solves = 'cube' in reading && reading.cube === positions.stickers;
  return solves ? { moves, phaseLengths: phases.map((phase) => phase.length), length: moves.length } : undefined;
}
