//! The rows of many lines, worked on by many threads, written in their order, each as soon as it is known.

use std::ops::ControlFlow;

use cubebatch::{Error, ErrorKind, Stop};
use cubebatch_rows::{Form, Outcome, RefusedFacelets, Row, Tally, Writes, told_causes};
use cubebatch_search::pool::{Outlet, Pool};

use super::failure::{Failure, INVALID};
use super::input::{Chunk, Line, fingerprint};
use super::interrupt;
use super::journal::Journal;
use super::parquet::Columns;
use super::report::{InvalidLines, Report};
use cubebatch_rows::KeptFields;

/// Rows as text, or as columns of Parquet: one of both holds nothing.
#[derive(Default)]
pub struct RenderedRows {
    /// The rows with their line ends.
    text: Vec<u8>,
    columns: Columns,
}

impl RenderedRows {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.columns.rows() == 0
    }

    /// Appends them to a journal.
    pub fn write(self, journal: &mut Journal) -> Result<(), Failure> {
        journal.write(&self.text)?;
        journal.write_columns(self.columns)
    }

    /// Appends a row, if the line has one.
    pub fn add<P, S>(&mut self, row: &Row<P, S>, style: &impl Writes<P, S>) {
        match style.form() {
            _ if matches!(row.outcome, Outcome::Blank) => {}
            Form::Parquet => self.columns.add((row.file, row.line), style.cells(row)),
            _ => style.write(row, &mut self.text),
        }
    }
}

/// The results of consecutive lines of a chunk.
#[derive(Default)]
pub struct Results {
    rows: RenderedRows,
    tally: Tally,
    lines: u64,
    /// The numbers of answers that wait in the journal for these rows.
    pub pending: Vec<usize>,
    /// Bytes by which a later run recognises these lines.
    fingerprints: Vec<u8>,
    /// One for each invalid line, with facelets of which more can be said.
    messages: Vec<(String, Option<RefusedFacelets>)>,
    /// The row of the invalid line that ends everything. It is not put on record: a run that goes on reads that line again.
    last: Option<RenderedRows>,
    /// The failure that ends the run after these rows.
    end: Option<Failure>,
}

/// Makes rows of outcomes.
pub struct RowMaker<W> {
    pub style: W,
    /// Whether there are several files.
    pub files: bool,
    /// Whether an invalid line ends everything.
    pub stops_on_error: bool,
    /// What rows have beside their own columns.
    pub kept: KeptFields,
}

impl<W> RowMaker<W> {
    /// Takes what became of a line of this chunk; a position without an answer ends everything, as an invalid line can.
    pub fn take<P, S>(
        &self,
        results: &mut Results,
        (chunk, line): (&Chunk, &Line),
        outcome: Outcome<P, S>,
    ) -> ControlFlow<()>
    where
        W: Writes<P, S>,
    {
        let outcome = match outcome.answered() {
            Ok(outcome) => outcome,
            Err(error) => {
                results.end = Some(error.into());
                return ControlFlow::Break(());
            }
        };
        results.tally.count(&outcome, |solution| self.style.length(solution));
        let message = match &outcome {
            Outcome::Invalid { error } => Some((chunk.message(line, error), error.refused().cloned())),
            _ => None,
        };
        let ends = message.is_some() && self.stops_on_error;
        results.messages.extend(message);
        let row = Row { file: self.files.then_some(&*chunk.name), line: line.number, outcome };
        if ends {
            self.add(results.last.insert(RenderedRows::default()), &row, (chunk, line));
            return ControlFlow::Break(());
        }
        results.lines += 1;
        fingerprint(line, &mut results.fingerprints);
        self.add(&mut results.rows, &row, (chunk, line));
        ControlFlow::Continue(())
    }

    /// Adds a row with what it keeps of its line.
    fn add<P, S>(&self, rows: &mut RenderedRows, row: &Row<P, S>, (chunk, line): (&Chunk, &Line))
    where
        W: Writes<P, S>,
    {
        let before = rows.text.len();
        rows.add(row, &self.style);
        if rows.text.len() > before {
            self.kept.append(chunk, line, &mut rows.text);
        }
    }
}

/// The rows of many lines on their way into a journal, in order.
pub struct Run {
    journal: Journal,
    report: Report,
    /// Ends searches whose rows no one wants any more.
    stop: Stop,
    /// Whether an invalid line ended everything.
    has_stopped: bool,
    failure: Option<Failure>,
    /// Invalid lines of this run.
    invalid: InvalidLines,
}

impl Run {
    pub fn new(journal: Journal, report: Report) -> Run {
        let (stop, invalid) = (Stop::default(), InvalidLines::default());
        Run { journal, report, stop, has_stopped: false, failure: None, invalid }
    }

    /// The request that ends searches.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether more rows are wanted.
    pub fn goes_on(&self) -> bool {
        self.failure.is_none() && !self.has_stopped
    }

    /// Ends the run with a failure after the rows so far.
    pub fn fail(&mut self, error: Error) {
        self.failure = Some(match error.kind() {
            ErrorKind::Stopped => self.journal.interrupted(),
            _ => error.into(),
        });
    }

    /// The work on positions begins: its rate counts from now on.
    pub fn restart_clock(&mut self) {
        self.report.restart();
    }

    /// Takes what comes of all lines. Ctrl-C ends it.
    pub fn fill(
        &mut self,
        chunks: impl Iterator<Item = Result<Chunk, Failure>> + Send + 'static,
        pool: &Pool,
        work: impl Fn(&Chunk, &Outlet<Results>) + Sync,
    ) {
        interrupt::heed(true);
        let work = |chunk: Result<Chunk, Failure>, outlet: &Outlet<Results>| match chunk {
            Ok(chunk) => work(&chunk, outlet),
            Err(failure) => outlet.add(|results| results.end = Some(failure)),
        };
        if let Err(error) = pool.ordered_map(chunks, work, |results| self.take(results)) {
            self.failure = Some(error.into());
        }
        self.report.clear();
        interrupt::heed(false);
    }

    /// Ends the run: returns its exit code and its report.
    pub fn end(mut self) -> (Result<u8, Failure>, Report) {
        if self.failure.is_none() {
            self.failure = self.journal.begin().err();
        }
        self.invalid.tell_more();
        let some_invalid = self.has_stopped || self.journal.record().invalid > 0;
        let is_complete = self.goes_on();
        if is_complete && self.report.found_nothing() {
            tell!("there is no position: all lines are blank or comments, which begin with # or //");
        }
        let closed = self.journal.close(is_complete);
        // The first failure is more useful.
        let outcome = match self.failure {
            Some(failure) => Err(failure),
            None => closed.map(|()| if some_invalid { INVALID } else { 0 }),
        };
        (outcome, self.report)
    }

    fn take(&mut self, results: Results) -> ControlFlow<()> {
        if let Err(failure) = self.write_rows(results) {
            self.failure = Some(failure);
        }
        if self.goes_on() {
            return ControlFlow::Continue(());
        }
        self.stop.request();
        ControlFlow::Break(())
    }

    fn write_rows(&mut self, results: Results) -> Result<(), Failure> {
        if results.lines > 0 || results.last.is_some() {
            self.journal.begin()?;
        }
        self.write(results.rows)?;
        for (message, refused) in &results.messages {
            if self.invalid.lists_next() {
                self.report.aside(|| tell!("{message}{}", told_causes(refused.as_ref())));
            }
        }
        let unrecorded = u64::from(results.last.is_some());
        let (rows, invalid) = (results.tally.rows() - unrecorded, results.tally.invalid - unrecorded);
        self.journal.add(results.lines, &results.fingerprints, rows, invalid);
        self.journal.pending().remove(&results.pending);
        match results.last {
            Some(row) => self.stop_at(row)?,
            None => self.journal.save_if_due()?,
        }
        self.report.add(results.tally, results.fingerprints.len());
        if let Some(failure) = results.end {
            return Err(failure);
        }
        if interrupt::is_requested() {
            return Err(self.journal.interrupted());
        }
        Ok(())
    }

    fn write(&mut self, rows: RenderedRows) -> Result<(), Failure> {
        if !rows.text.is_empty() {
            self.report.around_rows(|| self.journal.write(&rows.text))?;
        }
        self.journal.write_columns(rows.columns)
    }

    /// Saves what comes before the line that ends everything, and writes its row.
    fn stop_at(&mut self, row: RenderedRows) -> Result<(), Failure> {
        let can_go_on = self.journal.can_go_on();
        self.journal.end_record()?;
        self.has_stopped = true;
        if can_go_on {
            self.report.aside(|| tell!("  Correct the line; then the same command with --resume continues."));
        }
        self.write(row)
    }
}
