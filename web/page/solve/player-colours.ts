/** Gives the cubes of cubing.js the colours of the page. Their own ones are brighter, and their orange is near yellow. */
import type { TwistyPlayer } from 'cubing/twisty';
import { shownColour } from '../cube/colours';
import { FACES, type Face } from '../cube/puzzle';

/** The colours that cubing.js 0.63 gives the faces. Its two kinds of cube differ in some. */
const OWN: Record<Face, number[]> = {
  U: [0xffffff], R: [0xff0000], F: [0x00ff00, 0x44ee00], D: [0xffff00, 0xf4f400], L: [0xff9900, 0xff8000], B: [0x2266ff],
};

/** What this file uses of three.js. */
interface Colour {
  r: number;
  g: number;
  b: number;
}
interface Attribute {
  array: Uint8Array;
  needsUpdate: boolean;
}
interface Part {
  material?: { color?: Colour } | unknown[];
  geometry?: { getAttribute(name: string): Attribute | undefined };
}

/** The colours of a player: call `match` at first, and after each change of the page's colours. */
export class PlayerColours {
  /** The face of each colour that the player shows now. */
  #faces = new Map(FACES.flatMap((face) => OWN[face].map((colour) => [colour, face] as const)));

  constructor(private readonly player: TwistyPlayer) {}

  async match(): Promise<void> {
    const cube = await this.player.experimentalCurrentThreeJSPuzzleObject();
    const colours = Object.fromEntries(FACES.map((face) => [face, Number.parseInt(shownColour(face).slice(1), 16)])) as Record<Face, number>;
    // Parts share materials and geometries, and each is to change once.
    const [done, shown] = [new Set<unknown>(), (colour: number) => colours[this.#faces.get(colour)!]];
    cube.traverse((part) => {
      const { material, geometry } = part as Part;
      const colour = Array.isArray(material) ? undefined : material?.color;
      if (colour && !done.has(colour)) {
        done.add(colour);
        paint(colour, shown);
      }
      const attribute = geometry?.getAttribute('color');
      if (attribute && !done.has(attribute)) {
        done.add(attribute);
        paintAll(attribute, shown);
      }
    });
    this.#faces = new Map(FACES.map((face) => [colours[face], face]));
    for (const vantage of await this.player.experimentalCurrentVantages()) {
      vantage.scheduleRender();
    }
  }
}

/** Changes the colour of a material. The 3×3×3 cube has one for each face. */
function paint(colour: Colour, shown: (colour: number) => number | undefined): void {
  const [r, g, b] = [colour.r, colour.g, colour.b].map((value) => Math.round(255 * value));
  const to = shown((r! << 16) | (g! << 8) | b!);
  if (to !== undefined) {
    Object.assign(colour, { r: (to >> 16) / 255, g: ((to >> 8) & 255) / 255, b: (to & 255) / 255 });
  }
}

/** Changes the colours of corners of triangles, of which the other cubes consist. */
function paintAll(attribute: Attribute, shown: (colour: number) => number | undefined): void {
  // The cube keeps the colours of its home position behind the ones that it shows.
  const bytes = new Uint8Array(attribute.array.buffer);
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const to = shown((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!);
    if (to !== undefined) {
      bytes.set([to >> 16, (to >> 8) & 255, to & 255], at);
    }
  }
  attribute.needsUpdate = true;
}
