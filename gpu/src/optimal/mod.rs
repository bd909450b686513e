//! The exhaustive search on a GPU, over a proof filter in its memory.
//!
//! Nodes of many positions wait in levels, by the number of moves left. In a step the device goes on from some nodes of one
//! level. It asks the filter about the inverses of their children, and then about the children that pass. A child that passes
//! again is a node of the next level. The device plans its own steps, and keeps levels short, whatever the number of positions.
//! It returns only solutions and the amount of work.

mod beginnings;
mod blocks;
mod queue;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use super::Gpu;
use super::confined::Confined;
use super::device::Device;
use beginnings::Beginnings;
use blocks::Blocks;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::exhaustive::{Exhausted, Exhaustive, ExhaustiveLimits, PassTurns};
use cubebatch_search::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_shaders::optimal::{MOST_CUBES, PROOF_MOVES, ProofNode, ProofSolution, ProofState};
use cubebatch_shaders::words::Moves;
use cubebatch_tables::progress::{Control, Stop};
use cubebatch_tables::table::{FilterTable, FilterView};
use queue::{ProofQueue, Room};
#[cfg(test)]
pub(super) use tables::{node, tables};

impl Load<Exhaustive> for Gpu {
    fn load(&self, filter: &Arc<FilterTable>) -> Result<Loaded<Exhaustive>, EngineError> {
        let (device, filter) = (&self.device, filter.view());
        let searcher = device.within_memory(|| {
            let blocks = Blocks::new(device, &filter)?;
            Ok(Searcher::new(device, &filter, &blocks, Room::of(device)?))
        })?;
        // A card without the memory for the queue fails now.
        let limits = ExhaustiveLimits { length: 1, ..ExhaustiveLimits::default() };
        searcher.answers(&[Cube::SOLVED], &limits, &Control::default())?;
        Ok(Box::new(searcher))
    }
}

/// The search over a filter, of one batch at a time.
struct Searcher {
    queue: Confined<Mutex<ProofQueue>>,
    /// The greatest number of moves of which the filter knows.
    reach: u8,
    batch: usize,
}

impl Searcher {
    fn new(device: &Arc<Device>, filter: &FilterView, blocks: &Blocks, room: Room) -> Searcher {
        let (tables, reach) = (device.filled("tables", &tables::tables(filter)), filter.size.depth());
        let queue = Confined::new(Mutex::new(ProofQueue::new(device, &tables, blocks, reach, room)));
        Searcher { queue, reach, batch: device.sizes.proofs }
    }

    /// The answers of at most [`MOST_CUBES`] positions.
    fn exhaust(
        &self,
        cubes: &[Cube],
        limits: &ExhaustiveLimits,
        stop: &Stop,
    ) -> Result<Vec<Exhausted>, EngineError> {
        if limits.length == 0 {
            let solutions = |cube: &Cube| if cube.is_solved() { vec![Vec::new()] } else { Vec::new() };
            return Ok(cubes.iter().map(|cube| Exhausted { solutions: solutions(cube), nodes: 0 }).collect());
        }
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let mut answers = vec![Exhausted::default(); cubes.len()];
        let mut open: Vec<usize> = (0..cubes.len()).collect();
        let beginnings = Beginnings::of(limits.length, self.reach);
        for &turns in PassTurns::passes(limits.length, self.reach) {
            if turns != PassTurns::Half {
                open.iter().for_each(|&number| answers[number].nodes += beginnings.nodes_above);
            }
            for some in beginnings.some_at_a_time(limits.wants_all) {
                let roots: Vec<Root> = some
                    .flat_map(|beginning| open.iter().map(move |&cube| Root { cube, beginning }))
                    .collect();
                for roots in roots.chunks(queue.most()) {
                    let node = |root: &Root| root.node(&cubes[root.cube], &beginnings, limits.length);
                    let nodes: Vec<_> = roots.iter().map(node).collect();
                    let found = |solution: ProofSolution| {
                        let state = ProofState::unpack(solution.state);
                        let path = (0..state.depth as usize).map(|i| Moves::get(&solution.path, i));
                        let path = path.map(|mv| Move::from_index(mv as usize));
                        let first = beginnings.moves[state.beginning as usize].iter().copied();
                        answers[state.cube as usize].solutions.push(first.chain(path).collect());
                    };
                    let nodes = queue.empty(&nodes, turns, stop, &*limits.told, found)?;
                    answers.iter_mut().zip(nodes).for_each(|(answer, more)| answer.nodes += more);
                }
                if !limits.wants_all {
                    open.retain(|&number| answers[number].solutions.is_empty());
                }
            }
        }
        for answer in &mut answers {
            answer.solutions.sort_unstable();
            if !limits.wants_all && !answer.solutions.is_empty() {
                answer.solutions.truncate(1);
                answer.nodes = 0;
            }
        }
        Ok(answers)
    }
}

impl Batched<Exhaustive> for Searcher {
    fn run(
        &self,
        cubes: &[Cube],
        limits: &ExhaustiveLimits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Exhausted),
    ) -> Result<(), EngineError> {
        for (number, some) in cubes.chunks(MOST_CUBES).enumerate() {
            let answers = self.exhaust(some, limits, &control.stop)?;
            (MOST_CUBES * number..).zip(answers).for_each(|(number, answer)| hand_on(number, answer));
        }
        Ok(())
    }

    fn best_batch(&self, _: &ExhaustiveLimits, _: usize) -> usize {
        self.batch
    }
}

/// The beginning of a search on the device: the number of the position, and the number of the beginning.
struct Root {
    cube: usize,
    beginning: usize,
}

impl Root {
    /// The node, and how many moves it has left.
    fn node(&self, cube: &Cube, beginnings: &Beginnings, length: u8) -> (u8, ProofNode) {
        let first = &beginnings.moves[self.beginning];
        let last = first.last().map_or(PROOF_MOVES, |last| last.index());
        let (cube, beginning, there) = (self.cube as u32, self.beginning as u32, cube.apply(first));
        let state = ProofState { cube, beginning, last: last as u32, depth: 0 };
        (length - first.len() as u8, tables::node(&there, state))
    }
}
