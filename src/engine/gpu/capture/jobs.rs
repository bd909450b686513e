//! Jobs that are captured, each one as large as a software driver can do it; where a part stands for the whole, the list
//! says so.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::{Chosen, Listed, Number, SHARED, opened, stands_for, start, stop};
use crate::coord::sym_phase1;
use crate::coord::sym_phase2::HALF_SLICE_PERMS;
use crate::coset::layout::Layout;
use crate::coset::layout::sources::on_device;
use crate::cube::random::Random;
use crate::cube::{Cube, Pieces};
use crate::engine::exhaustive::{Exhaustive, ExhaustiveLimits};
use crate::engine::gpu::Gpu;
use crate::engine::gpu::complete;
use crate::engine::gpu::coset;
use crate::engine::gpu::descent;
use crate::engine::gpu::device::{Ceiling, Device};
use crate::engine::gpu::kernel::{Kernel, grid};
use crate::engine::gpu::shaders::Shaded;
use crate::engine::layout::complete::{
    CELLS, Cell, ENTRY_GROUP, ENTRY_GROUP_WORDS, PAIR_WORDS, PHASE1_WORDS, Phase1Entries,
    Phase1EntriesBuffers, Phase1EntriesParams, Phase1Level, Phase1LevelBuffers, Phase1LevelParams,
    Phase2Entries, Phase2EntriesBuffers, Phase2EntriesParams, Phase2Level, Phase2LevelBuffers,
    Phase2LevelParams, SIZES, STATE_SLICES, States, state,
};
use crate::engine::layout::coset::{GROUP_WORDS, GROUP_WORKGROUPS, Prepass, PrepassBuffers};
use crate::engine::layout::coset_map::{GROUPS, PARTS};
use crate::engine::layout::words::WORKGROUP;
use crate::engine::phase2::ball::Ball;
use crate::engine::{Build, Engine, Load};
use crate::files::Library;
use crate::method::Method;
use crate::method::limits::Limits;
use crate::method::{Question, SolveOption};
use crate::progress::Control;
use crate::solver::Solver;
use crate::space::{Space, Threads, half_bytes};
use crate::table::{Complete, FilterSize, NEAR, Phase, SortedSpec, Table, TableId, phase2_entry};

/// Dispatches of each kernel whose contents are captured: each stands for as much of the kernel's work.
const SAMPLES: u64 = 6;

/// Positions of a two-phase search here. On a card a batch is 131,072 positions, with 2 GiB for their nodes; bindings of a
/// software driver have a sixteenth of that, which is as much for each of these.
const TWO_PHASE_POSITIONS: usize = 8_192;

/// Positions of the modified method: the batch of a card, and of a GPU that shares the host's memory.
const MODIFIED_POSITIONS: usize = 65_536;
const SHARED_POSITIONS: usize = 16_384;

/// Positions for which a length is excluded, that length, and the filter. On a card a batch is 256 positions with 2 GiB for their
/// nodes; a sixteenth of both is here. A dispatch sees all of this filter, as on a card.
const PROOF_POSITIONS: usize = 16;
const PROOF_LENGTH: u8 = 15;
const PROOF_FILTER: FilterSize = FilterSize::Mb300;

/// Positions of the descent.
const DESCENT_POSITIONS: usize = 16_384;

/// `CUBEBATCH_CAPTURE=FOLDER CUBEBATCH_JOB=NAME cargo test --lib captures_a_job -- --ignored` leaves a job's dispatches
/// in a folder. Tables are those of CUBEBATCH_TABLES.
#[test]
#[ignore = "writes gigabytes to the folder that CUBEBATCH_CAPTURE names"]
fn captures_a_job() {
    let folder = PathBuf::from(std::env::var_os("CUBEBATCH_CAPTURE").expect("a folder"));
    let name = std::env::var("CUBEBATCH_JOB").expect("CUBEBATCH_JOB names a job");
    let sorted = |phase, depth| SortedSpec::new(phase, depth).expect("a table");
    match name.strip_suffix(SHARED).unwrap_or(&name) {
        "phase1-sorted-8" => builds(&folder, sorted(Phase::One, 8).into()),
        "phase2-sorted-10" => builds(&folder, sorted(Phase::Two, 10).into()),
        "phase1-complete" => searches_phase1(&folder),
        "phase2-complete" => searches_phase2(&folder),
        "coset-prepass" => spreads_coset(&folder),
        "descent" => solves(&folder, Method::Descent, DESCENT_POSITIONS, &Limits::default()),
        "modified" => {
            let positions = if name.ends_with(SHARED) { SHARED_POSITIONS } else { MODIFIED_POSITIONS };
            solves(&folder, Method::Modified, positions, &Limits::default());
        }
        "two-phase-22" => two_phase(&folder, 22),
        "two-phase-21" => two_phase(&folder, 21),
        "two-phase-20" => two_phase(&folder, 20),
        "optimal" => excludes(&folder),
        other => panic!("there is no job {other}"),
    }
}

fn device() -> Device {
    Device::open(None, Ceiling::default()).expect("a device")
}

/// Does a job twice: once for the list of its dispatches, and once for the contents of the chosen ones. A job opens what it needs
/// and gives what is left to do, which alone is captured.
fn twice<'a>(folder: &Path, positions: u64, job: impl Fn(Arc<Gpu>) -> Box<dyn FnOnce() + 'a>) {
    let run = |chosen| {
        // Sizes of a card are taken when the device is opened.
        start(folder, Chosen::None);
        let gpu = Arc::new(Gpu::new(device()));
        let rest = job(gpu.clone());
        opened(chosen);
        gpu.take_usage();
        rest();
        stop(&gpu.take_usage(), positions)
    };
    let listed = run(Chosen::None);
    run(Chosen::These(spread(&listed)));
}

/// Some dispatches of each kernel, so that as much of its work is done before the first, between two and after the last.
fn spread(listed: &[Listed]) -> BTreeSet<Number> {
    let mut by_kernel: BTreeMap<&str, Vec<(Number, u64)>> = BTreeMap::new();
    for &Listed { number, columns, rows, times } in listed {
        let workgroups = u64::from(columns) * u64::from(rows) * times;
        by_kernel.entry(number.0).or_default().push((number, workgroups));
    }
    by_kernel
        .values()
        .flat_map(|dispatches| {
            let all: u64 = dispatches.iter().map(|&(_, workgroups)| workgroups).sum();
            (0..SAMPLES).filter_map(move |sample| {
                let mut left = all * (2 * sample + 1) / (2 * SAMPLES);
                dispatches.iter().find_map(|&(number, workgroups)| {
                    let is_here = left < workgroups;
                    left = left.saturating_sub(workgroups);
                    is_here.then_some(number)
                })
            })
        })
        .collect()
}

fn builds(folder: &Path, table: TableId) {
    twice(folder, 1, |engine| {
        Box::new(move || drop(engine.build(table, &Control::default()).expect("a table")))
    });
}

fn two_phase(folder: &Path, most_moves: u8) {
    let limits = Limits::default().max_length(most_moves);
    solves(folder, Method::TwoPhase, TWO_PHASE_POSITIONS, &limits);
}

fn solves(folder: &Path, method: Method, positions: usize, limits: &Limits) {
    let cubes: Vec<Cube> = Random::new(1).cubes().take(positions).collect();
    let solver = |engine: Arc<Gpu>| {
        let builder = Solver::builder().on(engine).method(method).tables(tables()).threads(1);
        let depths = Question::default().with(SolveOption::Phase1Depth, 8).with(SolveOption::Phase2Depth, 10);
        builder.options(&depths.only(|option| method.takes(option))).open().expect("a solver")
    };
    twice(folder, positions as u64, |engine| {
        let (solver, cubes) = (solver(engine), &cubes);
        Box::new(move || {
            let solved = solver.solve_batch(cubes, limits);
            solved.into_iter().for_each(|solved| drop(solved.expect("a solution")));
        })
    });
}

/// Excludes a length for some positions.
fn excludes(folder: &Path) {
    let cubes: Vec<Cube> = Random::new(1).cubes().take(PROOF_POSITIONS).collect();
    let filter = Library::new(tables()).open(PROOF_FILTER).expect("a sound filter").expect("proof-300MB");
    let Table::Filter(filter) = filter else { panic!("it is a filter") };
    twice(folder, PROOF_POSITIONS as u64, |engine| {
        let search = Load::<Exhaustive>::load(&*engine, &filter).expect("a search");
        let limits = ExhaustiveLimits { length: PROOF_LENGTH, ..ExhaustiveLimits::default() };
        let cubes = &cubes;
        Box::new(move || drop(search.answers(cubes, &limits, &Control::default()).expect("answers")))
    });
}

fn tables() -> PathBuf {
    std::env::var_os("CUBEBATCH_TABLES").expect("CUBEBATCH_TABLES names a folder").into()
}

/// Levels of the complete search of phase 1, of which a dispatch in the middle stands for all. States of earlier levels are
/// made of the distances, which the CPU finds in a minute; a software driver would search for ten.
fn searches_phase1(folder: &Path) {
    let go_on = |_: &_| Ok::<_, Infallible>(());
    let Ok(distances) = Space::phase1().explore(Threads::All, go_on);
    start(folder, Chosen::All);
    let device = device();
    let tables = device.filled("tables", &descent::tables(Ball::get()));
    let sizes = device.filled("sizes", &complete::phase1::sizes());
    let counts = device.zeroed("counts", SIZES as u64);
    let states_before = |distance: u8| {
        let word = |positions: &[u8]| {
            let reached = (0..).zip(positions).filter(|&(_, &at)| at < distance);
            reached.fold(0, |word, (lane, &at)| word | state(at) << (2 * lane))
        };
        let words: Vec<u32> = distances.par_chunks(States::A_WORD).map(word).collect();
        device.filled("states", &words)
    };
    let most = complete::phase1::MOST_WORDS;
    let (words, end_word) = middle(PHASE1_WORDS as u32, most);
    let kernel = Kernel::<Phase1Level>::new(&device);
    stands_for(PHASE1_WORDS.div_ceil(most as usize) as u64);
    // The host finds the first six levels.
    for distance in 7..=Phase::One.diameter() {
        let grid = grid((end_word - words).div_ceil(WORKGROUP).into());
        let params =
            Phase1LevelParams { columns: grid.0, first_word: words, end_word, distance: distance.into() };
        let states = states_before(distance);
        let buffers = Phase1LevelBuffers { tables: &tables, sizes: &sizes, states: &states, counts: &counts };
        run(&device, &kernel, &params, buffers, grid);
    }
    let kernel = Kernel::<Phase1Entries>::new(&device);
    let groups = sym_phase1::SIZE.div_ceil(ENTRY_GROUP) as u32;
    let piece = groups / ENTRY_PIECES;
    let grid = grid(piece.div_ceil(WORKGROUP).into());
    let entries = device.zeroed("entries", u64::from(piece) * ENTRY_GROUP_WORDS as u64);
    stands_for(ENTRY_PIECES.into());
    let params = Phase1EntriesParams { columns: grid.0, first_group: piece, end_group: 2 * piece };
    let states = states_before(u8::MAX);
    let buffers = Phase1EntriesBuffers { tables: &tables, states: &states, entries: &entries };
    run(&device, &kernel, &params, buffers, grid);
    stop(&device.take_usage(), 1);
}

/// A group of the map of a coset, of which a fifth is known: in a prepass between the first one and the last but one.
fn spreads_coset(folder: &Path) {
    let (layout, mut random) = (Layout::new(), Random::new(1));
    let groups = &layout.order.neighbours[GROUPS / 2];
    let part = groups.len().div_ceil(PARTS);
    let tables = on_device(&layout.sources, &*layout.words, groups);
    let mut word = || (0..3).map(|_| random.below(1 << 32) as u32).fold(0, |word, some| !word & some);
    start(folder, Chosen::All);
    let device = device();
    let old: [wgpu::Buffer; PARTS] = std::array::from_fn(|_| {
        device.filled("map", &(0..part * GROUP_WORDS).map(|_| word()).collect::<Vec<u32>>())
    });
    let grid = grid(GROUP_WORKGROUPS as u64);
    stands_for(GROUPS as u64);
    let params = coset::parameters(coset::begins(&tables), part, 0..1, grid.0);
    let buffers = PrepassBuffers {
        old: old.each_ref(),
        tables: &device.filled("tables", &tables.words),
        made: &device.zeroed("map", GROUP_WORDS as u64),
        counts: &device.zeroed("counts", GROUPS as u64),
    };
    run(&device, &Kernel::<Prepass>::new(&device), &params, buffers, grid);
    stop(&device.take_usage(), 1);
}

/// Pieces in which entries are written here.
const ENTRY_PIECES: u32 = 8;

/// The middle one of pieces of at most `most`.
fn middle(all: u32, most: u32) -> (u32, u32) {
    let first = all.div_ceil(most) / 2 * most;
    (first, all.min(first + most))
}

/// The same for phase 2, where the complete table has the distances.
fn searches_phase2(folder: &Path) {
    let library = Library::new(tables());
    let table = library.open(Complete::Phase2).expect("a sound table").expect("phase2-complete");
    let Table::Complete(table) = table else { panic!("it is a complete table") };
    start(folder, Chosen::All);
    let device = device();
    let tables = device.filled("tables", &descent::tables(Ball::get()));
    let cells = device.filled("cells", &complete::phase2::cell_tables());
    let counts = device.zeroed("counts", SIZES as u64);
    let shift = (device.max_binding / u64::from(u32::BITS / 8)).ilog2();
    // Entries do not distinguish the nearest positions; they are so few that all count as the farthest of these.
    let distance_of = |index: usize| half_bytes::get(table.entries(), index) + NEAR;
    let states_before = |distance: u8| -> [wgpu::Buffer; STATE_SLICES] {
        let cell = |cell: usize| {
            let reached =
                (0..HALF_SLICE_PERMS).map(|lane| (lane, distance_of(cell * HALF_SLICE_PERMS + lane)));
            let reached = reached.filter(|&(_, at)| at < distance);
            let bits =
                |bit: u32| reached.clone().fold(0, |bits, (lane, at)| bits | (state(at) >> bit & 1) << lane);
            Cell { low: bits(0), high: bits(1) }.pack()
        };
        let slice = |slice: usize| {
            let end = CELLS.min((slice + 1) << shift);
            let words: Vec<u32> = (CELLS.min(slice << shift)..end).into_par_iter().map(cell).collect();
            device.filled("states", &words)
        };
        std::array::from_fn(slice)
    };
    let most = complete::phase2::MOST_CELLS;
    let (first_cell, end_cell) = middle(CELLS as u32, most);
    let level = Kernel::<Phase2Level>::new(&device);
    let write = Kernel::<Phase2Entries>::new(&device);
    let pairs = (CELLS / 2) as u32 / ENTRY_PIECES;
    let entries = device.zeroed("entries", u64::from(pairs) * PAIR_WORDS as u64);
    for (distance, levels) in PHASE2_LEVELS {
        let size = grid((end_cell - first_cell).div_ceil(WORKGROUP).into());
        let params =
            Phase2LevelParams { columns: size.0, first_cell, end_cell, distance: distance.into(), shift };
        let states = states_before(distance);
        stands_for(CELLS.div_ceil(most as usize) as u64 * levels);
        let buffers =
            Phase2LevelBuffers { tables: &tables, cells: &cells, counts: &counts, states: states.each_ref() };
        run(&device, &level, &params, buffers, size);
        // Entries of this level are written from states that it has entered here and there.
        let size = grid(pairs.div_ceil(WORKGROUP).into());
        let (state, entry) = (state(distance), phase2_entry(distance).into());
        let params = Phase2EntriesParams { columns: size.0, pairs, state, entry };
        stands_for(u64::from(ENTRY_PIECES) * levels);
        run(&device, &write, &params, Phase2EntriesBuffers { states: &states[0], entries: &entries }, size);
    }
    stop(&device.take_usage(), 1);
}

/// Levels of phase 2 that are run, each with how many it stands for. The host finds the first seven, and those far from the middle
/// are alike.
const PHASE2_LEVELS: [(u8, u64); 10] =
    [(8, 1), (9, 1), (10, 1), (11, 1), (12, 1), (13, 1), (14, 1), (15, 1), (16, 1), (17, 2)];

/// Runs a kernel with whole buffers.
fn run<K: Shaded>(
    device: &Device,
    kernel: &Kernel<K>,
    params: &K::Parameters,
    buffers: K::Buffers<&wgpu::Buffer>,
    grid: (u32, u32),
) {
    let mut work = device.work();
    work.run(kernel, params, buffers, grid);
    let submission = work.submit();
    device.wait(submission).expect("the work ends");
}
