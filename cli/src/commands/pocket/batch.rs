//! Positions of the pocket cube from lines, rows back in their order.

use std::sync::Arc;

use cubebatch::Error;
use cubebatch::pocket::PocketCube;
use cubebatch_rows::{self as rows, Outcome, Writes};
use cubebatch_search::pool::Pool;

use crate::failure::Failure;
use crate::input::given::{self, Given};
use crate::input::{Chunks, Input, Line, Volume};
use crate::journal::Journal;
use crate::journal::target::Target;
use crate::plan::{PocketLines, parse};
use crate::report::Report;
use crate::run::{RowMaker, Run};
use cubebatch_rows::KeptFields;

/// Lines at a time: each takes about a microsecond.
const LINES: usize = 1024;

/// Opens inputs and output, lets `prepare` make what solves a position, and writes all rows in this style.
pub fn run<S, Solve>(
    lines: &PocketLines,
    style: impl Writes<PocketCube, S> + Sync,
    prepare: impl FnOnce(&Pool) -> Result<Solve, Failure>,
) -> Result<u8, Failure>
where
    Solve: Fn(&PocketCube) -> Result<S, Error> + Sync,
{
    let volume = Arc::<Volume>::default();
    let open = |source: &Given| {
        let input = source.open(|file| Input::open(file, &volume))?;
        Ok(input.of_pocket_cubes())
    };
    let inputs = lines.sources.iter().map(open).collect::<Result<Vec<_>, Failure>>()?;
    let target = Target::open(lines.out.as_deref(), &given::files(&lines.sources))?;
    let rows_are_seen = target.rows_are_seen();
    let journal = Journal::new(target, style.header(), None).unrecorded()?;
    let pool = lines.machine.pool()?;
    let solve = prepare(&pool)?;
    let report = Report::new(&volume, rows_are_seen, None, None);
    let mut run = Run::new(journal, report);
    let (stops_on_error, scan) = (lines.stops_on_error, lines.scan.as_ref());
    let maker = RowMaker { style, files: lines.sources.len() > 1, stops_on_error, kept: KeptFields::NONE };
    run.fill(Chunks::new(inputs, LINES), &pool, |chunk, outlet| {
        let lines = rows::Lines::read(chunk.lines(), stops_on_error, |line| parse(line.bytes, scan).into());
        lines.solve_each(&solve, &mut |line: &Line, outcome: Outcome<PocketCube, S>| {
            outlet.add(|results| maker.take(results, (chunk, line), outcome))
        });
    });
    run.end().0
}
