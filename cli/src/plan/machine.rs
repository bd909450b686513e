//! The part of this machine that a command uses.

use std::path::PathBuf;
use std::sync::Arc;

use cubebatch::table::default_folder;
use cubebatch::{EngineChoice, Error, Solver, SolverBuilder};
use cubebatch_search::engine::Engine;
use cubebatch_search::error::Detail;
use cubebatch_search::pool::Pool;
use cubebatch_tables::files::Library;

use crate::args;
use crate::failure::{Failure, UNUSABLE};
use crate::watch::{self, watched};

/// Threads, an engine and a folder of tables. The library fills in what the arguments leave open.
#[derive(Default)]
pub struct Machine {
    threads: Option<usize>,
    engine: EngineChoice,
    gpu: Option<String>,
    folder: Option<PathBuf>,
}

impl Machine {
    /// A machine with these threads and the usual engine and folder.
    pub fn new(threads: &args::ThreadsArgs) -> Machine {
        Machine { threads: threads.threads.map(usize::from), ..Machine::default() }
    }

    /// The same machine with the tables of this folder.
    pub fn tables(self, folder: &args::FolderArgs) -> Machine {
        Machine { folder: folder.tables.clone(), ..self }
    }

    /// The same machine with this engine; it refuses the choice of a GPU where the CPU works.
    pub fn engine(self, args: &args::EngineArgs) -> Result<Machine, Failure> {
        let (engine, gpu) = (args.engine, args.gpu.clone());
        if gpu.is_some() && engine == EngineChoice::Cpu {
            let problem = "--engine cpu has no use for --gpu";
            return Err(Failure::new(
                UNUSABLE,
                problem,
                "Use --engine gpu or --engine auto, or leave --gpu out.",
            ));
        }
        Ok(Machine { engine, gpu, ..self })
    }

    /// Opens the engine, and reports which one it is.
    pub fn open(&self) -> Result<Arc<dyn Engine>, Failure> {
        Ok(self.engine.open(self.gpu.as_deref(), &watch::control().progress)?)
    }

    /// Starts the threads.
    pub fn pool(&self) -> Result<Pool, Failure> {
        Ok(Pool::new(self.threads.unwrap_or(0))?)
    }

    /// The tables in the folder.
    pub fn library(&self) -> Result<Library, Failure> {
        let folder = self.folder.clone().or_else(default_folder);
        Ok(Library::new(folder.ok_or_else(|| Error::from(Detail::NoFolder))?))
    }

    /// A solver that uses this machine, and shows its table builds.
    pub fn solver(&self) -> SolverBuilder {
        let builder = watched(Solver::builder()).engine(self.engine);
        let builder = self.gpu.iter().fold(builder, SolverBuilder::gpu);
        let builder = self.folder.iter().fold(builder, SolverBuilder::tables);
        self.threads.into_iter().fold(builder, SolverBuilder::threads)
    }
}
