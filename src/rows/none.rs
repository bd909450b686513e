//! The sentence of a row by which a position has no solution as short as was asked for.

use std::fmt;
use std::str::FromStr;

/// No solution of at most this many moves, proved. Rows hold the sentence, and who checks them reads it: it is part of their
/// form, while the wording of [`ErrorKind::NoneWithin`](crate::ErrorKind::NoneWithin) can change. 255 stands for any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoneWithin(pub u8);

const BEFORE: &str = "no solution of at most ";
const AFTER: &str = " moves, proved";
const NONE_AT_ALL: &str = "no such moves lead there, proved";

impl fmt::Display for NoneWithin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u8::MAX => f.write_str(NONE_AT_ALL),
            moves => write!(f, "{BEFORE}{moves}{AFTER}"),
        }
    }
}

/// A sentence about something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnotherSentence;

impl FromStr for NoneWithin {
    type Err = AnotherSentence;

    fn from_str(text: &str) -> Result<NoneWithin, AnotherSentence> {
        if text == NONE_AT_ALL {
            return Ok(NoneWithin(u8::MAX));
        }
        let moves = text.strip_prefix(BEFORE).and_then(|text| text.strip_suffix(AFTER));
        moves.and_then(|moves| moves.parse().ok()).map(NoneWithin).ok_or(AnotherSentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(NoneWithin(17).to_string(), "no solution of at most 17 moves, proved");
        for moves in 0..=u8::MAX {
            assert_eq!(NoneWithin(moves).to_string().parse(), Ok(NoneWithin(moves)));
        }
        for text in ["no solution of at most 17 moves", "no solution of at most some moves, proved", "none"] {
            assert_eq!(text.parse::<NoneWithin>(), Err(AnotherSentence), "{text}");
        }
    }
}
