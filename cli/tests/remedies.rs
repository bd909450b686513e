//! The remedies of refusals work.

use std::fs;

use cubebatch::Method;

use super::support::{Folder, Run, feed, read, run};

/// The options that the last line of a refusal names with a value: each is a remedy.
fn remedies(refused: &Run) -> Vec<[&str; 2]> {
    let remedy = refused.stderr.lines().last().unwrap_or_default();
    let words: Vec<&str> = remedy.split(' ').map(|word| word.trim_end_matches(['.', ','])).collect();
    let named =
        words.windows(2).filter(|pair| pair[0].starts_with("--") && pair[1] != "out" && pair[1] != "and");
    named.map(|pair| [pair[0], pair[1]]).collect()
}

/// These options with another value of one of them, or with one more.
fn mended<'a>(options: &[&'a str], [name, value]: [&'a str; 2]) -> Vec<&'a str> {
    let mut options = options.to_vec();
    match options.iter().position(|&option| option == name) {
        Some(index) => options[index + 1] = value,
        None => options.extend([name, value]),
    }
    options
}

const REFUSED: [&[&str]; 13] = [
    &["--memory", "40M"],
    &["--method", "two-phase", "--memory", "1"],
    &["--method", "descent", "--memory", "100M"],
    &["--method", "modified", "--memory", "100M"],
    &["--method", "thistlethwaite", "--memory", "1M"],
    &["--method", "optimal", "--memory", "100M"],
    &["--method", "two-phase", "--ends", "2"],
    &["--method", "descent", "--phase1-depth", "7"],
    &["--method", "thistlethwaite", "--max-length", "20"],
    &["--method", "modified", "--solutions", "2"],
    &["--method", "thistlethwaite", "--engine", "gpu"],
    &["--engine", "gpu", "--memory", "300M"],
    &["--time"],
];

#[test]
fn each_remedy_of_a_refusal_works() {
    // Tables cannot be built in a file: so a command that is not refused ends there, or needs none.
    let folder = Folder::new();
    let tables = folder.write("file", "") + "/tables";
    let solve = |options: &[&str]| feed(&[&["solve", "--tables", &tables], options].concat(), "R\n");
    for options in REFUSED {
        let refused = solve(options);
        assert!(refused.code == 2 && !refused.stderr.contains(&tables), "{options:?}: {}", refused.stderr);
        let remedies = remedies(&refused);
        assert!(!remedies.is_empty(), "{options:?}: {}", refused.stderr);
        for remedy in remedies {
            let run = solve(&mended(options, remedy));
            let is_accepted = run.code == 0 || run.stderr.contains(&tables);
            assert!(is_accepted, "{options:?} {remedy:?}: {}", run.stderr);
        }
    }
}

#[test]
fn a_robot_with_costs_of_its_own_is_offered_what_works() {
    let costs = "quarter 5, half 8, U 7, U2 10";
    let asked = ["solve", "R", "--moves", "U R F L B", "--metric", costs];
    let refused = run(&asked);
    let remedy = format!(
        "Use --solutions 50 --metric \"quarter 5, half 8\" --cost \"{costs}, U' 7\", or use --method goal."
    );
    assert_eq!((refused.code, refused.stderr.lines().last().map(str::trim)), (2, Some(remedy.as_str())));
    let solved = run(&[&asked[..], &["--method", "goal"]].concat());
    assert_eq!((solved.code, solved.lines()), (0, vec!["R'"]), "{}", solved.stderr);
}

/// Tables cannot be built in a file.
#[test]
fn lines_without_a_position_need_no_tables() {
    let folder = Folder::new();
    let tables = folder.write("file", "") + "/tables";
    for method in Method::ALL.iter().copied() {
        let solve = ["solve", "--method", method.name(), "--format", "csv", "--tables", &tables];
        let solved = feed(&solve, "# nothing\nQ\n\nR U Q\n");
        assert_eq!((solved.code, solved.lines().len()), (1, 3), "{method}: {}", solved.stderr);
        assert!(!solved.stderr.contains(&tables), "{method}: {}", solved.stderr);
    }
    let out = folder.path("rows");
    let solve = ["solve", "--method", "optimal", "--tables", &tables, "-o", &out];
    let refused = feed(&solve, "R\nQ\n");
    assert_eq!((refused.code, fs::exists(&out).expect("it can be seen")), (2, false), "{}", refused.stderr);
    let refused = feed(&solve, "Q\nR\n");
    assert!(refused.code == 2 && refused.stderr.contains(&tables), "{}", refused.stderr);
    assert_eq!(read(&out).lines().count(), 1, "the row of the line before stays");
}
