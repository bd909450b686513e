//! The lines of one input, some at a time, as threads take them.

use std::ops::Range;
use std::sync::Arc;

use cubebatch::Cube;
use cubebatch::notation::{Format, ParseError};

use super::records::{LineReader, POSITIONS, ReadLine, RecordError, Records, WantedColumns, parse_record};
use super::{BYTE_ORDER_MARK, Header, Line, LineError, is_blank, message, text};

/// Lines at a time where nothing else decides: enough to make hand-overs cheap.
pub const LINES: usize = 256;

/// A chunk ends after this number of bytes for each line that it may hold, so that long lines do not fill the memory either.
const BYTES_PER_LINE: usize = 256;

/// Some lines of one input.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The input's name for messages.
    pub name: Arc<str>,
    /// The lines without their ends, one after the other.
    text: Vec<u8>,
    /// The number of each of them, and where it ends.
    lines: Vec<(u64, usize)>,
    /// The header of a CSV file.
    header: Option<Arc<Header>>,
    /// The column or field that holds positions.
    column: &'static str,
    /// The option that names this column, if the command has one.
    option: Option<&'static str>,
}

impl Chunk {
    /// The lines in their order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        let start = |index: usize| index.checked_sub(1).map_or(0, |before| self.lines[before].1);
        self.lines
            .iter()
            .enumerate()
            .map(move |(index, &(number, end))| Line { number, bytes: &self.text[start(index)..end] })
    }

    /// The column or field that holds positions.
    pub fn column(&self) -> &'static str {
        self.column
    }

    /// The header, if it is of a CSV file.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_deref()
    }

    /// The position on one of its lines; `None` if there is none, not even a wrong one.
    pub fn parse(&self, line: Line, format: Option<Format>) -> Result<Option<Cube>, LineError> {
        parse_record(line, self.header(), self.column, format)
    }

    /// Leaves out the lines from this number on.
    fn end_before(&mut self, number: u64) {
        self.lines.truncate(self.lines.partition_point(|&(other, _)| other < number));
        self.text.truncate(self.lines.last().map_or(0, |&(_, end)| end));
    }

    /// Takes the lines after the first `most`, which is at least 1; `None` if there are none.
    pub fn split_off(&mut self, most: usize) -> Option<Chunk> {
        let &(_, end) = self.lines.get(most - 1).filter(|_| self.lines.len() > most)?;
        let text = self.text.split_off(end);
        let lines =
            self.lines.split_off(most).into_iter().map(|(number, line)| (number, line - end)).collect();
        Some(Chunk { name: self.name.clone(), header: self.header.clone(), text, lines, ..*self })
    }

    /// Whether a line holds no position, not even a wrong one.
    pub fn is_blank(&self, line: &Line) -> bool {
        self.header().map_or_else(|| is_blank(line.bytes), |header| header.is_blank(line.bytes))
    }

    /// Its lines, `most` at most together.
    pub fn pieces(self, most: usize) -> impl Iterator<Item = Chunk> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let mut piece = rest.take()?;
            rest = piece.split_off(most);
            Some(piece)
        })
    }

    /// How many lines come before the first one that holds a position; `None` if none does.
    pub fn before_position(&self, format: Option<Format>) -> Option<usize> {
        self.lines().position(|line| matches!(self.parse(line, format), Ok(Some(_))))
    }

    /// What is wrong with one of its lines, and what to do if it is known.
    pub fn message(&self, line: &Line, error: &LineError) -> String {
        let has_header = self.header.is_some();
        let (number, shown) = match error {
            LineError::Position { error, .. } if !has_header => within(line, error),
            _ => (line.number, None),
        };
        let message = message(&self.name, number, shown.as_ref().unwrap_or(error));
        let is_first = line.number == 1 && !has_header;
        match (error, self.option, text(line.bytes)) {
            (LineError::Text, ..) => {
                format!("{message}; save the file as UTF-8, or convert it: `iconv -f LATIN1 -t UTF-8`")
            }
            (_, Some(option), Ok(text)) if is_first && Header::is_likely_name(text) => {
                format!("{message}; if this line is a header, use {option} {}", Header::name(text))
            }
            (LineError::SessionText, Some(option), _) => {
                format!("{message}, and use {option} Scramble with CSV")
            }
            (LineError::NoHeader(column), Some(option), _) => format!("{message}: use {option} {column}"),
            (LineError::NoHeader(_), None, _) => {
                format!("{message}: begin it with a header that names the column `cube`")
            }
            _ => message,
        }
    }
}

/// The number of the line of a cube over several lines where an error is, and the error with its column there.
fn within(line: &Line, error: &ParseError) -> (u64, Option<LineError>) {
    let content = text(line.bytes).unwrap_or_default().trim_start_matches(BYTE_ORDER_MARK);
    let before = |column| Some(content.chars().take(column - 1).collect::<String>());
    let Some(before) = error.column.and_then(before).filter(|before: &String| before.contains('\n')) else {
        return (line.number, None);
    };
    let column = before.rsplit('\n').next().map(|last| last.chars().count() + 1);
    let shown = ParseError { column, reason: error.reason.clone() };
    (line.number + before.matches('\n').count() as u64, Some(shown.into()))
}

/// A source of lines that a [`ChunkReader`] reads.
pub trait ReadChunks: ReadLine {
    /// What is wrong with the records, if the error is about them.
    fn record_error(error: &Self::Error) -> Option<&RecordError>;

    /// Whether the next line would have to be waited for.
    fn waits(&self) -> bool {
        false
    }

    /// Passes over `rows` rows, or fewer, where that takes no time; gives how many.
    ///
    /// # Errors
    /// Why the source cannot be read.
    fn pass_over(&mut self, _rows: u64) -> Result<u64, Self::Error> {
        Ok(0)
    }

    /// The lines of the wanted part begin here.
    fn begin_part(&mut self) {}

    /// A chunk took this number of bytes.
    fn count_text(&mut self, _bytes: usize) {}
}

/// Lines in memory.
pub type TextReader = LineReader<std::io::Cursor<Vec<u8>>>;

impl ReadChunks for TextReader {
    fn record_error(error: &RecordError) -> Option<&RecordError> {
        Some(error)
    }
}

/// Reads an input chunk by chunk.
pub struct ChunkReader<S: ReadChunks> {
    name: Arc<str>,
    source: S,
    records: Records<S::Error>,
    /// The numbers of the lines that are read; the others are passed over.
    lines: Range<u64>,
    /// Why it ends after these and the lines that were given.
    error: Option<S::Error>,
}

impl ChunkReader<TextReader> {
    /// The positions on the lines of the body of a request.
    pub fn of_body(text: Vec<u8>) -> ChunkReader<TextReader> {
        let source = LineReader::new(std::io::Cursor::new(text));
        let reader = ChunkReader::new("body", source, Some(&POSITIONS));
        ChunkReader { records: reader.records.without_documents(), ..reader }
    }

    /// The lines of the body of a request, each a sequence of moves.
    pub fn of_moves(text: Vec<u8>) -> ChunkReader<TextReader> {
        let source = LineReader::new(std::io::Cursor::new(text));
        ChunkReader::new("body", source, None).in_format(Some(Format::Moves))
    }
}

impl<S: ReadChunks> ChunkReader<S> {
    /// The chunks of an input with this name for messages; without wanted columns each line is a record.
    pub fn new(name: &str, source: S, wanted: Option<&'static WantedColumns>) -> ChunkReader<S> {
        let records = Records::new(wanted);
        ChunkReader { name: name.into(), source, records, lines: 0..u64::MAX, error: None }
    }

    /// The input's name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same input, which keeps `bytes` bytes of each line.
    #[must_use]
    pub fn with_longest_line(self, bytes: usize) -> ChunkReader<S> {
        ChunkReader { records: self.records.with_longest(bytes), ..self }
    }

    /// The same input, of lines in this format.
    #[must_use]
    pub fn in_format(self, format: Option<Format>) -> ChunkReader<S> {
        ChunkReader { records: self.records.in_format(format), ..self }
    }

    /// The same input, of pocket cubes.
    #[must_use]
    pub fn of_pocket_cubes(self) -> ChunkReader<S> {
        ChunkReader { records: self.records.of_pocket_cubes(), ..self }
    }

    /// The same input, of which only the lines with these numbers are read, and the header.
    #[must_use]
    pub fn with_lines(self, lines: Range<u64>) -> ChunkReader<S> {
        ChunkReader { lines, ..self }
    }

    /// The next lines, `most` at most: as many as are there without waiting, at least one, or
    /// `None` at the end. So an answer does not wait for a question that was not asked yet.
    ///
    /// # Errors
    /// Why the source cannot be read, after the whole lines before the error.
    pub fn next_chunk(&mut self, most: usize) -> Result<Option<Chunk>, S::Error> {
        let mut chunk = Chunk {
            name: self.name.clone(),
            text: Vec::new(),
            lines: Vec::new(),
            header: None,
            column: self.records.column(),
            option: self.records.option(),
        };
        // Lines before an error are whole.
        if self.error.is_none()
            && let Err(error) = self.fill(&mut chunk, most)
        {
            if let Some(RecordError::Unfolded(cube)) = S::record_error(&error) {
                chunk.end_before(cube.first);
            }
            self.error = Some(error);
        }
        if chunk.lines.is_empty() {
            return self.error.take().map_or(Ok(None), Err);
        }
        // A header has no position itself.
        chunk.header = self.records.header();
        self.source.count_text(chunk.text.len() + chunk.lines.len());
        Ok(Some(chunk))
    }

    fn fill(&mut self, chunk: &mut Chunk, most: usize) -> Result<(), S::Error> {
        let has_room =
            |chunk: &Chunk| chunk.lines.len() < most && chunk.text.len() < most.max(LINES) * BYTES_PER_LINE;
        let is_enough = |chunk: &Chunk, input: &ChunkReader<S>| {
            input.source.waits() && !input.records.are_ahead() || !has_room(chunk)
        };
        while chunk.lines.is_empty() || !is_enough(chunk, self) {
            let begin = chunk.text.len();
            let Some(number) = self.next_line(&mut chunk.text)? else { break };
            if number < self.lines.start {
                chunk.text.truncate(begin);
                continue;
            }
            chunk.lines.push((number, chunk.text.len()));
        }
        Ok(())
    }

    /// Appends the next line, unless the wanted lines have come to their end; gives its number.
    fn next_line(&mut self, text: &mut Vec<u8>) -> Result<Option<u64>, S::Error> {
        let next = self.records.next_line();
        if next >= self.lines.end {
            return Ok(None);
        }
        if next < self.lines.start && !self.records.are_ahead() {
            let passed = self.source.pass_over(self.lines.start - next)?;
            self.records.pass_over(passed);
        } else if next == self.lines.start && next > 1 {
            self.source.begin_part();
        }
        self.records.read(&mut self.source, text)
    }
}
