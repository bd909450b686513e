//! The search for one position: which length and direction is under way, and the best ends so far.

use std::time::Instant;

use super::rules::NONE;
use super::stages::Arrival;
use super::{LONGEST, Tables, to_end};
use crate::coord::perms::Perms;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::SymPhase1;
use crate::cube::{Cube, Move};
use crate::engine::two_phase::TwoPhaseLimits;
use crate::engine::two_phase::direction::{Start, starts};
use crate::table::Phase;

/// The moves from the start to a node, places in [`PHASE1_MOVES`].
pub type Path = [u8; LONGEST];

/// Phase 1 of a position in all directions, in order of length.
pub struct Search {
    /// The number of the position.
    pub number: usize,
    cube: Cube,
    roots: Vec<Root>,
    is_measured: bool,
    /// The moves outside of G1 in the solutions that are searched.
    outside: u8,
    next_outside: u8,
    /// Those of phase 1 alone.
    pub length: u8,
    /// The number of the root.
    root: usize,
    /// Nodes to be expanded, the next one last.
    pub nodes: Vec<Node>,
    /// Positions for which the memory was asked.
    pub under_way: usize,
    /// Ends with different solutions, the best first.
    best: Vec<Kept>,
    /// Solutions of so many moves are not taken any more.
    too_many: u8,
    /// Nodes so far.
    pub looked_at: u64,
    begun: Instant,
}

/// A direction.
#[derive(Clone, Copy)]
struct Root {
    start: Start,
    /// The moves that lead nearer.
    nearer: u32,
    /// A shortest way into G1 is followed to here, and is so long so far.
    way: SymPhase1,
    distance: u8,
}

impl Root {
    /// The moves that close a solution.
    fn closing(&self) -> u8 {
        self.start.pre_move.is_some().into()
    }
}

/// A position of phase 1 whose entry is known.
#[derive(Clone, Copy)]
pub struct Node {
    pub place: SymPhase1,
    /// The move that led here.
    pub mv: u8,
    /// Moves still to be made.
    pub left: u8,
    /// From G1.
    pub distance: u8,
    /// The moves that lead nearer, as they look after the symmetry.
    pub nearer: u32,
    pub path: Path,
    pub perms: Perms,
}

/// An end among the best.
struct Kept {
    found: Found,
    /// Its solution, where several are searched.
    solution: Vec<Move>,
}

/// An end of phase 1 that can be taken.
#[derive(Clone, Copy)]
pub struct Found {
    pub direction: usize,
    pub path: Path,
    pub length: u8,
    pub distance: u8,
    /// The move that closes the solution, or [`NONE`].
    pub closing: u8,
    /// The number of the root.
    root: u8,
}

impl Found {
    /// Moves of both phases, and the one that closes.
    pub fn total(&self) -> u8 {
        self.outside() + self.distance
    }

    /// Those outside of G1.
    fn outside(&self) -> u8 {
        self.length + u8::from(self.closing != NONE)
    }

    /// Ends are compared by this: those within the bound by when they are looked at (five bits each for
    /// length, root and first move), and before all others.
    fn rank(&self, limits: &TwoPhaseLimits) -> u32 {
        let when =
            [self.outside(), self.root, self.path[0]].iter().fold(0, |when, &n| when << 5 | u32::from(n));
        let is_within = self.total() <= limits.max_length;
        let earlier = if is_within { (1 << 15) - when } else { 0 };
        earlier << 8 | u32::from(u8::MAX - self.total())
    }
}

impl Search {
    pub fn new(number: usize, cube: &Cube, tables: &Tables, limits: &TwoPhaseLimits) -> Search {
        let root = |start: Start| {
            tables.ways.prefetch(start.place);
            Root { start, nearer: 0, way: start.place, distance: 0 }
        };
        let roots: Vec<Root> = starts(cube, limits.tries_pre_moves()).map(root).collect();
        Search {
            number,
            cube: *cube,
            is_measured: false,
            length: 0,
            outside: 0,
            next_outside: 0,
            root: roots.len(),
            roots,
            nodes: Vec::new(),
            under_way: 0,
            best: Vec::new(),
            too_many: u8::MAX,
            looked_at: 0,
            begun: Instant::now(),
        }
    }

    /// An end of the length and direction that is searched.
    pub fn found(&self, arrival: &Arrival, distance: u8) -> Found {
        let Arrival { mut path, closing, .. } = *arrival;
        // A tail has turns of opposite faces in no particular order, a path has.
        let [first, second] = [path[0], path[1]].map(|m| PHASE1_MOVES[usize::from(m)]);
        if self.length > 1 && !first.may_precede(second) {
            path.swap(0, 1);
        }
        let direction = self.roots[self.root].start.direction;
        Found { direction, path, length: self.length, distance, closing, root: self.root as u8 }
    }

    /// The turn that closes the solutions that are searched, if one does.
    pub fn closing(&self) -> Option<Move> {
        self.roots[self.root].start.pre_move
    }

    /// The worst end that would be taken now, once there are as many as are searched.
    #[inline]
    fn worst(&self, limits: &TwoPhaseLimits) -> Option<&Found> {
        self.best.get(limits.solutions.max(1) - 1).map(|kept| &kept.found)
    }

    /// Whether an end would be among the best so far.
    pub fn is_better(&self, found: &Found, limits: &TwoPhaseLimits) -> bool {
        self.worst(limits).is_none_or(|worst| found.rank(limits) > worst.rank(limits))
    }

    /// Whether an end of phase 1 is so far from solved that it would not be taken, nor would the one with
    /// the last turn in the other sense, if there is one, which ends a half turn away.
    #[inline]
    pub fn is_too_far(&self, distance: u8, has_other: bool) -> bool {
        self.outside + distance.saturating_sub(has_other.into()) >= self.too_many
    }

    /// Up to which distance it matters how far an end is from solved: beyond, all are too far, with or
    /// without another.
    pub fn reach(&self) -> u8 {
        self.too_many.saturating_sub(self.outside).min(Phase::Two.diameter())
    }

    /// Whether the way with the last turn in the other sense may be better than the best so far: it ends
    /// a half turn away.
    pub fn is_worth_the_other(&self, found: &Found, limits: &TwoPhaseLimits) -> bool {
        let nearest = Found { distance: found.distance.saturating_sub(1), ..*found };
        // The last turn of two can come first.
        self.length <= 2 || self.is_better(&nearest, limits)
    }

    /// Takes an end if it is among the best so far and its solution is new.
    pub fn take(&mut self, found: Found, tables: &Tables, limits: &TwoPhaseLimits) {
        if !self.is_better(&found, limits) {
            return;
        }
        let mut solution = Vec::new();
        if limits.solutions > 1 {
            solution = tables.to_solved.solution(&self.cube, &to_end(found)).unwrap_or_default();
            match self.best.iter().position(|kept| kept.solution == solution) {
                Some(same) if self.best[same].found.rank(limits) >= found.rank(limits) => return,
                Some(same) => drop(self.best.remove(same)),
                None => {}
            }
        }
        let rank = self.best.partition_point(|kept| kept.found.rank(limits) >= found.rank(limits));
        self.best.insert(rank, Kept { found, solution });
        self.best.truncate(limits.solutions.max(1));
        if let Some(worst) = self.worst(limits) {
            self.too_many = worst.total().max(limits.max_length.saturating_add(1));
        }
    }

    /// The best ends, when the search is over.
    pub fn into_best(self) -> impl Iterator<Item = Found> {
        self.best.into_iter().map(|kept| kept.found)
    }

    /// Whether enough ends within the bound were found by earlier first moves than that of the path.
    #[inline]
    pub fn is_settled(&self, path: &Path, limits: &TwoPhaseLimits) -> bool {
        let is_before = |worst: &Found| worst.total() <= limits.max_length && worst.path[0] < path[0];
        self.worst(limits).is_some_and(is_before)
    }

    /// Whether nothing of the length and direction that is searched is left.
    pub fn is_idle(&self) -> bool {
        self.nodes.is_empty() && self.under_way == 0
    }

    /// Follows a shortest way into G1 from each root by a move; whether all their distances are known.
    pub fn measure(&mut self, tables: &Tables) -> bool {
        if self.is_measured {
            return true;
        }
        self.is_measured = true;
        for root in &mut self.roots {
            let nearer = tables.ways.at(root.way).nearer();
            if root.distance == 0 {
                root.nearer = nearer;
            }
            // A damaged table can lead on for ever.
            if nearer != 0 && root.distance < Phase::One.diameter() {
                root.way = tables.places1.neighbour(root.way, nearer.trailing_zeros() as usize);
                tables.ways.prefetch(root.way);
                root.distance += 1;
                self.is_measured = false;
            }
        }
        false
    }

    /// Whether the best so far are to be taken.
    pub fn is_over_budget(&self, limits: &TwoPhaseLimits) -> bool {
        let is_late = || limits.max_time.is_some_and(|time| self.begun.elapsed() >= time);
        !self.best.is_empty() && (self.looked_at >= limits.max_nodes || is_late())
    }

    /// Goes to the next length and direction and gives its root; none if the search is over.
    pub fn next_root(&mut self, limits: &TwoPhaseLimits) -> Option<Node> {
        let is_found = |worst: &Found| worst.total() <= limits.max_length;
        if self.worst(limits).is_some_and(is_found) || self.is_over_budget(limits) {
            return None;
        }
        loop {
            self.root += 1;
            if self.root >= self.roots.len() {
                self.root = 0;
                let shortest = self.roots.iter().map(|root| root.distance + root.closing()).min();
                self.outside = self.next_outside.max(shortest.expect("there is a start"));
                self.next_outside = self.outside + 1;
                // With no moves left for phase 2 nothing better can be found.
                let is_best = |worst: &Found| self.outside >= worst.total();
                if usize::from(self.outside) > LONGEST || self.worst(limits).is_some_and(is_best) {
                    return None;
                }
            }
            let Root { start, nearer, distance, .. } = self.roots[self.root];
            let closing = self.roots[self.root].closing();
            if distance + closing <= self.outside {
                self.length = self.outside - closing;
                let (place, perms) = (start.place, start.perms);
                let path = [0; LONGEST];
                return Some(Node { place, mv: NONE, left: self.length, distance, nearer, path, perms });
            }
        }
    }
}
