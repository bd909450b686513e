const COUNT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** For what is no number, such as a rate in no time. */
const DASH = '–';

export function count(value: number): string {
  return Number.isFinite(value) ? COUNT.format(value) : DASH;
}

/** Three figures; fewer below 0.01. */
export function figures(value: number): string {
  if (!Number.isFinite(value)) {
    return DASH;
  }
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  return value >= 1000 ? count(value) : value.toFixed(decimals);
}

/** A time that a person waits for. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) {
    return DASH;
  }
  const whole = Math.ceil(seconds);
  if (whole < 60) {
    return `${whole} s`;
  }
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

export function milliseconds(value: number): string {
  // Browsers measure times no finer.
  if (value < 0.1) {
    return 'less than 0.1 ms';
  }
  return value < 1000 ? `${figures(value)} ms` : `${figures(value / 1000)} s`;
}

export function bytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit ? figures(value) : count(value)} ${units[unit]}`;
}

/** "1 move", "2 moves". */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** A sentence of what may be none yet. */
export function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(upper) ? upper : `${upper}.`;
}
