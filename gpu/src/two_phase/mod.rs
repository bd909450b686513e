//! The two-phase search on a GPU: a queue of nodes of many positions.
//!
//! Nodes wait in levels, by the number of moves left. In a step, walks begin from nodes of all levels, as many as the lower
//! levels surely have room for. The step rates their ends, and each position without waiting nodes begins its next passes.
//! It begins one pass at a time while all positions are under way. When fewer are left each begins several passes, so that the
//! device has work. The device decides what a step does; the host only asks now and then whether all searches have ended. A position goes to the
//! device as its cubies, and comes back as its solution.

mod compared;
mod pace;
mod queue;
mod to_solved;

use super::Gpu;
use super::descent::tables;
use super::gathered::Gathered;
use cubebatch_cube::cube::{Cube, Move, merge};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::phase2::PHASE1;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::two_phase::direction::from_direction;
use cubebatch_search::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use cubebatch_search::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_shaders::descent::NO_SOLUTION;
use cubebatch_shaders::two_phase::GIVEN_UP;
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::TableId;
use queue::{NodeQueue, QueueTables, SolutionBytes};
use to_solved::GpuToSolved;

impl Load<TwoPhase> for Gpu {
    fn load(&self, tables: &TwoPhaseTables) -> Result<Loaded<TwoPhase>, EngineError> {
        let device = &self.device;
        let queue = device.within_memory(|| {
            let on_device = QueueTables {
                moves: device.filled("tables", &self::tables(Ball::get())),
                phase1: self.entries(&tables.phase1)?,
                phase2: GpuToSolved::new(self, &tables.phase2)?,
            };
            NodeQueue::new(device, on_device)
        })?;
        let searcher =
            GpuTwoPhaseSearcher { queue: Gathered::new(&device.meter, queue)?, tables: tables.clone() };
        // A card without the memory for the queue fails now.
        searcher.answers(&[Cube::SOLVED], &TwoPhaseLimits::default(), &Control::default())?;
        Ok(Box::new(searcher))
    }
}

/// The search over a table of each phase.
struct GpuTwoPhaseSearcher {
    queue: Gathered<NodeQueue>,
    /// For the positions that the device gives up.
    tables: TwoPhaseTables,
}

impl Batched<TwoPhase> for GpuTwoPhaseSearcher {
    fn run(
        &self,
        cubes: &[Cube],
        limits: &TwoPhaseLimits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Result<Vec<Vec<Move>>, TableId>),
    ) -> Result<(), EngineError> {
        if limits.solutions > 1 {
            return Err(EngineError::Unsupported("a search for several solutions"));
        }
        let mut given_up = Vec::new();
        let answer = |number, solution: SolutionBytes| match self.moves(&solution) {
            KernelAnswer::Moves(moves) => hand_on(number, Ok(vec![moves])),
            KernelAnswer::Damage(table) => hand_on(number, Err(table)),
            KernelAnswer::GivenUp => given_up.push(number),
        };
        self.queue.run(cubes, |cube| cube.into(), limits, &control.stop, answer)?;
        if given_up.is_empty() {
            return Ok(());
        }
        let cubes: Vec<Cube> = given_up.iter().map(|&number| cubes[number]).collect();
        let on_cpu = Load::<TwoPhase>::load(&Cpu, &self.tables)?;
        on_cpu.run(&cubes, limits, control, &mut |number, found| hand_on(given_up[number], found))
    }

    fn best_batch(&self, limits: &TwoPhaseLimits, threads: usize) -> usize {
        self.queue.best_piece(limits, threads)
    }
}

/// What a kernel leaves of a position.
enum KernelAnswer {
    Moves(Vec<Move>),
    /// This table led nowhere.
    Damage(TableId),
    GivenUp,
}

impl GpuTwoPhaseSearcher {
    /// The moves of a solution as a kernel leaves it.
    fn moves(&self, bytes: &SolutionBytes) -> KernelAnswer {
        let [direction, length, moves @ ..] = bytes;
        match (*direction, u32::from(*length)) {
            (NO_SOLUTION, 1) => return KernelAnswer::Damage(PHASE1),
            (NO_SOLUTION, GIVEN_UP) => return KernelAnswer::GivenUp,
            (NO_SOLUTION, _) => return KernelAnswer::Damage(self.tables.phase2.table().into()),
            _ => {}
        }
        let moves = moves[..usize::from(*length)].iter().map(|&mv| Move::from_index(mv.into()));
        KernelAnswer::Moves(merge(from_direction(usize::from(*direction), moves.collect())))
    }
}
