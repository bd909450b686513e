//! Twins of the GPU's kernels: each leaves in its buffers what one dispatch leaves in them.
//!
//! A twin takes the parameters and the buffers of its kernel, but goes from each position to
//! where a move leads, while an invocation of a kernel asks what leads to it. Moves and path
//! numbers are those of the crate, so the tables and the arithmetic of the kernels are tested
//! as well; the twin of `product_mark` goes the way of its kernel, but by the tables themselves.
//! The twins of the searches number candidates with [`Sequences`] and look them up in
//! the table's [`SortedView`], so the buffers that the host makes of these are tested too. Those of the
//! descents and of the two-phase search go with whole positions beside their places. Only tests use twins;
//! `gpu/twin_tests.rs` compares them with the kernels.

mod descend_phase1;
mod descend_phase2;
mod distances_phase2;
mod ends_begin;
mod ends_expand;
mod ends_keep;
mod ends_next;
mod ends_plan;
mod ends_rate;
mod level_phase1;
mod level_phase2;
mod p0_collect;
mod p0_mark;
mod p1_classes;
mod p1_collect;
mod p1_expand;
mod product_mark;
mod search_phase1;
mod search_phase2;
mod ways_phase1;

pub use descend_phase1::descend_phase1;
pub use descend_phase2::descend_phase2;
pub use distances_phase2::distances_phase2;
pub use ends_begin::ends_begin;
pub use ends_expand::ends_expand;
pub use ends_keep::ends_keep;
pub use ends_next::ends_next;
pub use ends_plan::ends_plan;
pub use ends_rate::ends_rate;
pub use level_phase1::level_phase1;
pub use level_phase2::level_phase2;
pub use p0_collect::p0_collect;
pub use p0_mark::p0_mark;
pub use p1_classes::p1_classes;
pub use p1_collect::p1_collect;
pub use p1_expand::p1_expand;
pub use product_mark::product_mark;
pub use search_phase1::search_phase1;
pub use search_phase2::search_phase2;
pub use ways_phase1::ways_phase1;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::Phase2Moves;
use crate::coord::sym_phase1::SymPhase1;
use crate::coord::sym_phase2::SymPhase2;
use crate::coord::{Coordinate, Phase2, PhaseMoves, slice_perm::SlicePerm};
use crate::cube::Move;
use crate::cube::canonical::Sequences;
use crate::layout::descent::{MOVE_BITS, MOVES_A_WORD};
use crate::layout::two_phase::{DEPTH_BIT, DISTANCE_BIT, Node, PATH_WORD, PRE_MOVE_STARTS, SYMMETRY_BIT};
use crate::layout::{SearchParams, TURN_BITS, TURNS};
use crate::table::{NEAR, Phase1Entry, SortedView};

/// A slot of p1: a place plus one, or 0 when it is free, and the complement of a path number.
pub type Slot = [u32; 2];

/// The slots of one block; `starts` counts from the first slot of all.
fn slots_of(block: u32, starts: &[u32], first_slot: u32) -> Range<usize> {
    let at = |block: u32| (starts[block as usize] - first_slot) as usize;
    at(block)..at(block + 1)
}

/// The blocks of pairs, and the blocks to which their turns lead.
fn blocks_of(pairs: &[u32]) -> [BTreeSet<u32>; 2] {
    let block = |&pair: &u32| pair >> TURN_BITS;
    let source = |pair: &u32| {
        let turn = (pair % (1 << TURN_BITS)) as usize;
        if turn == TURNS {
            block(pair)
        } else {
            Phase2Moves::get().ud_edges.turn(block(pair) as u16, turn).into()
        }
    };
    [pairs.iter().map(block).collect(), pairs.iter().map(source).collect()]
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

/// Number of the start, number of the candidate, place in the table.
pub type FoundHit = [u32; 3];

/// The hits of a search, in the order of starts and candidates. Each start has an invocation
/// for so many prefixes, but only candidates with those before the end are tested.
fn hits<P: PhaseMoves>(
    params: &SearchParams,
    moves: &P,
    sequences: &Sequences,
    starts: &[P::State],
    table: SortedView,
) -> Vec<FoundHit> {
    let prefixes = params.first_prefix..params.end_prefix.min(params.first_prefix + params.per_start);
    let numbers = numbers_with(prefixes, sequences, params.length as usize);
    let candidates = (0..params.starts).flat_map(|start| numbers.clone().map(move |number| (start, number)));
    let hit = |(start, number)| {
        let code = code_after(moves, sequences, starts[start as usize], params.length, number);
        let is_bound = (params.first_bucket..params.end_bucket).contains(&(code >> table.shift()));
        let place = table.find(code).filter(|_| is_bound)?;
        Some([start, number, place as u32])
    };
    candidates.filter_map(hit).collect()
}

/// The numbers of the candidates of this length whose first moves, all but the last, are the
/// prefixes with these numbers: prefixes are numbered as they occur.
fn numbers_with(prefixes: Range<u32>, sequences: &Sequences, length: usize) -> Range<u32> {
    let prefix_of = |number: u64| {
        let mut candidate = sequences.unrank(length, number);
        candidate.pop();
        candidate
    };
    let count = sequences.count(length);
    let begins_one = |&number: &u64| number == 0 || prefix_of(number) != prefix_of(number - 1);
    let mut firsts: Vec<u32> = (0..count).filter(begins_one).map(|number| number as u32).collect();
    firsts.push(count as u32);
    let first = |prefix: u32| firsts[firsts.len().min(prefix as usize + 1) - 1];
    first(prefixes.start)..first(prefixes.end)
}

/// The code to which the candidate of this length and number leads.
pub fn code_after<P: PhaseMoves>(
    moves: &P,
    sequences: &Sequences,
    start: P::State,
    length: u32,
    number: u32,
) -> u32 {
    let place = |mv| sequences.moves().iter().position(|&other| other == mv).expect("one of the moves");
    let candidate = sequences.unrank(length as usize, number.into());
    moves.code(candidate.into_iter().fold(start, |at, mv| moves.turn(at, place(mv))))
}

/// The words of a complete table's entries in buffers of 2^shift, of which the last one stands
/// for all that there should be after it. So a small piece does for a whole table.
pub struct Words<'a> {
    pub words: &'a [u32],
    pub buffers: usize,
    pub shift: u32,
}

impl Words<'_> {
    fn at(&self, i: usize) -> u32 {
        let (buffer, place) = (i >> self.shift, i & ((1 << self.shift) - 1));
        self.words[(buffer.min(self.buffers - 1) << self.shift) + place]
    }

    /// How far the entry of a place says that it is from solved.
    fn distance(&self, place: SymPhase2) -> u8 {
        let index = place.index();
        NEAR + (self.at(index / 8) >> (index % 8 * 4) & 15) as u8
    }
}

/// The entry of a place of phase 1.
fn entry(words: &Words, place: SymPhase1) -> Phase1Entry {
    let first = place.index() * Phase1Entry::BITS;
    let bit = |i: usize| words.at((first + i) / 32) >> ((first + i) % 32) & 1;
    let residue = bit(PHASE1_MOVES.len()) + 2 * bit(PHASE1_MOVES.len() + 1);
    Phase1Entry::new(residue as u8, (0..PHASE1_MOVES.len()).fold(0, |nearer, i| nearer | bit(i) << i))
}

/// How many pre-moves the solutions from a start have.
fn pre_moves(start: usize) -> usize {
    (start < PRE_MOVE_STARTS).into()
}

/// Bits of the second word of a node.
fn field(node: &Node, first: usize, end: usize) -> usize {
    (u64::from(node[1]) % (1 << end)) as usize >> first
}

/// The moves that led to a node.
fn path(node: &Node) -> Vec<Move> {
    let bits = |i: usize| node[PATH_WORD + i / MOVES_A_WORD] >> (MOVE_BITS * (i % MOVES_A_WORD));
    let depth = field(node, DEPTH_BIT, DISTANCE_BIT);
    (0..depth).map(|i| Move::from_index((bits(i) % (1 << MOVE_BITS)) as usize)).collect()
}

/// Where a node is.
fn place_of(node: &Node) -> SymPhase1 {
    let row = node[0] % (1 << SYMMETRY_BIT);
    SymPhase1 { class: row as u16, twist: (row >> 16) as u16, symmetry: (node[0] >> SYMMETRY_BIT) as u8 }
}
