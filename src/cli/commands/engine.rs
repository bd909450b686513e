//! The engine and the threads of commands other than `solve`.

use std::sync::Arc;

use cubebatch::engine::Engine;
use cubebatch::pool::Pool;

use crate::cli::args;
use crate::cli::failure::Failure;
use crate::cli::plan::refuse_idle_gpu;
use crate::cli::watch;

/// Opens the requested engine, and reports which one it is.
pub fn open_engine(args: &args::Engine) -> Result<Arc<dyn Engine>, Failure> {
    refuse_idle_gpu(args)?;
    Ok(args.engine.open(args.gpu.as_deref(), &watch::control().progress)?)
}

/// Threads for builders, and for all that counts.
pub fn pool(threads: &args::Threads) -> Result<Pool, Failure> {
    Ok(Pool::new(threads.count())?)
}
