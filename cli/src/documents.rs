//! The commands that README and other pages show: the program accepts them. The defaults that the pages name are those of
//! the program.

use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use super::args::pocket::PocketCommand;
use super::args::{self, Cli, Command, TableCommand};
use super::failure::Failure;
use super::parquet;
use super::plan::{BenchPlan, PocketPlan, SolvePlan, TablePlan};

const PAGES: [&str; 12] = [
    "README.md",
    "docs/cases.md",
    "docs/command-line.md",
    "docs/files.md",
    "docs/goals.md",
    "docs/optimal.md",
    "docs/pocket-cube.md",
    "docs/scanning.md",
    "docs/service.md",
    "docs/thistlethwaite.md",
    "docs/universal-sequences.md",
    "tables/README.md",
];

/// The errors of commands that a page only names without their arguments, and of `help`.
const NAMED: [ErrorKind; 3] = [
    ErrorKind::MissingRequiredArgument,
    ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
    ErrorKind::DisplayHelp,
];

/// The words of each command that a page shows, in a block or between backticks, without the program's name.
fn commands(page: &str) -> Vec<Vec<String>> {
    let mut is_block = false;
    let mut found = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
        } else if is_block {
            // Samples after a prompt are run, see `tests/documents.rs`: some show what is refused.
            let is_sample = line.starts_with('$');
            found.extend(if is_sample { Vec::new() } else { piped(line) });
        } else {
            found.extend(line.replace("\\|", "|").split('`').skip(1).step_by(2).flat_map(piped));
        }
    }
    found
}

/// The commands of this program in a line of a shell.
fn piped(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for symbol in line.chars().chain([' ']) {
        match symbol {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            _ if is_quoted => word.get_or_insert_default().push(symbol),
            '#' if word.is_none() => break,
            '|' | '>' | '<' | ' ' => {
                commands.last_mut().expect("there is one").extend(word.take());
                if symbol != ' ' {
                    commands.push(Vec::new());
                }
            }
            _ => word.get_or_insert_default().push(symbol),
        }
    }
    let of_program = |words: &Vec<String>| words.len() > 1 && words[0] == "cubebatch";
    commands.into_iter().filter(of_program).collect()
}

#[test]
fn what_pages_show_is_understood() {
    let mut known = 0;
    for name in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        for words in commands(&std::fs::read_to_string(path).unwrap()) {
            if !parquet::IS_THERE && words.iter().any(|word| word.contains("parquet")) {
                continue;
            }
            match Cli::try_parse_from(&words) {
                Ok(Cli { command, .. }) => planned(&command).unwrap(),
                Err(error) => assert!(NAMED.contains(&error.kind()), "{name}: {words:?}\n{error}"),
            }
            known += 1;
        }
    }
    assert!(known > 50, "{known} were found");
}

#[test]
fn examples_of_the_help_are_understood() {
    for line in args::EXAMPLES.into_iter().chain(args::SOLVE_EXAMPLES.lines().skip(1)) {
        let commands = piped(line.trim());
        assert_eq!(commands.len(), 1, "{line}");
        match Cli::try_parse_from(&commands[0]) {
            Ok(Cli { command, .. }) => planned(&command).unwrap(),
            Err(error) => panic!("{line}: {error}"),
        }
    }
}

/// Plans a command, unless its plan asks which tables exist.
fn planned(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Solve(args) => SolvePlan::new(args).map(drop),
        Command::Bench(args) => BenchPlan::new(args).map(drop),
        Command::Pocket(PocketCommand::Solve(args)) => PocketPlan::new(args).map(drop),
        #[cfg(feature = "serve")]
        Command::Serve(args) => super::plan::ServePlan::new(args).map(drop),
        Command::Table(TableCommand::Verify { .. }) => Ok(()),
        Command::Table(command) => TablePlan::new(command).map(drop),
        _ => Ok(()),
    }
}

#[test]
fn defaults_that_the_page_of_the_service_names_are_those_of_the_program() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/service.md")).unwrap();
    let program = Cli::command();
    let serve = program.find_subcommand("serve").expect("it is a command");
    let parts: Vec<&str> = page.split('`').collect();
    let mut known = 0;
    for pair in parts[1..].chunks_exact(2) {
        let (name, value) = (pair[0], pair[1].trim_start_matches([' ', '(']));
        let value =
            value.split(|symbol: char| !symbol.is_alphanumeric() && symbol != ',').next().unwrap_or("");
        let value = value.trim_end_matches(',').replace(',', "");
        if !name.starts_with("--") || !value.starts_with(|symbol: char| symbol.is_ascii_digit()) {
            continue;
        }
        let arg = serve.get_arguments().find(|arg| arg.get_long() == name.strip_prefix("--"));
        assert_eq!(arg.expect(name).get_default_values(), [value.as_str()], "{name}");
        known += 1;
    }
    assert_eq!(known, 6, "the page names the limits");
}

#[test]
fn commands_are_found_in_blocks_and_between_backticks() {
    let page = "```sh\n$ cubebatch shown\necho \"R | U\" | cubebatch solve --scan belt # shortest\ncubebatch man\n```\nSay `cubebatch a \"b c\" \\| head` or `cubebatch`.";
    let words = |text: &str| text.split('+').map(str::to_owned).collect::<Vec<String>>();
    let expected = ["cubebatch+solve+--scan+belt", "cubebatch+man", "cubebatch+a+b c"].map(words);
    assert_eq!(commands(page), expected);
}
