/** The engine of a worker: what the page asks it. */
import { openGpu } from './adapter';
import { compare } from './compare';
import type { Device, Engine, Fault, Note, Progress, Reading, Solution } from './contract';
import { beginFile, rowsOfLastFile, solveFile, stopFile } from './file';
import { job, load, stop, wasm } from './module';
import { makeReady } from './tables';

let gpu: Device | undefined;
let cpu = processor();
let tell: (note: Note) => void = () => {};

function processor(why?: string): Device {
  const name = 'Processor (WebAssembly, one thread)';
  return { kind: 'cpu', name, isSoftware: true, limits: {}, tables: [], ...(why && { why }) };
}

function seed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

export const engine: Engine = {
  async open(wanted, note) {
    await load();
    tell = note;
    gpu = undefined;
    wasm.close();
    if (wanted === 'cpu') {
      cpu = processor();
      return cpu;
    }
    const opened = await openGpu();
    if (typeof opened === 'string') {
      cpu = processor(opened);
      return cpu;
    }
    // The processor itself does it in less time.
    if (opened.isSoftware && wanted === 'auto') {
      wasm.close();
      cpu = processor(`${opened.name} is a software driver`);
      return cpu;
    }
    gpu = { ...opened, tables: [] };
    return gpu;
  },

  async read(text) {
    await load();
    return wasm.read(text) as Reading;
  },

  async faults(stickers) {
    await load();
    return wasm.faults(stickers) as Fault[];
  },

  async random() {
    await load();
    return wasm.random(seed());
  },

  async solve(cube, method, maxLength, progress) {
    await load();
    await makeReady(method, progress, tell);
    return job<Solution>(() => wasm.prepare_solve(cube, method, bound(method, maxLength)));
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

  async solveFile(file, options, report) {
    await load();
    beginFile();
    const { method, maxLength, form } = options;
    const build = (_: Progress) => report({
      positions: 0, invalid: 0, bytesRead: 0, bytesTotal: file.size, seconds: 0, stopped: false, meanLength: 0,
    });
    await makeReady(method, build, tell);
    return solveFile(file, { method, form, maxLength: bound(method, maxLength) }, report);
  },

  rows: rowsOfLastFile,

  async stop() {
    stopFile();
    stop();
  },

  async compare(report) {
    await load();
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

/** The two-phase search alone takes a bound. */
function bound(method: string, maxLength: number | undefined): number | undefined {
  return method === 'two-phase' ? maxLength : undefined;
}
