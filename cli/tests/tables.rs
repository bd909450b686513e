//! `table`: build, info, verify, histogram, list.

use std::fs;

use serde_json::{Value, json};

use super::support::{Folder, default_tables, run, table, tables, tables_of_proofs};

/// Builds in a folder, which is also what should be printed.
fn build(folder: &str, phase: &str, depth: &str, force: bool) -> super::support::Run {
    let args = ["table", "build", "--phase", phase, "--depth", depth, "--tables", folder, "--force"];
    run(&args[..args.len() - usize::from(!force)])
}

#[test]
fn a_table_is_built_unless_it_is_there() {
    let folder = Folder::new();
    let path = folder.path("phase1-sorted-3.cube");
    let built = build(folder.all(), "1", "3", false);
    assert_eq!((built.code, built.stdout), (0, format!("{path}\n")));
    assert!(built.stderr.starts_with("building phase1-sorted-3: 647 entries, "), "{}", built.stderr);
    assert!(built.stderr.contains("\nbuilt phase1-sorted-3 in "), "{}", built.stderr);
    assert_eq!(folder.names(), ["phase1-sorted-3.cube"]);
    let again = build(folder.all(), "1", "3", false);
    assert_eq!((again.code, again.stdout), (0, format!("{path}\n")));
    assert_eq!(again.stderr, "phase1-sorted-3 exists already; --force builds it again\n");
}

/// Temporary files, which tables begin as, are often readable by their owner alone.
#[cfg(unix)]
#[test]
fn who_can_read_files_can_read_tables() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    build(folder.all(), "1", "2", false);
    let mode = |path: &str| fs::metadata(path).expect("it is there").permissions().mode();
    assert_eq!(mode(&folder.path("phase1-sorted-2.cube")), mode(&folder.write("ordinary", "")));
}

#[test]
fn force_replaces_what_is_there() {
    let folder = Folder::new();
    build(folder.all(), "2", "4", false);
    let path = folder.path("phase2-sorted-4.cube");
    let sound = fs::read(&path).expect("it was built");
    folder.write("phase2-sorted-4.cube", "something else");
    assert_eq!(build(folder.all(), "2", "4", false).code, 2);
    assert_eq!(fs::read(&path).expect("it is there"), b"something else");
    assert_eq!(build(folder.all(), "2", "4", true).code, 0);
    assert!(fs::read(&path).expect("it is there") == sound);
    assert_eq!(folder.names(), ["phase2-sorted-4.cube"]);
}

#[test]
fn tables_that_do_not_exist_cannot_be_built() {
    let folder = Folder::new();
    for (phase, depth, reason) in [
        ("1", "9", "there is no sorted table of phase 1 to depth 9: depths are 1 to 8"),
        ("2", "0", "there is no sorted table of phase 2 to depth 0: depths are 1 to 10"),
        ("3", "5", "3 is not in 1..=2"),
        ("1", "pruning", "there is no pruning table of phase 1"),
        ("1", "deep", "give a number, `complete`, `pruning` or `distances`"),
        ("2", "distances", "there is no table of distances of phase 2"),
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
    let info = run(&["table", "info", &table("phase2-sorted-7.cube"), "--json"]);
    assert_eq!(info.code, 0);
    let object: Value = serde_json::from_str(&info.stdout).expect("it is JSON");
    let expected = json!({
        "table": "phase2-sorted-7",
        "phase": 2,
        "depth": 7,
        "entries": 295_325,
        "per_depth": [1, 4, 34, 214, 1317, 7787, 45_473, 240_495],
        "bytes": 1_921_076,
        "version": 1,
        "metric": "HTM",
    });
    assert_eq!(object, expected);
    assert_eq!(fs::metadata(table("phase2-sorted-7.cube")).expect("it is there").len(), 1_921_076);
}

#[test]
fn info_is_readable_too() {
    let info = run(&["table", "info", &table("phase1-sorted-5.cube")]);
    assert_eq!((info.code, info.stderr.as_str()), (0, ""));
    assert_eq!(
        info.lines()[0],
        "phase1-sorted-5: 95,039 entries, 410.87 KiB, format version 1, half-turn metric"
    );
    let histogram: Vec<Vec<&str>> =
        info.lines()[1..].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        histogram,
        [["0", "1"], ["1", "4"], ["2", "50"], ["3", "592"], ["4", "7,156"], ["5", "87,236"]]
    );
}

#[test]
fn a_sound_table_is_verified() {
    for (name, replayed) in [("phase1-sorted-5.cube", "95,039"), ("phase2-sorted-7.cube", "295,325")] {
        let verified = run(&["table", "verify", &table(name)]);
        assert_eq!((verified.code, verified.stderr.as_str()), (0, ""));
        let first = format!(": sound. Counted, with the moves of {replayed} entries replayed:");
        assert!(verified.lines()[0].ends_with(&first), "{}", verified.stdout);
    }
    let some = run(&["table", "verify", &table("phase2-sorted-7.cube"), "--replays", "10"]);
    assert!(
        some.stdout.starts_with("phase2-sorted-7: sound. Counted, with the moves of 10 entries replayed:\n")
    );
}

#[test]
fn tables_are_listed() {
    let folder = Folder::new();
    fs::copy(table("phase1-sorted-5.cube"), folder.path("phase1-sorted-5.cube")).expect("there is room");
    folder.write("unrelated.txt", "hello");
    let listed = run(&["table", "list", "--tables", folder.all()]);
    assert_eq!((listed.code, listed.stderr.as_str(), listed.lines().len()), (0, "", 1));
    let words: Vec<&str> = listed.lines()[0].split_whitespace().collect();
    assert_eq!(
        words,
        ["phase1-sorted-5", "95,039", "entries", "410.87", "KiB", &folder.path("phase1-sorted-5.cube")]
    );
}

#[test]
fn the_environment_says_where_tables_are() {
    let listed = run(&["table", "list"]);
    assert_eq!(listed.code, 0);
    for name in ["phase1-sorted-5 ", "phase2-sorted-7 "] {
        assert!(listed.lines().iter().any(|line| line.starts_with(name)), "{}", listed.stdout);
    }
    assert!(listed.lines().iter().all(|line| line.contains(tables())), "{}", listed.stdout);
}

#[test]
fn a_folder_without_tables_has_no_sound_ones() {
    let folder = Folder::new();
    let listed = run(&["table", "list", "--tables", folder.all()]);
    assert_eq!((listed.code, listed.stderr), (0, format!("no tables in {}\n", folder.all())));
    let missing = &folder.path("missing");
    for (command, folder) in [("list", missing.as_str()), ("verify", missing), ("verify", folder.all())] {
        let refused = run(&["table", command, "--tables", folder]);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{command} {folder}");
        let remedy = "Check the name of the folder, or build one: `cubebatch table build`.";
        assert_eq!(refused.stderr, format!("cubebatch: no tables in {folder}\n  {remedy}\n"));
    }
}

#[test]
fn an_unusable_table_is_told_and_the_others_are_listed() {
    let folder = Folder::new();
    fs::copy(table("phase2-sorted-7.cube"), folder.path("phase2-sorted-7.cube")).expect("there is room");
    let bad = folder.write("phase1-sorted-6.cube", "something else");
    let listed = run(&["table", "list", "--tables", folder.all()]);
    assert_eq!((listed.code, listed.lines().len()), (2, 1));
    assert!(listed.stdout.starts_with("phase2-sorted-7"));
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

/// Complete tables, which the first run of the default method built.
#[test]
fn complete_tables_are_told_verified_and_listed() {
    let file = |name: &str| format!("{}/{name}.cube", default_tables());
    for (phase, name, entries, size) in [
        ("1", "phase1-complete", "140,908,410", "335.95 MiB"),
        ("2", "phase2-pruning", "111,605,760", "53.22 MiB"),
    ] {
        let info = run(&["table", "info", &file(name)]);
        assert!(info.stdout.starts_with(&format!("{name}: {entries} entries, {size}, ")), "{}", info.stdout);
        let verified = run(&["table", "verify", &file(name), "--replays", "1000"]);
        let expected =
            format!("{name}: sound. Counted, with 1,000 entries compared with all their neighbours:\n");
        assert!(verified.stdout.starts_with(&expected), "{}{}", verified.stdout, verified.stderr);
        let depth = if phase == "1" { "complete" } else { "pruning" };
        let again = build(default_tables(), phase, depth, false);
        assert_eq!((again.code, again.stdout), (0, file(name) + "\n"));
        assert_eq!(again.stderr, format!("{name} exists already; --force builds it again\n"));
    }
    let listed = run(&["table", "list", "--tables", default_tables()]);
    let names: Vec<&str> =
        listed.lines().into_iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["phase1-complete", "phase2-pruning"]);
}

/// Takes a minute, unless another test has built it already.
#[test]
fn a_proof_filter_is_built_told_and_verified() {
    let folder = tables_of_proofs();
    let file = format!("{folder}/proof-300MB.cube");
    let built = run(&["table", "build", "--proof", "300MB", "--tables", folder]);
    assert_eq!((built.code, built.stdout), (0, file.clone() + "\n"), "{}", built.stderr);
    let info = run(&["table", "info", &file]);
    assert!(info.stdout.starts_with("proof-300MB: 9,243,928 entries, 286.10 MiB, "), "{}", info.stdout);
    let verified = run(&["table", "verify", &file, "--replays", "1000"]);
    assert_eq!(verified.stdout, "proof-300MB: sound. The ends of 1,000 random sequences of moves pass.\n");
    let unknown = run(&["table", "build", "--proof", "5GB"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("give 300MB, 1GB, 8GB or 16GB"), "{}", unknown.stderr);
    assert_eq!(run(&["table", "build", "--proof", "1GB", "--phase", "1"]).code, 2);
}

#[test]
fn the_pruning_table_is_built_by_itself() {
    let folder = Folder::new();
    let built = build(folder.all(), "2", "pruning", false);
    assert_eq!((built.code, built.stdout), (0, folder.path("phase2-pruning.cube") + "\n"));
    let [built, expected] = [folder.all(), default_tables()]
        .map(|folder| fs::read(format!("{folder}/phase2-pruning.cube")).expect("it was built"));
    assert!(built == expected);
}

#[test]
fn without_a_file_all_tables_are_verified() {
    let folder = Folder::new();
    for name in ["phase1-sorted-5.cube", "phase2-sorted-7.cube"] {
        fs::copy(table(name), folder.path(name)).expect("there is room");
    }
    let verify = || run(&["table", "verify", "--tables", folder.all(), "--replays", "10"]);
    let sound = verify();
    let starts = |run: &super::support::Run, name: &str| {
        run.lines().iter().filter(|line| line.starts_with(&format!("{name}: sound. "))).count()
    };
    assert_eq!((sound.code, sound.stderr.as_str()), (0, ""));
    assert_eq!((starts(&sound, "phase1-sorted-5"), starts(&sound, "phase2-sorted-7")), (1, 1));

    let mut bytes = fs::read(table("phase1-sorted-5.cube")).expect("it is there");
    bytes[300_000] ^= 1;
    let path = folder.write("phase1-sorted-5.cube", bytes);
    let described = run(&["table", "info", &path]);
    let problem = format!("cubebatch: {path}: it is damaged: its checksum does not match its header");
    assert_eq!((described.code, described.stderr.lines().next()), (2, Some(problem.as_str())));
    let damaged = verify();
    assert_eq!(damaged.code, 2);
    assert!(damaged.stderr.starts_with(&format!("cubebatch: {path}: it is damaged: ")), "{}", damaged.stderr);
    assert_eq!((starts(&damaged, "phase1-sorted-5"), starts(&damaged, "phase2-sorted-7")), (0, 1));
}

/// Writing into it fails for every user.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_which_nobody_can_write_is_found_out_before_the_build() {
    let failed = build("/sys", "1", "7", false);
    assert_eq!((failed.code, failed.stdout.as_str()), (2, ""));
    assert!(failed.stderr.starts_with("cubebatch: /sys: "), "{}", failed.stderr);
}

#[cfg(unix)]
mod builds {
    use std::process::Command;

    use super::super::support::Running;
    use super::*;

    /// Starts to build, and hears that it does.
    fn start(folder: &Folder, depth: &str) -> Running {
        let args = ["table", "build", "--phase", "1", "--depth", depth, "--tables", folder.all()];
        let mut running = Running::start(&args);
        let building = running.hear_error().expect("it reports its work");
        assert!(building.starts_with(&format!("building phase1-sorted-{depth}: ")), "{building}");
        running
    }

    fn send(running: &Running, signal: &str) {
        let kill = format!("kill -{signal} {}", running.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("there is a shell").success());
    }

    #[test]
    fn a_table_is_built_by_one_process_while_others_wait() {
        let folder = Folder::new();
        let builder = start(&folder, "7");
        // As long as it is stopped it is surely at it.
        send(&builder, "STOP");
        let args = ["table", "build", "--phase", "1", "--depth", "7", "--tables", folder.all()];
        let forced = [&args[..], &["--force"]].concat();
        let mut waiting = [Running::start(&args), Running::start(&forced)];
        for waiting in &mut waiting {
            let told = waiting.hear_error().expect("it reports its work");
            assert_eq!(told, "another process is building phase1-sorted-7; waiting for it\n");
        }
        let listed = run(&["table", "list", "--tables", folder.all()]);
        let path = folder.path(".building-phase1-sorted-7");
        assert!(listed.stderr.starts_with(&format!("{path}: being built, ")), "{}", listed.stderr);
        send(&builder, "CONT");
        let (status, errors) = builder.end();
        assert!(status.success() && errors.starts_with("built phase1-sorted-7 in "), "{errors}");
        for mut waiting in waiting {
            assert_eq!(waiting.hear(), Some(folder.path("phase1-sorted-7.cube") + "\n"));
            let (status, errors) = waiting.end();
            assert!(status.success() && errors == "another process built phase1-sorted-7\n", "{errors}");
        }
        assert_eq!(folder.names(), ["phase1-sorted-7.cube"]);
    }

    #[test]
    fn whoever_waits_for_a_build_that_is_killed_builds() {
        let folder = Folder::new();
        let mut builder = start(&folder, "6");
        send(&builder, "STOP");
        let args = ["table", "build", "--phase", "1", "--depth", "6", "--tables", folder.all()];
        let mut waiting = Running::start(&args);
        let told = waiting.hear_error().expect("it reports its work");
        assert_eq!(told, "another process is building phase1-sorted-6; waiting for it\n");
        builder.child.kill().expect("it runs");
        let (status, errors) = waiting.end();
        assert!(status.success() && errors.starts_with("building phase1-sorted-6: "), "{errors}");
        assert_eq!(folder.names(), ["phase1-sorted-6.cube"]);
    }

    #[test]
    fn what_a_killed_build_left_is_told_and_removed_by_the_next() {
        let folder = Folder::new();
        let mut builder = start(&folder, "8");
        send(&builder, "STOP");
        builder.child.kill().expect("it runs");
        builder.child.wait().expect("it can be waited for");
        assert_eq!(folder.names(), [".building-phase1-sorted-8"]);
        let listed = run(&["table", "list", "--tables", folder.all()]);
        assert_eq!((listed.code, listed.stdout.as_str()), (0, ""));
        let path = folder.path(".building-phase1-sorted-8");
        assert!(listed.stderr.starts_with(&format!("{path}: left over, ")), "{}", listed.stderr);
        assert_eq!(build(folder.all(), "1", "2", false).code, 0);
        assert_eq!(folder.names(), ["phase1-sorted-2.cube"]);
    }
}
