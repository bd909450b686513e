import { askReader } from '../engine/client';
import type { Asked, Method } from '../engine/contract';
import { refresh } from '../job';
import { element, messageOf } from '../ui/dom';

/** The field for the method and the fields for its options, made from the cards of the library. */
export class Asking {
  #methods: Method[] = [];

  /** `place` holds the fields of the options and may have first values for them; `prefix` begins their ids. */
  constructor(
    private readonly select: HTMLSelectElement,
    private readonly place: HTMLElement,
    private readonly prefix: string,
  ) {
    select.addEventListener('change', () => this.#showOptions());
  }

  /** Offers the methods. Before that, or if it fails, the field is empty. */
  async fill(fail: (message: string) => void): Promise<void> {
    try {
      this.#methods = await askReader((engine) => engine.methods());
      this.select.replaceChildren(...this.#methods.map(({ name, title }) => element('option', { value: name, title }, name)));
      this.#showOptions();
      refresh();
    } catch (error) {
      fail(messageOf(error));
    }
  }

  get method(): Method | undefined {
    return this.#methods.find(({ name }) => name === this.select.value);
  }

  /** Reads the fields; the library decides about an option without a value. */
  asked(method: Method): Asked {
    const fields = [...this.place.querySelectorAll('input')].filter((field) => !Number.isNaN(field.valueAsNumber));
    return { method: method.name, options: Object.fromEntries(fields.map((field) => [field.name, field.valueAsNumber])) };
  }

  #showOptions(): void {
    const fields = (this.method?.options ?? []).map(({ name, label, sentence, least, most, usual }) => {
      const id = `${this.prefix}-${name}`;
      const value = this.place.dataset[name] ?? usual;
      const field = { id, name, type: 'number', min: least, max: most, value, title: sentence };
      return element('div', { class: 'field' }, element('label', { for: id }, label), element('input', field));
    });
    this.place.replaceChildren(...fields);
  }
}
