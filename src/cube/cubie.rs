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
///
/// It is shown as its 54 facelets, and read in every format of [`notation`](crate::notation). Positions are multiplied from left to
/// right, with each other, with [`Move`]s and with an [`Algorithm`](super::Algorithm): `cube * mv` is `cube` after the move.
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
        self.apply(&[mv])
    }

    /// The position after a sequence of moves.
    pub fn apply(&self, moves: &[Move]) -> Cube {
        let turns = &*TURNS;
        let mut cube = Turned::from(self);
        moves.iter().for_each(|mv| turns[mv.index()].act(&mut cube));
        cube.into()
    }

    /// The corner, 0 … 7, at each position of [`CORNERS`], and its twist, 0 … 2: the facelet of the position that shows its
    /// U/D sticker.
    pub fn corners(&self) -> [(u8, u8); 8] {
        std::array::from_fn(|i| (self.corner_perm[i], self.corner_ori[i]))
    }

    /// The edge, 0 … 11, at each position of [`EDGES`], and its flip, 0 or 1: the facelet of the position that shows its
    /// first sticker.
    pub fn edges(&self) -> [(u8, u8); 12] {
        std::array::from_fn(|i| (self.edge_perm[i], self.edge_ori[i]))
    }

    /// Whether every cubie is at home.
    pub fn is_solved(&self) -> bool {
        *self == Cube::SOLVED
    }
}

/// The solved cube.
impl Default for Cube {
    fn default() -> Cube {
        Cube::SOLVED
    }
}

/// The cubies that a move carries.
struct Turn {
    corners: [Moved; 4],
    edges: [Moved; 4],
}

/// A cubie that goes from one position to another, and is turned on the way.
#[derive(Clone, Copy)]
struct Moved {
    to: u8,
    from: u8,
    /// The amount that the turn adds to the cubie's byte in [`Turned`].
    turned: u8,
}

static TURNS: LazyLock<[Turn; Move::COUNT]> =
    LazyLock::new(|| std::array::from_fn(|i| Turn::new(Move::from_index(i))));

impl Turn {
    fn new(mv: Move) -> Turn {
        let carry = |face| mv.face().carries(face, mv.turns());
        Turn {
            corners: four(CORNERS, mv, Turned::CORNER, |names| {
                corner_at(names.map(carry)).expect("corners stay corners")
            }),
            edges: four(EDGES, mv, Turned::EDGE, |names| {
                edge_at(names.map(carry)).expect("edges stay edges")
            }),
        }
    }

    /// Carries the cubies of a position.
    #[inline]
    fn act(&self, cube: &mut Turned) {
        let before = *cube;
        for &Moved { to, from, turned } in &self.corners {
            let corner = before.corners[usize::from(from) % 8] + turned;
            cube.corners[usize::from(to) % 8] =
                if corner < 3 * Turned::CORNER { corner } else { corner - 3 * Turned::CORNER };
        }
        for &Moved { to, from, turned } in &self.edges {
            cube.edges[usize::from(to) % 16] = before.edges[usize::from(from) % 16] ^ turned;
        }
    }
}

/// A position on which many moves act: every solution is replayed, so that this is felt. A byte has both which cubie sits at
/// a position and how it is turned.
#[derive(Clone, Copy)]
struct Turned {
    corners: [u8; 8],
    /// Twelve, in as many as an index of four bits reaches, so that none is compared with their number.
    edges: [u8; 16],
}

impl Turned {
    /// The amounts that a byte counts for the orientation of a corner, and of an edge.
    const CORNER: u8 = 8;
    const EDGE: u8 = 16;
}

impl From<&Cube> for Turned {
    fn from(cube: &Cube) -> Turned {
        let mut edges = [0; 16];
        for (i, edge) in edges[..12].iter_mut().enumerate() {
            *edge = cube.edge_perm[i] + Turned::EDGE * cube.edge_ori[i];
        }
        let corners = std::array::from_fn(|i| cube.corner_perm[i] + Turned::CORNER * cube.corner_ori[i]);
        Turned { corners, edges }
    }
}

impl From<Turned> for Cube {
    fn from(cube: Turned) -> Cube {
        Cube {
            corner_perm: cube.corners.map(|corner| corner % Turned::CORNER),
            corner_ori: cube.corners.map(|corner| corner / Turned::CORNER),
            edge_perm: std::array::from_fn(|i| cube.edges[i] % Turned::EDGE),
            edge_ori: std::array::from_fn(|i| cube.edges[i] / Turned::EDGE),
        }
    }
}

/// The four positions whose names have the face of a move, and where it carries their cubies. An orientation counts so much.
fn four<const SIDES: usize, const CUBIES: usize>(
    positions: [[Face; SIDES]; CUBIES],
    mv: Move,
    orientation: u8,
    carried: impl Fn([Face; SIDES]) -> (usize, u8),
) -> [Moved; 4] {
    let mut turned = (0..CUBIES).filter(|&from| positions[from].contains(&mv.face()));
    std::array::from_fn(|_| {
        let from = turned.next().expect("a face has four corners and four edges");
        let (to, ori) = carried(positions[from]);
        Moved { to: to as u8, from: from as u8, turned: orientation * ori }
    })
}

/// The corner whose faces, read in its own order, are `faces` after a rotation by the
/// returned orientation.
pub(super) fn corner_at(faces: [Face; 3]) -> Option<(usize, u8)> {
    let [a, b, c] = faces.map(Face::index);
    CORNERS_BY_FACES[a][b][c]
}

/// The same as [`corner_at`], for edges.
pub(super) fn edge_at(faces: [Face; 2]) -> Option<(usize, u8)> {
    let [a, b] = faces.map(Face::index);
    EDGES_BY_FACES[a][b]
}

/// A cubie and its orientation, if there is such a one.
type Known = Option<(usize, u8)>;

static CORNERS_BY_FACES: [[[Known; 6]; 6]; 6] = {
    let mut found = [[[None; 6]; 6]; 6];
    let mut i = 0;
    while i < 8 * 3 {
        let (names, ori) = (CORNERS[i / 3], i % 3);
        let [a, b, c] = [names[ori], names[(ori + 1) % 3], names[(ori + 2) % 3]];
        found[a.index()][b.index()][c.index()] = Some((i / 3, ori as u8));
        i += 1;
    }
    found
};

static EDGES_BY_FACES: [[Known; 6]; 6] = {
    let mut found = [[None; 6]; 6];
    let mut i = 0;
    while i < 12 * 2 {
        let (names, ori) = (EDGES[i / 2], i % 2);
        let [a, b] = [names[ori], names[1 - ori]];
        found[a.index()][b.index()] = Some((i / 2, ori as u8));
        i += 1;
    }
    found
};

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
