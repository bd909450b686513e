import { type Face, colourName } from '../cube/puzzle';
import { t } from '../language/language';

/** A face that the camera takes, and the face whose centre is then up, so that stickers come in the order of facelet strings. */
interface Step {
  face: Face;
  up: Face;
}

/** The order needs few turns of the cube: four faces around it, then both ends. */
export const STEPS: readonly Step[] = [
  { face: 'F', up: 'U' }, { face: 'R', up: 'U' }, { face: 'B', up: 'U' }, { face: 'L', up: 'U' }, { face: 'U', up: 'B' }, { face: 'D', up: 'F' },
];

/** Says how to hold the cube. */
export function holding(number: number): string {
  const { face, up } = STEPS[number]!;
  return t('Face {number} of {all}: {colour} in the middle, {up} up.', { number: number + 1, all: STEPS.length, colour: colourName(face), up: colourName(up) });
}
