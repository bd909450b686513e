import { Alg, Move } from 'cubing/alg';
import { cube2x2x2 } from 'cubing/puzzles';
import {
  type ExperimentalLeafIndex as LeafIndex,
  type ExperimentalMillisecondTimestamp as Timestamp,
  TwistyPlayer,
} from 'cubing/twisty';
import type { Puzzle } from '../cube/puzzle';
import { isSolved, transformationTo } from './start-position';

/** The cube in three dimensions, with moves that it can make. This module is loaded when it is needed first. */
export class Player {
  /** One for each puzzle, as a player does not change from one to another without errors. */
  readonly #players = new Map<Puzzle, TwistyPlayer>();
  #player: TwistyPlayer;

  constructor(
    private readonly stage: HTMLElement,
    puzzle: Puzzle,
  ) {
    this.#player = this.#choose(puzzle);
    // What both puzzles need is loaded with the page, so that nothing is asked of the network later.
    void Promise.all([cube2x2x2.kpuzzle(), cube2x2x2.pg?.()]);
  }

  get #model() {
    return this.#player.experimentalModel;
  }

  /**
   * Shows the position of these stickers. The player gets them as a separate transformation, not as the inverse of the moves.
   * So it cannot end solved unless the moves solve the painted cube.
   * Returns the times at which each move begins, and at which the last one ends.
   */
  async show(puzzle: Puzzle, stickers: string, moves: readonly string[]): Promise<number[]> {
    this.#player = this.#choose(puzzle);
    this.#player.alg = new Alg(moves.map((move) => Move.fromString(move)));
    const transformation = transformationTo(await this.#model.kpuzzle.get(), puzzle, stickers);
    this.#model.setupTransformation.set(transformation ?? null);
    this.time = 0;
    const indexer = await this.#model.indexer.get();
    const begins = moves.map((_, number) => Number(indexer.indexToMoveStartTimestamp(number as LeafIndex)));
    return [...begins, Number(indexer.algDuration())];
  }

  /** The puzzle's player, alone to be seen. It stays in the page, as a player adds a cube each time it comes into one. */
  #choose(puzzle: Puzzle): TwistyPlayer {
    const player = this.#players.get(puzzle) ?? this.#add(puzzle);
    for (const other of this.#players.values()) {
      other.hidden = other !== player;
    }
    return player;
  }

  #add(puzzle: Puzzle): TwistyPlayer {
    const player = newPlayer(puzzle);
    this.#players.set(puzzle, player);
    this.stage.append(player);
    return player;
  }

  /** What is shown, in milliseconds of the moves. */
  set time(time: number) {
    this.#player.timestamp = time as Timestamp;
  }

  /** Whether the cube is solved now, by the player's own model of it. */
  async isSolved(): Promise<boolean> {
    return isSolved(await this.#model.currentPattern.get());
  }
}

function newPlayer(puzzle: Puzzle): TwistyPlayer {
  const player = new TwistyPlayer({
    puzzle: puzzle.size === 3 ? '3x3x3' : '2x2x2',
    controlPanel: 'none',
    background: 'none',
    hintFacelets: 'none',
    viewerLink: 'none',
    visualization: hasWebGl() ? '3D' : '2D',
  });
  player.setAttribute('role', 'img');
  player.setAttribute('aria-label', 'The cube in three dimensions');
  return player;
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers have few contexts to give.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
