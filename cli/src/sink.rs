//! The rows of many lines, worked on by many threads, written in their order, each as soon as it is known.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubebatch::Stop;
use cubebatch_rows::{Outcome, Row, Tally, Writes};
use cubebatch_search::pool::{Outlet, Pool};

use super::failure::{Failure, INVALID, Interrupted};
use super::input::{Chunk, Line, fingerprint};
use super::interrupt;
use super::parquet::RowGroups;
use super::report::{InvalidLines, Report};
use super::rows::Rows;
use super::run_record::Keeper;
use super::target::Target;
use super::waiting::Kept;

/// The least interval between two saves of a run that can go on. A kill loses the work of one interval.
const INTERVAL: Duration = Duration::from_secs(1);

/// The same as [`INTERVAL`], if the rows since the last save are compressed together.
const INTERVAL_TOGETHER: Duration = Duration::from_secs(10);

/// For rows in columns, at most this part of the time so far: each save costs a footer for all of them.
const COLUMNS_PART: u32 = 50;

/// The results of consecutive lines of a chunk.
#[derive(Default)]
pub struct Done {
    rows: Rows,
    tally: Tally,
    lines: u64,
    /// The answers of the chunk that were kept while their rows waited, and how many belong to these lines.
    kept: Option<Arc<Kept>>,
    kept_rows: usize,
    /// Bytes by which a later run recognises these lines.
    fingerprints: Vec<u8>,
    /// One for each invalid line.
    messages: Vec<String>,
    /// The row of the invalid line that ends everything. It is not put on record: a run that goes on reads that line again.
    last: Option<Rows>,
    /// The failure that ends the run after these rows.
    end: Option<Failure>,
}

impl Done {
    /// Takes note that an answer was kept while its row waited.
    pub fn add_kept(&mut self, kept: &Arc<Kept>) {
        self.kept.get_or_insert_with(|| kept.clone());
        self.kept_rows += 1;
    }
}

/// The way in which outcomes become rows.
pub struct Taking<W> {
    pub style: W,
    /// Whether there are several files.
    pub files: bool,
    /// Whether an invalid line ends everything.
    pub stops_on_error: bool,
}

impl<W> Taking<W> {
    /// Takes what became of a line of this chunk; a position without an answer ends everything, as an invalid line can.
    pub fn take<P, S>(
        &self,
        done: &mut Done,
        (chunk, line): (&Chunk, &Line),
        outcome: Outcome<P, S>,
    ) -> ControlFlow<()>
    where
        W: Writes<P, S>,
    {
        let outcome = match outcome.answered() {
            Ok(outcome) => outcome,
            Err(error) => {
                done.end = Some(error.into());
                return ControlFlow::Break(());
            }
        };
        done.tally.count(&outcome, |solution| self.style.length(solution));
        let message = match &outcome {
            Outcome::Invalid { error } => Some(chunk.message(line, error)),
            _ => None,
        };
        let ends = message.is_some() && self.stops_on_error;
        done.messages.extend(message);
        let row = Row { file: self.files.then_some(&*chunk.name), line: line.number, outcome };
        if ends {
            done.last.insert(Rows::default()).add(&row, &self.style);
            return ControlFlow::Break(());
        }
        done.lines += 1;
        fingerprint(line, &mut done.fingerprints);
        done.rows.add(&row, &self.style);
        ControlFlow::Continue(())
    }
}

/// The target of the rows, in order.
pub struct Sink {
    target: Target,
    /// What comes before the first row.
    header: String,
    /// Whether the target holds what comes before the next row.
    has_begun: bool,
    /// The maker of columns, if the rows are columns.
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
    invalid: InvalidLines,
}

impl Sink {
    pub fn new(
        target: Target,
        header: String,
        keeper: Option<Keeper>,
        report: Report,
        stops_on_error: bool,
    ) -> Sink {
        Sink {
            header,
            has_begun: false,
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
            invalid: InvalidLines::default(),
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

    /// The keeper of answers whose rows wait, in a run that can go on.
    pub fn keeper(&self) -> Option<&Keeper> {
        self.keeper.as_ref()
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
    pub fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }

    /// The work on positions begins: its rate counts from now on.
    pub fn restart_clock(&mut self) {
        self.report.restart();
    }

    /// The failure of a run that Ctrl-C ended.
    pub fn interrupted(&self) -> Failure {
        let has_rows = self.has_begun || self.keeper.as_ref().is_some_and(|keeper| keeper.rows() > 0);
        Failure::interrupted(match self.keeper.is_some() && self.target.keeps_rows() {
            _ if !has_rows => Interrupted::Unwritten,
            true => Interrupted::Resumable,
            false => Interrupted::Ended,
        })
    }

    /// Before the first row: removes what a file holds after the rows that an earlier run of this job wrote, and writes the
    /// header if there are none. From here to the end Ctrl-C is a request, so that the file and its record agree.
    fn begin(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        interrupt::heed(true);
        self.write_beginning()
    }

    fn write_beginning(&mut self) -> Result<(), Failure> {
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
            (None, 0) => self.target.write(self.header.as_bytes()),
            (None, _) => Ok(()),
        }
    }

    /// Takes what comes of all lines. Ctrl-C ends it.
    pub fn fill(
        &mut self,
        chunks: impl Iterator<Item = Result<Chunk, Failure>> + Send + 'static,
        pool: &Pool,
        work: impl Fn(&Chunk, &Outlet<Done>) + Sync,
    ) {
        interrupt::heed(true);
        let work = |chunk: Result<Chunk, Failure>, outlet: &Outlet<Done>| match chunk {
            Ok(chunk) => work(&chunk, outlet),
            Err(failure) => outlet.add(|done| done.end = Some(failure)),
        };
        if let Err(error) = pool.ordered_map(chunks, work, |done| self.take(done)) {
            self.failure = Some(error.into());
        }
        self.report.clear();
        interrupt::heed(false);
    }

    /// Ends the run: returns its exit code and its report.
    pub fn end(mut self) -> (Result<u8, Failure>, Report) {
        if !self.has_begun && self.failure.is_none() {
            self.failure = self.begin().err();
        }
        self.invalid.tell_more();
        let code = if self.some_invalid { INVALID } else { 0 };
        // The rows before a failure, and those before the line that ended the run, are whole, and count when it goes on.
        let is_complete = self.failure.is_none() && !self.has_stopped;
        if is_complete && self.report.found_nothing() {
            tell!("there is no position: all lines are blank or comments, which begin with # or //");
        }
        let saved = match is_complete || self.target.keeps_rows() || !self.target.is_file() {
            _ if !self.has_begun => Ok(()),
            true if self.has_stopped => self.finish(),
            true => self.save(),
            false => Ok(()),
        };
        let saved = match is_complete {
            true => saved.and_then(|()| self.complete()),
            false => saved,
        };
        if self.has_begun {
            interrupt::heed(false);
        }
        // The first failure is more useful.
        let outcome = match self.failure {
            Some(failure) => Err(failure),
            None => saved.map(|()| code),
        };
        (outcome, self.report)
    }

    /// Ends a run that has all its rows.
    fn complete(&mut self) -> Result<(), Failure> {
        self.target.complete()?;
        self.keeper.take().map_or(Ok(()), Keeper::end)
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
        if is_due && self.target.keeps_rows() { self.save() } else { Ok(()) }
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
        if self.invalid.lists_next() {
            self.report.aside(|| tell!("{message}"));
        }
    }

    /// Whether all lines were positions.
    fn write_rows(&mut self, done: Done) -> Result<bool, Failure> {
        if done.lines > 0 || done.last.is_some() {
            self.begin()?;
        }
        self.write(done.rows)?;
        for message in &done.messages {
            self.tell_invalid(message);
        }
        if let Some(keeper) = &mut self.keeper {
            let unrecorded = u64::from(done.last.is_some());
            let (rows, invalid) = (done.tally.rows() - unrecorded, done.tally.invalid - unrecorded);
            keeper.add(done.lines, &done.fingerprints, rows, invalid);
        }
        if let Some(kept) = done.kept {
            kept.remove(done.kept_rows);
        }
        match done.last {
            Some(row) => self.stop_at(row)?,
            None => self.save_if_due()?,
        }
        self.report.add(done.tally, done.fingerprints.len());
        if let Some(failure) = done.end {
            return Err(failure);
        }
        if interrupt::is_requested() {
            return Err(self.interrupted());
        }
        Ok(done.messages.is_empty())
    }
}
