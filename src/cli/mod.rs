//! The command line: the only place that prints, reads the environment and picks exit codes.

/// Writes a line to standard error, which nobody need read: `eprintln!` would panic then.
macro_rules! tell {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

mod args;
mod bench;
mod check;
mod engine;
mod failure;
mod input;
mod interrupt;
mod method;
mod pocket;
mod progress;
mod reading;
mod resume;
mod rows;
mod scramble;
mod show;
mod solve;
mod table;
mod tables;
mod universal;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use failure::Failure;

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    interrupt::install();
    let outcome = match &cli.command {
        Command::Solve(args) => solve::run(args),
        Command::Table(command) => table::run(command),
        Command::Scramble(args) => scramble::run(args),
        Command::Check(args) => check::run(args),
        Command::Pocket(command) => pocket::run(command),
        Command::Universal(command) => universal::run(command),
        Command::Show(args) => show::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Devices => engine::list_devices(),
        Command::Completions { shell } => print_completions(*shell),
        Command::Man => print_manual(),
    };
    outcome.map_or_else(Failure::report, ExitCode::from)
}

/// Prints data.
fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    io::stdout().write_all(bytes).map_err(|error| Failure::io(Path::new("stdout"), error))
}

fn print_completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cubebatch", &mut script);
    print_bytes(&script).map(|()| 0)
}

/// The page of the program and then those of its commands, one after the other.
fn print_manual() -> Result<u8, Failure> {
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

fn with_subcommands(command: &clap::Command) -> Vec<&clap::Command> {
    let subcommands = command.get_subcommands().filter(|command| command.get_name() != "help");
    std::iter::once(command).chain(subcommands.flat_map(with_subcommands)).collect()
}
