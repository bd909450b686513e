/** The figures of a report. */
import type { Report, Sample, Solve, Work } from './format';

/** The run with the median time; of two in the middle, the slower one. */
export function middle({ samples }: Work): Sample {
  return samples.toSorted((a, b) => a.total - b.total)[Math.floor(samples.length / 2)]!;
}

/** Half of the distance from the fastest to the slowest run, in percent of the median. */
export function spread(work: Work): number {
  const totals = work.samples.map((sample) => sample.total);
  return (50 * (Math.max(...totals) - Math.min(...totals))) / middle(work).total;
}

/** Positions a second. */
export function rate({ cubes }: Work, { total }: Sample): number {
  return cubes === undefined ? NaN : cubes / total;
}

/** The work of each table, or of each method and bound. */
export function groups<T>(work: T[], name: (one: T) => string): T[][] {
  return [...Map.groupBy(work, name).values()];
}

/** The method, and its bound if it has one. */
export function methodOf({ method, max_length }: Solve): string {
  return max_length == null ? method : `${method} to ${max_length} moves`;
}

/** The numbers of all GPUs. */
export function gpus({ engines }: Report): number[] {
  return engines.flatMap((engine, number) => (engine.is_gpu ? [number] : []));
}

/** The median of the CPU with its fastest batch, in one group; not a number without a CPU. */
export function ofCpu({ engines }: Report, group: Work[]): number {
  return fastest(group.filter(({ engine }) => !engines[engine]!.is_gpu));
}

export function fastest(group: Work[]): number {
  return group.length ? Math.min(...group.map((one) => middle(one).total)) : NaN;
}

/** The engine's name; equal names get a number. */
export function name({ engines }: Report, number: number): string {
  const { name } = engines[number]!;
  const same = (among: Report['engines']) => among.filter((engine) => engine.name === name).length;
  return same(engines) === 1 ? name : `${name} (${same(engines.slice(0, number + 1))})`;
}

/** The name, marked if it is a program that acts as a GPU. */
export function label(report: Report, number: number): string {
  return name(report, number) + (kind(report, number) === 'software' ? ', software driver' : '');
}

/** The kind of an engine, which sets the colour of its bars. */
export function kind({ engines }: Report, number: number): 'cpu' | 'gpu' | 'software' {
  const { is_gpu, is_software } = engines[number]!;
  return !is_gpu ? 'cpu' : is_software ? 'software' : 'gpu';
}
