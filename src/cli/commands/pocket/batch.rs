//! Positions of the pocket cube from lines, rows back in their order.

use std::io::{self, Write};

use cubebatch::pocket::{Facelets, ParseError, Position, parse_line};

use crate::cli::args::OnError;
use crate::cli::args::pocket::Lines;
use crate::cli::failure::Failure;
use crate::cli::input::{Chunk, Input, LineError, chunks, message, text};
use crate::cli::output::{emptied, file_of, open_unchanged, refuse_to_overwrite};
use crate::cli::sink::{Done, Sink};

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
    let out = file_of(lines.out.as_deref());
    refuse_to_overwrite(&lines.files, out)?;
    let inputs = lines.files.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let file = out.map(|path| Ok::<_, Failure>((path, open_unchanged(path)?))).transpose()?;
    let row = prepare()?;
    let output: Box<dyn Write + Send> = match file {
        Some((path, file)) => Box::new(emptied(path, file)?),
        None => Box::new(io::stdout()),
    };
    let mut sink = Sink::new(output, out, lines.on_error == OnError::Stop);
    sink.write(header.as_bytes())?;
    sink.fill(chunks(inputs, LINES, 0), lines.threads.count(), |chunk| rows(lines, chunk, &row));
    sink.outcome
}

fn rows(lines: &Lines, chunk: &Chunk, row: impl Fn(&Line, &mut Vec<u8>) -> Result<(), Failure>) -> Done {
    let mut done = Done { rows: Vec::new(), positions: 0, messages: Vec::new(), end: None };
    let file = (lines.files.len() > 1).then_some(&*chunk.name);
    for (number, bytes) in (chunk.first_line..).zip(&chunk.lines) {
        let Some(held) = parse(bytes).transpose() else { continue };
        let line = Line { file, number, held };
        if let Err(failure) = row(&line, &mut done.rows) {
            done.end = Some(failure);
            break;
        }
        match &line.held {
            Ok(_) => done.positions += 1,
            Err(error) => done.messages.push(message(&chunk.name, number, error)),
        }
        if line.held.is_err() && lines.on_error == OnError::Stop {
            break;
        }
    }
    done
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
