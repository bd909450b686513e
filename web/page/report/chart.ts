/** Bar charts, drawn by Chartist. */
import { BarChart } from 'chartist';
import { element } from '../ui/dom';
import { count } from '../ui/words';

/** A bar with its name and its value. */
export interface Bar {
  label: string;
  value: string;
  /** Its pieces, one after the other. */
  parts: Part[];
  /** The single runs, where there are several. */
  runs: number[];
}

export interface Part {
  /** Its colour. */
  kind: string;
  title: string;
  size: number;
}

/** Maps values to places on an axis. */
export interface Scale {
  low: number;
  high: number;
  place: (value: number) => number;
  /** The text at a line of the axis. */
  text: (place: number) => string;
  /** Whether lines stand at whole numbers alone. */
  onlyInteger: boolean;
}

const NUMBER = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 6 });

/** A scale from 0 to the greatest of these values. */
export function linear(values: number[]): Scale {
  const high = Math.max(...values.filter(Number.isFinite), 0) || 1;
  return { low: 0, high, place: finite, text: (place) => NUMBER.format(place), onlyInteger: false };
}

/** A scale of doublings, in which bars begin at 1. */
export function doublings(values: number[]): Scale {
  const place = (value: number) => finite(Math.log2(value));
  const places = values.map(place);
  return {
    low: Math.floor(Math.min(0, ...places)),
    high: Math.ceil(Math.max(1, ...places)),
    place,
    text: (power) => (power < 0 ? `1/${count(2 ** -power)}×` : `${count(2 ** power)}×`),
    onlyInteger: true,
  };
}

/** A value that is not a number has no place. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** The height of a bar with its label and its runs, and of the axis, in pixels. */
const [ROW, AXIS] = [60, 30];

/** The room beside the bars: half of the first number of the axis, and the values behind the longest bars. */
const PADDING = { top: 0, right: 90, bottom: 0, left: 16 };

/** Draws bars on a scale; `name` is for screen readers. */
export function chart(name: string, bars: Bar[], scale: Scale): HTMLElement {
  const place = element('div', { class: 'chart' });
  place.style.height = `${bars.length * ROW + AXIS}px`;
  let drawn: BarChart | undefined;
  // Chartist needs a width, which a hidden part of a page lacks; by itself it draws again only when the window's width changes.
  new ResizeObserver(() => {
    if (!place.clientWidth) {
      return;
    }
    if (drawn) {
      drawn.update();
    } else {
      const first = draw(place, name, bars, scale);
      setTimeout(() => first.detach());
      drawn = first;
    }
  }).observe(place);
  return place;
}

function draw(place: HTMLElement, name: string, bars: Bar[], scale: Scale): BarChart {
  // The first row of Chartist is the lowest.
  const rows = bars.toReversed();
  const pieces = Math.max(...bars.map((bar) => bar.parts.length));
  const series = Array.from({ length: pieces }, (_, piece) => rows.map((bar) => scale.place(bar.parts[piece]!.size)));
  const made = new BarChart(place, { labels: rows.map((bar) => bar.label), series }, {
    horizontalBars: true,
    stackBars: true,
    low: scale.low,
    high: scale.high,
    chartPadding: PADDING,
    axisX: { offset: AXIS, scaleMinSpace: scale.onlyInteger ? 48 : 64, onlyInteger: scale.onlyInteger, labelInterpolationFnc: (at) => scale.text(Number(at)) },
    axisY: { offset: 0, showGrid: false },
  });
  made.on('draw', (shape) => {
    if (shape.type === 'label' && shape.axis.units.pos === 'y') {
      // Above its bar, where a long name has room on a phone, too.
      shape.element.attr({ x: 0, width: place.clientWidth, height: ROW / 2 - 9 });
    } else if (shape.type === 'bar') {
      const bar = rows[shape.index]!;
      const { kind, title } = bar.parts[shape.seriesIndex]!;
      shape.element.addClass(kind).elem('title').text(title);
      if (shape.seriesIndex === pieces - 1) {
        const runs = bar.runs.length > 1 ? bar.runs.map((run) => shape.chartRect.x1 + shape.axisX.projectValue(scale.place(run))) : [];
        const y = shape.y1 + 15;
        if (runs.length) {
          shape.group.elem('line', { x1: Math.min(...runs), x2: Math.max(...runs), y1: y, y2: y }, 'range');
        }
        runs.forEach((x) => shape.group.elem('circle', { cx: x, cy: y, r: 2.5 }, 'run'));
        shape.group.elem('text', { x: Math.max(shape.x1, shape.x2, ...runs) + 8, y: shape.y1 + 5 }).text(bar.value);
      }
    } else if (shape.type === 'grid' && Math.abs(shape.x1 - PADDING.left - shape.axis.projectValue(0)) < 1) {
      shape.element.addClass('begin');
    }
  });
  made.on('created', ({ svg }) => {
    const values = bars.map((bar) => `${bar.label}: ${bar.value}`).join('; ');
    // Paper has another width than the screen; the picture then shrinks.
    svg.attr({ role: 'img', 'aria-label': `${name}. ${values}`, viewBox: `0 0 ${place.clientWidth} ${place.clientHeight}` });
  });
  return made;
}
