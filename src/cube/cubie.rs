//! The cube as 20 cubies: which one sits at each position, and how it is turned.

use std::sync::LazyLock;

use super::{Face, Move};
use Face::{B, D, F, L, R, U};

/// The corner positions in Lin's order (1 … 8 in the paper), each by its facelets:
/// the U/D one first, then counter-clockwise as seen from outside.
pub const CORNERS: [[Face; 3]; 8] =
    [[U, F, R], [U, R, B], [U, B, L], [U, L, F], [D, R, F], [D, B, R], [D, L, B], [D, F, L]];

/// The edge positions in Lin's order (9 … 20 in the paper), each by its facelets:
/// the U/D one first, else the F/B one.
pub const EDGES: [[Face; 2]; 12] =
    [[U, F], [U, R], [U, B], [U, L], [D, F], [D, R], [D, B], [D, L], [F, R], [B, R], [B, L], [F, L]];

/// A position of the cube that turns can reach, with the centres held fixed.
///
/// *Replaced by* representation: `corner_perm[i]` is the corner which sits at position
/// `i`, and `corner_ori[i]` says which facelet of [`CORNERS`]`[i]` shows its U/D sticker;
/// for edges it is the first sticker of [`EDGES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    pub(crate) corner_perm: [u8; 8],
    pub(crate) corner_ori: [u8; 8],
    pub(crate) edge_perm: [u8; 12],
    pub(crate) edge_ori: [u8; 12],
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Cube = Cube {
        corner_perm: [0, 1, 2, 3, 4, 5, 6, 7],
        corner_ori: [0; 8],
        edge_perm: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        edge_ori: [0; 12],
    };

    /// The position after `self` and then `next`, both taken from the solved cube.
    pub fn then(&self, next: &Cube) -> Cube {
        let mut result = *self;
        for i in 0..8 {
            let from = next.corner_perm[i] as usize;
            result.corner_perm[i] = self.corner_perm[from];
            result.corner_ori[i] = (self.corner_ori[from] + next.corner_ori[i]) % 3;
        }
        for i in 0..12 {
            let from = next.edge_perm[i] as usize;
            result.edge_perm[i] = self.edge_perm[from];
            result.edge_ori[i] = self.edge_ori[from] ^ next.edge_ori[i];
        }
        result
    }

    /// The position which, followed by this one, is solved.
    pub fn inverse(&self) -> Cube {
        let mut result = *self;
        for i in 0..8 {
            let to = self.corner_perm[i] as usize;
            result.corner_perm[to] = i as u8;
            result.corner_ori[to] = (3 - self.corner_ori[i]) % 3;
        }
        for i in 0..12 {
            let to = self.edge_perm[i] as usize;
            result.edge_perm[to] = i as u8;
            result.edge_ori[to] = self.edge_ori[i];
        }
        result
    }

    /// The position after one move.
    pub fn turn(&self, mv: Move) -> Cube {
        self.then(&MOVE_CUBES[mv.index()])
    }

    /// The position after a sequence of moves.
    pub fn apply(&self, moves: &[Move]) -> Cube {
        moves.iter().fold(*self, |cube, &mv| cube.turn(mv))
    }

    /// Whether every cubie is at home.
    pub fn is_solved(&self) -> bool {
        *self == Cube::SOLVED
    }
}

/// The position to which each move brings the solved cube.
static MOVE_CUBES: LazyLock<[Cube; Move::COUNT]> =
    LazyLock::new(|| std::array::from_fn(|i| turned(Move::from_index(i))));

fn turned(mv: Move) -> Cube {
    let mut cube = Cube::SOLVED;
    let carry = |face| mv.face().carries(face, mv.turns());
    for (home, names) in CORNERS.iter().enumerate().filter(|(_, names)| names.contains(&mv.face())) {
        let (to, ori) = corner_at(names.map(carry)).expect("a turn keeps corners corners");
        cube.corner_perm[to] = home as u8;
        cube.corner_ori[to] = ori;
    }
    for (home, names) in EDGES.iter().enumerate().filter(|(_, names)| names.contains(&mv.face())) {
        let (to, ori) = edge_at(names.map(carry)).expect("a turn keeps edges edges");
        cube.edge_perm[to] = home as u8;
        cube.edge_ori[to] = ori;
    }
    cube
}

/// The corner whose faces, read in its own order, are `faces` after a rotation by the
/// returned orientation.
pub(super) fn corner_at(faces: [Face; 3]) -> Option<(usize, u8)> {
    CORNERS.iter().enumerate().find_map(|(i, names)| {
        (0..3).find(|&ori| (0..3).all(|n| names[(n + ori) % 3] == faces[n])).map(|ori| (i, ori as u8))
    })
}

/// As [`corner_at`], for edges.
pub(super) fn edge_at(faces: [Face; 2]) -> Option<(usize, u8)> {
    EDGES.iter().enumerate().find_map(|(i, names)| {
        (0..2).find(|&ori| (0..2).all(|n| names[(n + ori) % 2] == faces[n])).map(|ori| (i, ori as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;

    #[test]
    fn four_turns_are_none_and_a_half_turn_is_two_quarters() {
        for face in Face::ALL {
            let quarter = Move::new(face, 1).unwrap();
            let half = Move::new(face, 2).unwrap();
            assert!(Cube::SOLVED.apply(&[quarter; 4]).is_solved());
            assert!(!Cube::SOLVED.apply(&[quarter; 3]).is_solved());
            assert_eq!(Cube::SOLVED.apply(&[quarter; 2]), Cube::SOLVED.turn(half));
        }
    }

    #[test]
    fn the_papers_front_turn() {
        // The paper lists the cycle of stickers for face 1 (F): what stands at UFR goes
        // to DRF's place and so on, U and D stickers moving to side facelets.
        let cube = Cube::SOLVED.turn(Move::new(F, 1).unwrap());
        assert_eq!(cube.corner_perm, [3, 1, 2, 7, 0, 5, 6, 4]);
        assert_eq!(cube.corner_ori, [2, 0, 0, 1, 1, 0, 0, 2]);
        assert_eq!(cube.edge_perm, [11, 1, 2, 3, 8, 5, 6, 7, 0, 9, 10, 4]);
        assert_eq!(cube.edge_ori, [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1]);
    }

    #[test]
    fn known_orders_of_short_sequences() {
        let order = |moves: &[Move]| {
            let mut cube = Cube::SOLVED;
            (1..).find(|_| {
                cube = cube.apply(moves);
                cube.is_solved()
            })
        };
        let [u, r] = [U, R].map(|face| Move::new(face, 1).unwrap());
        assert_eq!(order(&[r, u]), Some(105));
        assert_eq!(order(&[r, u, r.inverse(), u.inverse()]), Some(6));
        assert_eq!(order(&[r, u.inverse()]), Some(63));
    }

    #[test]
    fn an_inverse_undoes_on_both_sides() {
        let mut random = Random::new(7);
        for _ in 0..1000 {
            let cube = random.cube();
            assert!(cube.then(&cube.inverse()).is_solved());
            assert!(cube.inverse().then(&cube).is_solved());
        }
    }
}
