import type { Face } from './puzzle';

/** The names of the colours in the styles of the page, which are the only place that has their values. */
const STYLES: Record<Face, string> = { U: '--white', R: '--red', F: '--green', D: '--yellow', L: '--orange', B: '--blue' };

/** The colour in which the page shows a letter now, as `#rrggbb`. */
export function shownColour(letter: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(STYLES[letter as Face]).trim();
}
