//! Positions of the pocket cube from lines, rows back in their order.

use std::io::Write;
use std::sync::Arc;

use cubebatch::pipeline::Outlet;
use cubebatch::pocket::{Facelets, ParseError, Position, parse_line};
use cubebatch::rows::{LineError, message, text};

use crate::cli::args::OnError;
use crate::cli::args::pocket::Lines;
use crate::cli::failure::Failure;
use crate::cli::input::given::{self, Given, Reads};
use crate::cli::input::{Chunk, Input, Volume};
use crate::cli::report::Report;
use crate::cli::run_record::refuse_unended;
use crate::cli::sink::{Done, Sink};
use crate::cli::target::{Target, file_of};

/// Lines at a time: each takes about a microsecond.
const LINES: usize = 1024;

/// The symbols of a position, one for each facelet.
const FACELETS: usize = 24;

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

/// What the arguments name.
pub fn sources(lines: &Lines) -> Result<Vec<Given>, Failure> {
    let parse = |text: &str| match parse(text.as_bytes()) {
        Ok(held) => Ok(held.is_some()),
        Err(error) => Err(error.told()),
    };
    Reads { name: "position", symbols: FACELETS, parse: &parse }.given(&lines.files)
}

/// Opens inputs and output, lets `prepare` make what appends the row of a line, and writes all
/// rows.
pub fn run<Row>(
    lines: &Lines,
    sources: &[Given],
    header: &str,
    prepare: impl FnOnce() -> Result<Row, Failure>,
) -> Result<u8, Failure>
where
    Row: Fn(&Line, &mut Vec<u8>) -> Result<(), Failure> + Sync,
{
    let volume = Arc::<Volume>::default();
    let open = |source: &Given| source.open(|file| Input::open(file, &volume));
    let inputs = sources.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let target = Target::open(file_of(lines.out.as_deref()), &given::files(sources))?;
    refuse_unended(&target)?;
    let row = prepare()?;
    let report = Report::new(&volume, Sink::rows_are_seen(&target), None, None);
    let mut sink = Sink::new(target, None, report, lines.on_error == OnError::Stop);
    sink.begin(header)?;
    sink.fill(inputs, LINES, lines.threads.count(), |chunk, outlet| {
        let name = (sources.len() > 1).then_some(&*chunk.name);
        rows((lines, name), chunk, &row, outlet);
    });
    sink.end().0
}

fn rows(
    (lines, file): (&Lines, Option<&str>),
    chunk: &Chunk,
    row: impl Fn(&Line, &mut Vec<u8>) -> Result<(), Failure>,
    outlet: &Outlet<Done>,
) {
    let mut done = Done::default();
    for read in chunk.lines() {
        done.add_line(read);
        let Some(held) = parse(read.bytes).transpose() else { continue };
        let line = Line { file, number: read.number, held };
        if let Err(failure) = row(&line, &mut done.rows.text) {
            done.end(failure);
            break;
        }
        match &line.held {
            Ok(_) => done.add_solved(0),
            Err(error) => done.add_invalid(message(&chunk.name, read.number, error)),
        }
        if line.held.is_err() && lines.on_error == OnError::Stop {
            break;
        }
    }
    outlet.add(|all| *all = done);
}

fn parse(line: &[u8]) -> Result<Option<Held>, LineError> {
    let Some(facelets) = parse_line(text(line)?)? else { return Ok(None) };
    let position = Position::of(&facelets).map_err(ParseError::from)?;
    Ok(Some((facelets, position)))
}

/// What stands in a text for a line that is no position.
pub fn write_comment(line: &Line, error: &LineError, to: &mut Vec<u8>) {
    let file = line.file.map_or(String::new(), |file| format!("{file} "));
    writeln!(to, "# {file}line {}: {}", line.number, error.told()).expect("a vector takes everything");
}
