import { count } from '../ui/words';

export interface Tick {
  value: number;
  text: string;
}

/** Maps values to places in a chart. */
export class Scale {
  private constructor(
    /** The value at which bars begin. */
    readonly origin: number,
    readonly ticks: Tick[],
    /** Maps a value on the scale to 0 … 1. */
    private readonly share: (value: number) => number,
  ) {}

  /** A linear scale from 0 to the greatest value. */
  static linear(values: number[]): Scale {
    const most = Math.max(0, ...values.filter(Number.isFinite));
    return new Scale(0, linearTicks(most), (value) => value / most);
  }

  /** A logarithmic scale that holds these values and 1. */
  static ratios(values: number[]): Scale {
    const usable = values.filter((value) => Number.isFinite(value) && value > 0);
    const [least, most] = [Math.min(1, ...usable), Math.max(1, ...usable)];
    for (const base of [2, 4, 10, 100, 10_000]) {
      const log = (value: number) => Math.log(value) / Math.log(base);
      // A value that is a power, apart from rounding, needs no further line.
      const low = Math.floor(log(least) + 1e-9);
      const high = Math.max(low + 1, Math.ceil(log(most) - 1e-9));
      if (high - low <= 6 || base === 10_000) {
        const powers = Array.from({ length: high - low + 1 }, (_, n) => low + n);
        return new Scale(1, powers.map((power) => ratioTick(base, power)), (value) => (log(value) - low) / (high - low));
      }
    }
    throw new Error('The last base always fits.');
  }

  /** The place of a value, in percent; values beyond the scale are at its end. */
  percent(value: number): number {
    const share = this.share(value);
    // A value that is not a number has no place. If all values are 0, there is no scale.
    return Number.isFinite(share) ? 100 * Math.min(1, Math.max(0, share)) : 0;
  }
}

/** The lines of the scale: at most six, at 1, 2 or 5 times a power of ten. */
function linearTicks(most: number): Tick[] {
  if (most <= 0) {
    return [{ value: 0, text: '0' }];
  }
  const power = 10 ** Math.floor(Math.log10(most / 5));
  const step = power * ([1, 2, 5].find((factor) => factor * power * 5 >= most * (1 - 1e-9)) ?? 10);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, n) => {
    const value = n * step;
    return { value, text: decimals ? value.toFixed(decimals) : count(value) };
  });
}

function ratioTick(base: number, power: number): Tick {
  const times = count(base ** Math.abs(power));
  return { value: base ** power, text: power < 0 ? `1/${times}×` : `${times}×` };
}
