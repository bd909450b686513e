/** Bar charts as in `cubebatch bench --html`. Lengths are percentages, so they fit a phone and a screen. */
import { element, svg } from '../ui/dom';
import { Scale } from './scale';

/** Bars that belong together. */
export interface Group {
  heading: string;
  bars: Bar[];
}

export interface Bar {
  label: string;
  value: string;
  /** Its colour. */
  kind: 'cpu' | 'gpu' | 'software' | 'slower';
  from: number;
  to: number;
  /** The single runs, if there are several. */
  runs: number[];
}

/** Draws all groups on one scale, with an axis below. */
export function chart(scale: Scale, groups: Group[]): HTMLElement {
  const rows = groups.flatMap((group) => [
    element('h4', {}, group.heading),
    ...group.bars.map((bar) => row(bar.label, drawn(scale, bar))),
  ]);
  return element('div', { class: 'chart' }, ...rows, row('', axis(scale)));
}

function row(label: string, picture: SVGElement): HTMLElement {
  return element('div', { class: 'row' }, element('div', { class: 'label' }, label), picture);
}

function drawn(scale: Scale, bar: Bar): SVGElement {
  const picture = svg('svg', { class: 'bar', role: 'img', 'aria-label': `${bar.label}: ${bar.value}` });
  for (const { value } of scale.ticks) {
    picture.append(upright(value === scale.origin ? 'begin' : 'grid', scale.percent(value)));
  }
  const [a, b] = [scale.percent(bar.from), scale.percent(bar.to)];
  const size = { x: `${Math.min(a, b)}%`, y: 4, width: `${Math.abs(a - b)}%`, height: 18 };
  picture.append(svg('rect', { class: bar.kind, ...size }), ...runs(scale, bar.runs));
  // To the right of everything drawn and, for a bar that goes to the left, of the line at 1.
  const end = Math.max(a, b, ...bar.runs.map((run) => scale.percent(run)));
  picture.append(svg('text', { x: `${end}%`, dx: 8, y: 18 }, bar.value));
  return picture;
}

function upright(kind: string, x: number): SVGElement {
  return svg('line', { class: kind, x1: `${x}%`, x2: `${x}%`, y1: 0, y2: '100%' });
}

/** Draws a dot for each run below the bar, on a line from the least to the greatest. */
function runs(scale: Scale, values: number[]): SVGElement[] {
  if (values.length < 2) {
    return [];
  }
  const at = values.map((value) => scale.percent(value));
  const range = { x1: `${Math.min(...at)}%`, x2: `${Math.max(...at)}%`, y1: 28, y2: 28 };
  const dots = at.map((x) => svg('circle', { class: 'run', cx: `${x}%`, cy: 28, r: 2.5 }));
  return [svg('line', { class: 'range', ...range }), ...dots];
}

function axis(scale: Scale): SVGElement {
  const texts = scale.ticks.map(({ value, text }) => svg('text', { class: 'tick', x: `${scale.percent(value)}%`, y: 14 }, text));
  return svg('svg', { class: 'axis', 'aria-hidden': 'true' }, ...texts);
}
