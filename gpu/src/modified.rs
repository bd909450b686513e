//! The modified two-phase method on a GPU.
//!
//! A position goes to the device as its cubies, and comes back as its solution. The device tests candidates of phase 1 for all
//! positions of a batch, follows the table's moves into G1, tests candidates of phase 2, and writes the solutions. Nearly
//! always the host hands over all of that at once. It asks for the progress of the device only if some solution is missing
//! then.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Gpu;
use super::buffers::WORD;
use super::candidates::{CandidateSteps, GpuCandidates, PHASE1, PHASE2, TableSlice, TrialBuffers};
use super::descent::{ud_edges_of_rank, words_of};
use super::device::Device;
use super::gathered::{Gathered, SearchBatch};
use super::kernel::{Bound, Grid, Kernel, grid};
use super::table_words::TableWords;
use super::work::Work;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::descent::PhasedPath;
use cubebatch_search::engine::modified::{Modified, ModifiedTables};
use cubebatch_search::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_shaders::modified::{
    ANSWER_WORDS, Begin, BeginBuffers, BeginParams, Follow, FollowBuffers, HALFWAY, MOST_ANSWER_MOVES,
    Middle, MiddleBuffers, Progress, SOLVED, SliceParams, Solve, SolveBuffers,
};
use cubebatch_shaders::tables::{TURNED_CUBIES, UD_EDGES_OF_RANK};
use cubebatch_shaders::words::{Moves, Position, WORKGROUP};
use cubebatch_tables::coord::{Coordinate, ud_edges::UdEdges};
use cubebatch_tables::progress::{Control, Stop};
use cubebatch_tables::table::TableId;

/// A solution as the kernels leave it: [`Progress`] and the moves.
type AnswerWords = [u32; ANSWER_WORDS];

impl Load<Modified> for Gpu {
    fn load(&self, tables: &ModifiedTables) -> Result<Loaded<Modified>, EngineError> {
        let search = self.device.within_memory(|| GpuModifiedSearch::new(&self.device, tables))?;
        let search = Gathered::new(&self.device.meter, search)?;
        let searcher = GpuModifiedSearcher { search, ids: tables.ids() };
        // A card without the memory fails now.
        searcher.answers(&[Cube::SOLVED], &(), &Control::default())?;
        Ok(Box::new(searcher))
    }
}

/// The search for many threads.
struct GpuModifiedSearcher {
    search: Gathered<GpuModifiedSearch>,
    ids: [TableId; 2],
}

impl Batched<Modified> for GpuModifiedSearcher {
    fn run(
        &self,
        cubes: &[Cube],
        (): &(),
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Result<PhasedPath, TableId>),
    ) -> Result<(), EngineError> {
        let hand_on = |number, answer| hand_on(number, self.path_of(&answer));
        self.search.run(cubes, |cube| cube.into(), &(), &control.stop, hand_on)
    }

    fn best_batch(&self, (): &(), threads: usize) -> usize {
        self.search.best_piece(&(), threads)
    }
}

impl GpuModifiedSearcher {
    /// The path in an answer, or the table that led nowhere.
    fn path_of(&self, answer: &AnswerWords) -> Result<PhasedPath, TableId> {
        let Progress { stage, phase1_length, length, .. } = progress_of(answer);
        match stage {
            // More have no room, and no sound table has them.
            SOLVED if length as usize <= MOST_ANSWER_MOVES => Ok(PhasedPath {
                moves: (0..length as usize)
                    .map(|i| Move::from_index(Moves::get(&answer[1..], i) as usize))
                    .collect(),
                phase1_length: phase1_length as usize,
            }),
            HALFWAY => Err(self.ids[1]),
            _ => Err(self.ids[0]),
        }
    }
}

/// The search over both tables, on the device.
struct GpuModifiedSearch {
    device: Arc<Device>,
    kernels: ModifiedKernels,
    phase1: GpuCandidates,
    phase2: GpuCandidates,
    /// The tables of moves and coordinates for the middle.
    tables: wgpu::Buffer,
    /// The number of times that the search follows moves of the table of phase 1 through all its slices.
    rounds: usize,
    /// Buffers that no batch uses now.
    spare: Mutex<Vec<ModifiedBuffers>>,
}

struct ModifiedKernels {
    begin: Kernel<Begin>,
    follow: Kernel<Follow>,
    middle: Kernel<Middle>,
    solve: Kernel<Solve>,
}

/// The buffers of a batch.
struct ModifiedBuffers {
    positions: wgpu::Buffer,
    phase1: TrialBuffers,
    phase2: TrialBuffers,
    answers: wgpu::Buffer,
}

impl SearchBatch for GpuModifiedSearch {
    type Input = Position;
    type Output = AnswerWords;
    type Limits = ();

    /// The host sends or reads those of one batch while the device searches for the other.
    const AT_A_TIME: usize = 2;

    /// A solution is the most that there is of each.
    fn most(&self, (): &()) -> usize {
        self.device.sizes.modified.min(self.device.max_binding as usize / size_of::<AnswerWords>())
    }

    fn search(&self, pieces: &[&[Position]], (): &(), stop: &Stop) -> Result<Vec<AnswerWords>, EngineError> {
        let spare = self.spare().pop();
        let buffers = spare.unwrap_or_else(|| self.new_buffers());
        let answers = self.answers(&buffers, pieces, stop)?;
        self.spare().push(buffers);
        Ok(answers)
    }
}

impl GpuModifiedSearch {
    fn new(device: &Arc<Device>, tables: &ModifiedTables) -> Result<GpuModifiedSearch, EngineError> {
        let phase1 = GpuCandidates::new(device, &PHASE1, &tables.phase1)?;
        let phase2 = GpuCandidates::new(device, &PHASE2, &tables.phase2)?;
        // A position goes on by a move at least each time, and is in G1 once.
        let depth = usize::from(tables.phase1.table.spec().depth());
        let rounds = if phase1.slices.len() == 1 { 1 } else { depth + 1 };
        Ok(GpuModifiedSearch {
            device: device.clone(),
            kernels: ModifiedKernels {
                begin: Kernel::new(device),
                follow: Kernel::new(device),
                middle: Kernel::new(device),
                solve: Kernel::new(device),
            },
            phase1,
            phase2,
            tables: device.filled("tables", &middle_tables()),
            rounds,
            spare: Mutex::default(),
        })
    }

    fn spare(&self) -> MutexGuard<'_, Vec<ModifiedBuffers>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn new_buffers(&self) -> ModifiedBuffers {
        let (device, room) = (&self.device, self.most(&()));
        ModifiedBuffers {
            positions: device.zeroed("positions", (room * size_of::<Position>()) as u64 / WORD),
            phase1: TrialBuffers::new(device, room),
            phase2: TrialBuffers::new(device, room),
            answers: device.zeroed("answers", (room * ANSWER_WORDS) as u64),
        }
    }

    /// The solution of each position, or how far it came.
    fn answers(
        &self,
        buffers: &ModifiedBuffers,
        pieces: &[&[Position]],
        stop: &Stop,
    ) -> Result<Vec<AnswerWords>, EngineError> {
        stop.check()?;
        let count = self.device.write_pieces(&buffers.positions, pieces);
        buffers.phase1.begin(&self.device, count);
        buffers.phase2.begin(&self.device, count);
        let [steps1, steps2] = [self.phase1.steps(&buffers.phase1), self.phase2.steps(&buffers.phase2)];
        let parts = BatchKernels::new(self, buffers, count);
        let mut work = self.device.work();
        work.clear_words(&buffers.answers, (count * ANSWER_WORDS) as u64);
        parts.begin(&mut work);
        steps1.add_to(&mut work);
        parts.middle(&mut work);
        steps2.add_to(&mut work);
        parts.solve(&mut work);
        work.submit();
        let answers: Vec<AnswerWords> = self.device.read(&buffers.answers, count, stop)?;
        if answers.iter().all(|answer| progress_of(answer).stage == SOLVED) {
            return Ok(answers);
        }
        if self.finish(&steps1, stop)? > 0 {
            // Phase 2 begins again for positions that are in G1 now, and for positions that were not solved yet.
            buffers.phase2.begin(&self.device, count);
            let mut work = self.device.work();
            parts.middle(&mut work);
            work.submit();
        }
        self.finish(&steps2, stop)?;
        let mut work = self.device.work();
        parts.solve(&mut work);
        work.submit();
        self.device.read(&buffers.answers, count, stop)
    }

    /// Makes steps until nothing is left to be tested, and returns how often it handed over some. There are ever fewer
    /// candidates, whatever a damaged table says.
    fn finish(&self, steps: &CandidateSteps, stop: &Stop) -> Result<usize, EngineError> {
        let mut handed_over = 0;
        while !steps.are_done(stop)? {
            stop.check()?;
            let mut work = self.device.work();
            steps.add_to(&mut work);
            work.submit();
            handed_over += 1;
        }
        Ok(handed_over)
    }
}

fn progress_of(answer: &AnswerWords) -> Progress {
    Progress::unpack(answer[0])
}

/// The kernels of a batch besides the tests of candidates, bound to their buffers.
struct BatchKernels {
    begin: Bound,
    follow: Vec<Bound>,
    rounds: usize,
    middle: Bound,
    solve: Vec<Bound>,
    grid: (u32, u32),
}

impl BatchKernels {
    /// The parts for `positions` positions.
    fn new(search: &GpuModifiedSearch, buffers: &ModifiedBuffers, positions: usize) -> BatchKernels {
        let GpuModifiedSearch { device, kernels, phase1, phase2, .. } = search;
        let grid = grid(positions.div_ceil(WORKGROUP as usize) as u64);
        let (columns, positions) = (grid.0, positions as u32);
        let ModifiedBuffers { positions: cubies, phase1: trials1, phase2: trials2, answers } = buffers;
        let params = BeginParams { columns, positions };
        let own = BeginBuffers { positions: cubies, trials: &trials1.trials, steps: &trials1.steps };
        let begin = kernels.begin.bind(device, &params, own);
        let own = MiddleBuffers {
            tables: &search.tables,
            positions: cubies,
            trials: &trials2.trials,
            steps: &trials2.steps,
            answers,
        };
        let middle = kernels.middle.bind(device, &params, own);
        let in_slice = |phase: &GpuCandidates, slice: &TableSlice| SliceParams {
            columns,
            positions,
            shift: phase.shift,
            first_bucket: slice.buckets.start,
            end_bucket: slice.buckets.end,
            first_entry: slice.first_entry,
        };
        let follow = |slice: &TableSlice| {
            let own = FollowBuffers {
                sequences: &phase1.sequences,
                tables: &phase1.tables,
                trials: &trials1.trials,
                index: &slice.index,
                residues: &slice.residues,
                table_moves: &slice.steps,
                answers,
            };
            kernels.follow.bind(device, &in_slice(phase1, slice), own)
        };
        let solve = |slice: &TableSlice| {
            let own = SolveBuffers {
                sequences: &phase2.sequences,
                tables: &phase2.tables,
                trials: &trials2.trials,
                index: &slice.index,
                residues: &slice.residues,
                paths: &slice.steps,
                answers,
            };
            kernels.solve.bind(device, &in_slice(phase2, slice), own)
        };
        BatchKernels {
            begin,
            follow: phase1.slices.iter().map(follow).collect(),
            rounds: search.rounds,
            middle,
            solve: phase2.slices.iter().map(solve).collect(),
            grid,
        }
    }

    fn run(&self, work: &mut Work, kernel: &Bound) {
        work.run_bound(kernel, Grid::Of(self.grid.0, self.grid.1));
    }

    /// Begins phase 1.
    fn begin(&self, work: &mut Work) {
        self.run(work, &self.begin);
    }

    /// Ends phase 1 and begins phase 2.
    fn middle(&self, work: &mut Work) {
        for _ in 0..self.rounds {
            self.follow.iter().for_each(|kernel| self.run(work, kernel));
        }
        self.run(work, &self.middle);
    }

    /// Ends phase 2.
    fn solve(&self, work: &mut Work) {
        self.solve.iter().for_each(|kernel| self.run(work, kernel));
    }
}

/// The parts of [`layout::tables`](cubebatch_shaders::tables) that turn cubies and rank U/D edges; the rest of it is 0.
pub(super) fn middle_tables() -> Vec<u32> {
    let mut words = TableWords::default();
    words.leave_zeros(TURNED_CUBIES);
    words.add(TURNED_CUBIES, Move::all().flat_map(|mv| words_of(&Cube::SOLVED.turn(mv))));
    words.leave_zeros(UD_EDGES_OF_RANK);
    words.add(UD_EDGES_OF_RANK, (0..UdEdges::SIZE).map(ud_edges_of_rank));
    words.into_words()
}
