//! The record of a run: a small file beside its output, `FILE.run`, from which `--resume` goes on.
//!
//! The record says what was asked for, which lines were read so far (how many, and their hash), and which rows stand in the
//! output (where they end, and their hash). It is written about once a second, after those rows, to a file of its own that
//! then takes its name: so it is true whenever the program is killed. At the end of a run it is removed; with `--resume` it
//! stays, so that the same command finds the run complete, and that of a part stays for `cubebatch join`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cubebatch_rows::{json, shortened};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::pending::StoredAnswers;
use super::target::{Target, Written};
use crate::counted::counted;
use crate::failure::{Failure, UNUSABLE};
use crate::input::part::Whole;
use crate::remote::{self, Show, is_remote};
use crate::stored_file::StoredFile;

/// The ending of a record's name, after the name of the output.
const ENDING: &str = ".run";

/// Bytes of the output that are read at a time.
const PIECE: usize = 1 << 20;

/// No record is as long: a run of hard positions keeps the answers whose rows wait.
const LONGEST: u64 = 64 << 20;

/// The job of a run: the options that decide its rows, as the user writes them, with their values. A flag has an empty
/// value. The engine, the threads and the tables do not decide rows.
pub type JobOptions = BTreeMap<String, String>;

/// The option of a job that is a part of another.
pub const PART: &str = "--part";

/// The contents of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    pub job: JobOptions,
    /// The inputs of which a part is read: another part has the same ones, and so has a run that resumes a part.
    pub whole: Option<Whole>,
    /// Lines of input whose rows are written, and lines that have none.
    pub lines: u64,
    /// XXH3-64 of these lines, see [`fingerprint`](crate::input::fingerprint).
    pub lines_hash: String,
    /// Rows in the output.
    pub rows: u64,
    /// Rows of invalid lines.
    pub invalid: u64,
    /// The end of the rows in the output, the header included.
    pub bytes: u64,
    /// XXH3-64 of the bytes up to there: so a changed output is noticed.
    pub bytes_hash: String,
    /// Whether the run has come to its end.
    pub is_complete: bool,
    /// Answers whose rows are not written yet.
    pub waiting: StoredAnswers,
}

impl RunRecord {
    pub fn new(job: JobOptions, whole: Option<Whole>) -> RunRecord {
        RunRecord {
            job,
            whole,
            lines: 0,
            lines_hash: hex(&Xxh3::new()),
            rows: 0,
            invalid: 0,
            bytes: 0,
            bytes_hash: hex(&Xxh3::new()),
            is_complete: false,
            waiting: StoredAnswers::new(),
        }
    }

    /// Reads a record; `None` if there is none.
    pub fn read(path: &Path) -> Result<Option<RunRecord>, Failure> {
        let file = match StoredFile::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(|error| Failure::io(path, error))?,
        };
        let mut text = Vec::new();
        file.take(LONGEST).read_to_end(&mut text).map_err(|error| Failure::io(path, error))?;
        RunRecord::parse(&text).map(Some).map_err(|error| {
            let error = shortened(&json::fault(&error));
            let problem = format!("{}: this is not the record of a run: {error}", path.shown());
            Failure::new(
                UNUSABLE,
                problem,
                "Choose another output, or remove this file and the output to start again.",
            )
        })
    }

    /// Reads what a file holds.
    ///
    /// # Errors
    /// When that is no record of this version of the program, or a damaged one.
    pub fn parse(text: &[u8]) -> Result<RunRecord, serde_json::Error> {
        serde_json::from_slice(text)
    }

    /// Writes it to a disk or a store.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut text = serde_json::to_string(self).expect("names and numbers are JSON");
        text.push('\n');
        let written = match is_remote(path) {
            true => remote::put(path, text.into_bytes()),
            false => replace(path, text.as_bytes()),
        };
        written.map_err(|error| Failure::io(path, error))
    }

    /// Whether a run that begins again would lose work of this one.
    fn is_unended(&self) -> bool {
        !self.is_complete && (self.rows > 0 || !self.waiting.is_empty())
    }

    /// Refuses to write over the rows of an unfinished run.
    pub fn refuse_unended(&self, out: &Path) -> Result<(), Failure> {
        if !self.is_unended() {
            return Ok(());
        }
        let problem = format!("{}: {} of an unfinished run", out.shown(), counted(self.rows, "row"));
        let record = record_of(out);
        let remedy = format!("Add --resume to continue it, or remove {} to start again.", record.shown());
        Err(Failure::new(UNUSABLE, problem, &remedy))
    }

    /// The rows that it is of: the output must still begin with them, or hold nothing else.
    pub fn rows_of(&self, out: &Path, holds_only_these: bool, remedy: &str) -> Result<Written, Failure> {
        let bytes = self.bytes.saturating_add(holds_only_these.into());
        let written = read_written(out, bytes).map_err(|error| Failure::io(out, error))?;
        match written.bytes == self.bytes && hex(&written.hash) == self.bytes_hash {
            true => Ok(written),
            false => {
                let problem = format!("{}: it does not hold the rows of its record", out.shown());
                Err(Failure::new(UNUSABLE, problem, remedy))
            }
        }
    }

    /// Refuses to go on with something else than was begun.
    pub fn compare(&self, job: &JobOptions, whole: Option<&Whole>, out: &Path) -> Result<(), Failure> {
        let Some(name) = differing(&self.job, job).next() else {
            let is_same = self.whole.as_ref() == whole;
            return is_same.then_some(()).ok_or_else(|| other_input(out, "lines of other parts differ"));
        };
        let (begun, now) = (given(&self.job, name), given(job, name));
        let problem = format!("{}: the run was started {begun}, but resumed {now}", out.shown());
        Err(Failure::new(UNUSABLE, problem, "Use the options that it was started with, or another file."))
    }
}

/// The first bytes of a file, or fewer if it is shorter.
fn read_written(path: &Path, bytes: u64) -> io::Result<Written> {
    let mut written = Written::default();
    if bytes > 0 {
        let mut rest = StoredFile::open(path)?.take(bytes);
        let mut piece = vec![0; PIECE];
        while let read @ 1.. = rest.read(&mut piece)? {
            written.add(&piece[..read]);
        }
    }
    Ok(written)
}

/// The names of the options that differ between two jobs.
pub fn differing<'a>(one: &'a JobOptions, other: &'a JobOptions) -> impl Iterator<Item = &'a str> {
    let names = one.keys().chain(other.keys());
    names.filter(|&name| one.get(name) != other.get(name)).map(String::as_str)
}

/// An option as the user gave it. A record may be another program's, and hold a value of any length.
fn given(job: &JobOptions, name: &str) -> String {
    match job.get(name).map(String::as_str) {
        None => shortened(&format!("without {name}")),
        Some("") => shortened(&format!("with {name}")),
        Some(value) => shortened(&format!("with {name} {value}")),
    }
}

pub fn other_input(out: &Path, difference: &str) -> Failure {
    let problem = format!("{}: the run was started with another input: {difference}", out.shown());
    Failure::new(UNUSABLE, problem, "Use the inputs that it was started with, or another file.")
}

/// Refuses to write over the rows of an unfinished run, for work that keeps no record itself.
pub fn refuse_unended(target: &Target) -> Result<(), Failure> {
    let record = if target.is_file() { RunRecord::read(&record_of(target.name()))? } else { None };
    record.map_or(Ok(()), |record| record.refuse_unended(target.name()))
}

/// The record of a run that writes this file, beside it.
pub fn record_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

/// Writes a file whole or not at all. Until then it has a name beside `path` that no other file has.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (folder, prefix) = (folder_of(path), unfinished_prefix(path));
    let mut builder = tempfile::Builder::new();
    // Without this, temporary files are for their owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(&prefix).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Removes records that a killed run of this output did not finish. The output is locked: no other run writes one.
pub fn tidy(path: &Path) -> io::Result<()> {
    if is_remote(path) {
        return Ok(());
    }
    let prefix = unfinished_prefix(path);
    for entry in fs::read_dir(folder_of(path))? {
        let entry = entry?;
        let is_left = entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes());
        if is_left && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The beginning of the names of unfinished records. Each record has its own hash, so names stay short.
fn unfinished_prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    format!(".run-{:016x}-", xxh3_64(name.as_encoded_bytes()))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub fn hex(hash: &Xxh3) -> String {
    format!("{:016x}", hash.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_record_says_is_quoted_in_part() {
        let job = |value: &str| JobOptions::from([("--from".to_owned(), value.to_owned())]);
        let record = RunRecord::new(job(&"x".repeat(1 << 20)), None);
        let compared = record.compare(&job("reid"), None, Path::new("out"));
        let Err(Failure::Told { message, .. }) = compared else { panic!("the jobs differ") };
        assert!(message.len() < 1000 && message.contains("resumed with --from reid"), "{message}");
    }

    #[test]
    fn unfinished_records_of_this_output_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("out.run");
        replace(&record, b"{}").unwrap();
        let [left, other] = [&record, &folder.path().join("other.run")]
            .map(|record| folder.path().join(unfinished_prefix(record) + "a1b2c3"));
        let own = folder.path().join(".run-notes");
        [&left, &other, &own].into_iter().for_each(|path| fs::write(path, "{").unwrap());
        tidy(&record).unwrap();
        assert!(!left.exists() && [&record, &other, &own].into_iter().all(|path| path.exists()));
    }
}
