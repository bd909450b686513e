//! A line of text as a position, or what is wrong with it.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::Deserialize;
use serde::de::{Deserializer as _, Error as _, IgnoredAny, MapAccess, Visitor};

use super::columns::CUBE;
use super::held::{COLOURS, HeldPosition, cubies, held};
use super::json::fault;
use super::shortened::shortened;
use cubebatch::Cube;
use cubebatch::notation::{Cause, Format, ParseError, Reason, causes, is_blank as is_blank_text, parse_line};
pub use cubebatch_cube::notation::BYTE_ORDER_MARK;

/// No position takes as many bytes; a longer line is invalid, and only its beginning need be kept, so that a file without
/// line ends does not fill the memory.
pub const LONGEST_LINE: usize = 64 << 10;

/// Why a line is no position.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// It is no position of the cube, or of the pocket cube.
    #[error("{error}")]
    Position {
        /// What is wrong.
        error: ParseError,
        /// The facelets, if they are a position of which more can be said.
        refused: Option<Box<RefusedFacelets>>,
    },
    /// Its bytes are no text.
    #[error("not UTF-8 text")]
    Text,
    /// It is longer than [`LONGEST_LINE`].
    #[error("longer than {LONGEST_LINE} bytes")]
    Length,
    /// It begins like a row of JSON Lines and is none, or its position is no string.
    #[error("{begin}{fault}", begin = if .error.is_data() { format!("`{column}` ") } else { "no JSON object: ".to_owned() }, fault = fault(.error))]
    Json {
        /// The field with the position.
        column: String,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It is no record of CSV.
    #[error("no CSV record: {0}")]
    Csv(#[from] csv::Error),
    /// A record has more fields than there are columns.
    #[error("{fields} fields, but {columns} columns: put a field that holds a delimiter in double quotes")]
    Fields {
        /// The fields of the record.
        fields: usize,
        /// The columns of the header.
        columns: usize,
    },
    /// It seems to be a record of a table without a header: the column of its position, from 1.
    #[error("this seems to be a table without a header, with positions in column {0}")]
    NoHeader(usize),
    /// A session of csTimer as it is shown to people begins here.
    #[error("this is a session of csTimer as text: export it as CSV or JSON")]
    SessionText,
    /// A record is of another puzzle, which it names.
    #[error("it is of another puzzle, `{0}`")]
    OtherPuzzle(String),
    /// A row or record holds no position in this column.
    #[error("there is no `{0}`")]
    NoCube(String),
}

impl From<ParseError> for LineError {
    fn from(error: ParseError) -> LineError {
        LineError::Position { error, refused: None }
    }
}

/// Facelets that are impossible or incomplete.
#[derive(Clone, Debug)]
pub struct RefusedFacelets {
    text: Box<str>,
    format: Option<Format>,
}

impl RefusedFacelets {
    /// Why they may be so, the likeliest first. This takes less than a millisecond, so millions of lines do without it.
    pub fn causes(&self) -> Vec<Cause> {
        causes(&self.text, self.format)
    }

    fn of(text: &str, format: Option<Format>, error: &ParseError) -> Option<Box<RefusedFacelets>> {
        let are_facelets = matches!(
            error.reason,
            Reason::Impossible(_) | Reason::SameCentre { .. } | Reason::NoCentre(_) | Reason::FaceletCount(_)
        );
        are_facelets.then(|| Box::new(RefusedFacelets { text: text.into(), format }))
    }
}

/// The position of a text.
fn position(text: &str, format: Option<Format>) -> Result<Option<Cube>, LineError> {
    let refused = |error| LineError::Position { refused: RefusedFacelets::of(text, format, &error), error };
    parse_line(text, format).map_err(refused)
}

/// A line of an input, or a record of CSV, which may have several.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of its first line, from 1.
    pub number: u64,
    /// Without its end.
    pub bytes: &'a [u8],
}

/// A line that is not blank: its number, from 1, and its position.
pub type Parsed = (u64, Result<Cube, LineError>);

/// The position on a line, which may be a row of JSON Lines; `None` if there is none, not even a wrong one.
pub fn parse(line: &[u8], format: Option<Format>) -> Result<Option<Cube>, LineError> {
    parse_in(line, CUBE, format)
}

/// As [`parse`]; rows of JSON Lines hold the position in the field `column`.
pub fn parse_in(line: &[u8], column: &str, format: Option<Format>) -> Result<Option<Cube>, LineError> {
    let text = text(line)?;
    if is_object(text) {
        // Cubies may be a line of their own, as `convert` writes them.
        if let Some(cubies) = cubies_alone(text, column) {
            return parse_field(Some(&cubies), column, format).map(Some);
        }
        let mut row = serde_json::Deserializer::from_str(text.trim_start_matches(BYTE_ORDER_MARK));
        let field = row.deserialize_map(FieldVisitor { column }).and_then(|field| row.end().map(|()| field));
        let field = field.map_err(|error| LineError::Json { column: column.to_owned(), error })?;
        return parse_field(field.as_deref(), column, format).map(Some);
    }
    if is_padding(text) { Ok(None) } else { position(text, format) }
}

/// The position that the field `column` of a row holds.
pub fn parse_field(held: Option<&str>, column: &str, format: Option<Format>) -> Result<Cube, LineError> {
    let object = |text: &str| serde_json::from_str(text).ok().and_then(|HeldPosition(text)| text);
    let object = held.filter(|text| is_object(text)).and_then(object);
    let cube = object.as_deref().or(held).map(|cube| position(cube, format)).transpose()?.flatten();
    cube.ok_or_else(|| LineError::NoCube(column.to_owned()))
}

/// The text of an object that is the cubies of a position.
fn cubies_alone(text: &str, column: &str) -> Option<String> {
    let is_one = text.contains("\"cp\"") && text.contains("\"eo\"");
    let object = || serde_json::from_str(text.trim_start_matches(BYTE_ORDER_MARK)).ok();
    let object: serde_json::Map<String, serde_json::Value> = is_one.then(object)??;
    if object.contains_key(column) { None } else { cubies(&object) }
}

/// Looks for one field of an object: a position as text, or null. Without it, the fields `rgb` and `lab` are measured colours.
struct FieldVisitor<'a> {
    column: &'a str,
}

impl<'de> Visitor<'de> for FieldVisitor<'_> {
    type Value = Option<String>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<Self::Value, M::Error> {
        let (mut found, mut colours) = (None, None);
        while let Some(FieldName(name)) = fields.next_key()? {
            if name == self.column {
                if found.is_some() {
                    return Err(M::Error::custom("is given twice"));
                }
                found = fields.next_value::<HeldPosition>()?.0;
            } else if COLOURS.contains(&&*name) {
                colours = Some(serde_json::json!({name: fields.next_value::<serde_json::Value>()?}));
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        // Other rows may have fields of that name, too.
        Ok(found.or_else(|| held(colours?).ok()?))
    }
}

/// The name of a field, without a copy where it has no escapes.
#[derive(Deserialize)]
struct FieldName<'a>(#[serde(borrow)] Cow<'a, str>);

/// Whether a line holds a JSON object. Lin's array may stand in such brackets too, but has no strings.
pub fn is_object(line: &str) -> bool {
    let inside = line.trim_start_matches(BYTE_ORDER_MARK).trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with(['"', '}']))
}

/// A line as text.
pub fn text(line: &[u8]) -> Result<&str, LineError> {
    if line.len() > LONGEST_LINE {
        return Err(LineError::Length);
    }
    std::str::from_utf8(line).map_err(|_| LineError::Text)
}

/// Whether a line holds no position, not even a wrong one; as [`parse`] has it.
pub fn is_blank(line: &[u8]) -> bool {
    // Most lines begin with a letter or a digit, which no comment does.
    !line.first().is_some_and(u8::is_ascii_alphanumeric)
        && text(line).is_ok_and(|line| is_blank_text(line) || is_padding(line))
}

/// Whether a line is a record with nothing in its fields: spreadsheets write these below a table.
fn is_padding(line: &str) -> bool {
    let is_empty = |symbol: char| matches!(symbol, ',' | ';' | '"') || symbol.is_whitespace();
    // A field whose quote is open goes on in the next line.
    line.chars().all(is_empty) && line.matches('"').count().is_multiple_of(2)
}

impl LineError {
    /// What is wrong, without its column, and not as long as a hostile line makes it.
    pub fn told(&self) -> String {
        shortened(&self.to_string())
    }

    /// The facelets of which more can be said.
    pub fn refused(&self) -> Option<&RefusedFacelets> {
        match self {
            LineError::Position { refused, .. } => refused.as_deref(),
            _ => None,
        }
    }
}

/// The causes of refused facelets as lines below a message; empty without one.
pub fn told_causes(refused: Option<&RefusedFacelets>) -> String {
    list_of_causes(&refused.map(RefusedFacelets::causes).unwrap_or_default())
}

/// Causes as they follow the message about a line, if there are some.
pub fn list_of_causes(causes: &[Cause]) -> String {
    let begin = if causes.is_empty() { "" } else { "\n  Possible causes:" };
    causes.iter().fold(begin.to_owned(), |told, cause| told + &format!("\n  - {cause}"))
}

/// `file:line:column: reason`
pub fn message(name: &str, line: u64, error: &LineError) -> String {
    let (column, reason): (_, &dyn Display) = match error {
        LineError::Position { error: ParseError { column, reason }, .. } => (*column, reason),
        _ => (None, error),
    };
    let column = column.map_or(String::new(), |column| format!("{column}:"));
    format!("{name}:{line}:{column} {}", shortened(&reason.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::shortened::LONGEST;
    use super::*;

    #[test]
    fn rows_of_json_lines_hold_a_cube() {
        let cube: Cube = "R U".parse().unwrap();
        let stickers = cube.to_string();
        let list: Vec<String> = stickers.chars().map(String::from).collect();
        let faces: Vec<Vec<&[String]>> = list.chunks(9).map(|face| face.chunks(3).collect()).collect();
        let numbers = list.iter().map(|letter| "URFDLB".find(letter.as_str())).collect::<Vec<_>>();
        let held = [serde_json::json!(list), serde_json::json!(faces), serde_json::json!(numbers)];
        let rows = held.map(|held| serde_json::json!({"line": 1, "cube": held}).to_string());
        for line in rows.iter().map(String::as_str).chain([
            "{\"cube\":\"R U\"}",
            "\u{feff} { \"line\": 3, \"cube\": \"R U // two\", \"solution\": \"U\" }",
            "{\"cube\":\"R \\u0055\"}\r",
        ]) {
            assert_eq!(parse(line.as_bytes(), None).unwrap(), Some(cube), "{line}");
        }
    }

    #[test]
    fn a_line_may_be_measured_colours() {
        let rgb =
            [[231, 233, 229], [176, 31, 38], [27, 140, 63], [235, 208, 40], [236, 110, 28], [22, 63, 150]];
        let cube: Cube = "R U".parse().unwrap();
        let list = serde_json::json!(cube.facelets().map(|face| rgb[face.index()]).to_vec()).to_string();
        for line in [
            list.clone(),
            list.replace(['[', ']'], ""),
            format!("{{\"rgb\": {list}}}"),
            format!("{{\"line\": 1, \"cube\": {list}, \"rgb\": \"red\"}}"),
            format!("{{\"cube\": {{\"rgb\": {list}}}}}"),
        ] {
            assert_eq!(parse(line.as_bytes(), None).unwrap(), Some(cube), "{line}");
        }
        let error = parse(b"{\"rgb\":\"red\"}", None).unwrap_err();
        assert_eq!(error.to_string(), "there is no `cube`");
        // An edge is flipped, and two stickers are between red and orange.
        let mut measured = cube.facelets().map(|face| rgb[face.index()]);
        measured.swap(7, 19);
        for colour in [rgb[1], rgb[4]] {
            let mut places = (0..measured.len()).filter(|place| ![4, 7, 1].contains(&(place % 9)));
            let doubtful = places.find(|&place| measured[place] == colour).unwrap();
            measured[doubtful] = [205, 72, 33];
        }
        let error = parse(format!("{measured:?}").as_bytes(), None).unwrap_err();
        let told = told_causes(error.refused());
        assert!(told.contains(" are in doubt: check them"), "{error} {told}");
    }

    #[test]
    fn rows_without_a_cube_are_told_as_such() {
        let error = |line: &str| parse(line.as_bytes(), None).unwrap_err().to_string();
        assert_eq!(error("{\"line\":1}"), "there is no `cube`");
        assert_eq!(error("{\"cube\":null}"), "there is no `cube`");
        assert_eq!(error("{\"cube\":\" # none\"}"), "there is no `cube`");
        assert_eq!(error("{\"cube\":7}"), "`cube` must be a string, but is 7");
        assert_eq!(error("{\"cube\":{}}"), "`cube` must be a string, but is an object");
        assert_eq!(error("{\"cube\":\"R\",\"cube\":\"U\"}"), "`cube` is given twice");
        assert_eq!(error("{\"cube\":\"R\""), "no JSON object: column 11: the text ends too early");
        assert_eq!(error("{\"cube\" \"R\"}"), "no JSON object: column 9: expected `:`");
        assert_eq!(error("{\"cube\":\"Q\"}"), "column 1: no move begins with \"Q\"");
    }

    #[test]
    fn an_array_in_braces_is_no_object() {
        assert!(!is_object("{3, 1, 2}") && is_object("{ \"a\": 1}") && is_object("{}"));
    }

    #[test]
    fn what_a_hostile_line_makes_long_is_told_in_part() {
        let line = format!("1 {}", "é".repeat(10_000));
        let error = parse(line.as_bytes(), None).unwrap_err();
        assert_eq!(error.told().chars().count(), LONGEST + 2);
        assert!(message("file", 1, &error).chars().count() < LONGEST + 20);
    }
}
