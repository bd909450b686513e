import { spoken, t } from '../language/language';

/** Stands for a value that is not a number, such as a rate before any time has passed. */
const DASH = '–';

export function count(value: number): string {
  return decimals(value, 0);
}

/** Writes a share of 1. */
export function percent(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

/** Writes a number with three figures, or with fewer below 0.01. */
export function figures(value: number): string {
  if (!Number.isFinite(value)) {
    return DASH;
  }
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  return number(value, decimals);
}

export function decimals(value: number, digits: number): string {
  return Number.isFinite(value) ? number(value, digits) : DASH;
}

function number(value: number, digits: number): string {
  return new Intl.NumberFormat(spoken(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** Writes a number with its unit, which a dash does not have. */
export function withUnit(number: string, unit: string): string {
  return number === DASH ? DASH : number + unit;
}

/** Writes a time that a person waits for. */
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
  // Browsers do not measure shorter times.
  if (value < 0.1) {
    return t('less than 0.1 ms');
  }
  return value < 1000 ? `${figures(value)} ms` : `${figures(value / 1000)} s`;
}

export function bytes(value: number): string {
  const units = [t('bytes'), 'KiB', 'MiB', 'GiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit ? figures(value) : count(value)} ${units[unit]}`;
}

/** Makes a message a sentence: it gets a capital at the start and, unless it has an end, a full stop. */
export function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…。！？]$/.test(upper) ? upper : `${upper}.`;
}
