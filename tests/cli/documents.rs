//! The samples of README and of the pages in `docs`: after `$ …` comes the output of the program.

use std::path::Path;
use std::process::Command;

use super::support::{PROGRAM, read, tables_of_proofs};

const PAGES: [&str; 6] = [
    "README.md",
    "docs/command-line.md",
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

/// What a shell shows: standard output, and the messages.
fn shown(command: &str) -> [String; 2] {
    let folder = Path::new(PROGRAM).parent().expect("the program is in a folder");
    let path = std::env::var("PATH").expect("there is a path");
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{}:{path}", folder.display()))
        .env("CUBEBATCH_TABLES", tables_of_proofs())
        .output()
        .expect("there is a shell");
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
