//! Lines from files and standard input, a chunk at a time.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cubebatch::Cube;
use cubebatch::notation::{Format, ParseError, is_blank as is_blank_text, parse_line};
use cubebatch::pocket;

use super::failure::Failure;

/// Lines at a time where nothing else decides: enough to make hand-overs cheap.
pub const LINES: usize = 256;

/// No position takes as many bytes; a longer line is invalid and only its beginning kept,
/// so that a file without line ends does not fill the memory.
pub const LONGEST_LINE: u64 = 64 << 10;

/// Read from an input at once.
const BUFFER_BYTES: usize = 64 << 10;

/// A file or standard input.
pub struct Input {
    name: Arc<str>,
    path: PathBuf,
    reader: BufReader<Box<dyn Read + Send>>,
    /// Whether more comes only when somebody writes it.
    may_wait: bool,
    next_line: u64,
}

/// Some lines of one input.
pub struct Chunk {
    /// The input's name for messages.
    pub name: Arc<str>,
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// The lines without their ends.
    pub lines: Vec<Vec<u8>>,
}

/// A line that is no position.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    #[error(transparent)]
    Position(#[from] ParseError),
    #[error(transparent)]
    Pocket(#[from] pocket::ParseError),
    #[error("not UTF-8 text")]
    Text,
    #[error("longer than {LONGEST_LINE} bytes")]
    Length,
}

/// A line that is not blank: its number, from 1, and its position.
pub type Parsed = (u64, Result<Cube, LineError>);

/// The position on a line as it was read; `None` if there is none, not even a wrong one.
pub fn parse(line: &[u8], format: Option<Format>) -> Result<Option<Cube>, LineError> {
    Ok(parse_line(text(line)?, format)?)
}

/// A line as text.
pub fn text(line: &[u8]) -> Result<&str, LineError> {
    if line.len() as u64 > LONGEST_LINE {
        return Err(LineError::Length);
    }
    std::str::from_utf8(line).map_err(|_| LineError::Text)
}

/// Whether a line holds no position, not even a wrong one; as [`parse`] has it.
fn is_blank(line: &[u8]) -> bool {
    text(line).is_ok_and(is_blank_text)
}

/// `file:line:column: reason`
pub fn message(name: &str, line: u64, error: &LineError) -> String {
    let (column, reason): (_, &dyn Display) = match error {
        LineError::Position(ParseError { column, reason }) => (*column, reason),
        LineError::Pocket(pocket::ParseError { column, reason }) => (*column, reason),
        LineError::Text | LineError::Length => (None, error),
    };
    let column = column.map_or(String::new(), |column| format!("{column}:"));
    format!("{name}:{line}:{column} {reason}")
}

/// The chunks of all inputs, one input after the other, of so many lines at most, without
/// the lines of the first rows.
pub fn chunks(
    inputs: Vec<Input>,
    lines: usize,
    mut skipped_rows: u64,
) -> impl Iterator<Item = Result<Chunk, Failure>> {
    let chunks = move |mut input: Input| std::iter::from_fn(move || input.next_chunk(lines).transpose());
    let skip = move |chunk: Result<Chunk, Failure>| {
        chunk.map(|mut chunk| {
            skipped_rows = chunk.skip(skipped_rows);
            chunk
        })
    };
    inputs.into_iter().flat_map(chunks).map(skip)
}

impl Chunk {
    /// Leaves out lines from the beginning, up to those that give `rows` rows; gives how many
    /// rows are still to be left out.
    pub fn skip(&mut self, rows: u64) -> u64 {
        let mut left = rows;
        let lines = self.lines.iter().take_while(|line| {
            let skipped = left > 0;
            left -= u64::from(skipped && !is_blank(line));
            skipped
        });
        let skipped = lines.count();
        self.lines.drain(..skipped);
        self.first_line += skipped as u64;
        left
    }
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Input, Failure> {
        let (name, source, may_wait): (_, Box<dyn Read + Send>, _) = if path == "-" {
            ("stdin".into(), Box::new(io::stdin()), true)
        } else {
            let file = File::open(path).map_err(|error| Failure::io(path, error))?;
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            (path.to_string_lossy(), Box::new(file), !is_file)
        };
        let reader = BufReader::with_capacity(BUFFER_BYTES, source);
        Ok(Input { name: name.into(), path: path.to_owned(), reader, may_wait, next_line: 1 })
    }

    /// The next lines, `most` at most: as many as are there without waiting, at least one, or
    /// `None` at the end. So an answer does not wait for a question that was not asked yet.
    pub fn next_chunk(&mut self, most: usize) -> Result<Option<Chunk>, Failure> {
        let mut lines = Vec::new();
        while lines.len() < most {
            let line = self.next_line().map_err(|error| Failure::io(&self.path, error))?;
            let Some(line) = line else { break };
            lines.push(line);
            if self.may_wait && !self.reader.buffer().contains(&b'\n') {
                break;
            }
        }
        let first_line = self.next_line;
        self.next_line += lines.len() as u64;
        Ok((!lines.is_empty()).then(|| Chunk { name: self.name.clone(), first_line, lines }))
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.reader.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
        match line.last() {
            None => return Ok(None),
            Some(b'\n') => _ = line.pop(),
            Some(_) if line.len() as u64 > LONGEST_LINE => self.skip_line()?,
            Some(_) => {}
        }
        Ok(Some(line))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        self.reader.skip_until(b'\n').map(|_| ())
    }
}
