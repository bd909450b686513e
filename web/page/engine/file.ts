/** Solves the lines of a file. */
import type { FileReport, Form, Method } from './contract';
import { pieces } from './lines';
import { job, stopped, wasm } from './module';
import { Rows } from './rows';

/** How often the page is told how far it is. */
const REPORT_MS = 250;

/** What is asked of the solutions of a file. */
export interface Asked {
  method: Method;
  maxLength?: number;
  form: Form;
}

/** What the last file gave. */
let written: (() => Promise<File>) | undefined;

/** Solves the lines, and reports now and then. */
export async function solveFile(file: Blob, asked: Asked, report: (r: FileReport) => void): Promise<FileReport> {
  const { method, maxLength, form } = asked;
  const start = performance.now();
  let moves = 0;
  const state: FileReport = {
    positions: 0, invalid: 0, bytesRead: 0, bytesTotal: file.size, seconds: 0, stopped: false, meanLength: 0,
  };
  const rows = await Rows.begin();
  rows.add(new TextEncoder().encode(wasm.header(method, maxLength, form)));
  let reported = start;
  try {
    const atATime = await job<number>(() => wasm.prepare_solver(method, maxLength));
    for await (const { lines, first, bytesRead } of pieces(file, atATime)) {
      const solved = await job<wasm.Rows>(() => wasm.prepare_lines(lines, first, method, maxLength, form));
      rows.add(solved.rows as Uint8Array<ArrayBuffer>);
      moves += solved.moves;
      state.positions += solved.solved;
      state.invalid += solved.invalid;
      state.bytesRead = bytesRead;
      state.seconds = (performance.now() - start) / 1000;
      state.meanLength = state.positions ? moves / state.positions : 0;
      solved.free();
      if (performance.now() - reported > REPORT_MS) {
        reported = performance.now();
        report({ ...state });
      }
      await heard();
    }
  } catch (error) {
    if ((error as Error).name !== 'Stopped') {
      throw error;
    }
    state.stopped = true;
  } finally {
    written = await rows.end();
  }
  return state;
}

/** The rows of the last file. */
export async function rowsOfLastFile(): Promise<File> {
  if (!written) {
    throw new Error('No file was solved yet.');
  }
  return written();
}

let isStopped = false;

/** Ends the work on a file between two jobs. */
export function stopFile(): void {
  isStopped = true;
}

export function beginFile(): void {
  isStopped = false;
}

/** Lets messages come in, of which one may be to stop. */
async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (isStopped) {
    throw stopped();
  }
}
