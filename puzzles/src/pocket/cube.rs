//! The pocket cube as the corners of a cube.

use std::sync::LazyLock;

use super::coord::{FIXED, Orientation, Permutation};
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{CORNERS, Cube, FACELETS, Face, Faults, Move, Pieces, Setup};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::space::{self, RowAndValue};

/// A pocket cube as it is held: a cube without edges and centres. A colour is named by the face that shows it on
/// [`PocketCube::SOLVED`].
///
/// Two of them are equal if they show the same colours. [`PocketCube::rank`] is the same if they do so once colours are renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PocketCube(
    /// All edges are at home. The corners may be exchanged as edges would not let them.
    Cube,
);

/// The number of stickers.
pub const STICKERS: usize = 24;

/// The number, 0 … 53, of the facelet of a cube at which a pocket cube has this sticker, 0 … 23. Both are numbered face by
/// face in the order U R F D L B, row by row.
pub fn facelet(sticker: usize) -> usize {
    9 * (sticker / 4) + [0, 2, 6, 8][sticker % 4]
}

/// The solved cube in each way in which it can be held.
static SOLVED_AS_HELD: LazyLock<Vec<Cube>> = LazyLock::new(|| {
    let rotations = Symmetry::all().into_iter().filter(|symmetry| !symmetry.is_reflection());
    let held = |rotation: Symmetry| {
        let corners = CORNERS.map(|names| names.map(|face| rotation.face(face)));
        let setup = Setup { corners, ..Setup::from(&Cube::SOLVED) };
        setup.into_pocket_cube().expect("a rotated cube is one")
    };
    rotations.map(held).collect()
});

impl PocketCube {
    /// The number of positions, where names of colours do not matter.
    pub const COUNT: usize = Permutation::SIZE * Orientation::SIZE;

    /// The solved cube, held with its U face up and its F face in front.
    pub const SOLVED: PocketCube = PocketCube(Cube::SOLVED);

    /// The corners of a cube.
    pub fn of(cube: &Cube) -> PocketCube {
        let Pieces { corner_perm, corner_ori, .. } = **cube;
        PocketCube(Cube::of(Pieces { corner_perm, corner_ori, ..Pieces::SOLVED }))
    }

    /// The cube that shows these colours: face by face in the order U R F D L B, the four of a face from left to right, top to
    /// bottom. Up is seen with the back above it, down with the front above it.
    ///
    /// # Errors
    /// [`Faults`], when turns cannot reach it.
    pub fn from_stickers(stickers: &[Face; STICKERS]) -> Result<PocketCube, Faults> {
        let mut colours = [Face::U; FACELETS];
        for (sticker, &colour) in stickers.iter().enumerate() {
            colours[facelet(sticker)] = colour;
        }
        Setup::from_facelets(&colours).into_pocket_cube().map(PocketCube)
    }

    /// The colours that it shows, in the order of [`PocketCube::from_stickers`].
    pub fn stickers(&self) -> [Face; STICKERS] {
        let colours = self.0.facelets();
        std::array::from_fn(|sticker| colours[facelet(sticker)])
    }

    /// The colours at the eight corner positions, in the order of [`CORNERS`].
    pub(super) fn corners(&self) -> [[Face; 3]; 8] {
        Setup::from(&self.0).corners
    }

    /// The cube after a sequence of moves.
    pub fn apply(&self, moves: &[Move]) -> PocketCube {
        PocketCube::of(&self.0.apply(moves))
    }

    /// Whether each face has one colour: then it is solved, however it is held.
    pub fn is_solved(&self) -> bool {
        SOLVED_AS_HELD.contains(&self.0)
    }

    /// The corners with the colours renamed so that the corner DBL is at home. What solves this cube solves the cube as it is
    /// held.
    fn with_dbl_at_home(&self) -> Cube {
        let (corner, twist) = self.0.corners()[FIXED];
        let brings_home = |renamed: &&Cube| {
            let (becomes, turned) = renamed.corners()[usize::from(corner)];
            usize::from(becomes) == FIXED && (turned + twist) % 3 == 0
        };
        let renamed = SOLVED_AS_HELD.iter().find(brings_home);
        renamed.expect("every corner can be held at DBL").then(&self.0)
    }

    /// The ranks of permutation and orientations.
    pub(super) fn pair(&self) -> RowAndValue {
        space::rank::<Permutation, Orientation>(&self.with_dbl_at_home())
    }

    /// The number of its position, 0 … [`PocketCube::COUNT`] − 1; solved is 0.
    pub fn rank(&self) -> usize {
        let (permutation, orientation) = self.pair();
        permutation as usize * Orientation::SIZE + usize::from(orientation)
    }

    /// The position with this number, with the corner DBL at home.
    ///
    /// # Panics
    /// When there is none.
    pub fn unrank(rank: usize) -> PocketCube {
        assert!(rank < PocketCube::COUNT, "there are {} positions", PocketCube::COUNT);
        let corner_ori = Orientation::unrank(rank % Orientation::SIZE).corner_ori;
        // Orientations belong to places, so they need not be carried along.
        PocketCube(Cube::of(Pieces { corner_ori, ..*Permutation::unrank(rank / Orientation::SIZE) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    fn random_positions(count: usize) -> impl Iterator<Item = PocketCube> {
        let mut random = Random::new(5);
        (0..count).map(move |_| PocketCube::unrank(random.below(PocketCube::COUNT as u64) as usize))
    }

    #[test]
    fn ranks_and_stickers_are_the_same_positions() {
        let edges = [0, 1, 728, 729, PocketCube::COUNT - 1].map(PocketCube::unrank);
        for cube in random_positions(2000).chain(edges) {
            assert_eq!(PocketCube::unrank(cube.rank()), cube);
            assert_eq!(PocketCube::from_stickers(&cube.stickers()), Ok(cube));
        }
        assert_eq!(PocketCube::SOLVED.rank(), 0);
    }

    #[test]
    fn names_of_colours_do_not_matter() {
        let rotations =
            [(Face::R, 1), (Face::U, 1), (Face::F, 3)].map(|(face, n)| Symmetry::rotation(face, n));
        for cube in random_positions(50) {
            let mut stickers = cube.stickers();
            for i in 0..30 {
                let rotation = &rotations[i * i % 7 % 3];
                stickers = stickers.map(|colour| rotation.face(colour));
                assert_eq!(PocketCube::from_stickers(&stickers).unwrap().rank(), cube.rank());
            }
        }
    }

    #[test]
    fn stickers_are_those_of_the_corners_of_a_cube() {
        let cube = Random::new(2).cube();
        let (all, pocket) = (cube.facelets(), PocketCube::of(&cube));
        let corners: Vec<Face> =
            (0..FACELETS).filter(|n| [0, 2, 6, 8].contains(&(n % 9))).map(|n| all[n]).collect();
        assert_eq!(pocket.stickers()[..], corners);
        assert_eq!(pocket.corners(), Setup::from(&cube).corners);
        for mv in Move::all() {
            assert_eq!(pocket.apply(&[mv]), PocketCube::of(&cube.turn(mv)), "{mv}");
        }
    }

    #[test]
    fn solved_is_solved_however_it_is_held() {
        let moves = |text| cubebatch_cube::notation::parse_moves(text).unwrap().moves().to_vec();
        for (text, is_solved) in
            [("", true), ("R L'", true), ("U D' F' B", true), ("R", false), ("R2 L", false)]
        {
            assert_eq!(PocketCube::SOLVED.apply(&moves(text)).is_solved(), is_solved, "{text}");
        }
    }
}
