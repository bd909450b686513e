/** Colours as a camera gives them, and how a person sees their differences. */

/** Red, green and blue from 0 to 255, as in pictures. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * A colour as a point: near points look alike. The first two values are the colour without its brightness, so that a
 * shadow changes them little, and the third one is the brightness.
 */
export type Seen = readonly [greenToRed: number, blueToYellow: number, brightness: number];

/** How much brightness counts. Light falls on a cube unevenly, but red and orange differ in brightness, too. */
const BRIGHTNESS = 0.25;

/** The linear value of one of the three parts of a colour in a picture (sRGB). */
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/**
 * The point of a colour, by OKLab (Björn Ottosson, 2020). More light multiplies all three values of OKLab by the same number,
 * and their quotients stay.
 */
export function seen([red, green, blue]: Rgb): Seen {
  // A black pixel has no hue: this little light keeps its quotients finite.
  const [r, g, b] = [linear(red) + 1e-4, linear(green) + 1e-4, linear(blue) + 1e-4];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return [
    (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s) / lightness,
    (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s) / lightness,
    BRIGHTNESS * Math.log(lightness),
  ];
}

/** How different two colours look, squared. */
export function difference(one: Seen, other: Seen): number {
  return one.reduce((sum, value, part) => sum + (value - other[part]!) ** 2, 0);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
