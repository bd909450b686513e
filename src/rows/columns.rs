//! The columns of a table: what each holds, and what a row has there.

use std::fmt::{self, Display};

use super::moves::{Listed, Moves};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// What a column holds. A row can have no value there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// 0 … 255
    Byte,
    /// A number of things.
    Count,
    /// A number that need not be whole.
    Real,
    /// Yes or no.
    Truth,
    /// Numbers of moves, 0 … 17.
    Moves,
    /// Several of them.
    MoveLists,
}

/// A value of a row.
pub enum Cell<'a> {
    /// None.
    None,
    /// A value of [`Kind::Text`].
    Text(String),
    /// A value of [`Kind::Byte`] or [`Kind::Count`].
    Count(u64),
    /// A value of [`Kind::Real`].
    Real(f64),
    /// A value of [`Kind::Truth`].
    Truth(bool),
    /// A value of [`Kind::Moves`].
    Moves(Moves<'a>),
    /// A value of [`Kind::MoveLists`].
    MoveLists(Vec<Moves<'a>>),
}

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::None => Ok(()),
            Cell::Text(text) => text.fmt(f),
            Cell::Count(count) => count.fmt(f),
            Cell::Real(number) => number.fmt(f),
            Cell::Truth(truth) => truth.fmt(f),
            Cell::Moves(moves) => moves.fmt(f),
            Cell::MoveLists(lists) => Listed(lists.iter()).fmt(f),
        }
    }
}
