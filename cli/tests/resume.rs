//! `--resume`: a run that was killed is completed, and nothing else is touched.

use std::fs;
use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use super::support::{Folder, MODIFIED, Run, Running, default_tables, read, run};

/// A method that needs no tables.
const METHOD: [&str; 2] = ["--method", "thistlethwaite"];

/// Positions, comments, a blank line and two invalid lines: 46 lines, of which 42 have a row.
fn lines() -> Vec<String> {
    let positions = run(&["scramble", "--count", "40", "--seed", "5"]).stdout;
    let mut lines: Vec<String> = positions.lines().map(str::to_owned).collect();
    let between = ["# a comment", "", "// another one", "not a position"].map(str::to_owned);
    lines.splice(3..3, between);
    lines.splice(0..0, ["\u{feff}// the first line is none".to_owned()]);
    lines.push("nor this".to_owned());
    lines
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A run that was killed, with a record of some finished lines.
struct Killed {
    folder: Folder,
    out: String,
    record: String,
    args: Vec<String>,
}

impl Killed {
    /// Feeds lines to a run, and kills it when it has put them on record.
    fn after(lines: &[String], name: &str, args: &[&str]) -> Killed {
        let folder = Folder::new();
        let out = folder.path(name);
        let record = format!("{out}.run");
        let mut args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        args.splice(0..0, ["solve", "-o", &out].map(str::to_owned));
        let mut running = Running::start(&args.iter().map(String::as_str).collect::<Vec<_>>());
        for line in lines {
            running.say(line);
        }
        // The first line has no position; until there is one, nothing is on record.
        let recorded = if lines.len() == 1 { 0 } else { lines.len() };
        let wanted = format!("\"lines\":{recorded},");
        let patience = Instant::now();
        while !fs::read_to_string(&record).is_ok_and(|record| record.contains(&wanted)) {
            assert!(patience.elapsed() < Duration::from_secs(120), "{:?}", fs::read_to_string(&record));
            thread::sleep(Duration::from_millis(20));
        }
        running.child.kill().expect("it can be killed");
        running.end();
        Killed { folder, out, record, args }
    }

    /// Runs the same command on a whole input, with more arguments.
    fn go_on(&self, input: &str, more: &[&str]) -> Run {
        let mut args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        args.push(input);
        args.extend(more);
        run(&args)
    }

    fn append(&self, bytes: &[u8]) {
        let mut file = fs::read(&self.out).expect("it is there");
        file.extend_from_slice(bytes);
        fs::write(&self.out, file).expect("there is room");
    }

    /// What the output holds, unpacked.
    fn rows(&self) -> String {
        unpacked(&self.out)
    }

    /// Fails unless a run is refused for this reason, and everything is as it was before.
    fn assert_refused(&self, input: &str, more: &[&str], reason: &str) {
        let files = || (fs::read(&self.out).unwrap(), read(&self.record));
        let before = files();
        let refused = self.go_on(input, more);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{reason}: {}", refused.stderr);
        assert!(refused.stderr.contains(reason), "{reason}: {}", refused.stderr);
        assert_eq!(files(), before, "{reason}");
    }
}

fn unpacked(path: &str) -> String {
    #[cfg(feature = "parquet")]
    if path.ends_with(".parquet") {
        return super::parquet::rows(path).join("\n");
    }
    let bytes = fs::read(path).expect("it is there");
    if !path.ends_with(".gz") {
        return String::from_utf8(bytes).expect("rows are UTF-8");
    }
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("it can be unpacked");
    text
}

/// The rows of an uninterrupted run.
fn whole(input: &str, name: &str, args: &[&str]) -> String {
    let folder = Folder::new();
    let out = folder.path(name);
    let run = run(&[&["solve", "-o", &out, input], args].concat());
    assert!(run.code <= 1, "{}", run.stderr);
    assert_eq!(folder.names(), [name], "the record is removed at the end");
    unpacked(&out)
}

#[test]
fn wherever_a_run_was_killed_the_rest_is_added() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    // Before the first row, between comments, after an invalid line, among positions, at the end.
    let places = [1, 5, 8, 20, lines.len()];
    let forms = [
        ("out", "csv", &places[..]),
        ("out", "text", &[8, 20]),
        ("out", "jsonl", &[5]),
        // What is compressed is on record less often.
        ("out.gz", "jsonl", &[20]),
        ("out.parquet", "parquet", &[20]),
    ];
    let can_write = |form: &(_, &str, _)| cfg!(feature = "parquet") || form.1 != "parquet";
    for (name, output, places) in forms.into_iter().filter(can_write) {
        let args = [&METHOD[..], &["--format", output]].concat();
        let whole = whole(&input, name, &args);
        for &done in places {
            let killed = Killed::after(&lines[..done], name, &args);
            // Rows that are not in the record, and a torn one.
            killed.append(b"R U R'\n{\"line\":");
            let resumed = killed.go_on(&input, &["--resume"]);
            assert_eq!(resumed.code, 1, "{output} {done}: {}", resumed.stderr);
            assert!(resumed.stderr.contains("going on after ") || done == 1, "{}", resumed.stderr);
            assert_eq!(killed.rows(), whole, "{output} {done}");
            // The same command finds it complete.
            let again = killed.go_on(&input, &["--resume"]);
            assert_eq!((again.code, again.stderr.as_str()), (1, "complete: all of its 42 rows were there\n"));
            assert_eq!(killed.rows(), whole, "{output} {done}");
            // To begin anew is not refused then, and leaves no record.
            assert_eq!(killed.go_on(&input, &[]).code, 1);
            assert_eq!(killed.folder.names(), [name], "the record is removed at the end");
        }
    }
}

/// `tests/complete` does this with the methods that read large tables.
#[test]
fn a_run_by_each_method_is_completed() {
    let folder = Folder::new();
    let positions = run(&["scramble", "--count", "20", "--seed", "6"]).stdout;
    let lines: Vec<String> = positions.lines().map(str::to_owned).collect();
    let input = folder.write("input", text(&lines));
    let two_phase = ["--tables", default_tables(), "--max-length", "22"];
    let several = [&two_phase[..], &["--solutions", "3"]].concat();
    for (method, output) in [
        (&MODIFIED[..], "text"),
        (&MODIFIED, "csv"),
        (&two_phase, "text"),
        (&several, "text"),
        (&several, "jsonl"),
        (&several, "csv"),
        (&["--goal", "cross"], "jsonl"),
    ] {
        let args = [method, &["--format", output]].concat();
        let killed = Killed::after(&lines[..8], "out", &args);
        assert_eq!(killed.go_on(&input, &["--resume"]).code, 0, "{method:?} {output}");
        assert_eq!(killed.rows(), whole(&input, "out", &args), "{method:?} {output}");
    }
}

#[test]
fn a_run_that_was_killed_twice_is_completed() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    let killed = Killed::after(&lines[..10], "out", &METHOD);
    let mut args: Vec<&str> = killed.args.iter().map(String::as_str).collect();
    args.push("--resume");
    let mut again = Running::start(&args);
    for line in &lines[..20] {
        again.say(line);
    }
    let patience = Instant::now();
    while !read(&killed.record).contains("\"lines\":20,") {
        assert!(patience.elapsed() < Duration::from_secs(120), "{}", read(&killed.record));
        thread::sleep(Duration::from_millis(20));
    }
    again.child.kill().expect("it can be killed");
    again.end();
    assert_eq!(killed.go_on(&input, &["--resume"]).code, 1);
    assert_eq!(killed.rows(), whole(&input, "out", &METHOD));
}

#[test]
fn another_input_is_told_from_the_one_that_was_begun() {
    let (folder, lines) = (Folder::new(), lines());
    let killed = Killed::after(&lines[..20], "out", &METHOD);
    let mut changed = lines.clone();
    changed[1] = "R U F".to_owned();
    let mut comment = lines.clone();
    comment[0].push('!');
    let fewer = lines[..19].to_vec();
    for other in [changed, comment, fewer, Vec::new()] {
        let input = folder.write("input", text(&other));
        killed.assert_refused(
            &input,
            &["--resume"],
            "the run was started with another input: its first 20 lines differ",
        );
    }
    // What comes after the lines that are done may be another.
    let mut longer = lines.clone();
    longer.push("R U F".to_owned());
    let input = folder.write("input", text(&longer));
    assert_eq!(killed.go_on(&input, &["--resume"]).code, 1);
    assert_eq!(killed.rows(), whole(&input, "out", &METHOD));
}

#[test]
fn lines_of_one_file_are_told_from_those_of_two() {
    let (folder, lines) = (Folder::new(), lines());
    let [one, two] =
        [("one", &lines[..10]), ("two", &lines[10..])].map(|(name, part)| folder.write(name, text(part)));
    let out = folder.path("out");
    let solve = |inputs: [&str; 2], more: &[&str]| {
        run(&[&["solve", "-o", &out], &METHOD[..], &inputs, more].concat())
    };
    // A run that ends at once, as it cannot read what comes second: a folder cannot be opened as a file, so it is a
    // file that cannot be unpacked.
    let broken = folder.write("broken", b"\x1f\x8bno gzip");
    let failed = solve([&one, &broken], &[]);
    assert_eq!(failed.code, 2, "{}", failed.stderr);
    let other = solve([&one, &two], &["--resume"]);
    assert!(other.stderr.contains("the run was started with the files "), "{}", other.stderr);
    folder.write("broken", text(&lines[10..]));
    assert_eq!(solve([&one, &broken], &["--resume"]).code, 1);
    assert_eq!(read(&out).lines().count(), 42);
}

#[test]
fn each_option_that_decides_rows_is_told_by_its_name() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    let two_phase = ["--tables", default_tables(), "--max-length", "22", "--max-nodes", "100000"];
    for (begun, others) in [
        (
            &two_phase[..],
            &[
                (&["--max-length", "21"][..], "with --max-length 22, but resumed with --max-length 21"),
                (&["--max-nodes", "5"], "with --max-nodes 100000, but resumed with --max-nodes 5"),
                (&["--solutions", "2"], "without --solutions, but resumed with --solutions 2"),
                (&["--format", "csv"], "with --format text, but resumed with --format csv"),
                (&["--from", "facelets"], "without --from, but resumed with --from facelets"),
                (&["--scan", "belt"], "without --scan, but resumed with --scan FRBLUD"),
                (&["--on-error", "stop"], "with --on-error mark, but resumed with --on-error stop"),
            ][..],
        ),
        (
            &METHOD,
            &[
                (
                    &["--method", "modified"],
                    "with --method thistlethwaite, but resumed with --method modified",
                ),
                (&["--phases"], "without --phases, but resumed with --phases"),
            ],
        ),
    ] {
        let killed = Killed::after(&lines[..9], "out", begun);
        for (changed, reason) in others {
            // The last of two wins only where an option may be given twice, so it is replaced.
            let mut args: Vec<&str> = killed.args.iter().map(String::as_str).collect();
            if let Some(at) = args.iter().position(|arg| *arg == changed[0]) {
                args.drain(at..at + 2);
            }
            args.extend(*changed);
            args.extend(["--resume", &input]);
            let before = (read(&killed.out), read(&killed.record));
            let refused = run(&args);
            assert_eq!(refused.code, 2, "{changed:?}: {}", refused.stderr);
            let reason = format!("the run was started {reason}\n");
            assert!(refused.stderr.contains(&reason), "{reason}: {}", refused.stderr);
            assert_eq!((read(&killed.out), read(&killed.record)), before, "{changed:?}");
        }
        // Threads do not decide rows, nor does a default that is given.
        let mut same = vec!["--resume", "--threads", "1"];
        if begun.contains(&"--max-nodes") {
            same.extend(["--solutions", "1"]);
        }
        let resumed = killed.go_on(&input, &same);
        assert_eq!(resumed.code, 1, "{}", resumed.stderr);
    }
}

#[test]
fn a_run_that_did_not_end_is_not_begun_anew_unasked() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    let killed = Killed::after(&lines[..20], "out", &METHOD);
    killed.assert_refused(
        &input,
        &[],
        "16 rows of an unfinished run\n  Add --resume to continue it, or remove",
    );
    // Nor is it written over by what keeps no record itself.
    let before = read(&killed.out);
    for other in [
        &["solve", "--tables", default_tables(), "--max-time", "50", "-o", &killed.out, &input][..],
        &["solve", "--method", "thistlethwaite", "--format", "csv", "--time", "-o", &killed.out, &input],
        &["pocket", "solve", "--method", "steps", "-o", &killed.out],
    ] {
        let refused = run(other);
        assert_eq!(refused.code, 2, "{other:?}: {}", refused.stderr);
        assert!(refused.stderr.contains("rows of an unfinished run"), "{}", refused.stderr);
        assert_eq!(read(&killed.out), before, "{other:?}");
    }
    fs::remove_file(&killed.record).expect("it is there");
    assert_eq!(killed.go_on(&input, &[]).code, 1);
    assert_eq!(killed.rows(), whole(&input, "out", &METHOD));
}

#[test]
fn rows_without_a_record_are_left_alone() {
    let folder = Folder::new();
    let input = folder.write("input", "R\nU\n");
    let out = folder.write("out", "R'\n");
    let resumed = run(&["solve", "--method", "thistlethwaite", "-o", &out, "--resume", &input]);
    assert_eq!(resumed.code, 2);
    assert!(resumed.stderr.contains("there is no record of a run beside it"), "{}", resumed.stderr);
    assert_eq!((read(&out).as_str(), folder.names()), ("R'\n", vec!["input".to_owned(), "out".to_owned()]));
}

#[test]
fn what_was_not_begun_is_begun() {
    let folder = Folder::new();
    let input = folder.write("input", "R\nU\n");
    for out in [folder.path("none"), folder.write("empty", "")] {
        assert_eq!(run(&["solve", "--method", "thistlethwaite", "-o", &out, "--resume", &input]).code, 0);
        assert_eq!(read(&out), "R'\nU'\n");
    }
}

#[test]
fn a_file_that_is_no_record_is_left_alone() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    let killed = Killed::after(&lines[..20], "out", &METHOD);
    let record = read(&killed.record);
    let huge = "7".repeat(3 << 20);
    for other in
        ["", "R U\n", "{}", &record[..record.len() / 2], &record.replace("\"rows\"", "\"columns\""), &huge]
    {
        fs::write(&killed.record, other).expect("there is room");
        for more in [&[][..], &["--resume"]] {
            killed.assert_refused(&input, more, "this is not the record of a run");
        }
    }
    let other = record.replace("\"cubebatch\":\"", "\"cubebatch\":\"9");
    fs::write(&killed.record, other).expect("there is room");
    killed.assert_refused(&input, &["--resume"], "the run was started with cubebatch 9");
}

#[test]
fn rows_that_went_missing_or_are_others_are_told() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    let killed = Killed::after(&lines[..20], "out", &METHOD);
    let rows = read(&killed.out);
    let others = [
        rows[..rows.len() - 1].to_owned(),
        rows.replacen('U', "R", 1),
        "R U\n".repeat(rows.len()),
        String::new(),
    ];
    for other in others {
        fs::write(&killed.out, other).expect("there is room");
        killed.assert_refused(&input, &["--resume"], "it does not hold the rows of its record");
    }
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_the_same_file() {
    use std::path::Path;

    let folder = Folder::new();
    let out = folder.path("out");
    let args = ["solve", "--method", "thistlethwaite", "-o", &out];
    let mut first = Running::start(&args);
    first.say("R");
    let patience = Instant::now();
    while !Path::new(&out).exists() || read(&out).is_empty() {
        assert!(patience.elapsed() < Duration::from_secs(120));
        thread::sleep(Duration::from_millis(20));
    }
    let second = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(second.code, 2, "{}", second.stderr);
    assert!(second.stderr.contains("another process is writing it"), "{}", second.stderr);
    first.stdin = None;
    assert!(first.end().0.success());
    assert_eq!(read(&out), "R'\n");
}

#[test]
fn resume_needs_a_file_and_the_same_rows_again() {
    let folder = Folder::new();
    let out = folder.path("out");
    let refusals: [(&[&str], &str); 4] = [
        (&[], "--output <FILE>"),
        (&["-o", "-"], "cubebatch: standard output cannot be resumed\n"),
        (&["-o", &out, "--format", "csv", "--time"], "'--resume' cannot be used with '--time'"),
        (&["-o", &out, "--max-time", "50"], "solutions within --max-time depend on how fast the machine is"),
    ];
    for (options, problem) in refusals {
        let mut args = vec!["solve", "--resume", "--tables", folder.all(), "examples/scrambles.txt"];
        args.extend(options);
        let refused = run(&args);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{options:?}");
        assert!(refused.stderr.contains(problem), "{options:?}: {}", refused.stderr);
        assert!(folder.names().is_empty(), "{options:?}");
    }
}

/// The first of many rows lie far before the end.
#[test]
fn a_row_that_was_changed_anywhere_is_noticed() {
    let (folder, lines) = (Folder::new(), lines());
    let input = folder.write("input", text(&lines));
    let killed = Killed::after(&lines, "out", &[&METHOD[..], &["--format", "jsonl"]].concat());
    let mut rows = fs::read(&killed.out).unwrap();
    assert!(rows.len() > 5000, "more than a few pages: {}", rows.len());
    rows[100] ^= 1;
    fs::write(&killed.out, rows).unwrap();
    killed.assert_refused(&input, &["--resume"], "it does not hold the rows of its record");
}

#[test]
fn a_run_that_an_invalid_line_stopped_goes_on_when_the_line_is_mended() {
    let forms =
        [("out", "text"), ("out", "jsonl"), ("out", "csv"), ("out.gz", "jsonl"), ("out.parquet", "parquet")];
    for (name, output) in forms.into_iter().filter(|form| cfg!(feature = "parquet") || form.1 != "parquet") {
        let folder = Folder::new();
        let input = folder.write("input", "R\nU\nQQ\nF\n");
        let out = folder.path(name);
        let args = [&["solve", "-o", &out, "--format", output, "--on-error", "stop"], &METHOD[..], &[&input]]
            .concat();
        let stopped = run(&args);
        assert_eq!(stopped.code, 1, "{}", stopped.stderr);
        assert!(
            stopped.stderr.contains("Correct the line; then the same command with --resume continues."),
            "{}",
            stopped.stderr
        );
        folder.write("input", "R\nU\nD\nF\n");
        let resumed = run(&[&args[..], &["--resume"]].concat());
        assert_eq!(resumed.code, 0, "{output}: {}", resumed.stderr);
        assert!(resumed.stderr.starts_with("going on after 2 rows\n"), "{}", resumed.stderr);
        assert_eq!(
            unpacked(&out),
            whole(&input, name, &[&["--format", output], &METHOD[..]].concat()),
            "{output}"
        );
    }
}

/// The record is written beside the output about once a second, and first of all.
#[test]
fn files_with_names_like_that_of_the_record_are_kept() {
    let folder = Folder::new();
    let input = folder.write("input", "R\nU\n");
    let out = folder.path("out");
    let precious = folder.write("out.run.new", "precious");
    let solve = |input: &str| run(&[&["solve", "-o", &out, input], &METHOD[..]].concat());
    assert_eq!(solve(&input).code, 0);
    assert_eq!(read(&precious), "precious");
    #[cfg(unix)]
    for link in ["out.run.new", "out.run"] {
        let target = folder.write("target", "precious");
        _ = fs::remove_file(folder.path(link));
        std::os::unix::fs::symlink(&target, folder.path(link)).unwrap();
        solve(&input);
        assert_eq!(read(&target), "precious", "{link}");
        fs::remove_file(folder.path(link)).unwrap();
    }
    // Inputs of these names.
    let input = folder.write("out.run.new", "R\nU\n");
    assert_eq!((solve(&input).code, read(&out).as_str()), (0, "R'\nU'\n"));
    assert_eq!(read(&input), "R\nU\n");
    let record = folder.write("out.run", "R\nU\n");
    let refused = solve(&record);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("is an input and cannot be the record of the output as well"),
        "{}",
        refused.stderr
    );
    assert_eq!(read(&record), "R\nU\n");
}

/// Opening an output empties it: a table would be lost that this run, or another one, reads.
#[test]
fn a_table_is_no_output() {
    let folder = Folder::new();
    let input = folder.write("input", "R\nU\n");
    let tables = folder.path("tables");
    assert_eq!(run(&["table", "build", "--phase", "2", "--depth", "3", "--tables", &tables]).code, 0);
    let table = format!("{tables}/phase2-sorted-3.cube");
    let before = fs::read(&table).unwrap();
    for command in [&["solve", &input][..], &["pocket", "solve", &input]] {
        let refused = run(&[command, &["-o", &table]].concat());
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        assert!(refused.stderr.contains("it is the table phase2-sorted-3"), "{}", refused.stderr);
        assert!(fs::read(&table).unwrap() == before);
    }
}
