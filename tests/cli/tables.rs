//! `table`: build, info, verify, histogram, list.

use std::fs;

use serde_json::{Value, json};

use super::support::{Folder, run, table, tables};

/// Builds in a folder, which is also what should be printed.
fn build(folder: &str, phase: &str, depth: &str, force: bool) -> super::support::Run {
    let args = ["table", "build", "--phase", phase, "--depth", depth, "--tables", folder, "--force"];
    run(&args[..args.len() - usize::from(!force)])
}

#[test]
fn a_table_is_built_unless_it_is_there() {
    let folder = Folder::new();
    let path = folder.path("p0-3.cube");
    let built = build(folder.all(), "1", "3", false);
    assert_eq!((built.code, built.stdout), (0, format!("{path}\n")));
    assert!(built.stderr.starts_with("building p0[3]: 647 entries, "), "{}", built.stderr);
    assert!(built.stderr.contains("\nbuilt p0[3] in "), "{}", built.stderr);
    assert_eq!(folder.names(), ["p0-3.cube"]);
    let again = build(folder.all(), "1", "3", false);
    assert_eq!((again.code, again.stdout), (0, format!("{path}\n")));
    assert_eq!(again.stderr, "p0[3] is there already; --force builds it anew\n");
}

/// Temporary files, which tables begin as, are often readable by their owner alone.
#[cfg(unix)]
#[test]
fn who_can_read_files_can_read_tables() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    build(folder.all(), "1", "2", false);
    let mode = |path: &str| fs::metadata(path).expect("it is there").permissions().mode();
    assert_eq!(mode(&folder.path("p0-2.cube")), mode(&folder.write("ordinary", "")));
}

#[test]
fn force_replaces_what_is_there() {
    let folder = Folder::new();
    build(folder.all(), "2", "4", false);
    let path = folder.path("p1-4.cube");
    let sound = fs::read(&path).expect("it was built");
    folder.write("p1-4.cube", "something else");
    assert_eq!(build(folder.all(), "2", "4", false).code, 2);
    assert_eq!(fs::read(&path).expect("it is there"), b"something else");
    assert_eq!(build(folder.all(), "2", "4", true).code, 0);
    assert!(fs::read(&path).expect("it is there") == sound);
    assert_eq!(folder.names(), ["p1-4.cube"]);
}

#[test]
fn tables_that_do_not_exist_cannot_be_built() {
    let folder = Folder::new();
    for (phase, depth, reason) in [
        ("1", "9", "there is no table p0 of depth 9: it goes from 1 to 8"),
        ("2", "0", "there is no table p1 of depth 0: it goes from 1 to 10"),
        ("3", "5", "3 is not in 1..=2"),
    ] {
        let refused = build(folder.all(), phase, depth, false);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{reason}");
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = Folder::new();
    let file = folder.write("file", "not a folder");
    for beneath in [file.clone(), format!("{file}/tables")] {
        let failed = build(&beneath, "1", "3", false);
        assert_eq!((failed.code, failed.stdout.as_str()), (2, ""));
        assert!(failed.stderr.starts_with(&format!("cubebatch: {beneath}")), "{}", failed.stderr);
    }
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn info_tells_what_a_table_is() {
    let info = run(&["table", "info", &table("p1-7.cube"), "--json"]);
    assert_eq!(info.code, 0);
    let object: Value = serde_json::from_str(&info.stdout).expect("it is JSON");
    let expected = json!({
        "kind": "p1",
        "depth": 7,
        "entries": 295_325,
        "per_depth": [1, 4, 34, 214, 1317, 7787, 45_473, 240_495],
        "bytes": 1_921_076,
        "version": 1,
        "metric": "HTM",
    });
    assert_eq!(object, expected);
    assert_eq!(fs::metadata(table("p1-7.cube")).expect("it is there").len(), 1_921_076);
}

#[test]
fn info_is_readable_too() {
    let info = run(&["table", "info", &table("p0-5.cube")]);
    assert_eq!((info.code, info.stderr.as_str()), (0, ""));
    assert_eq!(info.lines()[0], "p0[5]: 95,039 entries, 410.87 KiB, format version 1, half-turn metric");
    let histogram: Vec<Vec<&str>> =
        info.lines()[1..].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        histogram,
        [["0", "1"], ["1", "4"], ["2", "50"], ["3", "592"], ["4", "7,156"], ["5", "87,236"]]
    );
}

#[test]
fn a_sound_table_is_verified() {
    for (name, replayed) in [("p0-5.cube", "95,039"), ("p1-7.cube", "295,325")] {
        let verified = run(&["table", "verify", &table(name)]);
        assert_eq!((verified.code, verified.stderr.as_str()), (0, ""));
        let first = format!(": sound. Counted, with the moves of {replayed} entries replayed:");
        assert!(verified.lines()[0].ends_with(&first), "{}", verified.stdout);
    }
    let some = run(&["table", "verify", &table("p1-7.cube"), "--replays", "10"]);
    assert!(some.stdout.starts_with("p1[7]: sound. Counted, with the moves of 10 entries replayed:\n"));
}

#[test]
fn tables_are_listed() {
    let folder = Folder::new();
    fs::copy(table("p0-5.cube"), folder.path("p0-5.cube")).expect("there is room");
    folder.write("unrelated.txt", "hello");
    let listed = run(&["table", "list", "--tables", folder.all()]);
    assert_eq!((listed.code, listed.stderr.as_str(), listed.lines().len()), (0, "", 1));
    let words: Vec<&str> = listed.lines()[0].split_whitespace().collect();
    assert_eq!(words, ["p0[5]", "95,039", "entries", "410.87", "KiB", &folder.path("p0-5.cube")]);
}

#[test]
fn the_environment_says_where_tables_are() {
    let listed = run(&["table", "list"]);
    assert_eq!(listed.code, 0);
    for name in ["p0[5] ", "p1[7] "] {
        assert!(listed.lines().iter().any(|line| line.starts_with(name)), "{}", listed.stdout);
    }
    assert!(listed.lines().iter().all(|line| line.contains(tables())), "{}", listed.stdout);
}

#[test]
fn a_folder_without_tables_is_no_error() {
    let folder = Folder::new();
    for empty in [folder.all(), &folder.path("missing")] {
        let listed = run(&["table", "list", "--tables", empty]);
        assert_eq!((listed.code, listed.stdout.as_str()), (0, ""));
        assert_eq!(listed.stderr, format!("no tables in {empty}\n"));
    }
}

#[test]
fn an_unusable_table_is_told_and_the_others_are_listed() {
    let folder = Folder::new();
    fs::copy(table("p1-7.cube"), folder.path("p1-7.cube")).expect("there is room");
    let bad = folder.write("p0-6.cube", "something else");
    let listed = run(&["table", "list", "--tables", folder.all()]);
    assert_eq!((listed.code, listed.lines().len()), (2, 1));
    assert!(listed.stdout.starts_with("p1[7]"));
    assert_eq!(listed.stderr, format!("cubebatch: {bad}: it is not a cubebatch table\n"));
}

/// Takes two seconds: all of phase 1 is searched.
#[test]
fn phase_1_is_counted_as_published() {
    let counted = run(&["table", "histogram", "--phase", "1", "--threads", "2"]);
    assert_eq!(counted.code, 0, "{}", counted.stderr);
    assert!(counted.stderr.starts_with("searching phase 1 took "), "{}", counted.stderr);
    let lines = counted.lines();
    assert_eq!(lines.len(), 13);
    assert!(lines.iter().all(|line| line.ends_with("  as published")));
    assert_eq!(lines[12], "   12           476  as published");
}

#[test]
fn there_are_two_phases_to_count() {
    assert_eq!(run(&["table", "histogram", "--phase", "3"]).code, 2);
    assert_eq!(run(&["table", "histogram"]).code, 2);
}

/// Builds all of phase 1, which takes some seconds.
#[test]
fn a_complete_table_is_built_told_verified_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let build = ["table", "build", "--phase", "1", "--depth", "complete", "--tables", tables];
    let built = run(&build);
    assert_eq!(built.code, 0, "{}", built.stderr);
    let file = folder.path().join("d1.cube");
    assert_eq!(built.stdout, format!("{}\n", file.display()));
    assert!(run(&build).stderr.contains("d1 is there already"));
    let file = file.to_str().unwrap();
    let info = run(&["table", "info", file]);
    assert!(info.stdout.starts_with("d1: 140,908,410 entries, 335.95 MiB"), "{}", info.stdout);
    let verified = run(&["table", "verify", file, "--replays", "1000"]);
    assert!(
        verified.stdout.starts_with("d1: sound. Counted, with 1,000 entries compared"),
        "{}",
        verified.stdout
    );
    assert!(run(&["table", "list", "--tables", tables]).stdout.starts_with("d1 "));
    assert_eq!(run(&["table", "build", "--phase", "1", "--depth", "deep"]).code, 2);
}
