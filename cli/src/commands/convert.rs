//! `cubebatch convert` and `cubebatch moves`: the same positions or moves, written in another way, in the order of their lines.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use cubebatch::cube::Algorithm;
use cubebatch::notation::{Format, MoveChange};
use cubebatch::{Cube, Solution, SolveOptions};
use cubebatch_rows::{
    Form, LineError, Lines, Outcome, PositionWriter, Rewriting, Row, RowFields, Texts, Writes, about,
    columns, fields_of, sequence,
};
use cubebatch_search::pool::{Outlet, Pool};

use crate::args::{self, ConvertArgs, ConvertedLinesArgs, MovesCommand, OnError};
use crate::failure::{Failure, UNUSABLE};
use crate::form;
use crate::input::given::{self, Given, Reads};
use crate::input::{Chunk, Chunks, Input, LINES, Line, POSITIONS, Volume, WantedColumns, positions_in};
use crate::journal::Journal;
use crate::journal::target::{Target, file_of};
use crate::kept::kept;
use crate::parquet;
use crate::plan::Machine;
use crate::report::Report;
use crate::run::{Results, RowMaker, Run};

/// Runs `cubebatch convert`.
pub fn convert(args: &ConvertArgs) -> Result<u8, Failure> {
    let format = args.reading.notation();
    let sources = given::positions(&args.files, format)?;
    let wanted = positions_in(&args.column.name);
    let open = |path: &Path, volume: &Arc<Volume>| Input::open_rows(path, volume, wanted);
    let form = form::decide(None, file_of(args.lines.output.file.as_deref()))?;
    let converted = Converted { sources, format, wanted, form, args: &args.lines };
    match args.format.writer() {
        PositionWriter::Of(write) => converted
            .texts(open, columns::CUBE, |chunk, line| Ok(chunk.parse(line, format)?.as_ref().map(write))),
        PositionWriter::OfMoves(write) => {
            let machine = Machine::new(&args.lines.threads).tables(&args.folder);
            let (solver, limits) = (machine.solver().open()?, SolveOptions::default());
            converted.run(open, solver.pool(), FoundMoves { form, write }, |maker, chunk, outlet| {
                let lines = Lines::read(chunk.lines(), maker.stops_on_error, |line| {
                    chunk.parse(*line, format).into()
                });
                lines.solve(&solver, &limits, &mut |line: &Line, outcome: Outcome| {
                    outlet.add(|results| maker.take(results, (chunk, line), outcome))
                });
            })
        }
    }
}

/// Runs `cubebatch moves`.
pub fn moves(command: &MovesCommand) -> Result<u8, Failure> {
    let (change, args) = match command {
        MovesCommand::Expand(args) => (MoveChange::Expand, args),
        MovesCommand::Simplify(args) => (MoveChange::Simplify, args),
        MovesCommand::Invert(args) => (MoveChange::Invert, args),
        MovesCommand::Mirror { plane, moves } => {
            let plane = args::named(*plane).expect("no plane is hidden");
            (MoveChange::mirror(&plane).expect("the option has the planes"), moves)
        }
        MovesCommand::Rotate { by, moves } => {
            let remedy = "Give x, y and z with their marks, such as --by \"x y2\".";
            let refused = |problem| Failure::new(UNUSABLE, format!("--by {problem}"), remedy);
            (MoveChange::rotate(by).map_err(refused)?, moves)
        }
    };
    let parse = |text: &str| match sequence(text.as_bytes()) {
        Ok(moves) => Ok(moves.is_some()),
        Err(error) => Err(error.told()),
    };
    // As many symbols as no name of a file has.
    let sources = Reads { name: "sequence of moves", symbols: 256, parse: &parse }.given(&args.files)?;
    let form = form::decide(None, file_of(args.lines.output.file.as_deref()))?;
    let (format, wanted) = (Some(Format::Moves), &POSITIONS);
    let rewriting = Rewriting { change, notation: args.notation };
    Converted { sources, format, wanted, form, args: &args.lines }.texts(
        Input::open,
        columns::MOVES,
        |_, line| Ok(sequence(line.bytes)?.map(|moves| rewriting.text(&moves))),
    )
}

/// Lines that are written anew.
struct Converted<'a> {
    sources: Vec<Given>,
    format: Option<Format>,
    wanted: &'static WantedColumns,
    form: Form,
    args: &'a ConvertedLinesArgs,
}

impl Converted<'_> {
    /// Writes what `write` makes of each line that holds something.
    fn texts(
        self,
        open: impl Fn(&Path, &Arc<Volume>) -> Result<Input, Failure>,
        column: &'static str,
        write: impl Fn(&Chunk, Line) -> Result<Option<String>, LineError> + Sync,
    ) -> Result<u8, Failure> {
        let pool = Machine::new(&self.args.threads).pool()?;
        let style = Texts { form: self.form, column };
        self.run(open, &pool, style, |maker, chunk, outlet| {
            for line in chunk.lines() {
                let written = write(chunk, line);
                let outcome = match &written {
                    Ok(None) => Outcome::Blank,
                    Ok(Some(text)) => Outcome::Solved { cube: &(), solution: text, microseconds: None },
                    Err(error) => Outcome::Invalid { error },
                };
                if outlet.add(|results| maker.take(results, (chunk, &line), outcome))
                    == ControlFlow::Break(())
                {
                    return;
                }
            }
        })
    }

    fn run<P, S, W: Writes<P, S> + Sync>(
        self,
        open: impl Fn(&Path, &Arc<Volume>) -> Result<Input, Failure>,
        pool: &Pool,
        style: W,
        work: impl Fn(&RowMaker<W>, &Chunk, &Outlet<Results>) + Sync,
    ) -> Result<u8, Failure> {
        let volume = Arc::<Volume>::default();
        let open = |source: &Given| Ok(source.open(|file| open(file, &volume))?.in_format(self.format));
        let inputs = self.sources.iter().map(open).collect::<Result<Vec<_>, Failure>>()?;
        let paths: Vec<_> = self.sources.iter().map(Given::path).collect();
        let groups = || parquet::groups(&style.columns(), &about::of_program(), &paths, self.wanted);
        let groups = (self.form == Form::Parquet).then(groups).transpose()?;
        let kept = kept(self.form, &self.sources, self.wanted)?;
        let target = Target::open(file_of(self.args.output.file.as_deref()), &given::files(&self.sources))?;
        let report = Report::new(&volume, target.rows_are_seen(), None, None);
        let mut run =
            Run::new(Journal::new(target, kept.header(style.header()), groups).unrecorded()?, report);
        let stops_on_error = self.args.on_error == OnError::Stop;
        let maker = RowMaker { style, files: self.sources.len() > 1, stops_on_error, kept };
        run.fill(Chunks::new(inputs, LINES), pool, |chunk, outlet| work(&maker, chunk, outlet));
        run.end().0
    }
}

/// The moves that make a position: the inverse of its solution.
struct FoundMoves {
    form: Form,
    write: fn(&Algorithm) -> String,
}

impl FoundMoves {
    fn moves(&self, row: &Row<Cube, Solution>) -> Option<String> {
        let (_, solution) = row.outcome.solution()?;
        Some((self.write)(&solution.moves.inverse()))
    }
}

impl Writes<Cube, Solution> for FoundMoves {
    fn form(&self) -> Form {
        self.form
    }

    fn length(&self, _: &Solution) -> usize {
        0
    }

    fn write_solution(&self, row: &Row<Cube, Solution>, to: &mut Vec<u8>) {
        to.extend_from_slice(self.moves(row).unwrap_or_default().as_bytes());
    }

    fn fields<'r>(&self, row: &'r Row<Cube, Solution>) -> RowFields<'r> {
        fields_of(row, columns::CUBE, self.moves(row))
    }
}
