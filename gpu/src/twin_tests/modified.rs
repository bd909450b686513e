//! The kernels of the modified method, except the kernels that test candidates.

use std::ops::Range;

use super::candidates::{TESTED1, TESTED2, Tested, walk};
use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::candidates::{TableSlice, rules, slices};
use crate::kernel::Kernel;
use crate::kernels::candidates::{Searched, phase1_start};
use crate::kernels::modified::{self as twins, GrowingAnswer};
use crate::modified::middle_tables;
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_shaders::candidates::{Known, NO_PATH, NONE, Step, Trial};
use cubebatch_shaders::modified::{
    ANSWER_WORDS, Begin, BeginBuffers, BeginParams, Follow, FollowBuffers, HALFWAY, LOST, Middle,
    MiddleBuffers, Progress, SOLVED, SliceParams, Solve, SolveBuffers, WAITING,
};
use cubebatch_shaders::shader::Shaded;
use cubebatch_shaders::words::{Moves, Position, WORKGROUP};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::table::{SortedView, path};

/// Cubes with known distances, and the number of them that are searched: the others must be left alone.
const CUBES: usize = 600;
const SEARCHED: usize = 590;

const STEP_WORDS: usize = size_of::<Step>() / size_of::<u32>();
const NO_TRIAL: Trial = Trial { start: [SENTINEL; 2], best: SENTINEL, prefix: SENTINEL, known: SENTINEL };

fn cubes(seed: u64, moves: &[Move], lengths: Range<usize>) -> Vec<Cube> {
    let mut random = Random::new(seed);
    lengths.cycle().take(CUBES).map(|length| walk(&mut random, moves, length)).collect()
}

fn positions(cubes: &[Cube]) -> Vec<Position> {
    cubes.iter().map(Position::from).collect()
}

fn workgroups() -> u32 {
    (SEARCHED as u32).div_ceil(WORKGROUP)
}

/// What stands before the list, and the list.
fn steps(list: &[u32]) -> Vec<u32> {
    [SENTINEL; STEP_WORDS].into_iter().chain(list.iter().copied()).collect()
}

#[test]
fn begin_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Begin>() else { return };
    let mut random = Random::new(3);
    let cubes: Vec<Cube> = (0..CUBES).map(|i| if i == 0 { Cube::SOLVED } else { random.cube() }).collect();
    for grid in grids(workgroups()) {
        let (mut trials, mut list) = (vec![NO_TRIAL; CUBES], vec![SENTINEL; 2 * CUBES]);
        let (at, found) = (bench.buffer(&positions(&cubes)), bench.buffer(&trials));
        let listed = bench.buffer(&steps(&list));
        let params = BeginParams { columns: grid.0, positions: SEARCHED as u32 };
        let buffers = BeginBuffers { positions: &at, trials: &found, steps: &listed };
        bench.run(&kernel, &params, buffers, grid);
        twins::begin(&params, &cubes, &mut trials, &mut list);
        assert_same("trial", &bench.read(&found, &trials), &trials);
        assert_same("step", &bench.read(&listed, &steps(&list)), &steps(&list));
    }
}

/// A solution so far.
fn answer(stage: u32, moves: &[Move]) -> GrowingAnswer {
    let length = moves.len() as u32;
    let mut answer = [0; ANSWER_WORDS];
    answer[0] = Progress { stage, phase1_length: length, length, depth: 0 }.pack();
    moves.iter().enumerate().for_each(|(i, mv)| Moves::put(&mut answer[1..], i, mv.index() as u32));
    answer
}

#[test]
fn middle_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Middle>() else { return };
    let mut random = Random::new(4);
    let lengths = (0..13).cycle().take(CUBES);
    let mut moves = |moves: &[Move], length: usize| -> Vec<Move> {
        (0..length).map(|_| moves[random.below(moves.len() as u64) as usize]).collect()
    };
    // Some end with several moves on one axis.
    let paths: Vec<Vec<Move>> = lengths.map(|length| moves(&PHASE1_MOVES, length)).collect();
    let cubes: Vec<Cube> = paths
        .iter()
        .map(|path| Cube::SOLVED.apply(&moves(&PHASE2_MOVES, 20)).apply(&cubebatch_cube::cube::inverse(path)))
        .collect();
    let stage = |i| [HALFWAY, HALFWAY, WAITING, LOST, SOLVED][i % 5];
    let answers: Vec<GrowingAnswer> =
        paths.iter().enumerate().map(|(i, path)| answer(stage(i), path)).collect();
    let tables = bench.buffer(&middle_tables());
    for grid in grids(workgroups()) {
        let (mut trials, mut list) = (vec![NO_TRIAL; CUBES], vec![SENTINEL; 2 * CUBES]);
        let (at, found) = (bench.buffer(&positions(&cubes)), bench.buffer(&trials));
        let (listed, made) = (bench.buffer(&steps(&list)), bench.buffer(&answers));
        let params = BeginParams { columns: grid.0, positions: SEARCHED as u32 };
        let buffers =
            MiddleBuffers { tables: &tables, positions: &at, trials: &found, steps: &listed, answers: &made };
        bench.run(&kernel, &params, buffers, grid);
        twins::middle(&params, &cubes, &answers, &mut trials, &mut list);
        assert_same("trial", &bench.read(&found, &trials), &trials);
        assert_same("step", &bench.read(&listed, &steps(&list)), &steps(&list));
    }
}

/// A kernel that looks up in a table, and what it reads.
struct Looking<K: Shaded> {
    bench: Bench,
    kernel: Kernel<K>,
    /// Makes the buffers of those of `modified/follow`.
    own: for<'a> fn(FollowBuffers<&'a wgpu::Buffer>) -> K::Buffers<&'a wgpu::Buffer>,
    tested: Tested,
    sequences: Sequences,
    table: SortedView<'static>,
    buffers: [wgpu::Buffer; 2],
}

impl Looking<Follow> {
    fn follow() -> Option<Looking<Follow>> {
        Looking::new(TESTED1, |buffers| buffers)
    }
}

impl Looking<Solve> {
    fn solve() -> Option<Looking<Solve>> {
        Looking::new(TESTED2, |buffers| {
            let FollowBuffers { sequences, tables, trials, index, residues, table_moves: paths, answers } =
                buffers;
            SolveBuffers { sequences, tables, trials, index, residues, paths, answers }
        })
    }
}

impl<K: Shaded<Parameters = SliceParams>> Looking<K> {
    fn new(
        tested: Tested,
        own: for<'a> fn(FollowBuffers<&'a wgpu::Buffer>) -> K::Buffers<&'a wgpu::Buffer>,
    ) -> Option<Looking<K>> {
        let (bench, kernel) = Bench::with()?;
        let sequences = (tested.sequences)();
        let buffers = [
            bench.buffer(&rules(&sequences, tested.phase.tail)),
            bench.buffer(&(tested.phase.move_tables)()),
        ];
        Some(Looking { bench, kernel, own, table: (tested.table)(), tested, sequences, buffers })
    }

    fn slices(&mut self, most_bytes: u64) -> Vec<TableSlice> {
        let granted = std::mem::replace(&mut self.bench.device.max_binding, most_bytes);
        let slices = slices(&self.bench.device, self.table).unwrap();
        self.bench.device.max_binding = granted;
        slices
    }

    /// What the kernel leaves of trials and answers.
    fn dispatch(
        &self,
        params: &SliceParams,
        slice: &TableSlice,
        grid: (u32, u32),
        (trials, answers): (&[Trial], &[GrowingAnswer]),
    ) -> (Vec<Trial>, Vec<GrowingAnswer>) {
        let (tried, answered) = (self.bench.buffer(trials), self.bench.buffer(answers));
        let [sequences, tables] = &self.buffers;
        let buffers = FollowBuffers {
            sequences,
            tables,
            trials: &tried,
            index: &slice.index,
            residues: &slice.residues,
            table_moves: &slice.steps,
            answers: &answered,
        };
        self.bench.run(&self.kernel, params, (self.own)(buffers), grid);
        (self.bench.read(&tried, trials), self.bench.read(&answered, answers))
    }

    fn params(&self, slice: &TableSlice, columns: u32) -> SliceParams {
        SliceParams {
            columns,
            positions: SEARCHED as u32,
            shift: self.table.shift(),
            first_bucket: slice.buckets.start,
            end_bucket: slice.buckets.end,
            first_entry: slice.first_entry,
        }
    }
}

/// The first hit of a position, or a candidate that is none, or none.
fn some_known(
    i: usize,
    searched: &Searched,
    code: impl Fn(&[usize]) -> u32,
    is_hit: impl Fn(u32) -> bool,
) -> (u32, u32) {
    for length in 0..=searched.sequences.longest().min(3) {
        for prefix in 0..searched.prefixes(length) as u32 {
            for last in 0..searched.lasts(length, prefix) {
                let is_taken = is_hit(code(&searched.moves(length, prefix, last)));
                if is_taken || i % 9 == 8 && length == 2 {
                    let known = Known { last, length: length as u32, is_best: 1, added: 0 };
                    return (prefix, known.pack());
                }
            }
        }
    }
    (SENTINEL, NONE)
}

/// The trials of phase 1 when all candidates were tested.
fn tested_trials(looking: &Looking<Follow>, searched: &Searched, cubes: &[Cube]) -> Vec<Trial> {
    let (mut trials, mut list) = (vec![NO_TRIAL; CUBES], vec![0; CUBES]);
    let begin = BeginParams { columns: 1, positions: CUBES as u32 };
    twins::begin(&begin, cubes, &mut trials, &mut list);
    for (i, trial) in trials.iter_mut().enumerate() {
        let before = *trial;
        let code = |moves: &[usize]| (looking.tested.code)(&before, moves);
        let is_hit = |code| looking.table.find(code).is_some();
        (trial.prefix, trial.known) = some_known(i, searched, code, is_hit);
    }
    trials
}

/// With the whole table, and with slices, until all moves are there.
#[test]
fn follow_leaves_what_its_twin_leaves() {
    let Some(mut looking) = Looking::follow() else { return };
    let cubes = cubes(5, &PHASE1_MOVES, 0..9);
    for most_bytes in [u64::MAX, 40_000] {
        let slices = looking.slices(most_bytes);
        let table = looking.table;
        let find = |code| table.find(code);
        let searched = Searched::new(&looking.sequences, looking.tested.phase.tail, &find);
        let mut trials = tested_trials(&looking, &searched, &cubes);
        let mut answers = vec![[0; ANSWER_WORDS]; CUBES];
        answers[7] = answer(LOST, &PHASE1_MOVES[..3]);
        answers[8] = answer(HALFWAY, &PHASE1_MOVES[..4]);
        for round in 0..6 {
            for (slice, grid) in slices.iter().zip(grids(workgroups()).into_iter().cycle()) {
                let params = looking.params(slice, grid.0);
                let found = looking.dispatch(&params, slice, grid, (&trials, &answers));
                let first_move = |entry| table.first_move(entry);
                twins::follow(&params, &searched, &first_move, &cubes, &mut trials, &mut answers);
                assert_same("trial", &found.0, &trials);
                assert_same("answer", &found.1, &answers);
            }
            let stages: Vec<u32> = answers.iter().map(|answer| Progress::unpack(answer[0]).stage).collect();
            let count = |stage| stages.iter().filter(|&&other| other == stage).count();
            assert!(round < 5 || count(HALFWAY) > 300 && count(LOST) > 10 && count(WAITING) > GUARD);
        }
        // The others are where they were.
        assert_eq!(phase1_start(&trials[CUBES - 1]), cubebatch_tables::coord::Phase1::of(&cubes[CUBES - 1]));
    }
}

/// Depths that are not as long as the way, and moves that lead elsewhere.
#[test]
fn follow_with_damaged_moves_leaves_what_its_twin_leaves() {
    const MOVES: u8 = PHASE1_MOVES.len() as u8;
    let Some(mut looking) = Looking::follow() else { return };
    let (whole, table) = (looking.slices(u64::MAX).remove(0), looking.table);
    let cubes = cubes(5, &PHASE1_MOVES, 0..9);
    let damaged = |entry: usize| match (entry % 11, table.first_move(entry)) {
        (0, _) | (_, None) => MOVES - 1,
        (2, _) => MOVES,
        (4, _) => u8::MAX,
        (6, Some((depth, m))) => (depth + 1) * MOVES + m as u8,
        (8, Some((depth, m))) => (depth - 1) * MOVES + m as u8,
        (_, Some((depth, m))) => depth * MOVES + m as u8,
    };
    let moves: Vec<u8> = (0..table.residues().len()).map(damaged).collect();
    let slice = TableSlice { steps: looking.bench.device.filled_with_bytes("test", &moves), ..whole };
    let find = |code| table.find(code);
    let searched = Searched::new(&looking.sequences, looking.tested.phase.tail, &find);
    let mut trials = tested_trials(&looking, &searched, &cubes);
    let mut answers = vec![[0; ANSWER_WORDS]; CUBES];
    let grid = (workgroups(), 1);
    let params = looking.params(&slice, grid.0);
    let found = looking.dispatch(&params, &slice, grid, (&trials, &answers));
    let first_move = |entry: usize| {
        let step = moves[entry];
        (step >= MOVES).then_some((step / MOVES, usize::from(step % MOVES)))
    };
    twins::follow(&params, &searched, &first_move, &cubes, &mut trials, &mut answers);
    assert_same("trial", &found.0, &trials);
    assert_same("answer", &found.1, &answers);
    let is_halfway = |answer: &&GrowingAnswer| Progress::unpack(answer[0]).stage == HALFWAY;
    // At an entry without a move, with moves to come.
    let is_stopped = |(trial, answer): &(&Trial, &GrowingAnswer)| {
        let Progress { stage, depth, .. } = Progress::unpack(answer[0]);
        let entry = table.find((looking.tested.code)(trial, &[]));
        stage == LOST && depth > 0 && entry.is_some_and(|entry| first_move(entry).is_none())
    };
    assert!(answers.iter().filter(is_halfway).count() > 30);
    assert!(trials.iter().zip(&answers).filter(is_stopped).count() > 10);
}

/// With the whole table, and with slices.
#[test]
fn solve_leaves_what_its_twin_leaves() {
    let Some(mut looking) = Looking::solve() else { return };
    let cubes = cubes(6, &PHASE2_MOVES, 0..14);
    for most_bytes in [u64::MAX, 40_000] {
        let slices = looking.slices(most_bytes);
        let table = looking.table;
        let find = |code| table.find(code);
        let searched = Searched::new(&looking.sequences, looking.tested.phase.tail, &find);
        let (mut trials, mut list) = (vec![NO_TRIAL; CUBES], vec![0; CUBES]);
        let stage = |i| [HALFWAY, HALFWAY, HALFWAY, SOLVED, LOST][i % 5];
        // Moves that change nothing.
        let halfway = [PHASE1_MOVES[3], PHASE1_MOVES[5]];
        let mut answers: Vec<GrowingAnswer> =
            (0..CUBES).map(|i| answer(stage(i), &halfway[..i % 2 * 2])).collect();
        let middle = BeginParams { columns: 1, positions: CUBES as u32 };
        twins::middle(&middle, &cubes, &answers, &mut trials, &mut list);
        for (i, trial) in trials.iter_mut().enumerate() {
            let before = *trial;
            let code = |moves: &[usize]| (looking.tested.code)(&before, moves);
            (trial.prefix, trial.known) = some_known(i, &searched, code, |code| table.find(code).is_some());
            if i % 11 < 2 && trial.known != NONE {
                let known = Known::unpack(trial.known);
                let (is_best, added) = [(0, 0), (1, NO_PATH)][i % 11];
                trial.known = Known { is_best, added, ..known }.pack();
            }
        }
        for (slice, grid) in slices.iter().zip(grids(workgroups()).into_iter().cycle()) {
            let params = looking.params(slice, grid.0);
            let found = looking.dispatch(&params, slice, grid, (&trials, &answers));
            let path_of = |entry| table.path(entry).filter(|&path| path < path::LIMIT);
            twins::solve(&params, &searched, &path_of, &trials, &mut answers);
            assert_same("trial", &found.0, &trials);
            assert_same("answer", &found.1, &answers);
        }
        let is_solved = |(cube, answer): &(&Cube, &GrowingAnswer)| {
            let length = Progress::unpack(answer[0]).length as usize;
            let moves: Vec<Move> =
                (0..length).map(|i| Move::from_index(Moves::get(&answer[1..], i) as usize)).collect();
            cube.apply(&moves).is_solved()
        };
        assert!(cubes.iter().zip(&answers).filter(is_solved).count() > 200);
    }
}
