import type { PuzzleName } from '../cube/puzzle';
import { askReader } from '../engine/client';
import { link } from '../link';
import { positions } from '../position';
import { copies } from '../ui/copy';
import { byId, messageOf } from '../ui/dom';
import { onChecked, startChecking } from './checked';
import { Net } from './net';
import { Palette } from './palette';
import { showState } from './state';
import { startText } from './text';
import { TurnedCube } from './turned';

/** The part of the page where the user enters a position; returns its net. */
export function startEnter(): Net {
  const palette = new Palette(byId('palette'));
  const net = new Net(byId('net'), palette);
  const cube = new TurnedCube(byId('turned'), palette);
  const state = byId('state');
  const fail = (error: unknown) => (state.textContent = messageOf(error));
  const mark = (places: number[]) => [net, cube].forEach((view) => view.mark(places));
  onChecked((checked) => showState(state, mark, checked));
  startChecking(fail);
  startText();
  startPuzzle();
  startHistory();
  byId('make-solved').addEventListener('click', () => positions.set(positions.puzzle.solved));
  byId('make-blank').addEventListener('click', () => positions.set(positions.puzzle.blank));
  byId('make-random').addEventListener('click', () => random().catch(fail));
  // Its code comes when it is needed, as that of pictures does.
  byId('camera').addEventListener('click', () => import('../camera/camera').then(({ camera }) => camera.open()).catch(fail));
  byId<HTMLInputElement>('letters').addEventListener('change', (event) => {
    for (const id of ['net', 'turned']) {
      byId(id).classList.toggle('lettered', (event.target as HTMLInputElement).checked);
    }
  });
  byId<HTMLInputElement>('solid').addEventListener('change', (event) => {
    const isSolid = (event.target as HTMLInputElement).checked;
    byId('net').hidden = isSolid;
    byId('turned').hidden = !isSolid;
  });
  copies(byId('copy-link'), () => `${location.href.split('#')[0]}${link()}`);
  return net;
}

/** Undo and redo, by buttons and keys. */
function startHistory(): void {
  const [undo, redo] = [byId<HTMLButtonElement>('undo'), byId<HTMLButtonElement>('redo')];
  undo.addEventListener('click', () => positions.undo());
  redo.addEventListener('click', () => positions.redo());
  positions.follow(() => {
    undo.disabled = !positions.canUndo;
    redo.disabled = !positions.canRedo;
  });
  document.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    const isText = event.target instanceof Element && event.target.matches('input[type=text], input[type=number], textarea');
    if (!(event.ctrlKey || event.metaKey) || isText || !['z', 'y'].includes(key)) {
      return;
    }
    event.preventDefault();
    if (key === 'y' || event.shiftKey) {
      positions.redo();
    } else {
      positions.undo();
    }
  });
}

async function random(): Promise<void> {
  const { name } = positions.puzzle;
  const arriving = askReader((engine) => (name === 'cube' ? engine.random() : engine.pocketRandom()));
  positions.arriving = arriving;
  positions.show(name, await arriving);
}

/** The switch between the puzzles. */
function startPuzzle(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[name=puzzle]')];
  for (const input of inputs) {
    input.addEventListener('change', () => positions.choose(input.value as PuzzleName));
  }
  positions.follow(() => {
    for (const input of inputs) {
      input.checked = input.value === positions.puzzle.name;
    }
    document.body.dataset.puzzle = positions.puzzle.name;
  });
}
