//! Moves as they are asked for.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use cubebatch::Move;
use cubebatch::notation::Digits;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::write;

use super::turned::Layers;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// R U2 F'
    Letters,
    /// R1 U2 F3, as Kociemba's and Rokicki's programs read and write them
    Digits,
    /// Rw U2 F', without L, D and B: the cube turns with the wide moves
    Wide,
    /// M U2 F', where two opposite faces turn side by side: the cube turns with the slices
    Slices,
}

impl Notation {
    /// The layers that turn together, if some do.
    fn layers(self) -> Option<Layers> {
        match self {
            Notation::Letters | Notation::Digits => None,
            Notation::Wide => Some(Layers::Wide),
            Notation::Slices => Some(Layers::Slices),
        }
    }

    /// The moves of each phase as a text. The cube stays as it is held from phase to phase.
    pub(super) fn phases<'a>(self, phases: impl Iterator<Item = &'a [Move]>) -> Vec<String> {
        let mut held = Symmetry::IDENTITY;
        let text = |moves| match self.layers() {
            Some(layers) => layers.words(moves, &mut held).join(" "),
            None => WrittenMoves { moves, notation: self }.to_string(),
        };
        phases.map(text).collect()
    }
}

/// The moves of a solution.
#[derive(Clone, Copy)]
pub struct WrittenMoves<'a> {
    /// They.
    pub moves: &'a [Move],
    /// How they are written.
    pub notation: Notation,
}

impl Display for WrittenMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.notation, self.notation.layers()) {
            (_, Some(layers)) => {
                f.write_str(&layers.words(self.moves, &mut Symmetry::IDENTITY.clone()).join(" "))
            }
            (Notation::Digits, _) => Digits::spaced(self.moves).fmt(f),
            _ => write(self.moves, f),
        }
    }
}

impl Serialize for WrittenMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Solutions of one position in their row.
pub struct ListedSolutions<I>(pub I);

impl<I: Iterator<Item: Display> + Clone> Display for ListedSolutions<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().enumerate().try_for_each(|(i, solution)| {
            f.write_str(if i == 0 { "" } else { ", " })?;
            solution.fmt(f)
        })
    }
}
