//! Builds sorted tables of phase 1.
//!
//! A move takes all positions of one twist to positions of one other twist, so the codes of a twist are a *block*: a byte for
//! each flip and slice, 2²⁰ bytes when a row of 495 slices is padded to 512, which stays in a core's cache. Level by level,
//! each block enters what the last level's members in 18 other blocks lead to; reading them is sequential, and all random
//! access is to the block. Its bytes, scanned in order, give the codes sorted and unique.

use rayon::prelude::*;

use crate::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use crate::coord::{Coordinate, MoveTable, flip::Flip, twist::Twist};
use crate::engine::BuildError;
use crate::progress::Progress;
use crate::table::{SortedBuilder, SortedContents, SortedSpec, phase1_step};

/// The offset of a flip and a slice in a block is `flip << ROW_BITS | slice`.
const ROW_BITS: u32 = 9;
const ROW: usize = 1 << ROW_BITS;
const BLOCK: usize = Flip::SIZE * ROW;

/// Bytes of a cache line.
const LINE: usize = 64;

/// The byte of a position that has not been reached; steps are smaller.
const UNREACHED: u8 = u8::MAX;

/// The members of one twist found so far, ascending.
#[derive(Clone, Default)]
struct Block {
    offsets: Vec<u32>,
    steps: Vec<u8>,
    /// The offsets of the last level alone.
    frontier: Vec<u32>,
}

/// Builds the table of this depth on all threads of the current `rayon` pool.
///
/// # Errors
/// When asked to stop, or when the table has not the known counts.
pub fn build(spec: SortedSpec, progress: &dyn Progress) -> Result<SortedContents, BuildError> {
    let expansion = Expansion::new();
    let mut blocks = vec![Block::default(); Twist::SIZE];
    blocks[0] = Block { offsets: vec![0], steps: vec![0], frontier: vec![0] };
    let step = format!("building {spec}");
    for depth in 1..spec.depth() {
        progress.step(&step, spec.phase().reached()[usize::from(depth)], spec.entries())?;
        blocks = (0..Twist::SIZE)
            .into_par_iter()
            .map_init(unreached_block, |bytes, twist| expansion.expand(&blocks, twist, depth, bytes))
            .collect();
    }
    expand_into_contents(spec, &expansion, &blocks, progress)
}

/// The last level goes straight into the table, a stripe of blocks at a time.
fn expand_into_contents(
    spec: SortedSpec,
    expansion: &Expansion,
    blocks: &[Block],
    progress: &dyn Progress,
) -> Result<SortedContents, BuildError> {
    const STRIPE: usize = 32;
    let mut builder = SortedBuilder::new(spec);
    let step = format!("building {spec}");
    for first in (0..Twist::SIZE).step_by(STRIPE) {
        let twists = first..Twist::SIZE.min(first + STRIPE);
        progress.step(&step, builder.entries(), spec.entries())?;
        let stripe: Vec<Block> = twists
            .into_par_iter()
            .map_init(unreached_block, |bytes, twist| {
                let mut block = expansion.expand(blocks, twist, spec.depth(), bytes);
                block.offsets.iter_mut().for_each(|offset| *offset = code(twist, *offset));
                block
            })
            .collect();
        for block in stripe {
            builder.append_phase1(&block.offsets, &block.steps);
        }
    }
    Ok(builder.finish()?)
}

fn unreached_block() -> Vec<u8> {
    vec![UNREACHED; BLOCK]
}

fn code(twist: usize, offset: u32) -> u32 {
    let (flip, slice) = (offset >> ROW_BITS, offset as usize % ROW);
    Phase1 { twist: twist as u16, flip: flip as u16, slice: slice as u16 }.code()
}

/// What the inverse of one move does to the offsets of a block.
struct OffsetTurn {
    flip: Vec<u32>,
    slice: Vec<u32>,
}

impl OffsetTurn {
    fn new(tables: &Phase1Moves, m: usize) -> OffsetTurn {
        let flip = tables.flip.column(m).into_iter().map(|flip| u32::from(flip) << ROW_BITS).collect();
        let mut slice: Vec<u32> = tables.slice.column(m).into_iter().map(u32::from).collect();
        // Masked indices then need no check.
        slice.resize(ROW, 0);
        OffsetTurn { flip, slice }
    }

    #[inline]
    fn turn(&self, offset: u32) -> usize {
        let (flip, slice) = (offset >> ROW_BITS, offset as usize % ROW);
        (self.flip[flip as usize] | self.slice[slice]) as usize
    }
}

/// One step of the breadth-first search.
struct Expansion {
    twist: &'static MoveTable,
    undo: Vec<OffsetTurn>,
}

impl Expansion {
    fn new() -> Expansion {
        let tables = Phase1Moves::get();
        let undo = PHASE1_MOVES.iter().map(|mv| OffsetTurn::new(tables, mv.inverse().index())).collect();
        Expansion { twist: &tables.twist, undo }
    }

    /// The members of one twist at most `depth` moves from G1, from those one move nearer.
    /// `bytes` is all unreached before and after.
    fn expand(&self, blocks: &[Block], twist: usize, depth: u8, bytes: &mut [u8]) -> Block {
        let known = &blocks[twist];
        for (&offset, &step) in known.offsets.iter().zip(&known.steps) {
            bytes[offset as usize] = step;
        }
        // A move's source is the block to which it leads from here. Steps grow with depth
        // and move, so the least one is the smallest move of the shortest path.
        for (m, (&source, undo)) in self.twist.row(twist).iter().zip(&self.undo).enumerate() {
            let step = phase1_step(depth, m);
            for &offset in &blocks[usize::from(source)].frontier {
                let byte = &mut bytes[undo.turn(offset)];
                *byte = step.min(*byte);
            }
        }
        collect_members(bytes, depth)
    }
}

/// Collects the members from a block's bytes and clears them.
fn collect_members(bytes: &mut [u8], depth: u8) -> Block {
    let mut block = Block::default();
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

/// Collects the members from eight bytes, of which `first` is the offset of the first.
#[inline]
fn collect_word(bytes: &mut [u8; 8], first: u32, depth: u8, block: &mut Block) {
    let mut members = reached_bits(u64::from_le_bytes(*bytes));
    while members != 0 {
        let i = members.trailing_zeros() / 8;
        members &= members - 1;
        let step = bytes[i as usize];
        block.offsets.push(first + i);
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
