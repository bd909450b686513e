//! What a run knows of itself: a small file beside its output, `FILE.run`, by which `--resume` goes on.
//!
//! The record tells what was asked for, which lines were read so far (how many, and their hash), and where their rows end
//! in the output. It is written about once a second, after the rows that it tells of, to a file of its own that then takes
//! its name: so it is true whenever the program is killed. It is removed when the run has come to its end.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::failure::{Failure, UNUSABLE};
use super::input::{Input, LINES};
use super::target::Target;

/// Of the output so many bytes are compared before a run goes on.
const TAIL: u64 = 4 << 10;

/// No record is as long.
const LONGEST: u64 = 1 << 20;

/// What decides the rows: options by their names. Which engine, how many threads and which tables does not.
pub type Job = BTreeMap<String, String>;

/// The contents of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    job: Job,
    /// Lines of input whose rows are written, with those that have none.
    lines: u64,
    /// XXH3-64 of these lines, see [`Line::fingerprint`](super::input::Line::fingerprint).
    lines_hash: String,
    /// Rows in the output.
    rows: u64,
    /// Those of them that tell of an invalid line.
    invalid: u64,
    /// Where they end there, the header included.
    bytes: u64,
    /// XXH3-64 of the last bytes before that, [`TAIL`] at most: so another file under the name is told from it.
    tail_hash: String,
}

impl RunRecord {
    fn new(job: Job) -> RunRecord {
        RunRecord {
            job,
            lines: 0,
            lines_hash: hex(&Xxh3::new()),
            rows: 0,
            invalid: 0,
            bytes: 0,
            tail_hash: hex(&Xxh3::new()),
        }
    }

    /// Reads a record; `None` if there is none.
    fn read(path: &Path) -> Result<Option<RunRecord>, Failure> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(|error| Failure::io(path, error))?,
        };
        let mut text = Vec::new();
        file.take(LONGEST).read_to_end(&mut text).map_err(|error| Failure::io(path, error))?;
        RunRecord::parse(&text).map(Some).map_err(|error| {
            let problem = format!("{}: it is no record of a run: {error}", path.display());
            Failure::new(UNUSABLE, problem, "Choose another output, or remove the file to begin anew.")
        })
    }

    /// Reads what a file holds.
    ///
    /// # Errors
    /// When that is no record of this version of the program, or a damaged one.
    pub fn parse(text: &[u8]) -> Result<RunRecord, serde_json::Error> {
        serde_json::from_slice(text)
    }

    /// Refuses to go on with something else than was begun.
    fn compare(&self, job: &Job, out: &Path) -> Result<(), Failure> {
        let names = self.job.keys().chain(job.keys());
        let differs = names.into_iter().find(|&name| self.job.get(name) != job.get(name));
        let Some(name) = differs else { return Ok(()) };
        let value = |job: &Job| job.get(name).map_or("not given".to_owned(), |value| format!("{value:?}"));
        let problem = format!(
            "{}: it was begun with another {name}: {}, now {}",
            out.display(),
            value(&self.job),
            value(job)
        );
        Err(Failure::new(UNUSABLE, problem, "Give the options that it was begun with, or another file."))
    }
}

/// Refuses to write over the rows of a run that did not end, for work that keeps no record itself.
pub fn refuse_unended(target: &Target) -> Result<(), Failure> {
    if !target.is_file() {
        return Ok(());
    }
    let out = target.name();
    RunRecord::read(&beside(out, ".run"))?.map_or(Ok(()), |record| Err(unended(out, record.rows)))
}

fn unended(out: &Path, rows: u64) -> Failure {
    let problem = format!("{}: {rows} rows of a run that did not end", out.display());
    let record = beside(out, ".run");
    let remedy = format!("Add --resume to go on with it, or remove {} to begin anew.", record.display());
    Failure::new(UNUSABLE, problem, &remedy)
}

/// Keeps the record of a run while it goes on.
pub struct Keeper {
    path: PathBuf,
    record: RunRecord,
    hash: Xxh3,
    saved: Instant,
    /// Whether something happened since then.
    is_old: bool,
}

impl Keeper {
    /// The record of a run that begins: of one that goes on, what was read before is read again, which must be the same.
    ///
    /// Nothing is written yet.
    pub fn open(target: &Target, job: Job, inputs: &mut [Input], resumes: bool) -> Result<Keeper, Failure> {
        let out = target.name();
        let path = beside(out, ".run");
        let found = RunRecord::read(&path)?;
        let record = match (found, resumes) {
            (Some(record), true) => {
                record.compare(&job, out)?;
                record
            }
            (Some(record), false) => return Err(unended(out, record.rows)),
            (None, true) if target.length()? > 0 => {
                let problem = format!("{}: there is no record of a run beside it", out.display());
                let remedy = "The run that wrote it came to its end, or was another program's. Leave out --resume to write it anew.";
                return Err(Failure::new(UNUSABLE, problem, remedy));
            }
            (None, _) => RunRecord::new(job),
        };
        let tail = tail_hash(out, record.bytes).map_err(|error| Failure::io(out, error))?;
        if tail.is_none_or(|tail| tail != record.tail_hash) {
            let problem = format!("{}: it does not hold the rows that its record tells of", out.display());
            let remedy = format!("Remove {} to begin anew.", path.display());
            return Err(Failure::new(UNUSABLE, problem, &remedy));
        }
        let hash = read_again(&record, inputs, out)?;
        Ok(Keeper { path, record, hash, saved: Instant::now(), is_old: true })
    }

    /// Rows that are there already.
    pub fn rows(&self) -> u64 {
        self.record.rows
    }

    /// Whether some of them tell of an invalid line.
    pub fn some_invalid(&self) -> bool {
        self.record.invalid > 0
    }

    /// Where they end in the output.
    pub fn bytes(&self) -> u64 {
        self.record.bytes
    }

    /// Takes note of lines, by their fingerprints, and of their rows, some of which tell of an invalid line.
    pub fn add(&mut self, lines: u64, fingerprints: &[u8], rows: u64, invalid: u64) {
        self.hash.update(fingerprints);
        self.record.lines += lines;
        self.record.rows += rows;
        self.record.invalid += invalid;
        self.is_old |= lines > 0;
    }

    /// Whether there is something to save, and the last time was so long ago.
    pub fn is_due(&self, interval: Duration) -> bool {
        self.is_old && self.saved.elapsed() >= interval
    }

    /// Saves all rows, and then the record of them.
    pub fn save(&mut self, target: &mut Target) -> Result<(), Failure> {
        self.record.bytes = target.save()?;
        self.record.lines_hash = hex(&self.hash);
        let out = target.name();
        let tail = tail_hash(out, self.record.bytes).map_err(|error| Failure::io(out, error))?;
        // Where somebody shortened the file, the next run is to find out.
        self.record.tail_hash = tail.unwrap_or_default();
        self.write().map_err(|error| Failure::io(&self.path, error))?;
        (self.saved, self.is_old) = (Instant::now(), false);
        Ok(())
    }

    fn write(&self) -> io::Result<()> {
        let new = beside(&self.path, ".new");
        let mut text = serde_json::to_string(&self.record).expect("names and numbers are JSON");
        text.push('\n');
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        fs::rename(&new, &self.path)
    }

    /// Removes the record: the run has come to its end.
    pub fn remove(self) -> Result<(), Failure> {
        fs::remove_file(&self.path).map_err(|error| Failure::io(&self.path, error))
    }
}

/// Reads the lines that a record tells of; gives their hash so far.
fn read_again(record: &RunRecord, inputs: &mut [Input], out: &Path) -> Result<Xxh3, Failure> {
    let mut hash = Xxh3::new();
    let mut left = record.lines;
    let mut fingerprints = Vec::new();
    for input in inputs {
        while left > 0
            && let Some(chunk) = input.next_chunk(left.min(LINES as u64) as usize)?
        {
            fingerprints.clear();
            chunk.lines().for_each(|line| line.fingerprint(&mut fingerprints));
            hash.update(&fingerprints);
            left -= chunk.lines().len() as u64;
        }
    }
    if left > 0 || hex(&hash) != record.lines_hash {
        let lines = record.lines;
        let problem =
            format!("{}: it was begun with another input: its first {lines} lines differ", out.display());
        return Err(Failure::new(
            UNUSABLE,
            problem,
            "Give the inputs that it was begun with, or another file.",
        ));
    }
    Ok(hash)
}

/// The hash of the last bytes of a file before `end`; `None` if it is shorter.
fn tail_hash(path: &Path, end: u64) -> io::Result<Option<String>> {
    let mut hash = Xxh3::new();
    if end > 0 {
        let mut file = File::open(path)?;
        let start = end.saturating_sub(TAIL);
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(end - start).read_to_end(&mut tail)?;
        if (tail.len() as u64) < end - start {
            return Ok(None);
        }
        hash.update(&tail);
    }
    Ok(Some(hex(&hash)))
}

fn hex(hash: &Xxh3) -> String {
    format!("{:016x}", hash.digest())
}

/// A path with something after its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
