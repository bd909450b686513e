import { element } from '../ui/dom';

/** A table with a row for each item and these columns, the first of which names the row; columns without data are left out. */
export function table<T>(caption: string, items: T[], columns: Record<string, (item: T) => string>): HTMLElement[] {
  const known = Object.entries(columns).filter(([, text]) => items.some(text));
  const row = (item: T) =>
    known.map(([, text], n) => (n ? element('td', {}, text(item)) : element('th', { scope: 'row' }, text(item))));
  const head = element('tr', {}, ...known.map(([name]) => element('th', { scope: 'col' }, name)));
  const body = items.map((item) => element('tr', {}, ...row(item)));
  const made = element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
  // The caption stands outside, as it must not scroll. What scrolls is reached by keyboard.
  const scroll = { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': caption };
  return [element('p', { class: 'quiet' }, caption), element('div', scroll, made)];
}
