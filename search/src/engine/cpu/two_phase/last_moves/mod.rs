//! The last-moves table: all paths of at most six moves into G1, where a search looks them up.

mod list;

use std::ops::Range;
use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};

use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::prefetch::prefetch;
use cubebatch_tables::coord::processor::{Processor, on_best_processor};
use cubebatch_tables::coord::sym_phase1::SymPhase1;
use cubebatch_tables::coord::unturned::UnturnedTables;
use list::NONE;
pub use list::{COUNT, LENGTH, ListedPath};

/// A path into G1 from a position of phase 1 that represents its class. Its last move is a clockwise turn of a side; the
/// same path with that turn in the other sense leads into G1 as well, and is not listed.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct LastMoves {
    /// Where the path carries each edge. These and the corners stand where [`Cubies`] has them.
    edges: [u8; 12],
    /// The class and the twist of the position.
    class: u16,
    twist: u16,
    corners: [u8; 8],
    /// Numbers of moves.
    moves: [u8; LENGTH as usize],
    length: u8,
    /// 1 if the first two moves are of opposite faces.
    begins_on_axis: u8,
}

/// All of them.
pub struct LastMovesTable {
    /// Bucket by bucket.
    entries: Vec<LastMoves>,
    /// For each bucket where it begins, and above that a bit for each tag in it; and the end.
    index: Vec<u32>,
}

/// The number of buckets of positions, as a power of two.
const BUCKET_BITS: u32 = 16;

/// Bits of a number of an entry, or of the number of entries.
const ENTRY_BITS: u32 = 17;

/// The number of different tags of positions: as many as there are bits above the number of an entry. Where a bucket lacks
/// its tag, a position is not in the bucket.
const TAGS: u32 = u32::BITS - ENTRY_BITS;

/// The bucket of a position up to symmetry, and the bit of its tag.
#[inline(always)]
fn bucket_and_tag(class: u16, twist: u16) -> (usize, u32) {
    let index = SymPhase1 { class, twist, ..SymPhase1::default() }.index() as u32;
    // Neighbours are not neighbours any more (Knuth's multiplicative hashing).
    let hash = index.wrapping_mul(0x9e37_79b1);
    let rest = hash << BUCKET_BITS;
    let tag = (u64::from(rest) * u64::from(TAGS)) >> u32::BITS;
    ((hash >> (u32::BITS - BUCKET_BITS)) as usize, 1 << (ENTRY_BITS + tag as u32))
}

/// The number of the entry with which the bucket of a word of the index begins.
#[inline(always)]
fn first_entry(word: u32) -> u32 {
    word % (1 << ENTRY_BITS)
}

impl LastMoves {
    fn new(path: &ListedPath, inverse: Cubies) -> LastMoves {
        let moves = path.moves.moves();
        let axis = |m: u8| PHASE1_MOVES.get(usize::from(m)).map(|mv| mv.face().axis());
        LastMoves {
            class: path.class,
            twist: path.twist,
            moves: moves.map(|m| if m == NONE { 0 } else { m }),
            length: path.moves.length(),
            begins_on_axis: (axis(moves[0]) == axis(moves[1])).into(),
            ..bytemuck::cast(inverse.to_bytes())
        }
    }

    /// The unturned inverse of the position to which they lead from solved.
    #[inline]
    pub fn inverse(&self) -> Cubies {
        Cubies::from_bytes(bytemuck::cast(*self))
    }

    /// The moves, as they look after the symmetry of a position.
    #[inline]
    pub fn moves(&self) -> &[u8] {
        &self.moves[..self.length.into()]
    }

    /// The first move in the same way.
    #[inline]
    pub fn first_move(&self) -> u8 {
        self.moves[0]
    }

    /// The last move in the same way: a clockwise turn.
    #[inline]
    pub fn last_move(&self) -> u8 {
        self.moves[usize::from(self.length) - 1]
    }

    /// Whether they lead from a position into G1.
    #[inline]
    fn is_from(&self, at: SymPhase1) -> bool {
        (self.class, self.twist) == (at.class, at.twist)
    }

    /// The same, and whether they have this length.
    #[inline]
    pub fn fits(&self, at: SymPhase1, length: u8) -> bool {
        self.is_from(at) && self.length == length
    }

    /// Whether the first two moves are of opposite faces, in no particular order.
    #[inline]
    pub fn begins_on_axis(&self) -> bool {
        self.begins_on_axis != 0
    }
}

impl LastMovesTable {
    /// The table, made on first use: 4 MiB.
    pub fn get() -> &'static LastMovesTable {
        static TABLE: LazyLock<LastMovesTable> = LazyLock::new(LastMovesTable::new);
        &TABLE
    }

    fn new() -> LastMovesTable {
        let (paths, index) = by_bucket(&ListedPath::all());
        let entries = on_best_processor!(processor => {
            let halves = HalfInverses::new(processor);
            paths.iter().map(|path| LastMoves::new(path, halves.inverse(path.moves.moves()))).collect()
        });
        LastMovesTable { entries, index: with_tags(index, &paths) }
    }

    /// The numbers of the entries among which those of a position are, if it may have any.
    #[inline(always)]
    pub fn bucket(&self, at: SymPhase1) -> Option<Range<u32>> {
        let (bucket, tag) = bucket_and_tag(at.class, at.twist);
        let word = self.index[bucket];
        (word & tag != 0).then(|| first_entry(word)..first_entry(self.index[bucket + 1]))
    }

    /// How far a position is from G1, if that is at most [`LENGTH`].
    pub fn distance(&self, at: SymPhase1) -> Option<u8> {
        if at.index() == 0 {
            return Some(0);
        }
        // The shortest path of a position comes first.
        let mut entries = self.entries(self.bucket(at)?).iter();
        entries.find(|last_moves| last_moves.is_from(at)).map(|last_moves| last_moves.length)
    }

    /// Asks the memory for the word of a position in the index.
    #[inline(always)]
    pub fn prefetch_index(&self, at: SymPhase1) {
        prefetch(&self.index, bucket_and_tag(at.class, at.twist).0);
    }

    /// Asks the memory for the entries of a position, if it may have any.
    #[inline(always)]
    pub fn prefetch_listed(&self, at: SymPhase1) {
        if let Some(bucket) = self.bucket(at) {
            self.prefetch(&bucket);
        }
    }

    /// Asks the memory for the entries of a bucket: seldom more than two.
    #[inline]
    pub fn prefetch(&self, numbers: &Range<u32>) {
        prefetch(&self.entries, numbers.start as usize);
        prefetch(&self.entries, numbers.end as usize - 1);
    }

    /// The entry with this number, if there is one.
    #[inline]
    pub fn entry(&self, number: u32) -> Option<&LastMoves> {
        self.entries.get(number as usize)
    }

    /// The entries with these numbers. The entries of a position come together.
    #[inline]
    pub fn entries(&self, numbers: Range<u32>) -> &[LastMoves] {
        &self.entries[numbers.start as usize..numbers.end as usize]
    }
}

/// Sorts paths by their buckets, and within a bucket by themselves. Returns where each bucket begins, and the end.
fn by_bucket(paths: &[ListedPath]) -> (Vec<ListedPath>, Vec<u32>) {
    let of = |path: &ListedPath| bucket_and_tag(path.class, path.twist).0;
    let mut index = vec![0; (1 << BUCKET_BITS) + 1];
    paths.iter().for_each(|path| index[of(path) + 1] += 1);
    (1..index.len()).for_each(|bucket| index[bucket] += index[bucket - 1]);
    let mut ends = index.clone();
    let mut sorted = vec![ListedPath::default(); paths.len()];
    for path in paths {
        let end = &mut ends[of(path)];
        sorted[*end as usize] = *path;
        *end += 1;
    }
    for bucket in index.windows(2).filter(|bucket| bucket[1] - bucket[0] > 1) {
        sorted[bucket[0] as usize..bucket[1] as usize].sort_unstable();
    }
    (sorted, index)
}

/// The index of buckets with the tags of the paths in each.
fn with_tags(mut index: Vec<u32>, paths: &[ListedPath]) -> Vec<u32> {
    assert!(paths.len() < 1 << ENTRY_BITS, "the tags stand above the number of paths");
    for path in paths {
        let (bucket, tag) = bucket_and_tag(path.class, path.twist);
        index[bucket] |= tag;
    }
    index
}

/// The unturned inverse after each three moves, where [`NONE`] is a move as well that does nothing.
struct HalfInverses<P> {
    processor: P,
    inverses: Vec<[[Cubies; MOVES]; MOVES]>,
}

/// The moves, and none.
const MOVES: usize = PHASE1_MOVES.len() + 1;

impl<P: Processor> HalfInverses<P> {
    fn new(processor: P) -> HalfInverses<P> {
        let mut moves = [Cubies::SOLVED; MOVES];
        moves[..PHASE1_MOVES.len()].copy_from_slice(&UnturnedTables::get().moves);
        let followed = |inverse: Cubies| moves.map(|mv| processor.then_unturned(&mv, &inverse));
        let inverses = moves.iter().map(|&first| followed(first).map(followed)).collect();
        HalfInverses { processor, inverses }
    }

    fn of(&self, moves: [u8; 3]) -> &Cubies {
        let [first, second, third] = moves.map(usize::from);
        &self.inverses[first][second][third]
    }

    /// The unturned inverse after six moves.
    fn inverse(&self, [a, b, c, d, e, f]: [u8; 6]) -> Cubies {
        self.processor.then_unturned(self.of([d, e, f]), self.of([a, b, c]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Cube, Move};
    use cubebatch_tables::coord::phase1::{Phase1, Phase1Moves, leaves_g1};
    use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
    use cubebatch_tables::coord::{Coordinate, PhaseMoves, twist::Twist};

    /// Whether a listed path can end with this move after another.
    fn is_last(before: Option<Move>, mv: Move) -> bool {
        let could_come_first =
            before.is_some_and(|before| before.face().opposite() == mv.face() && before.turns() == 2);
        leaves_g1(mv) && mv.turns() == 1 && !could_come_first
    }

    /// The number of paths of phase 1 from a position with `left` moves, the last of them a clockwise turn.
    fn count_paths(at: Phase1, last: Option<Move>, left: u8) -> usize {
        let next = Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)));
        let turn = |mv: Move| Phase1Moves::get().turn(at, mv.index());
        match left {
            1 => next.filter(|&mv| is_last(last, mv) && turn(mv).code() == 0).count(),
            _ => next.map(|mv| count_paths(turn(mv), Some(mv), left - 1)).sum(),
        }
    }

    #[test]
    fn all_paths_are_listed() {
        let (sym, table) = (SymPhase1Tables::get(), LastMovesTable::get());
        let mut random = Random::new(90);
        for _ in 0..40 {
            let moves = (0..5).map(|_| Move::from_index(random.below(18) as usize));
            let at = sym.reduce(Phase1::of(&moves.fold(Cube::SOLVED, |cube, mv| cube.turn(mv))));
            let representative = sym.expand(at.index());
            for length in 1..=4 {
                let entries = table.bucket(at).map_or(&[][..], |bucket| table.entries(bucket)).iter();
                let listed = entries.filter(|last_moves| last_moves.fits(at, length));
                assert_eq!(listed.count(), count_paths(representative, None, length));
            }
        }
    }

    #[test]
    fn last_moves_lead_into_g1_and_carry_the_cubies_there() {
        let (sym, table) = (SymPhase1Tables::get(), LastMovesTable::get());
        assert_eq!(table.entries.len(), list::COUNT);
        for last_moves in table.entries.iter().step_by(37) {
            let index = usize::from(last_moves.class) * Twist::SIZE + usize::from(last_moves.twist);
            let moves = last_moves.moves().iter().map(|&m| PHASE1_MOVES[usize::from(m)]);
            let (from, sequence) = (sym.expand(index), moves.collect::<Vec<_>>());
            let to = sequence.iter().fold(from, |at, mv| Phase1Moves::get().turn(at, mv.index()));
            assert_eq!(to.code(), 0);
            let there = Cube::SOLVED.apply(&sequence);
            assert_eq!(last_moves.inverse(), Cubies::unturned_inverse(&there));
        }
    }
}
