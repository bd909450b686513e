import type { Comparison, Device, Measured } from '../engine/contract';

/** Writes a comparison as JSON, in the form of the repository's records: engines by number, every run. */
export function record(comparison: Comparison): string {
  const { version, date, browser, threads, cpu, gpu, measured, sameAnswers } = comparison;
  const devices = gpu ? [cpu, gpu] : [cpu];
  const of = (unit: Measured['unit']) => measured.filter((one) => one.unit === unit);
  return JSON.stringify(
    {
      version,
      date,
      machine: { processor: cpu.name, threads, browser },
      engines: devices.map(engine),
      why_no_gpu: gpu ? undefined : cpu.why,
      builds: of('s').flatMap((one) => runs(one).map(({ engine, values }) => ({
        table: one.name,
        engine,
        samples: values.map((total) => ({ total })),
      }))),
      solves: of('positions/s').flatMap((one) => runs(one).map(({ engine, values }) => ({
        method: one.name,
        engine,
        samples: values.map((positions_per_second) => ({ positions_per_second })),
      }))),
      same_answers: sameAnswers,
    },
    null,
    2,
  );
}

function engine({ name, kind, isSoftware, limits }: Device): object {
  const isGpu = kind === 'gpu';
  return { name, is_gpu: isGpu, is_software: isSoftware, limits: isGpu ? limits : undefined };
}

/** The runs by the number of the engine. */
function runs({ cpu, gpu }: Measured): { engine: number; values: number[] }[] {
  return [cpu, gpu].flatMap((values, engine) => (values ? [{ engine, values }] : []));
}
