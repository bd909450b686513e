//! `--resume`: an interrupted output is completed, and nothing else is touched.

use std::fs;

use super::support::{Folder, MODIFIED, Run, default_tables, read, run};

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

/// What an interrupted run leaves: the part of a file up to within a row, and up to a row's end.
fn cut_in_two_ways(whole: &str) -> [&str; 2] {
    let row = |number: usize| whole.match_indices('\n').nth(number).expect("there are rows").0 + 1;
    [&whole[..(row(5) + row(6)) / 2], &whole[..row(8)]]
}

/// `tests/complete` does this with the methods that read large tables.
#[test]
fn a_run_by_each_method_is_completed() {
    let folder = Folder::new();
    let positions = run(&["scramble", "--count", "20", "--seed", "6"]).stdout;
    let input = folder.write("input", positions);
    let two_phase = ["--tables", default_tables(), "--max-length", "22"];
    let several = [&two_phase[..], &["--solutions", "3"]].concat();
    for (method, output) in [
        (&MODIFIED[..], "text"),
        (&MODIFIED, "csv"),
        (&two_phase, "text"),
        (&several, "text"),
        (&several, "jsonl"),
        (&several, "csv"),
    ] {
        let out = folder.path("out");
        let solve = |more: &[&str]| {
            let args = ["solve", "--output", output, "-o", &out, &input];
            let run = run(&[&args, method, more].concat());
            assert_eq!(
                (run.code, run.stdout.as_str(), run.stderr.as_str()),
                (0, "", ""),
                "{method:?} {output}"
            );
            read(&out)
        };
        let whole = solve(&[]);
        for cut in cut_in_two_ways(&whole) {
            fs::write(&out, cut).expect("there is room");
            assert_eq!(solve(&["--resume"]), whole, "{method:?} {output}, cut to {} bytes", cut.len());
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
