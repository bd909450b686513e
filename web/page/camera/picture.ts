import { t } from '../language/language';
import type { Pixels } from './measure';

/** The pixels to a side of a picture that is measured. More would give the same colours. */
const SIDE = 240;

/** Copies the largest square in the middle of a picture, which the screen shows, too. */
export function square(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIDE, SIDE];
  const side = Math.min(width, height);
  canvas.getContext('2d')!.drawImage(source, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  return canvas;
}

export async function ofFile(file: File): Promise<HTMLCanvasElement> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new Error(t('The browser cannot read {name} as a picture.', { name: file.name }));
  }
  const copy = square(picture, picture.width, picture.height);
  picture.close();
  return copy;
}

export function pixels(canvas: HTMLCanvasElement): Pixels {
  return canvas.getContext('2d')!.getImageData(0, 0, SIDE, SIDE);
}
