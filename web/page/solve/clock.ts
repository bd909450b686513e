/** The time of a replay, in milliseconds of its moves at their usual speed. It runs forward and back by itself. */
export class Clock {
  /** The times at which moves begin and, last, the time at which the last one ends. */
  #times: readonly number[] = [0];
  #now = 0;
  /** The number of moves made where the replay is heading, or rests. */
  #goal = 0;
  /** Whether the replay continues after the next move. */
  #isFree = false;
  #frame = 0;
  #last = 0;
  /** Whether the user asked for less motion; then each move takes no time. */
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  speed = 1;

  /** Calls back at each change. */
  constructor(private readonly tell: () => void) {}

  /** Goes to the start of a replay with these times of moves. */
  reset(times: readonly number[]): void {
    this.#times = times;
    this.jump(0);
  }

  /** The time to show. */
  get now(): number {
    return this.#still.matches ? this.#time(this.made) : this.#now;
  }

  /** The number of moves made. */
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

  /** Whether the replay runs to the end, and not only to the next move. */
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

  /** Ends the current move, and rests there. */
  pause(): void {
    this.go(this.made + 1);
  }

  /** Makes the next move. */
  forward(): void {
    this.#step(1);
  }

  /** Undoes the current move, or the last one. */
  back(): void {
    this.#step(-1);
  }

  /** Plays to the end; at the end, it plays again from the start. */
  play(): void {
    if (this.made === this.#moves) {
      this.#now = 0;
    }
    this.#isFree = true;
    this.#goTo(this.#moves);
  }

  /** Goes one move further. It first completes a turn in the same direction, so no step is lost. */
  #step(by: 1 | -1): void {
    const from = this.isPlaying ? this.made + 1 : this.#goal;
    if (Math.sign(this.#time(from) - this.#now) === by) {
      this.#now = this.#time(from);
    }
    this.go(from + by);
  }

  /** Keeps a number of moves within the solution. */
  #within(made: number): number {
    return Math.min(Math.max(made, 0), this.#moves);
  }

  /** The time at which this number of moves is made. */
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
