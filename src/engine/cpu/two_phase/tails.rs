//! Tails: the last moves of all ways into G1, where a search finds them.

use std::ops::Range;
use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};

pub use super::ways::LENGTH;
use super::ways::{NONE, Way};
use crate::coord::perms::{self, Perms};
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase1::SymPhase1;

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
    fn new(way: &Way, halves: &Halves) -> Tail {
        let [a, b, c, d, e, f] = way.moves.moves();
        let (corners, edges) = halves.of([a, b, c]).then(halves.of([d, e, f])).parts();
        let axis = |m: u8| PHASE1_MOVES.get(usize::from(m)).map(|mv| mv.face().axis());
        Tail {
            corners,
            moves: [a, b, c, d, e, f].map(|m| if m == NONE { 0 } else { m }),
            class: way.class,
            edges,
            twist: way.twist,
            length: way.moves.length(),
            begins_on_axis: (axis(a) == axis(b)).into(),
        }
    }

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
        let (ways, index) = by_bucket(&Way::all());
        let halves = Halves::new();
        Tails { tails: ways.iter().map(|way| Tail::new(way, &halves)).collect(), index }
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

/// Sorts ways by their buckets, and in a bucket by themselves. Tells where each bucket begins, and the end.
fn by_bucket(ways: &[Way]) -> (Vec<Way>, Vec<u32>) {
    let of = |way: &Way| bucket(way.class, way.twist);
    let mut index = vec![0; (1 << BUCKET_BITS) + 1];
    ways.iter().for_each(|way| index[of(way) + 1] += 1);
    (1..index.len()).for_each(|bucket| index[bucket] += index[bucket - 1]);
    let mut ends = index.clone();
    let mut sorted = vec![Way::default(); ways.len()];
    for way in ways {
        let end = &mut ends[of(way)];
        sorted[*end as usize] = *way;
        *end += 1;
    }
    for bucket in index.windows(2).filter(|bucket| bucket[1] - bucket[0] > 1) {
        sorted[bucket[0] as usize..bucket[1] as usize].sort_unstable();
    }
    (sorted, index)
}

/// What each three moves do to permutations, where [`NONE`] is a move as well that does nothing.
struct Halves(Vec<[[Perms; MOVES]; MOVES]>);

/// The moves, and none.
const MOVES: usize = PHASE1_MOVES.len() + 1;

impl Halves {
    fn new() -> Halves {
        let mut turns = [Perms::SOLVED; MOVES];
        turns[..PHASE1_MOVES.len()].copy_from_slice(&perms::turns());
        let followed = |perms: Perms| turns.map(|turn| perms.then(&turn));
        Halves(turns.iter().map(|&first| followed(first).map(followed)).collect())
    }

    fn of(&self, moves: [u8; 3]) -> &Perms {
        let [first, second, third] = moves.map(usize::from);
        &self.0[first][second][third]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::{Phase1, Phase1Moves, leaves_g1};
    use crate::coord::sym_phase1::SymPhase1Tables;
    use crate::coord::{Coordinate, PhaseMoves, twist::Twist};
    use crate::cube::random::Random;
    use crate::cube::{Cube, Move};

    /// Whether a way that is listed can end with this move, after the one before: a half turn of the opposite side could
    /// as well come after it.
    fn is_last(before: Option<Move>, mv: Move) -> bool {
        let could_come_after = |before: Move| before.turns() == 2 && before.face().opposite() == mv.face();
        leaves_g1(mv) && mv.turns() == 1 && !before.is_some_and(could_come_after)
    }

    /// The ways into G1 from a position by so many moves, of which the last is a quarter turn
    /// clockwise.
    fn count_ways(at: Phase1, last: Option<Move>, left: u8) -> usize {
        let next = Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)));
        let turn = |mv: Move| Phase1Moves::get().turn(at, mv.index());
        match left {
            1 => next.filter(|&mv| is_last(last, mv) && turn(mv).code() == 0).count(),
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
        assert_eq!(tails.tails.len(), 127_446);
        for tail in tails.tails.iter().step_by(37) {
            let place = usize::from(tail.class) * Twist::SIZE + usize::from(tail.twist);
            let moves = tail.moves().iter().map(|&m| PHASE1_MOVES[usize::from(m)]);
            let (from, sequence) = (places.expand(place), moves.collect::<Vec<_>>());
            let to = sequence.iter().fold(from, |at, mv| Phase1Moves::get().turn(at, mv.index()));
            assert_eq!(to.code(), 0);
            assert_eq!(tail.carries(), Perms::of(&Cube::SOLVED.apply(&sequence)));
        }
    }
}
