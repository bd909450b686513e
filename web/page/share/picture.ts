/** Pictures of the cube as files. */
import { shownColour } from '../cube/colours';
import type { Puzzle } from '../cube/puzzle';
import { type Shape, Solid } from '../cube/solid';
import { t } from '../language/language';

const PLASTIC = '#14181d';

/** The share of a sticker in its place. */
const WIDTH = 0.88;

/** The pixels of a picture to a side. */
const PIXELS = 600;

/** Frames of a turn, the seconds that they take, and those for which a position rests. */
const FRAMES = 6;
const [TURN_S, REST_S] = [0.4, 0.3];
/** The solved cube rests longer. */
const END_S = 2;

/** A cube after some moves, as an SVG file. */
export function picture(puzzle: Puzzle, stickers: string, moves: readonly string[]): string {
  const solid = new Solid(puzzle, stickers, WIDTH);
  moves.forEach((move) => solid.turn(move));
  return file(drawn(solid.during('U', 0)));
}

/** A cube that makes some moves again and again, as an animated SVG file, which needs no script. */
export function animation(puzzle: Puzzle, stickers: string, moves: readonly string[]): string {
  const solid = new Solid(puzzle, stickers, WIDTH);
  const frames: { shapes: Shape[]; seconds: number }[] = [{ shapes: solid.during('U', 0), seconds: 2 * REST_S }];
  for (const move of moves) {
    for (let frame = 1; frame < FRAMES; frame++) {
      frames.push({ shapes: solid.during(move, frame / FRAMES), seconds: TURN_S / FRAMES });
    }
    solid.turn(move);
    frames.push({ shapes: solid.during('U', 0), seconds: REST_S });
  }
  frames.at(-1)!.seconds = END_S;
  const whole = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  let begin = 0;
  const groups = frames.map(({ shapes, seconds }) => {
    const [from, to] = [begin / whole, (begin + seconds) / whole].map((share) => share.toFixed(5));
    begin += seconds;
    // Each frame is seen in its time alone.
    const [values, times] = from === '0.00000' ? ['inline;none', `0;${to}`] : ['none;inline;none', `0;${from};${Number(to) < 1 ? to : 1}`];
    const animate = `<animate attributeName="display" calcMode="discrete" values="${values}" keyTimes="${times}" dur="${whole.toFixed(2)}s" repeatCount="indefinite"/>`;
    return `<g display="none">${animate}${drawn(shapes)}</g>`;
  });
  return file(groups.join('\n'));
}

/** A picture as a PNG file. */
export async function png(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [PIXELS, PIXELS];
    canvas.getContext('2d')!.drawImage(image, 0, 0, PIXELS, PIXELS);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('The browser makes no PNG file.')))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

function file(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.2 -1.15 2.4 2.4" width="${PIXELS}" height="${PIXELS}">\n${content}\n</svg>\n`;
}

function drawn(shapes: Shape[]): string {
  return shapes
    .map(({ colour, points }) => {
      const fill = colour ? shownColour(colour) : PLASTIC;
      return `<polygon points="${points.map((point) => point.map((value) => Number(value.toFixed(3))).join()).join(' ')}" fill="${fill}"/>`;
    })
    .join('');
}
