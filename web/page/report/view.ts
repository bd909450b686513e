/** Shows a report: of `cubebatch bench --html`, and of the page. */
import { element } from '../ui/dom';
import { list } from '../language/language';
import { bytes, count, decimals, figures, withUnit } from '../ui/words';
import { type Bar, type Scale, chart, doublings, linear } from './chart';
import type { Build, Report, Sample, Solve, Work } from './format';
import { fastest, gpus, groups, kind, label, methodOf, middle, name, ofCpu, rate, spread } from './report';
import { table } from './table';

/** Everything below the title. */
export function view(report: Report): HTMLElement[] {
  return [summary(report), machine(report), ...notes(report), ...building(report), ...solving(report), ...ratios(report)];
}

export function title(report: Report): string {
  return `cubebatch bench: ${list(report.engines.map((_, number) => name(report, number)))}`;
}

/** The work, the number of its runs, and whether the results agree. */
function summary({ builds, solves, engines, same_answers }: Report): HTMLElement {
  const work = [builds.length ? 'to build its tables' : '', solves.length ? 'to solve random positions' : ''].filter(Boolean);
  if (!work.length) {
    return element('p', {}, 'Nothing was measured.');
  }
  const runs = Math.max(...[...builds, ...solves].map(({ samples }) => samples.length));
  const done = runs > 1
    ? `${runs} times: bars show the run with the median time, dots the single runs`
    : 'once, so nothing is known about how much the times vary';
  const equal = engines.length > 1 && same_answers !== false
    ? ' All engines built the same tables, byte for byte, and found the same solutions, move by move.'
    : '';
  return element('p', {}, `How long cubebatch, a solver for Rubik’s cube, takes ${list(work)}. Each was done ${done}.${equal}`);
}

function machine(report: Report): HTMLElement {
  const { processor, threads, memory_bytes, system, browser } = report.machine;
  const noGpu = report.why_no_gpu ? `none: ${report.why_no_gpu}` : 'none was measured';
  const rows = {
    Processor: processor,
    Threads: count(threads),
    Memory: memory_bytes ? bytes(memory_bytes) : '',
    System: system,
    Browser: browser,
    GPU: list(gpus(report).map((gpu) => label(report, gpu))) || noGpu,
    Version: `cubebatch ${report.version}`,
    Date: report.date?.slice(0, 10),
  };
  const known = Object.entries(rows).flatMap(([what, value]) => (value ? [element('dt', {}, what), element('dd', {}, value)] : []));
  return element('dl', { class: 'machine' }, ...known);
}

/** Warnings where a reader could take figures for something else. */
function notes(report: Report): HTMLElement[] {
  const software = gpus(report).filter((gpu) => kind(report, gpu) === 'software').map((gpu) => name(report, gpu));
  const [are, their] = software.length > 1 ? ['are software drivers', 'their'] : ['is a software driver', 'its'];
  const texts = [
    software.length
      ? `${list(software)} ${are}: the processor does the work of a GPU, so ${their} figures say nothing about the speed of a GPU.`
      : '',
    report.same_answers === false
      ? 'The GPU and the processor gave different answers. That is a fault of this program or of the driver; please report it with the record.'
      : '',
  ];
  return texts.filter(Boolean).map((text) => element('p', { class: 'note' }, text));
}

function section(report: Report, title: string, text: string, content: HTMLElement[]): HTMLElement[] {
  return content.length ? [element('section', {}, element('h2', {}, title), element('p', {}, text), ...notes(report), ...content)] : [];
}

function drawn(heading: string, bars: Bar[], scale: Scale): HTMLElement[] {
  return [element('h3', {}, heading), chart(heading, bars, scale)];
}

/** The work that takes the time of a build, in its order. */
const PARTS = { host: 'the host works', waiting: 'the host waits for the GPU', disk: 'writing the file, until the disk has it' };

function building(report: Report): HTMLElement[] {
  const known = Object.entries(PARTS).filter(([part]) => report.builds.some((build) => middle(build)[part as keyof Sample]));
  const legend = known.map(([part, words]) => element('li', {}, element('span', { class: part }), words));
  // Each table on a scale of its own: small tables take no time.
  const charts = byTable(report).flatMap((builds) => {
    const scale = linear(builds.flatMap(({ samples }) => samples.map(({ total }) => total)));
    return drawn(`${builds[0]!.table}, seconds`, builds.map((build) => buildBar(report, build)), scale);
  });
  return section(
    report,
    'Building tables',
    'Seconds from the start to the finished table; less is better. A sorted table holds all codes of its phase that are at most this number of moves from its goal: G1, or solved. Each table has its own scale.',
    charts.length ? [element('ul', { class: 'legend' }, ...legend), ...charts, ...tables(report, byTable(report), '')] : [],
  );
}

function buildBar(report: Report, build: Build): Bar {
  const median = middle(build);
  const parts = Object.entries(PARTS).flatMap(([part, words]) => {
    const size = median[part as keyof typeof PARTS];
    return size === undefined ? [] : [{ kind: part, title: `${words}: ${figures(size)} s`, size }];
  });
  const whole = { kind: kind(report, build.engine), title: 'total', size: median.total };
  return {
    label: label(report, build.engine),
    value: withUnit(figures(median.total), ' s'),
    parts: parts.length ? parts : [whole],
    runs: build.samples.map(({ total }) => total),
  };
}

function solving(report: Report): HTMLElement[] {
  // All on one scale, as engines and methods are to be compared.
  const scale = linear(report.solves.flatMap((solve) => solve.samples.map((sample) => rate(solve, sample))));
  const charts = byMethod(report).flatMap((solves) => drawn(heading(solves[0]!), solves.map((solve) => solveBar(report, solve)), scale));
  return section(
    report,
    'Solving random positions',
    'Positions per second, from positions to checked solutions in memory; more is better. A batch is the number of positions that an engine gets at a time.',
    charts.length ? [...charts, ...tables(report, byMethod(report), 'Host and waiting are of all threads together.')] : [],
  );
}

function heading(solve: Solve): string {
  const { cubes, mean_length, tables } = solve;
  const average = mean_length ? `, ${decimals(mean_length, 2)} moves on average` : '';
  return `Method ${methodOf(solve)}: ${count(cubes)} positions${average}${tables ? `, tables ${tables}` : ''}`;
}

function solveBar(report: Report, solve: Solve): Bar {
  const size = rate(solve, middle(solve));
  const value = withUnit(count(size), '/s');
  return {
    label: label(report, solve.engine) + (solve.batch ? `, batch of ${count(solve.batch)}` : ''),
    value,
    parts: [{ kind: kind(report, solve.engine), title: value, size }],
    runs: solve.samples.map((sample) => rate(solve, sample)),
  };
}

/** How many times as fast as the CPU each GPU is; nothing if there is nothing to compare. */
function ratios(report: Report): HTMLElement[] {
  const works = [
    ...byTable(report).map((group) => ({ work: `building ${group[0]!.table}`, group: group as Work[] })),
    ...byMethod(report).map((group) => ({ work: `solving, ${methodOf(group[0]!)}`, group: group as Work[] })),
  ];
  const bars = (gpu: number): Bar[] => works.flatMap(({ work, group }) => {
    const own = group.filter(({ engine }) => engine === gpu);
    const ratio = ofCpu(report, group) / fastest(own);
    const colour = ratio < 1 && kind(report, gpu) === 'gpu' ? 'slower' : kind(report, gpu);
    const value = withUnit(figures(ratio), '×');
    return own.length ? [{ label: work, value, parts: [{ kind: colour, title: value, size: ratio }], runs: [] }] : [];
  });
  const compared = gpus(report).map((gpu) => ({ name: label(report, gpu), bars: bars(gpu) })).filter(({ bars }) => bars.length);
  const hasCpu = report.engines.some((engine) => !engine.is_gpu);
  const scale = doublings(compared.flatMap(({ bars }) => bars.map(({ parts }) => parts[0]!.size)));
  return section(
    report,
    'How many times as fast as the CPU',
    'The CPU’s time with all threads, divided by the GPU’s. At 1× both are equally fast, to the right the GPU is faster, to the left slower. Each line of the scale is the same multiple of the line before. Solving compares the fastest batch of each.',
    hasCpu ? compared.flatMap(({ name, bars }) => drawn(name, bars, scale)) : [],
  );
}

function byTable({ builds }: Report): Build[][] {
  return groups(builds, ({ table }) => table);
}

function byMethod({ solves }: Report): Solve[][] {
  return groups(solves, methodOf);
}

/** The medians and all runs, in groups of the same work. */
function tables(report: Report, groups: Work[][], note: string): HTMLElement[] {
  interface Row { group: Work[]; work: Work; sample: Sample; run: number }
  const ofWork = (row: (work: Work, group: Work[]) => Row[]) => groups.flatMap((group) => group.flatMap((work) => row(work, group)));
  const medians = ofWork((work, group) => [{ group, work, sample: middle(work), run: 0 }]);
  const runs = ofWork((work, group) => work.samples.map((sample, n) => ({ group, work, sample, run: n + 1 })));
  const ofGpu = ({ work }: Row, text: string) => (report.engines[work.engine]!.is_gpu ? text : '');
  const seconds = (value: number | undefined) => (value === undefined ? '' : decimals(value, 4));
  const names = {
    table: ({ work }: Row) => work.table ?? '',
    method: ({ work }: Row) => (work.method ? methodOf(work as Solve) : ''),
    engine: ({ work }: Row) => label(report, work.engine),
    batch: ({ work }: Row) => (work.batch ? count(work.batch) : ''),
  };
  const figuresOf = {
    'positions/s': ({ work, sample }: Row) => (work.cubes ? count(rate(work, sample)) : ''),
    total: ({ sample }: Row) => seconds(sample.total),
    host: ({ sample }: Row) => seconds(sample.host),
    waiting: (row: Row) => ofGpu(row, seconds(row.sample.waiting)),
    disk: ({ sample }: Row) => seconds(sample.disk),
    kernels: (row: Row) => ofGpu(row, seconds(row.sample.kernels)),
    transfer: (row: Row) => ofGpu(row, seconds(row.sample.transfer)),
  };
  const compared = {
    '± %': ({ work }: Row) => decimals(spread(work), 1),
    'against CPU': (row: Row) => ofGpu(row, withUnit(figures(ofCpu(report, row.group) / row.sample.total), '×')),
  };
  const caption = [
    'Seconds of the run with the median total.',
    medians.some(({ sample }) => sample.host !== undefined) ? note : '',
    medians.some((row) => ofGpu(row, seconds(row.sample.kernels))) ? 'Kernels and transfer are by the GPU’s own clock.' : '',
    '± %: half the distance from the fastest to the slowest run.',
    gpus(report).length ? 'Against CPU: how many times as fast.' : '',
  ].filter(Boolean).join(' ');
  const all = table('Seconds of every run.', runs, { ...names, run: ({ run }) => String(run), ...figuresOf });
  return [...table(caption, medians, { ...names, ...figuresOf, ...compared }), element('details', {}, element('summary', {}, 'All runs'), ...all)];
}
