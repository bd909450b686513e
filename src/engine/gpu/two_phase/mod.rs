//! The two-phase search on a GPU: a queue of nodes of many positions.
//!
//! Nodes wait in levels, by the number of moves left. In a step, walks begin from nodes of all levels, as many as the lower
//! levels surely have room for. The step rates their ends, and each position without waiting nodes begins its next passes.
//! It begins one pass at a time while all positions are under way. When fewer are left each begins several passes, so that the
//! device has work. The device decides what a step does; the host only asks now and then whether all searches have ended. A position goes to the
//! device as its cubies, and comes back as its solution.

mod queue;

use super::Gpu;
use super::descent::tables;
use super::device::Device;
use super::gathered::Gathered;
use crate::cube::{Cube, Move, merge};
use crate::engine::layout::descent::NO_SOLUTION;
use crate::engine::phase2::ball::Ball;
use crate::engine::phase2::{PHASE1, PHASE2};
use crate::engine::two_phase::direction::from_direction;
use crate::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{Batched, EngineError, Load, Loaded};
use crate::progress::Control;
use crate::table::{Complete, TableId};
use queue::{Queue, SolutionBytes, Tables};

/// Positions of a batch: enough for long searches to fill the device, and few enough that threads prepare some while others are
/// searched.
fn batch(device: &Device) -> usize {
    if device.is_software() { 1 << 10 } else { 1 << 17 }
}

impl Load<TwoPhase> for Gpu {
    fn load(&self, tables: &TwoPhaseTables) -> Result<Loaded<TwoPhase>, EngineError> {
        if tables.phase2.table() != Complete::Phase2 {
            return Err(EngineError::Unsupported("a search of phase 2"));
        }
        let device = &self.device;
        let ball = Ball::get();
        let queue = device.within_memory(|| {
            let on_device = Tables {
                ball_size: ball.entries().len() as u32,
                moves: device.filled("tables", &self::tables(ball)),
                phase1: self.entries(&tables.phase1)?,
                phase2: self.entries(&tables.phase2)?,
            };
            Queue::new(device, on_device)
        })?;
        let searcher = Searcher(Gathered::new(&device.meter, queue)?);
        // A card without the memory for the queue fails now.
        searcher.answers(&[Cube::SOLVED], &TwoPhaseLimits::default(), &Control::default())?;
        Ok(Box::new(searcher))
    }
}

/// The search over two complete tables.
struct Searcher(Gathered<Queue>);

impl Batched<TwoPhase> for Searcher {
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
        let found = |solution: SolutionBytes| Ok(vec![moves_of(&solution)?]);
        let answer = |number, solution| hand_on(number, found(solution));
        self.0.run(cubes, |cube| cube.into(), limits, &control.stop, answer)
    }

    fn best_batch(&self, limits: &TwoPhaseLimits, threads: usize) -> usize {
        self.0.best_piece(limits, threads)
    }
}

/// The moves of a solution as a kernel leaves it.
fn moves_of(bytes: &SolutionBytes) -> Result<Vec<Move>, TableId> {
    let [direction, length, moves @ ..] = bytes;
    match (*direction, *length) {
        (NO_SOLUTION, 1) => return Err(PHASE1),
        (NO_SOLUTION, _) => return Err(PHASE2),
        _ => {}
    }
    let moves = moves[..usize::from(*length)].iter().map(|&mv| Move::from_index(mv.into()));
    Ok(merge(from_direction(usize::from(*direction), moves.collect())))
}
