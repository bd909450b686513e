//! Whole numbers of a request, in a query or in JSON, with errors in plain words.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

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
        text.parse().map(Whole).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}
