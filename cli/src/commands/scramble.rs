//! `cubebatch scramble`: uniformly random positions, of all or of some.

use cubebatch::cube::random::Random;
use cubebatch::{Algorithm, Cube, SolveOptions};
use cubebatch_rows::{Form, Outcome, PositionWriter, Row, Texts, Writes, about, columns};
use cubebatch_search::method::AtDistance;

use super::random::{drawn, print_lines};
use crate::args;
use crate::failure::{Failure, UNUSABLE};
use crate::input::{LINES, POSITIONS};
use crate::journal::Journal;
use crate::journal::target::{Target, file_of};
use crate::plan::Machine;
use crate::run::RenderedRows;
use crate::{form, interrupt, parquet, watch};

/// Runs the command.
pub fn run(args: &args::ScrambleArgs) -> Result<u8, Failure> {
    let draw = draw(args)?;
    let (count, mut random) = drawn(&args.draw.draw());
    let part = args.part.map_or(0..count, |part| part.range(count));
    match (args.goal, args.case) {
        (None, None) => random.skip_cubes(part.start),
        // Positions of a goal or a case take different numbers of draws.
        _ => (0..part.start).for_each(|_| _ = draw(&mut random)),
    }
    let cubes = part.map(move |_| draw(&mut random));
    match args.format.writer() {
        PositionWriter::Of(write) => write_lines(args, cubes.map(|cube| Ok(write(&cube)))),
        PositionWriter::OfMoves(write) => write_moves(args, cubes, write),
    }?;
    Ok(0)
}

/// Draws a position.
type Drawing = Box<dyn Fn(&mut Random) -> Cube + Send>;

/// What draws the positions that are asked for.
fn draw(args: &args::ScrambleArgs) -> Result<Drawing, Failure> {
    if args.set.is_given() && args.distance.is_none() {
        let problem = "--metric and --moves count the moves of --distance";
        return Err(Failure::new(UNUSABLE, problem, "Give --goal and --distance, or leave them out."));
    }
    if let Some(case) = args.case {
        return Ok(Box::new(move |random| case.draw(random)));
    }
    Ok(match (&args.goal, args.distance) {
        (Some(goal), Some(distance)) => {
            let (pool, control) = (Machine::new(&args.threads).pool()?, watch::control());
            let there = pool.install(|| AtDistance::new(goal, &args.set.moves(), distance, &control))?;
            Box::new(move |random| there.draw(random))
        }
        (Some(goal), None) => {
            let positions = goal.positions();
            Box::new(move |random| positions.draw(random))
        }
        (None, _) => Box::new(Random::cube),
    })
}

/// Writes positions as lines of text, or as rows if the name of the output says so.
fn write_lines(
    args: &args::ScrambleArgs,
    texts: impl Iterator<Item = Result<String, Failure>>,
) -> Result<(), Failure> {
    let Some(file) = file_of(args.output.file.as_deref()) else { return print_lines(texts) };
    let style = Texts { form: form::decide(None, Some(file))?, column: columns::CUBE };
    let groups = || parquet::groups(&style.columns(), &about::of_program(), &[], &POSITIONS);
    let groups = (style.form == Form::Parquet).then(groups).transpose()?;
    let mut journal = Journal::new(Target::open(Some(file), &[])?, style.header(), groups).unrecorded()?;
    journal.begin()?;
    let written = append_rows(&style, texts, &mut journal);
    let closed = journal.close(written.is_ok());
    written.and(closed)
}

/// Appends a row for each text.
fn append_rows(
    style: &Texts,
    mut texts: impl Iterator<Item = Result<String, Failure>>,
    journal: &mut Journal,
) -> Result<(), Failure> {
    let mut line = 0;
    loop {
        let mut rows = RenderedRows::default();
        for text in texts.by_ref().take(LINES) {
            line += 1;
            let outcome = Outcome::Solved { cube: &(), solution: &text?, microseconds: None };
            rows.add(&Row { file: None, line, outcome }, style);
        }
        if rows.is_empty() {
            return Ok(());
        }
        rows.write(journal)?;
        if interrupt::is_requested() {
            return Err(journal.interrupted());
        }
    }
}

/// The moves that make a position are the inverse of its solution.
fn write_moves(
    args: &args::ScrambleArgs,
    cubes: impl Iterator<Item = Cube>,
    write: fn(&Algorithm) -> String,
) -> Result<(), Failure> {
    let limits = SolveOptions::default();
    let solver = Machine::new(&args.threads).tables(&args.folder).solver();
    let solver = solver.expect(args.draw.count, &limits).open()?;
    let pairs = cubes.map(|cube| ((), cube));
    let solutions = solver.solve_all(pairs, &limits);
    write_lines(args, solutions.map(|((), solution)| Ok(write(&solution?.moves.inverse()))))
}
