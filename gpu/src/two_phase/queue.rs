//! The queue of nodes on the device, and the steps that empty it.

use std::mem::offset_of;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::compared::compared;
use super::pace::Pace;
use super::to_solved::{GpuToSolved, OnDevice};
use crate::buffers::WORD;
use crate::descent::Entries;
use crate::device::Device;
use crate::gathered::SearchBatch;
use crate::kernel::{Bound, Grid, Kernel, MAX_GROUPS, grid};
use crate::work::Reading;
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::two_phase::direction::DIRECTIONS;
use cubebatch_search::engine::two_phase::{Stopwatch, TwoPhaseLimits};
use cubebatch_shaders::descent::SOLUTION_WORDS;
use cubebatch_shaders::tables::STAGES;
use cubebatch_shaders::two_phase::{
    Begin, BeginBuffers, BeginParams, GRIDS, Grid as PlannedGrid, Head, LEVELS, MOST_ADDED, MOST_ENDS,
    MOST_ENDS_ADDED, MOST_POSITIONS, NEXT, Next, NextBuffers, NextParams, Node, Plan, PlanBuffers,
    PlanParams, Search, UNLIMITED, WALK, Walk, WalkBuffers, WalkCompared, WalkComparedBuffers, WalkParams,
    stages_of,
};
use cubebatch_shaders::words::{Flags, Position, WORKGROUP};
use cubebatch_tables::progress::Stop;

/// A solution as a kernel leaves it: its direction, how many moves follow, and these.
pub type SolutionBytes = [u8; SOLUTION_WORDS * WORD as usize];

/// The least places of a level for each position: with fewer, a batch has more steps.
const PLACES_A_POSITION: usize = 15;

/// Tables that the kernels read.
pub struct QueueTables {
    pub moves: wgpu::Buffer,
    pub phase1: Arc<Entries>,
    pub phase2: GpuToSolved,
}

/// The queue of the nodes of a batch.
pub struct NodeQueue {
    device: Arc<Device>,
    tables: QueueTables,
    kernels: QueueKernels,
    walk: Walking,
    /// Positions of a batch, and passes that begin in a step.
    most: usize,
    /// Places of a level.
    places: u32,
    pace: Mutex<Pace>,
    positions: wgpu::Buffer,
    nodes: wgpu::Buffer,
    searches: wgpu::Buffer,
    /// A bit for each of them that has ended.
    ended: wgpu::Buffer,
    grids: wgpu::Buffer,
    solutions: wgpu::Buffer,
}

/// The kernel that walks: by the entries of the table, or by compared entries.
enum Walking {
    ByEntries(Kernel<Walk>),
    ByCompared(Kernel<WalkCompared>, Entries),
}

struct QueueKernels {
    begin: Kernel<Begin>,
    plan: Kernel<Plan>,
    next: Kernel<Next>,
}

impl NodeQueue {
    /// An empty queue.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`]
    pub fn new(device: &Arc<Device>, tables: QueueTables) -> Result<NodeQueue, EngineError> {
        // The levels. A walk needs room in all that are below its own, and for its ends.
        let of_walk = MOST_ADDED * LEVELS + MOST_ENDS_ADDED;
        let walks = device.room_for_nodes()? as usize / (of_walk * size_of::<Node>());
        let walks = walks.min(MOST_ENDS / MOST_ENDS_ADDED);
        let (places, ends) = ((walks * MOST_ADDED) as u64, walks * MOST_ENDS_ADDED);
        let positions = device.sizes.two_phase.min(places as usize / PLACES_A_POSITION);
        assert!(positions <= MOST_POSITIONS, "nodes can name their positions");
        // Walks may not fill all: passes can begin in the step in which those before were walked.
        let of_passes = 2 * positions as u64;
        let room = places.checked_sub(of_passes).filter(|&room| room >= MOST_ADDED as u64);
        let room = room.expect("there is room for a walk") as u32;
        let buffer = |label, bytes: usize| device.zeroed(label, bytes as u64 / WORD);
        let nodes = buffer("nodes", (places as usize * LEVELS + ends) * size_of::<Node>());
        // Nodes come first: compared entries take what room is left, if it is enough.
        let walk = match compared(device, &tables.moves, &tables.phase1) {
            Some(entries) => Walking::ByCompared(Kernel::new(device), entries),
            None => Walking::ByEntries(Kernel::new(device)),
        };
        Ok(NodeQueue {
            device: device.clone(),
            tables,
            walk,
            kernels: QueueKernels {
                begin: Kernel::new(device),
                plan: Kernel::new(device),
                next: Kernel::new(device),
            },
            most: positions,
            places: places as u32,
            pace: Mutex::new(if device.is_software() { Pace::of_software(room) } else { Pace::new(room) }),
            positions: buffer("positions", positions * size_of::<Position>()),
            nodes,
            searches: buffer("searches", size_of::<Head>() + positions * size_of::<Search>()),
            ended: device.zeroed("ended", Flags::words(positions) as u64),
            grids: device.planned("grids", (GRIDS * size_of::<PlannedGrid>()) as u64 / WORD),
            solutions: buffer("solutions", positions * size_of::<SolutionBytes>()),
        })
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the searches of positions; how many these are.
    fn begin(&self, pieces: &[&[Position]]) -> usize {
        let positions = self.device.write_pieces(&self.positions, pieces);
        let count = positions as u32;
        let head = Head { under_way: count, ..bytemuck::Zeroable::zeroed() };
        self.device.write(&self.searches, 0, bytemuck::bytes_of(&head));
        let grid = grid_for(positions * DIRECTIONS);
        let (columns, shift) = (grid.0, self.tables.phase1.shift);
        let params = BeginParams { columns, positions: count, shift };
        let buffers = BeginBuffers {
            tables: &self.tables.moves,
            positions: &self.positions,
            searches: &self.searches,
            slice: self.tables.phase1.buffers(),
        };
        let mut work = self.device.work();
        work.clear_words(&self.ended, Flags::words(positions) as u64);
        work.run(&self.kernels.begin, &params, buffers, grid);
        work.submit();
        positions
    }

    fn solve(&self, positions: usize, stop: &Stop) -> Result<Vec<SolutionBytes>, EngineError> {
        let grid = grid_for(positions);
        let on = OnDevice { device: &self.device, tables: &self.tables.moves, searches: &self.searches };
        let solve = self.tables.phase2.solve(&on, &self.solutions, grid.0, positions as u32);
        let mut work = self.device.work();
        work.run_bound(&solve, Grid::Of(grid.0, grid.1));
        work.submit();
        self.device.read(&self.solutions, positions, stop)
    }
}

impl SearchBatch for NodeQueue {
    type Input = Position;
    type Output = SolutionBytes;
    type Limits = TwoPhaseLimits;

    /// A batch has all of the queue.
    const AT_A_TIME: usize = 1;

    fn most(&self, _: &TwoPhaseLimits) -> usize {
        self.most
    }

    /// The solution of each position through its best end.
    fn search(
        &self,
        pieces: &[&[Position]],
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<Vec<SolutionBytes>, EngineError> {
        // All begin together, so that each that is under way has spent the same.
        let mut clock = Stopwatch::start();
        let positions = self.begin(pieces);
        let (mut spent, mut under_way) = (Duration::ZERO, positions);
        let steps = QueueSteps::new(self, positions as u32, limits);
        let mut pace = *self.pace();
        // While the host asks about some steps the device does others.
        let (mut asked, mut made) = (steps.make(pace), pace.steps);
        loop {
            stop.check()?;
            if limits.max_time.is_some_and(|time| spent >= time) {
                let is_late = offset_of!(Head, is_late) as u64;
                self.device.write(&self.searches, is_late, bytemuck::bytes_of(&1u32));
            }
            let next = steps.make(pace);
            let (left, walks) =
                asked.finish(stop, |head| (head[0].under_way as usize, walks_of(&head[0])))?;
            asked = next;
            if left == 0 {
                break;
            }
            let lap = clock.lap();
            let done = std::mem::replace(&mut made, pace.steps);
            if self.device.is_paced() {
                pace.heed(lap, done, walks);
            }
            spent += lap / under_way as u32;
            under_way = left;
        }
        *self.pace() = pace;
        self.solve(positions, stop)
    }
}

/// How many walks began in a step, from nodes and where passes began.
fn walks_of(head: &Head) -> u32 {
    head.walks[LEVELS - 1] + head.enters_walking * head.due_begun
}

/// Columns and rows of `invocations` invocations.
fn grid_for(invocations: usize) -> (u32, u32) {
    grid(invocations.div_ceil(WORKGROUP as usize) as u64)
}

/// What a step does: kernels bound to their buffers, in their order.
struct QueueSteps<'a> {
    queue: &'a NodeQueue,
    positions: u32,
    /// All but the plan, which goes before them.
    dispatches: [(Bound, Grid<'a>); 3],
}

impl<'a> QueueSteps<'a> {
    /// The steps for `positions` positions.
    fn new(queue: &'a NodeQueue, positions: u32, limits: &TwoPhaseLimits) -> QueueSteps<'a> {
        let places = queue.places;
        let NodeQueue { device, tables, kernels, nodes, searches, ended, grids, .. } = queue;
        let max_length = limits.max_length.into();
        // More than a kernel can count are no limit.
        let max_nodes = limits.max_nodes.try_into().unwrap_or(UNLIMITED);
        let QueueTables { moves, phase1, phase2 } = tables;
        let columns = MAX_GROUPS;
        let (shift, counts_nodes) = (phase1.shift, u32::from(max_nodes != UNLIMITED));
        let stages = (STAGES + stages_of(limits.max_length)) as u32;
        let params = WalkParams { columns, places, shift, counts_nodes, stages };
        let walk = match &queue.walk {
            Walking::ByCompared(walk, entries) => {
                let params = WalkParams { shift: entries.shift, ..params };
                let slice = entries.buffers();
                walk.bind(device, &params, WalkComparedBuffers { tables: moves, nodes, searches, slice })
            }
            Walking::ByEntries(walk) => {
                let slice = phase1.buffers();
                walk.bind(device, &params, WalkBuffers { tables: moves, nodes, searches, slice })
            }
        };
        let on = OnDevice { device, tables: moves, searches };
        let rate = phase2.rate(&on, nodes, columns, places, max_length);
        let params = NextParams { columns, positions, places, max_length, stages, max_nodes };
        let next = kernels.next.bind(device, &params, NextBuffers { tables: moves, nodes, searches, ended });
        let planned = |dispatch| Grid::Planned(grids, (dispatch * size_of::<PlannedGrid>()) as u64);
        let dispatches = [(walk, planned(WALK)), (rate, planned(WALK)), (next, planned(NEXT))];
        QueueSteps { queue, positions, dispatches }
    }

    /// Some steps, and how things stand then.
    fn make(&self, Pace { room, steps, .. }: Pace) -> Reading<'_, Head> {
        let NodeQueue { device, kernels, searches, grids, places, most, .. } = self.queue;
        let (columns, positions, passes) = (MAX_GROUPS, self.positions, *most as u32);
        let params = PlanParams { columns, positions, passes, places: *places, room };
        let plan = kernels.plan.bind(device, &params, PlanBuffers { searches, grids });
        let mut work = device.work();
        for _ in 0..steps {
            work.run_bound(&plan, Grid::Of(1, 1));
            for (kernel, grid) in &self.dispatches {
                work.run_bound(kernel, *grid);
            }
        }
        work.submit();
        device.start_reading(&self.queue.searches, 1)
    }
}
