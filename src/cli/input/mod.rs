//! Lines from files, standard input and arguments, and rows of Parquet files as lines, a chunk at a time.

pub mod given;
mod source;
mod table;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cubebatch::Cube;
use cubebatch::notation::Format;
use cubebatch::rows::{LONGEST_LINE, LineError, is_blank, is_object, parse, text};

use super::failure::Failure;
use super::parquet::Wanted;
pub use source::Volume;
use source::{Opened, Source};
use table::Columns;
pub use table::record;

/// What is read of a file that holds positions in columns.
pub const POSITIONS: Wanted = Wanted { needed: &["cube"], others: &[] };

/// Lines at a time where nothing else decides: enough to make hand-overs cheap.
pub const LINES: usize = 256;

/// A chunk ends after so many bytes for each line that it may hold, so that long lines do not fill the memory either.
const BYTES_PER_LINE: usize = 256;

/// A file, standard input, or a position that was given as an argument.
pub struct Input {
    name: Arc<str>,
    path: PathBuf,
    source: Source,
    next_line: u64,
    /// Of a line no more is kept.
    longest_line: usize,
    /// Whether all lines so far were blank, so that the next one can be the header of a table.
    is_blank: bool,
    /// Of a CSV file, once its header was read.
    columns: Option<Columns>,
}

/// Some lines of one input.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The input's name for messages.
    pub name: Arc<str>,
    /// The number of the first line, from 1.
    first_line: u64,
    /// The lines without their ends, one after the other.
    text: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    columns: Option<Columns>,
}

/// A line of an input.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// From 1.
    pub number: u64,
    /// Without its end.
    pub bytes: &'a [u8],
}

/// The chunks of all inputs, one input after the other, of so many lines at most.
pub fn chunks(inputs: Vec<Input>, lines: usize) -> impl Iterator<Item = Result<Chunk, Failure>> {
    let chunks = move |mut input: Input| std::iter::from_fn(move || input.next_chunk(lines).transpose());
    inputs.into_iter().flat_map(chunks)
}

impl Chunk {
    /// The lines in their order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        let start = |index: usize| index.checked_sub(1).map_or(0, |before| self.ends[before]);
        (0..self.ends.len()).map(move |index| Line {
            number: self.first_line + index as u64,
            bytes: &self.text[start(index)..self.ends[index]],
        })
    }

    /// The position on one of its lines; `None` if there is none, not even a wrong one.
    pub fn parse(&self, line: Line, format: Option<Format>) -> Result<Option<Cube>, LineError> {
        match &self.columns {
            Some(columns) => columns.parse(line, format),
            None => parse(line.bytes, format),
        }
    }
}

impl Line<'_> {
    /// Appends what tells a run later whether it reads the same line again. The first line of an input is told from
    /// others, so that the lines of one input are not taken for those of two.
    pub fn fingerprint(&self, to: &mut Vec<u8>) {
        if self.number == 1 {
            to.push(0);
        }
        to.extend_from_slice(self.bytes);
        to.push(b'\n');
    }
}

impl Input {
    /// Opens a file of lines; `-` is standard input. What is read counts in `volume`.
    pub fn open(path: &Path, volume: &Arc<Volume>) -> Result<Input, Failure> {
        let Opened { name, source } = source::open(path, volume, None)?;
        Ok(Input::new(&name, path, source))
    }

    /// Opens a file of lines, or of Parquet: of its rows, each of which is a line of JSON then, these columns are read.
    pub fn open_rows(path: &Path, volume: &Arc<Volume>, wanted: &Wanted) -> Result<Input, Failure> {
        let Opened { name, source } = source::open(path, volume, Some(wanted))?;
        Ok(Input::new(&name, path, source))
    }

    /// The lines of an argument.
    pub fn of_argument(text: &str) -> Input {
        Input::new("argument", Path::new("argument"), Source::of_text(text))
    }

    /// The lines of a request.
    #[cfg(feature = "serve")]
    pub fn of_body(text: Vec<u8>) -> Input {
        Input::new("body", Path::new("body"), Source::of_plain(text))
    }

    fn new(name: &str, path: &Path, source: Source) -> Input {
        Input {
            name: name.into(),
            path: path.to_owned(),
            source,
            next_line: 1,
            longest_line: LONGEST_LINE,
            is_blank: true,
            columns: None,
        }
    }

    /// The same input, of whose lines so many bytes are kept.
    pub fn with_longest_line(self, bytes: usize) -> Input {
        Input { longest_line: bytes, ..self }
    }

    /// The next lines, `most` at most: as many as are there without waiting, at least one, or
    /// `None` at the end. So an answer does not wait for a question that was not asked yet.
    pub fn next_chunk(&mut self, most: usize) -> Result<Option<Chunk>, Failure> {
        let mut chunk = Chunk {
            name: self.name.clone(),
            first_line: self.next_line,
            text: Vec::new(),
            ends: Vec::new(),
            columns: self.columns,
        };
        while chunk.ends.len() < most && chunk.text.len() < most.max(LINES) * BYTES_PER_LINE {
            let start = chunk.text.len();
            let is_line = self.source.read_line(&mut chunk.text, self.longest_line);
            let is_line = is_line.map_err(|error| error.at(&self.path))?;
            if !is_line {
                break;
            }
            chunk.ends.push(chunk.text.len());
            self.next_line += 1;
            let is_first = self.is_blank && !is_blank(&chunk.text[start..]);
            if is_first {
                self.is_blank = false;
                // The header has no position, and what comes after it is read otherwise. A row of JSON may hold commas,
                // and between them the name of a column.
                let line = &chunk.text[start..];
                self.columns = Columns::of_header(line).filter(|_| !text(line).is_ok_and(is_object));
                chunk.columns = self.columns;
            }
            if self.source.waits() {
                break;
            }
        }
        self.source.count_text(chunk.text.len() + chunk.ends.len());
        Ok((!chunk.ends.is_empty()).then_some(chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, most: usize) -> Vec<Vec<(u64, String)>> {
        let line = |line: Line| (line.number, String::from_utf8(line.bytes.to_vec()).unwrap());
        let chunks = chunks(vec![Input::of_argument(text)], most).map(|chunk| chunk.unwrap());
        chunks.map(|chunk| chunk.lines().map(line).collect()).collect()
    }

    #[test]
    fn lines_keep_their_numbers() {
        let line = |number: u64, text: &str| (number, text.to_owned());
        assert_eq!(
            lines("a\n\nb\r\nc", 3),
            [vec![line(1, "a"), line(2, ""), line(3, "b\r")], vec![line(4, "c")]]
        );
        assert!(lines("", 3).is_empty());
    }

    #[test]
    fn a_line_too_long_is_cut_and_the_next_one_is_whole() {
        let text = format!("{}\nR\n", "x".repeat(3 * LONGEST_LINE));
        let lines = lines(&text, 3).concat();
        assert_eq!((lines.len(), lines[0].1.len(), lines[1].1.as_str()), (2, LONGEST_LINE + 1, "R"));
    }

    #[test]
    fn a_row_of_json_is_no_header() {
        let held = |text: &str| {
            let chunk = Input::of_argument(text).next_chunk(2).unwrap().unwrap();
            chunk.lines().map(|line| chunk.parse(line, None).ok().flatten()).collect::<Vec<_>>()
        };
        let cube: Cube = "R".parse().unwrap();
        assert_eq!(held("{\"note\":\"x,cube,y\",\"cube\":\"R\"}\nR\n"), [Some(cube), Some(cube)]);
        assert_eq!(held("x,cube,y\n1,R,2\n"), [None, Some(cube)]);
    }

    #[test]
    fn long_lines_end_a_chunk() {
        let text = format!("{}\n", "x".repeat(LONGEST_LINE)).repeat(10);
        let chunks = lines(&text, 1000);
        assert!(chunks.len() > 1 && chunks.concat().len() == 10, "{} chunks", chunks.len());
    }
}
