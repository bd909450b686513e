/** A stand-in for the engine while that is being made: slow, in TypeScript, with the same contract. */
import { CORNERS, EDGES, cornerPlaces, edgePlaces, orbit, type Orbit } from '../cube/cubies';
import { PUZZLES, type Puzzle } from '../cube/puzzle';
import type * as C from './contract';

type State = number[]; // corners, their turns, edges, their turns
const SOLVED: State = [...Array(8).keys(), ...Array(8).fill(0), ...Array(12).keys(), ...Array(12).fill(0)];
const QUARTERS: Record<string, State> = {
  U: [1, 2, 3, 0, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11, ...Array(12).fill(0)],
  R: [4, 0, 2, 3, 7, 5, 6, 1, 2, 1, 0, 0, 1, 0, 0, 2, 0, 8, 2, 3, 4, 10, 6, 7, 5, 9, 1, 11, ...Array(12).fill(0)],
  F: [3, 1, 2, 5, 0, 4, 6, 7, 1, 0, 0, 2, 2, 1, 0, 0, 9, 1, 2, 3, 8, 5, 6, 7, 0, 4, 10, 11, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0],
  D: [0, 1, 2, 3, 5, 6, 7, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 7, 4, 5, 6, 8, 9, 10, 11, ...Array(12).fill(0)],
  L: [0, 1, 6, 2, 4, 3, 5, 7, 0, 0, 2, 1, 0, 2, 1, 0, 0, 1, 2, 11, 4, 5, 6, 9, 8, 3, 10, 7, ...Array(12).fill(0)],
  B: [0, 7, 1, 3, 4, 5, 2, 6, 0, 2, 1, 0, 0, 0, 2, 1, 0, 1, 10, 3, 4, 5, 11, 7, 8, 9, 6, 2, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1],
};
const FACES = 'URFDLB';
const MOVES = [...FACES].flatMap((face) => ['', '2', "'"].map((mark) => face + mark));

function after(a: State, b: State): State {
  const c = new Array<number>(40);
  for (let i = 0; i < 8; i++) { c[i] = a[b[i]!]!; c[8 + i] = (a[8 + b[i]!]! + b[8 + i]!) % 3; }
  for (let i = 0; i < 12; i++) { c[16 + i] = a[16 + b[16 + i]!]!; c[28 + i] = (a[28 + b[16 + i]!]! + b[28 + i]!) % 2; }
  return c;
}
const TURNS: Record<string, State> = {};
for (const face of FACES) {
  const quarter = QUARTERS[face]!;
  TURNS[face] = quarter; TURNS[face + '2'] = after(quarter, quarter); TURNS[face + "'"] = after(after(quarter, quarter), quarter);
}
const ROTATIONS: State[] = [];
for (let todo: State[] = [SOLVED]; todo.length; todo = todo.flatMap((s) => ['x', 'y'].map((r) => after(s, { x: [4, 0, 3, 5, 7, 6, 2, 1, 2, 1, 2, 1, 1, 2, 1, 2, ...SOLVED.slice(16)], y: [1, 2, 3, 0, 7, 4, 5, 6, ...SOLVED.slice(8)] }[r]!)))) {
  todo = todo.filter((s) => !ROTATIONS.some((r) => r.join() === s.join()) && ROTATIONS.push(s));
}
/** The pocket cube with its colours renamed so that DLB is at home. */
const held = (s: State) => ROTATIONS.map((r) => after(r, s)).find((s) => s[6] === 6 && s[14] === 0)!;
const inverse = (moves: string[]) => moves.map((m) => (m.endsWith("'") ? m[0]! : m.endsWith('2') ? m : m + "'")).reverse();
const done = (state: State, moves: string[]) => moves.reduce((state, move) => after(state, TURNS[move]!), state);

function stateOf(puzzle: Puzzle, stickers: string): State | undefined {
  const corners = orbit(stickers, cornerPlaces(puzzle), CORNERS), edges = puzzle.size === 3 ? orbit(stickers, edgePlaces(puzzle), EDGES) : { permutation: SOLVED.slice(16, 28), orientation: SOLVED.slice(28) };
  return corners && edges && [...corners.permutation, ...corners.orientation, ...edges.permutation, ...edges.orientation];
}
function stickersOf(puzzle: Puzzle, state: State): string {
  const stickers = [...puzzle.solved];
  const put = (places: number[][], names: string[], { permutation, orientation }: Orbit) => places.forEach((places, i) => places.forEach((place, n) => { stickers[place] = names[permutation[i]!]![(n + orientation[i]!) % places.length]!; }));
  put(cornerPlaces(puzzle), CORNERS, { permutation: state.slice(0, 8), orientation: state.slice(8, 16) });
  put(edgePlaces(puzzle), EDGES, { permutation: state.slice(16, 28), orientation: state.slice(28) });
  return stickers.join('');
}
function odd(numbers: number[]): boolean {
  return numbers.flatMap((a, i) => numbers.slice(i).filter((b) => b < a)).length % 2 === 1;
}

function faultsOf(puzzle: Puzzle, stickers: string): C.Fault[] {
  const faults: C.Fault[] = [];
  const most = puzzle.size ** 2;
  for (const face of FACES) {
    const there = [...stickers].flatMap((letter, place) => (letter === face ? [place] : []));
    if (there.length > most) faults.push({ message: `colour ${face} is there ${there.length} times, not ${most}`, stickers: there });
  }
  const look = (places: number[][], names: string[], what: string) => {
    const seen = new Map<string, number[]>();
    places.forEach((places, i) => {
      const shown = places.map((place) => stickers[place]!).join('');
      if (shown.includes('.')) return;
      const one = names.find((name) => (name + name).includes(shown));
      if (!one) faults.push({ message: `no ${what} has the colours ${shown} seen at ${names[i]}`, stickers: places });
      else seen.set(one, [...(seen.get(one) ?? []), ...places]);
    });
    for (const [name, places] of seen) if (places.length > name.length) faults.push({ message: `${what} ${name} is there ${places.length / name.length} times`, stickers: places });
  };
  look(cornerPlaces(puzzle), CORNERS, 'corner');
  look(edgePlaces(puzzle), EDGES, 'edge');
  const state = faults.length || stickers.includes('.') ? undefined : stateOf(puzzle, stickers);
  if (state) {
    const sum = (from: number, to: number) => state.slice(from, to).reduce((a, b) => a + b);
    if (sum(8, 16) % 3) faults.push({ message: 'a corner is twisted', stickers: [] });
    if (sum(28, 40) % 2) faults.push({ message: 'an edge is flipped', stickers: [] });
    if (puzzle.size === 3 && odd(state.slice(0, 8)) !== odd(state.slice(16, 28))) faults.push({ message: 'two cubies are exchanged (parity)', stickers: [] });
  }
  return faults;
}

function parse(text: string): string[] | { error: string; column: number } {
  const moves: string[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (!/^[URFDLB](2|'|)$/.test(word)) return { error: `"${word}" is no move`, column: index + 1 };
    moves.push(word);
  }
  return moves;
}
function reading(puzzle: Puzzle, text: string): C.Reading {
  const letters = text.replace(/\s/g, '');
  if (/^[URFDLB]{20,}$/.test(letters)) {
    if (letters.length !== puzzle.stickers) return { error: `${letters.length} symbols, not ${puzzle.stickers}` };
    const faults = faultsOf(puzzle, letters);
    return faults.length ? { error: 'turns cannot reach this position: ' + faults.map((f) => f.message).join('; ') } : { cube: letters };
  }
  const moves = parse(text);
  return Array.isArray(moves) ? { cube: stickersOf(puzzle, done(SOLVED, moves)) } : moves;
}

const GROUPS = [MOVES, MOVES.filter((m) => !/^[FB](?!2)/.test(m)), MOVES.filter((m) => /^[UD]|2/.test(m)), MOVES.filter((m) => m.endsWith('2'))];
const SLICE = (edge: number) => (edge > 7 ? 0 : edge % 2 ? 1 : 2);
const KEYS: ((s: State) => string)[] = [
  (s) => s.slice(28).join(''),
  (s) => s.slice(8, 16).join('') + s.slice(16, 28).map((e) => +(e > 7)).join(''),
  (s) => tetrads(s) + s.slice(16, 28).map(SLICE).join(''),
  (s) => s.join(),
];
const SQUARE = new Set<string>();
/** Whether the corners can be reached by half turns, as far as the stand-in needs to know. */
function tetrads(s: State): string {
  if (!SQUARE.size) {
    const todo = [SOLVED];
    SQUARE.add(SOLVED.slice(0, 8).join(''));
    for (const state of todo) for (const move of GROUPS[3]!) {
      const next = after(state, TURNS[move]!), key = next.slice(0, 8).join('');
      if (!SQUARE.has(key)) { SQUARE.add(key); todo.push(next); }
    }
  }
  // The least corner permutation that half turns make of this one names the coset.
  let least = 'z';
  for (const key of SQUARE) { const image = s.slice(0, 8).map((c) => key[c]!).join(''); if (image < least) least = image; }
  return least;
}

function phase(start: State, key: (s: State) => string, moves: string[]): string[] {
  const goal = key(SOLVED);
  if (key(start) === goal) return [];
  type Side = Map<string, string[]>;
  const sides: [Side, Side] = [new Map([[key(start), []]]), new Map([[goal, []]])];
  let fronts: [State[], State[]] = [[start], [SOLVED]];
  for (;;) {
    const side = fronts[0].length <= fronts[1].length ? 0 : 1;
    const next: State[] = [];
    for (const state of fronts[side]) for (const move of moves) {
      const to = after(state, TURNS[move]!), name = key(to);
      if (sides[side].has(name)) continue;
      const path = [...sides[side].get(key(state))!, move];
      sides[side].set(name, path);
      next.push(to);
      const other = sides[1 - side]!.get(name);
      if (other) return side === 0 ? [...path, ...inverse(other)] : [...other, ...inverse(path)];
    }
    fronts = side === 0 ? [next, fronts[1]] : [fronts[0], next];
  }
}

let stopped = false;
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
function halt(): void {
  if (stopped) throw Object.assign(new Error('stopped'), { name: 'Stopped' });
}
async function solved(start: State, pocket: boolean): Promise<string[][]> {
  if (pocket) return [phase(held(start), (s) => s.slice(0, 16).join(''), MOVES.filter((m) => /^[URF]/.test(m)))];
  const phases: string[][] = [];
  let state = start;
  for (let i = 0; i < 4; i++) {
    await pause(); halt();
    const moves = phase(state, KEYS[i]!, GROUPS[i]!);
    phases.push(moves);
    state = done(state, moves);
  }
  return phases;
}
function randomState(puzzle: Puzzle): State {
  let state = SOLVED;
  const moves = puzzle.size === 3 ? MOVES : MOVES.slice(0, 9);
  for (let i = 0; i < 60; i++) state = after(state, TURNS[moves[Math.floor(Math.random() * moves.length)]!]!);
  return state;
}

const cpu: C.Device = { kind: 'cpu', name: 'Processor', isSoftware: true, why: 'the stand-in has none', limits: {}, tables: [] };
const FILE = 'rows';

export const standin: C.Engine = {
  async open(_wanted, note) { note({ text: 'This is a stand-in for the engine.' }); return cpu; },
  async read(text) { return reading(PUZZLES.cube, text); },
  async faults(stickers) { return faultsOf(PUZZLES.cube, stickers); },
  async random() { return stickersOf(PUZZLES.cube, randomState(PUZZLES.cube)); },
  async solve(cube, method, _maxLength, progress) {
    stopped = false;
    progress({ step: 'searching', done: 0, total: 0 });
    const begin = performance.now();
    const phases = await solved(stateOf(PUZZLES.cube, cube)!, false);
    const [a, b, c, d] = phases.map((moves) => moves.length) as [number, number, number, number];
    const moves = phases.flat();
    return { moves, length: moves.length, phaseLengths: method === 'thistlethwaite' ? [a, b, c, d] : [a + b, c + d], milliseconds: performance.now() - begin };
  },
  async pocketRead(text) { return reading(PUZZLES.pocket, text); },
  async pocketFaults(stickers) { return faultsOf(PUZZLES.pocket, stickers); },
  async pocketRandom() { return stickersOf(PUZZLES.pocket, randomState(PUZZLES.pocket)); },
  async pocketSolve(cube) {
    const begin = performance.now();
    const moves = (await solved(stateOf(PUZZLES.pocket, cube)!, true)).flat();
    return { moves, length: moves.length, phaseLengths: [moves.length], milliseconds: performance.now() - begin };
  },
  async solveFile(file, { form }, report) {
    stopped = false;
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(FILE, { create: true });
    const out = await handle.createWritable();
    const begin = performance.now();
    const r: C.FileReport = { positions: 0, invalid: 0, bytesRead: 0, bytesTotal: file.size, seconds: 0, stopped: false, meanLength: 0 };
    let moves = 0, told = 0, rest = '', line = 0, rows: string[] = form === 'csv' ? ['line,solution,length,error'] : [];
    const row = async (text: string) => {
      line += 1;
      if (!text.trim()) return;
      const parsed = parse(text), read = reading(PUZZLES.cube, text);
      if ('error' in read) { r.invalid += 1; rows.push(form === 'text' ? `# line ${line}: ${read.error}` : form === 'csv' ? `${line},,,${read.error}` : JSON.stringify({ line, error: read.error })); return; }
      const solution = Array.isArray(parsed) ? inverse(parsed) : (await solved(stateOf(PUZZLES.cube, read.cube)!, false)).flat();
      r.positions += 1; moves += solution.length; r.meanLength = moves / r.positions;
      const text2 = solution.join(' ');
      rows.push(form === 'text' ? text2 : form === 'csv' ? `${line},${text2},${solution.length},` : JSON.stringify({ line, solution: text2, length: solution.length }));
    };
    for (let at = 0; at < file.size && !stopped; at += 1 << 14) {
      const lines = (rest + await file.slice(at, at + (1 << 14)).text()).split('\n');
      rest = lines.pop()!;
      for (const text of lines) await row(text);
      r.bytesRead = Math.min(file.size, at + (1 << 14)); r.seconds = (performance.now() - begin) / 1000;
      if (rows.length) await out.write(rows.join('\n') + '\n');
      rows = [];
      await pause();
      if (r.seconds - told >= 0.25) { told = r.seconds; report({ ...r }); }
    }
    if (rest && !stopped) { await row(rest); await out.write(rows.join('\n') + '\n'); }
    await out.close();
    return { ...r, stopped };
  },
  async rows() { return (await (await navigator.storage.getDirectory()).getFileHandle(FILE)).getFile(); },
  async stop() { stopped = true; },
  async compare(report) {
    stopped = false;
    for (let i = 0; i < 10; i++) { report({ step: 'pretending', done: i, total: 10 }); await new Promise((r) => setTimeout(r, 60)); halt(); }
    return {
      date: new Date().toISOString(), browser: navigator.userAgent, version: '0.0.0', cpu, threads: 1, sameAnswers: true,
      gpu: { kind: 'gpu', name: 'Stand-in <GPU>', isSoftware: false, limits: { maxBufferSize: 268435456 }, tables: [] },
      measured: [
        { name: 'phase1-sorted-6', unit: 's', gpu: [0.5, 0.6, 0.55], cpu: [1.5, 1.6, 1.55] },
        { name: 'phase2-sorted-8', unit: 's', gpu: [0.9, 0.8, 0.85], cpu: [0.4, 0.5, 0.45] },
        { name: 'descent', unit: 'positions/s', gpu: [120000, 121000, 119000], cpu: [50000, 51000, 49500] },
        { name: 'two-phase to 21 moves', unit: 'positions/s', gpu: [70000, 72000, 71000], cpu: [40000, 39000, 41000] },
      ],
    };
  },
};
