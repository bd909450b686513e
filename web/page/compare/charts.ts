import type { Comparison, Device, Measured } from '../engine/contract';
import { element } from '../ui/dom';
import { count, figures } from '../ui/words';
import { type Bar, type Group, chart } from './chart';
import { Scale } from './scale';

/** Draws all charts of a comparison, with their headings. */
export function charts(comparison: Comparison): HTMLElement[] {
  const of = (unit: Measured['unit']) => comparison.measured.filter((measured) => measured.unit === unit);
  const [tables, positions] = [of('s'), of('positions/s')];
  return [
    machine(comparison),
    ...note(comparison),
    ...section(comparison, 'How many times as fast as the processor', RATIO_TEXT, ratios(comparison)),
    ...section(comparison, 'Solving random positions', RATE_TEXT, runs(comparison, positions)),
    ...section(comparison, 'Building tables', BUILD_TEXT, runs(comparison, tables)),
  ];
}

const RATIO_TEXT =
  'At 1× both are equally fast, to the right the GPU is faster, to the left slower. Each line of the scale is the same multiple of the line before.';
const RATE_TEXT = 'Positions per second; more is better. Bars show the median of the runs, dots the single runs.';
const BUILD_TEXT = 'Seconds; less is better.';

function section(comparison: Comparison, title: string, text: string, content: HTMLElement | undefined): HTMLElement[] {
  const needsGpu = title.startsWith('How many');
  return content && (!needsGpu || comparison.gpu) ? [element('h3', {}, title), element('p', { class: 'quiet' }, text), content] : [];
}

/** Describes the two devices. */
function machine({ gpu, cpu, browser, version, date }: Comparison): HTMLElement {
  const rows: [string, string][] = [
    ['GPU', gpu ? named(gpu) : `none${cpu.why ? `: ${cpu.why}` : ''}`],
    ['Processor', cpu.name],
    ['Browser', browser],
    ['Version', `cubebatch ${version}, ${date.slice(0, 10)}`],
  ];
  return element('dl', { class: 'machine' }, ...rows.flatMap(([what, value]) => [element('dt', {}, what), element('dd', {}, value)]));
}

function named(gpu: Device): string {
  return gpu.isSoftware ? `${gpu.name} (software driver)` : gpu.name;
}

/** Marks a software driver, so that a reader does not take its figures for a GPU's. */
function note({ gpu, sameAnswers }: Comparison): HTMLElement[] {
  const notes: string[] = [];
  if (gpu?.isSoftware) {
    notes.push(`${gpu.name} is a software driver: the processor does the work of a GPU, so its figures say nothing about the speed of a GPU.`);
  }
  if (!sameAnswers) {
    notes.push('The GPU and the processor gave different answers. That is a fault of this program or of the driver; please report it with the record.');
  }
  return notes.map((text) => element('p', { class: 'note' }, text));
}

function gpuKind(gpu: Device | undefined): 'gpu' | 'software' {
  return gpu?.isSoftware ? 'software' : 'gpu';
}

/** The measurements in one unit, with a group for each table or method. */
function runs({ gpu }: Comparison, measured: Measured[]): HTMLElement | undefined {
  if (!measured.length) {
    return undefined;
  }
  const groups: Group[] = measured.map((one) => ({
    heading: one.name,
    bars: [
      ...(one.gpu ? [bar('GPU', gpuKind(gpu), one.gpu, one.unit)] : []),
      ...(one.cpu ? [bar('Processor', 'cpu', one.cpu, one.unit)] : []),
    ],
  }));
  return chart(Scale.linear(measured.flatMap((one) => [...(one.gpu ?? []), ...(one.cpu ?? [])])), groups);
}

function bar(label: string, kind: Bar['kind'], values: number[], unit: Measured['unit']): Bar {
  const middle = median(values);
  const value = unit === 's' ? `${figures(middle)} s` : `${count(middle)}/s`;
  return { label, kind, value, from: 0, to: middle, runs: values };
}

/** The GPU's speed as a multiple of the processor's. */
function ratios({ measured, gpu }: Comparison): HTMLElement | undefined {
  const both = measured.filter((one) => one.gpu?.length && one.cpu?.length);
  const bars: Bar[] = both.map((one) => {
    const [ofGpu, ofCpu] = [median(one.gpu!), median(one.cpu!)];
    const ratio = one.unit === 's' ? ofCpu / ofGpu : ofGpu / ofCpu;
    const kind = ratio < 1 && !gpu?.isSoftware ? 'slower' : gpuKind(gpu);
    const label = one.unit === 's' ? `building ${one.name}` : `solving, ${one.name}`;
    return { label, kind, value: `${figures(ratio)}×`, from: 1, to: ratio, runs: [] };
  });
  return bars.length ? chart(Scale.ratios(bars.map((bar) => bar.to)), [{ heading: gpu?.name ?? '', bars }]) : undefined;
}

/** The median; of two middle values, the greater. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
