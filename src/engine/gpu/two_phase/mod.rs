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
use crate::engine::direction::{CLOSING_FACES, DIRECTIONS, images, opened};
use crate::engine::near::Near;
use crate::engine::shared::descend::{MOVE_BITS, MOVES_A_WORD, Start};
use crate::engine::shared::two_phase::{
    CLOSING_GROUPS, DEPTH_BIT, DISTANCE_BIT, INDEX_BITS, NO_START, Node, START_BIT, STARTS, TOTALS,
};
use crate::engine::{End, FindEnds, Limits};
use crate::table::{Phase, Phase1Table, Phase2Table};
use queue::{Queue, Tables};

/// Positions that are best given to a device at a time: so many that those whose searches are
/// long fill it, few enough that threads prepare some while others are searched.
pub(super) fn batch(device: &Device) -> usize {
    if device.is_software() { 1 << 10 } else { 1 << 16 }
}

/// The search over two complete tables.
pub(super) struct EndFinder<'a> {
    device: &'a Device,
    may_close: bool,
    /// A batch fills the device; others wait.
    queue: Mutex<Queue<'a>>,
}

impl<'a> EndFinder<'a> {
    /// Brings the tables to the device.
    pub fn new(
        device: &'a Device,
        ways: Phase1Table,
        distances: Phase2Table,
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
        let finder = EndFinder { device, may_close: limits.may_close(), queue: Mutex::new(queue) };
        // A card without the memory for the queue tells so now.
        finder.ends(&[Cube::SOLVED])?;
        Ok(finder)
    }

    fn ends_of_batch(&self, cubes: &[Cube]) -> Result<Vec<Vec<End>>, GpuError> {
        let starts: Vec<Start> = cubes.iter().flat_map(|cube| starts(cube, self.may_close)).collect();
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

/// A position in all directions, but for those that look the same as one before, and before each
/// closing turn, if there can be one.
pub(super) fn starts(cube: &Cube, may_close: bool) -> [Start; STARTS] {
    let images = images(cube);
    std::array::from_fn(|number| {
        let (direction, closing) = direction_and_closing(number);
        let image = images[direction].filter(|_| may_close || closing.is_none());
        image.map_or([0, NO_START, 0, 0], |image| start(&opened(&image, closing)))
    })
}

/// What the number of a start stands for.
pub(super) fn direction_and_closing(start: usize) -> (usize, Option<Move>) {
    if let Some(direction) = start.checked_sub(2 * CLOSING_GROUPS) {
        return (direction, None);
    }
    let (group, sense) = (start / 2, start % 2);
    (group % DIRECTIONS, Move::new(CLOSING_FACES[group / DIRECTIONS], 1 + 2 * sense))
}

/// The best end as a kernel has kept it; all zero if there is none.
fn end_of(&[rating, bits, ref path @ ..]: &Node) -> Option<End> {
    let field = |first: usize, end: usize| (bits as usize >> first) % (1 << (end - first));
    let depth = field(DEPTH_BIT, DISTANCE_BIT);
    let bits_of = |i: usize| path[i / MOVES_A_WORD] as usize >> (MOVE_BITS * (i % MOVES_A_WORD));
    let total = TOTALS - 1 - (rating as usize >> INDEX_BITS) % TOTALS;
    let (direction, closing) = direction_and_closing(field(START_BIT, DEPTH_BIT));
    (rating != 0).then(|| End {
        direction,
        moves: (0..depth).map(|i| Move::from_index(bits_of(i) % (1 << MOVE_BITS))).collect(),
        distance: (total - depth - usize::from(closing.is_some())) as u8,
        closing,
    })
}
