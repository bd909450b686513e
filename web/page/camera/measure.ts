/** Red, green and blue from 0 to 255, as in pictures. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The pixels of a square picture, four bytes each, row by row. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
}

/** The share of the picture that the face fills, in both directions: the grid on the screen shows it. */
export const FRAME = 0.8;

/** The share of a cell that is measured, in both directions: the rest may be plastic, or the next sticker. */
const MIDDLE = 0.6;

/** The part of the pixels that counts, from dark to bright: a reflection is brighter, and print or dirt darker. */
const [DARK, BRIGHT] = [0.1, 0.4];

/** The colours of the nine stickers of a face, row by row. */
export function measure(pixels: Pixels): Rgb[] {
  return Array.from({ length: 9 }, (_, cell) => ofCell(pixels, Math.floor(cell / 3), cell % 3));
}

function ofCell({ data, width }: Pixels, row: number, column: number): Rgb {
  const cell = (FRAME * width) / 3;
  const from = (number: number) => Math.round(((1 - FRAME) / 2) * width + (number + (1 - MIDDLE) / 2) * cell);
  const side = Math.max(1, Math.round(MIDDLE * cell));
  const found: Rgb[] = [];
  for (let y = from(row); y < from(row) + side; y++) {
    for (let x = from(column); x < from(column) + side; x++) {
      const at = 4 * (y * width + x);
      found.push([data[at]!, data[at + 1]!, data[at + 2]!]);
    }
  }
  const light = ([red, green, blue]: Rgb) => red + green + blue;
  found.sort((one, other) => light(one) - light(other));
  const counted = found.slice(Math.floor(DARK * found.length), Math.max(1, Math.ceil(BRIGHT * found.length)));
  const part = (channel: number) => median(counted.map((rgb) => rgb[channel]!));
  return [part(0), part(1), part(2)];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
