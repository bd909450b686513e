/** What takes how long, on the GPU and on the processor. Both do the same work, and what comes of it is compared. */
import type { Comparison, Device, Measured, Progress } from './contract';
import { job, wasm } from './module';
import { makeReady } from './tables';

interface Timed {
  seconds: number;
  digest: string;
}

/** How often each piece of work is done. */
const RUNS = 3;

/** So much that a card takes some time over it; a software driver or the processor alone would take minutes. */
const FOR_GPU = { tables: ['phase1-sorted-7', 'phase2-sorted-9'], positions: 20_000 };
const FOR_SOFTWARE = { tables: ['phase1-sorted-4', 'phase2-sorted-5'], positions: 200 };

/** The method that both run, and one that only the processor runs here. */
const [BOTH, ALONE] = ['modified', 'two-phase'];
const ALONE_POSITIONS = 5000;

const SEED = 1n;

/** Times tables and positions. */
export async function compare(gpu: Device | undefined, cpu: Device, report: (p: Progress) => void): Promise<Comparison> {
  const { tables, positions } = gpu && !gpu.isSoftware ? FOR_GPU : FOR_SOFTWARE;
  const measured: Measured[] = [];
  let sameAnswers = true;
  const add = async (name: string, work: (onGpu: boolean) => Promise<Timed>, count?: number) => {
    const digests = new Set<string>();
    const times: Partial<Record<'gpu' | 'cpu', number[]>> = {};
    for (let run = 0; run < RUNS; run++) {
      // In turn, so that what slows the machine for a while slows both.
      for (const engine of gpu && name !== ALONE ? (['gpu', 'cpu'] as const) : (['cpu'] as const)) {
        report({ step: `${name}, ${engine === 'gpu' ? 'GPU' : 'processor'}`, done: run, total: RUNS });
        const { seconds, digest } = await work(engine === 'gpu');
        digests.add(digest);
        (times[engine] ??= []).push(count ? count / seconds : seconds);
      }
    }
    sameAnswers &&= digests.size === 1;
    measured.push({ name, unit: count ? 'positions/s' : 's', ...times });
  };
  const within = (step: string, done: number, total: number) => report({ step, done, total });
  for (const table of tables) {
    await add(table, (onGpu) => job(() => wasm.prepare_timed_build(table, onGpu, within)));
  }
  const solve = (method: string, count: number) => (onGpu: boolean) =>
    job<Timed>(() => wasm.prepare_timed_solve(method, onGpu, count, SEED));
  for (const { method, count } of [{ method: BOTH, count: positions }, { method: ALONE, count: ALONE_POSITIONS }]) {
    await makeReady(method, report, () => {});
    await add(method, solve(method, count), count);
  }
  return {
    date: new Date().toISOString(),
    browser: navigator.userAgent,
    version: wasm.version(),
    ...(gpu && { gpu }),
    cpu,
    threads: 1,
    measured,
    sameAnswers,
  };
}
