//! What the program says about itself.

use super::support::{Folder, read, run};

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

#[test]
fn each_command_has_a_manual_page() {
    let folder = Folder::new();
    let dir = folder.path("man/man1");
    assert_eq!(output(&["man", "--dir", &dir]), "");
    for command in COMMANDS {
        assert!(read(&format!("{dir}/cubebatch-{command}.1")).contains(".TH"), "{command}");
    }
}

#[test]
fn an_option_of_earlier_versions_is_understood_or_named() {
    let folder = Folder::new();
    let out = folder.path("a.txt");
    assert_eq!(output(&["scramble", "--seed", "1", "--out", &out]), "");
    assert_eq!(read(&out), output(&["scramble", "--seed", "1", "-q"]));
    for (args, tip) in [
        (
            &["solve", "--output", "jsonl", "R"][..],
            "tip: the format is `--format jsonl`; a file of that name is `./jsonl`",
        ),
        (
            &["solve", "--format", "moves", "R"],
            "tip: `--format` is the format to write; the one to read is `--from moves`",
        ),
        (&["check", "--format", "lin", "R"], "--from"),
    ] {
        let refused = run(args);
        assert!(refused.code == 2 && refused.stderr.contains(tip), "{args:?}: {}", refused.stderr);
    }
}

/// Errors remain; the summary and the seed go.
#[test]
fn a_quiet_run_tells_errors_alone() {
    let folder = Folder::new();
    let (input, out) = (folder.write("a.txt", "R U\nQ\n"), folder.path("b.txt"));
    let solved = |options: &[&str]| {
        run(&[&["solve", "-m", "thistlethwaite", "-o", &out, &input], options].concat()).stderr
    };
    assert!(solved(&[]).contains(" in ") && solved(&[]).contains(":2:1: "), "{}", solved(&[]));
    let quiet = solved(&["-q"]);
    assert!(quiet.contains(":2:1: ") && quiet.lines().count() == 1, "{quiet}");
    assert_eq!(run(&["-q", "scramble"]).stderr, "");
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_the_service_tells_how_it_is_built() {
    let run = run(&["serve"]);
    let told = "cubebatch: this program was built without the service\n  Build it with `--features serve`.\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, told));
}
