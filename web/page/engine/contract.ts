/** A method that the page offers, as its card in the library has it; the first is the usual one. */
export interface Method {
  name: string;
  title: string;
  phases: string[]; // where each phase leads; empty where phases have no order
  runsOnGpu: boolean;
  options: Option[];
}
/** A number that can be asked for. */
export interface Option { name: string; label: string; sentence: string; least: number; most: number; usual: number }
/** What is asked: a method by its name, and the value of each of its options. */
export interface Asked { method: string; options: Record<string, number> }
/** A form of rows; `ending` ends the name of a file. */
export interface Form { name: string; title: string; sentence: string; ending: string }
/** What a text means: 54 letters of facelets (faces U R F D L B, row by row), or why it is no position. */
export type Reading = { cube: string } | { error: string; column?: number };
/** Something wrong with painted stickers; places 0..53 (pocket: 0..23), possibly none. */
export interface Fault { message: string; stickers: number[] }
export interface Solution { moves: string[]; phaseLengths: number[]; length: number; milliseconds: number }
export interface Device { kind: 'gpu' | 'cpu'; name: string; isSoftware: boolean; why?: string /* why no GPU */; limits: Record<string, number>; tables: string[] }
export interface Progress { step: string; done: number; total: number }
export interface Note { text: string }            // e.g. "phase1-complete is built", "… was read from the browser's storage"
export interface Engine {
  /** Opens a GPU if it is wanted and there is one, else the processor. To be called first; again to change. */
  open(wanted: 'auto' | 'gpu' | 'cpu', note: (n: Note) => void): Promise<Device>;
  methods(): Promise<Method[]>;
  forms(): Promise<Form[]>;
  read(text: string): Promise<Reading>;             // any notation of the command line
  faults(stickers: string): Promise<Fault[]>;       // 54 characters, URFDLB letters, '.' where nothing is painted
  random(): Promise<string>;                        // 54 letters
  /** Reports each solution on the way that is longer than the bound, shorter and shorter. */
  solve(cube: string, asked: Asked, progress: (p: Progress) => void, found: (s: Solution) => void): Promise<Solution>;
  pocketRead(text: string): Promise<Reading>;       // 24 letters, faces U R F D L B
  pocketFaults(stickers: string): Promise<Fault[]>;
  pocketRandom(): Promise<string>;
  pocketSolve(cube: string): Promise<Solution>;     // moves of U R F
  /** Solves the lines of a file, writes rows into the browser's own storage (OPFS), reports four times a second. */
  solveFile(file: Blob, asked: Asked & { form: string }, report: (r: FileReport) => void): Promise<FileReport>;
  /** What was written by the last solveFile (also of one that was stopped): a File backed by storage, not memory. */
  rows(): Promise<File>;
  /** Ends what is under way soon; its promise is rejected with an error named 'Stopped' (solveFile resolves with stopped: true). */
  stop(): Promise<void>;
  /** Times tables and positions on the GPU (if there is one) and the processor. */
  compare(report: (p: Progress) => void): Promise<Comparison>;
}
export interface FileReport { positions: number; invalid: number; bytesRead: number; bytesTotal: number; seconds: number; stopped: boolean; meanLength: number }
export interface Measured { name: string; unit: 's' | 'positions/s'; gpu?: number[]; cpu?: number[] }   // each run
export interface Comparison { date: string; browser: string; version: string; gpu?: Device; cpu: Device; threads: number; measured: Measured[]; sameAnswers: boolean }
