//! `cubebatch serve`: requests in, rows out.

use crate::cli::args;
use crate::cli::failure::Failure;

/// Serves until a stop is requested.
#[cfg(feature = "serve")]
pub fn run(args: &args::Serve) -> Result<u8, Failure> {
    crate::cli::serve::run(crate::cli::plan::ServePlan::new(args)?)
}

/// Refuses: this program was built without the service.
#[cfg(not(feature = "serve"))]
pub fn run(_: &args::Serve) -> Result<u8, Failure> {
    use crate::cli::failure::UNUSABLE;

    Err(Failure::new(
        UNUSABLE,
        "this program was built without the service",
        "Build it with `--features serve`.",
    ))
}
