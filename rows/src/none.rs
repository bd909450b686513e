//! The sentences of rows about the bound that was asked for: no solution keeps it, or the best one that was found does not.

use std::fmt;
use std::str::FromStr;

/// No solution of at most this many moves, proved. Rows hold the sentence, and who checks them reads it: it is part of their
/// form, while the wording of [`ErrorKind::NoneWithin`](cubebatch::ErrorKind::NoneWithin) can change. 255 stands for any number.
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

/// The comment behind moves of which some are more than this many, which were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreThan(pub u8);

const MORE: &str = "more than ";
const BEST: &str = " moves: the best that was found";

impl fmt::Display for MoreThan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MORE}{}{BEST}", self.0)
    }
}

impl FromStr for MoreThan {
    type Err = AnotherSentence;

    fn from_str(text: &str) -> Result<MoreThan, AnotherSentence> {
        let moves = text.strip_prefix(MORE).and_then(|text| text.strip_suffix(BEST));
        moves.and_then(|moves| moves.parse().ok()).map(MoreThan).ok_or(AnotherSentence)
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
            assert_eq!(MoreThan(moves).to_string().parse(), Ok(MoreThan(moves)));
        }
        for text in ["no solution of at most 17 moves", "no solution of at most some moves, proved", "none"] {
            assert_eq!(text.parse::<NoneWithin>(), Err(AnotherSentence), "{text}");
        }
    }
}
