//! Twins of the kernels in `shaders/optimal/`.

mod answer;
mod ask;
mod plan;

pub use answer::answer;
pub use ask::ask;
pub use plan::plan;

use cubebatch_cube::cube::Cube;
use cubebatch_shaders::optimal::{FILTER_SLICES, ProofHead, ProofNode, TurnedCubies};
use cubebatch_shaders::words::Nibbles;
use cubebatch_tables::coord::cosets::CornerCosets;
use cubebatch_tables::coord::cubies::{CORNER_ORDER, Cubies, EDGE_ORDER};
use cubebatch_tables::coord::processor::Plain;
use cubebatch_tables::table::FilterView;
use cubebatch_tables::table::filter::near::NEAR;

/// The place of a node of a level; its number counts from the first node of the level.
pub fn place(head: &ProofHead, left: usize, number: u32, places: u32) -> usize {
    (left - 1) * places as usize + ((head.firsts[left - 1] + number) % places) as usize
}

/// A number of 64 bits, the low word first, with more.
fn plus([low, high]: [u32; 2], more: u32) -> [u32; 2] {
    let sum = (u64::from(low) | u64::from(high) << 32) + u64::from(more);
    [sum as u32, (sum >> 32) as u32]
}

/// The position of a node.
pub fn cube(node: &ProofNode) -> Cube {
    let TurnedCubies { once, twice, flipped } = TurnedCubies::unpack(node.turned);
    let mut cube = Cube::SOLVED;
    for (at, to) in EDGE_ORDER.into_iter().enumerate() {
        cube.pieces_mut().edge_perm[to] = EDGE_ORDER[Nibbles::get(&node.edges, at) as usize] as u8;
        cube.pieces_mut().edge_ori[to] = (flipped >> at & 1) as u8;
    }
    for (at, to) in CORNER_ORDER.into_iter().enumerate() {
        cube.pieces_mut().corner_perm[to] = CORNER_ORDER[Nibbles::get(&[node.corners], at) as usize] as u8;
        cube.pieces_mut().corner_ori[to] = ((once >> at & 1) + 2 * (twice >> at & 1)) as u8;
    }
    cube
}

/// The buffers that a dispatch reads.
pub struct Looked<'a> {
    pub filter: FilterView<'a>,
    /// The first block, and how many are in a buffer.
    pub first_block: u32,
    pub slice_blocks: u32,
    /// How many blocks were looked at.
    pub count: u32,
}

impl Looked<'_> {
    /// Whether a position can be this number of moves from solved; `None` if this dispatch does not have the block that
    /// decides.
    fn passes(&mut self, cube: &Cube, moves: u8) -> Option<bool> {
        let place = self.filter.place(CornerCosets::get().key(Plain, &Cubies::from(cube)));
        let its_blocks = self.first_block..self.first_block + FILTER_SLICES as u32 * self.slice_blocks;
        let is_seen = if moves <= NEAR { self.first_block == 0 } else { its_blocks.contains(&place.block) };
        self.count += u32::from(is_seen);
        is_seen.then(|| self.filter.passes(place, moves))
    }
}
