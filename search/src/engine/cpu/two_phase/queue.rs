//! What a search has under way: the kinds of items, and a queue for each. [`items`](super::items) moves them on.

use std::ops::Range;

use super::far::Far;
use super::rules::LastMove;
use super::starts::Start;
use super::steps::PackedMoves;
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::sym_phase1::SymPhase1;
use cubebatch_tables::coord::sym_phase2::SymPhase2;
use cubebatch_tables::coord::symmetry::AxisSymmetry;
use cubebatch_tables::coord::unturned::Sought;

/// A position of phase 1 whose entry is known.
#[derive(Clone, Copy)]
pub struct Node {
    /// The moves that led here.
    pub path: PackedMoves,
    /// The moves that lead nearer, as they look after the symmetry.
    pub nearer: u32,
    pub at: SymPhase1,
    /// The last move that led here.
    pub last: LastMove,
    /// Moves still to be made.
    pub left: u8,
    /// From G1.
    pub distance: u8,
}

impl Node {
    /// The first node of the pass of a start with paths of this length.
    pub fn first(start: &Start, length: u8) -> Node {
        let Start { at, nearer, distance, .. } = *start;
        Node { path: PackedMoves::NONE, nearer, at, last: LastMove::NONE, left: length, distance }
    }
}

/// A neighbour of a node, whose entry was asked for.
#[derive(Clone, Copy)]
pub struct Neighbour {
    /// The moves that lead here.
    pub path: PackedMoves,
    pub at: SymPhase1,
    /// The last move that leads here.
    pub last: LastMove,
    /// Moves still to be made.
    pub left: u8,
    /// How far the node is from G1.
    pub distance: u8,
    /// Whether the entry of the node says that this is nearer to G1.
    pub is_nearer: bool,
}

/// A position with six or fewer moves left, from which a table may list paths of that length into G1.
#[derive(Clone)]
pub struct BucketHit {
    /// The moves that led here.
    pub path: PackedMoves,
    /// Where its last moves are, if there are any.
    pub bucket: Range<u32>,
    pub at: SymPhase1,
    /// The last move that led here.
    pub last: LastMove,
    /// Moves still to be made.
    pub left: u8,
}

/// A position in G1, of which the index of the U/D edges was asked for.
pub type Arrival = Ending<Sought>;

/// A position in G1, of which the distance from solved was asked for.
pub type End = Ending<SymPhase2>;

/// How a path ends, and what is known of the position there.
pub struct Ending<At> {
    /// Unturned, of the position as it looks after the symmetry.
    pub inverse: Cubies,
    pub path: EndedPath,
    /// The half turn, as it looks after the symmetry, that leads to the end with the last turn in the other sense, if
    /// that is still to be looked at. Else the last turn, if there is one, is in the other sense.
    pub to_other: Option<u8>,
    /// Whether the pre-move is in the other sense.
    pub is_other_pre_move: bool,
    pub at: At,
}

/// A path with its last moves.
#[derive(Clone, Copy)]
pub struct EndedPath {
    /// The moves before.
    pub before: PackedMoves,
    /// The number of the last moves in their table, if there are any.
    pub last_moves: u32,
    /// What last moves look like after it.
    pub symmetry: AxisSymmetry,
}

/// Room from the beginning, so that queues need not grow step by step.
pub const FIRST_ROOM: usize = 64;

/// Items of each kind but the first.
pub struct Items {
    pub neighbours: Vec<Neighbour>,
    pub hits: Vec<BucketHit>,
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
