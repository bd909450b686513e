//! Lines from files, standard input and arguments, and rows of Parquet files as lines, a chunk at a time.

pub mod given;
pub mod part;
mod source;

use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use cubebatch::Cube;
use cubebatch::notation::{Format, ParseError};
pub use cubebatch_rows::Line;
#[cfg(feature = "serve")]
pub use cubebatch_rows::records::count;
pub use cubebatch_rows::records::{POSITIONS, WantedColumns};
use cubebatch_rows::records::{RecordError, Records, parse_record};
use cubebatch_rows::{BYTE_ORDER_MARK, Header, LineError, is_blank, message, text, told_causes};

use super::failure::{Failure, INVALID};
use source::{Opened, Source, SourceError};
pub use source::{Volume, unpacked};

/// The column with positions that `--column` names.
pub fn positions_in(column: &str) -> &'static WantedColumns {
    WantedColumns::positions_in(column, "--column")
}

/// Lines at a time where nothing else decides: enough to make hand-overs cheap.
pub const LINES: usize = 256;

/// A chunk ends after this number of bytes for each line that it may hold, so that long lines do not fill the memory either.
const BYTES_PER_LINE: usize = 256;

/// A file, standard input, or a position that was given as an argument.
pub struct Input {
    name: Arc<str>,
    source: Source,
    records: Records<SourceError>,
    /// The numbers of the lines that are read; the others are passed over.
    lines: Range<u64>,
    /// Why it ends after these and the lines that were given.
    error: Option<SourceError>,
}

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

/// The chunks of all inputs, one input after the other.
pub struct Chunks {
    inputs: VecDeque<Input>,
    /// The most lines of a chunk.
    lines: usize,
}

impl Chunks {
    pub fn new(inputs: Vec<Input>, lines: usize) -> Chunks {
        Chunks { inputs: inputs.into(), lines }
    }

    /// The same chunks, of `lines` lines at most from now on.
    pub fn of(self, lines: usize) -> Chunks {
        Chunks { lines, ..self }
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk, Failure>;

    fn next(&mut self) -> Option<Result<Chunk, Failure>> {
        loop {
            match self.inputs.front_mut()?.next_chunk(self.lines).transpose() {
                None => self.inputs.pop_front(),
                chunk => return chunk,
            };
        }
    }
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

    /// The same for a command that ends at the first wrong position.
    pub fn position(&self, line: Line, format: Option<Format>) -> Result<Option<Cube>, Failure> {
        self.parse(line, format).map_err(|error| {
            Failure::new(INVALID, self.message(&line, &error) + &told_causes(error.refused()), "")
        })
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

/// Appends bytes by which a later run recognises the line. The first line of an input has a mark, so that the lines of one
/// input differ from the lines of two.
pub fn fingerprint(line: &Line, to: &mut Vec<u8>) {
    if line.number == 1 {
        to.push(0);
    }
    to.extend_from_slice(line.bytes);
    to.push(b'\n');
}

impl Input {
    /// Opens a file of lines; `-` is standard input. What is read counts in `volume`.
    pub fn open(path: &Path, volume: &Arc<Volume>) -> Result<Input, Failure> {
        let Opened { name, source } = source::open(path, volume, None)?;
        Ok(Input::new(&name, source, None))
    }

    /// Opens a file of lines, of CSV, or of Parquet: of its rows, each of which is a line of JSON then, these columns are
    /// read.
    pub fn open_rows(
        path: &Path,
        volume: &Arc<Volume>,
        wanted: &'static WantedColumns,
    ) -> Result<Input, Failure> {
        let Opened { name, source } = source::open(path, volume, Some(wanted))?;
        Ok(Input::new(&name, source, Some(wanted)))
    }

    /// The lines of an argument.
    pub fn of_argument(text: &str) -> Input {
        Input::new("argument", Source::of_text(text), Some(&POSITIONS))
    }

    /// The lines of a request.
    #[cfg(feature = "serve")]
    pub fn of_body(text: Vec<u8>) -> Input {
        let input = Input::new("body", Source::of_plain(text), Some(&POSITIONS));
        Input { records: input.records.without_documents(), ..input }
    }

    /// The lines of a request, each a sequence of moves.
    #[cfg(feature = "serve")]
    pub fn of_moves(text: Vec<u8>) -> Input {
        Input::new("body", Source::of_plain(text), None).in_format(Some(Format::Moves))
    }

    fn new(name: &str, source: Source, wanted: Option<&'static WantedColumns>) -> Input {
        Input { name: name.into(), source, records: Records::new(wanted), lines: 0..u64::MAX, error: None }
    }

    /// The same input, which keeps `bytes` bytes of each line.
    pub fn with_longest_line(self, bytes: usize) -> Input {
        Input { records: self.records.with_longest(bytes), ..self }
    }

    /// The same input, of lines in this format.
    pub fn in_format(self, format: Option<Format>) -> Input {
        Input { records: self.records.in_format(format), ..self }
    }

    /// The same input, of pocket cubes.
    pub fn of_pocket_cubes(self) -> Input {
        Input { records: self.records.of_pocket_cubes(), ..self }
    }

    /// The same input, of which only the lines with these numbers are read, and the header.
    pub fn with_lines(self, lines: Range<u64>) -> Input {
        Input { lines, ..self }
    }

    /// The next lines, `most` at most: as many as are there without waiting, at least one, or
    /// `None` at the end. So an answer does not wait for a question that was not asked yet.
    pub fn next_chunk(&mut self, most: usize) -> Result<Option<Chunk>, Failure> {
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
            if let SourceError::Records(RecordError::Unfolded(cube)) = &error {
                chunk.end_before(cube.first);
            }
            self.error = Some(error);
        }
        if chunk.lines.is_empty() {
            return self.error.take().map_or(Ok(None), |error| Err(error.at(Path::new(&*self.name))));
        }
        // A header has no position itself.
        chunk.header = self.records.header();
        self.source.count_text(chunk.text.len() + chunk.lines.len());
        Ok(Some(chunk))
    }

    fn fill(&mut self, chunk: &mut Chunk, most: usize) -> Result<(), SourceError> {
        let has_room =
            |chunk: &Chunk| chunk.lines.len() < most && chunk.text.len() < most.max(LINES) * BYTES_PER_LINE;
        let is_enough = |chunk: &Chunk, input: &Input| {
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
    fn next_line(&mut self, text: &mut Vec<u8>) -> Result<Option<u64>, SourceError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_rows::LONGEST_LINE;

    fn lines(text: &str, most: usize) -> Vec<Vec<(u64, String)>> {
        let line = |line: Line| (line.number, String::from_utf8(line.bytes.to_vec()).unwrap());
        let chunks = Chunks::new(vec![Input::of_argument(text)], most).map(|chunk| chunk.unwrap());
        chunks.map(|chunk| chunk.lines().map(line).collect()).collect()
    }

    /// These could be the first rows of a cube, so lines after them are read to see.
    #[test]
    fn no_chunk_has_more_lines_than_are_asked_for() {
        let input = "R U F\nR U F\nR2 L2 F2 B2\nU\n";
        let all: Vec<_> = input.lines().zip(1..).map(|(line, number)| (number, line.to_owned())).collect();
        for most in 1..5 {
            let chunks = lines(input, most);
            assert!(chunks.iter().all(|chunk| chunk.len() <= most), "{most}: {chunks:?}");
            assert_eq!(chunks.concat(), all, "{most}");
        }
    }

    #[test]
    fn a_quote_in_the_first_line_takes_no_further_lines_that_make_no_header() {
        for input in [
            "R U // a,\"b\nU // c\"\nF\n",
            "z\"line\":1,\"cub\n{\"lin\"e\"\n\nF\n",
            "R,\"\nU\n\nF\n",
            "R,\"\n\n",
            "R,\"",
        ] {
            let expected: Vec<_> =
                input.lines().zip(1..).map(|(line, number)| (number, line.to_owned())).collect();
            for most in 1..5 {
                assert_eq!(lines(input, most).concat(), expected, "{input:?}, {most}");
            }
            let after_first = Input::of_argument(input).with_lines(2..u64::MAX);
            let chunks = Chunks::new(vec![after_first], 9).map(|chunk| chunk.unwrap());
            let numbers: Vec<u64> =
                chunks.flat_map(|chunk| chunk.lines().map(|line| line.number).collect::<Vec<_>>()).collect();
            assert_eq!(numbers, (2..=expected.len() as u64).collect::<Vec<_>>(), "{input:?}");
        }
        for header in ["\"a\nb\",cube\n1,R U\n", "#,cube\n#1,R U\n"] {
            assert_eq!(lines(header, 9).concat().len(), 2, "{header}");
            let chunk = Input::of_argument(header).next_chunk(9).unwrap().unwrap();
            let last = chunk.lines().last().unwrap();
            assert_eq!(chunk.parse(last, None).unwrap(), Some("R U".parse().unwrap()), "{header}");
        }
        let other =
            Chunks::new(vec![Input::of_argument("n,\"cube\r\n(all)\"\n1,R\n")], 9).next().expect("an error");
        let Err(other) = other else { panic!("it has no such column") };
        assert!(format!("{other:?}").contains("cube (all)"), "{other:?}");
        let open = Chunks::new(vec![Input::of_argument("cube,\"a\nR,b\n")], 9).next().expect("an error");
        assert!(open.is_err(), "a header whose quote is not closed");
    }

    #[test]
    fn lines_keep_their_numbers() {
        let line = |number: u64, text: &str| (number, text.to_owned());
        assert_eq!(
            lines("a\n\nb\r\nc", 3),
            [vec![line(1, "a"), line(2, ""), line(3, "b")], vec![line(4, "c")]]
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
