import { askReader } from '../engine/client';
import type { Form } from '../engine/contract';
import { refresh } from '../job';
import { element, messageOf } from '../ui/dom';
import { translated } from '../language/language';

/** The choice of a form of rows. */
export class Forms {
  #forms: Form[] = [];

  constructor(private readonly select: HTMLSelectElement) {}

  /** Offers the forms; until then, and where that fails, there is none. */
  async fill(fail: (message: string) => void): Promise<void> {
    try {
      this.#forms = await askReader((engine) => engine.forms());
      this.select.replaceChildren(
        ...this.#forms.map(({ name, title, sentence }) => element('option', { value: name, title: translated(sentence) }, translated(title))),
      );
      refresh();
    } catch (error) {
      fail(messageOf(error));
    }
  }

  get chosen(): Form | undefined {
    return this.#forms.find(({ name }) => name === this.select.value);
  }
}
