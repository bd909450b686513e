//! `cubebatch serve`: requests in, rows out.

use crate::args;
use crate::failure::Failure;

/// Serves until a stop is requested.
#[cfg(feature = "serve")]
pub fn run(args: &args::ServeArgs) -> Result<u8, Failure> {
    crate::serve::run(crate::plan::ServePlan::new(args)?)
}

/// Refuses: this program was built without the service.
#[cfg(not(feature = "serve"))]
pub fn run(_: &args::ServeArgs) -> Result<u8, Failure> {
    use crate::failure::UNUSABLE;

    Err(Failure::new(
        UNUSABLE,
        "this program was built without the service",
        "Build it with `--features serve`.",
    ))
}
