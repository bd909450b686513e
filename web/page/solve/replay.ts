import type { Puzzle } from '../cube/puzzle';
import type { Method, Solution } from '../engine/contract';
import { byId, element, messageOf } from '../ui/dom';
import { counted, t } from '../language/language';
import { figures } from '../ui/words';
import { Clock } from './clock';
import { MoveList, inWords } from './moves';
import type { Player } from './player';
import { still } from './still';
import { wanted } from './wanted';

/** What keys do. */
const KEYS: Record<string, string> = { ArrowRight: 'forward', ArrowLeft: 'back', Home: 'start', End: 'end', ' ': 'play' };
/** What takes these keys itself. */
const TAKERS = 'input, select, textarea, [role=tab], #net, #palette';

/** The cube, its moves, and the buttons that play them. */
export class Replay {
  readonly #stage = byId('stage');
  readonly #controls = byId('controls');
  readonly #state = byId('replay-state');
  readonly #next = byId('next-move');
  readonly #still = byId('still');
  readonly #wanted = wanted(this.#stage);
  readonly #clock = new Clock(() => this.#tell());
  readonly #list = new MoveList(byId('moves'), (made) => this.#to(made));
  #player: Promise<Player> | undefined;
  #loaded: Player | undefined;
  #moves = 0;
  #isSolution = false;
  /** Whether the player shows the last requested position. */
  #isReady = false;
  /** The stickers that the goal asks for, by their places at home; undefined where it is the solved cube. */
  #asked: string | undefined;
  /** If several calls wait for the player, only the last one counts. */
  #shown = 0;
  /** The next move that is shown. */
  #told: string | undefined;

  constructor() {
    for (const button of this.#buttons) {
      button.addEventListener('click', () => this.#do(button.dataset['do']!));
    }
    const speed = byId<HTMLInputElement>('speed');
    const setSpeed = () => {
      this.#clock.speed = 2 ** Number(speed.value);
      speed.setAttribute('aria-valuetext', t('{factor} times as fast', { factor: figures(this.#clock.speed) }));
    };
    speed.addEventListener('input', setSpeed);
    setSpeed();
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#enable();
  }

  /** The moves of the solution; none if there is no solution. */
  get moves(): readonly string[] {
    return this.#list.moves;
  }

  /** The moves that are made where the replay rests or goes on from. */
  get made(): readonly string[] {
    return this.moves.slice(0, this.#clock.made);
  }

  /** Greys the stickers that the goal does not ask for, from the next position on. */
  grey(asked: string | undefined): void {
    this.#asked = asked;
  }

  /** Shows a position, before the moves of its solution if there is one. */
  async show(puzzle: Puzzle, stickers: string, solution?: Solution, method?: Method): Promise<void> {
    const number = this.#begin(solution, method);
    this.#still.replaceChildren(still(puzzle, stickers));
    this.#stage.classList.add('shown');
    try {
      if (!solution) {
        await this.#wanted;
      }
      if (number !== this.#shown) {
        return;
      }
      const player = await this.#load(puzzle);
      if (number === this.#shown) {
        const times = await player.show(puzzle, stickers, solution?.moves ?? [], this.#asked);
        if (number === this.#shown) {
          this.#isReady = true;
          this.#stage.classList.add('playing');
          this.#clock.reset(times);
        }
      }
    } catch (error) {
      this.#state.textContent = t('The cube cannot be shown: {error}', { error: messageOf(error) });
    }
  }

  /** Lets the next key play the moves. */
  focus(): void {
    this.#play.focus();
  }

  /** Hides the cube, because the stickers make none. */
  clear(): void {
    this.#begin();
    this.#stage.classList.remove('shown');
  }

  /** Lists the moves, and resets the replay. */
  #begin(solution?: Solution, method?: Method): number {
    this.#isReady = false;
    this.#moves = solution?.moves.length ?? 0;
    this.#isSolution = solution !== undefined;
    this.#list.show(solution, method);
    this.#state.textContent = '';
    this.#clock.reset([0]);
    return ++this.#shown;
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#controls.querySelectorAll('button')];
  }

  get #play(): HTMLElement {
    return this.#controls.querySelector<HTMLElement>('[data-do=play]')!;
  }

  /** Loads the player when there is a cube to show, because it is large. */
  async #load(puzzle: Puzzle): Promise<Player> {
    this.#player ??= import('./player').then(({ Player }) => new Player(this.#stage, puzzle));
    this.#loaded = await this.#player;
    return this.#loaded;
  }

  #do(what: string): void {
    switch (what) {
      case 'start':
        return this.#clock.jump(0);
      case 'end':
        return this.#clock.jump(this.#moves);
      case 'back':
        return this.#clock.back();
      case 'forward':
        return this.#clock.forward();
      default:
        return this.#clock.isPlaying ? this.#clock.pause() : this.#clock.play();
    }
  }

  /** Keys for the replay, unless something else takes them. */
  #key(event: KeyboardEvent): void {
    const what = KEYS[event.key];
    const target = event.target as Element;
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(TAKERS);
    const isPress = event.key === ' ' && target.closest('button, a, summary');
    if (what && !isTaken && !isPress && this.#moves && this.#controls.checkVisibility()) {
      event.preventDefault();
      this.#do(what);
    }
  }

  /** Animates the next move, and jumps to any other. */
  #to(made: number): void {
    if (made === this.#clock.made + 1) {
      this.#clock.go(made);
    } else {
      this.#clock.jump(made);
    }
  }

  #tell(): void {
    const { made, now, isGoing } = this.#clock;
    if (this.#loaded) {
      this.#loaded.time = now;
    }
    this.#list.mark(made);
    this.#tellNext(made);
    this.#enable();
    if (!isGoing && this.#isReady) {
      void this.#tellState();
    }
  }

  /** Shows the next move in large letters and in words, so that one can follow with a cube in hand. */
  #tellNext(made: number): void {
    const move = this.#list.moves[made];
    if (move !== this.#told) {
      this.#told = move;
      this.#next.hidden = move === undefined;
      this.#next.replaceChildren(element('b', {}, move ?? ''), element('span', {}, move ? inWords(move) : ''));
    }
  }

  /** Reports where the replay rests, and whether the cube is solved there. */
  async #tellState(): Promise<void> {
    const { made } = this.#clock;
    const number = this.#shown;
    const isSolved = await this.#loaded?.isSolved();
    if (number !== this.#shown || made !== this.#clock.made || this.#clock.isGoing) {
      return;
    }
    const place = this.#moves ? counted(this.#moves, '{made} of {n} move.', '{made} of {n} moves.', { made }) : '';
    // The library has replayed the moves to their goal.
    const isThere = this.#asked !== undefined && this.#isSolution && made === this.#moves;
    this.#state.classList.toggle('solved', isSolved === true || isThere);
    this.#state.textContent = isSolved ? solvedAfter(made) : isThere ? reachedAfter(made) : place;
  }

  #enable(): void {
    for (const button of [...this.#buttons, byId<HTMLButtonElement>('save-animation')]) {
      button.disabled = this.#moves === 0;
    }
    const { isPlaying } = this.#clock;
    const play = this.#play;
    play.title = isPlaying ? t('Pause') : t('Play');
    play.setAttribute('aria-label', play.title);
    this.#controls.classList.toggle('playing', isPlaying);
  }
}

function solvedAfter(made: number): string {
  return made ? counted(made, 'Solved after {n} move.', 'Solved after {n} moves.') : t('Solved.');
}

function reachedAfter(made: number): string {
  return made ? counted(made, 'Goal reached after {n} move.', 'Goal reached after {n} moves.') : t('Goal reached.');
}
