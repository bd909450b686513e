//! Standard input and output as pipes.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::support::{
    self, Folder, PROGRAM, Running, default_tables, feed_solve, interrupt, read, run, solve, solve_args,
    tables,
};

#[test]
fn standard_input_is_read_by_default_and_by_name() {
    for args in [&[][..], &["-"]] {
        let solved = feed_solve(args, "R\nU R\n");
        assert_eq!((solved.code, solved.stdout.as_str()), (0, "R'\nR' U'\n"), "{args:?}");
    }
}

#[test]
fn standard_input_can_come_between_files() {
    let folder = Folder::new();
    let file = folder.write("cubes.txt", "F\n");
    let solved = feed_solve(&[&file, "-", &file], "R\nQ\n");
    assert_eq!(solved.stdout, "F'\nR'\n# stdin line 2: column 1: no move begins with \"Q\"\nF'\n");
}

#[test]
fn a_last_line_needs_no_end() {
    assert_eq!(feed_solve(&[], "R\nU").stdout, "R'\nU'\n");
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let by_default = ["solve", "--tables", default_tables(), "--threads", "2"];
    for args in [&solve_args(&["--threads", "1"])[..], &solve_args(&["--threads", "2"]), &by_default] {
        let mut running = Running::start(args);
        // Three letters could be the first row of a cube.
        let line = ("R U F", "F' U' R'\n");
        for (question, answer) in [line, ("R", "R'\n"), ("U R", "R' U'\n"), ("# nothing\nF2", "F2\n"), line] {
            running.say(question);
            assert_eq!(running.hear().as_deref(), Some(answer));
        }
        running.stdin = None;
        assert_eq!(running.hear(), None);
        let (status, errors) = running.end();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
    }
}

/// The second position takes 20 moves, and for ever to search for one with 17.
#[test]
fn an_answer_does_not_wait_for_that_of_a_hard_position() {
    let folder = Folder::new();
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let input = folder.write("in", format!("R\nQ\n# none\nU R\n{superflip}\nF\n"));
    let out = folder.path("out");
    let args = ["solve", "--tables", default_tables(), "--max-length", "17", &input];
    let mut running = Running::start(&[&args[..], &["-o", &out]].concat());
    let rows = "R'\n# line 2: column 1: no move begins with \"Q\"\nR' U'\n";
    let written = || std::fs::read_to_string(&out).unwrap_or_default();
    while written() != rows {
        assert!(rows.starts_with(&written()), "{}", written());
        thread::sleep(Duration::from_millis(20));
    }
    let message = running.hear_error().expect("it reports the invalid line");
    assert!(message.ends_with(":2:1: no move begins with \"Q\"\n"), "{message}");
    let hint = running.hear_error().expect("it reports its work");
    let expected = format!("no row for a while: {input}:5 has no solution of at most 17 moves yet\n");
    assert_eq!(hint, expected);
    interrupt(&running);
    let (status, errors) = running.end();
    assert_eq!(status.code(), Some(130));
    assert!(errors.contains("2 positions in "), "{errors}");
    assert!(
        errors.ends_with("cubebatch: interrupted\n  The same command with --resume continues.\n"),
        "{errors}"
    );
    assert_eq!(read(&out), rows);
    assert_eq!(folder.names(), ["in", "out", "out.run"]);
}

#[test]
fn a_file_is_summed_up() {
    let folder = Folder::new();
    let input = folder.write("in", "R\nU R\nQ\n");
    let solved = solve(&["-o", &folder.path("out"), &input]);
    let lines: Vec<&str> = solved.stderr.lines().collect();
    assert_eq!((solved.code, lines.len()), (1, 3), "{}", solved.stderr);
    assert!(
        lines[1].starts_with("2 positions in ")
            && lines[1].ends_with("/s, mean length 1.500; 1 line invalid")
    );
    assert!(
        lines[2].starts_with("  modified, CPU, ")
            && lines[2].ends_with(" threads, phase1-sorted-5, phase2-sorted-7")
    );
}

#[test]
fn stopping_at_an_invalid_line_does_not_wait_for_another() {
    let mut running = Running::start(&solve_args(&["--on-error", "stop"]));
    running.say("R\nQ");
    // Standard input stays open, and silent.
    assert_eq!(running.hear().as_deref(), Some("R'\n"));
    assert_eq!(running.hear().as_deref(), Some("# line 2: column 1: no move begins with \"Q\"\n"));
    assert_eq!(running.hear(), None);
    assert_eq!(running.child.wait().expect("it can be waited for").code(), Some(1));
}

/// Runs the program, reads one line and closes the pipe, as `head -1` does.
fn read_one_line(args: &[&str]) -> (Option<i32>, String) {
    use std::io::{BufRead, BufReader};
    let mut running = Running::start(args);
    let mut line = String::new();
    let stdout = running.child.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut line).expect("there is a line");
    assert!(line.ends_with('\n'), "{line:?}");
    let (status, errors) = running.end();
    (status.code(), errors)
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let folder = Folder::new();
    let many = folder.write("many.txt", "R U F\n".repeat(100_000));
    for output in ["text", "jsonl", "csv"] {
        let ended = read_one_line(&solve_args(&["--format", output, &many]));
        assert_eq!(ended, (Some(0), String::new()), "{output}");
    }
    let ended = read_one_line(&["scramble", "--seed", "1", "--count", "100000"]);
    assert_eq!(ended, (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").expect("it is there"));
    for args in [&solve_args(&["examples/reid.txt"])[..], &["scramble", "--seed", "1"], &["man"]] {
        let mut command = support::command(PROGRAM);
        command.args(args).env("CUBEBATCH_TABLES", tables()).stdin(Stdio::null()).stdout(full());
        let output = command.output().expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.starts_with("cubebatch: stdout: "), "{errors}");
    }
}

#[test]
fn nobody_need_read_the_messages() {
    let mut command = support::command(PROGRAM);
    command.args(solve_args(&["tests/data/faulty.txt"])).env("CUBEBATCH_TABLES", tables());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stderr.take());
    let output = child.wait_with_output().expect("it can be waited for");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, solve(&["tests/data/faulty.txt"]).stdout.into_bytes());
}

#[test]
fn what_is_piped_from_scramble_can_be_solved() {
    let scrambled = run(&["scramble", "--count", "20", "--seed", "7"]);
    let solved = feed_solve(&["-"], scrambled.stdout);
    assert_eq!((solved.code, solved.lines().len(), solved.stderr.as_str()), (0, 20, ""));
}

/// Rust's runtime would open `/dev/null` in its place.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error() {
    for args in ["solve examples/scrambles.txt --method thistlethwaite", "scramble", "--version", "show R"] {
        let command = format!("'{}' {args} >&-", PROGRAM);
        let ended = support::command("sh").args(["-c", &command]).output().unwrap();
        let errors = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{args}: {errors}");
        assert!(errors.contains("stdout: it is closed"), "{args}: {errors}");
    }
}

#[test]
fn answers_that_wait_for_a_hard_position_survive_a_kill() {
    answers_survive(|running| running.child.kill().expect("it can be killed"));
}

#[test]
fn answers_that_wait_for_a_hard_position_survive_an_interrupt() {
    answers_survive(|running| interrupt(running));
}

/// The first position takes 20 moves, and for ever to search for one with 17; the answers of others are found meanwhile.
fn answers_survive(end: impl Fn(&mut Running)) {
    let folder = Folder::new();
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    // More than a thread is given at a time.
    let moves = ["U", "R", "F", "D", "L", "B"];
    let others: String =
        (0..216).map(|n| format!("{} {}2 {}'\n", moves[n / 36], moves[n / 6 % 6], moves[n % 6])).collect();
    let input = folder.write("in", format!("{superflip}\n{others}"));
    let out = folder.path("out");
    let args =
        ["solve", "--tables", default_tables(), "--max-length", "17", "--threads", "2", &input, "-o", &out];
    let record = || -> serde_json::Value {
        let text = std::fs::read_to_string(folder.path("out.run")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    };
    let mut running = Running::start(&args);
    while record()["waiting"].as_object().is_none_or(serde_json::Map::is_empty) {
        thread::sleep(Duration::from_millis(50));
    }
    end(&mut running);
    running.end();
    // Ctrl-C takes a file without rows away, and leaves the record.
    assert_eq!(std::fs::read_to_string(&out).unwrap_or_default(), "");
    // A solution of its own shows that the answers on record are taken. No line is done, so the hard one may be another.
    let mut record = record();
    let waiting = record["waiting"].as_object_mut().unwrap();
    let (_, solutions) = waiting.iter_mut().next().expect("the answers are on record");
    let longer = format!("{} U D U' D'", solutions[0].as_str().unwrap());
    *solutions = vec![longer.clone()].into();
    folder.write("out.run", record.to_string());
    folder.write("in", format!("R\n{others}"));
    let resumed = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let rows = read(&out);
    assert!(rows.lines().any(|row| row == longer), "{longer}");
    assert_eq!(rows.lines().count(), 217);
}
