//! The samples of README and of the pages in `docs`: after `$ …` comes the output of the program.

use std::path::Path;
use std::process::Command;

use super::support::{Folder, PROGRAM, command, read, tables_of_proofs};

const PAGES: [&str; 9] = [
    "README.md",
    "docs/cases.md",
    "docs/command-line.md",
    "docs/goals.md",
    "docs/notation.md",
    "docs/optimal.md",
    "docs/pocket-cube.md",
    "docs/scanning.md",
    "docs/thistlethwaite.md",
];

/// A command, and the lines that follow it.
struct Sample {
    command: String,
    output: String,
}

/// The samples of a page: in its blocks the lines that begin with `$`, and what stands below them.
fn samples(page: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut is_sample = false;
    for line in page.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            samples.push(Sample { command: command.to_owned(), output: String::new() });
            is_sample = true;
        } else if line.starts_with("```") {
            is_sample = false;
        } else if let (true, Some(last)) = (is_sample, samples.last_mut()) {
            last.output += line;
            last.output.push('\n');
        }
    }
    samples
}

/// A shell that knows the program, with its tables.
fn shell(commands: &str) -> Command {
    let folder = Path::new(PROGRAM).parent().expect("the program is in a folder");
    let others = std::env::var_os("PATH").expect("there is a path");
    let folders = [folder.to_owned()].into_iter().chain(std::env::split_paths(&others));
    let mut shell = command("sh");
    shell
        .args(["-e", "-c", commands])
        .env("PATH", std::env::join_paths(folders).expect("they are from a path"))
        .env("CUBEBATCH_TABLES", tables_of_proofs());
    shell
}

/// What a shell shows: standard output, and the messages.
fn shown(command: &str) -> [String; 2] {
    let output = shell(command).output().expect("there is a shell");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("output is UTF-8"))
}

#[test]
fn the_program_says_what_its_pages_show() {
    for name in PAGES {
        let samples = samples(&read(name));
        assert!(!samples.is_empty(), "{name} has samples");
        for Sample { command, output } in samples {
            let [stdout, stderr] = shown(&command);
            let is_shown = stdout == output || stderr.starts_with(&output);
            assert!(is_shown, "{name}: {command}\nshown: {output}stdout: {stdout}stderr: {stderr}");
        }
    }
}

#[test]
fn blocks_of_goals_can_be_pasted_into_a_shell() {
    let page = read("docs/goals.md");
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut known = 0;
    for block in blocks {
        let folder = Folder::new();
        let ended = shell(block).current_dir(folder.all()).output().expect("there is a shell");
        assert!(ended.status.success(), "{block}{}", String::from_utf8_lossy(&ended.stderr));
        known += 1;
    }
    assert!(known > 3, "{known} were found");
}
