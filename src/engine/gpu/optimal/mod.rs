//! Exhausts subtrees on a GPU, over a proof filter in its memory.
//!
//! Nodes of many positions wait in levels, by how many moves are left. In a step the device goes on from some nodes of one
//! level: it asks the filter about the inverses of their children, and about those children themselves that pass; what passes
//! again is a node of the next level. The device plans its own steps, and keeps levels short, whatever the number of
//! positions. Nothing comes back but solutions, and how much was done.

mod blocks;
mod queue;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Gpu;
use super::device::Device;
use crate::cube::{Cube, Move};
use crate::engine::EngineError;
use crate::engine::exhaust::{Counts, Exhaust, Exhausted, Subtree};
use crate::engine::layout::optimal::{PROOF_LEVELS, PROOF_MOVES, ProofNode, ProofSolution, ProofState};
use crate::engine::layout::words::Moves;
use crate::progress::Stop;
use crate::table::{FilterTable, FilterView};
use blocks::Blocks;
use queue::{Queue, Room};
#[cfg(test)]
pub(super) use tables::{node, tables};

impl Gpu {
    /// Brings a proof filter to the device, to exhaust subtrees over it.
    ///
    /// # Errors
    /// When the filter does not fit on the device, or it failed.
    pub fn exhaust_with(&self, filter: &FilterTable) -> Result<Box<dyn Exhaust>, EngineError> {
        let (device, filter) = (&self.device, filter.view());
        let exhauster = Exhauster::new(device, &filter, &Blocks::new(device, &filter)?, Room::of(device));
        // A card without the memory for the queue tells so now.
        exhauster.exhaust(&[Subtree { cube: Cube::SOLVED, first: Vec::new() }], 1, &Stop::default())?;
        Ok(Box::new(exhauster))
    }
}

/// The search over a filter.
struct Exhauster(Mutex<Queue>);

impl Exhauster {
    fn new(device: &Arc<Device>, filter: &FilterView, blocks: &Blocks, room: Room) -> Exhauster {
        let tables = device.filled("tables", &tables::tables(filter));
        Exhauster(Mutex::new(Queue::new(device, &tables, blocks, filter.size.depth(), room)))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Exhaust for Exhauster {
    fn exhaust(&self, subtrees: &[Subtree], length: u8, stop: &Stop) -> Result<Exhausted, EngineError> {
        let mut exhausted = Exhausted { solutions: vec![Vec::new(); subtrees.len()], ..Default::default() };
        let mut roots = Vec::new();
        for (number, subtree) in subtrees.iter().enumerate() {
            if let Some(left) = usize::from(length).checked_sub(subtree.first.len()) {
                let root =
                    Root { number, cube: subtree.cube.apply(&subtree.first), first: subtree.first.clone() };
                root.descend(left, &mut roots, &mut exhausted);
            }
        }
        let queue = self.queue();
        for roots in roots.chunks(queue.most()) {
            let nodes: Vec<_> = (0..).zip(roots).map(|(i, root)| root.node(i, length)).collect();
            let found = |solution: ProofSolution| {
                let state = ProofState::unpack(solution.state);
                let root = &roots[state.subtree as usize];
                let path = (0..state.depth as usize).map(|i| Moves::get(&solution.path, i));
                let path = path.map(|mv| Move::from_index(mv as usize));
                exhausted.solutions[root.number].push(root.first.iter().copied().chain(path).collect());
            };
            let Counts { nodes, look_ups } = queue.empty(&nodes, stop, found)?;
            exhausted.counts.nodes += nodes;
            exhausted.counts.look_ups += look_ups;
        }
        exhausted.solutions.iter_mut().for_each(|solutions| solutions.sort_unstable());
        Ok(exhausted)
    }

    fn at_a_time(&self) -> usize {
        self.queue().most()
    }
}

/// Where a search on the device begins.
struct Root {
    /// The number of its subtree among those that were asked for.
    number: usize,
    cube: Cube,
    first: Vec<Move>,
}

impl Root {
    /// Adds those from which the device goes on: this one, or what comes of it until few enough moves are left. With none left
    /// nothing is to be done by the device.
    fn descend(self, left: usize, roots: &mut Vec<Root>, exhausted: &mut Exhausted) {
        if left == 0 {
            // As the CPU counts.
            exhausted.counts.nodes += 1;
            exhausted.counts.look_ups += 1;
            exhausted.solutions[self.number].extend(self.cube.is_solved().then_some(self.first));
        } else if left <= PROOF_LEVELS {
            roots.push(self);
        } else {
            exhausted.counts.nodes += 1;
            let Root { number, cube, first } = self;
            for mv in Move::all().filter(|&mv| first.last().is_none_or(|last| last.may_precede(mv))) {
                let root = Root { number, cube: cube.turn(mv), first: [&first[..], &[mv]].concat() };
                root.descend(left - 1, roots, exhausted);
            }
        }
    }

    /// The node, and how many moves it has left.
    fn node(&self, number: u32, length: u8) -> (u8, ProofNode) {
        let last = self.first.last().map_or(PROOF_MOVES, |last| last.index());
        let state = ProofState { subtree: number, last: last as u32, depth: 0 };
        (length - self.first.len() as u8, tables::node(&self.cube, state))
    }
}
