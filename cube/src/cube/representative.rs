//! The representative of all positions that symmetries, and inversion, carry to each other.

use super::symmetry::Symmetry;
use super::{Cube, FACELETS, Face};

/// The 48 symmetries, prepared to look for the least conjugate of many positions.
#[derive(Clone, Debug)]
pub struct Representatives(Vec<Conjugate>);

/// A symmetry as maps of facelets and of colours.
#[derive(Clone, Debug)]
struct Conjugate {
    facelets: [u8; FACELETS],
    colours: [u8; 6],
}

/// The representative of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representative {
    /// The colours of its facelets, by the numbers of their faces.
    pub facelets: [u8; FACELETS],
    /// The first of [`Symmetry::all`] that leads to it.
    pub symmetry: usize,
    /// Whether it is a conjugate of the inverse of the position alone.
    pub is_of_inverse: bool,
}

impl Representatives {
    /// The symmetries of [`Symmetry::all`].
    pub fn new() -> Representatives {
        let prepared = |symmetry: Symmetry| Conjugate {
            facelets: symmetry.facelets(),
            colours: Face::ALL.map(|face| symmetry.face(face).index() as u8),
        };
        Representatives(Symmetry::all().into_iter().map(prepared).collect())
    }

    /// The conjugates of a position by each of [`Symmetry::all`], as the numbers of the faces that its facelets show.
    pub fn conjugates(&self, facelets: &[u8; FACELETS]) -> impl Iterator<Item = [u8; FACELETS]> {
        self.0.iter().map(move |conjugate| std::array::from_fn(|facelet| conjugate.shown(facelets, facelet)))
    }

    /// The lexicographically least of the 48 conjugates of a position, or of these and the 48 of its inverse.
    pub fn of(&self, cube: &Cube, with_inverse: bool) -> Representative {
        let numbers = |cube: &Cube| cube.facelets().map(|face| face.index() as u8);
        let given = numbers(cube);
        let mut least = Representative { facelets: given, symmetry: 0, is_of_inverse: false };
        self.look_for_less(&given, false, &mut least);
        if with_inverse {
            self.look_for_less(&numbers(&cube.inverse()), true, &mut least);
        }
        least
    }

    fn look_for_less(&self, facelets: &[u8; FACELETS], is_of_inverse: bool, least: &mut Representative) {
        for (symmetry, conjugate) in self.0.iter().enumerate() {
            let shown = |facelet| conjugate.shown(facelets, facelet);
            // Nearly always one of the first facelets decides.
            let differs = (0..FACELETS).find(|&facelet| shown(facelet) != least.facelets[facelet]);
            if differs.is_some_and(|facelet| shown(facelet) < least.facelets[facelet]) {
                *least = Representative { facelets: std::array::from_fn(shown), symmetry, is_of_inverse };
            }
        }
    }
}

impl Default for Representatives {
    fn default() -> Representatives {
        Representatives::new()
    }
}

impl Conjugate {
    #[inline]
    fn shown(&self, facelets: &[u8; FACELETS], facelet: usize) -> u8 {
        self.colours[usize::from(facelets[usize::from(self.facelets[facelet])])]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cube::Move;
    use crate::cube::random::Random;

    fn numbers(cube: &Cube) -> [u8; FACELETS] {
        cube.facelets().map(|face| face.index() as u8)
    }

    #[test]
    fn it_is_the_least_of_all_conjugates() {
        let (all, symmetries) = (Representatives::new(), Symmetry::all());
        for cube in Random::new(11).cubes().take(50) {
            let both = [cube, cube.inverse()];
            let conjugates =
                both.map(|cube| symmetries.iter().map(|s| numbers(&s.conjugate(&cube))).collect::<Vec<_>>());
            assert_eq!(all.conjugates(&numbers(&cube)).collect::<Vec<_>>(), conjugates[0]);
            let [found, of_both] = [false, true].map(|with_inverse| all.of(&cube, with_inverse));
            assert_eq!(Some(&found.facelets), conjugates[0].iter().min());
            assert_eq!(Some(&of_both.facelets), conjugates.concat().iter().min());
            for found in [found, of_both] {
                let from = both[usize::from(found.is_of_inverse)];
                assert_eq!(numbers(&symmetries[found.symmetry].conjugate(&from)), found.facelets);
            }
        }
    }

    /// T. Rokicki lists the numbers of classes at cube20.org.
    #[test]
    fn positions_near_solved_have_the_known_numbers_of_classes() {
        let all = Representatives::new();
        let mut level = HashSet::from([Cube::SOLVED]);
        let mut seen = level.clone();
        for (positions, classes, with_inverses) in [(18, 2, 2), (243, 9, 8), (3240, 75, 48)] {
            level = level.iter().flat_map(|cube| Move::all().map(|mv| cube.turn(mv))).collect();
            level.retain(|cube| seen.insert(*cube));
            let count = |with_inverse| {
                level.iter().map(|cube| all.of(cube, with_inverse).facelets).collect::<HashSet<_>>().len()
            };
            assert_eq!((level.len(), count(false), count(true)), (positions, classes, with_inverses));
        }
    }
}
