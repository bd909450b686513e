/** Times the same work on the GPU and on the processor, and compares the results. */
import type { Build, Engine, Report, Solve } from '../report/format';
import type { Device, Method, Progress } from './contract';
import { job, wasm } from './module';
import { makeReady } from './tables';
import { t } from '../language/language';

interface Timed {
  seconds: number;
  digest: string;
}

/** The number of times that each piece of work is timed. */
const RUNS = 3;

/** Enough work for a card to take some time. A software driver, or the processor alone, would need minutes for it. */
const FOR_GPU = { tables: ['phase1-sorted-7', 'phase2-sorted-9'], positions: 20_000 };
const FOR_SOFTWARE = { tables: ['phase1-sorted-4', 'phase2-sorted-5'], positions: 50 };
const FOR_PROCESSOR = { tables: FOR_SOFTWARE.tables, positions: 5000 };

const SEED = 1n;

/** Times tables and positions. */
export async function compare(gpu: Device | undefined, cpu: Device, report: (p: Progress) => void): Promise<Report> {
  const { tables, positions: cubes } = !gpu ? FOR_PROCESSOR : gpu.isSoftware ? FOR_SOFTWARE : FOR_GPU;
  const compared = (wasm.methods() as Method[]).filter(({ runsOnGpu }) => runsOnGpu);
  let sameAnswers = true;
  const timed = async (name: string, work: (onGpu: boolean) => Promise<Timed>) => {
    const digests = new Set<string>();
    const engines = gpu ? [CPU, GPU] : [CPU];
    const samples = engines.map((engine) => ({ engine, samples: [] as { total: number }[] }));
    for (let run = 0; run < RUNS; run++) {
      // The engines take turns, so another program that slows the machine for a while slows both.
      for (const { engine, samples: of } of samples) {
        report({ step: `${name}, ${engine === GPU ? 'GPU' : t('processor')}`, done: run, total: RUNS });
        const { seconds, digest } = await work(engine === GPU);
        digests.add(digest);
        of.push({ total: seconds });
      }
    }
    sameAnswers &&= digests.size === 1;
    return samples;
  };
  const within = (step: string, done: number, total: number) => report({ step, done, total });
  const builds: Build[] = [];
  for (const table of tables) {
    const runs = await timed(table, (onGpu) => job(() => wasm.prepare_timed_build(table, onGpu, within)));
    builds.push(...runs.map((of) => ({ table, ...of })));
  }
  const solves: Solve[] = [];
  for (const { name: method } of compared) {
    await makeReady(method, gpu !== undefined, t('Preparing'), report, () => {});
    const runs = await timed(method, (onGpu) => job(() => wasm.prepare_timed_solve(method, onGpu, cubes, SEED)));
    solves.push(...runs.map((of) => ({ method, cubes, ...of })));
  }
  return {
    version: wasm.version(),
    date: new Date().toISOString(),
    machine: { processor: cpu.name, threads: wasm.threads(), browser: navigator.userAgent },
    engines: gpu ? [described(cpu), described(gpu)] : [described(cpu)],
    ...(!gpu && cpu.why && { why_no_gpu: cpu.why }),
    builds,
    solves,
    same_answers: sameAnswers,
  };
}

/** The engines by their numbers in a report. */
const [CPU, GPU] = [0, 1];

function described({ kind, name, isSoftware, limits }: Device): Engine {
  return kind === 'gpu' ? { name, is_gpu: true, is_software: isSoftware, limits } : { name, is_gpu: false, is_software: isSoftware };
}
