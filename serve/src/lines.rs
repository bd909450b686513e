//! The positions of a request as lines.

use std::fmt;

use cubebatch_rows::records::{POSITIONS, RecordError, count};
use cubebatch_search::value::Text;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

/// Lines of text, of which each holds a position at most.
#[derive(Debug, Default, PartialEq)]
pub struct TextLines(pub Vec<u8>);

impl TextLines {
    /// A position that may hold line ends.
    pub fn of_cube(cube: &str) -> TextLines {
        let mut lines = TextLines::default();
        lines.add(cube);
        lines
    }

    /// How many there are, or records of CSV.
    pub fn count(&self) -> Result<usize, RecordError> {
        count(&self.0, &POSITIONS)
    }

    /// Adds a position as a line of JSON, so that there is a row for it, whatever it holds.
    fn add(&mut self, cube: &str) {
        self.0.extend_from_slice(b"{\"cube\":");
        serde_json::to_writer(&mut self.0, cube).expect("a vector takes everything");
        self.0.extend_from_slice(b"}\n");
    }
}

impl<'de> Deserialize<'de> for TextLines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TextLines, D::Error> {
        deserializer.deserialize_seq(ListVisitor)
    }
}

/// Reads a list of positions without a list of texts in memory.
struct ListVisitor;

impl<'de> Visitor<'de> for ListVisitor {
    type Value = TextLines;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of positions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TextLines, A::Error> {
        let mut lines = TextLines::default();
        while let Some(Text(cube)) = list.next_element()? {
            lines.add(&cube);
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_needs_no_end() {
        for (text, count) in [
            ("", 0),
            ("R", 1),
            ("R\n", 1),
            ("R\n\nU", 3),
            ("\n", 1),
            ("R\rU\r\n", 2),
            ("cube\n\"R\nU\"\n", 2),
        ] {
            assert_eq!(TextLines(text.into()).count().unwrap(), count, "{text:?}");
        }
    }

    #[test]
    fn a_position_is_a_line_whatever_it_holds() {
        let lines: TextLines = serde_json::from_str(r#"["R\nU", "\"", ""]"#).unwrap();
        assert_eq!(lines.count().unwrap(), 3);
        assert_eq!(lines.0, b"{\"cube\":\"R\\nU\"}\n{\"cube\":\"\\\"\"}\n{\"cube\":\"\"}\n");
    }
}
