//! Looking at a path opens nothing but regular files: a pipe would wait for its other end for ever. Each test ends only if that holds.

use std::fs;
use std::process::Command;
use std::thread::{self, JoinHandle};

use super::support::{Folder, Run, default_tables, run};

const SOLVE: [&str; 3] = ["solve", "--method", "thistlethwaite"];

/// A pipe with a name.
fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.path(name);
    assert!(Command::new("mkfifo").arg(&path).status().expect("the system has it").success());
    path
}

/// Reads all of a pipe.
fn reader(path: &str) -> JoinHandle<String> {
    let path = path.to_owned();
    thread::spawn(move || fs::read_to_string(path).expect("it is text"))
}

/// Writes into a pipe once.
fn writer(path: &str, text: &'static str) -> JoinHandle<()> {
    let path = path.to_owned();
    thread::spawn(move || fs::write(path, text).expect("it is read"))
}

fn solve(more: &[&str]) -> Run {
    run(&[&SOLVE, more].concat())
}

#[test]
fn rows_go_into_a_pipe() {
    let folder = Folder::new();
    let out = pipe(&folder, "out");
    let read = reader(&out);
    let solved = solve(&["R", "-o", &out]);
    assert_eq!((solved.code, read.join().unwrap().as_str()), (0, "R'\n"), "{}", solved.stderr);
    assert_eq!(folder.names(), ["out"], "a pipe has no record");
}

#[test]
fn a_pipe_is_no_record_and_no_part() {
    let folder = Folder::new();
    let (out, input) = (folder.path("out"), folder.write("in.txt", "R\nU\n"));
    let record = pipe(&folder, "out.run");
    for run in [solve(&["R", "-o", &out]), run(&["join", &out, "-o", &folder.path("joined")])] {
        assert!(
            run.code == 2 && run.stderr.contains(&format!("{record}: it is not a regular file")),
            "{}",
            run.stderr
        );
    }
    let (part, joined) = (folder.path("part"), folder.path("joined"));
    assert_eq!(solve(&[&input, "--part", "1/1", "-o", &part]).code, 0);
    fs::remove_file(&part).unwrap();
    let part = pipe(&folder, "part");
    let run = run(&["join", &part, "-o", &joined]);
    assert!(run.code == 2 && run.stderr.contains("it is not a regular file"), "{}", run.stderr);
}

#[test]
fn a_pipe_is_read_once() {
    let folder = Folder::new();
    let (input, out) = (pipe(&folder, "in"), folder.write("out.txt", "of yesterday\n"));
    let written = writer(&input, "R\nU\n");
    let solved = solve(&[&input, "-o", &out]);
    written.join().unwrap();
    assert_eq!(
        (solved.code, fs::read_to_string(&out).unwrap().as_str()),
        (0, "R'\nU'\n"),
        "{}",
        solved.stderr
    );
    let parted = solve(&[&input, "--part", "1/2", "-o", &out]);
    assert!(parted.code == 2 && parted.stderr.contains("has no parts"), "{}", parted.stderr);
    let both = run(&["check", &input, &input]);
    assert!(both.code == 2 && both.stderr.contains("cannot both come from"), "{}", both.stderr);
    let written =
        writer(&input, "{\"cube\":\"R\",\"solution\":\"R'\"}\n{\"cube\":\"U\",\"solution\":\"U'\"}\n");
    let checked = run(&["check", &input]);
    written.join().unwrap();
    assert_eq!((checked.code, checked.lines()[0]), (0, "2 of 2 solutions hold"), "{}", checked.stderr);
}

#[test]
fn the_record_of_a_coset_is_a_file() {
    let folder = Folder::new();
    let args = ["coset", "R F", "--depth", "1", "--tables", default_tables(), "--checkpoint", folder.all()];
    assert_eq!(run(&args).code, 0);
    let [record] = &folder.names()[..] else { panic!("there is a record") };
    fs::remove_file(folder.path(record)).unwrap();
    pipe(&folder, record);
    let counted = run(&args);
    assert!(counted.code == 2 && counted.stderr.contains("it is no regular file"), "{}", counted.stderr);
}
