//! Positions of the pocket cube from lines, rows back in their order.

use std::io::Write;
use std::path::Path;

use cubebatch::pocket::{Facelets, ParseError, Position, parse_line};

use super::args::Lines;
use crate::cli::args::OnError;
use crate::cli::failure::Failure;
use crate::cli::input::{Chunk, Input, LineError, text};
use crate::cli::solve::{Sink, Solved, chunks, message, open_output, refuse_to_overwrite};

/// Lines at a time: each takes about a microsecond.
const LINES: usize = 1024;

/// A position as it is held, and its number.
pub type Held = (Facelets, Position);

/// A line that is not blank.
pub struct Line<'a> {
    /// The file, when there are several.
    pub file: Option<&'a str>,
    /// From 1.
    pub number: u64,
    pub held: Result<Held, LineError>,
}

/// Opens inputs and output, lets `prepare` make what appends the row of a line, and writes all
/// rows.
pub fn run<Row>(
    lines: &Lines,
    header: String,
    prepare: impl FnOnce() -> Result<Row, Failure>,
) -> Result<u8, Failure>
where
    Row: Fn(&Line, &mut Vec<u8>) -> Result<(), Failure> + Sync,
{
    let threads = lines.threads.start();
    let inputs = lines.files.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let out = lines.out.as_deref().filter(|out: &&Path| *out != "-");
    refuse_to_overwrite(&lines.files, out)?;
    let (output, header, _) = open_output(out, header, false)?;
    let row = prepare()?;
    let mut sink = Sink::new(output, out, lines.on_error == OnError::Stop);
    sink.write(header.as_bytes())?;
    sink.fill(chunks(inputs, LINES, 0), threads, |chunk| rows(lines, chunk, &row));
    sink.outcome
}

fn rows(lines: &Lines, chunk: &Chunk, row: impl Fn(&Line, &mut Vec<u8>) -> Result<(), Failure>) -> Solved {
    let mut solved = Solved { rows: Vec::new(), positions: 0, messages: Vec::new(), end: None };
    let file = (lines.files.len() > 1).then_some(&*chunk.name);
    for (number, bytes) in (chunk.first_line..).zip(&chunk.lines) {
        let Some(held) = parse(bytes).transpose() else { continue };
        let line = Line { file, number, held };
        if let Err(failure) = row(&line, &mut solved.rows) {
            solved.end = Some(failure);
            break;
        }
        match &line.held {
            Ok(_) => solved.positions += 1,
            Err(error) => solved.messages.push(message(&chunk.name, number, error)),
        }
        if line.held.is_err() && lines.on_error == OnError::Stop {
            break;
        }
    }
    solved
}

fn parse(line: &[u8]) -> Result<Option<Held>, LineError> {
    let Some(facelets) = parse_line(text(line)?)? else { return Ok(None) };
    let position = Position::of(&facelets).map_err(ParseError::from)?;
    Ok(Some((facelets, position)))
}

/// What stands in a text for a line that is no position.
pub fn write_comment(line: &Line, error: &LineError, to: &mut Vec<u8>) {
    let file = line.file.map_or(String::new(), |file| format!("{file} "));
    writeln!(to, "# {file}line {}: {error}", line.number).expect("a vector takes everything");
}
