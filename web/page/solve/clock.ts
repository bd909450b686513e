/** Where a replay is, in milliseconds of its moves at their usual speed; goes forth and back by itself. */
export class Clock {
  /** When each move begins, and at the end when the last one is over. */
  #times: readonly number[] = [0];
  #now = 0;
  /** How many moves are over where it goes, or rests. */
  #goal = 0;
  /** Whether it goes on after the next move. */
  #isFree = false;
  #frame = 0;
  #last = 0;
  /** Moves are made at once if the user asked for less motion. */
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  speed = 1;

  /** Calls back at each change. */
  constructor(private readonly tell: () => void) {}

  /** Goes to the start of a replay of moves that begin then. */
  reset(times: readonly number[]): void {
    this.#times = times;
    this.jump(0);
  }

  /** The time to show. */
  get now(): number {
    return this.#still.matches ? this.#time(this.made) : this.#now;
  }

  /** How many moves are over. */
  get made(): number {
    const next = this.#times.findIndex((time) => time > this.#now);
    return next < 0 ? this.#moves : next - 1;
  }

  get isGoing(): boolean {
    return this.#frame !== 0;
  }

  get #moves(): number {
    return this.#times.length - 1;
  }

  /** Whether it goes on to the end, and not only to the next move. */
  get isPlaying(): boolean {
    return this.isGoing && this.#isFree;
  }

  /** Shows the cube after `made` moves. */
  jump(made: number): void {
    this.#rest();
    this.#goal = this.#within(made);
    this.#now = this.#time(this.#goal);
    this.tell();
  }

  /** Turns to the cube after `made` moves. */
  go(made: number): void {
    this.#isFree = false;
    if (this.#still.matches) {
      this.jump(made);
    } else {
      this.#goTo(made);
    }
  }

  /** Ends the move under way, and rests there. */
  pause(): void {
    this.go(this.made + 1);
  }

  /** Makes the next move. */
  forward(): void {
    this.#step(1);
  }

  /** Undoes the move under way, or the last one. */
  back(): void {
    this.#step(-1);
  }

  /** To the end; from the end, from the start on. */
  play(): void {
    if (this.made === this.#moves) {
      this.#now = 0;
    }
    this.#isFree = true;
    this.#goTo(this.#moves);
  }

  /** Goes a move on from where the one under way leads. A turn the same way is over at once, so that no step is lost. */
  #step(by: 1 | -1): void {
    const from = this.isPlaying ? this.made + 1 : this.#goal;
    if (Math.sign(this.#time(from) - this.#now) === by) {
      this.#now = this.#time(from);
    }
    this.go(from + by);
  }

  /** There is nothing before the first and after the last move. */
  #within(made: number): number {
    return Math.min(Math.max(made, 0), this.#moves);
  }

  /** When this number of moves is over. */
  #time(made: number): number {
    return this.#times[made]!;
  }

  #goTo(made: number): void {
    this.#goal = this.#within(made);
    if (!this.isGoing) {
      this.#last = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#tick(now));
    }
    this.tell();
  }

  #rest(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #tick(now: number): void {
    const step = Math.max(0, now - this.#last) * this.speed;
    this.#last = now;
    const target = this.#time(this.#goal);
    const way = target - this.#now;
    this.#now = Math.abs(way) <= step ? target : this.#now + Math.sign(way) * step;
    this.#frame = this.#now === target ? 0 : requestAnimationFrame((now) => this.#tick(now));
    this.tell();
  }
}
