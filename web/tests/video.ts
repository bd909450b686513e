/** A film for the fake camera of Chromium: an uncompressed file (YUV4MPEG2) that it plays again and again. */
import { writeFileSync } from 'node:fs';
import type { Picture } from './faces';

export const [WIDTH, HEIGHT, RATE] = [320, 240, 10];

/** How long a picture is seen, in frames. */
const FRAMES = 10;

/** The brightness of the left edge, by which a test knows the picture that is seen. */
export function mark(number: number): number {
  return 40 + 30 * number;
}

/** Writes a film that shows square pictures, one after the other, in the middle of its frames. */
export function writeFilm(path: string, pictures: readonly Picture[]): void {
  const parts: Uint8Array[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${RATE}:1 Ip A1:1 C420\n`)];
  pictures.forEach((picture, number) => {
    const frame = inYuv((x, y) => pixel(picture, x, y) ?? [mark(number), mark(number), mark(number)]);
    for (let count = 0; count < FRAMES; count++) {
      parts.push(Buffer.from('FRAME\n'), frame);
    }
  });
  writeFileSync(path, Buffer.concat(parts));
}

type Rgb = readonly number[];

function pixel({ data, width }: Picture, x: number, y: number): Rgb | undefined {
  const column = x - (WIDTH - width) / 2;
  return column < 0 || column >= width ? undefined : data.slice(4 * (y * width + column), 4 * (y * width + column) + 3) as unknown as Rgb;
}

/** A frame as video has it (BT.601): its brightness for each pixel, and two differences for each four. */
function inYuv(at: (x: number, y: number) => Rgb): Uint8Array {
  const bright = ([r, g, b]: Rgb) => 16 + 0.2568 * r! + 0.5041 * g! + 0.0979 * b!;
  const blue = ([r, g, b]: Rgb) => 128 - 0.1482 * r! - 0.291 * g! + 0.4392 * b!;
  const red = ([r, g, b]: Rgb) => 128 + 0.4392 * r! - 0.3678 * g! - 0.0714 * b!;
  const plane = (step: number, value: (rgb: Rgb) => number) =>
    Uint8Array.from({ length: (WIDTH / step) * (HEIGHT / step) }, (_, place) =>
      Math.round(value(at(step * (place % (WIDTH / step)), step * Math.floor(place / (WIDTH / step))))),
    );
  return Buffer.concat([plane(1, bright), plane(2, blue), plane(2, red)]);
}
