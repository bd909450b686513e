//! Tests candidates against a table on a GPU, for many positions of one phase.
//!
//! A *step* tests some candidates of one length for all searched positions: neighbouring invocations share a position and a
//! prefix. Then each position keeps its best hit. Positions without a hit, or with a chance of a better one, go into the list
//! of the next step. The device plans its own steps.

use std::ops::Range;
use std::sync::Arc;

use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Bound, Grid, Kernel, MAX_GROUPS};
use super::sorted_phase2;
use super::table_words::TableWords;
use super::work::Work;
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::candidates::CandidateTables;
use cubebatch_shaders::candidates::{
    GRIDS, KEEP, Next, NextBuffers, NextParams, PHASE1_FLIP_MOVES, PHASE1_SLICE_MOVES, PHASE1_TAIL,
    PHASE1_TWIST_MOVES, PHASE2_TAIL, Phase1, Phase1Buffers, Phase2, Phase2Buffers, Plan, PlanBuffers,
    PlanParams, Step, TEST, TestParams, Trial,
};
use cubebatch_shaders::two_phase::Grid as PlannedGrid;
use cubebatch_tables::coord::phase1::Phase1Moves;
use cubebatch_tables::progress::Stop;
use cubebatch_tables::table::{SortedSpec, SortedView, TableSteps, lookup_bytes};

/// Steps handed over at once in addition to one for each length: for lengths that take several. Idle steps cost some
/// microseconds.
const SPARE_STEPS: usize = 8;

/// A phase as its kernels want it.
pub(super) struct KernelPhase {
    /// Compiles the kernel that tests its candidates.
    pub test: fn(&Device) -> Test,
    /// Moves of a candidate that are not part of its prefix.
    pub tail: usize,
    /// Whether the first hit of a position is the best.
    first_is_best: bool,
    /// The move tables of the coordinates, two numbers in a word.
    pub move_tables: fn() -> Vec<u32>,
}

pub(super) const PHASE1: KernelPhase = KernelPhase {
    test: |device| Test::Phase1(Kernel::new(device)),
    tail: PHASE1_TAIL,
    first_is_best: true,
    move_tables: phase1_move_tables,
};

pub(super) const PHASE2: KernelPhase = KernelPhase {
    test: |device| Test::Phase2(Kernel::new(device)),
    tail: PHASE2_TAIL,
    first_is_best: false,
    move_tables: sorted_phase2::move_tables,
};

fn phase1_move_tables() -> Vec<u32> {
    let tables = Phase1Moves::get();
    let mut words = TableWords::default();
    words.add_halves(PHASE1_TWIST_MOVES, tables.twist.values());
    words.add_halves(PHASE1_FLIP_MOVES, tables.flip.values());
    words.add_halves(PHASE1_SLICE_MOVES, tables.slice.values());
    words.into_words()
}

/// The candidates and the table of a phase on the device.
pub(super) struct GpuCandidates {
    device: Arc<Device>,
    phase: &'static KernelPhase,
    kernels: CandidateKernels,
    /// Moves of the longest candidates.
    longest: usize,
    pub sequences: wgpu::Buffer,
    pub tables: wgpu::Buffer,
    /// How many moves the phase has.
    move_count: usize,
    pub shift: u32,
    pub slices: Vec<TableSlice>,
}

struct CandidateKernels {
    plan: Kernel<Plan>,
    test: Test,
    next: Kernel<Next>,
}

/// The kernel that tests the candidates of a phase.
pub(super) enum Test {
    Phase1(Kernel<Phase1>),
    Phase2(Kernel<Phase2>),
}

impl Test {
    /// Binds a slice of the table to it; in phase 2 with its paths.
    pub fn bind(
        &self,
        device: &Device,
        params: &TestParams,
        buffers: Phase1Buffers<&wgpu::Buffer>,
        paths: &wgpu::Buffer,
    ) -> Bound {
        match self {
            Test::Phase1(kernel) => kernel.bind(device, params, buffers),
            Test::Phase2(kernel) => {
                let Phase1Buffers { sequences, tables, steps, index, residues, trials } = buffers;
                let buffers = Phase2Buffers { sequences, tables, steps, index, residues, trials, paths };
                kernel.bind(device, params, buffers)
            }
        }
    }
}

/// The buckets of a table that a kernel can see.
pub(super) struct TableSlice {
    pub buckets: Range<u32>,
    /// The index in the table of the first entry in the buffers: a multiple of eight.
    pub first_entry: u32,
    pub index: wgpu::Buffer,
    pub residues: wgpu::Buffer,
    pub steps: wgpu::Buffer,
}

/// The buffers for the search of some positions.
pub(super) struct TrialBuffers {
    /// Positions for which there is room.
    room: usize,
    pub trials: wgpu::Buffer,
    pub steps: wgpu::Buffer,
    grids: wgpu::Buffer,
}

impl TrialBuffers {
    pub fn new(device: &Device, room: usize) -> TrialBuffers {
        let zeroed = |label, bytes: usize| device.zeroed(label, bytes as u64 / WORD);
        TrialBuffers {
            room,
            trials: zeroed("trials", room * size_of::<Trial>()),
            steps: zeroed("steps", size_of::<Step>() + 2 * room * WORD as usize),
            grids: device.planned("grids", (GRIDS * size_of::<PlannedGrid>()) as u64 / WORD),
        }
    }

    /// Starts the search of `positions` positions, which are in the list and in the trials when the steps begin, from the
    /// shortest candidates on.
    pub fn begin(&self, device: &Device, positions: usize) {
        device.write(&self.steps, 0, bytemuck::bytes_of(&first_step(positions, self.room)));
    }
}

/// The state before the first step, which searches all positions.
fn first_step(positions: usize, room: usize) -> Step {
    Step { left: positions as u32, first_searched: room as u32, ..bytemuck::Zeroable::zeroed() }
}

impl GpuCandidates {
    /// Brings candidates and a table to the device.
    pub fn new(
        device: &Arc<Device>,
        phase: &'static KernelPhase,
        tables: &CandidateTables,
    ) -> Result<GpuCandidates, EngineError> {
        let (table, sequences) = (tables.table.view(), &tables.sequences);
        let move_tables = (phase.move_tables)();
        let needed = move_tables.len() as u64 * WORD;
        if needed > device.max_binding {
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        check_room(device, table.spec())?;
        Ok(GpuCandidates {
            device: device.clone(),
            phase,
            kernels: CandidateKernels {
                plan: Kernel::new(device),
                test: (phase.test)(device),
                next: Kernel::new(device),
            },
            longest: sequences.longest(),
            sequences: device.filled("sequences", &rules(sequences, phase.tail)),
            tables: device.filled("move tables", &move_tables),
            move_count: sequences.moves().len(),
            shift: table.shift(),
            slices: slices(device, table)?,
        })
    }

    /// The steps of a search, bound to its buffers.
    pub fn steps<'a>(&'a self, buffers: &'a TrialBuffers) -> CandidateSteps<'a> {
        let GpuCandidates { device, phase, kernels, sequences, .. } = self;
        let TrialBuffers { trials, steps, grids, .. } = buffers;
        let (columns, room) = (MAX_GROUPS, buffers.room as u32);
        let params = PlanParams {
            columns,
            items: device.sizes.prefixes,
            moves: self.move_count as u32,
            tail: phase.tail as u32,
            longest: self.longest as u32,
            room,
        };
        let planned = |dispatch| Grid::Planned(grids, (dispatch * size_of::<PlannedGrid>()) as u64);
        let plan = kernels.plan.bind(device, &params, PlanBuffers { sequences, steps, grids });
        let mut dispatches = vec![(plan, Grid::Of(1, 1))];
        for slice in &self.slices {
            let TableSlice { index, residues, steps: paths, .. } = slice;
            let own = Phase1Buffers { sequences, tables: &self.tables, steps, index, residues, trials };
            let test = kernels.test.bind(device, &slice.test_params(self.shift), own, paths);
            dispatches.push((test, planned(TEST)));
        }
        let params = NextParams { columns, room, first_is_best: phase.first_is_best.into() };
        let next = kernels.next.bind(device, &params, NextBuffers { steps, trials });
        dispatches.push((next, planned(KEEP)));
        CandidateSteps { candidates: self, buffers, dispatches }
    }
}

impl TableSlice {
    /// Parameters of the kernel that tests candidates, for planned grids.
    pub fn test_params(&self, shift: u32) -> TestParams {
        TestParams {
            columns: MAX_GROUPS,
            shift,
            first_bucket: self.buckets.start,
            end_bucket: self.buckets.end,
            first_entry: self.first_entry,
        }
    }
}

/// The kernels of a step in their order, bound to their buffers.
pub(super) struct CandidateSteps<'a> {
    candidates: &'a GpuCandidates,
    buffers: &'a TrialBuffers,
    dispatches: Vec<(Bound, Grid<'a>)>,
}

impl CandidateSteps<'_> {
    /// Adds a number of steps that is nearly always enough.
    pub fn add_to(&self, work: &mut Work) {
        for _ in 0..self.candidates.longest + SPARE_STEPS {
            for (kernel, grid) in &self.dispatches {
                work.run_bound(kernel, *grid);
            }
        }
    }

    /// Whether nothing is left to be tested.
    pub fn are_done(&self, stop: &Stop) -> Result<bool, EngineError> {
        let step = self.candidates.device.read::<Step>(&self.buffers.steps, 1, stop)?[0];
        let was_last = step.is_last == 1 && step.length as usize == self.candidates.longest;
        Ok(step.left == 0 || was_last || step.length as usize > self.candidates.longest)
    }
}

/// The sequences without their last `tail` moves.
pub(super) fn prefixes_of(sequences: &Sequences, tail: usize) -> Sequences {
    Sequences::new(sequences.moves(), sequences.moves(), sequences.longest().saturating_sub(tail))
}

/// The rules of the sequences, see `shaders/shared/candidates.wgsl`.
pub(super) fn rules(sequences: &Sequences, tail: usize) -> Vec<u32> {
    let prefixes = prefixes_of(sequences, tail);
    let afters = || 0..=sequences.start();
    let mask = |after, left| sequences.choices(after, left).iter().fold(0, |mask, &m| mask | 1 << m);
    let run = |m| (m..sequences.start()).take_while(|&n| alike(&prefixes, m, n)).count().max(1) as u32;
    let mut rules: Vec<u32> = afters().map(|after| mask(after, 2)).collect();
    rules.extend(afters().map(|after| mask(after, 1)));
    rules.extend(afters().map(run));
    for length in 0..=prefixes.longest() {
        rules.extend(afters().map(|after| prefixes.continuations(length, after) as u32));
    }
    rules
}

/// Whether two moves may come after the same moves and before the same moves.
fn alike(sequences: &Sequences, m: usize, n: usize) -> bool {
    let together = |after| {
        let choices = sequences.choices(after, 2);
        choices.contains(&m) == choices.contains(&n)
    };
    (0..=sequences.start()).all(together) && sequences.choices(m, 2) == sequences.choices(n, 2)
}

/// Finds out whether there is memory for a table, and else for which.
fn check_room(device: &Device, table: SortedSpec) -> Result<(), EngineError> {
    if device.has_room(lookup_bytes(table)) {
        return Ok(());
    }
    let smaller = (1..table.depth()).rev().filter_map(|depth| SortedSpec::new(table.phase(), depth).ok());
    let fits = smaller.into_iter().find(|&smaller| device.has_room(lookup_bytes(smaller)));
    Err(EngineError::TableTooLarge { table: table.into(), fits })
}

/// Entries whose residues are read together.
const EIGHT: usize = 8;

/// Cuts a table into pieces that the device lets a kernel see, and brings them there.
pub(super) fn slices(device: &Device, table: SortedView) -> Result<Vec<TableSlice>, EngineError> {
    let index = table.index();
    let of_entry = match table.steps() {
        TableSteps::Moves(_) => size_of::<u16>(),
        TableSteps::Paths(_) => size_of::<u32>(),
    };
    let bytes = |first: usize, end: usize| {
        let entries = index[end].saturating_sub(index[first]) as usize + 2 * EIGHT;
        ((entries * of_entry) as u64).max((end - first + 1) as u64 * WORD)
    };
    let fits = |first: usize, end: usize| bytes(first, end) <= device.max_binding;
    let mut slices = Vec::new();
    let mut first = 0;
    for end in 1..index.len() {
        if !fits(first, end) {
            slices.push(slice(device, table, first..end - 1));
            first = end - 1;
        }
        if !fits(first, end) {
            let needed = bytes(first, end);
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
    }
    slices.push(slice(device, table, first..index.len() - 1));
    Ok(slices)
}

/// The buffers of some buckets. In a damaged file the index can be anything.
pub(super) fn slice(device: &Device, table: SortedView, buckets: Range<usize>) -> TableSlice {
    let index = &table.index()[buckets.start..=buckets.end];
    let first_entry = index[0] as usize / EIGHT * EIGHT;
    let end_entry = (index[index.len() - 1] as usize).min(table.residues().len());
    let bound = first_entry..end_entry;
    TableSlice {
        buckets: buckets.start as u32..buckets.end as u32,
        first_entry: first_entry as u32,
        index: device.filled("index", index),
        residues: device.filled_in_words("residues", table.residues().get(bound.clone()).unwrap_or_default()),
        steps: match table.steps() {
            TableSteps::Moves(moves) => {
                device.filled_with_bytes("steps", moves.get(bound).unwrap_or_default())
            }
            TableSteps::Paths(paths) => device.filled("paths", paths.get(bound).unwrap_or_default()),
        },
    }
}
