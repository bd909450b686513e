//! Whole numbers and flags of a request, in a query or in JSON, with errors in plain words.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A whole number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole(pub u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        deserializer.deserialize_any(Digits)
    }
}

struct Digits;

impl Visitor<'_> for Digits {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    /// A query has texts only.
    fn visit_str<E: Error>(self, text: &str) -> Result<Whole, E> {
        text.parse().map(Whole).map_err(|_| {
            let are_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let problem =
                if are_digits { "is too large" } else { "is not a whole number in digits, such as 20" };
            E::custom(format_args!("{text:?} {problem}"))
        })
    }
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flag, D::Error> {
        deserializer.deserialize_any(Word)
    }
}

struct Word;

impl Visitor<'_> for Word {
    type Value = Flag;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true or false")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Flag, E> {
        Ok(Flag(flag))
    }

    /// A query has texts only.
    fn visit_str<E: Error>(self, text: &str) -> Result<Flag, E> {
        text.parse().map(Flag).map_err(|_| E::custom(format_args!("{text:?} is neither true nor false")))
    }
}
