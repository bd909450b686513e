//! Requests that wait for a thread: in turn, so that none waits for all of another.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Requests of one kind.
struct Lane<T> {
    waiting: Mutex<WaitingRequests<T>>,
    has_changed: Condvar,
}

struct WaitingRequests<T> {
    /// Requests with few positions take turns with the others, however many there are.
    few: VecDeque<T>,
    many: VecDeque<T>,
    is_turn_of_many: bool,
    is_closed: bool,
}

impl<T> WaitingRequests<T> {
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
pub enum WorkKind {
    Quick,
    Hard,
}

/// All waiting requests.
pub struct RequestQueue<T> {
    quick: Lane<T>,
    hard: Lane<T>,
}

impl<T> Lane<T> {
    fn new() -> Lane<T> {
        let (few, many) = (VecDeque::new(), VecDeque::new());
        let waiting = Mutex::new(WaitingRequests { few, many, is_turn_of_many: false, is_closed: false });
        Lane { waiting, has_changed: Condvar::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingRequests<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for RequestQueue<T> {
    fn default() -> RequestQueue<T> {
        RequestQueue { quick: Lane::new(), hard: Lane::new() }
    }
}

impl<T> RequestQueue<T> {
    fn lane(&self, kind: WorkKind) -> &Lane<T> {
        match kind {
            WorkKind::Quick => &self.quick,
            WorkKind::Hard => &self.hard,
        }
    }

    /// Puts a request behind those others that have few positions, or many, like it.
    pub fn put(&self, kind: WorkKind, request: T, has_few: bool) {
        let lane = self.lane(kind);
        let mut waiting = lane.waiting();
        let alike = if has_few { &mut waiting.few } else { &mut waiting.many };
        alike.push_back(request);
        drop(waiting);
        lane.has_changed.notify_one();
    }

    /// The next requests that are alike: one hard request, or a fair part of the quick requests for each of `threads`
    /// threads. It waits for one; it returns `None` when the queue was closed.
    pub fn next(&self, kind: WorkKind, threads: usize, are_alike: fn(&T, &T) -> bool) -> Option<Vec<T>> {
        let lane = self.lane(kind);
        let is_idle = |waiting: &mut WaitingRequests<T>| waiting.is_empty() && !waiting.is_closed;
        let waiting = lane.has_changed.wait_while(lane.waiting(), is_idle);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        if waiting.is_closed {
            return None;
        }
        let requests = waiting.turn();
        let most = match kind {
            WorkKind::Quick => requests.len().div_ceil(threads),
            WorkKind::Hard => 1,
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
