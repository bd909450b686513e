import type { Progress } from '../engine/contract';
import { count } from './words';

/** Shows how far a step of a job is, in an element with a bar and a text. */
export class ProgressLine {
  readonly #bar: HTMLProgressElement;
  readonly #text: HTMLElement;

  constructor(private readonly line: HTMLElement) {
    this.#bar = line.querySelector('progress')!;
    this.#text = line.querySelector('span')!;
    this.#bar.setAttribute('aria-label', 'How far the work is');
  }

  begin(step: string): void {
    this.tell({ step, done: 0, total: 0 });
    this.line.hidden = false;
  }

  tell({ step, done, total }: Progress): void {
    if (total > 0) {
      this.#bar.max = total;
      this.#bar.value = done;
    } else {
      // A bar without a value says that nobody knows how long it takes.
      this.#bar.removeAttribute('value');
    }
    this.#text.textContent = total > 1 ? `${step}, ${count(done)} of ${count(total)}` : step;
  }

  end(): void {
    this.line.hidden = true;
  }
}
