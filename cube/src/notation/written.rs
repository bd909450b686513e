//! Moves as text in one of several notations.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::turned::JoinedLayers;
use super::{Digits, WrongMoves};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Move, write};

/// How moves are written. All are read by [`parse_moves`](super::parse_moves).
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::notation::{MoveNotation, WrittenMoves, parse_moves};
///
/// let read = parse_moves("R L' F")?;
/// let written = |notation| WrittenMoves { moves: read.moves(), notation }.to_string();
/// assert_eq!(written(MoveNotation::Digits), "R1 L3 F1");
/// assert_eq!(written("slices".parse()?), "M D");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveNotation {
    /// `R U2 F'`.
    Letters,
    /// `R1 U2 F3`.
    Digits,
    /// `Rw U2 F'`, without L, D and B: the cube turns with the wide moves.
    Wide,
    /// `M U2 F'`, where two opposite faces turn side by side: the cube turns with the slices.
    Slices,
}

impl MoveNotation {
    /// All of them.
    pub const ALL: [MoveNotation; 4] =
        [MoveNotation::Letters, MoveNotation::Digits, MoveNotation::Wide, MoveNotation::Slices];

    /// The name in every front end.
    pub fn name(self) -> &'static str {
        match self {
            MoveNotation::Letters => "letters",
            MoveNotation::Digits => "digits",
            MoveNotation::Wide => "wide",
            MoveNotation::Slices => "slices",
        }
    }

    /// What it looks like, for help.
    pub fn about(self) -> &'static str {
        match self {
            MoveNotation::Letters => "R U2 F'",
            MoveNotation::Digits => "R1 U2 F3, as Kociemba's and Rokicki's programs read and write them",
            MoveNotation::Wide => {
                "Wide moves instead of turns of L, D and B: Rw U2 F', where the cube turns with Rw"
            }
            MoveNotation::Slices => {
                "Slices where two opposite faces turn side by side: M for R L', where the cube turns with M"
            }
        }
    }

    /// The layers that turn together, if some do.
    fn layers(self) -> Option<JoinedLayers> {
        match self {
            MoveNotation::Letters | MoveNotation::Digits => None,
            MoveNotation::Wide => Some(JoinedLayers::Wide),
            MoveNotation::Slices => Some(JoinedLayers::Slices),
        }
    }

    /// The moves of each phase as a text. The cube stays as it is held from phase to phase.
    pub fn phases<'a>(self, phases: impl Iterator<Item = &'a [Move]>) -> Vec<String> {
        let mut held = Symmetry::IDENTITY;
        let text = |moves| match self.layers() {
            Some(layers) => layers.words(moves, &mut held).join(" "),
            None => WrittenMoves { moves, notation: self }.to_string(),
        };
        phases.map(text).collect()
    }
}

impl Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MoveNotation {
    type Err = WrongMoves;

    fn from_str(name: &str) -> Result<MoveNotation, WrongMoves> {
        let named = MoveNotation::ALL.into_iter().find(|notation| notation.name() == name);
        named.ok_or_else(|| WrongMoves::Notation(name.to_owned()))
    }
}

/// Moves, shown in a notation.
#[derive(Clone, Copy, Debug)]
pub struct WrittenMoves<'a> {
    /// The turns of faces, each named as the cube is held at the beginning.
    pub moves: &'a [Move],
    /// How they are written.
    pub notation: MoveNotation,
}

impl Display for WrittenMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.notation, self.notation.layers()) {
            (_, Some(layers)) => {
                f.write_str(&layers.words(self.moves, &mut Symmetry::IDENTITY.clone()).join(" "))
            }
            (MoveNotation::Digits, _) => Digits::spaced(self.moves).fmt(f),
            _ => write(self.moves, f),
        }
    }
}
