/** Solves the lines of a file. */
import type { Asked, FileReport, Kept, Progress } from './contract';
import { pieces } from './lines';
import { heard, job, wasStopped, wasm } from './module';
import { Rows } from './rows';

/** The time between reports of progress to the page. */
const REPORT_MS = 250;

/** The most invalid lines that the page describes. */
const MOST_WRONG = 5;

/** What the work on a file needs of its method. */
export interface Means {
  /** Prepares the tables. */
  ready(progress: (p: Progress) => void): Promise<void>;
  /** Does work again if it fails for a reason that may not come back. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/** A file, and how far the work on it has come. */
interface Run {
  file: Blob;
  asked: Asked & { form: string };
  rows: Rows;
  /** The first line that has no row yet. */
  next: number;
  report: FileReport;
  /** Reads the rows while they are not being written. */
  written?: () => Promise<Kept>;
}

/** The last file. */
let last: Run | undefined;

/** Solves the lines of a file, and reports the progress at intervals. */
export async function solveFile(
  file: Blob,
  asked: Asked & { form: string; name: string },
  means: Means,
  report: (r: FileReport) => void,
): Promise<FileReport> {
  last = undefined;
  const rows = await Rows.begin(asked.name);
  const none = { positions: 0, invalid: 0, bytesRead: 0, bytesTotal: file.size, seconds: 0, stopped: false, lengths: [], wrong: [] };
  last = { file, asked, rows, next: 1, report: none };
  return run(last, means, report);
}

/** Solves the lines that the last file has left. */
export async function goOn(meansFor: (asked: Asked) => Means, report: (r: FileReport) => void): Promise<FileReport> {
  if (!last?.report.stopped) {
    throw new Error('No file has been stopped.');
  }
  await last.rows.goOn();
  last.report.stopped = false;
  return run(last, meansFor(last.asked), report);
}

async function run(run: Run, { ready, attempt }: Means, report: (r: FileReport) => void): Promise<FileReport> {
  const { file, asked: { method, options, form }, rows, report: state } = run;
  delete run.written;
  let isWhole = false;
  try {
    await ready(({ done }) => report({ ...state, prepared: done }));
    const start = performance.now() - 1000 * state.seconds;
    let reported = performance.now();
    if (rows.isEmpty) {
      rows.add(new TextEncoder().encode(wasm.header(method, options, form)));
    }
    const atATime = await attempt(() => job<number>(() => wasm.prepare_solver(method, options)));
    for await (const { lines, first, next, bytesRead } of pieces(file, atATime, run.next, heard)) {
      const solve = () => job<wasm.Rows>(() => wasm.prepare_lines(lines, first, method, options, form));
      const solved = await attempt(solve);
      rows.add(solved.rows as Uint8Array<ArrayBuffer>);
      run.next = next;
      state.positions += solved.solved;
      state.invalid += solved.invalid;
      solved.lengths.forEach((count, length) => (state.lengths[length] = (state.lengths[length] ?? 0) + count));
      state.wrong = [...state.wrong, ...solved.wrong].slice(0, MOST_WRONG);
      state.bytesRead = bytesRead;
      state.seconds = (performance.now() - start) / 1000;
      solved.free();
      if (performance.now() - reported > REPORT_MS) {
        reported = performance.now();
        report({ ...state });
      }
    }
    isWhole = true;
  } catch (error) {
    if (!wasStopped(error)) {
      throw error;
    }
    state.stopped = true;
  } finally {
    run.written = await rows.end(isWhole);
  }
  return { ...state };
}

/** The rows of the last file. */
export async function rowsOfLastFile(): Promise<Kept> {
  if (!last?.written) {
    throw new Error('No file has been solved yet.');
  }
  return last.written();
}
