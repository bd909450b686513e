//! The output of a part of a job, with its record, which says that it is complete.

use std::path::{Path, PathBuf};

use cubebatch_rows::{Form, Part};

use super::failure::{Failure, UNUSABLE};
use super::input::part::Whole;
use super::remote::Show;
use super::run_record::{Job, PART, RunRecord, holds};
use super::target::record_of;

/// A complete part.
pub struct FinishedPart {
    pub path: PathBuf,
    pub part: Part,
    /// The inputs of which it is a part.
    pub whole: Whole,
    pub rows: u64,
    record: RunRecord,
}

impl FinishedPart {
    /// Reads the record beside an output.
    pub fn open(path: &Path) -> Result<FinishedPart, Failure> {
        let refused = |problem: &str, remedy: &str| {
            Failure::new(UNUSABLE, format_args!("{}: {problem}", path.shown()), remedy)
        };
        let no_part = "Only a run of `solve --part` has one, without --time and --max-time.";
        let Some(record) = RunRecord::read(&record_of(path))? else {
            return Err(refused("there is no record of a run beside it", no_part));
        };
        let Some(part) = record.job().get(PART).and_then(|part| part.parse().ok()) else {
            return Err(refused("its record is not that of a part", no_part));
        };
        let Some(whole) = record.whole().cloned() else {
            let remedy = "An older version wrote it: remove it and its record, and solve the part again.";
            return Err(refused("its record does not say of which input it is a part", remedy));
        };
        if !record.is_complete() {
            return Err(refused("its run is not complete", "Continue it: the same command with --resume."));
        }
        Ok(FinishedPart { path: path.to_owned(), part, whole, rows: record.rows(), record })
    }

    /// Refuses an output that is not what its run wrote.
    pub fn check(&self) -> Result<(), Failure> {
        if holds(&self.path, &self.record).map_err(|error| Failure::io(&self.path, error))? {
            return Ok(());
        }
        let problem = format!("{}: it does not hold the rows of its record", self.path.shown());
        Err(Failure::new(
            UNUSABLE,
            problem,
            "Another program changed it: remove it and its record, and solve the part again.",
        ))
    }

    /// The form of its rows.
    pub fn form(&self) -> Option<Form> {
        let name = self.record.job().get("--output")?;
        Form::ALL.iter().copied().find(|form| form.name() == name)
    }

    /// The name of an option that another part has otherwise, if there is one.
    pub fn difference<'a>(&'a self, other: &'a FinishedPart) -> Option<&'a str> {
        let of = |job: &Job, name: &str| job.get(name).cloned();
        let (one, another) = (self.record.job(), other.record.job());
        let mut names = one.keys().chain(another.keys()).map(String::as_str);
        match self.part.of() == other.part.of() {
            true => names.find(|&name| name != PART && of(one, name) != of(another, name)),
            false => Some(PART),
        }
    }
}
