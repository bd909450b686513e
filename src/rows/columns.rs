//! The columns of a table: what each holds, and what a row has there.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::{Deserialize, Serialize, Serializer};

use super::moves::{Listed, Moves};
use crate::Move;
use crate::cube::{FACELETS, Face};

/// Declares columns by the names of fields. Each has a constant; a column that is read has a value in a row that is read.
macro_rules! columns {
    (read { $($name:ident $field:ident: $type:ty,)* } written { $($other:ident $of:ident,)* }) => {
        $(#[doc = concat!("The column `", stringify!($field), "`.")] pub const $name: &str = stringify!($field);)*
        $(#[doc = concat!("The column `", stringify!($of), "`.")] pub const $other: &str = stringify!($of);)*

        /// The names of all columns of solutions of the cube.
        pub const ALL: &[&str] = &[$(stringify!($field),)* $(stringify!($of),)*];

        /// What is read of a row of JSON Lines or Parquet.
        #[derive(Deserialize)]
        pub(super) struct Told {
            $(#[serde(default)] pub $field: $type,)*
        }
    };
}

columns! {
    read {
        LINE line: Option<u64>,
        CUBE cube: Option<String>,
        GOAL goal: Option<String>,
        TO to: Option<String>,
        METRIC metric: Option<String>,
        TURNS turns: Option<String>,
        COST cost: Option<String>,
        SOLUTION solution: Option<ToldMoves>,
        MOVES moves: Option<ToldMoves>,
        OTHERS others: Vec<ToldMoves>,
        LENGTH length: Option<usize>,
        PHASE1_LENGTH phase1_length: Option<usize>,
        PHASE2_LENGTH phase2_length: Option<usize>,
        PHASE3_LENGTH phase3_length: Option<usize>,
        PHASE4_LENGTH phase4_length: Option<usize>,
        PROVED proved: Option<bool>,
        AT_LEAST at_least: Option<usize>,
        ERROR error: Option<String>,
    }
    written {
        FILE file,
        METHOD method,
        BOUND_MET bound_met,
        NODES nodes,
        MICROSECONDS microseconds,
    }
}

/// The length of each phase; no method has more.
pub const PHASE_LENGTHS: [&str; 4] = [PHASE1_LENGTH, PHASE2_LENGTH, PHASE3_LENGTH, PHASE4_LENGTH];

impl Told {
    /// The lengths of phases that are there.
    pub fn phase_lengths(&self) -> Vec<usize> {
        let all = [self.phase1_length, self.phase2_length, self.phase3_length, self.phase4_length];
        all.into_iter().flatten().collect()
    }
}

/// Moves as text, or by their numbers.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum ToldMoves {
    Text(String),
    Numbers(Vec<u8>),
}

impl ToldMoves {
    /// As text. Behind the last move there can be [`END`]; another number that is no move's is no move in the text, too.
    pub fn text(self) -> String {
        let text = |number: u8| match usize::from(number) {
            index if index < Move::COUNT => Move::from_index(index).to_string(),
            other => other.to_string(),
        };
        match self {
            ToldMoves::Text(text) => text,
            ToldMoves::Numbers(numbers) => {
                let moves = numbers.into_iter().take_while(|&number| number != END).map(text);
                moves.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Where all rows have as many numbers.
const END: u8 = 255;

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
    /// The face that each facelet shows.
    Faces,
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
    Text(Cow<'a, str>),
    /// A value of [`Kind::Faces`].
    Faces([Face; FACELETS]),
    /// A value of [`Kind::Byte`] or [`Kind::Count`].
    Count(u128),
    /// A value of [`Kind::Real`].
    Real(f64),
    /// A value of [`Kind::Truth`].
    Truth(bool),
    /// A value of [`Kind::Moves`].
    Moves(Moves<'a>),
    /// A value of [`Kind::MoveLists`].
    MoveLists(Vec<Moves<'a>>),
}

impl Cell<'_> {
    /// Whether there is nothing to be said.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Cell::None => true,
            Cell::MoveLists(lists) => lists.is_empty(),
            _ => false,
        }
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Cell<'a> {
        value.map_or(Cell::None, T::into)
    }
}

macro_rules! cells {
    ($($type:ty => $cell:expr,)*) => {
        $(impl From<$type> for Cell<'_> {
            fn from(value: $type) -> Self {
                $cell(value)
            }
        })*
    };
}

cells! {
    String => |text| Cell::Text(Cow::Owned(text)),
    u64 => |count| Cell::Count(u128::from(count)),
    u128 => Cell::Count,
    usize => |count| Cell::Count(count as u128),
    f64 => Cell::Real,
    bool => Cell::Truth,
    [Face; FACELETS] => Cell::Faces,
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Cell<'a> {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Moves<'a>> for Cell<'a> {
    fn from(moves: Moves<'a>) -> Cell<'a> {
        Cell::Moves(moves)
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::None => serializer.serialize_none(),
            Cell::Text(text) => text.serialize(serializer),
            Cell::Faces(faces) => serializer.collect_seq(faces.map(Face::index)),
            Cell::Count(count) => count.serialize(serializer),
            Cell::Real(number) => number.serialize(serializer),
            Cell::Truth(truth) => truth.serialize(serializer),
            Cell::Moves(moves) => moves.serialize(serializer),
            Cell::MoveLists(lists) => lists.serialize(serializer),
        }
    }
}

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::None => Ok(()),
            Cell::Text(text) => text.fmt(f),
            Cell::Faces(faces) => faces.iter().try_for_each(|face| write!(f, "{}", face.letter())),
            Cell::Count(count) => count.fmt(f),
            Cell::Real(number) => number.fmt(f),
            Cell::Truth(truth) => truth.fmt(f),
            Cell::Moves(moves) => moves.fmt(f),
            Cell::MoveLists(lists) => Listed(lists.iter()).fmt(f),
        }
    }
}
