//! Records of runs, whole and changed. A run only continues from a record of this job, of these lines, and of existing rows.
#![no_main]

#[allow(dead_code, unused_imports)]
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use cubebatch::Solution;
use cubebatch_cli::input::{Input, LINES};
use cubebatch_cli::journal::Journal;
use cubebatch_cli::journal::record::{JobOptions, RunRecord};
use cubebatch_cli::journal::target::Target;
use cubebatch_cube::goal::Task;
use libfuzzer_sys::fuzz_target;

const INPUT: &str = "R\n# a comment\nU\n\nF\n";
const ROWS: &str = "R'\nU'\nF'\n";

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| tempfile::tempdir().expect("there is room").keep());

fn job() -> JobOptions {
    [("--method", "modified"), ("--format", "text")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The record of a run after `lines` lines, as the program writes it.
fn record(lines: usize) -> Vec<u8> {
    let (out, record) = paths("whole");
    _ = fs::remove_file(&record);
    fs::write(&out, "").expect("there is room");
    let target = Target::open(Some(&out), &[]).ok().expect("it can be written");
    let mut journal = Journal::new(target, String::new(), None)
        .recorded(job(), None, &mut [], false)
        .ok()
        .expect("it is new");
    journal.begin().ok().expect("there is room");
    let chunk = Input::of_argument(INPUT).next_chunk(LINES).ok().flatten().expect("there are lines");
    let rows: Vec<&str> = ROWS.split_inclusive('\n').collect();
    let mut written = 0;
    for line in chunk.lines().take(lines) {
        let mut fingerprint = Vec::new();
        cubebatch_cli::input::fingerprint(&line, &mut fingerprint);
        let has_row = chunk.parse(line, None).is_ok_and(|cube| cube.is_some());
        if has_row {
            journal.write(rows[written].as_bytes()).ok().expect("there is room");
            written += 1;
        }
        journal.add(1, &fingerprint, has_row.into(), 0);
    }
    let waiting = "D".parse().expect("it is a move");
    let moves = "D'".parse().expect("it is a move");
    let solution = Solution::replayed(&waiting, &Task::default(), vec![moves]).expect("it solves it");
    journal.pending().add(&waiting, &solution);
    journal.save().ok().expect("there is room");
    fs::read(&record).expect("it was written")
}

fn paths(name: &str) -> (PathBuf, PathBuf) {
    (FOLDER.join(name), FOLDER.join(format!("{name}.run")))
}

#[derive(Arbitrary, Debug)]
struct Case<'a> {
    raw: &'a [u8],
    lines: u8,
    changes: Vec<(u16, u8)>,
    cut: Option<u16>,
    length: u8,
}

fuzz_target!(|case: Case| {
    if let Ok(record) = RunRecord::parse(case.raw) {
        assert_eq!(RunRecord::parse(&serde_json::to_vec(&record).expect("it is JSON")).ok(), Some(record));
    }
    let whole = record(usize::from(case.lines % 6));
    let mut bytes = whole.clone();
    for (at, change) in &case.changes {
        let at = usize::from(*at) % bytes.len();
        bytes[at] ^= change;
    }
    if let Some(cut) = case.cut {
        bytes.truncate(usize::from(cut));
    }
    let (out, record) = paths("changed");
    let rows = &ROWS.as_bytes()[..usize::from(case.length).min(ROWS.len())];
    fs::write(&out, rows).and_then(|()| fs::write(&record, &bytes)).expect("there is room");
    let target = Target::open(Some(&out), &[]).ok().expect("it can be written");
    let mut inputs = [Input::of_argument(INPUT)];
    if let Ok(journal) = Journal::new(target, String::new(), None).recorded(job(), None, &mut inputs, true) {
        assert!(journal.record().bytes <= rows.len() as u64);
        assert!(
            journal
                .known(&Task::default())
                .iter()
                .all(|(cube, solution)| solution.all().all(|solution| solution.solves(cube)))
        );
        let parse = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).expect("it was accepted");
        let (read, written) = (parse(&bytes), parse(&whole));
        for key in ["job", "whole", "lines", "lines_hash", "bytes", "bytes_hash"] {
            assert_eq!(read[key], written[key], "another {key}");
        }
    }
    assert_eq!(fs::read(&out).expect("it is there"), rows, "nothing is changed before a run begins");
});
