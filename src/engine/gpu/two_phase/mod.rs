//! The two-phase search on a GPU: a queue of nodes of many positions.
//!
//! Nodes wait in levels, by how many moves are left. A step rates the ends that were found, takes
//! from one level as many nodes as the next one surely has room for, and expands them. When none are left, all positions begin their next passes. The device decides
//! what a step does; the host only asks now and then whether all searches have ended.

mod queue;

use std::sync::{Arc, Mutex, PoisonError};

use super::Gpu;
use super::descent::{start, tables};
use super::device::Device;
use crate::cube::{Cube, Move};
use crate::engine::layout::descent::Start;
use crate::engine::layout::two_phase::{MOST_MOVES, NO_START, Node, NodeState, Rating, STARTS};
use crate::engine::layout::words::Moves;
use crate::engine::phase2::ball::Ball;
use crate::engine::phase2::{PHASE1, ToSolved};
use crate::engine::two_phase::direction::{after_pre_move, direction_and_pre_move, images};
use crate::engine::two_phase::{End, TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{Batched, EngineError, Load, Loaded};
use crate::progress::Stop;
use crate::table::{Complete, CompleteTable, TableId};
use queue::{Queue, Tables};

/// Positions that are best given to a device at a time: so many that those whose searches are
/// long fill it, few enough that threads prepare some while others are searched.
pub(super) fn batch(device: &Device) -> usize {
    if device.is_software() { 1 << 10 } else { 1 << 16 }
}

impl Load<TwoPhase> for Gpu {
    fn load(&self, tables: &TwoPhaseTables) -> Result<Loaded<TwoPhase>, EngineError> {
        if tables.phase2.table() != Complete::Phase2 {
            return Err(EngineError::Unsupported("a search of phase 2"));
        }
        let device = &self.device;
        let ball = Ball::get();
        let on_device = Tables {
            ball_size: ball.entries().len() as u32,
            moves: device.filled("tables", &self::tables(ball)),
            phase1: self.entries(&tables.phase1)?,
            phase2: self.entries(&tables.phase2)?,
        };
        let queue = Mutex::new(Queue::new(device, on_device));
        let searcher = Searcher { device: device.clone(), queue, phase2: tables.phase2.clone() };
        // A card without the memory for the queue tells so now.
        searcher.answers(&[Cube::SOLVED], &TwoPhaseLimits::default(), &Stop::default())?;
        Ok(Box::new(searcher))
    }
}

/// The search over two complete tables.
struct Searcher {
    device: Arc<Device>,
    /// A batch fills the device; others wait.
    queue: Mutex<Queue>,
    phase2: Arc<CompleteTable>,
}

impl Searcher {
    fn ends_of_batch(
        &self,
        cubes: &[Cube],
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<Vec<Option<End>>, EngineError> {
        let starts: Vec<Start> =
            cubes.iter().flat_map(|cube| starts(cube, limits.tries_pre_moves())).collect();
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = queue.search(&starts, limits, stop)?;
        drop(queue);
        Ok(kept.iter().map(end_of).collect())
    }

    /// The solution through the end of each position that has one.
    fn solutions(&self, cubes: &[Cube], ends: &[Option<End>]) -> Vec<Result<Vec<Vec<Move>>, TableId>> {
        let found: Vec<(&Cube, &End)> =
            cubes.iter().zip(ends).filter_map(|(cube, end)| Some((cube, end.as_ref()?))).collect();
        let mut solutions = ToSolved::new(&self.phase2).solutions(&found).into_iter();
        let of_cube = |end: &Option<End>| {
            end.as_ref().ok_or(PHASE1)?;
            Ok(vec![solutions.next().expect("a solution for each end")?])
        };
        ends.iter().map(of_cube).collect()
    }
}

impl Batched<TwoPhase> for Searcher {
    fn run(
        &self,
        cubes: &[Cube],
        limits: &TwoPhaseLimits,
        stop: &Stop,
        hand_on: &mut dyn FnMut(usize, Result<Vec<Vec<Move>>, TableId>),
    ) -> Result<(), EngineError> {
        if limits.solutions > 1 {
            return Err(EngineError::Unsupported("a search for several solutions"));
        }
        let mut numbers = 0..;
        for cubes in cubes.chunks(batch(&self.device)) {
            let ends = self.ends_of_batch(cubes, limits, stop)?;
            let solutions = self.solutions(cubes, &ends);
            solutions.into_iter().zip(numbers.by_ref()).for_each(|(found, number)| hand_on(number, found));
        }
        Ok(())
    }

    fn best_batch(&self, _: &TwoPhaseLimits) -> usize {
        batch(&self.device)
    }
}

/// A position in all directions, but for those that look the same as one before, and after each
/// pre-move, if there can be one.
pub(super) fn starts(cube: &Cube, with_pre_moves: bool) -> [Start; STARTS] {
    let none = Start { corners: NO_START, ..bytemuck::Zeroable::zeroed() };
    let images = images(cube);
    std::array::from_fn(|number| {
        let (direction, pre_move) = direction_and_pre_move(number);
        let image = images[direction].filter(|_| with_pre_moves || pre_move.is_none());
        image.map_or(none, |image| start(&after_pre_move(&image, pre_move)))
    })
}

/// The best end as a kernel has kept it; its rating is 0 if there is none.
fn end_of(node: &Node) -> Option<End> {
    let NodeState { start, turned, depth, .. } = NodeState::unpack(node.state);
    let (direction, clockwise) = direction_and_pre_move(start as usize);
    let pre_move = clockwise.map(|mv| if turned == 1 { mv.inverse() } else { mv });
    let total = MOST_MOVES - Rating::unpack(node.word).spared;
    (node.word != 0).then(|| End {
        direction,
        moves: (0..depth as usize).map(|i| Move::from_index(Moves::get(&node.path, i) as usize)).collect(),
        distance: (total - depth) as u8 - u8::from(pre_move.is_some()),
        pre_move,
    })
}
