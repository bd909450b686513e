//! `cubebatch check`: do solutions of any origin solve their positions?

mod report;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use cubebatch::notation::{Format, parse_line};
use cubebatch::{Cube, Stop};
use cubebatch_rows::check::{self, Answer, NoPosition, RowTasks, Verdict, judge};
use cubebatch_rows::columns::{self, CUBE, SOLUTION};
use cubebatch_rows::{LineError, Parsed};

use crate::args;
use crate::failure::{Failure, INVALID, UNUSABLE};
use crate::input::given::{self, Given, Reads};
use crate::input::{Input, LINES, POSITIONS, WantedColumns};
use crate::output::print;
use crate::remote::Show;
use crate::stored_file::is_stream;
use report::CheckReport;

/// A row of solutions can be longer than a position: it holds as many as were asked for.
const LONGEST_ROW: usize = 8 << 20;

/// The columns to read from a file of solutions.
const SOLUTIONS: WantedColumns = WantedColumns {
    things: "solutions",
    usual: SOLUTION,
    needed: check::NEEDED,
    others: columns::READ,
    positions: CUBE,
    option: None,
};

/// Runs the command.
pub fn run(args: &args::CheckArgs) -> Result<u8, Failure> {
    let format = args.reading.notation();
    let cubes = given::positions(slice::from_ref(&args.cubes), format)?.remove(0);
    let end = RowTasks::new(args.asked());
    let report = match &args.solutions {
        Some(solutions) => check_pairs(&cubes, solutions, format, end)?,
        None => check_rows(&cubes, format, end)?,
    };
    if report.is_empty() {
        let problem = format!("{}: there is no position to check", args.cubes.shown());
        return Err(Failure::new(UNUSABLE, problem, "Give a file with one position per line."));
    }
    print(&report.to_string())?;
    Ok(if report.all_hold() { 0 } else { INVALID })
}

/// Checks rows that hold their positions. They are read once, as they may come through a pipe.
fn check_rows(rows: &Given, format: Option<Format>, mut end: RowTasks) -> Result<CheckReport, Failure> {
    let (mut report, mut some_beside) = (CheckReport::default(), false);
    let mut answers = InputAnswers::open(rows, true)?;
    while let Some(row) = answers.next()? {
        some_beside |= row.told.cube.is_some();
        match row.position(format) {
            Err(NoPosition::Missing(problem)) => report.add_unsolved(row.number, &problem),
            Err(NoPosition::Invalid(error)) => add(&mut report, row.number, &Err(error), &mut end, &row),
            Ok(cube) => add(&mut report, row.number, &Ok(cube), &mut end, &row),
        }
    }
    if some_beside || report.is_empty() {
        return Ok(report);
    }
    let name = rows.path().unwrap_or(Path::new("argument")).shown();
    let problem = format!("{name}: no line holds a position with its solution");
    let remedy = "Give the solutions as well, as a file or moves: `cubebatch check POSITIONS SOLUTIONS`.";
    Err(Failure::new(INVALID, problem, remedy))
}

/// Checks the solutions of positions from elsewhere.
fn check_pairs(
    cubes: &Given,
    solutions: &PathBuf,
    format: Option<Format>,
    end: RowTasks,
) -> Result<CheckReport, Failure> {
    let rows = given_solutions(solutions)?.remove(0);
    if cubes.path() == rows.path() && cubes.path().is_some_and(is_stream) {
        let name = if *solutions == *"-" { Path::new("standard input") } else { solutions };
        let problem = format!("positions and solutions cannot both come from {}", name.shown());
        return Err(Failure::new(UNUSABLE, problem, "Put one of them in a file."));
    }
    compare(&mut InputPositions::open(cubes, format)?, &mut InputAnswers::open(&rows, false)?, end)
}

/// A file of solutions, or the moves of one.
fn given_solutions(argument: &PathBuf) -> Result<Vec<Given>, Failure> {
    let parse = |text: &str| {
        let moves =
            parse_line(&text.replace('|', " "), Some(Format::Moves)).map_err(|error| error.to_string())?;
        Ok(moves.is_some())
    };
    Reads { name: "solution", symbols: LONGEST_ROW, parse: &parse }.given(slice::from_ref(argument))
}

/// Pairs positions with rows: by line number if rows have one, else in order.
fn compare(
    positions: &mut InputPositions,
    answers: &mut InputAnswers,
    mut end: RowTasks,
) -> Result<CheckReport, Failure> {
    let mut report = CheckReport::default();
    let (mut position, mut answer) = (positions.next()?, answers.next()?);
    loop {
        match (&position, &answer) {
            (None, None) => return Ok(report),
            // An empty line is the solution of a solved cube, but not after the last one.
            (None, Some(row)) if row.is_empty() => answer = answers.next()?,
            (None, Some(row)) => {
                report.add_stray(row.number);
                answer = answers.next()?;
            }
            (Some((line, _)), None) => {
                report.add_missing(*line);
                position = positions.next()?;
            }
            (Some((line, _)), Some(row)) if row.line.is_some_and(|of| of > *line) => {
                report.add_missing(*line);
                position = positions.next()?;
            }
            (Some((line, _)), Some(row)) if row.line.is_some_and(|of| of < *line) => {
                report.add_stray(row.number);
                answer = answers.next()?;
            }
            (Some((line, cube)), Some(row)) => {
                add(&mut report, *line, cube, &mut end, row);
                (position, answer) = (positions.next()?, answers.next()?);
            }
        }
    }
}

/// Checks everything that a row says about a position.
fn add(
    report: &mut CheckReport,
    line: u64,
    cube: &Result<Cube, LineError>,
    end: &mut RowTasks,
    row: &Answer,
) {
    report.add_pair();
    let Ok(cube) = cube.as_ref().map_err(|error| report.add_invalid(line, error)) else { return };
    match judge(cube, end, row, &Stop::default()) {
        Verdict::None => report.add_none(),
        Verdict::Solutions { costs, lengths } => {
            if row.line.is_none() && lengths.iter().any(Result::is_err) {
                report.add_difference(line);
            }
            lengths.into_iter().for_each(|length| report.add_solution(line, costs, length));
        }
    }
}

/// The positions of an input.
struct InputPositions {
    input: Input,
    format: Option<Format>,
    ready: VecDeque<Parsed>,
}

impl InputPositions {
    fn open(given: &Given, format: Option<Format>) -> Result<InputPositions, Failure> {
        let input = given.open(|file| Input::open_rows(file, &Arc::default(), &POSITIONS))?;
        Ok(InputPositions { input: input.in_format(format), format, ready: VecDeque::new() })
    }

    fn next(&mut self) -> Result<Option<Parsed>, Failure> {
        while self.ready.is_empty()
            && let Some(chunk) = self.input.next_chunk(LINES)?
        {
            let held = |line| Some((chunk.parse(line, self.format).transpose()?, line.number));
            self.ready.extend(chunk.lines().filter_map(held).map(|(cube, line)| (line, cube)));
        }
        Ok(self.ready.pop_front())
    }
}

/// The rows of an input.
struct InputAnswers {
    input: Input,
    /// Whether they stand beside their positions, so that lines of another file do not matter.
    are_beside: bool,
    ready: VecDeque<Answer>,
}

impl InputAnswers {
    fn open(given: &Given, are_beside: bool) -> Result<InputAnswers, Failure> {
        let input = given
            .open(|file| Input::open_rows(file, &Arc::default(), &SOLUTIONS))?
            .in_format(Some(Format::Moves))
            .with_longest_line(LONGEST_ROW);
        Ok(InputAnswers { input, are_beside, ready: VecDeque::new() })
    }

    fn next(&mut self) -> Result<Option<Answer>, Failure> {
        while self.ready.is_empty()
            && let Some(chunk) = self.input.next_chunk(LINES)?
        {
            let read = |line| Answer::read(line, chunk.header(), LONGEST_ROW);
            match self.are_beside {
                false => self.ready.extend(chunk.lines().filter_map(read)),
                // A blank line is no row of a solved cube there: such a row has its position.
                true => {
                    let rows = chunk.lines().filter(|line| !chunk.is_blank(line)).filter_map(read);
                    self.ready.extend(rows.map(Answer::beside));
                }
            }
        }
        Ok(self.ready.pop_front())
    }
}
