//! Requests that wait for a thread: in turn, so that none waits for all of another.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::job::Job;

/// Requests of one kind.
#[derive(Default)]
struct Lane {
    waiting: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Arc<Job>>,
    is_closed: bool,
}

/// What a thread works on. Each kind has threads of its own, so that no quick position waits for one that takes long: the
/// system shares the cores out among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Quick,
    Hard,
}

/// All that wait.
#[derive(Default)]
pub struct Queue {
    quick: Lane,
    hard: Lane,
}

impl Lane {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn lane(&self, kind: Kind) -> &Lane {
        match kind {
            Kind::Quick => &self.quick,
            Kind::Hard => &self.hard,
        }
    }

    /// Puts a request behind the others.
    pub fn put(&self, job: Arc<Job>) {
        let lane = self.lane(if job.question.ask.is_quick() { Kind::Quick } else { Kind::Hard });
        lane.waiting().jobs.push_back(job);
        lane.has_changed.notify_one();
    }

    /// The next requests, which ask alike: of hard ones one, of quick ones a fair part for each of so many threads. It waits
    /// for one; there is none when the queue was closed.
    pub fn next(&self, kind: Kind, threads: usize) -> Option<Vec<Arc<Job>>> {
        let lane = self.lane(kind);
        let is_idle = |waiting: &mut Waiting| waiting.jobs.is_empty() && !waiting.is_closed;
        let mut waiting =
            lane.has_changed.wait_while(lane.waiting(), is_idle).unwrap_or_else(PoisonError::into_inner);
        if waiting.is_closed {
            return None;
        }
        let most = match kind {
            Kind::Quick => waiting.jobs.len().div_ceil(threads),
            Kind::Hard => 1,
        };
        let first = waiting.jobs.pop_front()?;
        let mut alike = vec![first];
        let mut others = VecDeque::with_capacity(waiting.jobs.len());
        for job in std::mem::take(&mut waiting.jobs) {
            if alike.len() < most && job.question.ask == alike[0].question.ask {
                alike.push(job);
            } else {
                others.push_back(job);
            }
        }
        waiting.jobs = others;
        Some(alike)
    }

    /// Sends all threads home.
    pub fn close(&self) {
        for lane in [&self.quick, &self.hard] {
            lane.waiting().is_closed = true;
            lane.has_changed.notify_all();
        }
    }
}
