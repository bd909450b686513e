//! Which of two ends is better.

use super::LONGEST;
use crate::cube::Move;

/// The moves from a start to an end, in canonical order; beyond its length all are the first move.
pub type Path = [Move; LONGEST];

/// Ends of one position are compared by this; the lesser is the better. Different ends have different ranks.
///
/// Fields are compared in their order. For ends within the bound the pass and the first move come before the total,
/// so that a search may stop there; for ends beyond it, after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    head: RankHead,
    first_move_if_within: Move,
    total: u8,
    path: Path,
    pre_move: Option<Move>,
}

/// What is compared first: all that is known of an end without its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RankHead {
    is_beyond: bool,
    total_if_beyond: u8,
    /// The moves outside of phase 2: those of the path, and the pre-move.
    outside: u8,
    /// The number of the start.
    start: u8,
}

impl RankHead {
    /// The head of the rank of an end found in the pass `(outside, start)`, `distance` moves from solved.
    #[inline]
    pub fn new(max_length: u8, (outside, start): (u8, u8), distance: u8) -> RankHead {
        let total = outside + distance;
        let is_beyond = total > max_length;
        RankHead { is_beyond, total_if_beyond: if is_beyond { total } else { 0 }, outside, start }
    }
}

impl Rank {
    /// The rank of an end whose path was found in `pass`, `distance` moves from solved.
    #[inline]
    pub fn new(max_length: u8, pass: (u8, u8), path: Path, pre_move: Option<Move>, distance: u8) -> Rank {
        let head = RankHead::new(max_length, pass, distance);
        let first_move_if_within = if head.is_beyond { Move::FIRST } else { path[0] };
        Rank { head, first_move_if_within, total: head.outside + distance, path, pre_move }
    }

    /// The moves of the whole solution.
    #[inline]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// Whether the total is within the bound.
    #[inline]
    pub fn is_within(&self) -> bool {
        !self.head.is_beyond
    }

    /// The pass in which it was found: the moves outside of phase 2, and the number of the start.
    #[inline]
    pub fn pass(&self) -> (u8, u8) {
        (self.head.outside, self.head.start)
    }

    /// The path, of which the first moves count, as many as it has.
    pub fn path(&self) -> &[Move] {
        &self.path[..usize::from(self.head.outside) - usize::from(self.pre_move.is_some())]
    }

    /// The first move of the path.
    #[inline]
    pub fn first_move(&self) -> Move {
        self.path[0]
    }

    /// The pre-move.
    pub fn pre_move(&self) -> Option<Move> {
        self.pre_move
    }

    /// How far the end is from solved.
    pub fn distance(&self) -> u8 {
        self.total - self.head.outside
    }
}

/// Brings turns of opposite faces, which can be made in either order, into the canonical one: no more than two come
/// together.
#[inline]
pub fn make_canonical(path: &mut [Move]) {
    for i in 1..path.len() {
        if path[i - 1].face().opposite() == path[i].face() && path[i - 1] > path[i] {
            path.swap(i - 1, i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_moves;

    fn path(moves: &str) -> Path {
        let mut path = [Move::FIRST; LONGEST];
        let moves = parse_moves(moves).unwrap();
        path[..moves.moves().len()].copy_from_slice(moves.moves());
        path
    }

    #[test]
    fn ranks_order_ends_as_they_are_to_be_taken() {
        let rank = |pass, moves, distance| Rank::new(20, pass, path(moves), None, distance);
        // From the best on: within the bound by pass, first move, total, path; beyond by total, pass, path.
        let ranks = [
            rank((8, 3), "U", 12),
            rank((9, 0), "U", 11),
            rank((9, 1), "U R", 11),
            rank((9, 1), "R U", 10),
            rank((9, 1), "R F", 11),
            rank((9, 1), "R D", 11),
            rank((9, 1), "B", 1),
            rank((7, 5), "B", 14),
            rank((8, 0), "F", 13),
            rank((8, 0), "L", 13),
            rank((8, 1), "U", 13),
            rank((7, 0), "U", 15),
        ];
        assert!(ranks.is_sorted_by(|better, worse| better < worse));
    }

    #[test]
    fn opposite_faces_are_put_in_order() {
        let mut moves = path("D U L R' F B2 D");
        make_canonical(&mut moves[..7]);
        assert_eq!(moves, path("U D R' L F B2 D"));
    }
}
