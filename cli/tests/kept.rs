//! The file that `-o` names is left as it is by a run that is refused, also with `--resume`.

use std::fs;
use std::path::Path;

use super::support::{Folder, MODIFIED, default_tables, feed, read, table};

/// Rows of an interrupted run for [`INPUT`].
const KEPT: &str = "R'\nU";
const INPUT: &str = "R\nU\nF\n";

/// Fails unless `solve` refuses these options, for a reason that its message holds, and leaves the output file.
fn assert_kept(options: &[&str], reason: &str) {
    let folder = Folder::new();
    let out = folder.write("out", KEPT);
    // Rows without a record cannot be resumed anyway, which is found out before tables are opened.
    let no_record = "there is no record of a run beside it";
    for (resume, reasons) in [(&[][..], &[reason][..]), (&["--resume"], &[reason, no_record])] {
        let refused = feed(&[&["solve", "-o", &out], options, resume].concat(), INPUT);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{options:?}: {}", refused.stderr);
        let is_told = reasons.iter().any(|reason| refused.stderr.contains(reason));
        assert!(is_told, "{options:?}: {}", refused.stderr);
        assert_eq!(read(&out), KEPT, "{options:?} {resume:?}");
    }
    assert_eq!(folder.names(), ["out"]);
}

/// The name of a file, without its folder.
fn name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).expect("it is a file")
}

/// One way to spoil a table, and what is then said.
type Fault = (fn(&mut Vec<u8>), &'static str);

const FAULTS: [Fault; 3] = [
    (|bytes| bytes.truncate(1000), "it has 1000 bytes instead of "),
    (|bytes| *bytes = b"something else".repeat(100), "it is not a cubebatch table"),
    (|bytes| bytes[40] ^= 1, "its header is damaged"),
];

/// Fails unless the output file is left when one of the tables is damaged, whichever it is.
fn assert_kept_by_damaged(tables: &[&str], options: &[&str]) {
    for path in tables {
        for (spoil, reason) in FAULTS {
            let folder = Folder::new();
            for table in tables {
                fs::copy(table, folder.path(name(table))).expect("there is room");
            }
            let mut bytes = fs::read(path).expect("it is there");
            spoil(&mut bytes);
            let damaged = folder.write(name(path), bytes);
            assert_kept(&[options, &["--tables", folder.all()]].concat(), &format!("{damaged}: {reason}"));
        }
    }
}

#[test]
fn the_output_file_is_kept_when_a_sorted_table_is_damaged() {
    assert_kept_by_damaged(&[&table("phase1-sorted-5.cube"), &table("phase2-sorted-7.cube")], &MODIFIED);
}

#[test]
fn the_output_file_is_kept_when_the_pruning_table_is_damaged() {
    let pruning = format!("{}/phase2-pruning.cube", default_tables());
    assert_kept_by_damaged(&[&pruning], &["--method", "two-phase"]);
}

/// Mere names of complete tables do: they are refused when they are opened.
#[test]
fn the_output_file_is_kept_when_a_complete_table_is_none() {
    let reason = "it is not a cubebatch table";
    for (method, file) in [("two-phase", "phase2-complete.cube"), ("descent", "phase1-complete.cube")] {
        let folder = Folder::new();
        let path = folder.write(file, "no table");
        let options = ["--method", method, "--tables", folder.all()];
        assert_kept(&options, &format!("{path}: {reason}"));
    }
}

#[test]
fn the_output_file_is_kept_when_there_is_no_such_gpu() {
    for method in [&["--method", "two-phase"][..], &["--method", "descent"], &MODIFIED] {
        let options = [method, &["--engine", "gpu", "--gpu", "no such card"]].concat();
        assert_kept(&options, "there is no GPU \"no such card\"");
    }
    assert_kept(&["--method", "thistlethwaite", "--engine", "gpu"], "does not run on a GPU");
}

#[test]
fn the_output_file_is_kept_when_an_option_or_an_input_is_refused() {
    let folder = Folder::new();
    let missing = folder.path("missing.txt");
    let refusals: [(&[&str], &str); 7] = [
        (&["--no-such-option"], "--no-such-option"),
        (&["--method", "modified", "--phase1-depth", "9"], "--phase1-depth"),
        (&["--ends", "2"], "has no use for --ends"),
        (&["--memory", "1M"], "needs at least"),
        (&["--gpu", "0"], "--engine cpu has no use for --gpu"),
        (&["--solutions", "2", "--engine", "gpu"], "does not run on a GPU"),
        (&[&missing], &missing),
    ];
    for (options, reason) in refusals {
        assert_kept(options, reason);
    }
}

#[test]
fn the_output_file_is_kept_when_a_run_cannot_be_resumed() {
    let folder = Folder::new();
    let out = folder.write("out", KEPT);
    for options in [&["--max-time", "50"][..], &["--format", "jsonl"], &["--format", "csv"]] {
        let refused = feed(
            &[&["solve", "--resume", "-o", &out, "--tables", default_tables()], options].concat(),
            INPUT,
        );
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{options:?}: {}", refused.stderr);
        assert_eq!(read(&out), KEPT, "{options:?}");
    }
}
