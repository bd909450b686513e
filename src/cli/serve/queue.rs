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
    /// Requests with few positions take turns with the others, however many there are.
    few: VecDeque<Arc<Job>>,
    many: VecDeque<Arc<Job>>,
    is_turn_of_many: bool,
    is_closed: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.few.is_empty() && self.many.is_empty()
    }

    /// The requests whose turn it is.
    fn turn(&mut self) -> &mut VecDeque<Arc<Job>> {
        self.is_turn_of_many = !self.is_turn_of_many;
        let is_for_many = if self.is_turn_of_many { !self.many.is_empty() } else { self.few.is_empty() };
        if is_for_many { &mut self.many } else { &mut self.few }
    }
}

/// A kind of work. Each kind has its own threads, so no quick position waits for a long one: the system shares the cores
/// among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Quick,
    Hard,
}

/// All waiting jobs.
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

    /// Puts a request behind those others that have few positions, or many, like it.
    pub fn put(&self, job: Arc<Job>, has_few: bool) {
        let lane = self.lane(if job.question.ask.is_quick() { Kind::Quick } else { Kind::Hard });
        let mut waiting = lane.waiting();
        let alike = if has_few { &mut waiting.few } else { &mut waiting.many };
        alike.push_back(job);
        drop(waiting);
        lane.has_changed.notify_one();
    }

    /// The next requests with the same options: one hard request, or a fair part of the quick requests for each of `threads`
    /// threads. It waits for one; it returns `None` when the queue was closed.
    pub fn next(&self, kind: Kind, threads: usize) -> Option<Vec<Arc<Job>>> {
        let lane = self.lane(kind);
        let is_idle = |waiting: &mut Waiting| waiting.is_empty() && !waiting.is_closed;
        let waiting = lane.has_changed.wait_while(lane.waiting(), is_idle);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        if waiting.is_closed {
            return None;
        }
        let jobs = waiting.turn();
        let most = match kind {
            Kind::Quick => jobs.len().div_ceil(threads),
            Kind::Hard => 1,
        };
        let mut alike = vec![jobs.pop_front()?];
        for job in std::mem::take(jobs) {
            if alike.len() < most && job.question.ask == alike[0].question.ask {
                alike.push(job);
            } else {
                jobs.push_back(job);
            }
        }
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
