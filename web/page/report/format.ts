/** What `cubebatch bench --json` writes and what the page records: every run, engines by their numbers. */
export interface Report {
  version: string;
  date?: string;
  machine: { processor: string; threads: number; memory_bytes?: number; system?: string; browser?: string };
  /** All adapters, with their drivers; from the program alone. */
  adapters?: { name: string; kind: string; backend: string; driver: string; max_binding: number; max_buffer: number; features: string[] }[];
  engines: Engine[];
  why_no_gpu?: string | undefined;
  builds: Build[];
  solves: Solve[];
  /** The program measures no further if answers differ; the page records it. */
  same_answers?: boolean;
}

export interface Engine {
  name: string;
  is_gpu: boolean;
  is_software: boolean;
  limits?: Record<string, number>;
}

/** The seconds of a run, and the work that took them if the program measured it. */
export interface Sample {
  total: number;
  host?: number;
  waiting?: number;
  disk?: number;
  kernels?: number;
  transfer?: number;
}

export interface Build {
  table: string;
  engine: number;
  samples: Sample[];
}

export interface Solve {
  method: string;
  max_length?: number | null;
  tables?: string;
  engine: number;
  cubes: number;
  batch?: number;
  mean_length?: number;
  samples: Sample[];
}

/** A build or a solve. */
export type Work = Partial<Build & Solve> & Pick<Build, 'engine' | 'samples'>;
