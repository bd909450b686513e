//! What a search has under way, in a queue for each kind of item.

use super::far::Far;
use super::items::end::{Arrival, End};
use super::items::hit::Hit;
use super::items::neighbour::Neighbour;
use super::items::node::Node;
use super::starts::Start;

/// Room from the beginning, so that queues need not grow step by step.
pub const FIRST_ROOM: usize = 64;

/// Items of each kind but the first.
pub struct Items {
    pub neighbours: Vec<Neighbour>,
    pub hits: Vec<Hit>,
    pub arrivals: Vec<Arrival>,
    pub ends: Vec<End>,
}

impl Items {
    /// No items, and this much room for each kind.
    pub fn with_room(room: usize) -> Items {
        Items {
            neighbours: Vec::with_capacity(room),
            hits: Vec::with_capacity(room),
            arrivals: Vec::with_capacity(room),
            ends: Vec::with_capacity(room),
        }
    }

    #[inline]
    fn are_none(&self) -> bool {
        self.neighbours.is_empty() && self.hits.is_empty() && self.arrivals.is_empty() && self.ends.is_empty()
    }

    /// Removes all; their room stays.
    #[inline]
    pub fn clear(&mut self) {
        self.neighbours.clear();
        self.hits.clear();
        self.arrivals.clear();
        self.ends.clear();
    }
}

/// The queues of a search.
pub struct Queues {
    /// Where paths begin, as far as they were made; and those with the most pre-moves.
    pub starts: Vec<Start>,
    pub far: Far,
    /// Nodes to be expanded, the next one last.
    pub nodes: Vec<Node>,
    /// What asked the memory for something in this round, and reads it in the next one.
    pub sent: Items,
}

impl Default for Queues {
    fn default() -> Queues {
        Queues {
            starts: Vec::with_capacity(FIRST_ROOM),
            far: Far::default(),
            nodes: Vec::with_capacity(FIRST_ROOM),
            sent: Items::with_room(FIRST_ROOM),
        }
    }
}

impl Queues {
    /// What stands for queues that were taken: it has no room.
    pub fn taken() -> Queues {
        Queues { starts: Vec::new(), far: Far::default(), nodes: Vec::new(), sent: Items::with_room(0) }
    }

    /// Whether nothing is under way.
    #[inline]
    pub fn are_empty(&self) -> bool {
        self.nodes.is_empty() && self.sent.are_none()
    }

    /// Leaves all that is under way.
    pub fn leave_all(&mut self) {
        self.nodes.clear();
        self.sent.clear();
    }

    /// Takes what was sent.
    #[cfg(test)]
    pub fn take_due(&mut self) -> Items {
        std::mem::replace(&mut self.sent, Items::with_room(0))
    }
}
