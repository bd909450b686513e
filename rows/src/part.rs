//! A part of many: what one of several machines does.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Part I of N, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// The number of this one, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Which of `total` things belong to it. The parts make up all of them, in order, and differ by one thing at most.
    pub fn range(self, total: u64) -> Range<u64> {
        let end = |number: u64| (u128::from(total) * u128::from(number) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err("give I/N, with I from 1 to N, such as 3/100".to_owned()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_all_things_in_order() {
        for (total, of) in [(0, 3), (2, 5), (10, 3), (u64::MAX, 1000)] {
            let mut begin = 0;
            for number in 1..=of {
                let range = Part { number, of }.range(total);
                assert_eq!(range.start, begin);
                assert!((total / of..=total / of + 1).contains(&(range.end - range.start)));
                begin = range.end;
            }
            assert_eq!(begin, total);
        }
    }

    #[test]
    fn a_part_is_a_number_up_to_theirs() {
        assert_eq!("3/100".parse::<Part>().map(|part| part.to_string()), Ok("3/100".to_owned()));
        for text in ["", "3", "0/4", "5/4", "1/0", "-1/4", "1/2/3", "a/b"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
