//! All short paths of phase 1, up to symmetry.

use std::array;

use cubebatch_cube::cube::{Face, Move};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::{Coordinate, PhaseMoves, flip::Flip, threads};

/// The most moves of a path. There are 127,446 of them; of one more move there would be 13 times as many.
pub const LENGTH: u8 = 6;

/// How many there are.
pub const COUNT: usize = 127_446;

const MOVES: usize = PHASE1_MOVES.len();

/// A path into G1 from a position of phase 1 that represents its class. Paths are ordered by their positions, by
/// their lengths, and then by their moves, the last one first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedPath {
    /// The class and the twist of the position.
    pub class: u16,
    pub twist: u16,
    pub moves: Sequence,
}

impl ListedPath {
    /// All whose last move is a clockwise turn.
    pub fn all() -> Vec<ListedPath> {
        let list = PathLister::new();
        let (mut paths, others) =
            threads::both(|| list.ending_with([Face::R, Face::F]), || list.ending_with([Face::L, Face::B]));
        paths.extend(others);
        paths
    }
}

/// At most [`LENGTH`] moves as numbers in [`PHASE1_MOVES`]: five bits for each, the first move lowest, and a 1
/// above the last.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sequence(u32);

/// Stands where there is no move.
pub const NONE: u8 = MOVES as u8;

const BITS: u32 = 5;

impl Sequence {
    const EMPTY: Sequence = Sequence(1);

    /// The sequence with one more move at its beginning.
    #[inline]
    fn after(self, mv: Move) -> Sequence {
        Sequence(self.0 << BITS | mv.index() as u32)
    }

    /// The number of moves.
    #[inline]
    pub fn length(self) -> u8 {
        (self.0.ilog2() / BITS) as u8
    }

    /// The first move.
    #[inline]
    fn first(self) -> usize {
        self.get(0).into()
    }

    /// The moves, and then [`NONE`].
    #[inline]
    pub fn moves(self) -> [u8; LENGTH as usize] {
        array::from_fn(|i| if i < usize::from(self.length()) { self.get(i) } else { NONE })
    }

    #[inline]
    fn get(self, i: usize) -> u8 {
        (self.0 >> (i as u32 * BITS) & ((1 << BITS) - 1)) as u8
    }
}

/// A path into G1 that more moves may precede.
#[derive(Clone, Copy)]
struct PathToExtend {
    from: Phase1,
    moves: Sequence,
    length: u8,
}

/// What paths are listed with.
struct PathLister {
    turns: &'static Phase1Moves,
    representatives: FlipSliceRepresentatives,
    /// For each first move, a bit for the inverse of each move that may precede it.
    before: [u32; MOVES],
    /// The same for each last move. The mask leaves out a half turn of the opposite side, which could come after it: then the
    /// last move would not be a move of phase 1.
    before_last: [u32; MOVES],
}

impl PathLister {
    fn new() -> PathLister {
        let inverses = |moves: u32, mv: Move| moves | 1 << mv.inverse().index();
        let before = |first: Move| Move::all().filter(|mv| mv.may_precede(first)).fold(0, inverses);
        let before = PHASE1_MOVES.map(before);
        let before_last = std::array::from_fn(|last| {
            let half_turn = Move::new(PHASE1_MOVES[last].face().opposite(), 2).expect("it is no full turn");
            before[last] & !(1 << half_turn.index())
        });
        PathLister {
            turns: Phase1Moves::get(),
            representatives: FlipSliceRepresentatives::new(),
            before,
            before_last,
        }
    }

    /// Lists the paths that end with a clockwise turn of one of these faces.
    fn ending_with(&self, faces: [Face; 2]) -> Vec<ListedPath> {
        let mut paths = Vec::new();
        let solved = PathToExtend { from: Phase1::default(), moves: Sequence::EMPTY, length: 0 };
        for inverse in faces.iter().filter_map(|&face| Move::new(face, 3)) {
            self.add(self.back(&solved, inverse), &mut paths);
        }
        paths
    }

    /// Adds a path, and all paths that end with it, if they start at representatives.
    fn add(&self, node: PathToExtend, paths: &mut Vec<ListedPath>) {
        let PathToExtend { from, moves, length } = node;
        if let Some(class) = self.representatives.class(from.flip, from.slice) {
            paths.push(ListedPath { class, twist: from.twist, moves });
        }
        let before = if length == 1 { &self.before_last } else { &self.before };
        let mut inverses = match LENGTH - length {
            0 => 0,
            1 => before[moves.first()] & self.to_representatives(from),
            _ => before[moves.first()],
        };
        while inverses != 0 {
            let inverse = PHASE1_MOVES[inverses.trailing_zeros() as usize];
            self.add(self.back(&node, inverse), paths);
            inverses &= inverses - 1;
        }
    }

    /// Goes back by the inverse of one more move.
    #[inline]
    fn back(&self, node: &PathToExtend, inverse: Move) -> PathToExtend {
        let moves = node.moves.after(inverse.inverse());
        PathToExtend { from: self.turns.turn(node.from, inverse.index()), moves, length: node.length + 1 }
    }

    /// A bit for each move that leads to a representative.
    #[inline]
    fn to_representatives(&self, from: Phase1) -> u32 {
        let flips = self.turns.flip.row(from.flip.into());
        let slices = self.turns.slice.row(from.slice.into());
        let leads = |(&flip, &slice)| u32::from(self.representatives.contain(flip, slice));
        flips.iter().zip(slices).map(leads).enumerate().fold(0, |moves, (m, leads)| moves | leads << m)
    }
}

/// The flip-slices that represent their classes. Most that are asked for do not, and the memory for this is
/// small enough to be near.
struct FlipSliceRepresentatives {
    /// For each flip, a bit for each slice.
    words: Box<[u64; WORDS]>,
    /// The number of representatives before each word.
    before: Box<[u16; WORDS]>,
}

/// The words of a flip.
const ROW: usize = 8;

const WORDS: usize = Flip::SIZE * ROW;

impl FlipSliceRepresentatives {
    fn new() -> FlipSliceRepresentatives {
        let classes = &SymPhase1Tables::get().classes;
        let (mut words, mut before) = (Box::new([0u64; WORDS]), Box::new([0; WORDS]));
        for class in 0..classes.len() {
            let Phase1 { flip, slice, .. } = Phase1::from_code(classes.representative(class));
            words[word(flip, slice)] |= bit(slice);
        }
        for word in 1..WORDS {
            before[word] = before[word - 1] + words[word - 1].count_ones() as u16;
        }
        FlipSliceRepresentatives { words, before }
    }

    #[inline]
    fn contain(&self, flip: u16, slice: u16) -> bool {
        self.words[word(flip, slice)] & bit(slice) != 0
    }

    /// The class that a flip-slice represents, if it does: classes are numbered in the order of their
    /// representatives.
    #[inline]
    fn class(&self, flip: u16, slice: u16) -> Option<u16> {
        let word = word(flip, slice);
        let smaller = self.words[word] & (bit(slice) - 1);
        self.contain(flip, slice).then(|| self.before[word] + smaller.count_ones() as u16)
    }
}

/// The number of the word in which the bit of a flip-slice is.
#[inline]
fn word(flip: u16, slice: u16) -> usize {
    (usize::from(flip) * ROW + usize::from(slice / 64)) % WORDS
}

#[inline]
fn bit(slice: u16) -> u64 {
    1 << (slice % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::coord::sym_phase1::{FLIP_SLICES, flip_slice};

    #[test]
    fn representatives_have_the_numbers_of_their_classes() {
        let (classes, representatives) = (&SymPhase1Tables::get().classes, FlipSliceRepresentatives::new());
        for at in (0..FLIP_SLICES as u32).map(Phase1::from_code) {
            let class = classes.of(flip_slice(at));
            let represents = classes.representative(class) == flip_slice(at);
            assert_eq!(representatives.class(at.flip, at.slice), represents.then_some(class as u16));
            assert_eq!(representatives.contain(at.flip, at.slice), represents);
        }
    }

    #[test]
    fn sequences_are_ordered_by_length_and_by_their_last_moves() {
        let sequence = |moves: &[usize]| {
            moves.iter().rev().fold(Sequence::EMPTY, |sequence, &m| sequence.after(PHASE1_MOVES[m]))
        };
        let ordered = [&[17][..], &[0, 3], &[17, 3], &[0, 4], &[1, 0, 0], &[17, 16, 15, 14, 13, 12]];
        assert!(ordered.map(sequence).is_sorted_by(|a, b| a < b));
        for moves in ordered {
            let unpacked = sequence(moves).moves().map(usize::from);
            assert_eq!(usize::from(sequence(moves).length()), moves.len());
            assert_eq!(unpacked[..moves.len()], *moves);
            assert!(unpacked[moves.len()..].iter().all(|&m| m == usize::from(NONE)));
        }
    }

    #[test]
    fn all_paths_lead_into_g1_and_differ() {
        let mut paths = ListedPath::all();
        for path in &paths {
            let representative = SymPhase1Tables::get().classes.representative(path.class.into());
            let from = Phase1 { twist: path.twist, ..Phase1::from_code(representative) };
            let moves = path.moves.moves().into_iter().take(path.moves.length().into());
            let to = moves.fold(from, |at, m| Phase1Moves::get().turn(at, m.into()));
            assert_eq!(to, Phase1::default());
        }
        let count = paths.len();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!((count, paths.len()), (COUNT, COUNT));
    }
}
