//! Notations: one position a line, in any of four formats, and back to text.
//!
//! | format | what a line holds |
//! |---|---|
//! | facelets | 54 symbols, U R F D L B row by row, or the net row by row, on one line or several; the centres say which symbol is which face. Or 54 [measured colours](sort_colours), three numbers each |
//! | Lin | 48 or 54 colour numbers: 8 corners, 12 edges and, if given, 6 centres |
//! | moves | a sequence of moves, made on the solved cube; [`parse_moves`] lists how they may be written |
//! | Reid | 20 cubies, each where it sits: `UF UR … DBR` when solved |
//!
//! A comment runs from `#` or `//` to the end of its line, so neither can stand in a facelet string. A text of several lines, such
//! as a field of JSON, is one position. No text makes this module panic.
//!
//! ```
//! # extern crate cubebatch_cube as cubebatch;
//! use cubebatch::notation::{Format, detect, parse_line};
//! let line = "R U R' U'  # sexy move";
//! assert_eq!(detect(line), Format::Moves);
//! let cube = parse_line(line, None)?.expect("there is a position on this line");
//! assert!(!cube.is_solved());
//! for same in ["R1U1R3U3", "R1 U1 R3 U3 (4f)", "[R, U]", "(U R U' R')'"] {
//!     assert_eq!(parse_line(same, None)?, Some(cube));
//! }
//! assert_eq!(parse_line("# only a comment", None)?, None);
//! # Ok::<(), cubebatch::notation::ParseError>(())
//! ```

mod brackets;
mod causes;
mod change;
mod colours;
mod content;
mod detect;
mod digits;
mod error;
mod facelets;
mod lin;
mod manoeuvre;
mod marks;
mod moves;
mod plain;
mod reid;
mod scan;
mod scheme;
mod symbols;
mod turned;
mod turns;
mod unfolded;
mod words;
mod written;

pub use causes::{Cause, CauseKind, Reflection, Sticker, causes, in_any_order};
pub use change::{MoveChange, WrongMoves};
pub use colours::{ColourSpace, SortedColours, sort_colours, sort_colours_in_any_order};
pub use content::BYTE_ORDER_MARK;
pub use content::{content, content_to_read};
pub use content::{is_blank, is_link};
pub use detect::detect;
pub use detect::is_all_wide;
pub use digits::Digits;
pub use error::{ParseError, Reason};
pub use facelets::has_four_of_each;
pub use facelets::shown_facelets;
pub use facelets::{parse_facelets, parse_scanned};
pub use lin::{parse_lin, to_lin};
pub use manoeuvre::Manoeuvre;
pub use moves::parse_moves;
pub use moves::{Length, sequences, told_length};
pub use reid::{parse_reid, to_reid};
pub use scan::{Scan, ScanError};
pub use unfolded::{Unfolded, UnfoldedWatch};
pub use written::{MoveNotation, WrittenMoves};

use std::str::FromStr;

use crate::cube::{Algorithm, Cube, Move, Setup};
use error::LocatedReason;
use plain::parse_plain;

/// An input notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// 54 symbols, one for each facelet, or 54 measured colours.
    Facelets,
    /// 54 symbols or colours as a camera reads them.
    Scanned(Scan),
    /// 54 symbols or colours a face after the other, in any order and each turned in any way. Exactly one order has to give a position.
    AnyOrder,
    /// The colour numbers of Lin's paper.
    Lin,
    /// A sequence of moves.
    Moves,
    /// The cubies by name, in Reid's order.
    Reid,
}

impl Format {
    /// The names of the formats that have one; scanning orders have [names of their own](Scan::NAMED).
    pub const NAMED: &[(&str, Format)] = &[
        ("facelets", Format::Facelets),
        ("any-order", Format::AnyOrder),
        ("lin", Format::Lin),
        ("moves", Format::Moves),
        ("reid", Format::Reid),
    ];
}

/// The position of a text, mostly one line, or `None` when it is blank or only a comment.
///
/// Without a `format`, [`detect()`] finds it.
///
/// # Errors
/// [`ParseError`], when the line cannot be read or turns cannot reach its position.
pub fn parse_line(line: &str, format: Option<Format>) -> Result<Option<Cube>, ParseError> {
    if let Some(cube) = parse_plain(line, format) {
        return Ok(Some(cube));
    }
    let text = &*content_to_read(line)?;
    if text.trim_start().is_empty() {
        return Ok(None);
    }
    // Most numbers are read at once; only others are tested whether they are facelets.
    if format.is_none()
        && detect::is_like_lin(text)
        && let Ok(cube) = parse_lin(text)
    {
        return Ok(Some(cube));
    }
    let cube = match format.unwrap_or_else(|| detect::format_of(text)) {
        Format::Facelets => facelets::parse_unfolded(text)?,
        Format::Scanned(scan) => parse_scanned(text, &scan)?,
        Format::AnyOrder => parse_in_any_order(text)?,
        Format::Lin => parse_lin(text)?,
        Format::Moves => parse_moves(text)?.apply(&Cube::SOLVED),
        Format::Reid => parse_reid(text)?,
    };
    Ok(Some(cube))
}

/// The position of pictures of faces, if one order of them alone gives one. The order of facelet strings comes first.
fn parse_in_any_order(text: &str) -> Result<Cube, ParseError> {
    let in_order = facelets::parse_unfolded(text);
    let Err(Reason::Impossible(_)) = in_order.as_ref().map_err(|error| &error.reason) else {
        return in_order;
    };
    if let Some(sorted) = colours::sorted_in_any_order(text) {
        return Ok(Setup::from_facelets(&sorted?.facelets).into_cube()?);
    }
    let cubes = causes::held_as_named(text);
    match cubes[..] {
        [] => Err(Reason::NoOrder.into()),
        [cube] => Ok(cube),
        _ => Err(Reason::SeveralOrders(cubes.len()).into()),
    }
}

/// A position in any of the formats, as [`parse_line`] finds it.
impl FromStr for Cube {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Cube, ParseError> {
        let blank = ParseError { column: None, reason: Reason::Blank };
        parse_line(line, None)?.ok_or(blank)
    }
}

/// A sequence of moves, as [`parse_moves`] reads it.
impl FromStr for Algorithm {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Algorithm, ParseError> {
        Ok(parse_moves(text)?.into_algorithm())
    }
}

/// One turn of a face, as [`parse_moves`] reads it.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let one = parse_moves(text)?.one_move();
        one.ok_or_else(|| Reason::NotOneMove(text.to_owned()).into())
    }
}

#[cfg(test)]
mod dialects;
#[cfg(test)]
mod tests;
