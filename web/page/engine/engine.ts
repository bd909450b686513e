/** The engine of a worker: the calls that the page makes. */
import { openGpu } from './adapter';
import { compare } from './compare';
import type { Asked, Cause, Device, Engine, Fault, Form, Goal, Method, Metric, Note, Reading, Solution, Sorted } from './contract';
import { type Means, goOn, rowsOfLastFile, solveFile } from './file';
import { begin, job, load, stop, stopWord, wasStopped, wasm } from './module';
import { discard, kept, othersEnd } from './rows';
import { shorten } from './shorten';
import { makeReady } from './tables';
import { counted, t } from '../language/language';

let gpu: Device | undefined;
let cpu: Device;
let tell: (note: Note) => void = () => {};

let threads = 1;

function processor(why?: string): Device {
  const name = counted(threads, 'Processor (WebAssembly, {n} thread)', 'Processor (WebAssembly, {n} threads)');
  return { kind: 'cpu', name, isSoftware: true, limits: {}, tables: [], ...(why && { why }) };
}

function seed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

let opening: Promise<unknown> = Promise.resolve();

/** Opens a device, after all earlier requests for one. */
async function open(wanted: 'auto' | 'gpu' | 'cpu'): Promise<Device> {
  gpu = undefined;
  wasm.close();
  cpu = processor();
  if (wanted === 'cpu') {
    return cpu;
  }
  const opened = await openGpu();
  if (typeof opened === 'string') {
    cpu = processor(opened);
    return cpu;
  }
  // The processor is faster than a software driver.
  if (opened.isSoftware && wanted === 'auto') {
    wasm.close();
    cpu = processor(t('{name} is a software driver', { name: opened.name }));
    return cpu;
  }
  gpu = { ...opened, tables: [] };
  return gpu;
}

/** Does work on many positions; if the GPU fails, the processor does it. */
async function attempt<T>({ method, options }: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (wasStopped(error) || !wasm.runs_on_gpu(method, options) || error instanceof WebAssembly.RuntimeError) {
      throw error;
    }
    const why = error instanceof Error ? error.message : String(error);
    tell({ text: t('The GPU failed ({why}). The processor continues.', { why }) });
    gpu = undefined;
    cpu = processor(why);
    wasm.close();
    return work();
  }
}

function meansFor(asked: Asked): Means {
  const { method, options } = asked;
  return {
    ready: (progress) => makeReady(method, wasm.runs_on_gpu(method, options), t('Preparing'), progress, tell),
    attempt: (work) => attempt(asked, work),
  };
}

export const engine: Engine = {
  async open(wanted, note) {
    threads = await begin();
    tell = note;
    const opened = opening.then(() => open(wanted));
    opening = opened.catch(() => {});
    return opened;
  },

  async methods() {
    await load();
    return wasm.methods() as Method[];
  },

  async forms() {
    await load();
    return wasm.forms() as Form[];
  },

  async goals() {
    await load();
    return wasm.goals() as Goal[];
  },

  async metrics() {
    await load();
    return wasm.metrics() as Metric[];
  },

  async goalStickers(goal) {
    await load();
    return wasm.goal_stickers(goal);
  },

  async read(text) {
    await load();
    return wasm.read(text) as Reading;
  },

  async sortColours(numbers) {
    await load();
    return wasm.sort_measured(Float64Array.from(numbers)) as Sorted;
  },

  async faults(stickers) {
    await load();
    return wasm.faults(stickers) as Fault[];
  },

  async causes(stickers) {
    await load();
    return wasm.causes(stickers) as Cause[];
  },

  async forced(stickers) {
    await load();
    return wasm.forced(stickers);
  },

  async random() {
    await load();
    return wasm.random(seed());
  },

  async warmUp() {
    await begin();
    await job(() => wasm.prepare_quick());
  },

  async solve(cube, { method, options }, progress, found) {
    await begin();
    const bound = options[BOUND];
    const most = typeof bound === 'number' ? bound : undefined;
    const soon = (most: number) => {
      progress({ step: searching(most), done: 0, total: 0 });
      return job<Solution>(() => wasm.prepare_quick_solve(cube, most));
    };
    const isMissing = wasm.missing_tables(method, false).length > 0;
    if (isMissing && most !== undefined && wasm.is_quick(method, options)) {
      return shorten(soon, most, found);
    }
    const methods = wasm.methods() as Method[];
    const { proves, hasGoal } = methods.find(({ name }) => name === method)!;
    let best: Solution | undefined;
    if (isMissing || (proves && !hasGoal)) {
      // Tables and proofs take some time, so a solution without them comes first.
      const first = await shorten(soon, Math.max(SOON, most ?? 0), found);
      found({ ...first, byQuick: true });
      best = most === undefined ? undefined : first;
      await makeReady(method, false, proves ? t('Preparing the proof') : most === undefined ? t('Preparing this method') : t('Preparing for shorter solutions'), progress, tell);
      if (proves) {
        // Its tables are also those of the usual method, which finds a shorter solution in less than a tenth of a second.
        const near = await job<Solution>(() => wasm.prepare_solve(cube, methods[0]!.name, NEAR, () => {}));
        if (near.length < first.length) {
          found({ ...near, byQuick: true });
        }
      }
    }
    const search = (most?: number) => {
      progress({ step: searching(most), done: 0, total: 0 });
      const asked = most === undefined ? options : { ...options, [BOUND]: most };
      const tellLength = (length: number | undefined, done: number, total: number) => {
        if (length) {
          progress({ step: excluding(length), done: done / total, total: 1 });
        }
      };
      return job<Solution>(() => wasm.prepare_solve(cube, method, asked, tellLength));
    };
    return most === undefined ? search() : shorten(search, most, found, best);
  },

  async pocketRead(text) {
    await load();
    return wasm.pocket_read(text) as Reading;
  },

  async pocketFaults(stickers) {
    await load();
    return wasm.pocket_faults(stickers) as Fault[];
  },

  async pocketRandom() {
    await load();
    return wasm.pocket_random(seed());
  },

  async pocketSolve(cube) {
    await load();
    return wasm.pocket_solve(cube) as Solution;
  },

  async solveFile(file, asked, report) {
    await begin();
    return solveFile(file, asked, meansFor(asked), report);
  },

  async goOnWithFile(report) {
    await begin();
    return goOn(meansFor, report);
  },

  rows: rowsOfLastFile,
  keptRows: kept,
  othersEnd,
  discardRows: discard,

  async stop() {
    stop();
  },

  stopWord,

  async compare(report) {
    await begin();
    const before = gpu;
    const compared = gpu ?? (await this.open('gpu', tell));
    try {
      return await compare(compared.kind === 'gpu' ? compared : undefined, cpu, report);
    } finally {
      if (!before) {
        gpu = undefined;
        wasm.close();
      }
    }
  },
};

/** A search without tables finds a solution of at most this number of moves soon. */
const SOON = 21;

/** The option for the most moves of a solution. */
const BOUND = 'max_length';

/** The best solution that a tenth of a second gives, unless one of this length comes before. */
const NEAR = { [BOUND]: 19, max_nodes: 300_000 };

/** What a proof does that searches for solutions of `length` moves: all lengths below are excluded. */
function excluding(length: number): string {
  const next = counted(length, '{n} move', '{n} moves');
  return counted(length - 1, 'Proved: no solution of {n} move. Searching for {next}', 'Proved: no solution of {n} moves. Searching for {next}', { next });
}

function searching(most: number | undefined): string {
  return most === undefined ? t('Searching') : counted(most, 'Searching for at most {n} move', 'Searching for at most {n} moves');
}
