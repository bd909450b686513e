//! `cubebatch serve`: requests in, rows out.

use crate::cli::args;
use crate::cli::failure::Failure;

/// Serves until a stop is requested.
#[cfg(feature = "serve")]
pub fn run(args: &args::Serve) -> Result<u8, Failure> {
    use cubebatch::{Limits, Solver};

    use crate::cli::plan::on_machine;
    use crate::cli::serve::{self, EXPECTED, Settings};
    use crate::cli::watch::watched;

    let settings = Settings::new(args)?;
    let question = args.question();
    let builder = Solver::builder().expect(EXPECTED, &Limits::from(&question)).options(&question);
    let builder = on_machine(watched(builder), &args.engine, &args.folder, &args.threads);
    serve::run(settings, builder)
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
