//! The engine and the threads of commands other than `solve`.

use std::sync::Arc;

use cubebatch::Error;
use cubebatch::engine::Engine;
use cubebatch::progress::Progress;
use rayon::ThreadPool;

use crate::cli::args;
use crate::cli::failure::Failure;
use crate::cli::plan::refuse_idle_gpu;
use crate::cli::watch::Watch;

/// Opens the requested engine, and reports which one it is.
pub fn open_engine(args: &args::Engine) -> Result<Arc<dyn Engine>, Failure> {
    refuse_idle_gpu(args)?;
    let progress: Arc<dyn Progress> = Arc::new(Watch::new());
    Ok(args.engine.open(args.gpu.as_deref(), &progress)?)
}

/// Threads for builders, and for all that counts.
pub fn pool(threads: &args::Threads) -> Result<ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.count()).build();
    Ok(pool.map_err(|error| Error::NoThreads(error.to_string()))?)
}
