//! The cube as 20 cubies: which one sits at each position, and how it is turned.

use std::ops::Deref;
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
pub struct Cube(Pieces);

/// The cubies of a cube at their places, in any arrangement: also in one that turns cannot reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// The corner at each position of [`CORNERS`], 0 to 7.
    pub corner_perm: [u8; 8],
    /// Which facelet of each corner position shows the U/D sticker, 0 to 2.
    pub corner_ori: [u8; 8],
    /// The edge at each position of [`EDGES`], 0 to 11.
    pub edge_perm: [u8; 12],
    /// Which facelet of each edge position shows the first sticker, 0 or 1.
    pub edge_ori: [u8; 12],
}

impl Pieces {
    /// All cubies at home.
    pub const SOLVED: Pieces = Pieces {
        corner_perm: [0, 1, 2, 3, 4, 5, 6, 7],
        corner_ori: [0; 8],
        edge_perm: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        edge_ori: [0; 12],
    };
}

impl Deref for Cube {
    type Target = Pieces;

    #[inline]
    fn deref(&self) -> &Pieces {
        &self.0
    }
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Cube = Cube(Pieces::SOLVED);

    /// The cube of these cubies, which is not checked: [`Setup`](super::Setup) does that. If turns cannot reach it, it has
    /// coordinates, and moves turn it, but no search solves it.
    #[inline]
    pub const fn of(pieces: Pieces) -> Cube {
        Cube(pieces)
    }

    /// Its cubies, to arrange them. As with [`Cube::of`], nothing is checked.
    #[inline]
    pub fn pieces_mut(&mut self) -> &mut Pieces {
        &mut self.0
    }

    /// The position after `self` and then `next`, both taken from the solved cube.
    pub fn then(&self, next: &Cube) -> Cube {
        let mut result = *self;
        for i in 0..8 {
            let from = next.corner_perm[i] as usize;
            result.0.corner_perm[i] = self.corner_perm[from];
            result.0.corner_ori[i] = (self.corner_ori[from] + next.corner_ori[i]) % 3;
        }
        for i in 0..12 {
            let from = next.edge_perm[i] as usize;
            result.0.edge_perm[i] = self.edge_perm[from];
            result.0.edge_ori[i] = self.edge_ori[from] ^ next.edge_ori[i];
        }
        result
    }

    /// The position which, followed by this one, is solved.
    pub fn inverse(&self) -> Cube {
        let mut result = *self;
        for i in 0..8 {
            let to = self.corner_perm[i] as usize;
            result.0.corner_perm[to] = i as u8;
            result.0.corner_ori[to] = (3 - self.corner_ori[i]) % 3;
        }
        for i in 0..12 {
            let to = self.edge_perm[i] as usize;
            result.0.edge_perm[to] = i as u8;
            result.0.edge_ori[to] = self.edge_ori[i];
        }
        result
    }

    /// The position after one move.
    pub fn turn(&self, mv: Move) -> Cube {
        self.apply(&[mv])
    }

    /// The position after a sequence of moves.
    pub fn apply(&self, moves: &[Move]) -> Cube {
        CubiePlaces::from(self).after(moves).cube(self)
    }

    /// Whether the position after a sequence of moves is solved: whether each cubie is at home then.
    pub fn is_solved_by(&self, moves: &[Move]) -> bool {
        CubiePlaces::from(self).after(moves) == CubiePlaces::homes(self)
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

/// The number of cubies.
const CUBIES: usize = CORNERS.len() + EDGES.len();

/// Where each cubie of a position is and how it is turned, first the corners, in the order of their positions before any move:
/// every solution is replayed, so that this is felt. A corner at a position, turned in some way, is `3 · position + orientation`,
/// an edge [`EDGE`]` + 2 · position + orientation`.
#[derive(PartialEq, Eq)]
struct CubiePlaces([u8; CUBIES]);

/// What edges begin with in [`CubiePlaces`].
const EDGE: usize = 32;

impl From<&Cube> for CubiePlaces {
    #[inline]
    fn from(cube: &Cube) -> CubiePlaces {
        let mut places = [0; CUBIES];
        let (corners, edges) = places.split_at_mut(CORNERS.len());
        for (i, corner) in corners.iter_mut().enumerate() {
            *corner = 3 * i as u8 + cube.corner_ori[i];
        }
        for (i, edge) in edges.iter_mut().enumerate() {
            *edge = (EDGE + 2 * i) as u8 + cube.edge_ori[i];
        }
        CubiePlaces(places)
    }
}

impl CubiePlaces {
    /// The homes of the cubies of a position.
    #[inline]
    fn homes(cube: &Cube) -> CubiePlaces {
        let mut homes = [0; CUBIES];
        let (corners, edges) = homes.split_at_mut(CORNERS.len());
        corners.iter_mut().zip(cube.corner_perm).for_each(|(home, corner)| *home = 3 * corner);
        edges.iter_mut().zip(cube.edge_perm).for_each(|(home, edge)| *home = EDGE as u8 + 2 * edge);
        CubiePlaces(homes)
    }

    /// Where the same cubies are after moves.
    #[inline(always)]
    fn after(mut self, moves: &[Move]) -> CubiePlaces {
        // Half of them at a time, so that where they are stays in registers.
        let (first, last) = self.0.split_at_mut(CUBIES / 2);
        follow::<{ CUBIES / 2 }>(first.try_into().expect("it is a half"), moves);
        follow::<{ CUBIES / 2 }>(last.try_into().expect("it is a half"), moves);
        self
    }

    /// The position with these cubies, where they came from.
    #[inline]
    fn cube(&self, from: &Cube) -> Cube {
        let mut pieces = **from;
        let (corners, edges) = self.0.split_at(CORNERS.len());
        for (i, &place) in corners.iter().enumerate() {
            let to = usize::from(place / 3) % CORNERS.len();
            (pieces.corner_perm[to], pieces.corner_ori[to]) = (from.corner_perm[i], place % 3);
        }
        for (i, &place) in edges.iter().enumerate() {
            let to = (usize::from(place) - EDGE) / 2;
            (pieces.edge_perm[to], pieces.edge_ori[to]) = (from.edge_perm[i], place % 2);
        }
        Cube(pieces)
    }
}

/// Where a move carries a cubie from each of its [`CubiePlaces`]. There is room for all bytes, so that none is compared with their
/// number; the bytes in use lie in one line of a cache.
#[repr(align(64))]
struct Carried([u8; 256]);

static CARRIED: LazyLock<[Carried; Move::COUNT]> =
    LazyLock::new(|| std::array::from_fn(|i| Carried::by(Move::from_index(i))));

impl Carried {
    fn by(mv: Move) -> Carried {
        let carry = |face| mv.face().carries(face, mv.turns());
        let mut carried = Carried(std::array::from_fn(|place| place as u8));
        for (from, names) in CORNERS.into_iter().enumerate().filter(|(_, names)| names.contains(&mv.face())) {
            let (to, turned) = corner_at(names.map(carry)).expect("corners stay corners");
            for ori in 0..3 {
                carried.0[3 * from + ori] = (3 * to + (ori + usize::from(turned)) % 3) as u8;
            }
        }
        for (from, names) in EDGES.into_iter().enumerate().filter(|(_, names)| names.contains(&mv.face())) {
            let (to, turned) = edge_at(names.map(carry)).expect("edges stay edges");
            for ori in 0..2 {
                carried.0[EDGE + 2 * from + ori] = (EDGE + 2 * to + (ori ^ usize::from(turned))) as u8;
            }
        }
        carried
    }
}

/// Follows some cubies through moves.
#[inline(always)]
fn follow<const COUNT: usize>(places: &mut [u8; COUNT], moves: &[Move]) {
    let carried = &*CARRIED;
    for mv in moves {
        let carried = &carried[mv.index()].0;
        *places = places.map(|place| carried[usize::from(place)]);
    }
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
type FoundCubie = Option<(usize, u8)>;

static CORNERS_BY_FACES: [[[FoundCubie; 6]; 6]; 6] = {
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

static EDGES_BY_FACES: [[FoundCubie; 6]; 6] = {
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
