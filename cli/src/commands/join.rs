//! `cubebatch join`: the outputs of all parts of a job become one.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use cubebatch_rows::{Form, Part, shortened};

use crate::args;
use crate::counted::counted;
use crate::failure::{Failure, UNUSABLE};
use crate::input;
use crate::input::part::Whole;
use crate::journal::record::{PART, RunRecord, differing, record_of, refuse_unended};
use crate::journal::target::{Target, file_of};
use crate::parquet;
use crate::remote::Show;

/// Bytes that are copied at a time.
const PIECE: usize = 1 << 20;

/// Runs the command.
pub fn run(args: &args::JoinArgs) -> Result<u8, Failure> {
    let mut parts = args.parts.iter().map(|path| FinishedPart::open(path)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|finished| finished.part.number());
    refuse_other_jobs(&parts)?;
    refuse_gaps(&parts)?;
    for finished in &parts {
        finished.check()?;
    }
    let mut target = Target::open(file_of(Some(&args.output)), &args.parts)?;
    refuse_unended(&target)?;
    target.begin()?;
    let paths: Vec<&Path> = parts.iter().map(|finished| finished.path.as_path()).collect();
    match parts[0].form() {
        Some(Form::Parquet) => parquet::join(&paths, &mut target)?,
        form => join_lines(&paths, form == Some(Form::Csv), &mut target)?,
    }
    target.save()?;
    target.complete()?;
    let rows = parts.iter().map(|finished| finished.record.rows).sum();
    note!("{} of {}", counted(rows, "row"), counted(parts.len() as u64, "part"));
    Ok(0)
}

/// The output of a complete part of a job.
struct FinishedPart {
    path: PathBuf,
    part: Part,
    /// The inputs of which it is a part.
    whole: Whole,
    record: RunRecord,
}

impl FinishedPart {
    /// Reads the record beside an output.
    fn open(path: &Path) -> Result<FinishedPart, Failure> {
        let refused = |problem: &str, remedy: &str| {
            Failure::new(UNUSABLE, format_args!("{}: {problem}", path.shown()), remedy)
        };
        let no_part = "Only a run of `solve --part` has one, without --time and --max-time.";
        let Some(record) = RunRecord::read(&record_of(path))? else {
            return Err(refused("there is no record of a run beside it", no_part));
        };
        let Some(part) = record.job.get(PART).and_then(|part| part.parse().ok()) else {
            return Err(refused("its record is not that of a part", no_part));
        };
        let Some(whole) = record.whole.clone() else {
            let remedy = "An older version wrote it: remove it and its record, and solve the part again.";
            return Err(refused("its record does not say of which input it is a part", remedy));
        };
        if !record.is_complete {
            return Err(refused("its run is not complete", "Continue it: the same command with --resume."));
        }
        Ok(FinishedPart { path: path.to_owned(), part, whole, record })
    }

    /// Refuses an output that is not what its run wrote.
    fn check(&self) -> Result<(), Failure> {
        let remedy = "Another program changed it: remove it and its record, and solve the part again.";
        self.record.rows_of(&self.path, true, remedy).map(|_| ())
    }

    /// The form of its rows.
    fn form(&self) -> Option<Form> {
        let name = self.record.job.get("--format")?;
        Form::ALL.iter().copied().find(|form| form.name() == name)
    }

    /// The name of an option that another part has otherwise, if there is one.
    fn difference<'a>(&'a self, other: &'a FinishedPart) -> Option<&'a str> {
        let mut names = differing(&self.record.job, &other.record.job);
        match self.part.of() == other.part.of() {
            true => names.find(|&name| name != PART),
            false => Some(PART),
        }
    }
}

/// Refuses parts whose other options or whose inputs differ.
fn refuse_other_jobs(parts: &[FinishedPart]) -> Result<(), Failure> {
    let (first, others) = parts.split_first().expect("the command line has one");
    for other in others {
        if let Some(name) = first.difference(other) {
            let (one, another) = (first.path.shown(), other.path.shown());
            let name = shortened(name);
            let problem = format!("{one} and {another} are not of one job: {name} differs");
            return Err(Failure::new(UNUSABLE, problem, "Give the files of one job."));
        }
        if first.whole != other.whole {
            return Err(of_other_inputs(first, other));
        }
    }
    Ok(())
}

fn of_other_inputs(one: &FinishedPart, other: &FinishedPart) -> Failure {
    let lines = |part: &FinishedPart| counted(part.whole.lines, "line");
    let (first, second) = (one.path.shown(), other.path.shown());
    let problem = match one.whole.lines == other.whole.lines {
        true => format!("{first} and {second} are parts of different inputs, of {} each", lines(one)),
        false => {
            let (of_one, of_other) = (lines(one), lines(other));
            format!("{first} and {second} are parts of different inputs: of {of_one}, and of {of_other}")
        }
    };
    let remedy = "Remove the part of the wrong input and its record, and solve it again, from the input of the others.";
    Failure::new(UNUSABLE, problem, remedy)
}

/// Refuses to join unless each part is there once.
fn refuse_gaps(parts: &[FinishedPart]) -> Result<(), Failure> {
    let of = parts[0].part.of();
    for (finished, next) in parts.iter().zip(&parts[1..]) {
        if finished.part == next.part {
            let (one, other) = (finished.path.shown(), next.path.shown());
            let problem = format!("{one} and {other} are the same part, {}", next.part);
            return Err(Failure::new(UNUSABLE, problem, "Give each part once."));
        }
    }
    let there: Vec<u64> = parts.iter().map(|finished| finished.part.number()).collect();
    let missing: Vec<String> = (1..=of)
        .filter(|number| there.binary_search(number).is_err())
        .map(|number| number.to_string())
        .collect();
    let named = missing.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match missing.len() {
        0 => Ok(()),
        1 => Err(incomplete(format_args!("part {named} of {of} is missing"))),
        count if count > MOST_NAMED => {
            Err(incomplete(format_args!("{count} of {of} parts are missing, among them {named}")))
        }
        _ => Err(incomplete(format_args!("parts {named} of {of} are missing"))),
    }
}

/// Missing parts that a message names, at most.
const MOST_NAMED: usize = 20;

fn incomplete(problem: std::fmt::Arguments) -> Failure {
    Failure::new(UNUSABLE, problem, "Solve what is missing with the same options, and give all parts.")
}

fn join_lines(paths: &[&Path], has_header: bool, target: &mut Target) -> Result<(), Failure> {
    for (number, path) in paths.iter().enumerate() {
        let failed = |error| Failure::io(path, error);
        let mut rows = BufReader::with_capacity(PIECE, input::unpacked(path)?);
        if has_header && number > 0 {
            rows.read_until(b'\n', &mut Vec::new()).map_err(failed)?;
        }
        let mut piece = Vec::with_capacity(PIECE);
        while rows.by_ref().take(PIECE as u64).read_to_end(&mut piece).map_err(failed)? > 0 {
            target.write(&piece)?;
            piece.clear();
        }
    }
    Ok(())
}
