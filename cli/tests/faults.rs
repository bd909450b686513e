//! Table files that must not be used.

use std::fs;

use super::support::{Folder, Run, default_tables, feed, run, solve_args, table};

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
        let reason = "it is damaged: its checksum does not match its header";
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
    let problem = format!(
        "cubebatch: the table phase1-sorted-5 is damaged: following it did not reach the goal ({file})\n"
    );
    assert!(failed.stderr.starts_with(&problem), "{}", failed.stderr);
    assert!(failed.stderr.contains("`cubebatch table verify`"), "{}", failed.stderr);
}

/// Noise and zeros under a sound header; both tables are those of the default method.
#[test]
fn a_complete_table_with_other_entries_is_found_out_when_it_is_opened() {
    let spoil: [fn(&mut Vec<u8>); 2] = [
        |bytes| bytes[256..].fill(0),
        |bytes| {
            let (first, length) = (bytes.len() / 2, bytes.len() / 10);
            let mut noise = 1_u64;
            for byte in &mut bytes[first..first + length] {
                noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *byte = (noise >> 56) as u8;
            }
        },
    ];
    for name in ["phase1-complete.cube", "phase2-pruning.cube"] {
        let sound = fs::read(format!("{}/{name}", default_tables())).expect("it was built");
        for spoil in spoil {
            let folder = Folder::new();
            let mut bytes = sound.clone();
            spoil(&mut bytes);
            let path = folder.write(name, bytes);
            let reason = "it is damaged: a sample of its entries is wrong";
            assert_refused(&folder, name, reason, || run(&["table", "info", &path]));
        }
    }
}

/// For this number of positions tables are copied into memory, and then checked as a whole.
#[test]
fn a_long_job_does_not_begin_with_a_damaged_table() {
    let folder = folder_with_phase1(|bytes| *bytes.last_mut().expect("it is long") ^= 1);
    let positions = folder.write("positions.txt", "R U F\n".repeat(1_000_000));
    let reason = "it is damaged: its checksum does not match its header";
    let args = solve_args(&["--tables", folder.all(), &positions]);
    assert_refused(&folder, "phase1-sorted-5.cube", reason, || run(&args));
}

#[test]
fn a_table_that_is_a_folder_is_refused_by_name() {
    let folder = Folder::new();
    fs::create_dir(folder.path("phase1-sorted-5.cube")).expect("there is room for a folder");
    let refused = solve_in(&folder, "R\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    let problem = format!("cubebatch: {}: it is not a regular file\n", folder.path("phase1-sorted-5.cube"));
    assert!(refused.stderr.starts_with(&problem), "{}", refused.stderr);
}

/// `--memory` and GPUs.
#[test]
fn a_size_that_is_none_is_told_in_words() {
    let refused = run(&["solve", "--memory", "lots"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("give a size such as 600M or 1.5G"), "{}", refused.stderr);
    let granted = run(&["solve", "R", "--memory", "1e3"]);
    assert!(granted.stderr.contains("--memory allows 1.00 kB"), "{}", granted.stderr);
}

/// A report of an earlier run stays until there is a new one.
#[test]
fn a_bench_that_fails_leaves_its_files() {
    let folder = Folder::new();
    let (old, new) = (folder.write("old.json", "old"), folder.path("new.html"));
    let args = ["bench", "--json", &old, "--html", &new, "--gpu", "no such card", "--tables", folder.all()];
    assert_eq!(run(&args).code, 2);
    assert_eq!(folder.names(), ["old.json"]);
    assert_eq!(fs::read_to_string(&old).expect("it is there"), "old");
    let missing = folder.path("missing/new.json");
    let refused = run(&["bench", "--json", &missing, "--tables", folder.all()]);
    assert!(refused.stderr.starts_with(&format!("cubebatch: {missing}: ")), "{}", refused.stderr);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::support::{self, PROGRAM, Running, tables};
    use std::process::Command;

    #[test]
    fn a_table_that_is_a_pipe_is_refused_without_waiting() {
        let folder = folder_with_phase1(|_| {});
        let path = folder.path("phase1-sorted-5.cube");
        fs::remove_file(&path).expect("it is there");
        assert!(Command::new("mkfifo").arg(&path).status().expect("it starts").success());
        for run in [solve_in(&folder, "R\n"), run(&["table", "info", &path])] {
            let problem = format!("cubebatch: {path}: it is not a regular file\n");
            assert!(run.code == 2 && run.stderr.starts_with(&problem), "{}", run.stderr);
        }
    }

    /// Solves a position, and then with the table as `change` leaves it.
    fn assert_shortening_is_told(change: impl FnOnce(&str)) {
        let folder = folder_with_phase1(|_| {});
        let path = folder.path("phase1-sorted-5.cube");
        let mut running = Running::start(&solve_args(&["--tables", folder.all()]));
        running.say("R");
        assert_eq!(running.hear().as_deref(), Some("R'\n"));
        change(&path);
        running.say("R U2 F' L D2 B' R2 U F2 D' L2 B U' R F");
        assert_eq!(running.hear(), None);
        let (status, errors) = running.end();
        assert_eq!(status.code(), Some(2), "{status}: {errors}");
        assert!(errors.starts_with(&format!("cubebatch: {path}: it was shortened while")), "{errors}");
        assert!(errors.contains("`cubebatch table build --force …`"), "{errors}");
    }

    #[test]
    fn a_table_that_is_shortened_while_it_is_mapped_is_named() {
        let shorten = |path: &str, bytes| {
            let file = fs::File::options().write(true).open(path).expect("it is there");
            file.set_len(bytes).expect("it can be shortened");
        };
        assert_shortening_is_told(|path| shorten(path, 0));
        assert_shortening_is_told(|path| shorten(path, 8192));
    }

    /// As `cp` does, of which a file is first emptied.
    #[test]
    fn a_table_that_is_overwritten_while_it_is_mapped_is_named() {
        assert_shortening_is_told(|path| fs::write(path, "something else").expect("there is room"));
    }

    /// Runs the program with a limit, which the shell sets.
    fn run_with_limit(limit: &str, args: &[&str]) -> Run {
        let mut command = support::command("sh");
        command.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\""), PROGRAM]).args(args);
        let output = command.stdin(std::process::Stdio::null()).output().expect("there is a shell");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        let code = output.status.code().unwrap_or_else(|| panic!("{limit}: it was killed: {stderr}"));
        Run { code, stdout, stderr }
    }

    #[test]
    fn a_file_that_may_not_grow_is_told_and_not_left() {
        let folder = Folder::new();
        let args = ["table", "build", "--phase", "1", "--depth", "5", "--tables", folder.all()];
        let failed = run_with_limit("-f 100", &args);
        assert_eq!(failed.code, 2, "{}", failed.stderr);
        let (_, problem) = failed.stderr.split_once("cubebatch: ").expect("a problem is reported");
        assert!(problem.starts_with(&folder.path("phase1-sorted-5.cube")), "{problem}");
        assert!(problem.ends_with("  Raise the limit (`ulimit -f`), or choose another disk.\n"), "{problem}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn too_little_memory_for_a_build_is_told_before() {
        let folder = Folder::new();
        let args = ["table", "build", "--phase", "1", "--depth", "complete", "--tables", folder.all()];
        let refused = run_with_limit("-v 300000", &args);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
        let problem = "cubebatch: building phase1-complete needs 536.73 MiB of memory, but ";
        assert!(refused.stderr.starts_with(problem), "{}", refused.stderr);
        assert!(folder.names().is_empty());
    }

    /// As much as is needed depends on the system: somewhere between too little for the file and enough for all, what is
    /// asked for besides is refused.
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_that_nobody_foresaw_is_told_when_it_is_refused() {
        let table = format!("{}/phase1-complete.cube", default_tables());
        let verify = ["table", "verify", "--threads", "1", "--replays", "0", &table];
        let told = (400..1200).step_by(60).any(|mib| {
            let ended = run_with_limit(&format!("-v {}", mib << 10), &verify);
            assert!([0, 2].contains(&ended.code), "{mib}: {}", ended.stderr);
            ended.stderr.starts_with("cubebatch: the system has no memory for another ")
        });
        assert!(told);
    }

    /// The threads that started already ask for memory beside the one that does not start. The message names the first refusal,
    /// so a run may have to be repeated until it is the thread.
    #[cfg(target_os = "linux")]
    #[test]
    fn threads_that_the_system_does_not_give_are_told() {
        let folder = Folder::new();
        let build = ["table", "build", "--phase", "1", "--depth", "1", "--tables", folder.all()];
        let solve = solve_args(&["--tables", tables(), "examples/reid.txt"]);
        let pocket = ["pocket", "solve", "examples/reid.txt"];
        for args in [&build[..], &solve, &pocket] {
            let told = (0..10).any(|_| {
                let refused = run_with_limit("-v 150000", &[args, &["--threads", "256"]].concat());
                assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
                let memory = "cubebatch: the system has no memory for another ";
                let threads = "cubebatch: the system refuses to start threads: ";
                assert!(
                    [memory, threads].iter().any(|told| refused.stderr.starts_with(told)),
                    "{}",
                    refused.stderr
                );
                refused.stderr.starts_with(threads)
            });
            assert!(told);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn help_that_cannot_be_written_is_told() {
        for args in ["--help", "--version", "table --help"] {
            let command = format!("exec \"$0\" {args} > /dev/full");
            let output =
                support::command("sh").args(["-c", &command, PROGRAM]).output().expect("there is a shell");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{errors}");
            assert!(errors.starts_with("cubebatch: stdout: "), "{errors}");
        }
    }
}
