//! The remedies of refusals work.

use super::support::{Folder, Run, feed};

/// The options that the last line of a refusal names with a value: each is a remedy.
fn remedies(refused: &Run) -> Vec<[&str; 2]> {
    let remedy = refused.stderr.lines().last().unwrap_or_default();
    let words: Vec<&str> = remedy.split(' ').map(|word| word.trim_end_matches(['.', ','])).collect();
    let named = words.windows(2).filter(|pair| pair[0].starts_with("--") && pair[1] != "out");
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
