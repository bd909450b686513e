//! The faults of a line.

use super::ColourSpace;
use super::causes::sticker_name;
use crate::cube::{Face, Faults};

/// Why a line gives no position, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", .column.map(|column| format!("column {column}: ")).unwrap_or_default())]
pub struct ParseError {
    /// The offending place: counted in characters from 1, without a byte order mark;
    /// `None` when the line as a whole is wrong.
    pub column: Option<usize>,
    /// The fault.
    pub reason: Reason,
}

/// A fault of a line. It shows texts of the user as string literals, so invisible characters become visible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The line has only white space and comments.
    #[error("there is no position")]
    Blank,
    /// Something between lines that ends a line for some programs only.
    #[error("{:?} ends a line for some programs, and is a space for others: put a line end or a space", .0.to_string())]
    LineEnd(char),
    /// Not 54 facelets.
    #[error("a cube has 54 facelets, but {} are given{}", .0, other_cube(*.0))]
    FaceletCount(usize),
    /// Not 24 facelets of a pocket cube.
    #[error("a pocket cube has 24 facelets, but {0} are given")]
    PocketFaceletCount(usize),
    /// The facelets of a pocket cube do not show six symbols four times each: the symbols that occur more or less often.
    #[error("{}; a pocket cube shows six symbols, each four times: check these", counts(.0))]
    NotFourOfEach(Vec<(char, usize)>),
    /// Two centres show the same symbol.
    #[error("the centres of {} and {} are both {:?}", .faces[0], .faces[1], .symbol.to_string())]
    SameCentre {
        /// The two faces.
        faces: [Face; 2],
        /// The symbol of both centres.
        symbol: char,
    },
    /// A facelet shows a symbol that no centre has.
    #[error("no centre shows {:?}", .0.to_string())]
    NoCentre(char),
    /// Faces in any order that are a position in none.
    #[error(
        "no order of the faces gives a position that turns can reach: check the stickers, and whether each face is there once"
    )]
    NoOrder,
    /// Faces in any order that are different positions in different orders.
    #[error("{0} positions fit, each with the faces in another order: name the order")]
    SeveralOrders(usize),
    /// Not three numbers for each of 54 measured colours.
    #[error("54 colours are 162 numbers, three for each sticker, but {0} are given")]
    ColourCount(usize),
    /// Numbers that are no colour.
    #[error("the colour of sticker {} is out of range: {}", sticker_name(*.facelet), .space.range())]
    ColourRange {
        /// The number of its facelet.
        facelet: usize,
        /// The space of the colour.
        space: ColourSpace,
    },
    /// No part of a colour is above 1.
    #[error("red, green and blue are from 0 to 255, but all are from 0 to 1: multiply them by 255")]
    ColourShares,
    /// Two centres that were measured have nearly the same colour.
    #[error("the centres of {} and {} look alike: measure one of these faces again, in even light", .0[0], .0[1])]
    CentresAlike([Face; 2]),
    /// Neither 48 nor 54 numbers.
    #[error("48 numbers are needed, or 54 with the centres, but {0} are given")]
    NumberCount(usize),
    /// Something else than a number 1 … 6.
    #[error("{0:?} is no colour from 1 to 6")]
    NotAColour(String),
    /// Not 20 cubies.
    #[error("a cube has 12 edges and 8 corners, 20 cubies, but {0} are given")]
    CubieCount(usize),
    /// No edge cubie where an edge is due.
    #[error("{0:?} is no edge")]
    NotAnEdge(String),
    /// No corner cubie where a corner is due.
    #[error("{0:?} is no corner (its letters go counter-clockwise, as in UFR)")]
    NotACorner(String),
    /// No move begins like this.
    #[error("no move begins with {:?}", .0.to_string())]
    NotAMove(char),
    /// Moves, where one turn of a face is wanted.
    #[error("{0:?} is not one turn of a face")]
    NotOneMove(String),
    /// Numbers before a face that name no layers of a cube.
    #[error("{0:?} names no layers: there are 1 to 3, and ranges such as 2-3")]
    NotLayers(String),
    /// A count after moves or brackets, written as a rotation about R.
    #[error("x{} after moves {}", .0, times(*.0))]
    Times(usize),
    /// A number in brackets after brackets, which may be a count or the length.
    #[error("({0}) after a bracket can be a count or the length: write (…){0} to repeat, or leave it out")]
    Count(String),
    /// A number between two things, where it may belong to either.
    #[error(
        "{0} can belong to what is before or after it: put a space before or after it, as in R'2 U or R' 2U"
    )]
    BeforeOrAfter(usize),
    /// A factor without brackets beside it.
    #[error("what {0} times repeats is unclear: write brackets around it, as in (R U){0}")]
    FactorOfNothing(usize),
    /// A comma, colon or slash which may divide a bracket, or may not.
    #[error("{}", division(*.0))]
    Division(char),
    /// A bar, which stands between several cubes.
    #[error("a bar divides the cubes of a scramble for several: write one cube on each line")]
    Bar,
    /// A small letter in square brackets, which may turn the whole cube.
    #[error("{}", rotation_or_wide(.0))]
    RotationOrWide(String),
    /// A closing bracket to which no open one belongs.
    #[error("{:?} closes no bracket", .0.to_string())]
    Unopened(char),
    /// A bracket that is still open at the end.
    #[error("{:?} is never closed", .0.to_string())]
    Unclosed(char),
    /// Square brackets around nothing.
    #[error("square brackets are empty: write [A, B] for A B A' B', or [A: B] for A B A'")]
    Empty,
    /// More brackets inside of each other than this.
    #[error("brackets are nested more than {0} deep")]
    TooDeep(usize),
    /// Brackets that stand for more moves than this.
    #[error("brackets stand for more than {0} moves")]
    TooLong(usize),
    /// The line can be read, but turns cannot reach its position.
    #[error("turns cannot reach this position: {0}")]
    Impossible(Faults),
    /// The same of a pocket cube in other symbols than the letters of faces.
    #[error(
        "turns cannot reach this position: {}; check these stickers, and the order of the faces (`--scan`)",
        in_symbols(.faults, .symbols)
    )]
    ImpossibleColours {
        /// The faults, with the colours by their faces.
        faults: Faults,
        /// The symbols of the colours U R F D L B.
        symbols: [char; 6],
    },
}

/// The most faults that are worth reading: symbols in a wrong order have many.
const FAULTS_SHOWN: usize = 3;

fn in_symbols(Faults(faults): &Faults, symbols: &[char; 6]) -> String {
    let named = |colours: &[Face]| {
        format!("{:?}", colours.iter().map(|colour| symbols[colour.index()]).collect::<String>())
    };
    let mut words: Vec<String> =
        faults.iter().take(FAULTS_SHOWN).map(|fault| fault.in_words(named)).collect();
    words.extend(faults.len().checked_sub(FAULTS_SHOWN + 1).map(|more| format!("and {} more", more + 1)));
    words.join("; ")
}

fn counts(counts: &[(char, usize)]) -> String {
    let times = |&(symbol, count): &(char, usize)| {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        format!("{:?} occurs {times}", symbol.to_string())
    };
    counts.iter().map(times).collect::<Vec<_>>().join(", ")
}

/// What a count can mean, and how each meaning is written.
fn times(count: usize) -> String {
    let rotation = match count {
        1 => "x",
        2 => "x2'",
        3 => "x'",
        _ => return format!("is no rotation: to repeat, write (R U){count}"),
    };
    format!("repeats or rotates: to repeat, write (R U){count}; to rotate, {rotation}")
}

/// Why a symbol divides nothing, and how it is written where it does.
fn division(symbol: char) -> &'static str {
    match symbol {
        ':' => "a colon ends a label or a setup: leave labels out, and write [A: B] for A B A'",
        '/' => "a slash divides [A/B], which is A B A2 B' A, and A is one turn: write it so, or leave it out",
        _ => "a comma divides moves or a commutator: leave it out, or write [A, B] for A B A' B'",
    }
}

/// What a small letter in square brackets can mean, and how each meaning is written: `Fv2` or `f2`.
fn rotation_or_wide(turn: &str) -> String {
    let (letter, marks) = turn.split_at(turn.char_indices().nth(1).map_or(turn.len(), |(at, _)| at));
    let rotation = format!("{}v{marks}", letter.to_uppercase());
    format!(
        "[{turn}] was a rotation in the WCA's rules, and is a wide move for others: write {rotation} or {turn}"
    )
}

/// What has this number of facelets, if it is another cube.
fn other_cube(facelets: usize) -> &'static str {
    match facelets {
        24 => {
            ", those of a pocket cube (2×2×2): `cubebatch pocket solve` reads it; for moves, name the format moves"
        }
        96 => ", those of a 4×4×4 cube, which this program does not solve",
        150 => ", those of a 5×5×5 cube, which this program does not solve",
        _ => "",
    }
}

/// A fault, and the byte of the text where it is.
pub(super) type LocatedReason = (usize, Reason);

impl ParseError {
    /// An error at the byte `at` of `text`.
    pub(super) fn at(text: &str, at: usize, reason: Reason) -> ParseError {
        let before = text.char_indices().take_while(|&(byte, _)| byte < at).count();
        ParseError { column: Some(before + 1), reason }
    }
}

impl From<Reason> for ParseError {
    fn from(reason: Reason) -> ParseError {
        ParseError { column: None, reason }
    }
}

impl From<Faults> for ParseError {
    fn from(faults: Faults) -> ParseError {
        Reason::Impossible(faults).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_counts_characters() {
        assert_eq!(ParseError::at("é’x", 5, Reason::NotAMove('x')).column, Some(3));
    }

    #[test]
    fn errors_are_shown_with_their_column() {
        let reason = Reason::NotAnEdge("X\t".into());
        assert_eq!(ParseError { column: Some(3), reason }.to_string(), r#"column 3: "X\t" is no edge"#);
        let error = ParseError::from(Reason::FaceletCount(53));
        assert_eq!(error.to_string(), "a cube has 54 facelets, but 53 are given");
        let reason = Reason::SameCentre { faces: [Face::U, Face::B], symbol: '\'' };
        assert_eq!(reason.to_string(), r#"the centres of U and B are both "'""#);
    }
}
