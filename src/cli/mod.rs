//! The command line: the only place that prints, reads the environment and picks exit codes.
//!
//! Arguments ([`args`]) become a plan in which everything is decided and refused ([`plan`]); then a command does the
//! work ([`commands`]). It decides nothing about solving: that is the library's.

/// Writes a line to standard error, which may be closed: `eprintln!` would panic then.
macro_rules! tell {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

mod args;
mod commands;
mod compression;
#[cfg(test)]
mod documents;
mod failure;
mod form;
mod input;
mod interrupt;
mod output;
mod parquet;
mod plan;
mod proofs;
mod report;
mod rows;
mod run_record;
#[cfg(feature = "serve")]
mod serve;
mod sink;
mod system;
mod target;
mod waiting;
mod watch;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use failure::{Failure, UNUSABLE};
use output::Stdout;

/// Runs the program.
pub fn run() -> ExitCode {
    system::install();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(other) => return answered(&other).map_or_else(Failure::report, ExitCode::from),
    };
    interrupt::install();
    commands::run(&cli.command).map_or_else(Failure::report, ExitCode::from)
}

/// Prints help, the version, or what is wrong with the arguments.
fn answered(answer: &clap::Error) -> Result<u8, Failure> {
    let is_open = answer.use_stderr() || !system::stdout_is_closed();
    let printed =
        if is_open { answer.print().and_then(|()| io::stdout().flush()) } else { Stdout.write_all(b" ") };
    // Standard error may be closed for an error, but help is output like any other.
    if answer.use_stderr() {
        return Ok(UNUSABLE);
    }
    printed.map(|()| 0).map_err(|error| Failure::io(Path::new("stdout"), error))
}
