import type { Progress } from '../engine/contract';
import { count, duration } from './words';

/** How often the time that passed is shown. */
const SECOND_MS = 1000;

/** Shows how far a step of a job is and how long the job has taken, in an element with a bar and a text. */
export class ProgressLine {
  readonly #bar: HTMLProgressElement;
  readonly #text: HTMLElement;
  #step = '';
  #start = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly line: HTMLElement) {
    this.#bar = line.querySelector('progress')!;
    this.#text = line.querySelector('span')!;
    this.#bar.setAttribute('aria-label', 'Progress of the work');
  }

  begin(step: string): void {
    this.#start = performance.now();
    this.#timer = setInterval(() => this.#show(), SECOND_MS);
    this.tell({ step, done: 0, total: 0 });
    this.line.hidden = false;
  }

  tell({ step, done, total }: Progress): void {
    if (total > 0) {
      this.#bar.max = total;
      this.#bar.value = done;
    } else {
      // A bar without a value means that the duration is unknown.
      this.#bar.removeAttribute('value');
    }
    this.#step = total > 1 ? `${step}, ${count(done)} of ${count(total)}` : step;
    this.#show();
  }

  /** The step, and the whole seconds since the job began once there is one. */
  #show(): void {
    const seconds = Math.floor((performance.now() - this.#start) / SECOND_MS);
    this.#text.textContent = seconds ? `${this.#step}, ${duration(seconds)}` : this.#step;
  }

  end(): void {
    clearInterval(this.#timer);
    this.line.hidden = true;
  }
}
