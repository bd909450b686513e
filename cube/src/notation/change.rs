//! Sequences of moves made of others: inverse, simplified, mirrored, rotated.

use std::str::FromStr;

use super::{ParseError, parse_moves};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Algorithm, Face};

/// What is made of a sequence of moves. Its text is `expand`, `simplify`, `invert`, `mirror`, `mirror E`, or `rotate` with
/// rotations: `rotate x y2`.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::Algorithm;
/// use cubebatch::notation::MoveChange;
///
/// let moves: Algorithm = "R U R' U'".parse()?;
/// for (change, changed) in [("invert", "U R U' R'"), ("mirror", "L' U' L U"), ("rotate y", "F U F' U'")] {
///     assert_eq!(change.parse::<MoveChange>()?.of(&moves).to_string(), changed);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveChange {
    /// Turns of faces: reading has written out brackets, wide moves, slice moves and rotations.
    Expand,
    /// The same with turns joined that follow one another on a face or on opposite faces.
    Simplify,
    /// The moves that undo the sequence.
    Invert,
    /// The moves for a cube that is held in another way, or in a mirror.
    Image(Symmetry),
}

/// Why an option about moves cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrongMoves {
    /// No notation has this name.
    #[error("{0:?} is no notation: there are letters, digits, wide, slices")]
    Notation(String),
    /// No change has this name.
    #[error("{0:?} is no change: there are expand, simplify, invert, mirror and rotate")]
    Change(String),
    /// No mirror has this plane.
    #[error("{0:?} is no plane: there are M, E, S")]
    Plane(String),
    /// Rotations that cannot be read.
    #[error("{text:?}: {error}")]
    Rotation {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// Moves in the place of rotations.
    #[error("{0:?}: these turn faces, not the cube alone")]
    Turns(String),
}

impl MoveChange {
    /// The mirror whose plane is a slice: M exchanges left and right, E up and down, S front and back.
    ///
    /// # Errors
    /// [`WrongMoves::Plane`].
    pub fn mirror(plane: &str) -> Result<MoveChange, WrongMoves> {
        let face = match plane {
            "M" | "m" => Face::R,
            "E" | "e" => Face::U,
            "S" | "s" => Face::F,
            _ => return Err(WrongMoves::Plane(plane.to_owned())),
        };
        Ok(MoveChange::Image(Symmetry::mirror(face)))
    }

    /// The rotation of the whole cube, such as `y` or `x y2`.
    ///
    /// # Errors
    /// [`WrongMoves::Rotation`], [`WrongMoves::Turns`].
    pub fn rotate(by: &str) -> Result<MoveChange, WrongMoves> {
        let turned = parse_moves(by).map_err(|error| WrongMoves::Rotation { text: by.to_owned(), error })?;
        match turned.moves() {
            [] => Ok(MoveChange::Image(turned.rotation())),
            _ => Err(WrongMoves::Turns(by.to_owned())),
        }
    }

    /// The changed sequence.
    pub fn of(&self, moves: &Algorithm) -> Algorithm {
        match self {
            MoveChange::Expand => moves.clone(),
            MoveChange::Simplify => moves.canonical(),
            MoveChange::Invert => moves.inverse(),
            MoveChange::Image(symmetry) => moves.image(symmetry),
        }
    }
}

impl FromStr for MoveChange {
    type Err = WrongMoves;

    fn from_str(text: &str) -> Result<MoveChange, WrongMoves> {
        let (name, argument) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        match (name, argument.trim()) {
            ("expand", "") => Ok(MoveChange::Expand),
            ("simplify", "") => Ok(MoveChange::Simplify),
            ("invert", "") => Ok(MoveChange::Invert),
            ("mirror", "") => MoveChange::mirror("M"),
            ("mirror", plane) => MoveChange::mirror(plane),
            ("rotate", by) if !by.is_empty() => MoveChange::rotate(by),
            _ => Err(WrongMoves::Change(text.to_owned())),
        }
    }
}
