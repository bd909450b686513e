import type { Method } from '../engine/contract';
import { element } from '../ui/dom';

const LEAST = 18;
const MOST = 23;

/** Fills a field with the bounds that the two-phase method is offered with. */
export function fillBounds(select: HTMLSelectElement, usual: number): void {
  for (let bound = LEAST; bound <= MOST; bound++) {
    select.append(element('option', { value: bound, selected: bound === usual }, `${bound} moves`));
  }
}

/** The bound in the field, if the method takes one. */
export function boundOf(select: HTMLSelectElement, method: Method): number | undefined {
  return method === 'two-phase' ? Number(select.value) : undefined;
}
