//! `solve --part`, `scramble --part` and `join`: parts are solved on their own, and put together.

use std::fs;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::support::{Folder, Run, read, run};

const PARTS: u64 = 4;

/// A method that needs no tables.
const METHOD: [&str; 2] = ["--method", "thistlethwaite"];

fn solve(input: &[&str], out: &str, more: &[&str]) -> Run {
    run(&[&["solve", "-o", out][..], &METHOD, input, more].concat())
}

/// Solves all parts, and gives their files.
fn parts(folder: &Folder, input: &[&str], ending: &str) -> Vec<String> {
    let part = |number: u64| {
        let out = folder.path(&format!("{number}{ending}"));
        let done = solve(input, &out, &["--part", &format!("{number}/{PARTS}")]);
        assert!(done.code <= 1, "{}", done.stderr);
        out
    };
    (1..=PARTS).map(part).collect()
}

fn join(parts: &[String], out: &str) -> Run {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    run(&[&["join", "-o", out][..], &parts].concat())
}

/// Ten positions, an invalid line and a blank one.
fn lines() -> String {
    let positions = run(&["scramble", "--count", "10", "--seed", "5"]).stdout;
    positions.replacen('\n', "\nnone\n\n", 3)
}

#[test]
fn parts_are_joined_to_what_one_run_writes() {
    let folder = Folder::new();
    let [text, csv, more] = ["in.txt", "in.csv", "more.txt"].map(|name| folder.path(name));
    fs::write(&text, lines()).unwrap();
    fs::write(&csv, format!("id,cube\n{}", lines().replace('\n', "\n7,"))).unwrap();
    fs::write(&more, "R U\nF").unwrap();
    let texts: &[&str] = &[&text, &more, "R2"];
    for (input, ending) in
        [(texts, ".txt"), (texts, ".jsonl"), (texts, ".csv"), (&[&csv], ".csv.gz"), (&[&more], ".txt.gz")]
    {
        let whole = folder.path(&format!("whole{ending}"));
        assert!(solve(input, &whole, &[]).code <= 1);
        let mut parts = parts(&folder, input, ending);
        parts.rotate_left(1);
        let out = folder.path(&format!("joined{ending}"));
        let joined = join(&parts, &out);
        assert_eq!(joined.code, 0, "{ending}: {}", joined.stderr);
        assert_eq!(unpacked(&out), unpacked(&whole), "{ending}");
    }
}

/// The text of a file, which may be compressed.
fn unpacked(path: &str) -> String {
    if !path.ends_with(".gz") {
        return read(path);
    }
    let mut text = String::new();
    let file = fs::File::open(path).unwrap();
    MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// The groups of a joined file are those of its parts, so the second time parts pass over whole groups.
#[cfg(feature = "parquet")]
#[test]
fn parts_of_parquet_are_joined_group_by_group() {
    use super::parquet::rows;

    let folder = Folder::new();
    let [text, mut input] = ["in.txt", "in.parquet"].map(|name| folder.path(name));
    fs::write(&text, lines()).unwrap();
    assert!(solve(&[&text], &input, &[]).code <= 1);
    for name in ["once.parquet", "twice.parquet"] {
        let (whole, joined) = (folder.path("whole.parquet"), folder.path(name));
        assert!(solve(&[&input], &whole, &[]).code <= 1);
        let run = join(&parts(&folder, &[&input], ".parquet"), &joined);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(rows(&joined), rows(&whole));
        input = joined;
    }
}

#[test]
fn only_whole_jobs_are_joined() {
    let folder = Folder::new();
    let (input, out) = (folder.path("in.txt"), folder.path("out.txt"));
    fs::write(&input, lines()).unwrap();
    let all = parts(&folder, &[&input], ".txt");
    let refused = |parts: &[String], problem: &str| {
        let run = join(parts, &out);
        assert!(run.code == 2 && run.stderr.contains(problem), "{}", run.stderr);
    };
    refused(&all[1..3], "parts 1, 4 of 4 are missing");
    refused(&[&all[..], &all[..1]].concat(), "are the same part, 1/4");
    refused(std::slice::from_ref(&input), "there is no record of a run beside it");
    let other = folder.path("other.txt");
    solve(&[&input], &other, &["--part", "4/4", "--phases"]);
    refused(&[&all[..3], std::slice::from_ref(&other)].concat(), "are not of one job: --phases differs");
    solve(&[&input], &other, &["--part", "5/5"]);
    refused(&[&all[..], &[other]].concat(), "are not of one job: --part differs");
    fs::write(&all[2], read(&all[2]) + "R\n").unwrap();
    refused(&all, "it does not hold the rows of its record");
    let record = format!("{}.run", all[1]);
    fs::write(&record, read(&record).replace("\"is_complete\":true", "\"is_complete\":false")).unwrap();
    refused(&all, "its run is not complete");
}

#[test]
fn parts_of_other_inputs_are_rejected() {
    let folder = Folder::new();
    let [input, grown, same] = ["in.txt", "grown.txt", "same.txt"].map(|name| folder.path(name));
    fs::write(&input, lines()).unwrap();
    fs::write(&grown, lines() + "R\nU\n").unwrap();
    fs::write(&same, lines().replacen("none", "nine", 1)).unwrap();
    let ends = [
        ".txt",
        ".csv",
        ".jsonl.gz",
        #[cfg(feature = "parquet")]
        ".parquet",
    ];
    for ending in ends {
        let all = parts(&folder, &[&input], ending);
        let [other, out] = ["other", "out"].map(|name| folder.path(&format!("{name}{ending}")));
        for (wrong, problem) in [(&grown, "of 16 lines, and of 18 lines"), (&same, "of 16 lines each")] {
            assert!(solve(&[wrong], &other, &["--part", "3/4"]).code <= 1);
            let run = join(&[&all[..2], std::slice::from_ref(&other), &all[3..]].concat(), &out);
            let told = run.stderr.contains(&format!("{other} are parts of different inputs"))
                && run.stderr.contains(problem);
            assert!(
                run.code == 2 && told && run.stderr.contains("solve it again"),
                "{ending}: {}",
                run.stderr
            );
        }
        let resumed = solve(&[&grown], &all[0], &["--part", "1/4", "--resume"]);
        assert!(
            resumed.code == 2 && resumed.stderr.contains("another input"),
            "{ending}: {}",
            resumed.stderr
        );
        let record = format!("{}.run", all[0]);
        let old = read(&record).replacen("\"whole\":{", "\"whole\":null,\"was\":{", 1);
        let from = old.find("\"was\"").unwrap();
        let old = [&old[..from], &old[from + old[from..].find("},").unwrap() + 2..]].concat();
        fs::write(&record, old).unwrap();
        let run = join(&all, &out);
        assert!(
            run.code == 2 && run.stderr.contains("does not say of which input"),
            "{ending}: {}",
            run.stderr
        );
        assert!(!fs::exists(&out).unwrap());
        fs::remove_file(record).unwrap();
    }
}

#[test]
fn a_line_of_a_part_is_corrected() {
    let folder = Folder::new();
    let (input, out) = (folder.path("in.txt"), folder.path("out.txt"));
    fs::write(&input, "R\nnone\nU\nF\n").unwrap();
    let part = ["--part", "1/2", "--resume", "--on-error", "stop"];
    assert_eq!(solve(&[&input], &out, &part).code, 1);
    fs::write(&input, "R\nD\nU\nF\n").unwrap();
    assert_eq!(solve(&[&input], &out, &part).code, 0);
    assert_eq!(read(&out), "R'\nD'\n");
}

/// The rows of Parquet files are not read to be counted: their footers stand for them.
#[cfg(feature = "parquet")]
#[test]
fn parts_of_other_parquet_inputs_are_rejected() {
    let folder = Folder::new();
    let [text, input, other] = ["in.txt", "in.parquet", "other.parquet"].map(|name| folder.path(name));
    for (out, positions) in [(&input, "R\nU\nF\nD\n"), (&other, "R\nU\nF\nB\n")] {
        fs::write(&text, positions).unwrap();
        assert_eq!(solve(&[&text], out, &[]).code, 0);
    }
    let mut all = parts(&folder, &[&input], ".txt");
    assert_eq!(join(&all, &folder.path("joined.txt")).code, 0);
    all[2] = folder.path("other.txt");
    assert_eq!(solve(&[&other], &all[2], &["--part", "3/4"]).code, 0);
    let run = join(&all, &folder.path("joined.txt"));
    assert!(run.code == 2 && run.stderr.contains("of 4 lines each"), "{}", run.stderr);
}

#[test]
fn a_part_goes_on_and_says_that_it_is_complete() {
    let folder = Folder::new();
    let (input, out) = (folder.path("in.txt"), folder.path("out.txt"));
    fs::write(&input, lines()).unwrap();
    let part = ["--part", "2/4", "--resume"];
    assert!(solve(&[&input], &out, &part).code <= 1);
    let rows = read(&out);
    let again = solve(&[&input], &out, &part);
    assert!(again.stderr.contains("complete: all of its"), "{}", again.stderr);
    let other = solve(&[&input], &out, &["--part", "3/4", "--resume"]);
    assert!(other.code == 2 && other.stderr.contains("with --part 2/4"), "{}", other.stderr);
    assert_eq!(read(&out), rows);
}

#[test]
fn wrong_parts_are_refused() {
    for part in ["0/4", "5/4", "x", "1/0"] {
        let run = run(&["solve", "R", "--part", part]);
        assert!(run.code == 2 && run.stderr.contains("give I/N, with I from 1 to N"), "{}", run.stderr);
    }
    let piped = run(&["solve", "-", "--part", "1/2"]);
    assert!(piped.code == 2 && piped.stderr.contains("standard input has no parts"), "{}", piped.stderr);
    assert_eq!(run(&["scramble", "--part", "1/2"]).code, 2, "parts of what another run draws need its seed");
}

#[test]
fn parts_of_random_positions_are_those_of_the_seed() {
    for more in [&[][..], &["--goal", "cross"]] {
        let draw = |part: &[&str]| {
            run(&[&["scramble", "--count", "10", "--seed", "7"][..], more, part].concat()).stdout
        };
        let parts: String = (1..=3).map(|number| draw(&["--part", &format!("{number}/3")])).collect();
        assert_eq!(parts, draw(&[]));
    }
}
