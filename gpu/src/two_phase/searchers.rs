//! Workgroups that search, and the dispatches in which they do.

use std::mem::offset_of;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::pace::Pace;
use super::to_solved::{GpuToSolved, OnDevice};
use crate::buffers::WORD;
use crate::descent::Entries;
use crate::device::Device;
use crate::gathered::SearchBatch;
use crate::kernel::{Bound, Grid, grid};
use crate::work::Reading;
use bytemuck::Zeroable;
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::two_phase::{Stopwatch, TwoPhaseLimits};
use cubebatch_shaders::descent::SOLUTION_WORDS;
use cubebatch_shaders::tables::STAGES;
use cubebatch_shaders::two_phase::{
    COUNTED_TURNS, Head, Search, SearchParams, Searcher, SolveParams, UNLIMITED, stages_of,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::progress::Stop;

/// A solution as a kernel leaves it: its direction, how many moves follow, and these.
pub type SolutionBytes = [u8; SOLUTION_WORDS * WORD as usize];

/// Tables that the kernels read.
pub struct SearchTables {
    pub moves: wgpu::Buffer,
    pub phase1: Arc<Entries>,
    pub phase2: GpuToSolved,
}

/// The searches of batches.
pub struct Searchers {
    device: Arc<Device>,
    tables: SearchTables,
    /// Positions of a batch.
    most: usize,
    /// Workgroups that search.
    count: u32,
    pace: Mutex<Pace>,
    /// Buffers that no batch uses now.
    spare: Mutex<Vec<BatchBuffers>>,
}

/// The buffers of a batch.
struct BatchBuffers {
    searches: wgpu::Buffer,
    searchers: wgpu::Buffer,
    solutions: wgpu::Buffer,
}

impl Searchers {
    /// Workgroups without a position.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`]
    pub fn new(device: &Arc<Device>, tables: SearchTables) -> Result<Searchers, EngineError> {
        let of_searcher = size_of::<Searcher>() as u64;
        let batches = if cfg!(target_family = "wasm") { 1 } else { Searchers::AT_A_TIME as u64 };
        let wanted = device.sizes.searchers as u64 * of_searcher;
        let most = device.sizes.two_phase;
        let buffer = |label, bytes: u64| device.zeroed(label, bytes / WORD);
        let (count, spare) = device.in_most_room(wanted.min(device.max_binding) * batches, |room| {
            let count = (room / batches).saturating_sub(size_of::<Head>() as u64) / of_searcher;
            let buffers = |_| BatchBuffers {
                searches: buffer("searches", (most * size_of::<Search>()) as u64),
                searchers: buffer("searchers", size_of::<Head>() as u64 + count * of_searcher),
                solutions: buffer("solutions", (most * size_of::<SolutionBytes>()) as u64),
            };
            (count, Mutex::new((0..batches).map(buffers).collect()))
        })?;
        let (device, pace) = (device.clone(), Mutex::new(Pace::of(device)));
        Ok(Searchers { device, tables, most, count: count as u32, pace, spare })
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare(&self) -> MutexGuard<'_, Vec<BatchBuffers>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches the positions of a batch to their best ends.
    fn find_ends(
        &self,
        buffers: &BatchBuffers,
        positions: usize,
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<(), EngineError> {
        let head = Head { most_turns: u32::MAX, ..Head::zeroed() };
        self.device.write(&buffers.searchers, 0, bytemuck::bytes_of(&head));
        let count = self.count.min(positions as u32);
        let dispatches = Dispatches { of: self, buffers, positions: positions as u32, count, limits };
        let mut clock = Stopwatch::start();
        let mut pace = *self.pace();
        // While the host asks about one dispatch the device does the next one.
        let mut asked = dispatches.begin(pace, true);
        let (mut spent, mut turns) = (Duration::ZERO, 0);
        loop {
            stop.check()?;
            let next = dispatches.begin(pace, false);
            let head = std::mem::replace(&mut asked, next).finish(stop, |head| head[0])?;
            if head.ended as usize == positions {
                break;
            }
            let lap = clock.lap();
            let made = u64::from(head.turns.wrapping_sub(turns as u32));
            (spent, turns) = (spent + lap, turns + made);
            if self.device.is_paced() {
                let all = u64::from(count) * u64::from(pace.turns);
                pace.heed(lap, 2 * COUNTED_TURNS * made > all);
            }
            if let Some(time) = limits.max_time {
                // All turns take the same time, and so each position has its part of it.
                let share = time.as_secs_f64() / spent.as_secs_f64().max(f64::MIN_POSITIVE);
                let most_turns = (turns.max(1) * COUNTED_TURNS) as f64 * share;
                let first = offset_of!(Head, most_turns) as u64;
                self.device.write(&buffers.searchers, first, bytemuck::bytes_of(&(most_turns as u32)));
            }
        }
        *self.pace() = pace;
        Ok(())
    }

    fn solve(
        &self,
        buffers: &BatchBuffers,
        positions: usize,
        stop: &Stop,
    ) -> Result<Vec<SolutionBytes>, EngineError> {
        let grid = grid(positions.div_ceil(WORKGROUP as usize) as u64);
        let on = OnDevice { device: &self.device, tables: &self.tables.moves, searches: &buffers.searches };
        let params = SolveParams {
            columns: grid.0,
            positions: positions as u32,
            shift: self.tables.phase1.shift,
            ball_size: ball_size(),
            // As many as for all ends of a path.
            tries: 4 * self.device.sizes.tries,
        };
        let solve = self.tables.phase2.solve(&on, &buffers.solutions, &params);
        let mut work = self.device.work();
        work.run_bound(&solve, Grid::Of(grid.0, grid.1));
        work.submit();
        self.device.read(&buffers.solutions, positions, stop)
    }
}

impl SearchBatch for Searchers {
    type Input = Search;
    type Output = SolutionBytes;
    type Limits = TwoPhaseLimits;

    /// Where the last positions of one batch leave the device room, it searches the next one.
    const AT_A_TIME: usize = 2;

    fn most(&self, _: &TwoPhaseLimits) -> usize {
        self.most
    }

    /// The solution of each position through its best end.
    fn search(
        &self,
        pieces: &[&[Search]],
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<Vec<SolutionBytes>, EngineError> {
        let buffers = self.spare().pop().expect("there are as many as batches at a time");
        let positions = self.device.write_pieces(&buffers.searches, pieces);
        let ended = self.find_ends(&buffers, positions, limits, stop);
        let solutions = ended.and_then(|()| self.solve(&buffers, positions, stop));
        self.spare().push(buffers);
        solutions
    }
}

fn ball_size() -> u32 {
    Ball::get().entries().len() as u32
}

/// The dispatches that search a batch.
struct Dispatches<'a> {
    of: &'a Searchers,
    buffers: &'a BatchBuffers,
    positions: u32,
    /// Workgroups that search.
    count: u32,
    limits: &'a TwoPhaseLimits,
}

impl<'a> Dispatches<'a> {
    /// Begins one, and to read how things stand after it.
    fn begin(&self, pace: Pace, is_first: bool) -> Reading<'a, Head> {
        let Dispatches { of, buffers, .. } = self;
        let grid = grid(self.count.into());
        let search = self.bound(grid.0, pace.turns, is_first);
        let mut work = of.device.work();
        work.run_bound(&search, Grid::Of(grid.0, grid.1));
        work.submit();
        of.device.start_reading(&buffers.searchers, 1)
    }

    fn bound(&self, columns: u32, turns: u32, is_first: bool) -> Bound {
        let Searchers { device, tables, .. } = self.of;
        let on = OnDevice { device, tables: &tables.moves, searches: &self.buffers.searches };
        let params = SearchParams {
            columns,
            positions: self.positions,
            searchers: self.count,
            is_first: is_first.into(),
            turns,
            shift: tables.phase1.shift,
            ball_size: ball_size(),
            max_length: self.limits.max_length.into(),
            stages: (STAGES + stages_of(self.limits.max_length)) as u32,
            // More than a kernel can count are no limit.
            max_nodes: self.limits.max_nodes.try_into().unwrap_or(UNLIMITED),
            tries: device.sizes.tries,
        };
        tables.phase2.search(&on, &self.buffers.searchers, &tables.phase1, &params)
    }
}
