import { BLANK, FACES, colourName } from '../cube/puzzle';
import { t } from '../language/language';
import { element } from '../ui/dom';

/** The colours; one of them is chosen. */
export class Palette {
  readonly #inputs = new Map<string, HTMLInputElement>();

  constructor(palette: HTMLElement) {
    for (const letter of [...FACES, BLANK]) {
      const name = letter === BLANK ? t('none') : colourName(letter);
      const input = element('input', { type: 'radio', name: 'colour', value: letter, 'aria-label': name });
      const swatch = element('span', { class: 'swatch', 'data-colour': letter });
      swatch.textContent = letter === BLANK ? '' : letter;
      this.#inputs.set(letter, input);
      palette.append(element('label', { title: name }, input, swatch));
    }
    this.choose('U');
  }

  /** The colour that a click paints. */
  get letter(): string {
    return [...this.#inputs.values()].find((input) => input.checked)!.value;
  }

  choose(letter: string): void {
    this.#inputs.get(letter)!.checked = true;
  }
}
