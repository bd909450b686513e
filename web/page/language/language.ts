/** The language of this page or worker. A text in English is its own key: the catalogues of the other languages have it. */
import type { messages } from './de';

/** A text of the page in English. Braces hold the names of values. */
export type Message = keyof typeof messages;

/** A text, or how it is said of one and of several. */
export type Text = string | readonly [one: string, several: string];

/** The texts of a language. */
export type Catalogue = Readonly<Record<Message, Text>>;

type Values = Record<string, string | number>;

/** What Intl calls the language. */
let locale = 'en-GB';
let texts: Partial<Record<string, Text>> = {};

/** Speaks another language from now on. */
export function speak(other: string, catalogue: Catalogue): void {
  [locale, texts] = [other, catalogue];
}

export function spoken(): string {
  return locale;
}

/** Says a text with these values. */
export function t(message: Message, values: Values = {}): string {
  return filled(textOf(message, 2), values);
}

/** Says a text about `n` things, which is its value `n`, too. English says `one` of one thing. */
export function counted(n: number, one: string, several: Message, values: Values = {}): string {
  const text = n === 1 && !texts[several] ? one : textOf(several, n);
  return filled(text, { n: new Intl.NumberFormat(locale).format(n), ...values });
}

/** Says what the library or the address gave, if there is a text for it. Faults of positions stay in English. */
export function translated(text: string): string {
  return textOf(text, 2);
}

/** Joins names: "A, B and C". */
export function list(names: string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

function textOf(message: string, n: number): string {
  const text = texts[message] ?? message;
  return typeof text === 'string' ? text : text[new Intl.PluralRules(locale).select(n) === 'one' ? 0 : 1];
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
