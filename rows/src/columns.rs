//! The columns of a table: what each holds, and what a row has there.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::listed::ListedSolutions;
use super::shortened::shortened;
use cubebatch::Move;
use cubebatch::cube::{FACELETS, Face};
use cubebatch::notation::WrittenMoves;
use cubebatch::notation::{Cause, Sticker};
use cubebatch_cube::notation::{content, sequences};

/// Declares columns by the names of fields. Each has a constant. A column that `check` reads has a value in [`Told`], and a rule
/// that compares it in `check/rules.rs`; nothing contradicts what the others say.
macro_rules! columns {
    (read { $($name:ident $field:ident: $type:ty,)* } written { $($other:ident $of:ident,)* }) => {
        $(#[doc = concat!("The column `", stringify!($field), "`.")] pub const $name: &str = stringify!($field);)*
        $(#[doc = concat!("The column `", stringify!($of), "`.")] pub const $other: &str = stringify!($of);)*

        /// The names of all columns of solutions of the cube.
        pub const ALL: &[&str] = &[$(stringify!($field),)* $(stringify!($of),)*];

        /// The names of the columns that `check` reads.
        pub const READ: &[&str] = &[$(stringify!($field),)*];

        /// What the columns of a row say, in any form.
        #[derive(Debug, Default)]
        pub struct Told {
            $(#[doc = concat!("The column `", stringify!($field), "`.")] pub $field: Option<$type>,)*
            /// The first thing in it that cannot be read.
            pub unread: Option<String>,
        }

        impl Told {
            /// Takes the value of a column.
            pub(super) fn take(&mut self, name: &str, value: Value) {
                let taken = match name {
                    $(stringify!($field) => fill(&mut self.$field, name, value),)*
                    _ => Ok(()),
                };
                self.unread = self.unread.take().or(taken.err());
            }
        }
    };
}

columns! {
    read {
        LINE line: u64,
        CUBE cube: String,
        GOAL goal: String,
        TO to: String,
        METRIC metric: String,
        TURNS turns: String,
        COST cost: String,
        SOLUTION solution: ToldMoves,
        MOVES moves: ToldMoves,
        OTHERS others: ToldSolutions,
        LENGTH length: usize,
        PHASE1_LENGTH phase1_length: usize,
        PHASE2_LENGTH phase2_length: usize,
        PHASE3_LENGTH phase3_length: usize,
        PHASE4_LENGTH phase4_length: usize,
        BOUND_MET bound_met: bool,
        PROVED proved: bool,
        AT_LEAST at_least: usize,
        ERROR error: String,
    }
    written {
        CAUSES causes,
        FILE file,
        METHOD method,
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

/// Fills a field once; `null` says nothing.
fn fill<T: FromValue>(field: &mut Option<T>, name: &str, value: Value) -> Result<(), String> {
    if value.is_null() {
        return Ok(());
    }
    let unread = || shortened(&format!("its `{name}` is not {}: {value}", T::EXPECTED));
    let read = T::from_value(&value).ok_or_else(unread)?;
    match field.replace(read) {
        None => Ok(()),
        Some(_) => Err(format!("the row has two values of `{name}`")),
    }
}

/// What a column holds. CSV has text for everything.
trait FromValue: Sized {
    const EXPECTED: &str;

    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for String {
    const EXPECTED: &str = "a text";

    fn from_value(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

impl FromValue for bool {
    const EXPECTED: &str = "true or false";

    fn from_value(value: &Value) -> Option<bool> {
        let is = |text: &str, name: &str| text.trim().eq_ignore_ascii_case(name);
        match value {
            Value::Bool(truth) => Some(*truth),
            // pandas writes `True`.
            Value::String(text) if is(text, "true") => Some(true),
            Value::String(text) if is(text, "false") => Some(false),
            _ => None,
        }
    }
}

impl FromValue for u64 {
    const EXPECTED: &str = "a whole number";

    fn from_value(value: &Value) -> Option<u64> {
        // pandas writes `7.0` in a column with gaps.
        let whole = |real: f64| (real.fract() == 0.0 && (0.0..1e15).contains(&real)).then_some(real as u64);
        match value {
            Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)),
            Value::String(text) => text.trim().parse().ok().or_else(|| whole(text.trim().parse().ok()?)),
            _ => None,
        }
    }
}

impl FromValue for usize {
    const EXPECTED: &str = u64::EXPECTED;

    fn from_value(value: &Value) -> Option<usize> {
        u64::from_value(value)?.try_into().ok()
    }
}

/// Moves, which rows have as text or by their numbers.
#[derive(Debug)]
pub struct ToldMoves(pub String);

impl FromValue for ToldMoves {
    const EXPECTED: &str = "moves";

    /// Behind the last move there can be [`END`]; another number that is no move's is no move in the text, too.
    fn from_value(value: &Value) -> Option<ToldMoves> {
        if let Value::String(text) = value {
            return Some(ToldMoves(text.clone()));
        }
        let number = |value: &Value| u8::try_from(u64::from_value(value)?).ok();
        let numbers = value.as_array()?.iter().map(number).collect::<Option<Vec<u8>>>()?;
        let text = |number: u8| match usize::from(number) {
            index if index < Move::COUNT => Move::from_index(index).to_string(),
            other => other.to_string(),
        };
        let moves = numbers.into_iter().take_while(|&number| number != END).map(text);
        Some(ToldMoves(moves.collect::<Vec<_>>().join(" ")))
    }
}

/// Several solutions: in CSV a text with commas between them.
#[derive(Debug)]
pub struct ToldSolutions(pub Vec<String>);

impl FromValue for ToldSolutions {
    const EXPECTED: &str = "a list of moves";

    fn from_value(value: &Value) -> Option<ToldSolutions> {
        if let Value::String(text) = value {
            return Some(ToldSolutions(sequences(&content(text)).map(str::to_owned).collect()));
        }
        let moves = |value| ToldMoves::from_value(value).map(|ToldMoves(moves)| moves);
        value.as_array()?.iter().map(moves).collect::<Option<_>>().map(ToldSolutions)
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
    pub kind: ColumnKind,
}

/// What a column holds. A row can have no value there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
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
    /// A value of [`ColumnKind::Text`].
    Text(Cow<'a, str>),
    /// A value of [`ColumnKind::Faces`].
    Faces([Face; FACELETS]),
    /// A value of [`ColumnKind::Byte`] or [`ColumnKind::Count`].
    Count(u128),
    /// A value of [`ColumnKind::Real`].
    Real(f64),
    /// A value of [`ColumnKind::Truth`].
    Truth(bool),
    /// A value of [`ColumnKind::Moves`].
    Moves(WrittenMoves<'a>),
    /// A value of [`ColumnKind::MoveLists`].
    MoveLists(Vec<WrittenMoves<'a>>),
    /// Why a position may be impossible: objects of JSON, which alone has them.
    Causes(Vec<Cause>),
}

impl<'a> From<Vec<Cause>> for Cell<'a> {
    fn from(causes: Vec<Cause>) -> Cell<'a> {
        Cell::Causes(causes)
    }
}

/// A cause as an object.
#[derive(Serialize)]
struct CauseFields<'a> {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<char>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stickers: Vec<String>,
}

impl<'a> From<&'a Cause> for CauseFields<'a> {
    fn from(cause: &'a Cause) -> CauseFields<'a> {
        CauseFields {
            kind: cause.kind.name(),
            text: cause.to_string(),
            scan: cause.scan.as_deref(),
            cube: cause.cube.map(|cube| cube.to_string()),
            faces: cause.kind.faces().iter().map(|face| face.letter()).collect(),
            stickers: cause.kind.stickers().iter().map(Sticker::name).collect(),
        }
    }
}

impl Cell<'_> {
    /// Whether there is nothing to be said.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Cell::None => true,
            Cell::MoveLists(lists) => lists.is_empty(),
            Cell::Causes(causes) => causes.is_empty(),
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

impl<'a> From<WrittenMoves<'a>> for Cell<'a> {
    fn from(moves: WrittenMoves<'a>) -> Cell<'a> {
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
            Cell::Causes(causes) => serializer.collect_seq(causes.iter().map(CauseFields::from)),
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
            Cell::MoveLists(lists) => ListedSolutions(lists.iter()).fmt(f),
            Cell::Causes(causes) => ListedSolutions(causes.iter()).fmt(f),
        }
    }
}
