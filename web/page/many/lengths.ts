import { element } from '../ui/dom';
import { count } from '../ui/words';

/** Shows how many solutions have each length, as a table with bars; `lengths` counts from 0 on. */
export function showLengths(table: HTMLTableSectionElement, lengths: readonly number[]): void {
  const most = Math.max(...lengths, 1);
  const shown = [...lengths.entries()].slice(lengths.findIndex((number) => number > 0));
  const rows = shown.map(([length, number]) => {
    const bar = element('span', { class: 'bar', style: `width: ${(100 * number) / most}%` });
    return element('tr', {}, element('th', { scope: 'row' }, String(length)), element('td', { class: 'bars' }, bar), element('td', {}, count(number)));
  });
  table.replaceChildren(...rows);
}

/** The mean of the lengths; not a number if there are none. */
export function mean(lengths: readonly number[]): number {
  const sum = (of: readonly number[]) => of.reduce((sum, next) => sum + next, 0);
  return sum(lengths.map((number, length) => number * length)) / sum(lengths);
}
