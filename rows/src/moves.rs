//! Moves as they are asked for.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use cubebatch::Move;
use cubebatch::notation::Digits;
use cubebatch_cube::cube::write;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// R U2 F'
    Letters,
    /// R1 U2 F3, as Kociemba's and Rokicki's programs read and write them
    Digits,
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
        match self.notation {
            Notation::Letters => write(self.moves, f),
            Notation::Digits => Digits::spaced(self.moves).fmt(f),
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
