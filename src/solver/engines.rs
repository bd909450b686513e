//! Chooses the engine for each method.

use std::sync::{Arc, Mutex, PoisonError};

use super::choice::{self, EngineChoice};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::{Engine, EngineError};
use cubebatch_search::error::Error;
use cubebatch_search::method::{Method, Question};
use cubebatch_tables::progress::Progress;

/// The engines of solvers by several methods. A GPU is opened for the first method that runs on it.
pub(super) struct Engines {
    choice: EngineChoice,
    gpu: Option<String>,
    progress: Arc<dyn Progress>,
    /// Whether the user opened the engine.
    is_given: bool,
    chosen: Mutex<Option<Arc<dyn Engine>>>,
}

impl Engines {
    /// An engine that the user opened, `given`, takes the place of the choice.
    pub fn new(
        choice: EngineChoice,
        gpu: Option<String>,
        given: Option<Arc<dyn Engine>>,
        progress: Arc<dyn Progress>,
    ) -> Engines {
        Engines { choice, gpu, progress, is_given: given.is_some(), chosen: Mutex::new(given) }
    }

    /// Refuses a method that runs on no GPU where a GPU was asked for.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`].
    pub fn check(&self, method: Method) -> Result<(), EngineError> {
        match method.card().on_gpu(&Question::default()) {
            Err(work) if self.choice == EngineChoice::Gpu && !self.is_given => {
                Err(EngineError::Unsupported(work))
            }
            _ => Ok(()),
        }
    }

    /// The engine of a method of which this is asked: the CPU for a method that runs on no GPU, and where nothing was asked for and
    /// the job `is_short`.
    ///
    /// # Errors
    /// [`ErrorKind::Engine`](crate::ErrorKind::Engine), when there is no such GPU, or when the memory is too little for one.
    pub fn engine(
        &self,
        method: Method,
        question: &Question,
        is_short: impl FnOnce() -> bool,
    ) -> Result<Arc<dyn Engine>, Error> {
        match method.card().on_gpu(question) {
            Err(work) if !method.card().runs_on_gpu() => Ok(self.cpu(work)),
            Err(work) if !self.is_given => match self.choice {
                EngineChoice::Gpu => Err(EngineError::Unsupported(work).into()),
                _ => Ok(self.cpu(work)),
            },
            _ if self.may_choose() && is_short() => {
                Ok(choice::cpu("it is done before a GPU is ready", &self.progress))
            }
            _ => self.chosen(),
        }
    }

    /// Whether the choice is open, and no GPU is.
    fn may_choose(&self) -> bool {
        self.choice == EngineChoice::Auto && self.gpu.is_none() && self.known().is_none()
    }

    fn known(&self) -> Option<Arc<dyn Engine>> {
        self.chosen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Opens it without the lock, because that may take long and reports progress. If two threads do so, the first one's engine
    /// stays.
    fn chosen(&self) -> Result<Arc<dyn Engine>, Error> {
        if let Some(engine) = self.known() {
            return Ok(engine);
        }
        let engine = self.choice.open(self.gpu.as_deref(), &self.progress)?;
        Ok(self.chosen.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(engine).clone())
    }

    fn cpu(&self, work: &'static str) -> Arc<dyn Engine> {
        match self.choice {
            EngineChoice::Cpu => Arc::new(Cpu),
            _ => choice::cpu(EngineError::Unsupported(work), &self.progress),
        }
    }
}
