//! Standard input and output as pipes.

use std::process::{Command, Stdio};

use super::support::{Folder, PROGRAM, Running, default_tables, feed_solve, run, solve, solve_args, tables};

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
    let solved = feed_solve(&[&file, "-", &file], "R\nX\n");
    assert_eq!(solved.stdout, "F'\nR'\n# stdin line 2: column 1: no move begins with \"X\"\nF'\n");
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
        for (question, answer) in [("R", "R'\n"), ("U R", "R' U'\n"), ("# nothing\nF2", "F2\n")] {
            running.say(question);
            assert_eq!(running.hear().as_deref(), Some(answer));
        }
        running.stdin = None;
        assert_eq!(running.hear(), None);
        let (status, errors) = running.end();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
    }
}

#[test]
fn stopping_at_an_invalid_line_does_not_wait_for_another() {
    let mut running = Running::start(&solve_args(&["--on-error", "stop"]));
    running.say("R\nX");
    // Standard input stays open, and silent.
    assert_eq!(running.hear().as_deref(), Some("R'\n"));
    assert_eq!(running.hear().as_deref(), Some("# line 2: column 1: no move begins with \"X\"\n"));
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
        let ended = read_one_line(&solve_args(&["--output", output, &many]));
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
        let mut command = Command::new(PROGRAM);
        command.args(args).env("CUBEBATCH_TABLES", tables()).stdin(Stdio::null()).stdout(full());
        let output = command.output().expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.starts_with("cubebatch: stdout: "), "{errors}");
    }
}

#[test]
fn nobody_need_read_the_messages() {
    let mut command = Command::new(PROGRAM);
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
