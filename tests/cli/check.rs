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
    let text = check("R\nU\n", "R', R2 R, U\nU', U'\n");
    let json = check(
        "R\nU\n",
        "{\"solution\":\"R'\",\"others\":[\"R2 R\",\"U\"]}\n{\"solution\":\"U'\",\"others\":[\"U'\"]}\n",
    );
    for checked in [text, json] {
        assert_eq!((checked.code, checked.stderr.as_str()), (1, "line 1: the moves do not solve it\n"));
        assert!(checked.stdout.starts_with("4 of 5 solutions hold\n1 solutions do not hold\n"));
    }
}

#[test]
fn a_solved_position_needs_an_empty_line() {
    let checked = check("R R'\nR\n", "\nR'\n");
    assert_eq!((checked.code, checked.lines()[0]), (0, "2 of 2 solutions hold"));
}

#[test]
fn a_wrong_solution_is_told_by_the_line_of_its_position() {
    let checked = check(CUBES, "R'\nR' U\nF' X\n# line 7: nothing\n");
    assert_eq!(checked.code, 1);
    assert_eq!(
        checked.stderr,
        "line 3: the moves do not solve it\n\
         line 6: column 4: no move begins with \"X\"\n\
         line 7: there is no solution\n"
    );
    assert!(checked.stdout.starts_with("1 of 4 solutions hold\n3 solutions do not hold\n"));
}

#[test]
fn an_invalid_position_has_a_line_of_solutions_too() {
    let checked = check("R\nX\nU\n", "R'\n# line 2: it is invalid\nU'\n");
    let message = "line 2: the position is invalid: column 1: no move begins with \"X\"\n";
    assert_eq!((checked.code, checked.stderr.as_str()), (1, message));
    assert!(checked.stdout.starts_with("2 of 3 solutions hold\n1 positions are invalid\n"));
}

#[test]
fn too_few_and_too_many_solutions_are_refused() {
    for (solutions, problem) in [
        ("R'\nR' U'\nF' R2\n", "solutions.txt ends before "),
        ("", "solutions.txt ends before "),
        ("R'\nR' U'\nF' R2\nU'\nR'\n", "solutions.txt line 5 has no position"),
    ] {
        let refused = check(CUBES, solutions);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{solutions:?}");
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    }
    let blank = check(CUBES, "R'\nR' U'\nF' R2\nU'\n\n\n");
    assert_eq!(blank.code, 0, "blank lines at the end are no solutions: {}", blank.stderr);
}

#[test]
fn json_lines_are_solutions_as_well() {
    let row = |solution: &str| format!("{{\"line\":1,\"solution\":\"{solution}\"}}\n");
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
fn standard_input_cannot_be_both() {
    let refused = feed(&["check", "-", "-"], "R\nR'\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("cannot both come from standard input"), "{}", refused.stderr);
}

#[test]
fn positions_can_be_of_one_format_only() {
    let folder = Folder::new();
    let (cubes, solutions) = (folder.write("cubes.txt", "R\n"), folder.write("solutions.txt", "R'\n"));
    assert_eq!(run(&["check", "--format", "moves", &cubes, &solutions]).code, 0);
    assert_eq!(run(&["check", "--format", "reid", &cubes, &solutions]).code, 1);
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
