//! Moves as they are asked for.

use std::fmt::{self, Display};

use cubebatch::Move;
use cubebatch::cube::Sequence;
use cubebatch::notation::Digits;
use serde::{Serialize, Serializer};

use crate::cli::args::Notation;

/// The moves of a solution.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    pub moves: &'a [Move],
    pub notation: Notation,
}

impl Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation {
            Notation::Letters => Sequence(self.moves).fmt(f),
            Notation::Digits => Digits::spaced(self.moves).fmt(f),
        }
    }
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Solutions of one position in their row.
pub struct Listed<I>(pub I);

impl<I: Iterator<Item: Display> + Clone> Display for Listed<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().enumerate().try_for_each(|(i, solution)| {
            f.write_str(if i == 0 { "" } else { ", " })?;
            solution.fmt(f)
        })
    }
}
