//! Twins of the GPU's kernels: each leaves in its buffers what one dispatch leaves in them.
//!
//! A twin takes the parameters and the buffers of its kernel, but goes from each position to
//! where a move leads, while an invocation of a kernel asks what leads to it. Moves and path
//! numbers are those of the crate, so the tables and the arithmetic of the kernels are tested
//! as well. Only tests use twins; `gpu/twin_tests.rs` compares them with the kernels.

mod p0_collect;
mod p0_mark;
mod p1_classes;
mod p1_collect;
mod p1_expand;

pub use p0_collect::p0_collect;
pub use p0_mark::p0_mark;
pub use p1_classes::p1_classes;
pub use p1_collect::p1_collect;
pub use p1_expand::p1_expand;

use std::ops::Range;

use crate::coord::{Coordinate, Phase2, slice_perm::SlicePerm};

/// A slot of p1: a place plus one, or 0 when it is free, and the complement of a path number.
pub type Slot = [u32; 2];

/// The slots of one block; `starts` counts from the first slot of all.
fn slots_of(block: u32, starts: &[u32], first_slot: u32) -> Range<usize> {
    let at = |block: u32| (starts[block as usize] - first_slot) as usize;
    at(block)..at(block + 1)
}

/// All positions in the slots of some blocks, and their paths.
fn positions(
    blocks: Range<u32>,
    starts: &[u32],
    slots: &[Slot],
    first_slot: u32,
) -> impl Iterator<Item = (Phase2, u32)> {
    blocks.flat_map(move |block| {
        let slots = &slots[slots_of(block, starts, first_slot)];
        slots.iter().filter_map(move |&slot| position(block, slot))
    })
}

fn position(block: u32, [place, path]: Slot) -> Option<(Phase2, u32)> {
    let place = place.checked_sub(1)?;
    let (corners, slice_perm) = (place / SlicePerm::SIZE as u32, place % SlicePerm::SIZE as u32);
    let at = Phase2 { ud_edges: block as u16, corners: corners as u16, slice_perm: slice_perm as u16 };
    Some((at, !path))
}

fn slot(at: Phase2, path: u32) -> Slot {
    let place = u32::from(at.corners) * SlicePerm::SIZE as u32 + u32::from(at.slice_perm);
    [place + 1, !path]
}
