import { askReader } from '../engine/client';
import { byId } from '../ui/dom';

const MADE = 1000;

/** Handles a chosen file. */
export interface Taker {
  take(file: File): void;
  fail(error: unknown): void;
}

/** Takes a file that the user chose or dropped, or a file of random positions. */
export function startSource(taker: Taker): void {
  const [input, drop] = [byId<HTMLInputElement>('file'), byId('drop')];
  const take = (file: File | undefined) => file && taker.take(file);
  input.addEventListener('change', () => {
    take(input.files?.[0]);
    // The input forgets the file, so choosing a changed file again counts as a change.
    input.value = '';
  });
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    take(event.dataTransfer?.files[0]);
  });
  // Without this, a file dropped outside the frame would replace the page.
  for (const type of ['dragover', 'drop']) {
    window.addEventListener(type, (event) => event.preventDefault());
  }
  byId('make-file').addEventListener('click', () => {
    made().then(taker.take, taker.fail);
  });
}

async function made(): Promise<File> {
  const lines = await Promise.all(Array.from({ length: MADE }, () => askReader((engine) => engine.random())));
  return new File([`${lines.join('\n')}\n`], 'random.txt', { type: 'text/plain' });
}
