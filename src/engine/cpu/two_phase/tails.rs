//! Tails: the last moves of all ways into G1.

use std::ops::Range;
use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;

use crate::coord::Phase1;
use crate::coord::PhaseMoves;
use crate::coord::perms::{PermTables, Perms};
use crate::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables, flip_slice};
use crate::cube::{Face, Move};

/// The most moves of a tail. There are 131,919 tails, 4 MiB; of one more move there would be 13 times as many.
pub const LENGTH: u8 = 6;

/// A way into G1 from a position of phase 1 that represents its class, by moves of which the last
/// is a quarter turn that leads into G1. The same way with that turn in the other sense is one as well,
/// and is not listed.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Tail {
    /// Where the way carries each corner. These and the edges stand where [`Perms`] has them.
    corners: [u8; 8],
    /// Places in [`PHASE1_MOVES`].
    moves: [u8; LENGTH as usize],
    /// The class and the twist of the position.
    class: u16,
    edges: [u8; 12],
    twist: u16,
    length: u8,
    /// 1 if the first two moves are of opposite faces.
    begins_on_axis: u8,
}

/// All tails.
pub struct Tails {
    /// Bucket by bucket.
    tails: Vec<Tail>,
    /// Where each bucket begins, and the end.
    index: Vec<u32>,
}

/// Places are spread over so many buckets, as a power of two.
const BUCKET_BITS: u32 = 16;

/// The bucket of a place.
#[inline]
fn bucket(class: u16, twist: u16) -> usize {
    let place = SymPhase1 { class, twist, symmetry: 0 }.index() as u32;
    // Neighbours are not neighbours any more (Knuth's multiplicative hashing).
    (place.wrapping_mul(0x9e37_79b1) >> (32 - BUCKET_BITS)) as usize
}

impl Tail {
    /// What it does to the permutations of a position.
    #[inline]
    pub fn carries(&self) -> Perms {
        Perms::from_bytes(bytemuck::cast(*self))
    }

    /// The moves, as they look after the symmetry of the place.
    #[inline]
    pub fn moves(&self) -> &[u8] {
        &self.moves[..self.length.into()]
    }

    /// The last move likewise: a clockwise turn.
    #[inline]
    pub fn last_move(&self) -> u8 {
        self.moves[usize::from(self.length) - 1]
    }

    /// Whether it leads from a place into G1 in so many moves.
    #[inline]
    pub fn fits(&self, place: SymPhase1, length: u8) -> bool {
        (self.class, self.twist, self.length) == (place.class, place.twist, length)
    }

    /// Whether the first two moves are of opposite faces, in no particular order.
    #[inline]
    pub fn begins_on_axis(&self) -> bool {
        self.begins_on_axis != 0
    }
}

impl Tails {
    /// The tails, found on first use.
    pub fn get() -> &'static Tails {
        static TAILS: LazyLock<Tails> = LazyLock::new(Tails::new);
        &TAILS
    }

    fn new() -> Tails {
        let mut tails: Vec<Tail> = last_moves()
            .into_par_iter()
            .flat_map_iter(|mv| {
                let mut found = Vec::new();
                Way::SOLVED.before(mv).visit(&mut found);
                found
            })
            .collect();
        tails
            .sort_by_cached_key(|tail| (bucket(tail.class, tail.twist), tail.class, tail.twist, tail.length));
        let begin = |number| tails.partition_point(|tail| bucket(tail.class, tail.twist) < number) as u32;
        Tails { index: (0..=1 << BUCKET_BITS).map(begin).collect(), tails }
    }

    /// Asks the memory for what [`Tails::bucket`] reads.
    #[inline]
    pub fn prefetch_index(&self, place: SymPhase1) {
        prefetch(&self.index, bucket(place.class, place.twist));
    }

    /// The numbers of the tails among which those of a place are.
    #[inline]
    pub fn bucket(&self, place: SymPhase1) -> Range<u32> {
        let bucket = bucket(place.class, place.twist);
        self.index[bucket]..self.index[bucket + 1]
    }

    /// Asks the memory for some tails: seldom more than two.
    #[inline]
    pub fn prefetch(&self, numbers: &Range<u32>) {
        prefetch(&self.tails, numbers.start as usize);
        prefetch(&self.tails, numbers.end as usize - 1);
    }

    /// The tails with these numbers.
    #[inline]
    pub fn tails(&self, numbers: Range<u32>) -> &[Tail] {
        &self.tails[numbers.start as usize..numbers.end as usize]
    }
}

/// The moves that lead into G1, one of two senses of each.
fn last_moves() -> Vec<Move> {
    [Face::R, Face::F, Face::L, Face::B].iter().filter_map(|&face| Move::new(face, 1)).collect()
}

/// A way into G1 and the position from where it leads.
#[derive(Clone, Copy)]
struct Way {
    from: Phase1,
    /// The first `length` are the moves.
    moves: [u8; LENGTH as usize],
    length: u8,
    carries: Perms,
}

impl Way {
    const SOLVED: Way = Way {
        from: Phase1 { twist: 0, flip: 0, slice: 0 },
        moves: [0; LENGTH as usize],
        length: 0,
        carries: Perms::SOLVED,
    };

    /// The way with one more move at its beginning.
    fn before(&self, mv: Move) -> Way {
        let mut moves = self.moves;
        moves.rotate_right(1);
        moves[0] = mv.index() as u8;
        Way {
            from: Phase1Moves::get().turn(self.from, mv.inverse().index()),
            moves,
            length: self.length + 1,
            carries: PermTables::get().turns[mv.index()].then(&self.carries),
        }
    }

    /// Lists this way and all that end with it, where they lead from representatives.
    fn visit(&self, found: &mut Vec<Tail>) {
        let classes = &SymPhase1Tables::get().classes;
        let flip_slice = flip_slice(self.from);
        let class = classes.of(flip_slice);
        if classes.representative(class) == flip_slice {
            found.push(self.tail(class as u16));
        }
        if self.length < LENGTH {
            let first = PHASE1_MOVES[usize::from(self.moves[0])];
            // A half turn of the opposite side could as well come last: then it is no move of phase 1.
            let may_precede = |mv: &Move| {
                let commutes = mv.face().opposite() == first.face();
                mv.may_precede(first) && !(self.length == 1 && commutes && mv.turns() == 2)
            };
            Move::all().filter(may_precede).for_each(|mv| self.before(mv).visit(found));
        }
    }

    fn tail(&self, class: u16) -> Tail {
        let [first, second] =
            [self.moves[0], self.moves[1]].map(|m| PHASE1_MOVES[usize::from(m)].face().axis());
        let (corners, edges) = self.carries.parts();
        Tail {
            corners,
            moves: self.moves,
            class,
            edges,
            twist: self.from.twist,
            length: self.length,
            begins_on_axis: (self.length > 1 && first == second).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Cube;
    use crate::cube::random::Random;

    /// The ways into G1 from a position by so many moves, of which the last is a quarter turn
    /// clockwise.
    fn count_ways(at: Phase1, last: Option<Move>, left: u8) -> usize {
        let next = Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)));
        let turn = |mv: Move| Phase1Moves::get().turn(at, mv.index());
        match left {
            1 => next.filter(|&mv| last_moves().contains(&mv) && turn(mv).code() == 0).count(),
            _ => next.map(|mv| count_ways(turn(mv), Some(mv), left - 1)).sum(),
        }
    }

    #[test]
    fn all_ways_are_listed() {
        let (places, tails) = (SymPhase1Tables::get(), Tails::get());
        let mut random = Random::new(90);
        for _ in 0..40 {
            let moves = (0..5).map(|_| Move::from_index(random.below(18) as usize));
            let place = places.reduce(Phase1::of(&moves.fold(Cube::SOLVED, |cube, mv| cube.turn(mv))));
            let representative = places.expand(place.index());
            for length in 1..=4 {
                let listed = tails.tails(tails.bucket(place)).iter().filter(|tail| tail.fits(place, length));
                assert_eq!(listed.count(), count_ways(representative, None, length));
            }
        }
    }

    #[test]
    fn tails_lead_into_g1_and_carry_the_cubies_there() {
        let (places, tails) = (SymPhase1Tables::get(), Tails::get());
        assert_eq!(tails.tails.len(), 131_919);
        for tail in tails.tails.iter().step_by(37) {
            let place = usize::from(tail.class) * 2187 + usize::from(tail.twist);
            let moves = tail.moves().iter().map(|&m| PHASE1_MOVES[usize::from(m)]);
            let (from, sequence) = (places.expand(place), moves.collect::<Vec<_>>());
            let to = sequence.iter().fold(from, |at, mv| Phase1Moves::get().turn(at, mv.index()));
            assert_eq!(to.code(), 0);
            assert_eq!(tail.carries(), Perms::of(&Cube::SOLVED.apply(&sequence)));
        }
    }
}
