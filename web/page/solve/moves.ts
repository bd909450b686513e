import type { Method, Solution } from '../engine/contract';
import { faceName } from '../cube/puzzle';
import { element } from '../ui/dom';
import { counted, t, translated } from '../language/language';

/** The moves as a list of phases. Each move is a button that shows the cube after it. */
export class MoveList {
  #buttons: HTMLButtonElement[] = [];
  moves: readonly string[] = [];

  constructor(
    private readonly list: HTMLElement,
    private readonly go: (made: number) => void,
  ) {}

  show(solution: Solution | undefined, method: Method | undefined): void {
    this.#buttons = [];
    this.moves = solution?.moves ?? [];
    this.list.replaceChildren();
    if (!solution) {
      return;
    }
    const phases = solution.phaseLengths.length ? solution.phaseLengths : [solution.moves.length];
    let begin = 0;
    phases.forEach((length, number) => {
      const title = phases.length > 1 ? t('Phase {number}', { number: number + 1 }) : t('Moves');
      const aim = phases.length > 1 ? method?.phases[number] : undefined;
      this.list.append(this.#phase(title, aim, solution.moves.slice(begin, begin + length)));
      begin += length;
    });
  }

  #phase(title: string, aim: string | undefined, moves: string[]): HTMLElement {
    const head = element('p', { class: 'phase' }, element('b', {}, title), ` ${aim ? `${translated(aim)}, ` : ''}${counted(moves.length, '{n} move', '{n} moves')}`);
    const buttons = moves.map((move) => {
      const made = this.#buttons.length + 1;
      const button = element('button', { type: 'button', 'aria-label': t('{move}: move {number}, {words}', { move, number: made, words: inWords(move) }) }, move);
      button.addEventListener('click', () => this.go(made));
      this.#buttons.push(button);
      return button;
    });
    return element('li', {}, head, element('div', { class: 'turns' }, ...buttons));
  }

  /** Marks the moves made so far, and the last of them. */
  mark(made: number): void {
    this.#buttons.forEach((button, number) => {
      button.classList.toggle('made', number < made);
      if (number === made - 1) {
        button.setAttribute('aria-current', 'step');
      } else {
        button.removeAttribute('aria-current');
      }
    });
  }
}

/** Says a move in words. */
export function inWords(move: string): string {
  const face = faceName(move[0]!);
  if (move.endsWith("'")) {
    return t('{face} face counter-clockwise', { face });
  }
  return move.endsWith('2') ? t('{face} face by a half turn', { face }) : t('{face} face clockwise', { face });
}
