//! Work that the page watches.

use std::cell::RefCell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cubebatch::progress::{Control, Progress, Step};
use wasm_bindgen::prelude::*;

use crate::stopping::new_stop;
use crate::threads::threads;

/// How far some work is: what it does, and how much of how much is done.
type Share = (Step, u64, u64);

/// The interval at which the page hears of it.
const INTERVAL: Duration = Duration::from_millis(100);

/// How far the work is since the page heard of it last. The threads of the pool cannot call the page.
static NEWS: Mutex<Option<Share>> = Mutex::new(None);

thread_local! {
    /// The listener, on the thread that does the jobs.
    static REPORT: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

struct PageProgress;

impl Progress for PageProgress {
    fn report(&self, step: &Step, done: u64, total: u64) {
        let share = (step.clone(), done, total);
        match REPORT.with_borrow(Clone::clone) {
            Some(report) => tell(&report, share),
            None => *locked(&NEWS) = Some(share),
        }
    }
}

/// Calls the page: the number of moves that a proof excludes, or else `undefined`; how much is done; how much there is.
fn tell(report: &js_sys::Function, (step, done, total): Share) {
    let length = match step {
        Step::Excluding { length } => length.into(),
        _ => JsValue::UNDEFINED,
    };
    // The listener may be gone.
    _ = report.call3(&JsValue::NULL, &length, &(done as f64).into(), &(total as f64).into());
}

/// Does work on this thread, which reports to the page. It looks at the clock each time that it asked `often` whether to stop.
pub fn here<T>(report: js_sys::Function, often: u32, work: impl FnOnce(&Control) -> T) -> T {
    REPORT.set(Some(report));
    work(&Control { stop: new_stop(often), progress: Arc::new(PageProgress) })
}

/// Does work on the threads of the pool. They cannot call the page, so this thread reports what they do.
pub fn on_all_threads<T: Send>(
    report: js_sys::Function,
    often: u32,
    work: impl FnOnce(&Control) -> T + Send,
) -> T {
    if threads() == 1 {
        return here(report, often, work);
    }
    REPORT.set(None);
    *locked(&NEWS) = None;
    let control = Control { stop: new_stop(often), progress: Arc::new(PageProgress) };
    let (outcome, has_ended) = (Mutex::new(None), Condvar::new());
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| {
            let found = work(&control);
            *locked(&outcome) = Some(found);
            has_ended.notify_one();
        });
        loop {
            let waiting = locked(&outcome);
            if waiting.is_some() {
                break;
            }
            drop(has_ended.wait_timeout(waiting, INTERVAL));
            if let Some(share) = locked(&NEWS).take() {
                tell(&report, share);
            }
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner).expect("the work has ended")
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
