//! The two-phase search on a GPU: a queue of nodes of many positions.
//!
//! Nodes wait in levels, by how many moves are left. A step rates the ends that were found, takes
//! from one level as many nodes as the next one surely has room for, and replaces them by what
//! lies beside them. When none are left, all positions begin their next units. The device decides
//! what a step does; the host only asks now and then whether all searches have ended.

mod queue;

use std::sync::{Mutex, PoisonError};

use super::GpuError;
use super::descend::{Entries, start, tables};
use super::device::Device;
use crate::cube::{Cube, Move};
use crate::engine::direction::{DIRECTIONS, images};
use crate::engine::near::Near;
use crate::engine::shared::descend::{MOVE_BITS, MOVES_A_WORD, Start};
use crate::engine::shared::two_phase::{
    DEPTH_BIT, DIRECTION_BIT, DISTANCE_BIT, INDEX_BITS, NO_START, Node, TOTALS,
};
use crate::engine::{End, FindEnds, Limits};
use crate::table::{Phase, Phase1Ways, Phase2Distances};
use queue::{Queue, Tables};

/// Positions that are best given to a device at a time: so many that those whose searches are
/// long fill it, few enough that threads prepare some while others are searched.
pub(super) fn batch(device: &Device) -> usize {
    if device.is_software() { 1 << 10 } else { 1 << 16 }
}

/// The search over two complete tables.
pub(super) struct EndFinder<'a> {
    device: &'a Device,
    /// A batch fills the device; others wait.
    queue: Mutex<Queue<'a>>,
}

impl<'a> EndFinder<'a> {
    /// Brings the tables to the device.
    pub fn new(
        device: &'a Device,
        ways: Phase1Ways,
        distances: Phase2Distances,
        limits: Limits,
    ) -> Result<EndFinder<'a>, GpuError> {
        let near = Near::new();
        let tables = Tables {
            near: near.places().len() as u32,
            moves: device.filled("tables", &tables(&near)),
            ways: Entries::new(device, Phase::One, ways.entries())?,
            distances: Entries::new(device, Phase::Two, distances.entries())?,
        };
        let queue = Queue::new(device, tables, limits);
        let finder = EndFinder { device, queue: Mutex::new(queue) };
        // A card without the memory for the queue tells so now.
        finder.ends(&[Cube::SOLVED])?;
        Ok(finder)
    }

    fn ends_of_batch(&self, cubes: &[Cube]) -> Result<Vec<Vec<End>>, GpuError> {
        let starts: Vec<Start> = cubes.iter().flat_map(starts).collect();
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = queue.search(&starts)?;
        drop(queue);
        Ok(kept.iter().map(|node| end_of(node).into_iter().collect()).collect())
    }
}

impl FindEnds for EndFinder<'_> {
    fn ends(&self, cubes: &[Cube]) -> Result<Vec<Vec<End>>, GpuError> {
        let mut ends = Vec::with_capacity(cubes.len());
        for cubes in cubes.chunks(batch(self.device)) {
            ends.extend(self.ends_of_batch(cubes)?);
        }
        Ok(ends)
    }
}

/// A position in all directions, but for those that look the same as one before.
pub(super) fn starts(cube: &Cube) -> [Start; DIRECTIONS] {
    images(cube).map(|image| image.map_or([0, NO_START, 0, 0], |image| start(&image)))
}

/// The best end as a kernel has kept it; all zero if there is none.
fn end_of(&[rating, bits, ref path @ ..]: &Node) -> Option<End> {
    let field = |first: usize, end: usize| (bits as usize >> first) % (1 << (end - first));
    let depth = field(DEPTH_BIT, DISTANCE_BIT);
    let bits_of = |i: usize| path[i / MOVES_A_WORD] as usize >> (MOVE_BITS * (i % MOVES_A_WORD));
    let total = TOTALS - 1 - (rating as usize >> INDEX_BITS) % TOTALS;
    (rating != 0).then(|| End {
        direction: field(DIRECTION_BIT, DEPTH_BIT),
        moves: (0..depth).map(|i| Move::from_index(bits_of(i) % (1 << MOVE_BITS))).collect(),
        distance: (total - depth) as u8,
    })
}
