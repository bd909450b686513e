//! `cubebatch serve`: requests in, rows out.

use crate::cli::args;
use crate::cli::failure::Failure;

/// Opens the solvers and serves until somebody asks to stop.
#[cfg(feature = "serve")]
pub fn run(args: &args::Serve) -> Result<u8, Failure> {
    use std::sync::Arc;

    use cubebatch::{Limits, Solver};

    use crate::cli::serve::{self, EXPECTED, Settings, Solvers};
    use crate::cli::watch::Watch;

    let settings = Settings::new(args)?;
    let limits = args.max_length.map_or_else(Limits::default, Limits::at_most);
    let method = settings.method();
    let mut builder = Solver::builder().method(method).engine(args.engine.engine);
    builder = builder.expect(EXPECTED, &limits).progress(Arc::new(Watch::new()));
    if let Some(gpu) = &args.engine.gpu {
        builder = builder.gpu(gpu);
    }
    if let Some(folder) = &args.folder.tables {
        builder = builder.tables(folder);
    }
    if let Some(threads) = args.threads.threads {
        builder = builder.threads(threads.into());
    }
    if let Some(memory) = args.memory {
        builder = builder.memory(memory.as_u64());
    }
    let solvers = Solvers::open(builder, &settings.methods)?;
    serve::run(settings, solvers)
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
