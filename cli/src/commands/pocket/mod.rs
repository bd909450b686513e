//! `cubebatch pocket`: the cube of 2×2×2.

mod batch;
mod rows;
mod scramble;
mod show;
mod solve;
mod table;

use crate::args::pocket::PocketCommand;
use crate::failure::Failure;
use crate::plan::PocketPlan;

/// Runs a command.
pub fn run(command: &PocketCommand) -> Result<u8, Failure> {
    match command {
        PocketCommand::Solve(args) => solve::run(&PocketPlan::new(args)?),
        PocketCommand::Table(args) => table::run(args),
        PocketCommand::Scramble(args) => scramble::run(args),
        PocketCommand::Show(args) => show::run(args),
    }
}
