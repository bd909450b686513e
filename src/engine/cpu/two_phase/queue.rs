//! What a search has under way, in a queue for each kind of item.

use super::items::end::{Arrival, End};
use super::items::hit::Hit;
use super::items::neighbour::Neighbour;
use super::items::node::Node;
use super::starts::Start;

/// Room from the beginning, so that queues need not grow step by step.
const FIRST_ROOM: usize = 64;

/// Items of each kind but the first.
pub struct Items {
    pub neighbours: Vec<Neighbour>,
    pub hits: Vec<Hit>,
    pub arrivals: Vec<Arrival>,
    pub ends: Vec<End>,
}

impl Items {
    /// No items, and this much room for each kind.
    fn with_room(room: usize) -> Items {
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

    #[inline]
    fn clear(&mut self) {
        self.neighbours.clear();
        self.hits.clear();
        self.arrivals.clear();
        self.ends.clear();
    }
}

/// The queues of a search.
pub struct Queues {
    /// Where paths begin, as far as they were made.
    pub starts: Vec<Start>,
    /// Nodes to be expanded, the next one last.
    pub nodes: Vec<Node>,
    /// What asked the memory for something in this round, and reads it in the next one.
    pub sent: Items,
    /// Room for what is sent in the next round.
    room: Items,
}

impl Default for Queues {
    fn default() -> Queues {
        let [sent, room] = [FIRST_ROOM; 2].map(Items::with_room);
        Queues { starts: Vec::with_capacity(FIRST_ROOM), nodes: Vec::with_capacity(FIRST_ROOM), sent, room }
    }
}

impl Queues {
    /// What stands for queues that were taken: it has no room.
    pub fn taken() -> Queues {
        let [sent, room] = [0; 2].map(Items::with_room);
        Queues { starts: Vec::new(), nodes: Vec::new(), sent, room }
    }

    /// Whether nothing is under way.
    #[inline]
    pub fn are_empty(&self) -> bool {
        self.nodes.is_empty() && self.sent.are_none()
    }

    /// Takes what was sent in the round before, which is due now. The room for it is to come back.
    #[inline]
    pub fn take_due(&mut self) -> Items {
        let room = std::mem::replace(&mut self.room, Items::with_room(0));
        std::mem::replace(&mut self.sent, room)
    }

    /// Takes the room of what was due back.
    #[inline]
    pub fn give_back(&mut self, mut due: Items) {
        due.clear();
        self.room = due;
    }
}
