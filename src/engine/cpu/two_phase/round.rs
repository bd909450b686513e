//! What a thread has under way: positions on their way from node to end, each at a stage before
//! which it has asked the memory for what the stage reads.

use std::ops::Range;

use super::Tables;
use super::rules::NONE;
use super::search::{Node, Search};
use super::stages::{Approach, Arrival, Candidate};
use super::tails::{self, Tail};
use crate::coord::perms::{Perms, Sought};
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase2::SymPhase2;
use crate::engine::two_phase::TwoPhaseLimits;

/// Nodes of a search that are expanded at a time.
const AT_ONCE: usize = 2;

/// Searches and what they have under way.
pub struct Round {
    /// None where one has ended.
    pub searches: Vec<Option<Search>>,
    /// The nodes that were expanded last.
    parents: Vec<Node>,
    candidates: Vec<Candidate>,
    approaches: Vec<Approach>,
    landings: Vec<(Range<u32>, Approach)>,
    arrivals: Vec<(Sought, Arrival)>,
    ends: Vec<(SymPhase2, Arrival)>,
}

impl Round {
    pub fn new(searches: Vec<Search>) -> Round {
        Round {
            searches: searches.into_iter().map(Some).collect(),
            parents: Vec::new(),
            candidates: Vec::new(),
            approaches: Vec::new(),
            landings: Vec::new(),
            arrivals: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Asks the memory for all that the next stages read. All at once, because no instruction after
    /// a prefetch ends before the page of its address is known: the fewer stand between them, the
    /// more of these waits overlap.
    pub fn ask(&self, tables: &Tables) {
        for candidate in &self.candidates {
            tables.ways.prefetch(candidate.place);
        }
        for candidate in &self.candidates {
            if candidate.is_nearer {
                tables.places1.prefetch(candidate.place);
            }
        }
        for (place, _) in &self.ends {
            tables.to_solved.prefetch(*place);
        }
        for (numbers, _) in &self.landings {
            tables.tails.prefetch(numbers);
        }
        for approach in &self.approaches {
            tables.tails.prefetch_index(approach.place);
        }
        for (sought, _) in &self.arrivals {
            tables.perms.prefetch(*sought);
        }
    }

    /// Moves all that is under way on by a stage.
    pub fn read(&mut self, tables: &Tables, limits: &TwoPhaseLimits) {
        let due = self.ends.len();
        self.locate(tables);
        self.look_at_ends(due, tables, limits);
        self.land(tables, limits);
        self.find_tails(tables);
        self.accept(tables);
    }

    /// Expands some nodes of a search, or goes to the next length and direction when all is looked at.
    /// None are left when the search is over: then it gives the search back.
    pub fn go_on(&mut self, number: usize, tables: &Tables, limits: &TwoPhaseLimits) -> Option<Search> {
        let search = self.searches[number].as_mut()?;
        if !search.measure(tables) {
            return None;
        }
        if search.is_idle() {
            let Some(root) = search.next_root(limits) else { return self.searches[number].take() };
            self.begin(number, root, tables, limits);
        } else if search.is_over_budget(limits) {
            search.nodes.clear();
        } else {
            for _ in 0..AT_ONCE {
                let search = self.search(number);
                let Some(node) = search.nodes.pop() else { break };
                if !search.is_settled(&node.path, limits) {
                    self.expand(number, node, tables);
                }
            }
        }
        None
    }

    fn search(&mut self, number: usize) -> &mut Search {
        self.searches[number].as_mut().expect("a search ends when nothing is under way")
    }

    fn begin(&mut self, number: usize, root: Node, tables: &Tables, limits: &TwoPhaseLimits) {
        let Node { place, left, path, perms, mv, .. } = root;
        if left == 0 {
            let (closing, reopened) = (self.closing(number), self.reopened(number, &perms, 0, tables));
            let arrival = Arrival { search: number, path, perms, closing, other: None };
            self.arrive_both(arrival, reopened, tables, limits);
        } else if left <= tails::LENGTH {
            self.approach(Approach { search: number, place, path, perms, mv, left });
        } else {
            tables.places1.prefetch(place);
            self.search(number).nodes.push(root);
        }
    }

    fn approach(&mut self, approach: Approach) {
        self.search(approach.search).under_way += 1;
        self.approaches.push(approach);
    }

    /// Sends the positions beside a node on their way.
    fn expand(&mut self, number: usize, node: Node, tables: &Tables) {
        let symmetry = usize::from(node.place.symmetry);
        let allowed = tables.rules.allowed[symmetry][usize::from(node.mv)];
        let mut moves = if node.distance == node.left { node.nearer & allowed } else { allowed };
        self.search(number).looked_at += 1;
        if node.mv == NONE {
            // The last is expanded first, and first moves are to come in their order.
            for mv in (0..NONE).rev() {
                let there = tables.places1.symmetries.turn(symmetry, mv.into());
                if moves >> there & 1 == 1 {
                    self.step_beside(number, &node, there, tables);
                }
            }
        } else {
            while moves != 0 {
                self.step_beside(number, &node, moves.trailing_zeros() as usize, tables);
                moves &= moves - 1;
            }
        }
        self.parents.push(node);
    }

    /// Sends the position after a move on its way; the move as it looks after the symmetry.
    #[inline]
    fn step_beside(&mut self, number: usize, node: &Node, there: usize, tables: &Tables) {
        let place = tables.places1.neighbour(node.place, there);
        let mv = tables.rules.back[usize::from(node.place.symmetry)][there];
        let left = node.left - 1;
        if left == tails::LENGTH {
            let Node { path, perms, .. } = *node;
            self.approach(Approach { search: number, place, path, perms, mv, left });
            return;
        }
        let is_nearer = node.nearer >> there & 1 == 1;
        self.search(number).under_way += 1;
        self.candidates.push(Candidate { search: number, parent: self.parents.len(), place, mv, is_nearer });
    }

    /// Makes nodes of the candidates that are near enough.
    fn accept(&mut self, tables: &Tables) {
        for Candidate { search, parent, place, mv, is_nearer } in self.candidates.drain(..) {
            let search = self.searches[search].as_mut().expect("something is under way");
            search.under_way -= 1;
            let parent = &self.parents[parent];
            let entry = tables.ways.at(place);
            let distance =
                if is_nearer { parent.distance - 1 } else { beside(parent.distance, entry.residue()) };
            let left = parent.left - 1;
            if distance > left {
                continue;
            }
            if !is_nearer {
                tables.places1.prefetch(place);
            }
            let mut path = parent.path;
            path[usize::from(search.length - parent.left)] = mv;
            let perms = parent.perms.then(&tables.perms.turns[usize::from(mv)]);
            search.nodes.push(Node { place, mv, left, distance, nearer: entry.nearer(), path, perms });
        }
        self.parents.clear();
    }

    /// Finds where the tails of positions are, if there are any.
    fn find_tails(&mut self, tables: &Tables) {
        for approach in self.approaches.drain(..) {
            let numbers = tables.tails.bucket(approach.place);
            if numbers.is_empty() {
                self.searches[approach.search].as_mut().expect("something is under way").under_way -= 1;
            } else {
                self.landings.push((numbers, approach));
            }
        }
    }

    /// Goes all tails of a position to their ends.
    fn land(&mut self, tables: &Tables, limits: &TwoPhaseLimits) {
        let mut landings = std::mem::take(&mut self.landings);
        for (numbers, approach) in landings.drain(..) {
            let Approach { search, place, left, .. } = approach;
            self.search(search).under_way -= 1;
            let tails = tables.tails.tails(numbers);
            // Those of a place come together.
            if let Some(first) = tails.iter().position(|tail| tail.fits(place, left)) {
                let tails = tails[first..].iter().take_while(|tail| tail.fits(place, left));
                self.go_tails(approach, tails, tables, limits);
            }
        }
        self.landings = landings;
    }

    fn go_tails<'a>(
        &mut self,
        from: Approach,
        tails: impl Iterator<Item = &'a Tail>,
        tables: &Tables,
        limits: &TwoPhaseLimits,
    ) {
        let Approach { search, place, mut path, mut perms, mv, left } = from;
        let depth = usize::from(self.search(search).length - left);
        self.search(search).looked_at += 1;
        if mv != NONE {
            path[depth - 1] = mv;
            perms = perms.then(&tables.perms.turns[usize::from(mv)]);
        }
        let symmetry = usize::from(place.symmetry);
        let perms = tables.perms.conjugate(&perms, symmetry);
        let (closing, reopened) = (self.closing(search), self.reopened(search, &perms, symmetry, tables));
        let (rules, last) = (tables.rules, usize::from(mv));
        for tail in tails {
            let may_follow = if tail.begins_on_axis() { &rules.off_axis } else { &rules.allowed };
            let moves = tail.moves();
            if may_follow[symmetry][last] >> moves[0] & 1 == 0 {
                continue;
            }
            for (place, &mv) in path[depth..].iter_mut().zip(moves) {
                *place = rules.back[symmetry][usize::from(mv)];
            }
            let other = Some(moves[moves.len() - 1] / 3 * 3 + 1);
            let perms = perms.then(&tail.carries());
            let reopened = reopened.map(|perms| perms.then(&tail.carries()));
            self.arrive_both(Arrival { search, path, perms, closing, other }, reopened, tables, limits);
        }
    }

    /// The turn that closes the solutions that are searched, or [`NONE`].
    fn closing(&mut self, number: usize) -> u8 {
        self.search(number).closing().map_or(NONE, |mv| mv.index() as u8)
    }

    /// What the permutations are, after a symmetry, if the closing turn is in the other sense.
    fn reopened(&mut self, number: usize, perms: &Perms, symmetry: usize, tables: &Tables) -> Option<Perms> {
        let closing = self.search(number).closing()?;
        let half_turn = tables.places1.symmetries.turn(symmetry, closing.index() + 1);
        Some(tables.perms.turns[half_turn].then(perms))
    }

    /// Sends an end on its way, and the one from which the closing turn is in the other sense.
    fn arrive_both(
        &mut self,
        arrival: Arrival,
        reopened: Option<Perms>,
        tables: &Tables,
        limits: &TwoPhaseLimits,
    ) {
        self.arrive(arrival, tables, limits);
        if let Some(perms) = reopened {
            self.arrive(Arrival { perms, closing: arrival.closing + 2, ..arrival }, tables, limits);
        }
    }

    /// Sends an end on its way, unless it is too far from solved to be taken.
    fn arrive(&mut self, arrival: Arrival, tables: &Tables, limits: &TwoPhaseLimits) {
        let search = self.search(arrival.search);
        let sought = tables.perms.seek(&arrival.perms);
        let (class, slice_perm) = sought.corners_and_slice();
        let bound = tables.bounds.of(class, slice_perm);
        if search.is_too_far(bound, arrival.other.is_some()) {
            return;
        }
        let nearest = search.found(&arrival, bound);
        let can_be_taken = match arrival.other {
            Some(_) => search.is_worth_the_other(&nearest, limits),
            None => search.is_better(&nearest, limits),
        };
        if can_be_taken {
            search.under_way += 1;
            self.arrivals.push((sought, arrival));
        }
    }

    /// Finds the places of arrivals.
    fn locate(&mut self, tables: &Tables) {
        for (sought, arrival) in self.arrivals.drain(..) {
            self.ends.push((tables.perms.place(sought), arrival));
        }
    }

    /// Compares the first ends with the best so far.
    fn look_at_ends(&mut self, due: usize, tables: &Tables, limits: &TwoPhaseLimits) {
        let mut ends = std::mem::take(&mut self.ends);
        for (place, arrival) in ends.drain(..due) {
            let search = self.search(arrival.search);
            search.under_way -= 1;
            let distance = tables.to_solved.distance(place, search.reach());
            let found = search.found(&arrival, distance);
            search.take(found, tables, limits);
            if let Some(half_turn) = arrival.other.filter(|_| search.is_worth_the_other(&found, limits)) {
                self.arrive_otherwise(arrival, half_turn, tables, limits);
            }
        }
        self.ends = ends;
    }

    fn arrive_otherwise(
        &mut self,
        arrival: Arrival,
        half_turn: u8,
        tables: &Tables,
        limits: &TwoPhaseLimits,
    ) {
        let mut path = arrival.path;
        let last = &mut path[usize::from(self.search(arrival.search).length) - 1];
        *last = PHASE1_MOVES[usize::from(*last)].inverse().index() as u8;
        let perms = arrival.perms.then(&tables.perms.turns[usize::from(half_turn)]);
        self.arrive(Arrival { path, perms, other: None, ..arrival }, tables, limits);
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
