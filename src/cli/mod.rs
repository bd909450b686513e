//! The command line: the only place that prints, reads the environment and picks exit codes.
//!
//! Arguments ([`args`]) become a plan in which everything is decided and refused ([`plan`]); then a command does the
//! work ([`commands`]). It decides nothing about solving: that is the library's.

/// Writes a line to standard error, which nobody need read: `eprintln!` would panic then.
macro_rules! tell {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

mod args;
mod commands;
#[cfg(test)]
mod documents;
mod failure;
mod input;
mod interrupt;
mod output;
mod plan;
mod resume;
mod rows;
mod sink;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use failure::Failure;

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    interrupt::install();
    commands::run(&cli.command).map_or_else(Failure::report, ExitCode::from)
}
