//! What the program says about itself.

use super::support::run;

const COMMANDS: [&str; 11] = [
    "solve",
    "table",
    "scramble",
    "check",
    "coset",
    "serve",
    "show",
    "pocket",
    "universal",
    "completions",
    "man",
];

/// The output of a run that succeeds and complains of nothing.
fn output(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

#[test]
fn help_tells_commands_and_exit_codes() {
    for option in ["--help", "-h"] {
        let help = output(&[option]);
        for command in COMMANDS {
            assert!(help.contains(&format!("\n  {command} ")), "{option}: {command}");
        }
        let (_, codes) = help.split_once("Exit codes:\n").expect("help lists the exit codes");
        let codes: Vec<&str> = codes.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(codes, ["0", "1", "2", "3", "130"], "{option}");
    }
}

#[test]
fn each_command_has_help() {
    for command in COMMANDS {
        assert!(output(&[command, "--help"]).contains(&format!("Usage: cubebatch {command}")), "{command}");
    }
}

#[test]
fn help_on_solving_begins_with_what_everybody_needs() {
    let help = output(&["solve", "-h"]);
    let place = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
    let options = ["--output <", "--format <", "--method <", "--max-length <", "--max-time <", "--threads <"];
    let groups = ["\nInput:\n", "\nOutput:\n", "\nWhich solution:\n", "\nMachine:\n", "\nExamples:\n"];
    let first = std::iter::once("\nOptions:\n").chain(options);
    assert!(first.chain(groups).map(place).is_sorted(), "{help}");
    let long = output(&["help", "solve"]);
    assert!(long.contains("FILE.run") && !help.contains("FILE.run"), "{help}");
    assert!(!long.contains("--json") && !long.contains("--optimal"), "{long}");
}

#[test]
fn a_wrong_number_is_told_in_plain_words() {
    for (count, problem) in [
        ("1e3", "it is not a whole number in digits"),
        ("", "it is not a whole number in digits"),
        ("99999999999999999999", "the number is too large"),
    ] {
        let refused = run(&["scramble", "--count", count]);
        let told = format!("error: invalid value '{count}' for '--count <COUNT>': {problem}\n");
        assert!(refused.code == 2 && refused.stderr.starts_with(&told), "{}", refused.stderr);
    }
}

#[test]
fn a_negative_number_is_refused_as_a_value() {
    let refused = run(&["solve", "--max-length", "-1", "R"]);
    let problem = "error: invalid value '-1' for '--max-length <N>': give a whole number from 0 to 255\n";
    assert!(refused.code == 2 && refused.stderr.starts_with(problem), "{}", refused.stderr);
}

#[test]
fn usage_demands_nothing_that_the_environment_sets() {
    let refused = run(&["table", "build", "--phase", "1"]);
    let usage = "\nUsage: cubebatch table build --phase <1|2> --depth <N|complete|pruning|distances>\n";
    assert!(refused.code == 2 && refused.stderr.contains(usage), "{}", refused.stderr);
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(output(&["--version"]), concat!("cubebatch ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn shells_get_completions() {
    for (shell, marker) in
        [("bash", "complete -F _cubebatch"), ("zsh", "#compdef cubebatch"), ("fish", "complete -c cubebatch")]
    {
        let script = output(&["completions", shell]);
        assert!(script.contains(marker), "{shell}");
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        assert!(script.contains("phase1-depth"), "{shell}");
    }
    assert_eq!(run(&["completions", "no-such-shell"]).code, 2);
}

#[test]
fn the_manual_page_mentions_every_command() {
    let page = output(&["man"]);
    assert!(page.contains(".TH cubebatch 1"), "it is no manual page");
    for command in COMMANDS {
        assert!(page.contains(&format!("cubebatch\\-{command}")), "{command}");
    }
    assert!(page.contains("Exit codes:") && page.contains("130"), "help lists the exit codes");
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_the_service_tells_how_it_is_built() {
    let run = run(&["serve"]);
    let told = "cubebatch: this program was built without the service\n  Build it with `--features serve`.\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, told));
}
