//! The 24 facelets and the turns of the layers.

use std::sync::LazyLock;

use Face::{B, D, F, L, R, U};
use cubebatch_cube::cube::{Cube, Face, Move, Setup, corner_facelet};

/// The faces in the order of [`Facelets`]: front, right, back, left, up, down.
pub const FACES: [Face; 6] = [F, R, B, L, U, D];

/// The number of facelets.
const COUNT: usize = 24;

/// The 24 stickers of a pocket cube, even if turns cannot reach it. `cube[face][i]` has the faces as in [`FACES`], and the
/// four facelets of a face from left to right, top to bottom. Up is printed with the back above it and down with the front,
/// as in a facelet string.
///
/// A colour is named by the face that shows it on [`Facelets::SOLVED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facelets {
    /// The colours.
    pub cube: [[Face; 4]; 6],
}

/// For the layer of each face of [`FACES`] the eight facelets around it, clockwise from one
/// of its neighbours to the next.
const RIMS: [[(usize, usize); 8]; 6] = [
    [(4, 2), (4, 3), (1, 0), (1, 2), (5, 1), (5, 0), (3, 3), (3, 1)],
    [(4, 3), (4, 1), (2, 0), (2, 2), (5, 3), (5, 1), (0, 3), (0, 1)],
    [(4, 1), (4, 0), (3, 0), (3, 2), (5, 2), (5, 3), (1, 3), (1, 1)],
    [(4, 0), (4, 2), (0, 0), (0, 2), (5, 0), (5, 2), (2, 3), (2, 1)],
    [(2, 1), (2, 0), (1, 1), (1, 0), (0, 1), (0, 0), (3, 1), (3, 0)],
    [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)],
];

/// The twelve facelets of a layer, those of its face first and then its rim: which one comes
/// to each place in a clockwise quarter turn.
const QUARTER: [usize; 12] = [2, 0, 3, 1, 10, 11, 4, 5, 6, 7, 8, 9];

/// For each move and facelet the facelet that comes there.
static TURNS: LazyLock<[[u8; COUNT]; Move::COUNT]> =
    LazyLock::new(|| std::array::from_fn(|m| sources(Move::from_index(m))));

fn sources(mv: Move) -> [u8; COUNT] {
    let face = index(mv.face());
    let rim = RIMS[face].map(|(face, i)| 4 * face + i);
    let layer: Vec<usize> = (4 * face..4 * face + 4).chain(rim).collect();
    let mut sources = std::array::from_fn(|i| i as u8);
    for _ in 0..mv.turns() {
        let before = sources;
        for (i, &from) in QUARTER.iter().enumerate() {
            sources[layer[i]] = before[layer[from]];
        }
    }
    sources
}

/// For each corner position and side, as in [`corner_facelet`], its facelet.
static CORNER_FACELETS: LazyLock<[[usize; 3]; 8]> = LazyLock::new(|| {
    let number = |facelet: usize| {
        let place = [0, 2, 6, 8].iter().position(|&place| place == facelet % 9);
        4 * index(Face::from_index(facelet / 9)) + place.expect("corners are at corners")
    };
    std::array::from_fn(|corner| std::array::from_fn(|n| number(corner_facelet(corner, n))))
});

/// The facelets of a corner position: a face by its place in [`FACES`], and a facelet on it.
pub(super) fn corner(position: usize) -> [(usize, usize); 3] {
    CORNER_FACELETS[position].map(|place| (place / 4, place % 4))
}

/// The place of a face in [`FACES`].
fn index(face: Face) -> usize {
    FACES.iter().position(|&other| other == face).expect("all faces are there")
}

impl Facelets {
    /// The solved cube, each face in its own colour.
    pub const SOLVED: Facelets = Facelets { cube: [[F; 4], [R; 4], [B; 4], [L; 4], [U; 4], [D; 4]] };

    /// The facelets after one move.
    pub fn turn(&self, mv: Move) -> Facelets {
        let (sources, before) = (&TURNS[mv.index()], self.cube.as_flattened());
        let colour = |face, i| before[usize::from(sources[4 * face + i])];
        Facelets { cube: std::array::from_fn(|face| std::array::from_fn(|i| colour(face, i))) }
    }

    /// The facelets after a sequence of moves.
    pub fn apply(&self, moves: &[Move]) -> Facelets {
        moves.iter().fold(*self, |facelets, &mv| facelets.turn(mv))
    }

    /// Whether each face has one colour: then it is solved, however it is held.
    pub fn is_solved(&self) -> bool {
        self.cube.iter().all(|face| face.iter().all(|&colour| colour == face[0]))
    }

    /// The corners of a cube.
    pub fn of(cube: &Cube) -> Facelets {
        let mut facelets = Facelets::SOLVED;
        let cells = facelets.cube.as_flattened_mut();
        for (places, colours) in CORNER_FACELETS.iter().zip(Setup::from(cube).corners) {
            places.iter().zip(colours).for_each(|(&place, colour)| cells[place] = colour);
        }
        facelets
    }

    /// The colours at the eight corner positions, in the order of [`CORNERS`](cubebatch_cube::cube::CORNERS).
    pub fn corners(&self) -> [[Face; 3]; 8] {
        let cells = self.cube.as_flattened();
        CORNER_FACELETS.map(|places| places.map(|place| cells[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn turns_are_those_of_the_corners_of_a_cube() {
        let cube = Random::new(1).cube();
        for mv in Move::all() {
            assert_eq!(Facelets::of(&cube).turn(mv), Facelets::of(&cube.turn(mv)), "{mv}");
        }
    }

    #[test]
    fn facelets_are_the_corner_facelets_of_a_cube() {
        let cube = Random::new(2).cube();
        let (all, facelets) = (cube.facelets(), Facelets::of(&cube));
        for (i, face) in FACES.into_iter().enumerate() {
            let corners = [0, 2, 6, 8].map(|place| all[9 * face.index() + place]);
            assert_eq!(facelets.cube[i], corners);
        }
        assert_eq!(facelets.corners(), Setup::from(&cube).corners);
    }

    #[test]
    fn solved_is_solved_however_it_is_held() {
        let moves = |text| cubebatch_cube::notation::parse_moves(text).unwrap().moves().to_vec();
        for (text, is_solved) in
            [("", true), ("R L'", true), ("U D' F' B", true), ("R", false), ("R2 L", false)]
        {
            assert_eq!(Facelets::SOLVED.apply(&moves(text)).is_solved(), is_solved, "{text}");
        }
    }
}
