//! `check`: do solutions of any origin hold?

use super::support::{Folder, Run, feed, run};

/// Four positions with lines between them that are none.
const CUBES: &str = "# positions\nR\nU R // two\n\n\nR2 F\nU\n";

/// Checks solutions of these positions.
fn check(cubes: &str, solutions: &str) -> Run {
    let folder = Folder::new();
    let (cubes, solutions) = (folder.write("cubes.txt", cubes), folder.write("solutions.txt", solutions));
    run(&["check", &cubes, &solutions])
}

#[test]
fn solutions_that_hold_are_counted_by_length() {
    let checked = check(CUBES, "R'\nR' U'\nF' R2  # shortest\nF F' U'\n");
    let report = "4 of 4 solutions hold\nmean length 2.000 (HTM)\n    1          1\n    2          2\n    3          1\n";
    assert_eq!(checked, Run { code: 0, stdout: report.to_owned(), stderr: String::new() });
}

#[test]
fn all_solutions_of_a_row_are_checked() {
    let text = check("R\nU\n", "R', R2 R, U\nU', U2 U\n");
    let json = check(
        "R\nU\n",
        "{\"solution\":\"R'\",\"others\":[\"R2 R\",\"U\"]}\n{\"solution\":\"U'\",\"others\":[\"U2 U\"]}\n",
    );
    for checked in [text, json] {
        assert_eq!((checked.code, checked.stderr.as_str()), (1, "line 1: the moves do not solve it\n"));
        assert!(checked.stdout.starts_with("4 of 5 solutions hold\n1 solution does not hold\n"));
    }
}

#[test]
fn rows_that_hold_their_positions_are_checked_alone() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", CUBES);
    for output in ["jsonl", "csv"] {
        let rows = run(&["solve", "--method", "thistlethwaite", "--format", output, &cubes]).stdout;
        let checked = run(&["check", &folder.write("rows", &rows)]);
        assert_eq!((checked.code, checked.lines()[0]), (0, "4 of 4 solutions hold"), "{}", checked.stderr);
        let wrong = rows.replacen("R'", "R", 1);
        assert_ne!(wrong, rows);
        assert_eq!(run(&["check", &folder.write("rows", &wrong)]).code, 1);
    }
    let checked = run(&["check", &cubes]);
    let message = "line 2: there is no position with its solution\n";
    assert!(checked.code == 1 && checked.stderr.starts_with(message), "{}", checked.stderr);
}

#[test]
fn positions_alone_are_told_to_have_no_solutions() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", "R U\nF\n\n");
    let checked = run(&["check", &cubes]);
    let message = "line 1: there is no position with its solution\n\
        line 2: there is no position with its solution\n";
    let end = format!(
        "cubebatch: {cubes}: no line holds a position with its solution\n  \
         Give the solutions as well, as a file or moves: `cubebatch check POSITIONS SOLUTIONS`.\n"
    );
    assert_eq!((checked.code, &*checked.stdout, checked.stderr), (1, "", message.to_owned() + &end));
}

#[test]
fn a_solved_position_needs_an_empty_line() {
    let checked = check("R R'\nR\n", "\nR'\n");
    assert_eq!((checked.code, checked.lines()[0]), (0, "2 of 2 solutions hold"));
}

#[test]
fn a_wrong_solution_is_told_by_the_line_of_its_position() {
    let checked = check(CUBES, "R'\nR' U\nF' Q\n# line 7: nothing\n");
    assert_eq!(checked.code, 1);
    assert_eq!(
        checked.stderr,
        "line 3: the moves do not solve it\n\
         line 6: column 4: no move begins with \"Q\"\n\
         line 7: there is no solution\n"
    );
    assert!(checked.stdout.starts_with("1 of 4 solutions hold\n3 solutions do not hold\n"));
}

#[test]
fn an_invalid_position_has_a_line_of_solutions_too() {
    let checked = check("R\nQ\nU\n", "R'\n# line 2: it is invalid\nU'\n");
    let message = "line 2: the position is invalid: column 1: no move begins with \"Q\"\n";
    assert_eq!((checked.code, checked.stderr.as_str()), (1, message));
    assert!(checked.stdout.starts_with("2 of 3 solutions hold\n1 position is invalid\n"));
}

#[test]
fn positions_without_rows_and_rows_without_positions_are_told() {
    for (solutions, report, problem) in [
        (
            "R'\nR' U'\nF' R2\n",
            "3 of 3 solutions hold\n1 position has no row\n",
            "line 7: there is no row for it\n",
        ),
        ("", "0 of 0 solutions hold\n4 positions have no row\n", "line 2: there is no row for it\n"),
        (
            "R'\nR' U'\nF' R2\nU'\nR'\n",
            "4 of 4 solutions hold\n1 row has no position\n",
            "solutions line 5: there is no position for it\n",
        ),
    ] {
        let checked = check(CUBES, solutions);
        assert_eq!(checked.code, 1, "{solutions:?}");
        assert!(checked.stdout.starts_with(report), "{}", checked.stdout);
        assert!(checked.stderr.starts_with(problem), "{}", checked.stderr);
    }
    let blank = check(CUBES, "R'\nR' U'\nF' R2\nU'\n\n\n");
    assert_eq!(blank.code, 0, "blank lines at the end are no solutions: {}", blank.stderr);
}

#[test]
fn comments_and_a_byte_order_mark_among_solutions_do_not_count() {
    let checked =
        check(CUBES, "\u{feff}# solutions of yesterday\n// and more\nR'\nR' U'\n# half\nF' R2\nU'\n");
    assert_eq!((checked.code, checked.lines()[0]), (0, "4 of 4 solutions hold"), "{}", checked.stderr);
}

#[test]
fn rows_that_tell_their_line_find_their_position_again() {
    let row = |line: u64, solution: &str| format!("{{\"line\":{line},\"solution\":\"{solution}\"}}\n");
    let without_one = [row(2, "R'"), row(6, "F' R2"), row(7, "U'")].concat();
    let checked = check(CUBES, &without_one);
    assert_eq!((checked.code, checked.stderr.as_str()), (1, "line 3: there is no row for it\n"));
    assert!(
        checked.stdout.starts_with("3 of 3 solutions hold\n1 position has no row\n"),
        "{}",
        checked.stdout
    );
    let with_another = [row(2, "R'"), row(3, "R' U'"), row(4, "R"), row(6, "F' R2"), row(7, "U'")].concat();
    let checked = check(CUBES, &with_another);
    assert_eq!(
        (checked.code, checked.stderr.as_str()),
        (1, "solutions line 3: there is no position for it\n")
    );
    assert!(
        checked.stdout.starts_with("4 of 4 solutions hold\n1 row has no position\n"),
        "{}",
        checked.stdout
    );
    let as_text = "R'\n# line 3: none\n# line 6: none\nU'\n";
    assert!(check(CUBES, as_text).stdout.starts_with("2 of 4 solutions hold\n2 solutions do not hold\n"));
}

/// Makes a row of a cube, the length of its solution R', and the lengths of two phases.
type Form = dyn Fn(&str, usize, [usize; 2]) -> String;

#[test]
fn all_that_a_row_tells_is_looked_at() {
    let cube = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    let other = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let json = |cube: &str, length: usize, phases: [usize; 2]| {
        let [first, second] = phases;
        format!(
            "{{\"line\":1,\"cube\":\"{cube}\",\"solution\":\"R'\",\"length\":{length},\"phase1_length\":{first},\"phase2_length\":{second}}}\n"
        )
    };
    let csv = |cube: &str, length: usize, phases: [usize; 2]| {
        let [first, second] = phases;
        format!(
            "line,cube,solution,length,phase1_length,phase2_length,error\n1,{cube},R',{length},{first},{second},\n"
        )
    };
    let forms: [&Form; 2] = [&json, &csv];
    for form in forms {
        assert_eq!(check("R\n", &form(cube, 1, [1, 0])).code, 0);
        for (row, problem) in [
            (form(other, 1, [1, 0]), "line 1: the row is of another cube\n"),
            (form("R U Q", 1, [1, 0]), "line 1: the row is of another cube\n"),
            (form(cube, 2, [2, 0]), "line 1: it is said to have 2 moves, but has 1\n"),
            (form(cube, 1, [1, 1]), "line 1: its phases do not have 1 moves together\n"),
        ] {
            let checked = check("R\n", &row);
            assert_eq!((checked.code, checked.stderr.as_str()), (1, problem), "{row}");
        }
    }
    let twice = check("R\n", "R', U, R'\n");
    assert_eq!(
        twice.stderr,
        "line 1: the moves do not solve it\nline 1: two of its solutions are the same\n"
    );
}

#[test]
fn what_a_row_proves_cannot_be_what_is_known_to_be_wrong() {
    let none = "{\"line\":2,\"at_least\":18,\"error\":\"no solution of at most 17 moves, proved\"}\n";
    let text = "# line 2: no solution of at most 17 moves, proved\n";
    let csv = "line,solution,length,proved,at_least,nodes,error\n2,,,,18,5,\"no solution, proved\"\n";
    for row in [none, text, csv] {
        let checked = check("// one\nR\n", row);
        let report =
            "0 of 0 solutions hold\n1 position has no solution within the bound, according to its row\n";
        assert_eq!(checked, Run { code: 0, stdout: report.to_owned(), stderr: String::new() }, "{row}");
    }
    let longest = "R2 R2 ".repeat(10) + "R'";
    let shorter = "it is shorter than the one that is said to be shortest";
    for (row, problem) in [
        ("{\"at_least\":21}\n", "it is said to need 21 moves, and no position needs more than 20"),
        (
            "# line 1: no solution of at most 20 moves, proved\n",
            "it is said to need 21 moves, and no position needs more than 20",
        ),
        (
            &format!("{{\"solution\":\"{longest}\",\"length\":21,\"proved\":true}}\n"),
            "it is said to need 21 moves, and no position needs more than 20",
        ),
        ("{\"cube\":\"U\",\"at_least\":7}\n", "the row is of another cube"),
        ("{\"solution\":\"R2 R\",\"others\":[\"R'\"],\"length\":2,\"proved\":true}\n", shorter),
        ("solution,length,proved,others\nR2 R,2,true,R'\n", shorter),
    ] {
        let checked = check("R\n", row);
        assert_eq!((checked.code, checked.stderr), (1, format!("line 1: {problem}\n")), "{row}");
    }
    // Where nothing is said to be proved, others may be shorter.
    for proved in ["", ",\"proved\":false"] {
        let row = format!("{{\"solution\":\"R2 R\",\"others\":[\"R'\"],\"length\":2{proved}}}\n");
        assert_eq!(check("R\n", &row).code, 0);
    }
}

#[test]
fn what_solve_writes_holds_in_every_form() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", "# c\nR U\n\nQ\nR R'\nF2 B D\n");
    for output in ["text", "jsonl", "csv"] {
        let rows = run(&["solve", "--method", "thistlethwaite", "--format", output, &cubes]).stdout;
        let checked = feed(&["check", &cubes, "-"], rows);
        assert!(
            checked.stdout.starts_with("3 of 4 solutions hold\n1 position is invalid\n"),
            "{output}: {}",
            checked.stdout
        );
        assert!(!checked.stdout.contains("row"), "{output}: {}", checked.stdout);
    }
}

#[test]
fn a_long_solution_is_read_whole_or_not_judged() {
    let long = format!("{}R'\n", "R R' ".repeat(50_000));
    assert_eq!(check("R\n", &long).code, 0, "{} bytes", long.len());
    let too_long = format!("{}R'\n", "R R' ".repeat(2_000_000));
    let checked = check("R\nU\n", &(too_long + "U'\n"));
    assert_eq!(checked.stderr, "line 1: the row is longer than 8388608 bytes, and was not read\n");
    assert!(checked.stdout.starts_with("1 of 2 solutions hold\n"), "{}", checked.stdout);
}

#[test]
fn json_lines_are_solutions_as_well() {
    let row = |solution: &str| format!("{{\"solution\":\"{solution}\"}}\n");
    let good = [row("R'"), row("R' U'"), row("F' R2"), row("U'")].concat();
    assert_eq!(check(CUBES, &good).code, 0);
    let bad =
        [row("R"), "{\"line\":3,\"error\":\"none\"}\n".to_owned(), "{\n".to_owned(), row("U'")].concat();
    let checked = check(CUBES, &bad);
    let messages: Vec<&str> = checked.stderr.lines().collect();
    assert_eq!((checked.code, messages.len()), (1, 3));
    assert_eq!(messages[..2], ["line 2: the moves do not solve it", "line 3: there is no solution"]);
    assert!(messages[2].starts_with("line 6: "), "{}", messages[2]);
}

#[test]
fn solutions_come_from_standard_input_too() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", CUBES);
    assert_eq!(feed(&["check", &cubes, "-"], "R'\nR' U'\nF' R2\nU'\n").code, 0);
    assert_eq!(feed(&["check", &cubes, "-"], "R'\nR' U'\nF' R2\nU\n").code, 1);
}

#[test]
fn rows_with_their_positions_come_through_a_pipe() {
    let rows = run(&["solve", "--method", "thistlethwaite", "--format", "jsonl", "R U", "F2 D"]).stdout;
    assert_eq!(feed(&["check", "-"], rows.clone()).lines()[0], "2 of 2 solutions hold");
    let wrong = feed(&["check", "-"], rows.clone() + &rows.replacen("R'", "R", 1));
    assert_eq!((wrong.code, wrong.stderr.as_str()), (1, "line 3: the moves do not solve it\n"));
}

#[test]
fn values_of_a_table_are_read_or_named() {
    let checked = |row: &str| check("R\n", &format!("cube,solution,length,proved,others\n{row}\n"));
    for sound in ["R,R',1.0,True,", "R,R', 1 ,FALSE,", "R,R',,,"] {
        assert_eq!(checked(sound).code, 0, "{sound}");
    }
    let shorter = "line 1: it is shorter than the one that is said to be shortest\n";
    for (row, problem) in [
        ("R,R',99.0,,", "line 1: it is said to have 99 moves, but has 1\n"),
        ("R,R',x,,", "line 1: its `length` is not a whole number: \"x\"\n"),
        ("R,R',-1,,", "line 1: its `length` is not a whole number: \"-1\"\n"),
        ("R,R2 R,2,True,R'", shorter),
        ("R,R2 R,2,maybe,R'", "line 1: its `proved` is not true or false: \"maybe\"\n"),
    ] {
        let checked = checked(row);
        assert_eq!((checked.code, checked.stderr.as_str()), (1, problem), "{row}");
    }
}

#[test]
fn a_comment_tells_the_bound_that_a_solution_misses() {
    let comment = |bound| format!("R2 R # more than {bound} moves: the best that was found\n");
    assert_eq!(check("R\n", &comment(1)).code, 0);
    let wrong = check("R\n", &comment(2));
    assert_eq!(
        (wrong.code, wrong.stderr.as_str()),
        (1, "line 1: it is said to have more than 2 moves, but has 2\n")
    );
    let folder = Folder::new();
    let (cubes, rows) = (folder.write("cubes", "R\n"), folder.write("rows", "R2 R\n"));
    let longer = run(&["check", "--max-length", "1", &cubes, &rows]);
    let problem = "line 1: it has 2 moves, more than 1, and the row does not say so\n";
    assert_eq!((longer.code, longer.stderr.as_str()), (1, problem));
}

#[test]
fn standard_input_cannot_be_both() {
    let refused = feed(&["check", "-", "-"], "R\nR'\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("cannot both come from standard input"), "{}", refused.stderr);
}

#[test]
fn positions_can_be_of_one_format_only() {
    let folder = Folder::new();
    let (cubes, solutions) = (folder.write("cubes.txt", "R\n"), folder.write("solutions.txt", "R'\n"));
    assert_eq!(run(&["check", "--from", "moves", &cubes, &solutions]).code, 0);
    assert_eq!(run(&["check", "--from", "reid", &cubes, &solutions]).code, 1);
}

#[test]
fn messages_stop_but_counting_does_not() {
    let checked = check(&"R\n".repeat(1000), &"R\n".repeat(1000));
    assert_eq!((checked.code, checked.stderr.lines().count()), (1, 20));
    assert_eq!(checked.stdout, "0 of 1000 solutions hold\n1000 solutions do not hold\n");
}

#[test]
fn missing_files_are_named() {
    let folder = Folder::new();
    let (cubes, missing) = (folder.write("cubes.txt", CUBES), folder.path("missing.txt"));
    for args in [["check", &cubes, &missing], ["check", &missing, &cubes]] {
        let failed = run(&args);
        assert_eq!(failed.code, 2);
        assert!(failed.stderr.starts_with(&format!("cubebatch: {missing}: ")), "{}", failed.stderr);
    }
}

#[test]
fn a_part_of_what_a_row_tells_is_looked_at_too() {
    for (row, problem) in [
        ("{\"solution\":\"R'\",\"phase1_length\":5}", "its phases do not have 1 moves together"),
        (
            "{\"solution\":\"R'\",\"phase1_length\":1,\"phase2_length\":1}",
            "its phases do not have 1 moves together",
        ),
        ("{\"solution\":\"R'\",\"error\":\"none\"}", "the row has a solution, and an error as well"),
        ("solution,error\nR',none", "the row has a solution, and an error as well"),
        ("R3 (7f)", "it is said to have 7 moves, but has 1"),
        ("R3 (2q*)", "it is said to have 2 moves, but has 1"),
    ] {
        let checked = check("R\n", row);
        assert_eq!((checked.code, checked.stderr), (1, format!("line 1: {problem}\n")), "{row}");
    }
    for row in [
        "{\"solution\":\"R'\",\"phase1_length\":0,\"error\":null}",
        "R3 (1f)",
        "R3 (1q)",
        "R' (7)",
        "solution,error\nR',",
    ] {
        assert_eq!(check("R\n", row).code, 0, "{row}");
    }
}

#[test]
fn a_row_too_few_is_told_by_where_rows_begin_to_differ() {
    let checked = check(CUBES, "R'\nF' R2\nU'\n");
    let report = "1 of 3 solutions hold\n2 solutions do not hold\n1 position has no row\n\
                  3 rows for 4 positions: first difference at line 3\n";
    assert!(checked.code == 1 && checked.stdout.starts_with(report), "{}", checked.stdout);
    let told = check(CUBES, "{\"line\":2,\"solution\":\"U\"}\n");
    assert!(!told.stdout.contains("first difference"), "{}", told.stdout);
}

#[test]
fn nothing_does_not_hold() {
    for (cubes, solutions) in [("", ""), ("# none\n\n", "# none\n")] {
        let checked = check(cubes, solutions);
        assert_eq!((checked.code, checked.stdout.as_str()), (2, ""));
        assert!(
            checked
                .stderr
                .ends_with(": there is no position to check\n  Give a file with one position per line.\n"),
            "{}",
            checked.stderr
        );
    }
}
