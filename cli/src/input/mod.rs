//! Lines from files, standard input and arguments, and rows of Parquet files as lines, a chunk at a time.

pub mod given;
pub mod part;
mod source;

use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use cubebatch::Cube;
use cubebatch::notation::Format;
use cubebatch_rows::ChunkReader;
pub use cubebatch_rows::records::{POSITIONS, WantedColumns};
use cubebatch_rows::told_causes;
pub use cubebatch_rows::{Chunk, LINES, Line};

use super::failure::{Failure, INVALID};
use source::{Opened, Source};
pub use source::{Volume, unpacked};

/// The column with positions that `--column` names.
pub fn positions_in(column: &str) -> &'static WantedColumns {
    WantedColumns::positions_in(column, "--column")
}

/// The position on a line, for a command that ends at the first wrong one; `None` if there is none.
pub fn position(chunk: &Chunk, line: Line, format: Option<Format>) -> Result<Option<Cube>, Failure> {
    chunk.parse(line, format).map_err(|error| {
        Failure::new(INVALID, chunk.message(&line, &error) + &told_causes(error.refused()), "")
    })
}

/// A file, standard input, or a position that was given as an argument.
pub struct Input(ChunkReader<Source>);

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
        Ok(Input(ChunkReader::new(&name, source, None)))
    }

    /// Opens a file of lines, of CSV, or of Parquet: of its rows, each of which is a line of JSON then, these columns are
    /// read.
    pub fn open_rows(
        path: &Path,
        volume: &Arc<Volume>,
        wanted: &'static WantedColumns,
    ) -> Result<Input, Failure> {
        let Opened { name, source } = source::open(path, volume, Some(wanted))?;
        Ok(Input(ChunkReader::new(&name, source, Some(wanted))))
    }

    /// The lines of an argument.
    pub fn of_argument(text: &str) -> Input {
        Input(ChunkReader::new("argument", Source::of_text(text), Some(&POSITIONS)))
    }

    /// The same input, which keeps `bytes` bytes of each line.
    pub fn with_longest_line(self, bytes: usize) -> Input {
        Input(self.0.with_longest_line(bytes))
    }

    /// The same input, of lines in this format.
    pub fn in_format(self, format: Option<Format>) -> Input {
        Input(self.0.in_format(format))
    }

    /// The same input, of pocket cubes.
    pub fn of_pocket_cubes(self) -> Input {
        Input(self.0.of_pocket_cubes())
    }

    /// The same input, of which only the lines with these numbers are read, and the header.
    pub fn with_lines(self, lines: Range<u64>) -> Input {
        Input(self.0.with_lines(lines))
    }

    /// The next lines, as [`ChunkReader::next_chunk`] gives them.
    pub fn next_chunk(&mut self, most: usize) -> Result<Option<Chunk>, Failure> {
        self.0.next_chunk(most).map_err(|error| error.at(Path::new(self.0.name())))
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
