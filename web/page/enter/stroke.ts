import { positions } from '../position';
import type { Palette } from './palette';

/** A pressed mouse, a finger or a pen paints all stickers of an area that it crosses, and all these count as one step. */
export function strokes(area: HTMLElement | SVGElement, placeOf: (target: EventTarget | null) => number | undefined, palette: Palette): void {
  let isPainting = false;
  const paint = ({ clientX, clientY }: PointerEvent) => {
    // A finger keeps the sticker that it touched first as the target.
    const place = placeOf(document.elementFromPoint(clientX, clientY));
    if (place !== undefined) {
      positions.paint(place, palette.letter);
    }
  };
  area.addEventListener('pointerdown', (event) => {
    const pointer = event as PointerEvent;
    if (pointer.button === 0 && placeOf(pointer.target) !== undefined) {
      positions.beginStroke();
      isPainting = true;
      paint(pointer);
    }
  });
  area.addEventListener('pointermove', (event) => {
    if (isPainting) {
      paint(event as PointerEvent);
    }
  });
  for (const type of ['pointerup', 'pointercancel']) {
    window.addEventListener(type, () => {
      if (isPainting) {
        isPainting = false;
        positions.endStroke();
      }
    });
  }
}
