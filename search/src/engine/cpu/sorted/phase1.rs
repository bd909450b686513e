//! Builds sorted tables of phase 1.
//!
//! A move takes all positions of one twist to positions of one other twist, so the codes of a twist are a *block*. It has a
//! byte for each flip and slice: 2²⁰ bytes when a row of 495 slices is padded to 512, which stays in a core's cache. Level by
//! level, each block enters the positions to which the last level's members in 18 other blocks lead. Reading them is
//! sequential, and all random access is to the block. Its bytes, scanned in order, give the codes sorted and unique.

use rayon::prelude::*;

use cubebatch_tables::coord::block::{BLOCK, FlipSlice, ROW, ROWS};
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
    /// [`FlipSlice`] or, in the last level, codes.
    members: Vec<u32>,
    steps: Vec<u8>,
    /// The members of the last level alone.
    frontier: Vec<u32>,
}

impl TwistBlock {
    /// Collects the members from a block's bytes and clears them. `member` makes one of a place in the block; places of the same
    /// line make consecutive ones.
    fn collect(bytes: &mut Bytes, member: impl Fn(u32) -> u32) -> TwistBlock {
        let (mut members, mut steps) = (Vec::new(), Vec::new());
        let (mut of_line, mut steps_of_line) = ([0; LINE], [0; LINE]);
        for (line, bytes) in bytes.as_chunks_mut::<LINE>().0.iter_mut().enumerate() {
            // Most of the early levels is empty; this looks at a whole line at once.
            if bytes.iter().fold(UNREACHED, |all, byte| all & byte) == UNREACHED {
                continue;
            }
            let mut reached = reached(bytes);
            let first = member((line * LINE) as u32);
            let mut count = 0;
            while reached != 0 {
                let i = reached.trailing_zeros();
                reached &= reached - 1;
                (of_line[count % LINE], steps_of_line[count % LINE]) = (first + i, bytes[i as usize % LINE]);
                count += 1;
            }
            members.extend_from_slice(&of_line[..count]);
            steps.extend_from_slice(&steps_of_line[..count]);
            *bytes = [UNREACHED; LINE];
        }
        TwistBlock { members, steps, frontier: Vec::new() }
    }
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
            .map_init(unreached_block, |bytes, twist| {
                expansion.expand(&blocks, twist, depth, bytes);
                let mut block = TwistBlock::collect(bytes, |member| member);
                let is_new = |entry: &(&u32, &u8)| *entry.1 >= phase1_step(depth, 0);
                let new = block.members.iter().zip(&block.steps).filter(is_new);
                block.frontier = new.map(|(&member, _)| member).collect();
                block
            })
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
                expansion.expand(blocks, twist, spec.depth(), bytes);
                TwistBlock::collect(bytes, |member| FlipSlice::unpack(member).code(twist))
            })
            .collect();
        for block in stripe {
            builder.append_phase1(&block.members, &block.steps);
        }
    }
    Ok(builder.finish()?)
}

/// A block: the step of each member.
type Bytes = [u8; BLOCK];

fn unreached_block() -> Box<Bytes> {
    vec![UNREACHED; BLOCK].try_into().expect("it has this length")
}

/// What the inverse of one move does to the flips and slices of a block.
struct FlipSliceTurn {
    /// [`FlipSlice`] with one of both.
    flip: Box<[u32; ROWS]>,
    slice: Box<[u32; ROW]>,
}

impl FlipSliceTurn {
    fn new(tables: &Phase1Moves, m: usize) -> FlipSliceTurn {
        let flip = |flip: u16| FlipSlice { slice: 0, flip: flip.into() }.pack();
        let slice = |slice: u16| FlipSlice { slice: slice.into(), flip: 0 }.pack();
        let mut slices: Vec<u32> = tables.slice.column(m).into_iter().map(slice).collect();
        slices.resize(ROW, 0);
        let flips: Vec<u32> = tables.flip.column(m).into_iter().map(flip).collect();
        let whole = "there is one for each";
        FlipSliceTurn { flip: flips.try_into().expect(whole), slice: slices.try_into().expect(whole) }
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

    /// Enters the members of one twist at most `depth` moves from G1, from those one move nearer. `bytes` is all unreached before.
    ///
    /// What is entered later is meant to stay: smaller moves, then the members that are known. So no byte is read, and
    /// nothing waits for memory.
    fn expand(&self, blocks: &[TwistBlock], twist: usize, depth: u8, bytes: &mut Bytes) {
        // A move's source is the block to which it leads from here.
        for (m, (&source, undo)) in self.twist.row(twist).iter().zip(&self.undo).enumerate().rev() {
            let step = phase1_step(depth, m);
            for &member in &blocks[usize::from(source)].frontier {
                bytes[undo.turn(member) % BLOCK] = step;
            }
        }
        let known = &blocks[twist];
        for (&member, &step) in known.members.iter().zip(&known.steps) {
            bytes[member as usize % BLOCK] = step;
        }
    }
}

/// A bit for each byte of a line that is not [`UNREACHED`].
fn reached(line: &[u8; LINE]) -> u64 {
    // Takes the highest bit of the byte i to bit 56 + i.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let words = line.as_chunks::<8>().0.iter().rev();
    words.fold(0, |all, &word| {
        all << 8 | (reached_bits(u64::from_le_bytes(word)) >> 7).wrapping_mul(GATHER) >> 56
    })
}

/// The highest bit of each of eight bytes that is not [`UNREACHED`].
fn reached_bits(bytes: u64) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    let steps = bytes ^ u64::from_ne_bytes([UNREACHED; 8]);
    // A byte that is not 0 has its highest bit set, or gets it by a carry.
    (((steps & LOW) + LOW) | steps) & !LOW
}
