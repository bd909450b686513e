//! The kernels that test candidates.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::{Bench, GUARD, SENTINEL, assert_same, grids, sorted_table};
use crate::candidates::{KernelPhase, PHASE1, PHASE2, TableSlice, Test, rules, slice, slices};
use crate::kernel;
use crate::kernels::candidates as twins;
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_shaders::candidates::{
    GRIDS, Known, NO_PATH, NONE, Next, NextBuffers, NextParams, PREFIX_LANES, Phase1Buffers, Plan,
    PlanBuffers, PlanParams, Rated, SlicePermAndSeam, Step, TestParams, Trial,
};
use cubebatch_shaders::two_phase::Grid;
use cubebatch_shaders::words::{TwistAndFlip, UdEdgesAndCorners, WORKGROUP};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves, leaves_g1};
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch_tables::table::{self, SortedContents, SortedView, path};

/// The longest candidates.
const LONGEST: usize = 4;

/// Positions of which some are searched.
const POSITIONS: usize = 37;

/// What leaves in trials what a kernel leaves.
type Twin = fn(&TestParams, (&Step, &[u32]), &twins::Searched, &mut [Trial]);

/// How a phase is tested.
pub struct Tested {
    pub phase: &'static KernelPhase,
    pub sequences: fn() -> Sequences,
    pub table: fn() -> SortedView<'static>,
    /// Where a search begins.
    start: fn(&Cube, &mut Random) -> [u32; 2],
    /// Lets the twin test candidates.
    twin: Twin,
    /// The code after a candidate.
    pub code: fn(&Trial, &[usize]) -> u32,
}

pub const TESTED1: Tested = Tested {
    phase: &PHASE1,
    sequences: phase1_sequences,
    table: phase1_table,
    start: phase1_start,
    twin: twins::phase1,
    code: |trial, moves| code(Phase1Moves::get(), twins::phase1_start(trial), moves),
};

pub const TESTED2: Tested = Tested {
    phase: &PHASE2,
    sequences: phase2_sequences,
    table: phase2_table,
    start: phase2_start,
    twin: |params, step, searched, trials| {
        twins::phase2(params, step, searched, &|entry| phase2_table().path(entry), trials);
    },
    code: |trial, moves| code(Phase2Moves::get(), twins::phase2_start(trial), moves),
};

fn code<P: PhaseMoves>(tables: &P, start: P::State, moves: &[usize]) -> u32 {
    tables.code(moves.iter().fold(start, |at, &m| tables.turn(at, m)))
}

/// Other moves at the end, as in phase 2, so that those have to be right too.
fn phase1_sequences() -> Sequences {
    let last: Vec<Move> = PHASE1_MOVES.into_iter().filter(|&mv| leaves_g1(mv)).collect();
    Sequences::new(&PHASE1_MOVES, &last, LONGEST)
}

fn phase2_sequences() -> Sequences {
    Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], LONGEST)
}

fn phase1_table() -> SortedView<'static> {
    static TABLE: LazyLock<SortedContents> = LazyLock::new(|| sorted_table(table::Phase::One, 5));
    TABLE.view()
}

fn phase2_table() -> SortedView<'static> {
    static TABLE: LazyLock<SortedContents> = LazyLock::new(|| sorted_table(table::Phase::Two, 6));
    TABLE.view()
}

fn phase1_start(cube: &Cube, _: &mut Random) -> [u32; 2] {
    let at = Phase1::of(cube);
    [TwistAndFlip { twist: at.twist.into(), flip: at.flip.into() }.pack(), at.slice.into()]
}

/// With any moves that may have come before.
fn phase2_start(cube: &Cube, random: &mut Random) -> [u32; 2] {
    let at = Phase2::of(cube);
    let mut masks = || random.below(1 << 10) as u32;
    let (axis, saving) = (masks() | masks(), masks());
    [
        UdEdgesAndCorners { ud_edges: at.ud_edges.into(), corners: at.corners.into() }.pack(),
        SlicePermAndSeam { slice_perm: at.slice_perm.into(), axis, saving }.pack(),
    ]
}

/// The end of `length` random moves from solved.
pub fn walk(random: &mut Random, moves: &[Move], length: usize) -> Cube {
    let mut pick = || moves[random.below(moves.len() as u64) as usize];
    Cube::SOLVED.apply(&(0..length).map(|_| pick()).collect::<Vec<_>>())
}

/// A kernel that tests candidates, and what it reads.
struct CandidateBench {
    bench: Bench,
    kernel: Test,
    tested: Tested,
    sequences: Sequences,
    table: SortedView<'static>,
    /// Rules of the sequences, and move tables.
    buffers: [wgpu::Buffer; 2],
    /// Before any hit; behind them are some that are not searched.
    trials: Vec<Trial>,
    /// Positions in any order, in its second half.
    list: Vec<u32>,
}

impl CandidateBench {
    fn new(tested: Tested) -> Option<CandidateBench> {
        let bench = Bench::new()?;
        let kernel = (tested.phase.test)(&bench.device);
        let sequences = (tested.sequences)();
        let mut random = Random::new(8);
        let mut trial = |length| {
            let cube = walk(&mut random, sequences.moves(), length);
            Trial { start: (tested.start)(&cube, &mut random), best: NONE, prefix: SENTINEL, known: SENTINEL }
        };
        let trials = (0..20).cycle().take(POSITIONS + GUARD).map(&mut trial).collect();
        let mut list = vec![SENTINEL; 2 * POSITIONS];
        // Each once: 5 and 37 have no common factor.
        (0..POSITIONS).for_each(|i| list[POSITIONS + i] = (i * 5 % POSITIONS) as u32);
        let buffers = [
            bench.buffer(&rules(&sequences, tested.phase.tail)),
            bench.buffer(&(tested.phase.move_tables)()),
        ];
        Some(CandidateBench {
            bench,
            kernel,
            table: (tested.table)(),
            tested,
            sequences,
            buffers,
            trials,
            list,
        })
    }

    /// The slices for a device that lets a kernel see `most_bytes` bytes. This device lets it see more, because the moves of
    /// phase 2 need it.
    fn slices(&mut self, most_bytes: u64) -> Vec<TableSlice> {
        let granted = std::mem::replace(&mut self.bench.device.max_binding, most_bytes);
        let slices = slices(&self.bench.device, self.table).unwrap();
        self.bench.device.max_binding = granted;
        slices
    }

    /// A step for all positions but two.
    fn step(&self, length: usize, prefixes: Range<usize>) -> Step {
        Step {
            searched: POSITIONS as u32 - 2,
            first_searched: POSITIONS as u32 + 1,
            left: SENTINEL,
            length: length as u32,
            first_prefix: prefixes.start as u32,
            prefixes: prefixes.len() as u32,
            is_last: SENTINEL,
        }
    }

    /// The number of a prefix with which the first position of a step has a hit.
    fn prefix_with_hit(&self, searched: &twins::Searched, length: usize) -> Option<usize> {
        let first = self.list[self.step(length, 0..0).first_searched as usize];
        let trial = &self.trials[first as usize];
        let code = |prefix, last| (self.tested.code)(trial, &searched.moves(length, prefix, last));
        let is_hit = |prefix, last| (searched.find)(code(prefix, last)).is_some();
        let has_hit = |&prefix: &usize| {
            let prefix = prefix as u32;
            (0..searched.lasts(length, prefix)).any(|last| is_hit(prefix, last))
        };
        (0..searched.prefixes(length)).rev().find(has_hit)
    }

    /// What the kernel leaves of some trials.
    fn dispatch(
        &self,
        slice: &TableSlice,
        step: &Step,
        params: TestParams,
        grid: (u32, u32),
        trials: &[Trial],
    ) -> Vec<Trial> {
        let step: Vec<u32> = bytemuck::bytes_of(step)
            .chunks(4)
            .map(bytemuck::pod_read_unaligned)
            .chain(self.list.iter().copied())
            .collect();
        let (steps, buffer) = (self.bench.buffer(&step), self.bench.buffer(trials));
        let [sequences, tables] = &self.buffers;
        let TableSlice { index, residues, steps: paths, .. } = slice;
        let own = Phase1Buffers { sequences, tables, steps: &steps, index, residues, trials: &buffer };
        let params = TestParams { columns: grid.0, ..params };
        let bound = self.kernel.bind(&self.bench.device, &params, own, paths);
        let mut work = self.bench.device.work();
        work.run_bound(&bound, kernel::Grid::Of(grid.0, grid.1));
        work.submit();
        assert_same("step", &self.bench.read(&steps, &step), &step);
        self.bench.read(&buffer, trials)
    }

    /// Lets the kernel and its twin test candidates, and compares what they leave.
    fn check(
        &self,
        searched: &twins::Searched,
        slice: &TableSlice,
        step: &Step,
        grid: (u32, u32),
        trials: &mut [Trial],
    ) {
        let params = slice.test_params(self.table.shift());
        let found = self.dispatch(slice, step, params, grid, trials);
        (self.tested.twin)(&params, (step, &self.list), searched, trials);
        assert_same("trial", &found, trials);
    }
}

/// Workgroups that have the invocations of each prefix.
fn workgroups(step: &Step) -> u32 {
    (step.searched * step.prefixes * PREFIX_LANES).div_ceil(WORKGROUP)
}

fn hits(trials: &[Trial]) -> usize {
    trials.iter().filter(|trial| trial.best != NONE).count()
}

/// All lengths in windows of prefixes, the first ones last, so that better hits come later,
/// and then once more; and a window that ends just before a hit.
fn test_in_windows(tested: Tested) {
    let Some(mut searching) = CandidateBench::new(tested) else { return };
    let slice = searching.slices(u64::MAX).remove(0);
    let table = searching.table;
    let find = |code| table.find(code);
    let searched = twins::Searched::new(&searching.sequences, searching.tested.phase.tail, &find);
    let mut ends = BTreeSet::new();
    for length in 0..=LONGEST {
        let count = searched.prefixes(length);
        let mut trials = searching.trials.clone();
        let windows = [count - count.div_ceil(3)..count, count / 2..count / 2, 0..count.min(300), 0..1];
        for (i, prefixes) in windows.into_iter().enumerate() {
            let step = searching.step(length, prefixes);
            let grid = grids(workgroups(&step).max(1))[(length + i) % 4];
            searching.check(&searched, &slice, &step, grid, &mut trials);
        }
        let hits = hits(&trials);
        assert!(hits > 5 && hits < POSITIONS - 2, "{hits} positions have a hit with {length} moves");
        if let Some(end) = searching.prefix_with_hit(&searched, length) {
            let step = searching.step(length, end.saturating_sub(1)..end);
            let grid = (workgroups(&step) + 1, 1);
            searching.check(&searched, &slice, &step, grid, &mut searching.trials.clone());
            ends.insert(end);
        }
    }
    assert!(ends.len() > 2, "{ends:?}");
}

#[test]
fn phase1_leaves_what_its_twin_leaves() {
    test_in_windows(TESTED1);
}

#[test]
fn phase2_leaves_what_its_twin_leaves() {
    test_in_windows(TESTED2);
}

/// A table in slices, as the host cuts them. Hits of all slices come together.
fn test_in_slices(tested: Tested) {
    const MOST_BYTES: u64 = 16_000;
    let Some(mut searching) = CandidateBench::new(tested) else { return };
    let slices = searching.slices(MOST_BYTES);
    let table = searching.table;
    let bytes = |slice: &TableSlice| slice.index.size().max(slice.residues.size()).max(slice.steps.size());
    assert!(slices.len() > 8 && slices.iter().all(|slice| bytes(slice) <= MOST_BYTES));
    assert!(slices.windows(2).all(|pair| pair[0].buckets.end == pair[1].buckets.start));
    let all = slices[0].buckets.start..slices[slices.len() - 1].buckets.end;
    assert_eq!(all, 0..table.index().len() as u32 - 1);
    let begins_within_eight = |slice: &TableSlice| table.index()[slice.buckets.start as usize] % 8 != 0;
    assert!(slices.iter().any(begins_within_eight));
    let find = |code| table.find(code);
    let searched = twins::Searched::new(&searching.sequences, searching.tested.phase.tail, &find);
    let step = searching.step(3, 0..searched.prefixes(3).min(60));
    let mut trials = searching.trials.clone();
    for slice in &slices {
        searching.check(&searched, slice, &step, (workgroups(&step), 1), &mut trials);
    }
    assert!(hits(&trials) > 10);
    check_buckets(&searching, &searched, &step, &trials);
}

/// Each bucket in which there is a best hit as a slice of its own, so that they are where it ends.
fn check_buckets(searching: &CandidateBench, searched: &twins::Searched, step: &Step, trials: &[Trial]) {
    let bucket = |trial: &Trial| {
        let Rated { last, prefix, .. } = Rated::unpack(trial.best);
        let moves = searched.moves(step.length as usize, prefix, last);
        ((searching.tested.code)(trial, &moves) >> searching.table.shift()) as usize
    };
    let buckets: BTreeSet<usize> = trials.iter().filter(|trial| trial.best != NONE).map(bucket).collect();
    for &bucket in buckets.iter().take(20) {
        let slice = slice(&searching.bench.device, searching.table, bucket..bucket + 1);
        let mut trials = searching.trials.clone();
        searching.check(searched, &slice, step, (workgroups(step), 1), &mut trials);
        assert!(hits(&trials) > 0);
    }
}

#[test]
fn phase1_in_slices_leaves_what_its_twin_leaves() {
    test_in_slices(TESTED1);
}

#[test]
fn phase2_in_slices_leaves_what_its_twin_leaves() {
    test_in_slices(TESTED2);
}

/// An index that is wrong in all ways in turn, but not everywhere.
fn damaged(index: &[u32], entries: u32) -> Vec<u32> {
    let mut index = index.to_vec();
    for (i, first) in index.iter_mut().enumerate() {
        *first = match (i % 23, i % 1009) {
            (_, 17) => entries + 1000,
            (_, 19) => u32::MAX - 5,
            (_, 21) => u32::MAX,
            (_, 23) => 0,
            (3, _) => first.saturating_sub(1),
            (7, _) => entries,
            (11, _) => first.saturating_sub(5),
            (13, _) => *first + 5,
            _ => *first,
        };
    }
    index
}

/// A look-up by an index that can be wrong. Codes in buckets beyond the bound part are noted: their contents are not known.
fn find_by(
    index: &[u32],
    table: SortedView,
    first_entry: u32,
    unknown: &RefCell<BTreeSet<u32>>,
    code: u32,
) -> Option<usize> {
    let (bucket, residue) = ((code >> table.shift()) as usize, (code & ((1 << table.shift()) - 1)) as u16);
    let end = index[bucket + 1].min(index[bucket].wrapping_add(1 << table.shift()));
    let entries = index[bucket]..end;
    let is_bound = |entry| (first_entry..table.residues().len() as u32).contains(&entry);
    if !(entries.is_empty() || is_bound(entries.start) && is_bound(entries.end - 1)) {
        unknown.borrow_mut().insert(code);
        return None;
    }
    entries.map(|entry| entry as usize).find(|&entry| table.residues()[entry] == residue)
}

/// From the first bucket on, and from a later one on.
fn test_with_a_damaged_index(tested: Tested) {
    let Some(searching) = CandidateBench::new(tested) else { return };
    let table = searching.table;
    let index = damaged(table.index(), table.residues().len() as u32);
    for begin in [0, index.len() / 2] {
        let sound = slice(&searching.bench.device, table, begin..index.len() - 1);
        let slice = TableSlice { index: searching.bench.buffer(&index[begin..]), ..sound };
        let unknown = RefCell::new(BTreeSet::new());
        let is_in_slice = |code: &u32| slice.buckets.contains(&(code >> table.shift()));
        let find = |code: u32| {
            Some(code)
                .filter(is_in_slice)
                .and_then(|code| find_by(&index, table, slice.first_entry, &unknown, code))
        };
        let searched = twins::Searched::new(&searching.sequences, searching.tested.phase.tail, &find);
        let step = searching.step(2, 0..searched.prefixes(2));
        let params = slice.test_params(table.shift());
        let found = searching.dispatch(&slice, &step, params, (workgroups(&step), 1), &searching.trials);
        let mut compared = 0;
        for (i, before) in searching.trials.iter().enumerate() {
            let mut trials = [*before];
            unknown.borrow_mut().clear();
            if searching.list[step.first_searched as usize..][..step.searched as usize].contains(&(i as u32))
            {
                let alone = Step { searched: 1, first_searched: 0, ..step };
                (searching.tested.twin)(&params, (&alone, &[0]), &searched, &mut trials);
            }
            if unknown.borrow().is_empty() {
                assert_eq!(found[i], trials[0], "{i}");
                compared += usize::from(trials[0].best != NONE);
            }
        }
        assert!(compared > 0);
    }
}

#[test]
fn phase1_with_a_damaged_index_finds_what_is_bound() {
    test_with_a_damaged_index(TESTED1);
}

#[test]
fn phase2_with_a_damaged_index_finds_what_is_bound() {
    test_with_a_damaged_index(TESTED2);
}

/// Paths that are none, and paths of other cosets.
#[test]
fn phase2_with_damaged_paths_leaves_what_its_twin_leaves() {
    let Some(mut searching) = CandidateBench::new(TESTED2) else { return };
    let (whole, table) = (searching.slices(u64::MAX).remove(0), searching.table);
    let damaged = |entry: usize| match entry % 5 {
        0 => path::LIMIT + entry as u32,
        1 => path::LIMIT,
        2 => path::LIMIT - 1,
        3 => table.path(entry + 1).unwrap_or(0),
        _ => table.path(entry).unwrap_or(0),
    };
    let paths: Vec<u32> = (0..table.residues().len()).map(damaged).collect();
    let slice = TableSlice { steps: searching.bench.buffer(&paths), ..whole };
    let find = |code| table.find(code);
    let searched = twins::Searched::new(&searching.sequences, searching.tested.phase.tail, &find);
    let step = searching.step(3, 0..searched.prefixes(3));
    let params = slice.test_params(table.shift());
    let found = searching.dispatch(&slice, &step, params, (workgroups(&step), 1), &searching.trials);
    let mut trials = searching.trials.clone();
    let path_of = |entry: usize| Some(paths[entry]).filter(|&path| path < path::LIMIT);
    twins::phase2(&params, (&step, &searching.list), &searched, &path_of, &mut trials);
    assert_same("trial", &found, &trials);
    let is_damaged = |trial: &&Trial| trial.best != NONE && Rated::unpack(trial.best).added == NO_PATH;
    assert!(trials.iter().any(|trial| is_damaged(&trial)) && hits(&trials) > 5);
}

/// The last entry that a bucket can have, and the one behind it, in a bucket without an end.
#[test]
fn a_bucket_without_end_ends() {
    // A software driver breaks off loops that are as long as the buckets of small tables.
    const SHIFT: u32 = 8;
    const LAST: usize = (1 << SHIFT) - 1;
    let Some(searching) = CandidateBench::new(TESTED1) else { return };
    let step = Step { searched: 1, ..searching.step(0, 0..1) };
    let position = searching.list[step.first_searched as usize] as usize;
    let code = (searching.tested.code)(&searching.trials[position], &[]);
    let (bucket, residue) = (code >> SHIFT, (code & LAST as u32) as u16);
    assert_ne!(residue, 0);
    for (entry, is_found) in [(LAST, true), (LAST + 1, false)] {
        let mut residues = vec![0; entry + 1 + GUARD];
        residues[entry] = residue;
        let slice = TableSlice {
            buckets: bucket..bucket + 1,
            first_entry: 0,
            index: searching.bench.buffer(&[0, u32::MAX]),
            residues: searching.bench.device.filled_in_words("test", &residues),
            steps: searching.bench.buffer(&[0u32]),
        };
        let found = searching.dispatch(&slice, &step, slice.test_params(SHIFT), (1, 1), &searching.trials);
        assert_eq!(found[position].best, if is_found { 0 } else { NONE });
    }
}

/// Wherever the entry is among eight, and whatever stands around the bucket.
#[test]
fn an_entry_is_found_at_any_place() {
    const SHIFT: u32 = 8;
    let Some(searching) = CandidateBench::new(TESTED1) else { return };
    let step = Step { searched: 1, ..searching.step(0, 0..1) };
    let position = searching.list[step.first_searched as usize] as usize;
    let code = (searching.tested.code)(&searching.trials[position], &[]);
    let (bucket, residue) = (code >> SHIFT, (code & ((1 << SHIFT) - 1)) as u16);
    for place in 0..24 {
        for entries in [4..20, 7..17, 8..16, 5..6, 15..24] {
            // The residue elsewhere too: outside of the bucket it counts for nothing.
            let residues: Vec<u16> = (0..24)
                .map(|entry| if entry == place || !entries.contains(&entry) { residue } else { residue + 1 })
                .collect();
            let slice = TableSlice {
                buckets: bucket..bucket + 1,
                first_entry: 0,
                index: searching.bench.buffer(&[entries.start as u32, entries.end as u32]),
                residues: searching.bench.device.filled_in_words("test", &residues),
                steps: searching.bench.buffer(&[0u32]),
            };
            let found =
                searching.dispatch(&slice, &step, slice.test_params(SHIFT), (1, 1), &searching.trials);
            let expected = if entries.contains(&place) { 0 } else { NONE };
            assert_eq!(found[position].best, expected, "{place} in {entries:?}");
        }
    }
}

#[test]
fn plan_leaves_what_its_twin_leaves() {
    for tested in [TESTED1, TESTED2] {
        let Some((bench, kernel)) = Bench::with::<Plan>() else { return };
        let (sequences, tail) = ((tested.sequences)(), tested.phase.tail);
        let searched = twins::Searched::new(&sequences, tail, &|_| None);
        let rules = bench.buffer(&rules(&sequences, tail));
        let mut step = Step { left: 700, first_searched: 1000, ..bytemuck::Zeroable::zeroed() };
        let mut lengths = BTreeSet::new();
        for i in 0..200 {
            let params = PlanParams {
                columns: [65_535, 3][i % 2],
                items: [1 << 16, 5, u32::MAX][i % 3],
                moves: sequences.moves().len() as u32,
                tail: tail as u32,
                longest: LONGEST as u32 - (i / 150) as u32,
                room: 1000,
            };
            let none = Grid { columns: SENTINEL, rows: SENTINEL, layers: SENTINEL };
            let mut grids = [none; GRIDS];
            // What is bound has a list.
            let buffers = [bench.buffer(&[step, step]), bench.buffer(&grids)];
            let own = PlanBuffers { sequences: &rules, steps: &buffers[0], grids: &buffers[1] };
            bench.run(&kernel, &params, own, (1, 1));
            let found = (bench.read(&buffers[0], &[step])[0], bench.read(&buffers[1], &grids));
            twins::plan(&params, &searched, &mut step, &mut grids);
            assert_eq!(found, (step, grids.to_vec()), "{i}");
            lengths.insert(step.length);
            // Fewer and fewer are searched on.
            step.left = step.searched - step.searched.min(i as u32 % 7);
        }
        assert!(lengths.len() > LONGEST, "{lengths:?}");
    }
}

#[test]
fn next_leaves_what_its_twin_leaves() {
    const ROOM: usize = 1000;
    let Some((bench, kernel)) = Bench::with::<Next>() else { return };
    let mut random = Random::new(77);
    for case in 0..12 {
        let mut below = |n: u64| random.below(n) as u32;
        let searched = [0, 1, 300, 999, ROOM][case % 5];
        let first_searched = if case % 2 == 0 { 0 } else { ROOM as u32 };
        let mut step = Step {
            searched: searched as u32,
            first_searched,
            left: 0,
            length: below(20),
            first_prefix: below(1 << 30),
            prefixes: SENTINEL,
            is_last: (case as u32 / 2) % 2,
        };
        let mut list = vec![SENTINEL; 2 * ROOM];
        (0..searched).for_each(|i| list[first_searched as usize + i] = (i * 7 % ROOM) as u32);
        let mut trial = || Trial {
            start: [SENTINEL; 2],
            best: [
                NONE,
                Rated {
                    last: below(40),
                    prefix: below(1 << 22),
                    added: [below(4), NO_PATH][usize::from(below(5) == 0)],
                }
                .pack(),
            ][below(2) as usize],
            prefix: below(1 << 30),
            known: [NONE, Known { last: below(40), length: below(20), is_best: 0, added: below(4) }.pack()]
                [below(2) as usize],
        };
        let mut trials: Vec<Trial> = (0..ROOM + GUARD).map(|_| trial()).collect();
        let params = NextParams { columns: 0, room: ROOM as u32, first_is_best: u32::from(case >= 8) };
        let steps: Vec<u32> = bytemuck::cast::<_, [u32; 7]>(step).into_iter().chain(list.clone()).collect();
        let buffers = [bench.buffer(&steps), bench.buffer(&trials)];
        let grid = grids((searched as u32).div_ceil(WORKGROUP).max(1))[case % 4];
        let own = NextBuffers { steps: &buffers[0], trials: &buffers[1] };
        bench.run(&kernel, &NextParams { columns: grid.0, ..params }, own, grid);
        let found = bench.read(&buffers[1], &trials);
        let mut found_steps = bench.read(&buffers[0], &steps);
        crate::kernels::candidates::next(&params, &mut step, &mut list, &mut trials);
        assert_same("trial", &found, &trials);
        // In any order.
        let added = ROOM - first_searched as usize..ROOM - first_searched as usize + step.left as usize;
        list[added.clone()].sort_unstable();
        found_steps[7 + added.start..7 + added.end].sort_unstable();
        let expected: Vec<u32> = bytemuck::cast::<_, [u32; 7]>(step).into_iter().chain(list).collect();
        assert_same("step", &found_steps, &expected);
    }
}
