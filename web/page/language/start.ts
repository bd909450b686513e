/** The choice of a language, and the texts that the page has before its code runs. */
import { byId, element } from '../ui/dom';
import { spoken, translated } from './language';
import { LANGUAGES, learn } from './languages';

const KEPT = 'language';

/** Attributes that people read or hear. */
const ATTRIBUTES = ['aria-label', 'title', 'placeholder'];

/** The language that was chosen here, else the first one of the browser's that the page has. */
export const CODE = kept() ?? navigator.languages.map((language) => language.split('-')[0]!).find((code) => code in LANGUAGES) ?? 'en';

/** Speaks the language, also in what the page shows already, and offers the others. */
export async function startLanguage(): Promise<void> {
  const select = byId<HTMLSelectElement>('language');
  select.replaceChildren(
    ...Object.entries(LANGUAGES).map(([code, { name, locale }]) => element('option', { value: code, lang: locale, selected: code === CODE }, name)),
  );
  select.addEventListener('change', () => {
    keep(select.value);
    // The address holds what the page shows.
    location.reload();
  });
  try {
    await learn(CODE);
  } catch {
    // Without a network the page may have no other language than English.
    return;
  }
  document.documentElement.lang = spoken();
  document.title = translated(document.title);
  translate(document.body);
}

function translate(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent!;
    const words = text.trim();
    if (words) {
      node.textContent = text.replace(words, () => translated(words));
    }
  }
  for (const name of ATTRIBUTES) {
    for (const part of root.querySelectorAll(`[${name}]`)) {
      part.setAttribute(name, translated(part.getAttribute(name)!));
    }
  }
}

function kept(): string | undefined {
  try {
    const code = localStorage.getItem(KEPT);
    return code !== null && code in LANGUAGES ? code : undefined;
  } catch {
    // Some people let the browser keep nothing.
    return undefined;
  }
}

function keep(code: string): void {
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // As above.
  }
}
