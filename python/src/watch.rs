//! Long work beside the interpreter: Ctrl-C ends it, and Python receives its progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cubebatch::Stop;
use cubebatch::progress::{Note, Progress, Step};
use pyo3::prelude::*;

/// The time between checks for signals and reports of progress.
const PATIENCE: Duration = Duration::from_millis(50);

/// A report: a step, the units done, and the total.
type ToldProgress = (String, u64, u64);

/// Keeps the last report until Python receives it.
#[derive(Default)]
pub struct WorkWatch {
    stop: Stop,
    told: Mutex<Option<ToldProgress>>,
    /// The table under construction.
    table: Mutex<Option<String>>,
}

impl WorkWatch {
    /// Watches work that this request ends.
    pub fn with_stop(stop: &Stop) -> Arc<WorkWatch> {
        Arc::new(WorkWatch { stop: stop.clone(), ..WorkWatch::default() })
    }

    /// The request to stop that ends the work.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    fn tell(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(progress), Some(told)) = (progress, told) {
            progress.call1(py, told)?;
        }
        Ok(())
    }
}

impl Progress for WorkWatch {
    fn report(&self, step: &Step, done: u64, total: u64) {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let step = table.as_ref().map_or_else(|| step.to_string(), |table| format!("{table}: {step}"));
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some((step, done, total));
    }

    fn note(&self, note: &Note) {
        let table = match note {
            Note::Builds { table, .. } => Some(format!("building {table}")),
            Note::Waits { table } => Some(format!("waiting for {table}")),
            Note::Built { .. } | Note::BuiltElsewhere { .. } => None,
            _ => return,
        };
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = table;
    }
}

/// Runs `work` on a thread of its own, while other threads of Python run. If a signal handler or `progress` raises, the work is
/// asked to stop, and the exception is raised once the work has ended.
pub fn watched<T: Send>(
    py: Python<'_>,
    watch: &Arc<WorkWatch>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (raised, done) = py.detach(|| {
        std::thread::scope(|scope| {
            let (end, ended) = channel::<()>();
            let worker = scope.spawn(move || {
                let done = work();
                drop(end);
                done
            });
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(PATIENCE) {
                if raised.is_none() {
                    let look = |py: Python<'_>| py.check_signals().and_then(|()| watch.tell(py, progress));
                    raised = Python::attach(look).err();
                    if raised.is_some() {
                        watch.stop().request();
                    }
                }
            }
            (raised, worker.join())
        })
    });
    match (raised, done) {
        (_, Err(panic)) => std::panic::resume_unwind(panic),
        (Some(raised), _) => Err(raised),
        (None, Ok(done)) => Ok(done),
    }
}
