//! The faults of facelets that are no position of the pocket cube.

use std::fmt;

use super::{FACES, Facelets};
use cubebatch_cube::cube::{self, Cube, Face, Setup};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A colour does not occur four times.
    ColourCount {
        /// The colour.
        colour: Face,
        /// The number of times that the colour occurs.
        count: usize,
    },
    /// A fault of the corners: a colouring that no corner has, a repeated or missing corner, or a twist.
    Corner(cube::Fault),
}

/// All faults of one position; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// All that is wrong with facelets which are no position: that of a cube with these corners
    /// and all edges at home, but for the parity that edges would have to make up for.
    pub(super) fn of(facelets: &Facelets) -> Faults {
        let count = |colour| facelets.cube.as_flattened().iter().filter(|&&shown| shown == colour).count();
        let counts = FACES.into_iter().map(|colour| (colour, count(colour)));
        let wrong_counts = counts.filter(|&(_, count)| count != 4);
        let setup = Setup { corners: facelets.corners(), ..Setup::from(&Cube::SOLVED) };
        let faults = setup.into_cube().err().map_or(Vec::new(), |faults| faults.0).into_iter();
        let of_corners =
            faults.filter(|fault| !matches!(fault, cube::Fault::ColourCount { .. } | cube::Fault::Parity));
        let wrong_counts = wrong_counts.map(|(colour, count)| Fault::ColourCount { colour, count });
        Faults(wrong_counts.chain(of_corners.map(Fault::Corner)).collect())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::ColourCount { colour, count } => {
                write!(f, "colour {colour} occurs {count} times, not 4")
            }
            Fault::Corner(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pocket::Position;

    fn faults(change: impl Fn(&mut [[Face; 4]; 6])) -> Vec<Fault> {
        let mut facelets = Facelets::SOLVED;
        change(&mut facelets.cube);
        Position::of(&facelets).unwrap_err().0
    }

    #[test]
    fn a_twisted_corner_is_told() {
        // The corner DFR, in place.
        let found = faults(|cube| {
            (cube[5][1], cube[0][3], cube[1][2]) = (cube[0][3], cube[1][2], cube[5][1]);
        });
        assert_eq!(found, [Fault::Corner(cube::Fault::Twist)]);
    }

    #[test]
    fn a_repainted_sticker_is_told_with_all_that_follows() {
        let found = faults(|cube| cube[4][3] = Face::D);
        assert_eq!(
            found,
            [
                Fault::ColourCount { colour: Face::U, count: 3 },
                Fault::ColourCount { colour: Face::D, count: 5 },
                Fault::Corner(cube::Fault::NoSuchCorner {
                    position: 0,
                    colours: [Face::D, Face::F, Face::R]
                }),
                Fault::Corner(cube::Fault::MissingCorner { corner: 0 }),
            ]
        );
    }

    #[test]
    fn two_exchanged_corners_are_no_fault() {
        let mut cube = Cube::SOLVED;
        cube.pieces_mut().corner_perm.swap(0, 7);
        assert!(Position::of(&Facelets::of(&cube)).is_ok());
        cube.pieces_mut().corner_ori[3] = 2;
        let twisted = Position::of(&Facelets::of(&cube));
        assert_eq!(twisted, Err(Faults(vec![Fault::Corner(cube::Fault::Twist)])));
    }

    #[test]
    fn a_mirrored_corner_is_none() {
        let found = faults(|cube| (cube[0][1], cube[1][0]) = (cube[1][0], cube[0][1]));
        let colours = [Face::U, Face::R, Face::F];
        assert_eq!(found[0], Fault::Corner(cube::Fault::NoSuchCorner { position: 0, colours }));
    }
}
