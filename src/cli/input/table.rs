//! CSV files: a header, and a position in the column `cube` of each record, which is a line.

use csv::{ReaderBuilder, StringRecord};
use cubebatch::Cube;
use cubebatch::notation::Format;
use cubebatch::rows::{BYTE_ORDER_MARK, LineError, is_blank, parse_field, text};

use super::Line;

/// Where a CSV file has its positions.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    cube: usize,
}

impl Columns {
    /// The columns of the table that begins with this line, if it is a header with a column `cube`.
    pub fn of_header(line: &[u8]) -> Option<Columns> {
        let names = record(text(line).ok()?).ok()?;
        let cube = names.iter().position(|name| name.trim().eq_ignore_ascii_case("cube"))?;
        Some(Columns { cube })
    }

    /// The position on a line; `None` if it is blank or the header.
    pub fn parse(self, line: Line, format: Option<Format>) -> Result<Option<Cube>, LineError> {
        if is_blank(line.bytes) || Columns::of_header(line.bytes).is_some() {
            return Ok(None);
        }
        let record = record(text(line.bytes)?)?;
        let cube = record.get(self.cube).filter(|cube| !cube.is_empty());
        parse_field(cube, format).map(Some)
    }
}

/// The fields of a record.
pub fn record(line: &str) -> Result<StringRecord, csv::Error> {
    let line = line.trim_start_matches(BYTE_ORDER_MARK);
    let mut reader = ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).buffer_capacity(line.len().max(1));
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
        let columns = Columns::of_header(b"\xef\xbb\xbfline,\"Cube\",solution\r").unwrap();
        let parse = |text| columns.parse(line(text), None);
        let cube: Cube = "R U".parse().unwrap();
        assert_eq!(parse("1,R U,U' R'").unwrap(), Some(cube));
        assert_eq!(parse("1,\"R U\",\"a, b\"\r").unwrap(), Some(cube));
        assert_eq!(parse("").unwrap(), None);
        assert_eq!(parse("line,cube,solution").unwrap(), None);
        for none in ["1", "1,,", "1, # none,"] {
            assert!(matches!(parse(none), Err(LineError::NoCube)), "{none}");
        }
        assert!(parse("1,X").is_err());
    }

    #[test]
    fn other_lines_are_no_header() {
        for text in ["R U", "3,1,2", "UUU", "", "line,solution"] {
            assert!(Columns::of_header(text.as_bytes()).is_none(), "{text}");
        }
    }
}
