//! Builds sorted tables of phase 1.
//!
//! A move takes all positions of one twist to positions of one other twist, so the codes of a twist are a *block*. It has a
//! byte for each flip and slice: 2²⁰ bytes when a row of 495 slices is padded to 512, which stays in a core's cache. Level by
//! level, each block enters the positions to which the last level's members in 18 other blocks lead. Reading them is
//! sequential, and all random access is to the block. Its bytes, scanned in order, give the codes sorted and unique.

use rayon::prelude::*;

use cubebatch_tables::coord::block::{BLOCK, FlipSlice, ROW};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::{Coordinate, MoveTable, twist::Twist};
use cubebatch_tables::progress::{Control, Step};
use cubebatch_tables::table::{SortedBuilder, SortedContents, SortedSpec, phase1_step};

use crate::engine::BuildError;

/// Bytes of a cache line.
const LINE: usize = 64;

/// The byte of a position that has not been reached; steps are smaller.
const UNREACHED: u8 = u8::MAX;

/// The members of one twist found so far, ascending by flip and slice.
#[derive(Clone, Default)]
struct TwistBlock {
    /// [`FlipSlice`].
    members: Vec<u32>,
    steps: Vec<u8>,
    /// The members of the last level alone.
    frontier: Vec<u32>,
}

/// Builds the table of this depth on all threads of the current `rayon` pool.
///
/// # Errors
/// When asked to stop, or when the table has not the known counts.
pub fn build(spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
    let expansion = Expansion::new();
    let mut blocks = vec![TwistBlock::default(); Twist::SIZE];
    blocks[0] = TwistBlock { members: vec![0], steps: vec![0], frontier: vec![0] };
    let step = Step::Building(spec.into());
    for depth in 1..spec.depth() {
        control.step(&step, spec.phase().reached()[usize::from(depth)], spec.entries())?;
        blocks = (0..Twist::SIZE)
            .into_par_iter()
            .map_init(unreached_block, |bytes, twist| expansion.expand(&blocks, twist, depth, bytes))
            .collect();
    }
    expand_into_contents(spec, &expansion, &blocks, control)
}

/// The last level goes straight into the table, a stripe of blocks at a time.
fn expand_into_contents(
    spec: SortedSpec,
    expansion: &Expansion,
    blocks: &[TwistBlock],
    control: &Control,
) -> Result<SortedContents, BuildError> {
    const STRIPE: usize = 32;
    let mut builder = SortedBuilder::new(spec);
    let step = Step::Building(spec.into());
    for first in (0..Twist::SIZE).step_by(STRIPE) {
        let twists = first..Twist::SIZE.min(first + STRIPE);
        control.step(&step, builder.entries(), spec.entries())?;
        let stripe: Vec<TwistBlock> = twists
            .into_par_iter()
            .map_init(unreached_block, |bytes, twist| {
                let mut block = expansion.expand(blocks, twist, spec.depth(), bytes);
                block.members.iter_mut().for_each(|member| *member = FlipSlice::unpack(*member).code(twist));
                block
            })
            .collect();
        for block in stripe {
            builder.append_phase1(&block.members, &block.steps);
        }
    }
    Ok(builder.finish()?)
}

fn unreached_block() -> Vec<u8> {
    vec![UNREACHED; BLOCK]
}

/// What the inverse of one move does to the flips and slices of a block.
struct FlipSliceTurn {
    /// [`FlipSlice`] with one of both.
    flip: Vec<u32>,
    slice: Vec<u32>,
}

impl FlipSliceTurn {
    fn new(tables: &Phase1Moves, m: usize) -> FlipSliceTurn {
        let flip = |flip: u16| FlipSlice { slice: 0, flip: flip.into() }.pack();
        let slice = |slice: u16| FlipSlice { slice: slice.into(), flip: 0 }.pack();
        let mut slices: Vec<u32> = tables.slice.column(m).into_iter().map(slice).collect();
        // Masked indices then need no check.
        slices.resize(ROW, 0);
        FlipSliceTurn { flip: tables.flip.column(m).into_iter().map(flip).collect(), slice: slices }
    }

    #[inline]
    fn turn(&self, member: u32) -> usize {
        let FlipSlice { slice, flip } = FlipSlice::unpack(member);
        (self.flip[flip as usize] | self.slice[slice as usize]) as usize
    }
}

/// One step of the breadth-first search.
struct Expansion {
    twist: &'static MoveTable,
    undo: Vec<FlipSliceTurn>,
}

impl Expansion {
    fn new() -> Expansion {
        let tables = Phase1Moves::get();
        let undo = PHASE1_MOVES.iter().map(|mv| FlipSliceTurn::new(tables, mv.inverse().index())).collect();
        Expansion { twist: &tables.twist, undo }
    }

    /// The members of one twist at most `depth` moves from G1, from those one move nearer.
    /// `bytes` is all unreached before and after.
    fn expand(&self, blocks: &[TwistBlock], twist: usize, depth: u8, bytes: &mut [u8]) -> TwistBlock {
        let known = &blocks[twist];
        for (&member, &step) in known.members.iter().zip(&known.steps) {
            bytes[member as usize] = step;
        }
        // A move's source is the block to which it leads from here. Steps grow with depth
        // and move, so the least one is the smallest move of the shortest path.
        for (m, (&source, undo)) in self.twist.row(twist).iter().zip(&self.undo).enumerate() {
            let step = phase1_step(depth, m);
            for &member in &blocks[usize::from(source)].frontier {
                let byte = &mut bytes[undo.turn(member)];
                *byte = step.min(*byte);
            }
        }
        collect_members(bytes, depth)
    }
}

/// Collects the members from a block's bytes and clears them.
fn collect_members(bytes: &mut [u8], depth: u8) -> TwistBlock {
    let mut block = TwistBlock::default();
    for (line, bytes) in bytes.as_chunks_mut::<LINE>().0.iter_mut().enumerate() {
        // Most of the early levels is empty; this looks at a whole line at once.
        if bytes.iter().fold(UNREACHED, |all, byte| all & byte) == UNREACHED {
            continue;
        }
        for (word, eight) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            collect_word(eight, (line * LINE + word * 8) as u32, depth, &mut block);
        }
    }
    block
}

/// Collects the members from eight bytes, of which `first` is the number of the first.
#[inline]
fn collect_word(bytes: &mut [u8; 8], first: u32, depth: u8, block: &mut TwistBlock) {
    let mut members = reached_bits(u64::from_le_bytes(*bytes));
    while members != 0 {
        let i = members.trailing_zeros() / 8;
        members &= members - 1;
        let step = bytes[i as usize];
        block.members.push(first + i);
        block.steps.push(step);
        if step >= phase1_step(depth, 0) {
            block.frontier.push(first + i);
        }
    }
    *bytes = [UNREACHED; 8];
}

/// The highest bit of each of eight bytes that is not [`UNREACHED`].
fn reached_bits(bytes: u64) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    let steps = bytes ^ u64::from_ne_bytes([UNREACHED; 8]);
    // A byte that is not 0 has its highest bit set, or gets it by a carry.
    (((steps & LOW) + LOW) | steps) & !LOW
}
