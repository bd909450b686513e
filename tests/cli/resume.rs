//! `--resume`: an interrupted output is completed, and nothing else is touched.

use std::fs;

use super::support::{Folder, Run, run};

/// Solves by a method that needs no tables.
fn solve(args: &[&str]) -> Run {
    run(&[&["solve", "--method", "thistlethwaite"], args].concat())
}

const HEADER: &str =
    "line,cube,solution,length,phase1_length,phase2_length,phase3_length,phase4_length,error";

/// Positions, a comment, a blank line and two invalid lines.
fn input(folder: &Folder) -> String {
    let positions = run(&["scramble", "--count", "40", "--seed", "5"]).stdout;
    let mut lines: Vec<&str> = positions.lines().collect();
    lines.splice(3..3, ["# a comment", "", "// another one", "not a position"]);
    lines.push("nor this");
    folder.write("input", lines.join("\n"))
}

fn resume(input: &str, out: &str, output: &str) -> Run {
    solve(&["--resume", "--output", output, "-o", out, input])
}

/// The output of a whole run, of 42 rows.
fn whole(folder: &Folder, input: &str, output: &str) -> Vec<u8> {
    let path = folder.path("whole");
    assert_eq!(solve(&["--output", output, "-o", &path, input]).code, 1);
    fs::read(&path).expect("it was written")
}

#[test]
fn wherever_a_run_was_cut_off_the_rest_is_added() {
    let folder = Folder::new();
    let input = input(&folder);
    for output in ["text", "jsonl", "csv"] {
        let whole = whole(&folder, &input, output);
        let at = |part: usize| whole.len() * part / 10;
        // Without a file, within the first line, between and within rows, at the end.
        let row_end = whole.iter().position(|&byte| byte == b'\n').expect("there are rows") + 1;
        for cut in [None, Some(0), Some(3), Some(row_end), Some(at(4)), Some(at(9)), Some(whole.len())] {
            let out = folder.path("out");
            _ = fs::remove_file(&out);
            if let Some(cut) = cut {
                fs::write(&out, &whole[..cut]).expect("there is room");
            }
            let resumed = resume(&input, &out, output);
            assert!(resumed.code <= 1, "{output} {cut:?}: {}", resumed.stderr);
            assert!(fs::read(&out).expect("it is there") == whole, "{output} {cut:?}");
        }
    }
}

#[test]
fn rows_of_something_else_are_left_alone() {
    let folder = Folder::new();
    let input = input(&folder);
    for (output, foreign) in [
        ("text", "R U R'\nF2\n"),
        ("text", &"R\n".repeat(100)),
        ("jsonl", "{\"line\":1}\n"),
        ("csv", "a,b\n1,2\n"),
        ("csv", &format!("{HEADER}\n1,2,3,4,5,6,7,8,9\n")),
    ] {
        let out = folder.write("out", foreign);
        let resumed = resume(&input, &out, output);
        assert_eq!(resumed.code, 2, "{foreign}: {}", resumed.stderr);
        assert!(resumed.stderr.contains("it holds rows that these inputs"), "{}", resumed.stderr);
        assert_eq!(fs::read_to_string(&out).expect("it is there"), foreign);
    }
}

#[test]
fn lines_that_are_only_comments_have_no_row() {
    let folder = Folder::new();
    let input = folder.write("input", "R\n// a comment\nU\n\t// another one\n\nF\n");
    let out = folder.write("out", "R'\nU'\n");
    assert_eq!(resume(&input, &out, "text").code, 0);
    assert_eq!(fs::read_to_string(&out).expect("it is there"), "R'\nU'\nF'\n");
}

#[test]
fn resume_needs_a_file_and_the_same_rows_again() {
    let folder = Folder::new();
    let out = folder.path("out");
    let refusals: [(&[&str], &str); 4] = [
        (&[], "--out <FILE>"),
        (&["-o", "-"], "cubebatch: standard output cannot be resumed\n"),
        (&["-o", &out, "--output", "csv", "--time"], "'--resume' cannot be used with '--time'"),
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
