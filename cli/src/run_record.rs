//! The record of a run: a small file beside its output, `FILE.run`, from which `--resume` goes on.
//!
//! The record says what was asked for, which lines were read so far (how many, and their hash), and which rows stand in the
//! output (where they end, and their hash). It is written about once a second, after those rows, to a file of its own that
//! then takes its name: so it is true whenever the program is killed. At the end of a run it is removed; with `--resume` it
//! stays, so that the same command finds the run complete, and that of a part stays for `cubebatch join`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubebatch::{Cube, Solution};
use cubebatch_cube::goal::Task;
use cubebatch_rows::{json, shortened};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::counted::counted;
use super::failure::{Failure, UNUSABLE};
use super::input::part::Whole;
use super::input::{Input, LINES, fingerprint};
use super::remote::{self, Show, is_remote};
use super::stored_file::StoredFile;
use super::target::{Target, Written, record_of};
use super::waiting::{Stored, Waiting, known};

/// Bytes of the output that are read at a time.
const PIECE: usize = 1 << 20;

/// No record is as long: a run of hard positions keeps the answers whose rows wait.
const LONGEST: u64 = 64 << 20;

/// The job of a run: the options that decide its rows, as the user writes them, with their values. A flag has an empty
/// value. The engine, the threads and the tables do not decide rows.
pub type Job = BTreeMap<String, String>;

/// The option of a job that is a part of another.
pub const PART: &str = "--part";

/// The contents of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    job: Job,
    /// The inputs of which a part is read: another part has the same ones, and so has a run that resumes a part.
    whole: Option<Whole>,
    /// Lines of input whose rows are written, and lines that have none.
    lines: u64,
    /// XXH3-64 of these lines, see [`fingerprint`].
    lines_hash: String,
    /// Rows in the output.
    rows: u64,
    /// Rows of invalid lines.
    invalid: u64,
    /// The end of the rows in the output, the header included.
    bytes: u64,
    /// XXH3-64 of the bytes up to there: so a changed output is noticed.
    bytes_hash: String,
    /// Whether the run has come to its end.
    is_complete: bool,
    /// Answers whose rows are not written yet.
    waiting: Stored,
}

impl RunRecord {
    fn new(job: Job, whole: Option<Whole>) -> RunRecord {
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
            waiting: Stored::new(),
        }
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The inputs of which it has a part.
    pub fn whole(&self) -> Option<&Whole> {
        self.whole.as_ref()
    }

    /// Rows in the output.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether the run has come to its end.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a run that begins again would lose work of this one.
    fn is_unended(&self) -> bool {
        !self.is_complete && (self.rows > 0 || !self.waiting.is_empty())
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

    /// Whether these are the rows that it is of.
    fn is_of(&self, written: &Written) -> bool {
        written.bytes == self.bytes && hex(&written.hash) == self.bytes_hash
    }

    /// Refuses to go on with something else than was begun.
    fn compare(&self, job: &Job, whole: Option<&Whole>, out: &Path) -> Result<(), Failure> {
        let names = self.job.keys().chain(job.keys());
        let differs = names.into_iter().find(|&name| self.job.get(name) != job.get(name));
        let Some(name) = differs else {
            let is_same = self.whole() == whole;
            return is_same.then_some(()).ok_or_else(|| other_input(out, "lines of other parts differ"));
        };
        let (begun, now) = (given(&self.job, name), given(job, name));
        let problem = format!("{}: the run was started {begun}, but resumed {now}", out.shown());
        Err(Failure::new(UNUSABLE, problem, "Use the options that it was started with, or another file."))
    }
}

/// An option as the user gave it. A record may be another program's, and hold a value of any length.
fn given(job: &Job, name: &str) -> String {
    match job.get(name).map(String::as_str) {
        None => shortened(&format!("without {name}")),
        Some("") => shortened(&format!("with {name}")),
        Some(value) => shortened(&format!("with {name} {value}")),
    }
}

/// Whether a file holds the rows of its record, and nothing else.
pub fn holds(path: &Path, record: &RunRecord) -> io::Result<bool> {
    Ok(StoredFile::open(path)?.length()? == Some(record.bytes) && record.is_of(&written(path, record.bytes)?))
}

/// Refuses to write over the rows of an unfinished run, for work that keeps no record itself.
pub fn refuse_unended(target: &Target) -> Result<(), Failure> {
    if !target.is_file() {
        return Ok(());
    }
    let out = target.name();
    let found = RunRecord::read(&record_of(out))?;
    found.filter(RunRecord::is_unended).map_or(Ok(()), |record| Err(unended(out, record.rows)))
}

fn unended(out: &Path, rows: u64) -> Failure {
    let problem = format!("{}: {} of an unfinished run", out.shown(), counted(rows, "row"));
    let record = record_of(out);
    let remedy = format!("Add --resume to continue it, or remove {} to start again.", record.shown());
    Failure::new(UNUSABLE, problem, &remedy)
}

/// Keeps the record of a run while it goes on.
pub struct Keeper {
    path: PathBuf,
    record: RunRecord,
    lines_hash: Xxh3,
    /// The rows that were there when this run began.
    before: Written,
    /// Whether the record stays at the end.
    stays: bool,
    /// Answers whose rows wait, and how many there were when the record was saved.
    waiting: Arc<Waiting>,
    waiting_saved: u64,
    saved: Instant,
    /// Whether something happened since then.
    is_old: bool,
}

impl Keeper {
    /// The record of a run that begins: of one that goes on, what was read before is read again, which must be the same.
    ///
    /// Nothing is written yet.
    pub fn open(
        target: &Target,
        job: Job,
        whole: Option<Whole>,
        inputs: &mut [Input],
        resumes: bool,
    ) -> Result<Keeper, Failure> {
        let out = target.name();
        let path = record_of(out);
        tidy(&path).map_err(|error| Failure::io(&path, error))?;
        let found = RunRecord::read(&path)?;
        let record = match (found, resumes) {
            (Some(record), true) => {
                record.compare(&job, whole.as_ref(), out)?;
                record
            }
            (Some(record), false) if record.is_unended() => return Err(unended(out, record.rows)),
            (None, true) if target.length()? > 0 => {
                let problem = format!("{}: there is no record of a run beside it", out.shown());
                let remedy = "The run that wrote it is complete, or another program wrote it. Leave out --resume to write it again.";
                return Err(Failure::new(UNUSABLE, problem, remedy));
            }
            (None, _) | (Some(_), false) => RunRecord::new(job, whole),
        };
        let before = written(out, record.bytes).map_err(|error| Failure::io(out, error))?;
        if !record.is_of(&before) {
            let problem = format!("{}: it does not hold the rows of its record", out.shown());
            let remedy = format!("Remove {} and {} to start again.", out.shown(), path.shown());
            return Err(Failure::new(UNUSABLE, problem, &remedy));
        }
        let stays = resumes || record.job.contains_key(PART);
        let lines_hash = read_again(&record, inputs, out)?;
        Ok(Keeper {
            path,
            record,
            lines_hash,
            before,
            stays,
            waiting: Arc::default(),
            waiting_saved: 0,
            saved: Instant::now(),
            is_old: true,
        })
    }

    /// Rows that are there already.
    pub fn rows(&self) -> u64 {
        self.record.rows
    }

    /// Whether there are rows of invalid lines.
    pub fn some_invalid(&self) -> bool {
        self.record.invalid > 0
    }

    /// Whether the run that wrote them came to its end.
    pub fn was_complete(&self) -> bool {
        self.record.is_complete
    }

    /// The store of answers whose rows wait.
    pub fn waiting(&self) -> &Arc<Waiting> {
        &self.waiting
    }

    /// Answers that an earlier run found, whose rows were not written.
    pub fn known(&self, task: &Task) -> HashMap<Cube, Solution> {
        known(&self.record.waiting, task)
    }

    /// The contents of the output when this run began.
    pub fn before(&self) -> &Written {
        &self.before
    }

    /// Adds lines by their fingerprints, and their rows, including rows of invalid lines.
    pub fn add(&mut self, lines: u64, fingerprints: &[u8], rows: u64, invalid: u64) {
        self.lines_hash.update(fingerprints);
        self.record.lines += lines;
        self.record.rows += rows;
        self.record.invalid += invalid;
        self.is_old |= lines > 0;
    }

    /// Whether there is something to save, and the last time was so long ago.
    pub fn is_due(&self, interval: Duration) -> bool {
        let is_old = self.is_old || self.waiting.count() != self.waiting_saved;
        is_old && self.saved.elapsed() >= interval
    }

    /// Saves all rows, and then the record of them.
    pub fn save(&mut self, target: &mut Target) -> Result<(), Failure> {
        self.record.is_complete = false;
        (self.waiting_saved, self.record.waiting) = (self.waiting.count(), self.waiting.stored());
        let written = target.save()?;
        (self.record.bytes, self.record.bytes_hash) = (written.bytes, hex(&written.hash));
        self.record.lines_hash = hex(&self.lines_hash);
        // The record of an object would speak of rows that no reader can see yet.
        if target.keeps_rows() {
            self.write()?;
        }
        (self.saved, self.is_old) = (Instant::now(), false);
        Ok(())
    }

    fn write(&self) -> Result<(), Failure> {
        let mut text = serde_json::to_string(&self.record).expect("names and numbers are JSON");
        text.push('\n');
        let written = match is_remote(&self.path) {
            true => remote::put(&self.path, text.into_bytes()),
            false => replace(&self.path, text.as_bytes()),
        };
        written.map_err(|error| Failure::io(&self.path, error))
    }

    /// Notes that the run, whose rows are saved, has come to its end.
    pub fn end(mut self) -> Result<(), Failure> {
        if self.stays {
            self.record.is_complete = true;
            return self.write();
        }
        if is_remote(&self.path) {
            return Ok(());
        }
        fs::remove_file(&self.path).map_err(|error| Failure::io(&self.path, error))
    }
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
fn tidy(path: &Path) -> io::Result<()> {
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

fn other_input(out: &Path, difference: &str) -> Failure {
    let problem = format!("{}: the run was started with another input: {difference}", out.shown());
    Failure::new(UNUSABLE, problem, "Use the inputs that it was started with, or another file.")
}

/// The first bytes of a file, or fewer if it is shorter.
fn written(path: &Path, bytes: u64) -> io::Result<Written> {
    let mut written = Written::default();
    if bytes == 0 {
        return Ok(written);
    }
    let mut rest = StoredFile::open(path)?.take(bytes);
    let mut piece = vec![0; PIECE];
    loop {
        match rest.read(&mut piece)? {
            0 => return Ok(written),
            read => written.add(&piece[..read]),
        }
    }
}

fn hex(hash: &Xxh3) -> String {
    format!("{:016x}", hash.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_record_says_is_quoted_in_part() {
        let job = |value: &str| Job::from([("--format".to_owned(), value.to_owned())]);
        let record = RunRecord::new(job(&"x".repeat(1 << 20)), None);
        let compared = record.compare(&job("reid"), None, Path::new("out"));
        let Err(Failure::Told { message, .. }) = compared else { panic!("the jobs differ") };
        assert!(message.len() < 1000 && message.contains("resumed with --format reid"), "{message}");
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
