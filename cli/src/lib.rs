//! The command line of cubebatch: the only place that prints, reads the environment and picks exit codes. [`run()`] is all that
//! is meant for others. The modules that are public read what others wrote: the fuzz targets call them.
//!
//! Arguments ([`args`]) become a plan in which everything is decided and refused ([`plan`]); then a command does the
//! work ([`commands`]). It decides nothing about solving: that is the library's.

#![allow(rustdoc::bare_urls, reason = "the help on arguments is no Markdown")]

/// Writes a line to standard error, which may be closed: `eprintln!` would panic then.
macro_rules! tell {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

/// Prints a line about the progress of the work to standard error, unless `--quiet` is given.
macro_rules! note {
    ($($message:tt)*) => {
        if !$crate::is_quiet() {
            tell!($($message)*);
        }
    };
}

mod args;
mod build_options;
mod commands;
pub mod compression;
mod counted;
#[cfg(test)]
mod documents;
mod empty;
mod failure;
mod form;
pub mod input;
mod interrupt;
pub mod journal;
mod kept;
mod output;
mod parquet;
mod plan;
mod proofs;
mod remote;
mod report;
mod run;
mod stored_file;
mod system;
mod watch;

use std::error::Error;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};

use args::Cli;
use failure::{Failure, UNUSABLE};
use output::Stdout;
use remote::hidden;

/// Whether `--quiet` is given.
static QUIET: OnceLock<bool> = OnceLock::new();

fn is_quiet() -> bool {
    QUIET.get() == Some(&true)
}

/// Runs the program.
pub fn run() -> ExitCode {
    system::install();
    let cli = match parsed() {
        Ok(cli) => cli,
        Err(other) => return answered(&tipped(other)).map_or_else(Failure::report, ExitCode::from),
    };
    QUIET.get_or_init(|| cli.quiet);
    interrupt::install();
    commands::run(&cli.command).map_or_else(Failure::report, ExitCode::from)
}

/// The arguments of the program.
fn parsed() -> Result<Cli, clap::Error> {
    let matches = prepared(Cli::command(), true).try_get_matches();
    match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        // The usage would name the values from the environment as if they were required.
        Err(wrong) if wrong.kind() == ErrorKind::MissingRequiredArgument => {
            Err(prepared(Cli::command(), false).try_get_matches().err().unwrap_or(wrong))
        }
        read => read,
    }
}

/// A command, whose values may be negative numbers, which then are refused as any other wrong number. A variable that is
/// empty gives no value.
fn prepared(command: Command, has_environment: bool) -> Command {
    let prepare = |arg: Arg| {
        let takes_value = arg.get_action().takes_values();
        let arg = if takes_value { arg.allow_negative_numbers(true) } else { arg };
        let is_empty = arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
        if has_environment && !is_empty { arg } else { arg.env(None::<&str>) }
    };
    command.mut_args(prepare).mut_subcommands(|command| prepared(command, has_environment))
}

/// Names the option that is meant, where a value is one of another option.
fn tipped(mut wrong: clap::Error) -> clap::Error {
    let text = |kind| match wrong.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    if let (Some(option), Some(value)) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue))
        && let Some(tip) = args::tip(&option, &value)
    {
        wrong.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    wrong
}

/// Prints help, the version, or what is wrong with the arguments.
fn answered(answer: &clap::Error) -> Result<u8, Failure> {
    let is_open = answer.use_stderr() || !system::stdout_is_closed();
    if let Some(wrong) = answer.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        let plain = match wrong.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "the number is too large",
            _ => "it is not a whole number in digits",
        };
        tell!("{}", answer.render().to_string().replacen(&wrong.to_string(), plain, 1).trim_end());
        return Ok(UNUSABLE);
    }
    if answer.use_stderr() && answer.to_string().contains("://") {
        tell!("{}", hidden(answer.to_string().trim_end()));
        return Ok(UNUSABLE);
    }
    let printed =
        if is_open { answer.print().and_then(|()| io::stdout().flush()) } else { Stdout.write_all(b" ") };
    // Standard error may be closed for an error, but help is output like any other.
    if answer.use_stderr() {
        return Ok(UNUSABLE);
    }
    printed.map(|()| 0).map_err(|error| Failure::io(Path::new("stdout"), error))
}
