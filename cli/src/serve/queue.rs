//! Requests that wait for a thread: in turn, so that none waits for all of another.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Requests of one kind.
struct Lane<T> {
    waiting: Mutex<Waiting<T>>,
    has_changed: Condvar,
}

struct Waiting<T> {
    /// Requests with few positions take turns with the others, however many there are.
    few: VecDeque<T>,
    many: VecDeque<T>,
    is_turn_of_many: bool,
    is_closed: bool,
}

impl<T> Waiting<T> {
    fn is_empty(&self) -> bool {
        self.few.is_empty() && self.many.is_empty()
    }

    /// The requests whose turn it is.
    fn turn(&mut self) -> &mut VecDeque<T> {
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

/// All waiting requests.
pub struct Queue<T> {
    quick: Lane<T>,
    hard: Lane<T>,
}

impl<T> Lane<T> {
    fn new() -> Lane<T> {
        let (few, many) = (VecDeque::new(), VecDeque::new());
        let waiting = Mutex::new(Waiting { few, many, is_turn_of_many: false, is_closed: false });
        Lane { waiting, has_changed: Condvar::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue { quick: Lane::new(), hard: Lane::new() }
    }
}

impl<T> Queue<T> {
    fn lane(&self, kind: Kind) -> &Lane<T> {
        match kind {
            Kind::Quick => &self.quick,
            Kind::Hard => &self.hard,
        }
    }

    /// Puts a request behind those others that have few positions, or many, like it.
    pub fn put(&self, kind: Kind, request: T, has_few: bool) {
        let lane = self.lane(kind);
        let mut waiting = lane.waiting();
        let alike = if has_few { &mut waiting.few } else { &mut waiting.many };
        alike.push_back(request);
        drop(waiting);
        lane.has_changed.notify_one();
    }

    /// The next requests that are alike: one hard request, or a fair part of the quick requests for each of `threads`
    /// threads. It waits for one; it returns `None` when the queue was closed.
    pub fn next(&self, kind: Kind, threads: usize, are_alike: fn(&T, &T) -> bool) -> Option<Vec<T>> {
        let lane = self.lane(kind);
        let is_idle = |waiting: &mut Waiting<T>| waiting.is_empty() && !waiting.is_closed;
        let waiting = lane.has_changed.wait_while(lane.waiting(), is_idle);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        if waiting.is_closed {
            return None;
        }
        let requests = waiting.turn();
        let most = match kind {
            Kind::Quick => requests.len().div_ceil(threads),
            Kind::Hard => 1,
        };
        let mut alike = vec![requests.pop_front()?];
        for request in std::mem::take(requests) {
            if alike.len() < most && are_alike(&request, &alike[0]) {
                alike.push(request);
            } else {
                requests.push_back(request);
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
