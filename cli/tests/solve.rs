//! `solve`: solutions in order, exit codes, files that are not there.

use super::support::{
    Folder, Run, assert_solves, feed, feed_solve, feed_solve_by_default, first_run, positions, read, run,
    solve, solve_args, solve_by_default, table, tables,
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
    for solved in [solve(&[SCRAMBLES]), solve_by_default(&[SCRAMBLES])] {
        assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
        let positions = positions(&read(SCRAMBLES));
        assert_eq!(solved.lines().len(), positions.len());
        for ((_, cube), solution) in positions.iter().zip(solved.lines()) {
            assert_solves(solution, cube);
            assert_eq!(solution.is_empty(), cube.is_solved());
        }
        assert!(solved.lines().contains(&""), "one example is solved");
    }
}

#[test]
fn solutions_have_as_few_moves_as_are_asked_for_and_at_most_21_by_default() {
    let length = |solution: &&str| solution.split_whitespace().count();
    let input = random_lines(0..300);
    for (options, most) in [(&[][..], 21), (&["--max-length", "22"], 22), (&["--max-length", "20"], 20)] {
        let input = if most == 20 { random_lines(0..20) } else { input.clone() };
        let solved = feed_solve_by_default(options, input);
        assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
        // Shorter ones are not searched.
        assert_eq!(solved.lines().iter().map(length).max(), Some(most), "{options:?}");
    }
}

#[test]
fn what_a_budget_leaves_longer_is_told() {
    let input = random_lines(0..100);
    let solved = feed_solve_by_default(&["--max-length", "19", "--max-nodes", "10000"], input);
    let moves = |row: &&&str| row.split(" #").next().expect("it has a beginning").split_whitespace().count();
    let longer = solved.lines().iter().filter(|row| moves(row) > 19).count();
    let marked = |row: &&&str| row.ends_with(" # more than 19 moves: the best that was found");
    assert!(solved.lines().iter().all(|row| marked(&row) == (moves(&row) > 19)), "{}", solved.stdout);
    let message = format!("{longer} solutions are longer than 19 moves, the best within the limit\n");
    assert_eq!((solved.code, solved.stderr), (0, message));
    assert!(longer > 0);
}

#[test]
fn check_agrees_with_what_solve_writes() {
    for output in ["text", "jsonl"] {
        let solved = solve(&["--format", output, SCRAMBLES]);
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
    for solve in [solve, solve_by_default] {
        let solve = |threads| solve(&[&["--format", "jsonl", "--threads", threads], &files[..]].concat());
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
}

#[test]
fn an_invalid_line_is_marked_and_the_rest_is_solved() {
    let solved = feed_solve(&[], "R\nR Q\nU\n");
    let stdout = "R'\n# line 2: column 3: no move begins with \"Q\"\nU'\n".to_owned();
    let stderr = "stdin:2:3: no move begins with \"Q\"\n".to_owned();
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
    // Causes are below them.
    let messages: Vec<&str> = solved.stderr.lines().filter(|line| !line.starts_with(' ')).collect();
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
    let stopped = feed_solve(&["--on-error", "stop"], "R\nR Q\nU\n");
    assert_eq!(stopped.code, 1);
    assert_eq!(stopped.stdout, "R'\n# line 2: column 3: no move begins with \"Q\"\n");
    assert_eq!(stopped.stderr, "stdin:2:3: no move begins with \"Q\"\n");
}

#[test]
fn rows_before_the_invalid_line_are_written_however_many() {
    let input = "R\n".repeat(700) + "Q\n" + &"U\n".repeat(20_000) + "Q\n";
    let stopped = feed_solve(&["--on-error", "stop"], input);
    assert_eq!((stopped.code, stopped.lines().len()), (1, 701));
    assert!(stopped.lines()[..700].iter().all(|&row| row == "R'"));
    assert!(stopped.lines()[700].starts_with("# line 701: "));
}

#[test]
fn a_forced_format_makes_other_lines_invalid() {
    let formats = [("facelets", "facelets"), ("lin", "lin"), ("moves", "moves"), ("reid", "reid")];
    for (format, file) in formats {
        let own = solve(&["--from", format, &format!("examples/{file}.txt")]);
        assert_eq!(own.code, 0, "{format}: {}", own.stderr);
    }
    let forced = solve(&["--from", "lin", "examples/moves.txt"]);
    assert_eq!(forced.code, 1);
    assert!(forced.lines().iter().all(|row| row.starts_with("# line ")), "{}", forced.stdout);
    assert!(forced.stderr.starts_with("examples/moves.txt:2:1: \"R\" is no colour from 1 to 6\n"));
}

#[test]
fn a_file_takes_what_would_go_to_standard_output() {
    let folder = Folder::new();
    let out = folder.path("solutions.txt");
    let solved = feed_solve(&["-o", &out], "R\nQ\n");
    assert_eq!((solved.code, solved.stdout.as_str()), (1, ""));
    assert!(solved.stderr.starts_with("stdin:2:1: "));
    assert_eq!(read(&out), feed_solve(&[], "R\nQ\n").stdout);
}

#[test]
fn an_old_file_is_kept_until_there_is_something_to_write_and_then_replaced() {
    let (folder, no_tables) = (Folder::new(), Folder::new());
    no_tables.write("phase1-sorted-5.cube", "no table");
    let out = folder.write("solutions.txt", "F2\n".repeat(100));
    let failed = feed_solve(&["-o", &out, "--tables", no_tables.all()], "R\n");
    assert_eq!((failed.code, read(&out)), (2, "F2\n".repeat(100)));
    let solved = feed_solve(&["-o", &out], "R\n");
    assert_eq!((solved.code, read(&out).as_str()), (0, "R'\n"));
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
    let cases: [&[&str]; 11] = [
        &[],
        &["nonsense"],
        &["solve", "--method", "modified", "--phase1-depth", "9"],
        &["solve", "--method", "modified", "--phase1-depth", "3"],
        &["solve", "--method", "modified", "--phase2-depth", "11"],
        &["solve", "--method", "modified", "--phase2-depth", "5"],
        &["solve", "--method", "complete"],
        &["solve", "--solutions", "0"],
        &["solve", "--threads", "0"],
        &["solve", "--format", "xml"],
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
    for step in [
        "building phase1-sorted-5: 95,039 entries",
        "built phase1-sorted-5",
        "building phase2-sorted-7",
        "built phase2-sorted-7",
    ] {
        assert!(first.stderr.contains(step), "{step}: {}", first.stderr);
    }
    for name in ["phase1-sorted-5.cube", "phase2-sorted-7.cube"] {
        let built = std::fs::read(format!("{new}/{name}")).expect("it was built");
        assert!(built == std::fs::read(format!("{}/{name}", tables())).expect("it is there"), "{name}");
    }
    let second = feed(&args, "R\n");
    assert_eq!((second.code, second.stderr.as_str()), (0, ""));
}

#[test]
fn the_default_method_builds_its_tables_once() {
    let first = first_run();
    assert_eq!((first.code, first.stdout.as_str()), (0, "R'\n"));
    let told: Vec<&str> = first.stderr.lines().collect();
    let steps = [
        "building phase2-pruning: ",
        "built phase2-pruning in ",
        "building phase1-complete: ",
        "built phase1-complete in ",
    ];
    assert_eq!(told.len(), steps.len(), "{}", first.stderr);
    assert!(told.iter().zip(steps).all(|(told, step)| told.starts_with(step)), "{}", first.stderr);
    let second = feed_solve_by_default(&[], "R\n");
    assert_eq!((second.code, second.stdout.as_str(), second.stderr.as_str()), (0, "R'\n", ""));
}

#[test]
fn the_default_method_is_the_two_phase_search_whatever_tables_there_are() {
    let folder = Folder::new();
    for name in ["phase1-sorted-5.cube", "phase2-sorted-7.cube"] {
        std::fs::copy(table(name), folder.path(name)).expect("there is room");
    }
    // It looks for tables of its own, here mere names of them, and for the complete one of phase 2 first.
    for name in ["phase2-pruning.cube", "phase2-complete.cube"] {
        let file = folder.write(name, "no table");
        for method in [&[][..], &["--method", "two-phase"]] {
            let failed = feed(&[&["solve", "--tables", folder.all()], method].concat(), "R\n");
            assert_eq!((failed.code, failed.stdout.as_str()), (2, ""));
            assert!(failed.stderr.starts_with(&format!("cubebatch: {file}: ")), "{}", failed.stderr);
        }
    }
    assert_eq!(feed_solve(&["--tables", folder.all()], "R\n").stdout, "R'\n");
}

#[test]
fn the_old_names_of_depths_are_understood() {
    let args = ["solve", "--method", "modified", "--p0-depth", "5", "--p1-depth", "7", SCRAMBLES];
    let solved = run(&args);
    assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
    assert!(solved == solve(&[SCRAMBLES]));
}

#[test]
fn tables_can_be_as_shallow_as_the_method_can_read() {
    let folder = Folder::new();
    let depths = |depths: [&str; 2]| {
        let [phase1, phase2] = depths;
        let args = ["--method", "modified", "--phase1-depth", phase1, "--phase2-depth", phase2];
        feed(&[&["solve", "--tables", folder.all()], &args[..]].concat(), "R\n")
    };
    let solved = depths(["4", "6"]);
    assert_eq!((solved.code, solved.stdout.as_str()), (0, "R'\n"), "{}", solved.stderr);
    for refused in [["3", "6"], ["9", "6"], ["4", "5"], ["4", "11"]] {
        assert_eq!(depths(refused).code, 2, "{refused:?}");
    }
}

#[test]
fn the_least_memory_there_can_be_makes_no_other_solutions() {
    let input = random_lines(0..100);
    let [little, unlimited] =
        [&["--memory", "476M"][..], &[]].map(|options| feed_solve_by_default(options, input.clone()));
    assert_eq!((little.code, little.lines().len()), (0, 100));
    assert_eq!(little, unlimited);
}

/// Fails unless the program says so, and touches nothing.
fn assert_refused(options: &[&str], problem: &str) {
    let folder = Folder::new();
    let out = folder.path("out");
    let refused = feed(&[&["solve", "--tables", folder.all(), "-o", &out], options].concat(), "R\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{options:?}");
    assert_eq!(refused.stderr.lines().next(), Some(&*format!("cubebatch: {problem}")));
    assert!(folder.names().is_empty(), "{options:?}: {:?}", folder.names());
}

#[test]
fn options_that_a_method_has_no_use_for_are_refused() {
    let of_two_phase =
        [["--max-length", "20"], ["--max-nodes", "9"], ["--max-time", "9"], ["--solutions", "2"]];
    let of_descent = [["--ends", "2"]];
    let of_modified = [["--phase1-depth", "6"], ["--phase2-depth", "8"]];
    let methods: [(&str, &[[&str; 2]]); 5] = [
        ("two-phase", &of_two_phase),
        ("descent", &of_descent),
        ("modified", &of_modified),
        ("thistlethwaite", &[]),
        ("optimal", &[["--max-length", "20"]]),
    ];
    for [option, value] in of_two_phase.iter().chain(&of_descent).chain(&of_modified) {
        for (method, own) in methods {
            if !own.contains(&[option, value]) {
                let problem = format!("--method {method} has no use for {option}");
                assert_refused(&["--method", method, option, value], &problem);
            }
        }
    }
    for method in ["two-phase", "descent", "modified", "thistlethwaite"] {
        let problem = format!("--method {method} has no use for --all-optimal");
        assert_refused(&["--method", method, "--all-optimal"], &problem);
    }
    // Also where no method is given.
    assert_refused(&["--ends", "2"], "--method two-phase has no use for --ends");
    assert_refused(&["--phase1-depth", "7"], "--method two-phase has no use for --phase1-depth");
    assert_refused(&["--phases"], "--method two-phase has no use for --phases");
    let remedy =
        "  Leave --phases out, or use --method descent or --method modified or --method thistlethwaite.\n";
    assert!(feed(&["solve", "--phases"], "R\n").stderr.ends_with(remedy));
}

#[test]
fn memory_that_is_too_little_for_a_proof_is_refused() {
    let refused = feed(&["solve", "--method", "optimal", "--memory", "300M"], "R\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    let problem = "--method optimal needs at least 758.41 MB of memory, but --memory allows 300.00 MB";
    let remedy = "Allow more with --memory 759M, or leave --memory out.";
    assert_eq!(refused.stderr, format!("cubebatch: {problem}\n  {remedy}\n"));
}

#[test]
fn what_does_not_go_together_is_refused_before_anything_is_touched() {
    let modified = ["--method", "modified"];
    let refusals: [(&[&str], &str); 8] = [
        (&["--gpu", "0"], "--engine cpu has no use for --gpu"),
        (&["--engine", "cpu", "--gpu", "0"], "--engine cpu has no use for --gpu"),
        (&["--time"], "--format text has no use for --time"),
        (
            &[&modified[..], &["--phases", "--format", "jsonl"]].concat(),
            "--format jsonl has no use for --phases",
        ),
        (&[&modified[..], &["--phases", "--format", "csv"]].concat(), "--format csv has no use for --phases"),
        (&["--solutions", "2", "--engine", "gpu"], "a search for several solutions does not run on a GPU"),
        (
            &["--resume", "--max-time", "9"],
            "solutions within --max-time depend on how fast the machine is, so that no run can be resumed",
        ),
        (&["--resume", "-o", "-"], "standard output cannot be resumed"),
    ];
    for (options, problem) in refusals {
        // An output is named once.
        if options.contains(&"-o") {
            let refused = feed(&[&["solve"], options].concat(), "R\n");
            assert_eq!(
                (refused.code, refused.stderr.lines().next()),
                (2, Some(&*format!("cubebatch: {problem}")))
            );
        } else {
            assert_refused(options, problem);
        }
    }
}

#[test]
fn too_little_memory_is_refused_before_any_table_is_built() {
    for (options, problem) in [
        (
            &["--memory", "40MiB"][..],
            "--method two-phase needs at least 48.00 MiB of memory, but --memory allows 40.00 MiB",
        ),
        (&["--memory", "300M", "--engine", "gpu"], "a search with so little memory does not run on a GPU"),
    ] {
        let folder = Folder::new();
        let refused = feed(&[&["solve", "--tables", folder.all()], options].concat(), "R\n");
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{options:?}");
        assert_eq!(refused.stderr.lines().next(), Some(&*format!("cubebatch: {problem}")));
        assert!(folder.names().is_empty(), "{options:?}");
    }
}
