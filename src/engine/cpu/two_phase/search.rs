//! The search for one position, in steps between which the memory has time.

use std::sync::LazyLock;

use crate::coord::Phase2;
use crate::coord::conjugates::SYMMETRIES;
use crate::coord::perms::{PermMoves, Perms};
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase1_places::{Phase1Place, Phase1Places};
use crate::coord::phase2_places::{Phase2Place, Phase2Places};
use crate::cube::Cube;
use crate::engine::Limits;
use crate::engine::direction::{DIRECTIONS, Start, starts};
use crate::engine::near::Near;
use crate::table::{Phase, Phase1Ways, Phase2Distances};

/// No position needs more moves.
const LONGEST: usize = 20;

/// Stands for "no move yet".
const NONE: u8 = PHASE1_MOVES.len() as u8;

/// Phase 1 in all directions, in order of length; every end is looked up.
pub struct Search {
    starts: Vec<Start>,
    /// For each start where its way into G1 is followed to, and how long it is so far.
    ways: Vec<(Phase1Place, u8)>,
    is_measured: bool,
    limits: Limits,
    /// The length of phase 1, which the next one is, and the number of the start.
    length: u8,
    next_length: u8,
    start: usize,
    /// Nodes to be looked at, the next one last.
    nodes: Vec<Node>,
    path: [u8; LONGEST],
    /// The permutations after 0, 1, 2, … moves of the path.
    perms: [Perms; LONGEST + 1],
    /// Ends for whose places the memory was asked.
    arrivals: Vec<Arrival>,
    /// Ends for whose distances the memory was asked.
    ends: Vec<End>,
    best: Option<Found>,
    looked_at: u64,
}

/// A position of phase 1 whose entry was asked for.
#[derive(Clone, Copy)]
struct Node {
    place: Phase1Place,
    /// The move that led here.
    mv: u8,
    /// Moves still to be made.
    left: u8,
    /// The distance from G1 if that is known, else of the position before.
    distance: u8,
    is_known: bool,
}

/// An end of phase 1 whose place is not yet known.
#[derive(Clone, Copy)]
struct Arrival {
    at: Phase2,
    path: [u8; LONGEST],
    length: u8,
    direction: usize,
}

/// An end of phase 1.
#[derive(Clone, Copy)]
pub struct End {
    pub direction: usize,
    pub path: [u8; LONGEST],
    pub length: u8,
    pub place: Phase2Place,
}

/// The best end so far.
#[derive(Clone, Copy)]
pub struct Found {
    pub end: End,
    pub distance: u8,
}

impl Found {
    /// Moves of both phases.
    fn total(&self) -> u8 {
        self.end.length + self.distance
    }
}

/// What the search reads.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    pub ways: Phase1Ways<'a>,
    pub distances: Phase2Distances<'a>,
    places1: &'a Phase1Places,
    places2: &'a Phase2Places,
    moves: &'a PermMoves,
    rules: &'a Rules,
}

impl<'a> Tables<'a> {
    pub fn new(ways: Phase1Ways<'a>, distances: Phase2Distances<'a>) -> Tables<'a> {
        Tables {
            ways,
            distances,
            places1: Phase1Places::get(),
            places2: Phase2Places::get(),
            moves: PermMoves::get(),
            rules: &RULES,
        }
    }
}

impl Search {
    pub fn new(cube: &Cube, limits: Limits, tables: &Tables) -> Search {
        let starts: Vec<Start> = starts(cube).collect();
        starts.iter().for_each(|start| tables.ways.prefetch(start.place));
        Search {
            ways: starts.iter().map(|start| (start.place, 0)).collect(),
            starts,
            is_measured: false,
            limits,
            length: 0,
            next_length: 0,
            start: DIRECTIONS,
            nodes: Vec::with_capacity(64),
            path: [0; LONGEST],
            perms: [Perms::default(); LONGEST + 1],
            arrivals: Vec::with_capacity(32),
            ends: Vec::with_capacity(32),
            best: None,
            looked_at: 0,
        }
    }

    /// The best end, when the search is over.
    pub fn best(&self) -> Option<Found> {
        self.best
    }

    /// Goes on, and says whether there is more to do. What it asks the memory for is read in
    /// the next step.
    #[inline]
    pub fn step(&mut self, tables: &Tables, near: &Near) -> bool {
        if !self.is_measured {
            self.is_measured = !self.follow_ways(tables);
            return true;
        }
        let is_over = self.looked_at >= self.limits.max_nodes && self.best.is_some();
        self.look_at_ends(tables, near);
        if is_over {
            return false;
        }
        self.take_arrivals(tables);
        while let Some(node) = self.nodes.pop() {
            if self.look_at(node, tables) {
                return true;
            }
        }
        !self.ends.is_empty() || self.begin_next()
    }

    /// Follows a shortest way into G1 from each start by a move; whether some goes on.
    fn follow_ways(&mut self, tables: &Tables) -> bool {
        let mut goes_on = false;
        for (place, length) in &mut self.ways {
            let nearer = tables.ways.at(*place).nearer();
            // A damaged table can lead on for ever.
            if nearer != 0 && *length < Phase::One.greatest() {
                *place = Phase1Places::get().beside(*place, nearer.trailing_zeros() as usize);
                tables.ways.prefetch(*place);
                *length += 1;
                goes_on = true;
            }
        }
        goes_on
    }

    /// Compares what was asked for with the best so far.
    fn look_at_ends(&mut self, tables: &Tables, near: &Near) {
        for end in self.ends.drain(..) {
            let mut distance = tables.distances.at(end.place);
            if distance == Phase::NEAR {
                // In a damaged table it is not near.
                distance = near.distance(end.place).unwrap_or(distance);
            }
            let found = Found { end, distance };
            if self.best.is_none_or(|best| found.total() < best.total()) {
                self.best = Some(found);
            }
        }
    }

    /// Begins with the next start, or with the next length; whether there is one.
    fn begin_next(&mut self) -> bool {
        if self.best.is_some_and(|best| best.total() <= self.limits.max_length) {
            return false;
        }
        loop {
            self.start += 1;
            if self.start >= self.starts.len() {
                self.start = 0;
                let shortest = self.ways.iter().map(|&(_, length)| length).min();
                self.length = self.next_length.max(shortest.expect("there is a start"));
                self.next_length = self.length + 1;
                // With no moves left for phase 2 nothing better can be found.
                if usize::from(self.length) > LONGEST
                    || self.best.is_some_and(|best| self.length >= best.total())
                {
                    return false;
                }
            }
            let (start, (_, distance)) = (self.starts[self.start], self.ways[self.start]);
            if distance <= self.length {
                self.perms[0] = start.perms;
                let node = Node { place: start.place, mv: NONE, left: self.length, distance, is_known: true };
                self.nodes.push(node);
                return true;
            }
        }
    }

    /// Looks at the neighbours of a node and asks for their entries; whether it has asked.
    #[inline]
    fn look_at(&mut self, node: Node, tables: &Tables) -> bool {
        let entry = tables.ways.at(node.place);
        let distance = if node.is_known { node.distance } else { beside(node.distance, entry.residue()) };
        if distance > node.left {
            return false;
        }
        if !node.is_known {
            // Most are not needed so far.
            tables.places1.prefetch(node.place);
            self.nodes.push(Node { distance, is_known: true, ..node });
            return true;
        }
        self.looked_at += 1;
        let depth = usize::from(self.length - node.left);
        if depth > 0 {
            self.path[depth - 1] = node.mv;
            self.perms[depth] = tables.moves.turn(self.perms[depth - 1], node.mv.into());
        }
        let rules = tables.rules;
        let symmetry = usize::from(node.place.symmetry);
        let nearer = entry.nearer();
        let allowed = rules.allowed[symmetry][usize::from(node.mv)];
        if node.left <= 1 {
            // What ends in G1 by a move that keeps G1 was there before.
            if distance == 1 {
                self.arrive(nearer & allowed, symmetry, tables);
            } else if self.length == 0 {
                self.add_arrival(self.perms[0], tables);
            }
            return !self.arrivals.is_empty();
        }
        let mut moves = if distance == node.left { nearer & allowed } else { allowed };
        if moves == 0 {
            return false;
        }
        while moves != 0 {
            let number = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let place = tables.places1.beside(node.place, number);
            tables.ways.prefetch(place);
            let is_known = nearer >> number & 1 == 1;
            // Of the others most are too far.
            if is_known {
                tables.places1.prefetch(place);
            }
            self.nodes.push(Node {
                place,
                mv: rules.back[symmetry][number],
                left: node.left - 1,
                distance: distance - u8::from(is_known),
                is_known,
            });
        }
        true
    }

    /// Asks for the places of the ends to which the last moves lead, given as they look after the
    /// symmetry.
    #[inline]
    fn arrive(&mut self, moves: u32, symmetry: usize, tables: &Tables) {
        let mut moves = moves;
        let last = usize::from(self.length) - 1;
        while moves != 0 {
            let mv = tables.rules.back[symmetry][moves.trailing_zeros() as usize];
            moves &= moves - 1;
            self.path[last] = mv;
            self.add_arrival(tables.moves.turn(self.perms[last], mv.into()), tables);
        }
    }

    #[inline]
    fn add_arrival(&mut self, perms: Perms, tables: &Tables) {
        let at = tables.moves.phase2(perms);
        tables.places2.prefetch(at);
        let direction = self.starts[self.start].direction;
        self.arrivals.push(Arrival { at, path: self.path, length: self.length, direction });
    }

    /// Asks for the distances of arrivals.
    #[inline]
    fn take_arrivals(&mut self, tables: &Tables) {
        for Arrival { at, path, length, direction } in self.arrivals.drain(..) {
            let place = tables.places2.place(at);
            tables.distances.prefetch(place);
            self.ends.push(End { direction, path, length, place });
        }
    }
}

/// The distance modulo 3 of which is `residue`, and which differs from `distance` by at most 1.
#[inline]
fn beside(distance: u8, residue: u8) -> u8 {
    // Up, the same, or down.
    match (residue + 3 - distance % 3) % 3 {
        0 => distance,
        1 => distance + 1,
        _ => distance.saturating_sub(1),
    }
}

/// How moves look after symmetries, and which may follow which.
struct Rules {
    /// For each symmetry and last move (or [`NONE`]) the moves that may come next, as they look
    /// after the symmetry.
    allowed: [[u32; PHASE1_MOVES.len() + 1]; SYMMETRIES],
    /// For each symmetry the moves that look so after it.
    back: [[u8; PHASE1_MOVES.len()]; SYMMETRIES],
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let symmetries = &Phase1Places::get().symmetries;
    let mut rules = Rules { allowed: [[0; _]; SYMMETRIES], back: [[0; _]; SYMMETRIES] };
    for symmetry in 0..SYMMETRIES {
        for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
            let number = symmetries.turn(symmetry, m);
            rules.back[symmetry][number] = m as u8;
            for last in 0..=NONE {
                let last_move = PHASE1_MOVES.get(usize::from(last));
                let may_follow = last_move.is_none_or(|last| last.may_precede(mv));
                rules.allowed[symmetry][usize::from(last)] |= u32::from(may_follow) << number;
            }
        }
    }
    rules
});
