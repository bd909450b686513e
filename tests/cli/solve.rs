//! `solve`: solutions in order, exit codes, files that are not there.

use super::support::{
    Folder, Run, assert_solves, feed, feed_solve, positions, read, run, solve, solve_args, tables,
};

const SCRAMBLES: &str = "examples/scrambles.txt";
const RANDOM: &str = "examples/random_1000.txt";

/// The first positions of the random ones, one a line.
fn random_lines(range: std::ops::Range<usize>) -> String {
    let text = read(RANDOM);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines[range].join("\n") + "\n"
}

#[test]
fn every_example_has_a_solution_that_solves_it() {
    let solved = solve(&[SCRAMBLES]);
    assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
    let positions = positions(&read(SCRAMBLES));
    assert_eq!(solved.lines().len(), positions.len());
    for ((_, cube), solution) in positions.iter().zip(solved.lines()) {
        assert_solves(solution, cube);
        assert_eq!(solution.is_empty(), cube.is_solved());
    }
    assert!(solved.lines().contains(&""), "one example is solved");
}

#[test]
fn check_agrees_with_what_solve_writes() {
    for output in ["text", "jsonl"] {
        let solved = solve(&["--output", output, SCRAMBLES]);
        let checked = feed(&["check", SCRAMBLES, "-"], solved.stdout);
        assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{output}");
        let count = positions(&read(SCRAMBLES)).len();
        assert!(checked.stdout.starts_with(&format!("{count} of {count} solutions hold\n")));
    }
}

#[test]
fn a_hyphen_is_standard_output() {
    let solved = feed_solve(&["-o", "-"], "R\n");
    assert_eq!((solved.code, solved.stdout.as_str()), (0, "R'\n"));
}

#[test]
fn order_and_solutions_do_not_depend_on_threads() {
    let folder = Folder::new();
    let hard = [folder.write("1", random_lines(0..100)), folder.write("2", random_lines(100..200))];
    // What is solved at once would come first, were the order not kept.
    let easy = folder.write("easy", "R\n".repeat(100));
    let files = [&hard[0], &easy, &hard[1], &easy, &hard[0], &hard[1]].map(String::as_str);
    let solve = |threads| solve(&[&["--output", "jsonl", "--threads", threads], &files[..]].concat());
    let [one, four] = ["1", "4"].map(solve);
    assert_eq!((one.code, one.lines().len()), (0, 600));
    assert!(one == four, "1 and 4 threads gave different output");
    for (row, place) in one.lines().into_iter().zip(0..) {
        let row: serde_json::Value = serde_json::from_str(row).expect("a row is JSON");
        assert_eq!(
            (row["file"].as_str(), row["line"].as_u64()),
            (Some(files[place / 100]), Some(place as u64 % 100 + 1))
        );
    }
}

#[test]
fn an_invalid_line_is_marked_and_the_rest_is_solved() {
    let solved = feed_solve(&[], "R\nR X\nU\n");
    let stdout = "R'\n# line 2: column 3: no move begins with \"X\"\nU'\n".to_owned();
    let stderr = "stdin:2:3: no move begins with \"X\"\n".to_owned();
    assert_eq!(solved, Run { code: 1, stdout, stderr });
}

#[test]
fn each_faulty_line_is_told_with_file_line_and_column() {
    const FAULTY: &str = "tests/data/faulty.txt";
    let solved = solve(&[FAULTY]);
    assert_eq!(solved.code, 1);
    let text = read(FAULTY);
    let faulty: Vec<usize> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, _)| number)
        .collect();
    let messages: Vec<&str> = solved.stderr.lines().collect();
    assert_eq!((solved.lines().len(), messages.len()), (faulty.len(), faulty.len()));
    for ((number, row), message) in faulty.iter().zip(solved.lines()).zip(&messages) {
        assert!(row.starts_with(&format!("# line {number}: ")), "{row}");
        assert!(message.starts_with(&format!("{FAULTY}:{number}:")), "{message}");
    }
    assert!(messages.contains(&"tests/data/faulty.txt:4: a cube has 54 facelets, but 53 are given"));
    assert!(messages.contains(&"tests/data/faulty.txt:34:7: \"UD\" is no edge"));
}

#[test]
fn the_first_invalid_line_can_end_it() {
    let stopped = feed_solve(&["--on-error", "stop"], "R\nR X\nU\n");
    assert_eq!(stopped.code, 1);
    assert_eq!(stopped.stdout, "R'\n# line 2: column 3: no move begins with \"X\"\n");
    assert_eq!(stopped.stderr, "stdin:2:3: no move begins with \"X\"\n");
}

#[test]
fn rows_before_the_invalid_line_are_written_however_many() {
    let input = "R\n".repeat(700) + "X\n" + &"U\n".repeat(20_000) + "X\n";
    let stopped = feed_solve(&["--on-error", "stop"], input);
    assert_eq!((stopped.code, stopped.lines().len()), (1, 701));
    assert!(stopped.lines()[..700].iter().all(|&row| row == "R'"));
    assert!(stopped.lines()[700].starts_with("# line 701: "));
}

#[test]
fn a_forced_format_makes_other_lines_invalid() {
    let formats = [("facelets", "facelets"), ("lin", "lin"), ("moves", "moves"), ("reid", "reid")];
    for (format, file) in formats {
        let own = solve(&["--format", format, &format!("examples/{file}.txt")]);
        assert_eq!(own.code, 0, "{format}: {}", own.stderr);
    }
    let forced = solve(&["--format", "lin", "examples/moves.txt"]);
    assert_eq!(forced.code, 1);
    assert!(forced.lines().iter().all(|row| row.starts_with("# line ")), "{}", forced.stdout);
    assert!(forced.stderr.starts_with("examples/moves.txt:2:1: \"R\" is no colour from 1 to 6\n"));
}

#[test]
fn a_file_takes_what_would_go_to_standard_output() {
    let folder = Folder::new();
    let out = folder.path("solutions.txt");
    let solved = feed_solve(&["-o", &out], "R\nX\n");
    assert_eq!((solved.code, solved.stdout.as_str()), (1, ""));
    assert!(solved.stderr.starts_with("stdin:2:1: "));
    assert_eq!(read(&out), feed_solve(&[], "R\nX\n").stdout);
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = Folder::new();
    let file = folder.write("file", "R\n");
    let missing = folder.path("missing.txt");
    let beneath = format!("{file}/out.txt");
    let cases: [(&[&str], &str); 5] = [
        (&[&missing], &missing),
        (&["-", &missing], &missing),
        (&[folder.all()], folder.all()),
        (&["-o", &beneath], &beneath),
        (&["-o", folder.all()], folder.all()),
    ];
    for (args, name) in cases {
        let failed = feed_solve(args, "R\n");
        assert_eq!((failed.code, failed.stdout.as_str()), (2, ""), "{args:?}");
        assert!(failed.stderr.starts_with(&format!("cubebatch: {name}: ")), "{}", failed.stderr);
    }
    assert_eq!(read(&file), "R\n");
}

#[test]
fn an_input_is_not_overwritten() {
    let folder = Folder::new();
    let file = folder.write("cubes.txt", "R\n");
    let refused = solve(&[&file, "-o", &folder.path("./cubes.txt")]);
    assert_eq!((refused.code, read(&file).as_str()), (2, "R\n"));
    assert!(refused.stderr.contains("cubes.txt"), "{}", refused.stderr);
}

#[test]
fn wrong_usage_is_refused() {
    let cases: [&[&str]; 8] = [
        &[],
        &["nonsense"],
        &["solve", "--p0-depth", "9"],
        &["solve", "--p0-depth", "4"],
        &["solve", "--p1-depth", "11"],
        &["solve", "--threads", "0"],
        &["solve", "--output", "xml"],
        &["solve", "--no-such-option"],
    ];
    for args in cases {
        let refused = run(args);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{args:?}");
        assert!(refused.stderr.contains("--help") || refused.stderr.contains("Usage"), "{}", refused.stderr);
    }
}

#[test]
fn missing_tables_are_built_once() {
    let folder = Folder::new();
    let new = folder.path("new/tables");
    let args = solve_args(&["--tables", &new]);
    let first = feed(&args, "R\n");
    assert_eq!((first.code, first.stdout.as_str()), (0, "R'\n"));
    for step in ["building p0[5]: 95,039 entries", "built p0[5]", "building p1[7]", "built p1[7]"] {
        assert!(first.stderr.contains(step), "{step}: {}", first.stderr);
    }
    for name in ["p0-5.cube", "p1-7.cube"] {
        let built = std::fs::read(format!("{new}/{name}")).expect("it was built");
        assert!(built == std::fs::read(format!("{}/{name}", tables())).expect("it is there"), "{name}");
    }
    let second = feed(&args, "R\n");
    assert_eq!((second.code, second.stderr.as_str()), (0, ""));
}

#[test]
fn without_a_method_the_tables_decide() {
    let folder = Folder::new();
    let solve = |args: &[&str]| feed(&[&["solve", "--tables", folder.all()], args].concat(), "R\n");
    // At first those that are built in a second, with a word about the others.
    let first = solve(&[]);
    assert_eq!((first.code, first.stdout.as_str()), (0, "R'\n"));
    assert!(first.stderr.starts_with("--method two-phase makes shorter solutions "), "{}", first.stderr);
    assert_eq!(solve(&[]).stderr, "");
    // Then the complete ones, here mere names of them.
    let [d1, _] = ["d1.cube", "d2.cube"].map(|name| folder.write(name, "no table"));
    let later = solve(&[]);
    assert_ne!(later.code, 0);
    assert!(later.stderr.contains(&d1), "{}", later.stderr);
    // Options of another method ask for it.
    assert_eq!(solve(&["--phases"]).stdout, "R' |\n");
    assert!(solve(&["--ends", "2"]).stderr.contains(&d1));
    std::fs::remove_file(&d1).expect("it is there");
    assert_eq!(solve(&[]).stdout, "R'\n");
}

#[test]
fn what_does_not_go_together_is_refused_before_any_table_is_built() {
    let folder = Folder::new();
    let refusals: [(&[&str], &str); 4] = [
        (
            &["--method", "complete", "--max-length", "20"],
            "--max-length, --max-nodes, --max-time, --solutions and --memory are of --method two-phase",
        ),
        (
            &["--memory", "100MiB"],
            "the two-phase search takes 491.95 MiB of memory at least, and 100.00 MiB are given",
        ),
        (&["--solutions", "2", "--engine", "gpu"], "a search for several solutions does not run on a GPU"),
        (&["--memory", "600M", "--engine", "gpu"], "a search with so little memory does not run on a GPU"),
    ];
    for (options, problem) in refusals {
        let mut args = vec!["solve", "--tables", folder.all()];
        args.extend(options);
        let refused = feed(&args, "R\n");
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{options:?}");
        assert_eq!(refused.stderr.lines().next(), Some(&*format!("cubebatch: {problem}")));
        assert!(folder.names().is_empty(), "{options:?}");
    }
}
