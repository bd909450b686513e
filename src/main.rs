//! The command line of cubebatch.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
