//! The journal of a run: how far it is in its input and its output, and the answers between the two.

pub mod pending;
pub mod record;
pub mod target;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubebatch::{Cube, Solution};
use cubebatch_cube::goal::Task;
use xxhash_rust::xxh3::Xxh3;

use super::counted::counted;
use super::failure::{Failure, Interrupted, UNUSABLE};
use super::input::part::Whole;
use super::input::{Input, LINES, fingerprint};
use super::interrupt;
use super::parquet::{Columns, RowGroups};
use super::remote::{Show, is_remote};
use pending::{Pending, known};
use record::{JobOptions, PART, RunRecord, hex, other_input, record_of, refuse_unended, tidy};
use target::Target;

/// The least interval between two saves of a run that can go on. A kill loses the work of one interval.
const INTERVAL: Duration = Duration::from_secs(1);

/// The same as [`INTERVAL`], if the rows since the last save are compressed together.
const INTERVAL_TOGETHER: Duration = Duration::from_secs(10);

/// For rows in columns, at most this part of the time so far: each save costs a footer for all of them.
const COLUMNS_PART: u32 = 50;

/// How far a run is. On a disk its state is saved about once a second: first the rows, then the record of them.
pub struct Journal {
    target: Target,
    /// What comes before the first row of a text.
    header: String,
    /// The maker of columns, if the rows are columns.
    groups: Option<Box<dyn RowGroups>>,
    record: RunRecord,
    /// Where the record is kept, if the run can go on later.
    path: Option<PathBuf>,
    /// Whether the record stays at the end.
    stays: bool,
    /// The hash of the lines so far.
    lines_hash: Xxh3,
    /// The answers whose rows wait.
    pending: Arc<Pending>,
    /// Whether the target holds what comes before the next row.
    has_begun: bool,
    opened: Instant,
    saved: Instant,
    /// Whether lines were added since then.
    is_old: bool,
}

impl Journal {
    /// The journal of rows that come after this header, or of columns.
    pub fn new(target: Target, header: String, groups: Option<Box<dyn RowGroups>>) -> Journal {
        let now = Instant::now();
        Journal {
            target,
            header,
            groups,
            record: RunRecord::new(JobOptions::new(), None),
            path: None,
            stays: false,
            lines_hash: Xxh3::new(),
            pending: Arc::default(),
            has_begun: false,
            opened: now,
            saved: now,
            is_old: true,
        }
    }

    /// The same, of a run that cannot go on later.
    pub fn unrecorded(self) -> Result<Journal, Failure> {
        refuse_unended(&self.target)?;
        Ok(self)
    }

    /// The same, of a run that has a record: of one that goes on, what was read before is read again, which must be the same.
    ///
    /// Nothing is written yet.
    pub fn recorded(
        mut self,
        job: JobOptions,
        whole: Option<Whole>,
        inputs: &mut [Input],
        resumes: bool,
    ) -> Result<Journal, Failure> {
        let out = self.target.name();
        let path = record_of(out);
        tidy(&path).map_err(|error| Failure::io(&path, error))?;
        self.record = match (RunRecord::read(&path)?, resumes) {
            (Some(record), true) => {
                record.compare(&job, whole.as_ref(), out)?;
                record
            }
            (None, true) if self.target.length()? > 0 => {
                let problem = format!("{}: there is no record of a run beside it", out.shown());
                let remedy = "The run that wrote it is complete, or another program wrote it. Leave out --resume to write it again.";
                return Err(Failure::new(UNUSABLE, problem, remedy));
            }
            (found, _) => {
                found.map_or(Ok(()), |record| record.refuse_unended(out))?;
                RunRecord::new(job, whole)
            }
        };
        let remedy = format!("Remove {} and {} to start again.", out.shown(), path.shown());
        let written = self.record.rows_of(out, false, &remedy)?;
        self.lines_hash = read_again(&self.record, inputs, out)?;
        self.target.written = written;
        if self.record.rows > 0 && !self.record.is_complete {
            note!("going on after {}", counted(self.record.rows, "row"));
        }
        self.stays = resumes || self.record.job.contains_key(PART);
        self.path = Some(path);
        Ok(self)
    }

    /// The record that the run was opened with, and what was added since then.
    pub fn record(&self) -> &RunRecord {
        &self.record
    }

    /// Whether the run can go on after it was stopped.
    pub fn can_go_on(&self) -> bool {
        self.path.is_some()
    }

    /// The failure of a run that Ctrl-C ended.
    pub fn interrupted(&self) -> Failure {
        Failure::interrupted(match self.can_go_on() && self.target.keeps_rows() {
            _ if !self.has_begun && self.record.rows == 0 => Interrupted::Unwritten,
            true => Interrupted::Resumable,
            false => Interrupted::Ended,
        })
    }

    /// The answers whose rows wait.
    pub fn pending(&self) -> &Arc<Pending> {
        &self.pending
    }

    /// Answers that an earlier run found, whose rows were not written.
    pub fn known(&self, task: &Task) -> HashMap<Cube, Solution> {
        known(&self.record.waiting, task)
    }

    /// Before the first row: removes what a file holds after the rows that an earlier run of this job wrote, and writes the
    /// header if there are none. From here to the end Ctrl-C is a request, so that the file and its record agree.
    pub fn begin(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        interrupt::heed(true);
        self.target.begin()?;
        let end = self.target.written.bytes;
        if end == 0 {
            // The record comes first: it lists no rows yet, so the rest of an old file is cut.
            self.save_written()?;
        }
        match (&mut self.groups, end) {
            (Some(groups), 0) => groups.begin(&mut self.target),
            (Some(groups), end) => groups.go_on(self.target.name(), end),
            (None, 0) => self.target.write(self.header.as_bytes()),
            (None, _) => Ok(()),
        }
    }

    /// Appends whole rows of text.
    pub fn write(&mut self, rows: &[u8]) -> Result<(), Failure> {
        self.target.write(rows)
    }

    /// Appends rows in columns.
    pub fn write_columns(&mut self, columns: Columns) -> Result<(), Failure> {
        self.groups.as_mut().map_or(Ok(()), |groups| groups.add(columns, &mut self.target))
    }

    /// Adds lines by their fingerprints, whose rows were written, including rows of invalid lines.
    pub fn add(&mut self, lines: u64, fingerprints: &[u8], rows: u64, invalid: u64) {
        self.lines_hash.update(fingerprints);
        self.record.lines += lines;
        self.record.rows += rows;
        self.record.invalid += invalid;
        self.is_old |= lines > 0;
    }

    /// Saves what can be gone on with if that was not done for a while.
    pub fn save_if_due(&mut self) -> Result<(), Failure> {
        let interval = match &self.groups {
            Some(_) => INTERVAL_TOGETHER.max(self.opened.elapsed() / COLUMNS_PART),
            None if self.target.is_compressed() => INTERVAL_TOGETHER,
            None => INTERVAL,
        };
        let is_due = (self.is_old || self.pending.is_changed()) && self.saved.elapsed() >= interval;
        if is_due && self.can_go_on() && self.target.keeps_rows() { self.save() } else { Ok(()) }
    }

    /// Saves all rows so far, and the record of them.
    pub fn save(&mut self) -> Result<(), Failure> {
        if let Some(groups) = &mut self.groups {
            groups.finish(&mut self.target)?;
        }
        self.save_written()
    }

    /// Saves what was written to the target, and the record of it.
    fn save_written(&mut self) -> Result<(), Failure> {
        self.target.save()?;
        let Some(path) = &self.path else { return Ok(()) };
        let (record, written) = (&mut self.record, &self.target.written);
        (record.bytes, record.bytes_hash) = (written.bytes, hex(&written.hash));
        record.lines_hash = hex(&self.lines_hash);
        record.is_complete = false;
        record.waiting = self.pending.store();
        // The record of an object would speak of rows that no reader can see yet.
        if self.target.keeps_rows() {
            record.write(path)?;
        }
        (self.saved, self.is_old) = (Instant::now(), false);
        Ok(())
    }

    /// Saves what was added. What comes after that is not put on record: a run that goes on reads those lines again.
    pub fn end_record(&mut self) -> Result<(), Failure> {
        self.save()?;
        self.path = None;
        Ok(())
    }

    /// Ends a run, which has all its rows, or which can go on later.
    pub fn close(mut self, is_complete: bool) -> Result<(), Failure> {
        if !self.has_begun {
            return Ok(());
        }
        // The rows before a failure are whole, and count when the run goes on.
        let has_whole_rows = is_complete || self.target.keeps_rows() || !self.target.is_file();
        let saved = if has_whole_rows { self.save() } else { Ok(()) };
        let closed = if is_complete { saved.and_then(|()| self.complete()) } else { saved };
        interrupt::heed(false);
        closed
    }

    /// Notes that the run, whose rows are saved, has come to its end.
    fn complete(&mut self) -> Result<(), Failure> {
        self.target.complete()?;
        let Some(path) = &self.path else { return Ok(()) };
        if self.stays {
            self.record.is_complete = true;
            return self.record.write(path);
        }
        if is_remote(path) {
            return Ok(());
        }
        fs::remove_file(path).map_err(|error| Failure::io(path, error))
    }
}

/// Reads the lines of a record again; returns their hash so far.
fn read_again(record: &RunRecord, inputs: &mut [Input], out: &Path) -> Result<Xxh3, Failure> {
    let mut hash = Xxh3::new();
    let mut left = record.lines;
    let mut fingerprints = Vec::new();
    for input in inputs {
        while left > 0
            && let Some(chunk) = input.next_chunk(left.min(LINES as u64) as usize)?
        {
            fingerprints.clear();
            chunk.lines().for_each(|line| fingerprint(&line, &mut fingerprints));
            hash.update(&fingerprints);
            left -= chunk.lines().len() as u64;
        }
    }
    if left > 0 || hex(&hash) != record.lines_hash {
        return Err(match record.lines {
            1 => other_input(out, "its first line differs"),
            lines => other_input(out, &format!("its first {lines} lines differ")),
        });
    }
    Ok(hash)
}
