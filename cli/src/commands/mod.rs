//! The commands, one a file or folder.

mod bench;
pub mod check;
pub mod convert;
mod coset;
mod counts;
mod devices;
mod join;
mod manual;
mod pocket;
mod random;
mod scramble;
mod serve;
mod show;
mod solve;
mod table;
mod universal;

use super::args::Command;
use super::failure::Failure;
use super::plan::{BenchPlan, SolvePlan, TablePlan};

/// Runs a command; gives its exit code.
pub fn run(command: &Command) -> Result<u8, Failure> {
    match command {
        Command::Solve(args) => solve::run(SolvePlan::new(args)?),
        Command::Table(command) => table::run(&TablePlan::new(command)?),
        Command::Scramble(args) => scramble::run(args),
        Command::Check(args) => check::run(args),
        Command::Join(args) => join::run(args),
        Command::Pocket(command) => pocket::run(command),
        Command::Universal(command) => universal::run(command),
        Command::Serve(args) => serve::run(args),
        Command::Show(args) => show::run(args),
        Command::Convert(args) => convert::convert(args),
        Command::Moves(command) => convert::moves(command),
        Command::Coset(args) => coset::run(args),
        Command::Bench(args) => bench::run(&BenchPlan::new(args)?),
        Command::Devices(args) => devices::run(args),
        Command::Completions { shell } => manual::print_completions(*shell),
        Command::Man { dir } => dir.as_deref().map_or_else(manual::print_pages, manual::write_pages),
    }
}
