import { askReader } from '../engine/client';
import type { Asked, Goal, Method, Metric } from '../engine/contract';
import { refresh } from '../job';
import { element, messageOf } from '../ui/dom';
import { t, translated } from '../language/language';

/** The choice of a goal that has no name. */
const OTHER = 'other';

/** The field for the method and the fields for its options, made from the cards of the library. */
export class Asking {
  #methods: Method[] = [];
  #goals: Goal[] = [];
  #metrics: Metric[] = [];
  readonly #listeners: (() => void)[] = [];

  /** `place` holds the fields of the options and may have first values for them; `prefix` begins their ids. */
  constructor(
    private readonly select: HTMLSelectElement,
    private readonly place: HTMLElement,
    private readonly prefix: string,
  ) {
    select.addEventListener('change', () => this.#showOptions());
    for (const type of ['change', 'input']) {
      place.addEventListener(type, () => this.#tell());
    }
  }

  /** Calls back when the method or an option is another one. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Offers the methods. Before that, or if it fails, the field is empty. */
  async fill(fail: (message: string) => void): Promise<void> {
    try {
      [this.#methods, this.#goals, this.#metrics] = await askReader((engine) =>
        Promise.all([engine.methods(), engine.goals(), engine.metrics()]),
      );
      this.select.replaceChildren(...this.#methods.map(({ name, title }) => element('option', { value: name, title: translated(title) }, name)));
      this.#showOptions();
      refresh();
    } catch (error) {
      fail(messageOf(error));
    }
  }

  get method(): Method | undefined {
    return this.#methods.find(({ name }) => name === this.select.value);
  }

  /** The method that the page takes unless another one is chosen. */
  get usual(): Method | undefined {
    return this.#methods[0];
  }

  /** The text of the goal; undefined for methods without one. */
  get goal(): string | undefined {
    const chosen = this.#chosen('goal');
    return chosen === OTHER ? this.place.querySelector<HTMLInputElement>('input[name=goal]')!.value : chosen;
  }

  /** Reads the fields; the library decides about an option without a value. */
  asked(method: Method): Asked {
    const fields = [...this.place.querySelectorAll<HTMLInputElement>('input[type=number]')];
    const numbers = fields.filter((field) => !Number.isNaN(field.valueAsNumber));
    const options: Asked['options'] = Object.fromEntries(numbers.map((field) => [field.name, field.valueAsNumber]));
    for (const [name, text] of Object.entries({ goal: this.goal, metric: this.#chosen('metric') })) {
      if (text !== undefined) {
        options[name] = text;
      }
    }
    return { method: method.name, options };
  }

  /** What is chosen of a list, if the method has it. */
  #chosen(list: 'goal' | 'metric'): string | undefined {
    return this.#list(list)?.value;
  }

  #list(list: 'goal' | 'metric'): HTMLSelectElement | null {
    return this.place.querySelector<HTMLSelectElement>(`.${list} select`);
  }

  /** What is not usual, by name. */
  get unusual(): Record<string, string> {
    const { method } = this;
    if (!method) {
      return {};
    }
    const { options } = this.asked(method);
    const ofMethod = (name: string) => method.options.find((option) => option.name === name)?.usual;
    const usual = (name: string) => (name === 'metric' ? this.#metrics[0]?.name : this.place.dataset[name] ?? ofMethod(name));
    const others = Object.entries(options).filter(([name, value]) => String(value) !== String(usual(name)));
    return {
      ...(method !== this.usual && { method: method.name }),
      ...Object.fromEntries(others.map(([name, value]) => [name, String(value)])),
    };
  }

  /** Chooses what `unusual` gave; what is not there stays as it is. */
  choose(values: URLSearchParams): void {
    const method = this.#methods.find(({ name }) => name === values.get('method'));
    if (method) {
      this.select.value = method.name;
      this.#showOptions();
    }
    for (const field of this.place.querySelectorAll<HTMLInputElement>('input[type=number]')) {
      field.value = values.get(field.name) ?? field.value;
    }
    const goal = values.get('goal');
    const [choice, metric] = (['goal', 'metric'] as const).map((list) => this.#list(list));
    if (goal && choice) {
      const isNamed = this.#goals.some(({ name }) => name === goal);
      choice.value = isNamed ? goal : OTHER;
      this.place.querySelector<HTMLInputElement>('input[name=goal]')!.value = isNamed ? '' : goal;
    }
    if (metric && this.#metrics.some(({ name }) => name === values.get('metric'))) {
      metric.value = values.get('metric')!;
    }
    this.#tell();
  }

  #tell(): void {
    const other = this.place.querySelector<HTMLElement>('.other-goal');
    if (other) {
      other.hidden = this.#chosen('goal') !== OTHER;
    }
    for (const listener of this.#listeners) {
      listener();
    }
  }

  /** A choice of the goals that have a name, and a field for others. */
  #goalFields(): HTMLElement[] {
    const [id, otherId] = [`${this.prefix}-goal`, `${this.prefix}-other-goal`];
    const named = this.#goals.map(({ name, words }) => {
      const usual = name === this.place.dataset['goal'];
      return element('option', { value: name, selected: usual }, `${name}: ${translated(words)}`);
    });
    const choice = element('select', { id }, ...named, element('option', { value: OTHER }, t('another one')));
    const text = {
      id: otherId, name: 'goal', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      placeholder: 'DF DR DFR', title: t('Cubies that have to be at home, or 54 facelets with a dot for each of any colour'),
    };
    return [
      element('div', { class: 'field goal' }, element('label', { for: id }, t('goal')), choice),
      element('div', { class: 'field other-goal', hidden: true }, element('label', { for: otherId }, t('cubies or facelets')), element('input', text)),
    ];
  }

  /** A choice of the metric; the first one is the usual one. */
  #metricField(): HTMLElement {
    const id = `${this.prefix}-metric`;
    const named = this.#metrics.map(({ name, title, words }) => element('option', { value: name }, `${title}: ${translated(words)}`));
    return element('div', { class: 'field metric' }, element('label', { for: id }, t('metric')), element('select', { id }, ...named));
  }

  #showOptions(): void {
    const fields = (this.method?.options ?? []).map(({ name, label, sentence, least, most, usual }) => {
      const id = `${this.prefix}-${name}`;
      const value = this.place.dataset[name] ?? usual;
      const field = { id, name, type: 'number', min: least, max: most, value, title: translated(sentence) };
      return element('div', { class: 'field' }, element('label', { for: id }, translated(label)), element('input', field));
    });
    const lists = this.method?.hasGoal ? [...this.#goalFields(), this.#metricField()] : [];
    this.place.replaceChildren(...lists, ...fields);
    this.#tell();
  }
}
