/** Solves the lines of a file. */
import type { Asked, FileReport, Kept, Progress } from './contract';
import { pieces } from './lines';
import { heard, job, wasStopped, wasm } from './module';
import { Rows } from './rows';

/** The time between reports of progress to the page. */
const REPORT_MS = 250;

/** The most invalid lines that the page describes. */
const MOST_WRONG = 5;

/** The rows of the last file. */
let written: (() => Promise<Kept>) | undefined;

/** Waits for `ready`, which prepares the tables, then solves the lines and reports the progress at intervals. */
export async function solveFile(
  file: Blob,
  asked: Asked & { form: string; name: string },
  ready: (progress: (p: Progress) => void) => Promise<void>,
  attempt: <T>(work: () => Promise<T>) => Promise<T>,
  report: (r: FileReport) => void,
): Promise<FileReport> {
  const { method, options, form } = asked;
  const state: FileReport = {
    positions: 0, invalid: 0, bytesRead: 0, bytesTotal: file.size, seconds: 0, stopped: false, meanLength: 0, wrong: [],
  };
  written = undefined;
  const rows = await Rows.begin(asked.name);
  let isWhole = false;
  let moves = 0;
  try {
    await ready(({ done }) => report({ ...state, prepared: done }));
    const start = performance.now();
    let reported = start;
    rows.add(new TextEncoder().encode(wasm.header(method, options, form)));
    const atATime = await attempt(() => job<number>(() => wasm.prepare_solver(method, options)));
    for await (const { lines, first, bytesRead } of pieces(file, atATime, heard)) {
      const solve = () => job<wasm.Rows>(() => wasm.prepare_lines(lines, first, method, options, form));
      const solved = await attempt(solve);
      rows.add(solved.rows as Uint8Array<ArrayBuffer>);
      moves += solved.moves;
      state.positions += solved.solved;
      state.invalid += solved.invalid;
      state.wrong = [...state.wrong, ...solved.wrong].slice(0, MOST_WRONG);
      state.bytesRead = bytesRead;
      state.seconds = (performance.now() - start) / 1000;
      state.meanLength = state.positions ? moves / state.positions : 0;
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
    written = await rows.end(isWhole);
  }
  return state;
}

/** The rows of the last file. */
export async function rowsOfLastFile(): Promise<Kept> {
  if (!written) {
    throw new Error('No file has been solved yet.');
  }
  return written();
}
