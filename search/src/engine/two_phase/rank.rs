//! Which of two ends is better.

use super::LONGEST;
use super::direction::from_direction;
use super::pre_moves::{MOST, PreMoves};
use super::stages::Stage;
use super::start::direction_and_pre_moves;
use cubebatch_cube::cube::{Move, merge};
use cubebatch_tables::table::Phase;

/// The moves from a start to an end, in canonical order; beyond its length all are [`Move::FIRST`].
pub type Path = [Move; LONGEST];

/// The search from one start in a stage. An earlier one is less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pass {
    /// The number of the stage.
    pub stage: u16,
    /// The number of the start.
    pub start: u16,
}

/// How a path ends.
#[derive(Clone, Copy)]
pub struct MeasuredEnding {
    /// The moves from the start to the end, in canonical order.
    pub path: Path,
    /// Whether the first pre-move is in the other sense.
    pub is_other_pre_move: bool,
    /// From solved.
    pub distance: u8,
}

/// Ends of one position are compared by this; the lesser is the better. Different ends have different ranks.
///
/// Fields are compared in their order. For ends within the bound the pass and the first move come before the total,
/// so that a search may stop there; for ends beyond it, after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    is_beyond: bool,
    total_if_beyond: u8,
    pass: Pass,
    first_move_if_within: Move,
    total: u8,
    path: Path,
    is_other_pre_move: bool,
    // The pass and the total say the same.
    length: u8,
    distance: u8,
}

impl Rank {
    /// The rank of an end that was found in a pass of this stage.
    #[inline]
    pub fn new(max_length: u8, pass: Pass, stage: Stage, ending: &MeasuredEnding) -> Rank {
        let MeasuredEnding { path, is_other_pre_move, distance } = *ending;
        let total = stage.outside + distance;
        let is_beyond = total > max_length;
        Rank {
            is_beyond,
            total_if_beyond: if is_beyond { total } else { 0 },
            pass,
            first_move_if_within: if is_beyond { Move::FIRST } else { path[0] },
            total,
            path,
            is_other_pre_move,
            length: stage.length(),
            distance,
        }
    }

    /// The moves of the whole solution.
    #[inline]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// Whether the total is within the bound.
    #[inline]
    pub fn is_within(&self) -> bool {
        !self.is_beyond
    }

    /// The pass in which it was found.
    #[inline]
    pub fn pass(&self) -> Pass {
        self.pass
    }

    /// The first move of the path.
    #[inline]
    pub fn first_move(&self) -> Move {
        self.path[0]
    }

    /// The direction in which the position was searched: along the axis of U, of a side, of another one (0, 1, 2),
    /// or the inverse position so (3, 4, 5).
    pub fn direction(&self) -> usize {
        direction_and_pre_moves(self.pass.start.into()).0
    }

    /// The moves that were made before the position's image in that direction. They come last in the solution.
    pub fn pre_moves(&self) -> PreMoves {
        direction_and_pre_moves(self.pass.start.into()).1.in_sense(self.is_other_pre_move)
    }

    /// The moves that lead from there into G1.
    pub fn path(&self) -> &[Move] {
        &self.path[..self.length.into()]
    }

    /// The number of moves from there to solved.
    pub fn distance(&self) -> u8 {
        self.distance
    }

    /// The whole solution, which goes on from the end by these moves.
    pub fn solution(&self, phase2: &[Move]) -> Vec<Move> {
        let mut moves = Vec::with_capacity(LONGEST + Phase::Two.diameter() as usize + MOST);
        moves.extend_from_slice(self.path());
        moves.extend_from_slice(phase2);
        moves.extend_from_slice(self.pre_moves().moves());
        merge(from_direction(self.direction(), moves))
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
    use cubebatch_cube::notation::parse_moves;

    fn path(moves: &str) -> Path {
        let mut path = [Move::FIRST; LONGEST];
        let moves = parse_moves(moves).unwrap();
        path[..moves.moves().len()].copy_from_slice(moves.moves());
        path
    }

    #[test]
    fn ranks_order_ends_as_they_are_to_be_taken() {
        let rank = |stage: u16, start, moves, distance| {
            let of_stage = Stage { outside: [9, 8, 9][usize::from(stage)], pre_moves: 0, slack: 0 };
            let ending = MeasuredEnding { path: path(moves), is_other_pre_move: false, distance };
            Rank::new(20, Pass { stage, start }, of_stage, &ending)
        };
        // From the best on: within the bound by pass, first move, total, path; beyond by total, pass, path.
        let ranks = [
            rank(1, 3, "U", 12),
            rank(2, 0, "U", 11),
            rank(2, 1, "U R", 11),
            rank(2, 1, "R U", 10),
            rank(2, 1, "R F", 11),
            rank(2, 1, "R D", 11),
            rank(2, 1, "B", 1),
            rank(0, 5, "B", 12),
            rank(1, 0, "F", 13),
            rank(1, 0, "L", 13),
            rank(1, 1, "U", 13),
            rank(0, 0, "U", 13),
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
