//! The rows of many lines, worked on by many threads, written in their order, each as soon as it is known.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use cubebatch::Stop;
use cubebatch::pipeline::{Outlet, ordered_map};

use super::failure::{Failure, INVALID};
use super::input::{Chunk, Input, Line, chunks};
use super::interrupt;
use super::report::{Counts, Report};
use super::run_record::Keeper;
use super::target::Target;

/// What came of some lines of a chunk that follow each other.
#[derive(Default)]
pub struct Done {
    /// With their line ends.
    pub rows: Vec<u8>,
    row_count: u64,
    counts: Counts,
    lines: u64,
    /// What tells these lines from others.
    fingerprints: Vec<u8>,
    /// One for each invalid line.
    messages: Vec<String>,
    /// What ends everything after these rows.
    end: Option<Failure>,
}

impl Done {
    /// Takes note that a line is done with, also one that has no row.
    pub fn add_line(&mut self, line: Line) {
        self.lines += 1;
        line.fingerprint(&mut self.fingerprints);
    }

    /// Takes note of the row of a position, and of the length of its solution.
    pub fn add_solved(&mut self, moves: usize) {
        self.row_count += 1;
        self.counts.positions += 1;
        self.counts.moves += moves as u64;
    }

    /// Takes note of the row of a position that is proved to have no solution as short as was asked for.
    pub fn add_none(&mut self) {
        self.row_count += 1;
        self.counts.positions += 1;
        self.counts.none += 1;
    }

    /// Takes note of the row of an invalid line.
    pub fn add_invalid(&mut self, message: String) {
        self.row_count += 1;
        self.counts.invalid += 1;
        self.messages.push(message);
    }

    /// Ends everything after the rows so far.
    pub fn end(&mut self, failure: Failure) {
        self.end = Some(failure);
    }
}

/// Where the rows go, in order.
pub struct Sink {
    target: Target,
    /// The record of the run, if it can go on later.
    keeper: Option<Keeper>,
    report: Report,
    /// Whether an invalid line ends everything.
    stops_on_error: bool,
    /// Ends searches when nobody wants their rows any more.
    stop: Stop,
    /// Whether some lines were invalid, also before this run went on.
    some_invalid: bool,
    failure: Option<Failure>,
}

impl Sink {
    pub fn new(target: Target, keeper: Option<Keeper>, report: Report, stops_on_error: bool) -> Sink {
        let some_invalid = keeper.as_ref().is_some_and(Keeper::some_invalid);
        Sink { target, keeper, report, stops_on_error, stop: Stop::default(), some_invalid, failure: None }
    }

    /// Whether rows on standard output come to a terminal.
    pub fn rows_are_seen(target: &Target) -> bool {
        !target.is_file() && io::stdout().is_terminal()
    }

    /// The request that ends searches.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Removes what a file holds after the rows that an earlier run of this job wrote, and writes the header if there
    /// are none.
    pub fn begin(&mut self, header: &str) -> Result<(), Failure> {
        let end = self.keeper.as_ref().map_or(0, Keeper::bytes);
        // The record comes first: it tells of no rows yet, so that whatever is left of a file is cut.
        if let Some(keeper) = self.keeper.as_mut().filter(|_| end == 0) {
            self.target.cut(0)?;
            keeper.save(&mut self.target)?;
        }
        self.target.cut(end)?;
        if end == 0 { self.target.write(header.as_bytes()) } else { Ok(()) }
    }

    /// Takes what comes of all lines. Ctrl-C ends it.
    pub fn fill(
        &mut self,
        inputs: Vec<Input>,
        lines: usize,
        threads: usize,
        work: impl Fn(&Chunk, &Outlet<Done>) + Sync,
    ) {
        interrupt::heed(true);
        let work = |chunk: Result<Chunk, Failure>, outlet: &Outlet<Done>| match chunk {
            Ok(chunk) => work(&chunk, outlet),
            Err(failure) => outlet.add(|done| done.end(failure)),
        };
        let chunks = chunks(inputs, lines);
        if let Err(error) = ordered_map(chunks, threads, work, |done| self.take(done)) {
            self.failure = Some(cubebatch::Error::NoThreads(error.to_string()).into());
        }
        self.report.clear();
        interrupt::heed(false);
    }

    /// Ends the run: gives its exit code, and what is to be told of it.
    pub fn end(mut self) -> (Result<u8, Failure>, Report) {
        let code = if self.some_invalid { INVALID } else { 0 };
        let saved = match (&self.failure, self.keeper.take()) {
            (None, keeper) => self.target.save().and_then(|_| keeper.map_or(Ok(()), Keeper::remove)),
            // The rows before a failure are whole, and count when the run goes on.
            (Some(_), Some(mut keeper)) => keeper.save(&mut self.target),
            (Some(_), None) => self.target.save().map(|_| ()),
        };
        // What failed first tells more.
        let outcome = match self.failure {
            Some(failure) => Err(failure),
            None => saved.map(|()| code),
        };
        (outcome, self.report)
    }

    fn take(&mut self, done: Done) -> ControlFlow<()> {
        let all_valid = self.write_rows(done);
        self.some_invalid |= matches!(all_valid, Ok(false));
        let go_on = match all_valid {
            Ok(all_valid) => all_valid || !self.stops_on_error,
            Err(failure) => {
                self.failure = Some(failure);
                false
            }
        };
        if go_on {
            return ControlFlow::Continue(());
        }
        self.stop.request();
        ControlFlow::Break(())
    }

    /// Whether all lines were positions.
    fn write_rows(&mut self, done: Done) -> Result<bool, Failure> {
        if !done.rows.is_empty() {
            self.report.around_rows(|| self.target.write(&done.rows))?;
        }
        for message in &done.messages {
            self.report.aside(|| tell!("{message}"));
        }
        if let Some(keeper) = &mut self.keeper {
            keeper.add(done.lines, &done.fingerprints, done.row_count, done.counts.invalid);
            keeper.save_if_due(&mut self.target)?;
        }
        self.report.add(done.counts, done.fingerprints.len());
        if let Some(failure) = done.end {
            return Err(failure);
        }
        if interrupt::is_requested() {
            return Err(Failure::interrupted(self.keeper.is_some()));
        }
        Ok(done.messages.is_empty())
    }
}
