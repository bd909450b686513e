//! Solving with complete tables. Rows depend on the question alone: they are compared byte for byte between numbers of threads,
//! engines, and folders in which some tables are missing.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cubebatch::cube::random::Random;
use cubebatch::{Cube, Method, SolveOptions, Solver};
use cubebatch_cube::cube::HTM;
use cubebatch_tables::files::Library;
use cubebatch_tables::table::Complete;
use tempfile::TempDir;

use super::support::{PROGRAM, assert_solves, command, complete_tables, there_is_an_adapter};

/// A file of random positions.
fn positions(folder: &Path, count: usize) -> String {
    let lines: String = Random::new(120).cubes().take(count).map(|cube| cube.to_string() + "\n").collect();
    let path = folder.join("positions");
    fs::write(&path, lines).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs `cubebatch solve` with these tables and options.
fn run(tables: &Path, input: &str, options: &[&str]) -> Output {
    command(PROGRAM).args(["solve", input, "--tables"]).arg(tables).args(options).output().unwrap()
}

/// What a run prints that succeeds.
fn printed(tables: &Path, input: &str, options: &[&str]) -> Vec<u8> {
    let run = run(tables, input, options);
    assert!(run.status.success(), "{options:?}: {}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

/// The rows that the program prints as JSON.
fn rows(tables: &Path, input: &str, options: &[&str]) -> Vec<u8> {
    printed(tables, input, &[options, &["--format", "jsonl"]].concat())
}

/// A folder with all tables but one.
fn tables_without(missing: Complete) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for table in Complete::ALL.into_iter().filter(|&table| table != missing) {
        let file = complete_tables().path(table);
        fs::hard_link(&file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    folder
}

fn assert_same_rows(reference: &[u8], rows: &[u8], case: &str) {
    let lines = |rows| String::from_utf8_lossy(rows).lines().map(str::to_owned).collect::<Vec<_>>();
    let (reference, rows) = (lines(reference), lines(rows));
    if let Some(line) = (0..reference.len().max(rows.len())).find(|&i| reference.get(i) != rows.get(i)) {
        panic!("{case}, line {line}: {:?} instead of {:?}", rows.get(line), reference.get(line));
    }
}

/// What is asked of how many positions.
const QUESTIONS: [(usize, &[&str]); 11] = [
    (2000, &["--max-length", "22"]),
    (1500, &[]),
    (200, &["--max-length", "20"]),
    (10, &["--max-length", "19"]),
    (200, &["--max-length", "22", "--solutions", "3"]),
    (400, &["--solutions", "3"]),
    (60, &["--max-length", "20", "--solutions", "3"]),
    (2, &["--max-length", "19", "--solutions", "3"]),
    (60, &["--max-length", "17", "--max-nodes", "2000"]),
    (2000, &["--method", "descent"]),
    (2000, &["--method", "descent", "--ends", "1"]),
];

#[test]
fn rows_do_not_depend_on_threads_and_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (without_phase1, without_phase2, without_pruning) = (
        tables_without(Complete::Phase1(HTM)),
        tables_without(Complete::Phase2),
        tables_without(Complete::Phase2Pruning(HTM)),
    );
    for (count, options) in QUESTIONS {
        let input = positions(folder.path(), count);
        let with =
            |tables: &Path, threads: &str| rows(tables, &input, &[options, &["--threads", threads]].concat());
        let reference = with(complete_tables().folder(), "1");
        assert_same_rows(
            &reference,
            &with(complete_tables().folder(), "2"),
            &format!("{options:?}, two threads"),
        );
        for (name, tables) in [("phase 1", &without_phase1), ("the pruning table", &without_pruning)] {
            let case = format!("{options:?} without {name}");
            assert_same_rows(&reference, &with(tables.path(), "2"), &case);
        }
        // The descent needs more memory.
        if !options.contains(&"descent") {
            let small = rows(complete_tables().folder(), &input, &[options, &["--memory", "150M"]].concat());
            assert_same_rows(&reference, &small, &format!("{options:?} with small tables"));
        }
        // The descent builds what it needs.
        if !options.contains(&"descent") {
            let case = format!("{options:?} without phase 2");
            assert_same_rows(&reference, &with(without_phase2.path(), "2"), &case);
        }
    }
    assert!(!without_phase2.path().join("phase2-complete.cube").exists(), "so few positions do not earn it");
}

#[test]
fn rows_of_methods_without_complete_tables_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let input = positions(folder.path(), 3000);
    for options in [&["--method", "thistlethwaite"], &["--method", "modified"]] {
        let with = |threads| rows(folder.path(), &input, &[&options[..], &["--threads", threads]].concat());
        assert_same_rows(&with("1"), &with("2"), &format!("{options:?}"));
    }
}

/// What a run leaves in `out` that read some lines, put their rows on record and was killed.
fn kill_after(lines: &str, out: &Path, options: &[&str]) {
    let mut run = command(PROGRAM)
        .args(["solve", "--format", "jsonl", "--tables"])
        .arg(complete_tables().folder())
        .arg("-o")
        .arg(out)
        .args(options)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = run.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    let wanted = format!("\"lines\":{},", lines.lines().count());
    let record = out.with_extension("jsonl.run");
    // Turns a program that hangs into a failure.
    let patience = Instant::now();
    while !fs::read_to_string(&record).is_ok_and(|record| record.contains(&wanted)) {
        assert!(
            patience.elapsed() < Duration::from_secs(300),
            "{options:?}: {:?}",
            fs::read_to_string(&record)
        );
        thread::sleep(Duration::from_millis(20));
    }
    run.kill().unwrap();
    run.wait().unwrap();
}

#[test]
fn a_run_by_each_method_that_was_killed_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let input = positions(folder.path(), 20);
    let lines = fs::read_to_string(&input).unwrap();
    let ninth = lines.match_indices('\n').nth(8).expect("there are more").0 + 1;
    for options in [&["--method", "descent"][..], &["--max-length", "20"], &["--solutions", "3"]] {
        let whole = rows(complete_tables().folder(), &input, options);
        let out = folder.path().join("out.jsonl");
        kill_after(&lines[..ninth], &out, options);
        let to_file = [options, &["--resume", "-o", out.to_str().unwrap()]].concat();
        assert!(rows(complete_tables().folder(), &input, &to_file).is_empty(), "{options:?}");
        assert!(fs::read(&out).unwrap() == whole, "{options:?}");
    }
}

/// Without an adapter this passes without having run, unless CUBEBATCH_REQUIRE_GPU is set. A software driver searches
/// slowly, so there are fewer positions.
#[test]
fn rows_do_not_depend_on_the_engine() {
    if !there_is_an_adapter() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // The first one has more than a batch, so that two threads ask the device at the same time.
    let questions: [(usize, &[&str]); 9] = [
        (1100, &["--max-length", "22"]),
        (100, &[]),
        (10, &["--max-length", "20"]),
        (1, &["--max-length", "19"]),
        (10, &["--max-length", "17", "--max-nodes", "2000"]),
        (500, &["--method", "descent"]),
        (100, &["--method", "modified"]),
        // With so much memory both have the smallest filter.
        (3, &["--method", "optimal", "--at-most", "11", "--memory", "1400M"]),
        // With so little memory both search phase 2. A software driver gives some of these positions up.
        (500, &["--max-length", "20", "--memory", "600M"]),
    ];
    for (count, options) in questions {
        let input = positions(folder.path(), count);
        let on = |engine, threads| {
            rows(
                complete_tables().folder(),
                &input,
                &[options, &["--engine", engine, "--threads", threads]].concat(),
            )
        };
        assert_same_rows(&on("cpu", "1"), &on("gpu", "2"), &format!("{options:?} on a GPU"));
    }
}

/// A file of some random positions, and these.
fn hundred(folder: &Path) -> (String, Vec<Cube>) {
    (positions(folder, 100), Random::new(120).cubes().take(100).collect())
}

#[test]
fn rows_hold_several_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let (input, cubes) = hundred(folder.path());
    let rows = |memory: &str, output: &str| {
        let args = ["--max-length", "20", "--solutions", "3", "--memory", memory, "--format", output];
        String::from_utf8(printed(complete_tables().folder(), &input, &args)).unwrap()
    };
    let text = rows("2G", "text");
    assert_eq!(text, rows("600M", "text"));
    let (json, csv) = (rows("2G", "jsonl"), rows("2G", "csv"));
    assert_eq!(csv.lines().next(), Some("line,cube,solution,length,others,error"));
    assert_eq!(text.lines().count(), cubes.len());
    for (cube, ((text, json), csv)) in
        cubes.iter().zip(text.lines().zip(json.lines()).zip(csv.lines().skip(1)))
    {
        let solutions: Vec<&str> = text.split(", ").collect();
        assert_eq!(solutions.len(), 3);
        for solution in &solutions {
            assert_solves(solution, cube);
            assert!(solution.split(' ').count() <= 20, "{solution}");
        }
        let row: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!((&row["solution"], &row["others"]), (&solutions[0].into(), &solutions[1..].into()));
        assert!(csv.contains(&format!(",{},", solutions[0])));
        assert!(csv.ends_with(&format!(",\"{}, {}\",", solutions[1], solutions[2])));
    }
}

#[test]
fn the_program_and_the_library_find_the_same_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let (input, cubes) = hundred(folder.path());
    let tables = complete_tables().folder();
    let args = ["--method", "descent", "--threads", "2"];
    let printed = String::from_utf8(printed(tables, &input, &args)).unwrap();
    assert_eq!(printed.lines().count(), cubes.len());
    let solver = Solver::builder().tables(tables).method(Method::Descent).open().unwrap();
    for (line, solution) in printed.lines().zip(solver.solve_batch(&cubes, &SolveOptions::default())) {
        assert_eq!(line.parse(), Ok(solution.unwrap().moves));
    }
}

#[test]
fn the_program_tells_of_a_damaged_table() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = Library::new(folder.path());
    fs::copy(complete_tables().path(Complete::Phase1(HTM)), damaged.path(Complete::Phase1(HTM))).unwrap();
    let mut beginning = Vec::new();
    fs::File::open(complete_tables().path(Complete::Phase2))
        .unwrap()
        .take(1_000_000)
        .read_to_end(&mut beginning)
        .unwrap();
    fs::write(damaged.path(Complete::Phase2), beginning).unwrap();
    let input = positions(folder.path(), 1);
    for method in ["descent", "two-phase"] {
        let refused = run(folder.path(), &input, &["--method", method]);
        assert_eq!(refused.status.code(), Some(2));
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(message.contains("it has 1000000 bytes instead of 669634816"), "{message}");
    }
}
