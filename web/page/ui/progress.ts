import type { Progress } from '../engine/contract';
import { count, duration, percent } from './words';
import { t } from '../language/language';

/** The interval, in milliseconds, at which the elapsed time is updated. */
const SECOND_MS = 1000;

/** Shows the progress of a step and the time since the job began, as a bar and a text. */
export class ProgressLine {
  readonly #bar: HTMLProgressElement;
  readonly #text: HTMLElement;
  #step = '';
  #start = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly line: HTMLElement) {
    this.#bar = line.querySelector('progress')!;
    this.#text = line.querySelector('span')!;
    this.#bar.setAttribute('aria-label', t('Progress of the work'));
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
    this.#step = total === 1 ? `${step} … ${percent(done)}` : total > 1 ? t('{step}, {done} of {total}', { step, done: count(done), total: count(total) }) : step;
    this.#show();
  }

  /** Writes the step and, from the first second on, the seconds since the job began. */
  #show(): void {
    const seconds = Math.floor((performance.now() - this.#start) / SECOND_MS);
    this.#text.textContent = seconds ? `${this.#step}, ${duration(seconds)}` : this.#step;
  }

  end(): void {
    clearInterval(this.#timer);
    this.line.hidden = true;
  }
}
