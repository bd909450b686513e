//! Table files that must not be used.

use std::fs;

use super::support::{Folder, Run, feed, run, solve_args, table};

/// A folder with both tables, that of phase 1 as `change` leaves it.
fn folder_with_phase1(change: impl FnOnce(&mut Vec<u8>)) -> Folder {
    let folder = Folder::new();
    fs::copy(table("phase2-sorted-7.cube"), folder.path("phase2-sorted-7.cube")).expect("there is room");
    let mut bytes = fs::read(table("phase1-sorted-5.cube")).expect("it is there");
    change(&mut bytes);
    folder.write("phase1-sorted-5.cube", bytes);
    folder
}

fn solve_in(folder: &Folder, input: &str) -> Run {
    feed(&solve_args(&["--tables", folder.all()]), input)
}

/// Fails unless the program says what is wrong with `name` and what to do, and leaves it.
fn assert_refused(folder: &Folder, name: &str, reason: &str, run: impl FnOnce() -> Run) {
    let before = (folder.names(), fs::read(folder.path(name)).expect("it is there"));
    let refused = run();
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{reason}: {}", refused.stderr);
    let mut lines = refused.stderr.lines();
    assert_eq!(lines.next(), Some(&*format!("cubebatch: {}: {reason}", folder.path(name))));
    let remedy = lines.next().unwrap_or_default();
    assert!(remedy.starts_with("  ") && remedy.contains("`cubebatch table build"), "{}", refused.stderr);
    let after = (folder.names(), fs::read(folder.path(name)).expect("it is there"));
    assert!(before == after, "{reason}: files were changed");
}

/// One way to spoil a table: what is then said, and how it is done.
type Fault = (&'static str, fn(&mut Vec<u8>));

#[test]
fn a_table_that_is_none_is_refused_and_left_alone() {
    let faults: [Fault; 8] = [
        ("it has 200000 bytes instead of 420735", |bytes| bytes.truncate(200_000)),
        ("it has 420736 bytes instead of 420735", |bytes| bytes.push(0)),
        ("it has 100 bytes instead of 256", |bytes| bytes.truncate(100)),
        ("it is not a cubebatch table", |bytes| bytes.clear()),
        ("it is not a cubebatch table", |bytes| *bytes = b"something else".repeat(1000)),
        ("its header is damaged", |bytes| bytes[40] ^= 1),
        ("its header is damaged", |bytes| bytes[255] ^= 0x80),
        ("its format is version 2, but this program reads version 1", |bytes| bytes[8] = 2),
    ];
    for (reason, change) in faults {
        let folder = folder_with_phase1(change);
        assert_refused(&folder, "phase1-sorted-5.cube", reason, || solve_in(&folder, "R\n"));
    }
}

#[test]
fn a_table_under_the_name_of_another_is_refused() {
    let folder = folder_with_phase1(|_| {});
    fs::rename(folder.path("phase1-sorted-5.cube"), folder.path("phase1-sorted-6.cube"))
        .expect("it can be renamed");
    let reason = "it is the table phase1-sorted-5, not phase1-sorted-6";
    let depths = ["--method", "modified", "--phase1-depth", "6", "--phase2-depth", "7"];
    let args = [&["solve", "--tables", folder.all()], &depths[..]].concat();
    assert_refused(&folder, "phase1-sorted-6.cube", reason, || feed(&args, "R\n"));
    let args = ["table", "build", "--phase", "1", "--depth", "6", "--tables", folder.all()];
    assert_refused(&folder, "phase1-sorted-6.cube", reason, || run(&args));
}

#[test]
fn info_and_verify_refuse_the_same_files() {
    let folder = folder_with_phase1(|bytes| bytes.truncate(200_000));
    let path = folder.path("phase1-sorted-5.cube");
    for command in ["info", "verify"] {
        let reason = "it has 200000 bytes instead of 420735";
        assert_refused(&folder, "phase1-sorted-5.cube", reason, || run(&["table", command, &path]));
    }
    let missing = folder.path("missing.cube");
    for command in ["info", "verify"] {
        let failed = run(&["table", command, &missing]);
        assert_eq!((failed.code, failed.stdout.as_str()), (2, ""));
        assert!(failed.stderr.starts_with(&format!("cubebatch: {missing}: ")), "{}", failed.stderr);
    }
}

#[test]
fn verify_finds_a_damaged_body() {
    let places: [fn(&mut Vec<u8>) -> &mut u8; 3] =
        [|bytes| &mut bytes[256], |bytes| &mut bytes[300_000], |bytes| bytes.last_mut().expect("it is long")];
    for place in places {
        let folder = folder_with_phase1(|bytes| *place(bytes) ^= 1);
        let path = folder.path("phase1-sorted-5.cube");
        let reason = "it is damaged: its bytes do not have the checksum in its header";
        assert_refused(&folder, "phase1-sorted-5.cube", reason, || run(&["table", "verify", &path]));
    }
}

/// Solving does not read the whole body first, so it meets the damage on its way.
#[test]
fn a_damaged_body_gives_no_wrong_solution() {
    let spoil = |bytes: &mut Vec<u8>| {
        let steps = bytes.len() - 95_039;
        bytes[steps..].fill(0);
    };
    let folder = folder_with_phase1(spoil);
    let failed = solve_in(&folder, "R\nR U F\n");
    assert_eq!((failed.code, failed.stdout.as_str()), (2, ""));
    let file = folder.path("phase1-sorted-5.cube");
    let problem = format!("cubebatch: the table phase1-sorted-5 led nowhere: it is damaged ({file})\n");
    assert!(failed.stderr.starts_with(&problem), "{}", failed.stderr);
    assert!(failed.stderr.contains("`cubebatch table verify`"), "{}", failed.stderr);
}
