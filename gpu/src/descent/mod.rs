//! Descends in complete tables on a GPU.
//!
//! An invocation takes a position: one kernel walks through its shortest paths into G1 and
//! leaves their ends, another takes the best end and goes on to solved.

mod entries;
mod tables;

use std::sync::{Arc, Mutex, MutexGuard};

use super::Gpu;
use super::buffers::WORD;
use super::canary;
use super::device::Device;
use super::gathered::{Gathered, SearchBatch};
use super::kernel::{Kernel, grid};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::descent::{CompleteTables, Descent, PhasedPath};
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::phase2::{PHASE1, PHASE2};
use cubebatch_search::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_shaders::descent::{
    End, NO_SOLUTION, Phase1, Phase1Buffers, Phase1Params, Phase2, Phase2Buffers, Phase2Params,
    SOLUTION_WORDS, Start,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::progress::{Control, Stop};
use cubebatch_tables::table::TableId;
pub(super) use entries::Entries;
#[cfg(test)]
pub(super) use tables::start;
pub(super) use tables::{tables, ud_edges_of_rank, words_of};

/// The most bytes of ends.
const ENDS_BYTES: u64 = 64 << 20;

/// Positions to which a walk comes at most, and how many more for each end that is wanted. By a sound table it comes to a few
/// for each end.
const MOST_VISITS: u32 = 4096;
const VISITS_AN_END: u32 = 64;

/// A solution as the kernel leaves it: see [`SOLUTION_MOVES`](cubebatch_shaders::descent::SOLUTION_MOVES).
type DescentSolutionBytes = [u8; SOLUTION_WORDS * WORD as usize];

impl Load<Descent> for Gpu {
    fn load(&self, tables: &CompleteTables) -> Result<Loaded<Descent>, EngineError> {
        let descents = self.device.within_memory(|| {
            let entries = [self.entries(&tables.phase1)?, self.entries(&tables.phase2)?];
            Ok(GpuDescents::new(&self.device, entries))
        })?;
        let descender = GpuDescender(Gathered::new(&self.device.meter, descents)?);
        // A card without the memory for these fails now, too.
        let found = descender.answers(&canary::cubes(), &canary::DESCENT_ENDS, &Control::default())?;
        canary::check(
            found.iter().map(|found| found.as_ref().ok().map(|path| &path.moves[..])),
            canary::DESCENT,
        )?;
        Ok(Box::new(descender))
    }
}

/// The descent from many positions.
struct GpuDescender(Gathered<GpuDescents>);

impl Batched<Descent> for GpuDescender {
    fn run(
        &self,
        cubes: &[Cube],
        ends: &usize,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Result<PhasedPath, TableId>),
    ) -> Result<(), EngineError> {
        self.0.run(cubes, tables::start, ends, &control.stop, |number, solution| {
            hand_on(number, path_of(&solution))
        })
    }

    fn best_batch(&self, ends: &usize, threads: usize) -> usize {
        self.0.best_piece(ends, threads)
    }
}

/// The descent on the device.
struct GpuDescents {
    device: Arc<Device>,
    walk: Kernel<Phase1>,
    descend: Kernel<Phase2>,
    tables: wgpu::Buffer,
    entries: [Arc<Entries>; 2],
    /// How many positions the ball around solved has.
    ball_size: u32,
    /// Buffers that no batch uses now.
    spare: Mutex<Vec<DescentBuffers>>,
}

/// The buffers of a batch.
struct DescentBuffers {
    /// How many ends of each position there is room for.
    slots: usize,
    starts: wgpu::Buffer,
    ends: wgpu::Buffer,
    solutions: wgpu::Buffer,
}

impl SearchBatch for GpuDescents {
    type Input = Start;
    type Output = DescentSolutionBytes;
    /// How many ends.
    type Limits = usize;

    /// The host sends or reads those of one batch while the device searches for the other.
    const AT_A_TIME: usize = 2;

    /// As many as there is room for all their ends.
    fn most(&self, ends: &usize) -> usize {
        let room = self.device.max_binding.min(ENDS_BYTES) / (slots(*ends) * size_of::<End>()) as u64;
        self.device.sizes.descents.min(room as usize)
    }

    fn search(
        &self,
        pieces: &[&[Start]],
        ends: &usize,
        stop: &Stop,
    ) -> Result<Vec<DescentSolutionBytes>, EngineError> {
        stop.check()?;
        let buffers = self.take_buffers(*ends);
        let solutions = self.solutions(&buffers, pieces, *ends, stop)?;
        self.spare().push(buffers);
        Ok(solutions)
    }
}

/// The places for `ends` ends of a position: ends come in twos.
fn slots(ends: usize) -> usize {
    ends.next_multiple_of(2)
}

impl GpuDescents {
    fn new(device: &Arc<Device>, entries: [Arc<Entries>; 2]) -> GpuDescents {
        let ball = Ball::get();
        GpuDescents {
            device: device.clone(),
            walk: Kernel::new(device),
            descend: Kernel::new(device),
            tables: device.filled("tables", &tables(ball)),
            entries,
            ball_size: ball.entries().len() as u32,
            spare: Mutex::default(),
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<DescentBuffers>> {
        self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Spare buffers with room for `ends` ends, or new ones.
    fn take_buffers(&self, ends: usize) -> DescentBuffers {
        let mut spare = self.spare();
        let fitting = spare.iter().position(|buffers| buffers.slots == slots(ends));
        fitting.map(|i| spare.swap_remove(i)).unwrap_or_else(|| self.new_buffers(ends))
    }

    fn new_buffers(&self, ends: usize) -> DescentBuffers {
        let (cubes, slots) = (self.most(&ends), slots(ends));
        let buffer = |label, bytes: usize| self.device.zeroed(label, (cubes * bytes) as u64 / WORD);
        DescentBuffers {
            slots,
            starts: buffer("starts", size_of::<Start>()),
            ends: buffer("ends", slots * size_of::<End>()),
            solutions: buffer("solutions", size_of::<DescentSolutionBytes>()),
        }
    }

    fn solutions(
        &self,
        buffers: &DescentBuffers,
        pieces: &[&[Start]],
        ends: usize,
        stop: &Stop,
    ) -> Result<Vec<DescentSolutionBytes>, EngineError> {
        let count = self.device.write_pieces(&buffers.starts, pieces);
        let grid = grid(count.div_ceil(WORKGROUP as usize) as u64);
        let (columns, cubes, slots) = (grid.0, count as u32, buffers.slots as u32);
        let [phase1, phase2] = &self.entries;
        let (ends, most_visits) = (ends as u32, MOST_VISITS + VISITS_AN_END * ends as u32);
        let DescentBuffers { starts: from, ends: found, solutions, .. } = buffers;
        let mut work = self.device.work();
        let params = Phase1Params { columns, cubes, ends, slots, most_visits, shift: phase1.shift };
        let own =
            Phase1Buffers { tables: &self.tables, starts: from, ends: found, phase1_slice: phase1.buffers() };
        work.run(&self.walk, &params, own, grid);
        let params = Phase2Params { columns, cubes, slots, shift: phase2.shift, ball_size: self.ball_size };
        let own =
            Phase2Buffers { tables: &self.tables, ends: found, solutions, phase2_slice: phase2.buffers() };
        work.run(&self.descend, &params, own, grid);
        work.submit();
        self.device.read(&buffers.solutions, count, stop)
    }
}

/// The solution that a kernel has written.
fn path_of(bytes: &DescentSolutionBytes) -> Result<PhasedPath, TableId> {
    let [phase1_length, length, moves @ ..] = bytes;
    match (*phase1_length, *length) {
        (NO_SOLUTION, 1) => Err(PHASE1),
        (NO_SOLUTION, _) => Err(PHASE2),
        (phase1_length, length) => Ok(PhasedPath {
            moves: moves[..length.into()].iter().map(|&m| Move::from_index(m.into())).collect(),
            phase1_length: phase1_length.into(),
        }),
    }
}
