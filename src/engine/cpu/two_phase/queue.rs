//! What a search has under way, in a queue for each stage.

use super::stages::end::{Arrival, End};
use super::stages::hit::Hit;
use super::stages::neighbour::Neighbour;
use super::stages::node::Node;

/// Room from the beginning, so that a queue need not grow step by step.
const FIRST_ROOM: usize = 64;

/// A queue of items that asked the memory for something in this round, and read it in the next one.
pub struct Queue<T> {
    /// Those of this round.
    sent: Vec<T>,
    /// Room for those of the other round.
    other: Vec<T>,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue { sent: Vec::with_capacity(FIRST_ROOM), other: Vec::with_capacity(FIRST_ROOM) }
    }
}

impl<T> Queue<T> {
    /// Sends an item: it is due in the next round.
    #[inline(always)]
    pub fn send(&mut self, item: T) {
        self.sent.push(item);
    }

    /// Whether no item was sent.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sent.is_empty()
    }

    /// Takes what is due. The room for it is to come back.
    #[inline]
    fn take_due(&mut self) -> Vec<T> {
        let room = std::mem::take(&mut self.other);
        std::mem::replace(&mut self.sent, room)
    }

    /// Takes the room of what was due back.
    #[inline]
    fn give_back(&mut self, mut due: Vec<T>) {
        due.clear();
        self.other = due;
    }
}

/// The queues of a search.
#[derive(Default)]
pub struct Queues {
    /// Nodes to be expanded, the next one last.
    pub nodes: Vec<Node>,
    pub neighbours: Queue<Neighbour>,
    pub hits: Queue<Hit>,
    pub arrivals: Queue<Arrival>,
    pub ends: Queue<End>,
}

/// What is due in a round at each stage but the first.
#[derive(Default)]
pub struct Due {
    pub neighbours: Vec<Neighbour>,
    pub hits: Vec<Hit>,
    pub arrivals: Vec<Arrival>,
    pub ends: Vec<End>,
}

impl Queues {
    /// Whether nothing is under way.
    #[inline]
    pub fn are_empty(&self) -> bool {
        self.nodes.is_empty()
            && self.neighbours.is_empty()
            && self.hits.is_empty()
            && self.arrivals.is_empty()
            && self.ends.is_empty()
    }

    /// Takes what is due. The room for it is to come back.
    #[inline]
    pub fn take_due(&mut self) -> Due {
        Due {
            neighbours: self.neighbours.take_due(),
            hits: self.hits.take_due(),
            arrivals: self.arrivals.take_due(),
            ends: self.ends.take_due(),
        }
    }

    /// Takes the room of what was due back.
    #[inline]
    pub fn give_back(&mut self, due: Due) {
        self.neighbours.give_back(due.neighbours);
        self.hits.give_back(due.hits);
        self.arrivals.give_back(due.arrivals);
        self.ends.give_back(due.ends);
    }
}
