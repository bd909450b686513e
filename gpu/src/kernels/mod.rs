//! Twins of the GPU's kernels: each leaves in its buffers what one dispatch leaves in them.
//!
//! A twin takes the parameters and the buffers of its kernel. It goes from each position to the ends of its moves, while an
//! invocation of a kernel asks which moves lead to it. Moves and path numbers are those of the crate, so the tables and the
//! arithmetic of the kernels are tested as well. Kernels of which integration tests find each fault have no twins:
//! `shaders/src/tests/files.rs` lists their folders.
//!
//! The twins that test candidates number these with [`Sequences`](cubebatch_cube::cube::canonical::Sequences) and look them up in the
//! table's [`SortedView`](cubebatch_tables::table::SortedView). So the buffers that the host makes of these are tested, too. The twins of
//! the other kernels of the modified method, of the descents and of the two-phase search turn whole cubes beside the indices
//! that they look up. Only tests use twins; `gpu/twin_tests.rs` compares them with the kernels.

pub mod candidates;
pub mod complete;
pub mod coset;
pub mod descent;
pub mod modified;
pub mod optimal;
pub mod sorted_phase2;

use std::collections::BTreeSet;
use std::ops::Range;

use cubebatch_shaders::complete::Cell;
use cubebatch_shaders::sorted_phase2::{BlockAndTurn, NO_TURN, Slot, position};
use cubebatch_shaders::words::Nibbles;
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::phase2::Phase2Moves;
use cubebatch_tables::coord::sym_phase1::SymPhase1;
use cubebatch_tables::coord::sym_phase2::{HALF_SLICE_PERMS, SymPhase2};
use cubebatch_tables::table::{NEAR, Phase1Entry};

/// The slots of one block; `starts` counts from the first slot of all.
fn slots_of(block: u32, starts: &[u32], first_slot: u32) -> Range<usize> {
    let at = |block: u32| (starts[block as usize] - first_slot) as usize;
    at(block)..at(block + 1)
}

/// The blocks of pairs, and the blocks to which their turns lead.
fn blocks_of(pairs: &[u32]) -> [BTreeSet<u32>; 2] {
    let source = |pair: BlockAndTurn| match pair.turn as usize {
        NO_TURN => pair.block,
        turn => Phase2Moves::get().ud_edges.turn(pair.block as u16, turn).into(),
    };
    let pairs = || pairs.iter().map(|&pair| BlockAndTurn::unpack(pair));
    [pairs().map(|pair| pair.block).collect(), pairs().map(source).collect()]
}

/// All positions in the slots of some blocks, and their paths.
fn positions(
    blocks: &BTreeSet<u32>,
    starts: &[u32],
    slots: &[Slot],
    first_slot: u32,
) -> impl Iterator<Item = (Phase2, u32)> {
    blocks.iter().flat_map(move |&block| {
        let slots = &slots[slots_of(block, starts, first_slot)];
        slots.iter().filter_map(move |&slot| position(block, slot))
    })
}

/// The words of a complete table's entries in buffers of 2^shift, of which the last one stands
/// for all that there should be after it. So a small piece does for a whole table.
pub struct BufferedWords<'a> {
    pub words: &'a [u32],
    pub buffers: usize,
    pub shift: u32,
}

impl BufferedWords<'_> {
    fn at(&self, i: usize) -> u32 {
        let (buffer, word) = (i >> self.shift, i & ((1 << self.shift) - 1));
        self.words[(buffer.min(self.buffers - 1) << self.shift) + word]
    }

    /// How far the entry of a position says that it is from solved.
    fn distance(&self, at: SymPhase2) -> u8 {
        let word = self.at(at.index() / Nibbles::A_WORD);
        NEAR + Nibbles::in_word(word, at.index() % Nibbles::A_WORD) as u8
    }
}

/// The entry of a position of phase 1.
fn entry(words: &BufferedWords, at: SymPhase1) -> Phase1Entry {
    const NEARER: usize = Phase1Entry::NEARER_BITS as usize;
    let first = at.index() * Phase1Entry::BITS;
    let bit = |i: usize| words.at((first + i) / 32) >> ((first + i) % 32) & 1;
    let residue = bit(NEARER) + 2 * bit(NEARER + 1);
    Phase1Entry::new(residue as u8, (0..NEARER).fold(0, |nearer, i| nearer | bit(i) << i))
}

/// The distance that an entry means: this one or one beside it, by the residue.
fn distance_beside(distance: u32, entry: Phase1Entry) -> u32 {
    let residue = u32::from(entry.residue()) % 3;
    let beside = [distance, distance + 1].into_iter().find(|beside| beside % 3 == residue);
    beside.unwrap_or(distance.saturating_sub(1))
}

/// The state of the position with this index.
fn state_in_cells(cells: &[u32], index: usize) -> u32 {
    let Cell { low, high } = Cell::unpack(cells[index / HALF_SLICE_PERMS]);
    let bit = |bits: u32| bits >> (index % HALF_SLICE_PERMS) & 1;
    bit(low) | bit(high) << 1
}

/// Gives the position with this index, which had none, a state.
fn put_into_cells(cells: &mut [u32], index: usize, state: u32) {
    let bit = |of_state: u32| of_state << (index % HALF_SLICE_PERMS);
    cells[index / HALF_SLICE_PERMS] |= Cell { low: bit(state & 1), high: bit(state >> 1) }.pack();
}
