//! Moves written with digits.

use std::fmt;

use crate::cube::Move;

/// Shows moves with the number of their clockwise quarter turns, as Kociemba's and Rokicki's programs write them: `R1`,
/// `U2`, `F3`.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::notation::{Digits, parse_moves};
/// let manoeuvre = parse_moves("R U2 F'")?;
/// assert_eq!(Digits::unspaced(manoeuvre.moves()).to_string(), "R1U2F3");
/// assert_eq!(Digits::spaced(manoeuvre.moves()).to_string(), "R1 U2 F3");
/// assert_eq!(parse_moves("R1U2F3")?, manoeuvre);
/// # Ok::<(), cubebatch::notation::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Digits<'a> {
    moves: &'a [Move],
    separator: &'static str,
}

impl<'a> Digits<'a> {
    /// Without spaces: what cube20src writes, and what it and vcube read.
    pub fn unspaced(moves: &'a [Move]) -> Digits<'a> {
        Digits { moves, separator: "" }
    }

    /// Writes single spaces between moves. Kociemba's RubiksCube-TwophaseSolver writes this form before its length mark;
    /// cube20src, vcube and Cube Explorer read it too.
    pub fn spaced(moves: &'a [Move]) -> Digits<'a> {
        Digits { moves, separator: " " }
    }
}

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mv) in self.moves.iter().enumerate() {
            let separator = if i == 0 { "" } else { self.separator };
            write!(f, "{separator}{}{}", mv.face().letter(), mv.turns())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Format, detect, parse_moves};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_and_recognised(indices in prop::collection::vec(0..Move::COUNT, 0..80)) {
            let moves: Vec<Move> = indices.into_iter().map(Move::from_index).collect();
            for digits in [Digits::unspaced(&moves), Digits::spaced(&moves)] {
                let text = digits.to_string();
                let marked = format!("{text} ({}f*)", moves.len());
                for text in [text, marked] {
                    let manoeuvre = parse_moves(&text).unwrap();
                    prop_assert_eq!(manoeuvre.moves(), &moves);
                    prop_assert_eq!(detect(&text), Format::Moves, "{}", text);
                }
            }
        }
    }
}
