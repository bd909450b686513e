//! The 48 symmetries of the cube, reflections included.

use super::cubie::{corner_at, edge_at};
use super::setup::corner_shown;
use super::{CORNERS, Cube, EDGES, Face, Move};

/// A rotation or reflection of the whole cube: where each face goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    to: [Face; 6],
}

impl Symmetry {
    /// The symmetry that leaves every face in its place.
    pub const IDENTITY: Symmetry = Symmetry { to: Face::ALL };

    /// The whole cube turned as `face` turns, by `turns` clockwise quarters.
    pub fn rotation(face: Face, turns: usize) -> Symmetry {
        Symmetry { to: Face::ALL.map(|f| face.carries(f, turns)) }
    }

    /// The reflection that exchanges `face` and its opposite.
    pub fn mirror(face: Face) -> Symmetry {
        Symmetry {
            to: Face::ALL.map(|other| if other.axis() == face.axis() { other.opposite() } else { other }),
        }
    }

    /// All 48, the identity first.
    pub fn all() -> Vec<Symmetry> {
        let mut found = vec![Symmetry::IDENTITY];
        let mirror = Symmetry::mirror(Face::R);
        let generators = [Symmetry::rotation(Face::U, 1), Symmetry::rotation(Face::R, 1), mirror];
        let mut next = 0;
        while next < found.len() {
            for generator in &generators {
                let symmetry = found[next].then(generator);
                if !found.contains(&symmetry) {
                    found.push(symmetry);
                }
            }
            next += 1;
        }
        found
    }

    /// The face to which `face` goes.
    pub fn face(&self, face: Face) -> Face {
        self.to[face.index()]
    }

    /// First this symmetry, then `next`.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry { to: self.to.map(|face| next.face(face)) }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(&self) -> Symmetry {
        let mut to = Face::ALL;
        for face in Face::ALL {
            to[self.face(face).index()] = face;
        }
        Symmetry { to }
    }

    /// Whether left and right are exchanged, so that clockwise becomes counter-clockwise.
    pub fn is_reflection(&self) -> bool {
        corner_at(CORNERS[0].map(|face| self.face(face))).is_none()
    }

    /// Whether the U/D axis stays: true for 16 of the 48 (D4h).
    pub fn keeps_ud_axis(&self) -> bool {
        self.face(Face::U).axis() == 0
    }

    /// The image of `mv`.
    pub fn turn(&self, mv: Move) -> Move {
        let turns = if self.is_reflection() { 4 - mv.turns() } else { mv.turns() };
        Move::new(self.face(mv.face()), turns).expect("a turn stays a turn")
    }

    /// The conjugate of `cube`: the position after this symmetry, with each colour renamed as its face. The images of moves
    /// that solve `cube` solve it.
    pub fn conjugate(&self, cube: &Cube) -> Cube {
        let mut pieces = **cube;
        // Goals are mostly looked at as they are, many times a second.
        if *self == Symmetry::IDENTITY {
            return *cube;
        }
        for (place, (corner, twist)) in cube.corners().into_iter().enumerate() {
            let (to, corner, twist) = self.corner(place, corner.into(), twist.into());
            (pieces.corner_perm[to], pieces.corner_ori[to]) = (corner as u8, twist as u8);
        }
        for (place, (edge, flip)) in cube.edges().into_iter().enumerate() {
            let (to, edge, flip) = self.edge(place, edge.into(), flip.into());
            (pieces.edge_perm[to], pieces.edge_ori[to]) = (edge as u8, flip as u8);
        }
        Cube::of(pieces)
    }

    /// The position to which a corner at `place` goes, the corner that it becomes, and its twist there.
    pub fn corner(&self, place: usize, corner: usize, twist: usize) -> (usize, usize, usize) {
        let (to, sides) = self.corner_image(CORNERS[place]);
        let mut colours = CORNERS[corner];
        for (n, side) in sides.into_iter().enumerate() {
            colours[side] = self.face(CORNERS[corner][(n + 3 - twist) % 3]);
        }
        let (corner, twist) = corner_shown(colours).expect("a corner stays one");
        (to, corner, twist.into())
    }

    /// The position to which an edge at `place` goes, the edge that it becomes, and its flip there.
    pub fn edge(&self, place: usize, edge: usize, flip: usize) -> (usize, usize, usize) {
        let image = |names: [Face; 2]| edge_at(names.map(|face| self.face(face))).expect("an edge stays one");
        let ((to, side), (edge, first)) = (image(EDGES[place]), image(EDGES[edge]));
        (to, edge, flip ^ usize::from(side ^ first))
    }

    /// The edge position to which each edge goes, and its flip there.
    pub fn edges(&self) -> [(usize, u8); 12] {
        EDGES.map(|names| edge_at(names.map(|face| self.face(face))).expect("an edge stays one"))
    }

    /// The position to which each corner position goes, and each edge position.
    pub fn positions(&self) -> ([u8; 8], [u8; 12]) {
        let edges = self.edges().map(|(to, _)| to as u8);
        (CORNERS.map(|names| self.corner_image(names).0 as u8), edges)
    }

    /// The corner position to which `names` goes, and to which of its sides each one.
    pub(super) fn corner_image(&self, names: [Face; 3]) -> (usize, [usize; 3]) {
        let images = names.map(|face| self.face(face));
        let place = CORNERS.iter().position(|corner| images.iter().all(|face| corner.contains(face)));
        let place = place.expect("a corner stays one");
        let side = |face| CORNERS[place].iter().position(|&f| f == face).expect("its own face");
        (place, images.map(side))
    }
}

/// A rotation prepared to conjugate many positions.
#[derive(Clone, Debug)]
pub struct Conjugation {
    /// The position to which each corner goes, and the side there to which its first side goes.
    corners: [(u8, u8); 8],
    /// The position to which each edge goes, and the side there to which its first side goes.
    edges: [(u8, u8); 12],
}

impl Conjugation {
    /// # Panics
    /// When `rotation` is a reflection.
    pub fn new(rotation: &Symmetry) -> Conjugation {
        assert!(!rotation.is_reflection(), "a rotation keeps clockwise clockwise");
        let corner = |names| {
            let (place, sides) = rotation.corner_image(names);
            (place as u8, sides[0] as u8)
        };
        let edge = |names: [Face; 2]| {
            let (place, ori) = edge_at(names.map(|face| rotation.face(face))).expect("an edge stays one");
            (place as u8, ori)
        };
        Conjugation { corners: CORNERS.map(corner), edges: EDGES.map(edge) }
    }

    /// The factors before and after a position in its conjugate: the whole cube turned back, and turned. Turns of faces
    /// reach neither of them.
    pub fn around(&self) -> [Cube; 2] {
        let mut turned = Cube::SOLVED;
        for (i, &(place, side)) in (0..).zip(&self.corners) {
            turned.pieces_mut().corner_perm[usize::from(place)] = i;
            turned.pieces_mut().corner_ori[usize::from(place)] = side;
        }
        for (i, &(place, side)) in (0..).zip(&self.edges) {
            turned.pieces_mut().edge_perm[usize::from(place)] = i;
            turned.pieces_mut().edge_ori[usize::from(place)] = side;
        }
        [turned.inverse(), turned]
    }

    /// The same as [`Symmetry::conjugate`].
    pub fn conjugate(&self, cube: &Cube) -> Cube {
        let mut image = *cube;
        for (i, &(place, side)) in self.corners.iter().enumerate() {
            let (corner, first) = self.corners[usize::from(cube.corner_perm[i])];
            image.pieces_mut().corner_perm[usize::from(place)] = corner;
            image.pieces_mut().corner_ori[usize::from(place)] = (cube.corner_ori[i] + side + 3 - first) % 3;
        }
        for (i, &(place, side)) in self.edges.iter().enumerate() {
            let (edge, first) = self.edges[usize::from(cube.edge_perm[i])];
            image.pieces_mut().edge_perm[usize::from(place)] = edge;
            image.pieces_mut().edge_ori[usize::from(place)] = cube.edge_ori[i] ^ side ^ first;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Pieces;
    use crate::cube::random::Random;

    #[test]
    fn there_are_48_of_which_24_reflect_and_16_keep_the_axis() {
        let all = Symmetry::all();
        assert_eq!(all.len(), 48);
        assert_eq!(all.iter().filter(|s| s.is_reflection()).count(), 24);
        assert_eq!(all.iter().filter(|s| s.keeps_ud_axis()).count(), 16);
        assert!(all.iter().all(|s| s.then(&s.inverse()) == Symmetry::IDENTITY));
    }

    #[test]
    fn conjugation_respects_moves_and_composition() {
        let mut random = Random::new(5);
        let (a, b) = (random.cube(), random.cube());
        for symmetry in Symmetry::all() {
            let image = symmetry.conjugate(&a);
            assert_eq!(symmetry.inverse().conjugate(&image), a);
            assert_eq!(symmetry.conjugate(&a.then(&b)), image.then(&symmetry.conjugate(&b)));
            for mv in Move::all() {
                assert_eq!(symmetry.conjugate(&a.turn(mv)), image.turn(symmetry.turn(mv)));
            }
        }
    }

    #[test]
    fn prepared_rotations_conjugate_alike() {
        let mut random = Random::new(6);
        for rotation in Symmetry::all().into_iter().filter(|symmetry| !symmetry.is_reflection()) {
            let conjugation = Conjugation::new(&rotation);
            for cube in (0..50).map(|_| random.cube()) {
                assert_eq!(conjugation.conjugate(&cube), rotation.conjugate(&cube));
            }
        }
    }

    #[test]
    fn the_superflip_is_the_same_from_every_side() {
        let superflip = Cube::of(Pieces { edge_ori: [1; 12], ..Pieces::SOLVED });
        assert!(Symmetry::all().iter().all(|s| s.conjugate(&superflip) == superflip));
    }
}
