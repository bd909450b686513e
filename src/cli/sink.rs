//! The rows of many lines, worked on by many threads, written in their order, each as soon as it is known.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cubebatch::pipeline::{Outlet, ordered_map};
use cubebatch::{Cube, Stop};
use indicatif::HumanCount;

use super::failure::{Failure, INVALID};
use super::input::{Chunk, Input, Line, chunks};
use super::interrupt;
use super::parquet::RowGroups;
use super::report::{Counts, MESSAGES, Report};
use super::rows::Rows;
use super::run_record::Keeper;
use super::target::Target;

/// How often rows are saved at most where they can be gone on with, which is what a kill loses of the work.
const INTERVAL: Duration = Duration::from_secs(1);

/// As [`INTERVAL`], where the rows since then are compressed together.
const INTERVAL_TOGETHER: Duration = Duration::from_secs(10);

/// For rows in columns, at most this part of the time so far: each save costs a footer for all of them.
const COLUMNS_PART: u32 = 50;

/// What came of some lines of a chunk that follow each other.
#[derive(Default)]
pub struct Done {
    pub rows: Rows,
    row_count: u64,
    counts: Counts,
    lines: u64,
    /// Positions whose answers were kept while their rows waited.
    solved: Vec<Cube>,
    /// Bytes by which a later run recognises these lines.
    fingerprints: Vec<u8>,
    /// One for each invalid line.
    messages: Vec<String>,
    /// The row of the invalid line that ends everything. It is not put on record: a run that goes on reads that line again.
    last: Option<Rows>,
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

    /// Takes note that the answer of a position was kept while its row waited.
    pub fn add_kept(&mut self, cube: Cube) {
        self.solved.push(cube);
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

    /// Takes the row of the invalid line that ends everything.
    pub fn stop_at(&mut self, row: Rows, message: String) {
        self.counts.invalid += 1;
        self.messages.push(message);
        self.last = Some(row);
    }

    /// Ends everything after the rows so far.
    pub fn end(&mut self, failure: Failure) {
        self.end = Some(failure);
    }
}

/// Where the rows go, in order.
pub struct Sink {
    target: Target,
    /// What makes columns of rows, if they are asked for.
    groups: Option<RowGroups>,
    /// The record of the run, if it can go on later.
    keeper: Option<Keeper>,
    report: Report,
    /// Whether an invalid line ends everything.
    stops_on_error: bool,
    /// Ends searches whose rows no one wants any more.
    stop: Stop,
    /// Whether one did.
    has_stopped: bool,
    /// Whether some lines were invalid, also before this run went on.
    some_invalid: bool,
    began: Instant,
    failure: Option<Failure>,
    /// Invalid lines of this run.
    invalid: u64,
}

impl Sink {
    pub fn new(target: Target, keeper: Option<Keeper>, report: Report, stops_on_error: bool) -> Sink {
        Sink {
            some_invalid: keeper.as_ref().is_some_and(Keeper::some_invalid),
            target,
            groups: None,
            keeper,
            report,
            stops_on_error,
            has_stopped: false,
            stop: Stop::default(),
            began: Instant::now(),
            failure: None,
            invalid: 0,
        }
    }

    /// Writes rows in columns.
    pub fn with_groups(self, groups: Option<RowGroups>) -> Sink {
        Sink { groups, ..self }
    }

    /// Whether rows on standard output come to a terminal.
    pub fn rows_are_seen(target: &Target) -> bool {
        !target.is_file() && io::stdout().is_terminal()
    }

    /// What knows and keeps answers whose rows wait, in a run that can go on.
    pub fn keeper(&self) -> Option<&Keeper> {
        self.keeper.as_ref()
    }

    /// The request that ends searches.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Removes what a file holds after the rows that an earlier run of this job wrote, and writes the header if there
    /// are none.
    pub fn begin(&mut self, header: &str) -> Result<(), Failure> {
        let before = self.keeper.as_ref().map(|keeper| keeper.before().clone()).unwrap_or_default();
        let end = before.bytes;
        // The record comes first: it lists no rows yet, so the rest of an old file is cut.
        if let Some(keeper) = self.keeper.as_mut().filter(|_| end == 0) {
            self.target.go_on(&before)?;
            keeper.save(&mut self.target)?;
        }
        self.target.go_on(&before)?;
        match (&mut self.groups, end) {
            (Some(groups), 0) => groups.begin(&mut self.target),
            (Some(groups), end) => groups.go_on(self.target.name(), end),
            (None, 0) => self.target.write(header.as_bytes()),
            (None, _) => Ok(()),
        }
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

    /// Ends the run: returns its exit code and its report.
    pub fn end(mut self) -> (Result<u8, Failure>, Report) {
        self.tell_more_invalid();
        let code = if self.some_invalid { INVALID } else { 0 };
        // The rows before a failure, and those before the line that ended the run, are whole, and count when it goes on.
        let is_complete = self.failure.is_none() && !self.has_stopped;
        let saved = if self.has_stopped { self.finish() } else { self.save() };
        let saved = saved.and_then(|()| match self.keeper.take().filter(|_| is_complete) {
            Some(keeper) => keeper.end(),
            None => Ok(()),
        });
        // The first failure is more useful.
        let outcome = match self.failure {
            Some(failure) => Err(failure),
            None => saved.map(|()| code),
        };
        (outcome, self.report)
    }

    /// Saves all rows so far, and the record of them.
    fn save(&mut self) -> Result<(), Failure> {
        self.finish()?;
        self.keeper.as_mut().map_or(Ok(()), |keeper| keeper.save(&mut self.target))
    }

    /// Brings all rows so far to the disk.
    fn finish(&mut self) -> Result<(), Failure> {
        if let Some(groups) = &mut self.groups {
            groups.finish(&mut self.target)?;
        }
        self.target.save().map(|_| ())
    }

    /// Saves what can be gone on with if that was not done for a while.
    fn save_if_due(&mut self) -> Result<(), Failure> {
        let interval = match &self.groups {
            Some(_) => INTERVAL_TOGETHER.max(self.began.elapsed() / COLUMNS_PART),
            None if self.target.is_compressed() => INTERVAL_TOGETHER,
            None => INTERVAL,
        };
        let is_due = self.keeper.as_ref().is_some_and(|keeper| keeper.is_due(interval));
        if is_due { self.save() } else { Ok(()) }
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

    fn write(&mut self, rows: Rows) -> Result<(), Failure> {
        if !rows.text.is_empty() {
            self.report.around_rows(|| self.target.write(&rows.text))?;
        }
        match &mut self.groups {
            Some(groups) => groups.add(rows.columns, &mut self.target),
            None => Ok(()),
        }
    }

    /// Saves what comes before the line that ends everything, and writes its row.
    fn stop_at(&mut self, row: Rows) -> Result<(), Failure> {
        self.save()?;
        self.has_stopped = true;
        if self.keeper.is_some() {
            self.report.aside(|| tell!("  Correct the line; then the same command with --resume continues."));
        }
        self.write(row)
    }

    /// Reports an invalid line, unless many were reported.
    fn tell_invalid(&mut self, message: &str) {
        self.invalid += 1;
        if self.invalid <= MESSAGES {
            self.report.aside(|| tell!("{message}"));
        }
    }

    /// Reports the number of unlisted invalid lines.
    fn tell_more_invalid(&self) {
        if let Some(more @ 1..) = self.invalid.checked_sub(MESSAGES) {
            tell!("… and {} more, marked in the output", HumanCount(more));
        }
    }

    /// Whether all lines were positions.
    fn write_rows(&mut self, done: Done) -> Result<bool, Failure> {
        self.write(done.rows)?;
        for message in &done.messages {
            self.tell_invalid(message);
        }
        if let Some(keeper) = &mut self.keeper {
            let invalid = done.counts.invalid - u64::from(done.last.is_some());
            keeper.add(done.lines, &done.fingerprints, &done.solved, done.row_count, invalid);
        }
        match done.last {
            Some(row) => self.stop_at(row)?,
            None => self.save_if_due()?,
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
