import { Alg, Move } from 'cubing/alg';
import { cube2x2x2 } from 'cubing/puzzles';
import {
  type ExperimentalLeafIndex as LeafIndex,
  type ExperimentalMillisecondTimestamp as Timestamp,
  TwistyPlayer,
  type TwistyPlayerConfig,
} from 'cubing/twisty';
import { cornerPlaces, edgePlaces } from '../cube/cubies';
import { BLANK, FACES, type Puzzle } from '../cube/puzzle';
import { PlayerColours } from './player-colours';
import { isSolved, transformationTo } from './start-position';
import { t } from '../language/language';

/** The cube in three dimensions, which can make moves. The page loads this module when it first needs it. */
export class Player {
  /** A player for each puzzle, because a player that changes its puzzle reports errors. */
  readonly #players = new Map<Puzzle, TwistyPlayer>();
  readonly #colours = new Map<TwistyPlayer, PlayerColours>();
  readonly #hasWebGl = hasWebGl();
  #player: TwistyPlayer;

  constructor(
    private readonly stage: HTMLElement,
    puzzle: Puzzle,
  ) {
    this.#player = this.#choose(puzzle);
    // The page has other colours in the dark.
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#colours.forEach((colours) => void colours.match()));
    // The data of both puzzles comes with the page, so the page needs no network later.
    void Promise.all([cube2x2x2.kpuzzle(), cube2x2x2.pg?.()]);
  }

  get #model() {
    return this.#player.experimentalModel;
  }

  /**
   * Shows the position of these stickers, and greys each that is not `asked` for, by its place at home. The player gets them as a separate transformation, not as the inverse of the moves.
   * So it cannot end solved unless the moves solve the painted cube.
   * Returns the times at which each move begins, and at which the last one ends.
   */
  async show(puzzle: Puzzle, stickers: string, moves: readonly string[], asked?: string): Promise<number[]> {
    this.#player = this.#choose(puzzle);
    if (puzzle.size === 3) {
      this.#player.experimentalStickeringMaskOrbits = mask(puzzle, asked);
    }
    this.#player.alg = new Alg(moves.map((move) => Move.fromString(move)));
    const transformation = transformationTo(await this.#model.kpuzzle.get(), puzzle, stickers);
    this.#model.setupTransformation.set(transformation ?? null);
    this.time = 0;
    await this.#match();
    const indexer = await this.#model.indexer.get();
    const begins = moves.map((_, number) => Number(indexer.indexToMoveStartTimestamp(number as LeafIndex)));
    return [...begins, Number(indexer.algDuration())];
  }

  /** Shows the puzzle's player and hides the other. A player adds a cube whenever it enters the page, so both stay. */
  #choose(puzzle: Puzzle): TwistyPlayer {
    const player = this.#players.get(puzzle) ?? this.#add(puzzle);
    for (const other of this.#players.values()) {
      other.hidden = other !== player;
    }
    return player;
  }

  /** Colours a cube before it is first seen. The flat picture, where there is no WebGL, keeps its own colours. */
  async #match(): Promise<void> {
    if (this.#hasWebGl && !this.#colours.has(this.#player)) {
      const colours = new PlayerColours(this.#player);
      this.#colours.set(this.#player, colours);
      await colours.match();
    }
  }

  #add(puzzle: Puzzle): TwistyPlayer {
    const player = newPlayer(puzzle, this.#hasWebGl);
    this.#players.set(puzzle, player);
    this.stage.append(player);
    return player;
  }

  /** Shows a moment of the replay, in milliseconds of the moves. */
  set time(time: number) {
    this.#player.timestamp = time as Timestamp;
  }

  /** Whether the player's own model of the cube is solved now. */
  async isSolved(): Promise<boolean> {
    return isSolved(await this.#model.currentPattern.get());
  }
}

/** Greys stickers on the cubies where they are at home, with which they move. */
function mask(puzzle: Puzzle, asked: string | undefined): Mask {
  const facelet = (place: number) => (asked?.[place] === BLANK ? 'ignored' as const : 'regular' as const);
  const orbit = (places: number[][]) => ({ pieces: places.map((places) => ({ facelets: places.map(facelet) })) });
  const centres = { pieces: FACES.map(() => ({ facelets: ['regular' as const] })) };
  return { orbits: { CORNERS: orbit(cornerPlaces(puzzle)), EDGES: orbit(edgePlaces(puzzle)), CENTERS: centres } };
}

type Mask = Exclude<TwistyPlayerConfig['experimentalStickeringMaskOrbits'], string | undefined>;

function newPlayer(puzzle: Puzzle, isSolid: boolean): TwistyPlayer {
  const player = new TwistyPlayer({
    puzzle: puzzle.size === 3 ? '3x3x3' : '2x2x2',
    controlPanel: 'none',
    background: 'none',
    hintFacelets: 'none',
    viewerLink: 'none',
    visualization: isSolid ? '3D' : '2D',
  });
  player.setAttribute('role', 'img');
  player.setAttribute('aria-label', t('The cube in three dimensions'));
  return player;
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers offer few graphics contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
