import type { Report } from '../report/format';

/** A method that the page offers, as its card in the library has it; the first is the usual one. */
export interface Method {
  name: string;
  title: string;
  phases: string[]; // the aim of each phase; empty if the phases have no order
  runsOnGpu: boolean; // on a GPU, within the memory of a browser
  proves: boolean; // that no solution is shorter
  hasGoal: boolean; // whether it takes the options `goal` and `metric`
  options: Option[];
}
/** An option whose value is a number. */
export interface Option { name: string; label: string; sentence: string; least: number; most: number; usual: number }
/** A goal that has a name. */
export interface Goal { name: string; words: string }
/** A rule by which moves are counted; the first is the usual one. */
export interface Metric { name: string; title: string; words: string }
/** A request: the name of a method, and the values of its options. */
export interface Asked { method: string; options: Record<string, number | string> }
/** A form of rows; `ending` ends the name of a file. */
export interface Form { name: string; title: string; sentence: string; ending: string }
/** The meaning of a text: 54 letters of facelets (faces U R F D L B, row by row), which turns need not reach, or why there are none. */
export type Reading = { cube: string } | { error: string; column?: number };
/** A fault of the painted stickers, with their numbers 0..53 (pocket: 0..23), or with none. Letters of faces are colours. */
export type Fault = { stickers: number[] } & (
  | { kind: 'count'; colour: string; count: number; should: number }
  | { kind: 'no-cubie'; colours: string; place: string }
  | { kind: 'repeated'; colours: string; count: number }
  | { kind: 'missing'; colours: string }
  | { kind: 'twisted' | 'flipped' | 'exchanged' }
);
/** A mistake that explains all faults, and all stickers without it. A face has to be turned by `turns` clockwise quarters. */
export interface Cause {
  kind: 'order' | 'turned' | 'exchanged' | 'mirrored' | 'transposed' | 'stickers';
  faces: string[];
  turns?: 1 | 2 | 3;
  stickers: number[];
  after: string;
}
/** The letters of 54 measured stickers, or the faces whose centres look alike, or why there are none. */
export type Sorted = { cube: string } | { alike: [string, string] } | { error: string };
export interface Solution {
  moves: string[];
  phaseLengths: number[];
  length: number;
  proof?: { atLeast: number; nodes: number }; // no solution is shorter than `atLeast`; the positions that were searched
  byQuick?: boolean; // by the usual method without tables, while another method was asked for
}
export interface Device { kind: 'gpu' | 'cpu'; name: string; isSoftware: boolean; why?: string /* why no GPU */; limits: Record<string, number>; tables: string[] }
/** A total of 1 means that `done` is a share, and a total of 0 that the share is not known. */
export interface Progress { step: string; done: number; total: number }
export interface Note { text: string }            // e.g. "phase1-complete is built", "… was read from the browser's storage"
export interface Engine {
  /** Opens a GPU if one is wanted and available, else the processor. Call it first, and again to change the device. */
  open(wanted: 'auto' | 'gpu' | 'cpu', note: (n: Note) => void): Promise<Device>;
  methods(): Promise<Method[]>;
  forms(): Promise<Form[]>;
  goals(): Promise<Goal[]>;
  metrics(): Promise<Metric[]>;
  /** The stickers that a goal asks for, by their places at home: 54 symbols, `.` for the others. Any text of a goal may be given. */
  goalStickers(goal: string): Promise<string>;
  read(text: string): Promise<Reading>;             // any notation of the command line.
  sortColours(numbers: readonly number[]): Promise<Sorted>; // red, green and blue of 54 stickers, from 0 to 255.
  faults(stickers: string): Promise<Fault[]>;       // 54 characters: letters URFDLB, '.' for an unpainted sticker
  causes(stickers: string): Promise<Cause[]>;       // of 54 painted stickers that make no position, the likeliest first
  forced(stickers: string): Promise<string>;        // the stickers, with what is forced painted.
  random(): Promise<string>;                        // 54 letters
  /** Makes in some tenths of a second what a first solution needs. */
  warmUp(): Promise<void>;
  /**
   * Finds a solution within the bound, and reports each longer solution that it finds before. If the method has to
   * build tables, the first ones come without them. A proof that is stopped gives the best solution so far.
   */
  solve(cube: string, asked: Asked, progress: (p: Progress) => void, found: (s: Solution) => void): Promise<Solution>;
  pocketRead(text: string): Promise<Reading>;       // 24 letters, faces U R F D L B
  pocketFaults(stickers: string): Promise<Fault[]>;
  pocketRandom(): Promise<string>;
  pocketSolve(cube: string): Promise<Solution>;     // moves of U R F
  /** Solves the lines of a file, writes rows into the browser's own storage (OPFS), reports four times a second. */
  solveFile(file: Blob, asked: Asked & { form: string; name: string }, report: (r: FileReport) => void): Promise<FileReport>;
  /** Does the rest of the last file, after it was stopped. */
  goOnWithFile(report: (r: FileReport) => void): Promise<FileReport>;
  /** The rows of the last file, even if it was stopped: a File in storage, not in memory. */
  rows(): Promise<Kept>;
  /** The rows that pages which ended left in storage, and their removal. */
  keptRows(): Promise<Kept[]>;
  /** Waits until another page with rows ends. */
  othersEnd(): Promise<void>;
  discardRows(id: string): Promise<void>;
  /** Ends the running work soon. Its promise is rejected with an error named 'Stopped'; solveFile resolves with stopped: true. */
  stop(): Promise<void>;
  /** A word in memory that the page and the worker share, if they can: 1 does what `stop` does, at once, until it is 0 again. */
  stopWord(): Promise<Int32Array | undefined>;
  /** Times tables and positions on the GPU (if there is one) and the processor. */
  compare(report: (p: Progress) => void): Promise<Report>;
}
/** Rows in storage, or in memory where there is none; `name` is what `solveFile` was given. */
export interface Kept { id: string; name: string; rows: File; isWhole: boolean; isStored: boolean }
export interface FileReport { /** The share of the tables that is ready, while they are prepared. */ prepared?: number; positions: number; invalid: number; bytesRead: number; bytesTotal: number; seconds: number; stopped: boolean; lengths: number[] /* how many solutions have each length, from 0 on */; wrong: string[] /* the first invalid lines */ }
