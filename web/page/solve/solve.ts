import { device } from '../device';
import { onChecked } from '../enter/checked';
import type { Net } from '../enter/net';
import { ask, askReader, told } from '../engine/client';
import type { Method, Progress, Solution } from '../engine/contract';
import { type Controls, join, refresh, run } from '../job';
import { positions } from '../position';
import { copies } from '../ui/copy';
import { byId, messageOf } from '../ui/dom';
import { ProgressLine } from '../ui/progress';
import { milliseconds, plural } from '../ui/words';
import { Asking } from './asking';
import { Replay } from './replay';

/** The part of the page that solves the position and plays the solution. The net greys what the goal does not ask for. */
export function startSolve(net: Net): void {
  const replay = new Replay();
  const progress = new ProgressLine(byId('solve-work'));
  const asking = new Asking(byId<HTMLSelectElement>('method'), byId('solve-options'), 'solve');
  let isPosition = false;
  let solution: Solution | undefined;
  const part: Controls = {
    start: byId<HTMLButtonElement>('solve'),
    stop: byId<HTMLButtonElement>('solve-stop'),
    error: byId('solve-error'),
    isReady: () => isPosition && asking.method !== undefined,
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
  void asking.fill((message) => (part.error.textContent = message));

  const show = (found: Solution | undefined, by?: Method, isFinal = true) => {
    solution = found;
    byId('solve-summary').textContent = found ? `${isFinal ? '' : 'Best so far: '}${summary(found)}` : '';
    byId('copy-moves').hidden = !found?.length;
    return replay.show(positions.puzzle, positions.stickers, found, by);
  };

  onChecked((checked) => {
    isPosition = checked.isPosition;
    part.error.textContent = '';
    if (isPosition) {
      void show(undefined);
    } else {
      solution = undefined;
      byId('solve-summary').textContent = '';
      byId('copy-moves').hidden = true;
      replay.clear();
    }
    refresh();
  });

  byId('solve-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void run(part, async () => {
      const asked = positions.stickers;
      const by = positions.puzzle.size === 3 ? asking.method : undefined;
      // After more painting, the solution of the old position is obsolete.
      const showIfSame = async (found: Solution, isFinal: boolean) => {
        if (asked === positions.stickers) {
          await show(found, by, isFinal);
        }
      };
      void show(undefined);
      progress.begin('Opening the device');
      try {
        await device();
        const tell = told<Progress>((news) => progress.tell(news));
        const onTheWay = told<Solution>((longer) => void showIfSame(longer, false));
        const found = by
          ? await ask((engine) => engine.solve(asked, asking.asked(by), tell, onTheWay))
          : await ask((engine) => engine.pocketSolve(asked));
        await showIfSame(found, true);
      } finally {
        progress.end();
      }
    });
  });
  copies(byId('copy-moves'), () => solution?.moves.join(' ') ?? '');
  join(part);
}

function summary({ length, milliseconds: taken }: Solution): string {
  return `${plural(length, 'move')}, ${milliseconds(taken)}`;
}
