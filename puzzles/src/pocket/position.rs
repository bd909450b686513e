//! Positions by number.

use std::sync::LazyLock;

use super::coord::{FIXED, Orientation, Permutation};
use super::{Facelets, Faults};
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{CORNERS, Cube, Face, Pieces};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::space::Pair;

/// A position that turns can reach, its colours renamed so that the corner at DBL is at home.
/// What solves it solves the cube as it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The rank of the permutation, 0 … 5039.
    permutation: u16,
    /// The rank of the orientations, 0 … 728.
    orientation: u16,
}

/// A corner and how it is turned: `corner · 3 + orientation`, as in [`Cube`].
type Twisted = u8;

const TWISTED: usize = 24;

struct Corners {
    /// For each three colours, as a number in base 6, the corner that shows them.
    shown: [Option<Twisted>; 216],
    /// For each corner that may sit at DBL what each corner is called when that one is called DBL.
    renamed: [[Twisted; TWISTED]; TWISTED],
}

static CORNER_TABLES: LazyLock<Corners> = LazyLock::new(|| {
    let shown = std::array::from_fn(|i| {
        let colours = [i / 36, i / 6 % 6, i % 6].map(Face::from_index);
        (0..TWISTED as Twisted).find(|&corner| colours_of(corner) == colours)
    });
    let rotations: Vec<Symmetry> =
        Symmetry::all().into_iter().filter(|symmetry| !symmetry.is_reflection()).collect();
    let renamed = |held: Twisted| {
        let renames =
            |rotation: &&Symmetry| colours_of(held).map(|face| rotation.face(face)) == CORNERS[FIXED];
        let rotation = rotations.iter().find(renames).expect("every corner can be held at DBL");
        let rename = |corner| shown[number(colours_of(corner).map(|face| rotation.face(face)))];
        std::array::from_fn(|corner| rename(corner as Twisted).expect("a corner stays one"))
    };
    Corners { shown, renamed: std::array::from_fn(|held| renamed(held as Twisted)) }
});

/// The colours of a corner at the sides of a position.
fn colours_of(corner: Twisted) -> [Face; 3] {
    let (corner, orientation) = (usize::from(corner / 3), usize::from(corner % 3));
    std::array::from_fn(|n| CORNERS[corner][(n + 3 - orientation) % 3])
}

fn number(colours: [Face; 3]) -> usize {
    colours.iter().fold(0, |number, colour| number * 6 + colour.index())
}

impl Position {
    /// How many there are.
    pub const COUNT: usize = Permutation::SIZE * Orientation::SIZE;

    /// The position that shows these facelets; the cube may be held in any way.
    ///
    /// # Errors
    /// [`Faults`], when turns cannot reach it.
    pub fn of(facelets: &Facelets) -> Result<Position, Faults> {
        let corners = twisted(facelets).ok_or_else(|| Faults::of(facelets))?;
        let renamed = &CORNER_TABLES.renamed[usize::from(corners[FIXED])];
        let corners = corners.map(|corner| renamed[usize::from(corner)]);
        let corner_perm = corners.map(|corner| corner / 3);
        let corner_ori = corners.map(|corner| corner % 3);
        let cube = Cube::of(Pieces { corner_perm, corner_ori, ..Pieces::SOLVED });
        Ok(Position {
            permutation: Permutation::rank(&cube) as u16,
            orientation: Orientation::rank(&cube) as u16,
        })
    }

    /// The facelets, with the corner DBL at home.
    pub fn facelets(self) -> Facelets {
        let corner_ori = Orientation::unrank(self.orientation.into()).corner_ori;
        let permutation = Permutation::unrank(self.permutation.into());
        // Orientations belong to places, so they need not be carried along.
        Facelets::of(&Cube::of(Pieces { corner_ori, ..*permutation }))
    }

    /// The ranks of permutation and orientations.
    pub(super) fn pair(self) -> Pair {
        (self.permutation.into(), self.orientation)
    }

    /// The number, 0 … [`Position::COUNT`] − 1; solved is 0.
    pub fn rank(self) -> usize {
        usize::from(self.permutation) * Orientation::SIZE + usize::from(self.orientation)
    }

    /// The position with this number.
    ///
    /// # Panics
    /// When there is none.
    pub fn unrank(rank: usize) -> Position {
        assert!(rank < Position::COUNT, "there are {} positions", Position::COUNT);
        let [permutation, orientation] = [rank / Orientation::SIZE, rank % Orientation::SIZE];
        Position { permutation: permutation as u16, orientation: orientation as u16 }
    }
}

/// The corner at each position; `None` if one is none, is there twice, or their twists do not
/// cancel.
fn twisted(facelets: &Facelets) -> Option<[Twisted; 8]> {
    let shown = &CORNER_TABLES.shown;
    let mut corners = [0; 8];
    let (mut found, mut twist) = (0u8, 0);
    for (corner, colours) in corners.iter_mut().zip(facelets.corners()) {
        *corner = shown[number(colours)]?;
        found |= 1 << (*corner / 3);
        twist += *corner % 3;
    }
    (found == u8::MAX && twist % 3 == 0).then_some(corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    fn random_positions(count: usize) -> impl Iterator<Item = Position> {
        let mut random = Random::new(5);
        (0..count).map(move |_| Position::unrank(random.below(Position::COUNT as u64) as usize))
    }

    #[test]
    fn ranks_and_facelets_are_the_same_positions() {
        let edges = [0, 1, 728, 729, Position::COUNT - 1].map(Position::unrank);
        for position in random_positions(2000).chain(edges) {
            assert_eq!(Position::unrank(position.rank()), position);
            assert_eq!(Position::of(&position.facelets()), Ok(position));
        }
        assert_eq!(Position::of(&Facelets::SOLVED).unwrap().rank(), 0);
    }

    #[test]
    fn names_of_colours_do_not_matter() {
        let rotations =
            [(Face::R, 1), (Face::U, 1), (Face::F, 3)].map(|(face, n)| Symmetry::rotation(face, n));
        for position in random_positions(50) {
            let mut facelets = position.facelets();
            for i in 0..30 {
                let rotation = &rotations[i * i % 7 % 3];
                facelets
                    .cube
                    .as_flattened_mut()
                    .iter_mut()
                    .for_each(|colour| *colour = rotation.face(*colour));
                assert_eq!(Position::of(&facelets), Ok(position));
            }
        }
    }
}
