/** Times the same work on the GPU and on the processor, and compares the results. */
import type { Comparison, Device, Measured, Method, Progress } from './contract';
import { job, wasm } from './module';
import { makeReady } from './tables';

interface Timed {
  seconds: number;
  digest: string;
}

/** The number of times that each piece of work is timed. */
const RUNS = 3;

/** Enough work for a card to take some time. A software driver, or the processor alone, would need minutes for it. */
const FOR_GPU = { tables: ['phase1-sorted-7', 'phase2-sorted-9'], positions: 20_000 };
const FOR_SOFTWARE = { tables: ['phase1-sorted-4', 'phase2-sorted-5'], positions: 200 };

/** Positions of a method that only the processor runs. */
const ALONE_POSITIONS = 5000;

const SEED = 1n;

/** Times tables and positions. */
export async function compare(gpu: Device | undefined, cpu: Device, report: (p: Progress) => void): Promise<Comparison> {
  const { tables, positions } = gpu && !gpu.isSoftware ? FOR_GPU : FOR_SOFTWARE;
  const methods = wasm.methods() as Method[];
  // The usual method, which only the processor runs here, after the first one that both run.
  const compared = [methods.find(({ runsOnGpu }) => runsOnGpu), methods[0]].filter((method) => method !== undefined);
  const measured: Measured[] = [];
  let sameAnswers = true;
  const add = async (name: string, isForGpu: boolean, work: (onGpu: boolean) => Promise<Timed>, count?: number) => {
    const digests = new Set<string>();
    const times: Partial<Record<'gpu' | 'cpu', number[]>> = {};
    for (let run = 0; run < RUNS; run++) {
      // The engines take turns, so another program that slows the machine for a while slows both.
      for (const engine of gpu && isForGpu ? (['gpu', 'cpu'] as const) : (['cpu'] as const)) {
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
    await add(table, true, (onGpu) => job(() => wasm.prepare_timed_build(table, onGpu, within)));
  }
  const solve = (method: string, count: number) => (onGpu: boolean) =>
    job<Timed>(() => wasm.prepare_timed_solve(method, onGpu, count, SEED));
  for (const { name, runsOnGpu } of compared) {
    const count = runsOnGpu ? positions : ALONE_POSITIONS;
    await makeReady(name, report, () => {});
    await add(name, runsOnGpu, solve(name, count), count);
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
