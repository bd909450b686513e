//! The last moves of sequences into G1, where a search looks them up.

use cubebatch_cube::cube::Move;
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::moves::PHASE1_MOVES;
use cubebatch_tables::coord::phase1::{Phase1, Phase1Moves, leaves_g1};
use cubebatch_tables::coord::prefetch::prefetch;

/// All canonical sequences of one length that end with a move which leaves G1, by where they lead into G1 from.
pub struct Tails {
    /// How many moves each has.
    pub length: usize,
    slots: Vec<TailSlot>,
    /// Tails with the same start stand together.
    tails: Vec<Tail>,
}

/// The tails from the positions of one code.
#[derive(Clone, Copy)]
struct TailSlot {
    code: u32,
    first: u32,
    count: u32,
}

/// No code has this number.
const NO_CODE: u32 = u32::MAX;

/// A sequence of at most [`Tails::LONGEST`] moves, five bits for each, the first move lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tail(u32);

impl Tail {
    const BITS: u32 = 5;

    /// The number of a move in [`PHASE1_MOVES`].
    #[inline(always)]
    pub const fn get(self, i: usize) -> usize {
        (self.0 >> (i as u32 * Tail::BITS) & 31) as usize
    }
}

impl Tails {
    /// The most moves: a table of longer ones would not fit into a cache.
    pub const LONGEST: usize = 5;

    /// Lists those of this length, 1 to [`Tails::LONGEST`].
    pub fn new(length: usize) -> Tails {
        let last: Vec<Move> = PHASE1_MOVES.into_iter().filter(|&mv| leaves_g1(mv)).collect();
        let sequences = Sequences::new(&PHASE1_MOVES, &last, length);
        let mut all: Vec<(u32, Tail)> = (0..sequences.count(length))
            .map(|number| {
                let moves: Vec<usize> = sequences.walk(length, number).collect();
                let packed = moves.iter().rev().fold(0, |packed, &m| packed << Tail::BITS | m as u32);
                (start(&moves).code(), Tail(packed))
            })
            .collect();
        all.sort_unstable();
        let starts: Vec<&[(u32, Tail)]> = all.chunk_by(|a, b| a.0 == b.0).collect();
        let mut slots =
            vec![TailSlot { code: NO_CODE, first: 0, count: 0 }; (2 * starts.len()).next_power_of_two()];
        let mut first = 0;
        for tails in starts {
            let (code, count) = (tails[0].0, tails.len() as u32);
            let free =
                probes(code, slots.len()).find(|&at| slots[at].code == NO_CODE).expect("half are free");
            slots[free] = TailSlot { code, first, count };
            first += count;
        }
        Tails { length, slots, tails: all.into_iter().map(|(_, tail)| tail).collect() }
    }

    /// Asks the memory for the slot of a code.
    #[inline(always)]
    pub fn prefetch(&self, code: u32) {
        prefetch(&self.slots, first_probe(code, self.slots.len()));
    }

    /// The tails from the positions of a code; the memory is asked for them.
    #[inline(always)]
    pub fn of_code(&self, code: u32) -> &[Tail] {
        for at in probes(code, self.slots.len()) {
            let slot = self.slots[at];
            if slot.code == code {
                prefetch(&self.tails, slot.first as usize);
                return &self.tails[slot.first as usize..][..slot.count as usize];
            }
            if slot.code == NO_CODE {
                break;
            }
        }
        &[]
    }
}

/// Where moves lead into G1 from.
fn start(moves: &[usize]) -> Phase1 {
    let back = |m: usize| PHASE1_MOVES[m].inverse().index();
    moves.iter().rev().fold(Phase1::default(), |at, &m| Phase1Moves::get().turn(at, back(m)))
}

#[inline(always)]
fn first_probe(code: u32, slots: usize) -> usize {
    // Neighbours are not neighbours any more (Knuth's multiplicative hashing).
    (code.wrapping_mul(0x9e37_79b1) >> 8) as usize & (slots - 1)
}

/// Where the slot of a code may be, a power of two of slots.
#[inline(always)]
fn probes(code: u32, slots: usize) -> impl Iterator<Item = usize> {
    let first = first_probe(code, slots);
    (0..slots).map(move |probe| (first + probe) & (slots - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Cube;

    #[test]
    fn tails_lead_into_g1_and_none_is_missing() {
        // The numbers of sequences are those of Lin's paper.
        for (length, count) in [(1, 8), (2, 108), (3, 1440), (4, 19_224)] {
            let tails = Tails::new(length);
            let found: usize = tails.slots.iter().map(|slot| slot.count as usize).sum();
            assert_eq!((tails.tails.len(), found), (count, count));
            for slot in tails.slots.iter().filter(|slot| slot.code != NO_CODE).step_by(5) {
                for tail in tails.of_code(slot.code) {
                    let moves: Vec<Move> = (0..length).map(|i| PHASE1_MOVES[tail.get(i)]).collect();
                    let cube = Cube::SOLVED.apply(&moves).inverse();
                    assert_eq!(Phase1::of(&cube).code(), slot.code);
                    assert!(leaves_g1(moves[length - 1]));
                }
            }
        }
        assert!(Tails::new(2).of_code(12_345).is_empty());
    }
}
