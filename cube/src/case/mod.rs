//! Cases: positions that cubers know by a name, and random ones among them.
//!
//! A case of the last layer is a row of a table: its name, and an algorithm that solves it. All else is derived from the algorithm, and
//! the tests prove that the rows of each family are all cases that there are.

mod oll;
mod pll;
#[cfg(test)]
mod sheet;
mod text;

use std::sync::LazyLock;

pub use text::WrongCase;

use crate::cube::random::Random;
use crate::cube::{Algorithm, Cube, Face, Move};
use crate::goal::{Goal, Positions};

/// The step of a solve that a case belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Orientation of the last layer.
    Oll,
    /// Permutation of the last layer, when U shows its colour.
    Pll,
}

/// A case of the last layer, U. The first two layers are solved.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    /// The step that solves it.
    pub family: Family,
    /// Its usual letters or number.
    pub name: &'static str,
    /// Moves that solve it: for [`Family::Oll`] U shows its colour after them, for [`Family::Pll`] the cube is solved.
    pub solved_by: &'static str,
}

/// Cases to draw positions from. Its text is `pll T`, `oll 21`, `pll`, `oll` or `last-slot`.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::case::Cases;
/// use cubebatch::cube::random::Random;
///
/// let cases: Cases = "PLL(T)".parse()?;
/// let cube = cases.draw(&mut Random::new(1));
/// assert_eq!(cube.edges()[4..], cubebatch::Cube::SOLVED.edges()[4..]);
/// # Ok::<(), cubebatch::case::WrongCase>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// This one.
    One(&'static Case),
    /// Any of a family.
    Any(Family),
    /// The pair of FR and the last layer, in any way.
    LastSlot,
}

/// All last layers that U shows its colour on.
static ORIENTED: LazyLock<Positions> = LazyLock::new(|| goal("oll").positions());

/// All last layers.
static LAYERS: LazyLock<Positions> = LazyLock::new(|| goal("f2l").positions());

/// All last layers and last slots.
static SLOTS: LazyLock<Positions> = LazyLock::new(|| goal("DF DR DB DL BR BL FL DBR DLB DFL").positions());

fn goal(text: &str) -> Goal {
    text.parse().expect("it is a goal")
}

/// The four turns of U.
static TURNS: LazyLock<[Cube; 4]> = LazyLock::new(|| {
    [None, Move::new(Face::U, 1), Move::new(Face::U, 2), Move::new(Face::U, 3)]
        .map(|turn| Cube::SOLVED.apply(turn.as_slice()))
});

fn turn(random: &mut Random) -> Cube {
    TURNS[random.below(4) as usize]
}

impl Case {
    /// All cases: OLL by number, PLL by letter.
    pub fn all() -> impl Iterator<Item = &'static Case> {
        oll::OLL.iter().chain(&pll::PLL)
    }

    /// The position that the algorithm solves.
    pub fn cube(&self) -> Cube {
        let algorithm: Algorithm = self.solved_by.parse().expect("the table has moves");
        Cube::SOLVED * &algorithm.inverse()
    }

    /// A random position of the case, each with the same chance: a turn of U, the case, and a turn of U. The cubies of a case of
    /// orientation are at random places of the layer.
    pub fn draw(&self, random: &mut Random) -> Cube {
        let before = match self.family {
            Family::Oll => ORIENTED.draw(random),
            Family::Pll => turn(random),
        };
        before.then(&self.cube()).then(&turn(random))
    }
}

impl Cases {
    /// All that have a name.
    pub fn all() -> impl Iterator<Item = Cases> {
        let others = [Cases::Any(Family::Oll), Cases::Any(Family::Pll), Cases::LastSlot];
        Case::all().map(Cases::One).chain(others)
    }

    /// A random position, each with the same chance. So a case of a family comes as often as in solves that do not skip the step.
    pub fn draw(&self, random: &mut Random) -> Cube {
        match self {
            Cases::One(case) => case.draw(random),
            Cases::Any(Family::Oll) => {
                let is_oriented = |cube: &Cube| cube.corner_ori == [0; 8] && cube.edge_ori == [0; 12];
                draw_but(&LAYERS, is_oriented, random)
            }
            Cases::Any(Family::Pll) => draw_but(&ORIENTED, |cube| TURNS.contains(cube), random),
            Cases::LastSlot => SLOTS.draw(random),
        }
    }
}

/// A random one of the positions that are still to be solved.
fn draw_but(positions: &Positions, is_skipped: impl Fn(&Cube) -> bool, random: &mut Random) -> Cube {
    loop {
        let cube = positions.draw(random);
        if !is_skipped(&cube) {
            return cube;
        }
    }
}

#[cfg(test)]
mod tests;
