//! The two-phase search on a GPU: a workgroup searches a position to its best end, and then the next one.
//!
//! Its lanes walk on together from the nodes of the position that wait, which are within the workgroup. What is found depends on the
//! position alone, so that the search has no twin: its results are those of the CPU engine. A dispatch ends after some time, and
//! another one goes on with what was under way; the host only asks now and then whether all searches have ended. A position goes
//! to the device as its cubies, and comes back as its solution.

mod pace;
mod searchers;
mod to_solved;

use super::Gpu;
use super::canary;
use super::descent::tables;
use super::gathered::Gathered;
use super::work::beside;
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
use searchers::{SearchTables, Searchers, SolutionBytes};
use to_solved::GpuToSolved;

impl Load<TwoPhase> for Gpu {
    fn load(&self, tables: &TwoPhaseTables) -> Result<Loaded<TwoPhase>, EngineError> {
        let device = &self.device;
        let searchers = device.within_memory(|| {
            let moves = || device.meter.as_stage("tables of moves", || self::tables(Ball::get()));
            let (phase1, moves) = beside(|| self.entries(&tables.phase1), moves);
            let on_device = SearchTables {
                moves: device.filled("tables", &moves),
                phase1: phase1?,
                phase2: GpuToSolved::new(self, &tables.phase2)?,
            };
            Searchers::new(device, on_device)
        })?;
        let searcher = GpuTwoPhaseSearcher {
            searchers: Gathered::new(&device.meter, searchers)?,
            tables: tables.clone(),
        };
        // A card without the memory for the searchers fails now, too.
        device.meter.as_stage("known solutions", || searcher.check())?;
        Ok(Box::new(searcher))
    }
}

/// The search over a table of each phase.
struct GpuTwoPhaseSearcher {
    searchers: Gathered<Searchers>,
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
        self.searchers.run(cubes, |cube| cube.into(), limits, &control.stop, answer)?;
        if given_up.is_empty() {
            return Ok(());
        }
        let cubes: Vec<Cube> = given_up.iter().map(|&number| cubes[number]).collect();
        let on_cpu = Load::<TwoPhase>::load(&Cpu, &self.tables)?;
        on_cpu.run(&cubes, limits, control, &mut |number, found| hand_on(given_up[number], found))
    }

    fn best_batch(&self, limits: &TwoPhaseLimits, threads: usize) -> usize {
        self.searchers.best_piece(limits, threads)
    }
}

/// What a kernel leaves of a position.
enum KernelAnswer {
    Moves(Vec<Move>),
    /// This table led nowhere.
    Damage(TableId),
    GivenUp,
}

/// The most positions of the canary that the CPU solves: one in two hundred may be near, and few take long. By a table of zeros all do.
const MOST_GIVEN_UP: usize = 8;

impl GpuTwoPhaseSearcher {
    /// Fails if known solutions are not found.
    fn check(&self) -> Result<(), EngineError> {
        let (cubes, limits, control) = (canary::cubes(), TwoPhaseLimits::default(), Control::default());
        let mut found = vec![None; cubes.len()];
        self.searchers.run(
            &cubes,
            |cube| cube.into(),
            &limits,
            &control.stop,
            |number, solution| {
                if let KernelAnswer::Moves(moves) = self.moves(&solution) {
                    found[number] = Some(moves);
                }
            },
        )?;
        let missing: Vec<usize> = (0..cubes.len()).filter(|&number| found[number].is_none()).collect();
        if missing.len() <= MOST_GIVEN_UP {
            let others: Vec<Cube> = missing.iter().map(|&number| cubes[number]).collect();
            let on_cpu = Load::<TwoPhase>::load(&Cpu, &self.tables)?;
            let answers = on_cpu.answers(&others, &limits, &control)?;
            for (number, answer) in missing.into_iter().zip(answers) {
                found[number] = answer.ok().and_then(|solutions| solutions.into_iter().next());
            }
        }
        canary::check(found.iter().map(Option::as_deref), canary::TWO_PHASE)
    }

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
