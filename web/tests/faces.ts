/** Pictures of the faces of a cube as a camera may take them, in different lights. `cube/src/notation/colours/pictures.rs` makes the same. */
import { random } from './random';

/** The light that stickers reflect of red, green and blue, from 0 to 1: those of common cubes. */
const REFLECTED: Record<string, readonly number[]> = {
  U: [0.82, 0.83, 0.82], R: [0.5, 0.035, 0.045], F: [0.02, 0.36, 0.09], D: [0.85, 0.68, 0.04], L: [0.88, 0.23, 0.03], B: [0.02, 0.08, 0.42],
};
const PLASTIC = [0.015, 0.015, 0.017];
const BEHIND = [0.25, 0.22, 0.2];

export interface Light {
  /** The strength of red, green and blue. */
  lamp: readonly number[];
  /** How much darker the far side of a face is: 0 for even light. */
  gradient: number;
  /** The noise of the camera, in 255ths. */
  noise: number;
  /** Stickers of a face that reflect the lamp. */
  glare: number;
  /** How far the camera changes red, green and blue from face to face, as a share. */
  balance: number;
  /** How far the face may be turned, in degrees, and moved, in shares of the picture. */
  turn: number;
  shift: number;
}

const DAY: Light = { lamp: [0.95, 0.97, 1], gradient: 0.1, noise: 2, glare: 0, balance: 0, turn: 0, shift: 0 };

export const LIGHTS: Record<string, Light> = {
  daylight: DAY,
  'a warm bulb': { ...DAY, lamp: [1.1, 0.78, 0.45] },
  'all of it': { lamp: [0.9, 0.68, 0.42], gradient: 0.35, noise: 8, glare: 2, balance: 0.1, turn: 5, shift: 0.02 },
};

/** Numbers that differ from those of the next seed from the first one on. */
function mixedRandom(seed: number): (below: number) => number {
  return random(Math.imul(seed, 0x9e3779b1));
}

export interface Picture {
  data: Uint8ClampedArray;
  width: number;
}

/** A square picture of a face, whose stickers these letters name, with the face in its middle. */
export function facePicture(face: string, light: Light, seed: number, width = 120): Picture {
  const below = mixedRandom(seed);
  const between = (most: number) => ((below(2001) - 1000) / 1000) * most;
  const angle = (between(light.turn) * Math.PI) / 180;
  const [right, down] = [between(light.shift), between(light.shift)];
  // The side from which the lamp shines.
  const from = (below(360) * Math.PI) / 180;
  const lamp = light.lamp.map((strength) => strength * (1 + (light.balance ? between(light.balance) : 0)));
  const shining = new Set(Array.from({ length: light.glare }, () => below(9)));
  const data = new Uint8ClampedArray(4 * width * width);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      // The place on the face, from 0 to 1; the face fills four fifths of the picture.
      const [across, along] = [(x + 0.5) / width - 0.5 - right, (y + 0.5) / width - 0.5 - down];
      const u = (across * Math.cos(angle) + along * Math.sin(angle)) / 0.8 + 0.5;
      const v = (along * Math.cos(angle) - across * Math.sin(angle)) / 0.8 + 0.5;
      const isOutside = u < 0 || u >= 1 || v < 0 || v >= 1;
      const [column, row] = [Math.floor(3 * u), Math.floor(3 * v)];
      const [inX, inY] = [3 * u - column, 3 * v - row];
      const isGap = Math.min(inX, 1 - inX, inY, 1 - inY) < 0.06;
      const surface = isOutside ? BEHIND : isGap ? PLASTIC : REFLECTED[face[3 * row + column]!]!;
      const strength = 1 - light.gradient * (0.5 + 0.7 * ((u - 0.5) * Math.cos(from) + (v - 0.5) * Math.sin(from)));
      // A reflection is white, and brightest in a spot beside the middle of its sticker.
      const spot = !isOutside && shining.has(3 * row + column) ? Math.max(0, 1 - Math.hypot(inX - 0.6, inY - 0.38) / 0.3) : 0;
      surface.forEach((reflected, channel) => {
        const value = lamp[channel]! * (reflected * strength + 1.6 * spot);
        const shown = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
        data[4 * (y * width + x) + channel] = 255 * shown + between(light.noise);
      });
      data[4 * (y * width + x) + 3] = 255;
    }
  }
  return { data, width };
}

/** The stickers of a cube whose 48 stickers beside the centres are mixed at random. */
export function mixed(seed: number): string {
  const below = mixedRandom(seed);
  const letters = [...'URFDLB'.repeat(8)];
  for (let at = letters.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [letters[at], letters[other]] = [letters[other]!, letters[at]!];
  }
  return [...'URFDLB'].map((centre) => {
    const eight = letters.splice(0, 8);
    return [...eight.slice(0, 4), centre, ...eight.slice(4)].join('');
  }).join('');
}
