//! CSV files: a header, and records with a field for each of its names.

use csv::{ReaderBuilder, StringRecord};

use super::columns::CUBE;
use super::line::{BYTE_ORDER_MARK, Line, LineError, is_blank, parse_field, text};
use crate::Cube;
use crate::notation::Format;

/// What stands between fields: the first of them that makes a header of a line.
const DELIMITERS: [u8; 3] = *b",;\t";

/// The header of a CSV file.
#[derive(Debug)]
pub struct Header {
    delimiter: u8,
    names: Vec<String>,
}

impl Header {
    /// The header that a line is if it has one of the columns that are `needed`.
    pub fn of(line: &str, needed: &[&str]) -> Option<Header> {
        let is_needed = |name: &String| needed.contains(&name.as_str());
        DELIMITERS
            .into_iter()
            .filter_map(|delimiter| Header::by(line, delimiter))
            .find(|header| header.names.iter().any(is_needed))
    }

    /// The names of at least two columns, if a line seems to be nothing else.
    pub fn likely_names(line: &str) -> Option<Vec<String>> {
        let is_name = |name: &str| {
            name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        DELIMITERS
            .into_iter()
            .filter_map(|delimiter| record(line, delimiter).ok())
            .find(|names| names.len() > 1 && names.iter().all(is_name))
            .map(|names| names.iter().map(str::to_owned).collect())
    }

    fn by(line: &str, delimiter: u8) -> Option<Header> {
        let names = record(line, delimiter).ok()?.iter().map(|name| name.trim().to_lowercase()).collect();
        Some(Header { delimiter, names })
    }

    /// What stands between its fields.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The fields of a record; `None` if it is the header, once more perhaps.
    pub fn record(&self, line: &str) -> Result<Option<StringRecord>, csv::Error> {
        let record = record(line, self.delimiter)?;
        let is_header = record.len() == self.names.len()
            && record.iter().zip(&self.names).all(|(field, name)| field.trim().to_lowercase() == *name);
        Ok((!is_header).then_some(record))
    }

    /// A field that is not empty.
    pub fn get<'a>(&self, record: &'a StringRecord, name: &str) -> Option<&'a str> {
        let column = self.names.iter().position(|other| other == name)?;
        record.get(column).filter(|field| !field.is_empty())
    }

    /// The position of a record; `None` if it is blank or the header.
    pub fn parse(&self, line: Line, format: Option<Format>) -> Result<Option<Cube>, LineError> {
        if is_blank(line.bytes) {
            return Ok(None);
        }
        let Some(record) = self.record(text(line.bytes)?)? else { return Ok(None) };
        parse_field(self.get(&record, CUBE), format).map(Some)
    }
}

/// The fields of a record.
fn record(line: &str, delimiter: u8) -> Result<StringRecord, csv::Error> {
    let line = line.trim_start_matches(BYTE_ORDER_MARK);
    let mut reader = ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(delimiter);
    let reader = reader.buffer_capacity(line.len().max(1));
    let mut record = StringRecord::new();
    reader.from_reader(line.as_bytes()).read_record(&mut record)?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line<'_> {
        Line { number: 2, bytes: text.as_bytes() }
    }

    #[test]
    fn a_header_says_where_the_cube_is() {
        let header = Header::of("\u{feff}line,\"Cube\",solution", &["cube"]).unwrap();
        let parse = |text| header.parse(line(text), None);
        let cube: Cube = "R U".parse().unwrap();
        assert_eq!(parse("1,R U,U' R'").unwrap(), Some(cube));
        assert_eq!(parse("1,\"R U\",\"a,\nb\"").unwrap(), Some(cube));
        assert_eq!(parse("").unwrap(), None);
        assert_eq!(parse("line,cube,Solution").unwrap(), None);
        for none in ["1", "1,,", "1, # none,"] {
            assert!(matches!(parse(none), Err(LineError::NoCube)), "{none}");
        }
        assert!(parse("1,X").is_err());
    }

    #[test]
    fn a_header_tells_what_stands_between_fields() {
        for (text, row) in [("id;cube", "a,b;R U"), ("id\tcube\tx;y", "1\tR U\t"), ("a;b,cube", "1,R U")] {
            let header = Header::of(text, &["cube"]).unwrap();
            assert_eq!(header.parse(line(row), None).unwrap(), Some("R U".parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn other_lines_are_no_header() {
        for text in ["R U", "3,1,2", "UUU", "", "line,solution"] {
            assert!(Header::of(text, &["cube"]).is_none(), "{text}");
        }
        for text in ["", "hello", "hello, world", "R' U,F", "3,1,2", "a,,b"] {
            assert!(Header::likely_names(text).is_none(), "{text}");
        }
        assert_eq!(Header::likely_names("Id;phase_1").unwrap(), ["Id", "phase_1"]);
    }
}
