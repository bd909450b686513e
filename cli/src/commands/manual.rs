//! `cubebatch completions` and `cubebatch man`, from the same definition as the help.

use std::fs;
use std::path::Path;

use clap::CommandFactory;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::print_bytes;

/// Prints a completion script for a shell.
pub fn print_completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cubebatch", &mut script);
    print_bytes(&script).map(|()| 0)
}

/// Prints the page of the program and then those of its commands, one after the other.
pub fn print_pages() -> Result<u8, Failure> {
    let mut program = Cli::command();
    // Gives commands their full names.
    program.build();
    let mut pages = Vec::new();
    for command in with_subcommands(&program) {
        let rendered = clap_mangen::Man::new(command.clone()).render(&mut pages);
        rendered.expect("a vector takes everything");
    }
    print_bytes(&pages).map(|()| 0)
}

/// Writes each page into a folder, which is made if it is not there.
pub fn write_pages(folder: &Path) -> Result<u8, Failure> {
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map(|()| 0).map_err(|error| Failure::io(folder, error))
}

fn with_subcommands(command: &clap::Command) -> Vec<&clap::Command> {
    let subcommands = command.get_subcommands().filter(|command| command.get_name() != "help");
    std::iter::once(command).chain(subcommands.flat_map(with_subcommands)).collect()
}
