//! Serialises positions and moves as texts with serde.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::cube::{Algorithm, Cube, Face, Move};
use crate::notation::{WrittenMoves, parse_facelets};

/// Implements `Serialize` by `Display`, and `Deserialize` by a function that reads a text or says what is wrong with it.
macro_rules! as_text {
    ($type:ty, $expected:literal, $read:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor { expected: $expected, read: $read })
            }
        }
    };
}

impl Serialize for WrittenMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

as_text!(Cube, "the 54 facelets of a position", |text| parse_facelets(text).map_err(said));
as_text!(Move, "a turn of a face", |text| text.parse().map_err(said));
as_text!(Algorithm, "moves", |text| text.parse().map_err(said));
as_text!(Face, "a letter of URFDLB", |text| {
    let mut letters = text.chars();
    let face = letters.next().and_then(Face::from_letter).filter(|_| letters.next().is_none());
    face.ok_or_else(|| format!("{text:?} is no face"))
});

fn said(error: impl fmt::Display) -> String {
    error.to_string()
}

/// Reads a text.
struct TextVisitor<Value> {
    expected: &'static str,
    read: fn(&str) -> Result<Value, String>,
}

impl<Value> Visitor<'_> for TextVisitor<Value> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        (self.read)(text).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;
    use serde_json::{Value, from_value, json, to_value};

    use super::*;
    use crate::cube::random::Random;

    /// Whether a value is written so, and read again as itself.
    fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, written: Value) {
        assert_eq!(to_value(value).unwrap(), written);
        assert_eq!(from_value::<T>(written).unwrap(), *value);
    }

    #[test]
    fn what_is_a_text_is_written_as_it_is_shown() {
        for cube in Random::new(3).cubes().take(100) {
            is_written(&cube, json!(cube.to_string()));
        }
        Move::all().for_each(|mv| is_written(&mv, json!(mv.name())));
        Face::ALL.into_iter().for_each(|face| is_written(&face, json!(face.to_string())));
        is_written(&"R U2 F'".parse::<Algorithm>().unwrap(), json!("R U2 F'"));
        is_written(&Algorithm::new(), json!(""));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |error: serde_json::Error| error.to_string();
        let solved = Cube::SOLVED.to_string();
        for (cube, said) in [
            (json!("R U"), "a cube has 54 facelets, but 2 are given"),
            (json!(solved.replacen('U', "R", 1)), "turns cannot reach this position"),
            (json!(7), "expected the 54 facelets of a position"),
        ] {
            let found = from_value::<Cube>(cube).map_err(error).unwrap_err();
            assert!(found.contains(said), "{found}");
        }
        assert!(from_value::<Move>(json!("R U")).is_err() && from_value::<Move>(json!("M")).is_err());
        assert!(from_value::<Face>(json!("UR")).is_err() && from_value::<Face>(json!("")).is_err());
    }
}
