//! The search for one position: which pass is being made, and the best ends so far.

use std::time::Duration;

use super::Tables;
use super::ended::Reached;
use super::queue::Queues;
use super::stages::node::Node;
use super::starts::{Contradiction, Images, Start};
use super::steps::Steps;
use crate::coord::cubies::Cubies;
use crate::coord::processor::Processor;
use crate::cube::{Cube, Move};
use crate::engine::phase2::PHASE1;
use crate::engine::two_phase::direction::{DIRECTIONS, STARTS};
use crate::engine::two_phase::{Best, End, LONGEST, Rank, TwoPhaseLimits, make_canonical};
use crate::table::{Phase, TableId};

/// Phase 1 of a position from all its starts.
pub struct Search {
    /// The number of the position.
    pub number: usize,
    images: Images,
    starts: Vec<Start>,
    is_measured: bool,
    /// The pass that is being made: the moves outside of phase 2, and the number of the start.
    outside: u8,
    start: usize,
    next_outside: u8,
    /// The moves of phase 1 in this pass, and the unturned inverse of its start.
    length: u8,
    inverse: Cubies,
    /// What is under way.
    pub queues: Queues,
    best: Best,
    /// Ends of this pass that are so far from solved are not taken any more.
    too_far: u8,
    /// Nodes expanded so far.
    expanded: u64,
    /// The time spent so far, if there is a limit.
    pub spent: Duration,
    is_damaged: bool,
}

impl Search {
    pub fn new(
        number: usize,
        cube: &Cube,
        tables: &Tables<impl Processor>,
        limits: &TwoPhaseLimits,
        queues: Queues,
    ) -> Search {
        let with_pre_moves = limits.tries_pre_moves();
        let mut starts = Vec::with_capacity(if with_pre_moves { STARTS } else { DIRECTIONS });
        let images = tables.processor.run(
            #[inline(always)]
            || {
                let images = Images::new(tables.processor, cube);
                images.starts(tables, with_pre_moves, &mut starts);
                images
            },
        );
        Search {
            number,
            is_measured: false,
            outside: 0,
            next_outside: 0,
            start: starts.len(),
            images,
            starts,
            length: 0,
            inverse: Cubies::SOLVED,
            queues,
            best: Best::new(limits.solutions),
            too_far: u8::MAX,
            expanded: 0,
            spent: Duration::ZERO,
            is_damaged: false,
        }
    }

    /// The pre-move of this pass, in one of its two senses.
    #[inline]
    pub fn pre_move(&self) -> Option<Move> {
        self.starts[self.start].pre_move
    }

    /// The unturned inverse of the start of this pass.
    #[inline]
    pub fn inverse(&self) -> &Cubies {
        &self.inverse
    }

    /// How many moves a path has that has `left` moves left.
    #[inline]
    pub fn depth(&self, left: u8) -> u8 {
        self.length - left
    }

    /// Whether an end is too far from solved to be taken, whatever its path.
    #[inline]
    pub fn is_too_far(&self, distance: u8) -> bool {
        distance >= self.too_far
    }

    /// Up to which distance it matters how far an end is from solved: beyond, all are too far, as are those one move
    /// nearer.
    #[inline]
    pub fn reach(&self) -> u8 {
        self.too_far.min(Phase::Two.diameter())
    }

    /// Takes an end of this pass, so far from solved, if it is among the best so far and its solution is new.
    pub fn take(
        &mut self,
        path: Steps,
        is_other_pre_move: bool,
        distance: u8,
        tables: &Tables<impl Processor>,
        limits: &TwoPhaseLimits,
    ) {
        let mut path = path.path(self.length);
        make_canonical(&mut path[..usize::from(self.length)]);
        let sense = |mv: Move| if is_other_pre_move { mv.inverse() } else { mv };
        let pass = (self.outside, self.start as u8);
        let rank = Rank::new(limits.max_length, pass, path, self.pre_move().map(sense), distance);
        // A damaged table is reported in the end, when the solution of this end is made again.
        let (images, starts) = (&self.images, &self.starts);
        self.best.offer(rank, || {
            let reached = reached(images, starts, &rank, tables);
            let path = tables.paths(std::slice::from_ref(&reached)).pop().and_then(Result::ok);
            path.map(|path| reached.end.solution(path.moves())).unwrap_or_default()
        });
        self.bound_totals(limits);
    }

    /// Totals that are worse than the worst of the best are not taken, nor are equal ones in later passes.
    fn bound_totals(&mut self, limits: &TwoPhaseLimits) {
        let Some(worst) = self.best.worst() else { return };
        let too_many = if worst.is_within() {
            limits.max_length.saturating_add(1)
        } else {
            let is_of_this_pass = worst.pass() == (self.outside, self.start as u8);
            worst.total() + u8::from(is_of_this_pass)
        };
        self.too_far = too_many.saturating_sub(self.outside);
    }

    /// The best ends, when the search is over.
    ///
    /// # Errors
    /// The table that led nowhere.
    pub fn ends(&self, tables: &Tables<impl Processor>) -> Result<impl Iterator<Item = Reached>, TableId> {
        if self.is_damaged {
            return Err(PHASE1);
        }
        Ok(self.best.ranks().map(|rank| reached(&self.images, &self.starts, rank, tables)))
    }

    /// Whether nothing that comes after the first move of this node's path is better than what was found.
    #[inline]
    pub fn is_settled(&self, node: &Node) -> bool {
        let depth = self.depth(node.left);
        depth > 0 && self.best.is_settled_before(Move::from_index(node.path.first(depth)))
    }

    /// Counts a node that is expanded.
    #[inline]
    pub fn count_node(&mut self) {
        self.expanded += 1;
    }

    /// Ends the search: an entry of the phase-1 table contradicts its neighbours.
    pub fn give_up(&mut self) {
        self.is_damaged = true;
        self.queues.nodes.clear();
    }

    /// Goes on measuring the starts; whether all their distances are known.
    pub fn measure(&mut self, tables: &Tables<impl Processor>) -> bool {
        if self.is_measured {
            return true;
        }
        let known = tables.processor.run(
            #[inline(always)]
            || self.starts.iter_mut().try_fold(true, |all, start| Ok(all & start.measure(tables)?)),
        );
        self.is_measured = known.unwrap_or_else(|Contradiction| {
            self.give_up();
            true
        });
        self.is_measured
    }

    /// Whether the time is up and there is something to take.
    pub fn is_late(&self, limits: &TwoPhaseLimits) -> bool {
        limits.max_time.is_some_and(|time| !self.best.is_empty() && self.spent >= time)
    }

    /// Goes to the next pass and gives its first node; none if the search is over.
    pub fn next_pass(&mut self, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) -> Option<Node> {
        let is_spent = !self.best.is_empty() && self.expanded >= limits.max_nodes;
        if self.is_damaged || self.best.is_enough() || is_spent || self.is_late(limits) {
            return None;
        }
        loop {
            self.start += 1;
            if self.start >= self.starts.len() {
                self.start = 0;
                let least = self.starts.iter().map(Start::least_outside).min();
                self.outside = self.next_outside.max(least.expect("there is a start"));
                self.next_outside = self.outside + 1;
                // With no moves left for phase 2 no later pass has a better end.
                let is_best = |worst: &Rank| self.outside >= worst.total();
                if usize::from(self.outside) > LONGEST || self.best.worst().is_some_and(is_best) {
                    return None;
                }
            }
            let start = self.starts[self.start];
            if start.least_outside() <= self.outside {
                self.length = self.outside - start.pre_moves();
                self.inverse = self.images.inverse(tables, start.direction, start.pre_move);
                self.bound_totals(limits);
                return Some(Node::first(&start, self.length));
            }
        }
    }
}

/// The end with this rank, and the position there.
fn reached(images: &Images, starts: &[Start], rank: &Rank, tables: &Tables<impl Processor>) -> Reached {
    let direction = starts[usize::from(rank.pass().1)].direction;
    let at = tables.processor.run(
        #[inline(always)]
        || {
            let from = images.inverse(tables, direction, rank.pre_move());
            let turn = |inverse, mv: &Move| {
                tables.processor.then_unturned(&tables.unturned.moves[mv.index()], &inverse)
            };
            tables.unturned.seek(&rank.path().iter().fold(from, turn))
        },
    );
    Reached { end: End { direction, rank: *rank }, at }
}

#[cfg(test)]
impl Search {
    /// The search while it makes a pass of this start with paths of this length, wherever G1 is.
    pub fn in_pass(mut self, tables: &Tables<impl Processor>, start: usize, length: u8) -> Search {
        (self.start, self.length) = (start, length);
        self.outside = length + self.starts[start].pre_moves();
        let Start { direction, pre_move, .. } = self.starts[start];
        self.inverse = self.images.inverse(tables, direction, pre_move);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Phase1;
    use crate::coord::processor::Plain;
    use crate::coord::sym_phase1::SymPhase1Tables;
    use crate::cube::random::Random;
    use crate::engine::cpu::near::{canonical_walk, distance1, nearer, phase1_entries, put_phase1_entry};
    use crate::engine::cpu::two_phase::rules::Last;
    use crate::engine::cpu::two_phase::trial::{tables, tables_over};
    use crate::engine::two_phase::LONGEST;
    use crate::engine::two_phase::direction::{self, after_pre_move, image};
    use crate::table::Phase1Entry;

    /// The search of a position, whose starts are measured.
    fn measured(cube: &Cube, tables: &Tables<Plain>, limits: &TwoPhaseLimits) -> Search {
        let mut search = Search::new(0, cube, tables, limits, Queues::default());
        while !search.measure(tables) {}
        search
    }

    /// The passes of a position: the moves outside of phase 2, the number of the start, its first node, and its unturned
    /// inverse.
    fn passes(cube: &Cube, limits: &TwoPhaseLimits) -> Vec<(u8, usize, Node, Cubies)> {
        let tables = tables();
        let mut search = measured(cube, &tables, limits);
        let next = || {
            let first = search.next_pass(&tables, limits)?;
            Some((search.outside, search.start, first, search.inverse))
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn passes_come_by_moves_outside_of_phase_2_and_then_by_starts_each_once() {
        let mut random = Random::new(163);
        for i in 0..60 {
            let cube = Cube::SOLVED.apply(&canonical_walk(&mut random, i % 5));
            for max_length in [20, 21] {
                let limits = TwoPhaseLimits { max_length, ..TwoPhaseLimits::default() };
                let starts: Vec<direction::Start> = direction::starts(&cube, max_length == 20).collect();
                let from: Vec<Cube> = starts
                    .iter()
                    .map(|start| after_pre_move(&image(&cube, start.direction), start.pre_move))
                    .collect();
                let distances: Vec<u8> =
                    from.iter().map(|cube| distance1(cube).expect("it is near")).collect();
                let pre_moves = |number: usize| u8::from(starts[number].pre_move.is_some());
                let numbers = 0..starts.len();
                let passes_of = |outside: u8| {
                    let can_arrive = |&number: &usize| distances[number] + pre_moves(number) <= outside;
                    numbers
                        .clone()
                        .filter(can_arrive)
                        .map(move |number| (outside, number))
                        .collect::<Vec<_>>()
                };
                let expected: Vec<_> = (0..=LONGEST as u8).flat_map(passes_of).collect();

                let found = passes(&cube, &limits);
                assert!(found.iter().map(|&(outside, number, ..)| (outside, number)).eq(expected));
                for (outside, number, first, inverse) in found {
                    assert_eq!(first.left, outside - pre_moves(number));
                    let at = SymPhase1Tables::get().reduce(Phase1::of(&from[number]));
                    assert_eq!((first.at, inverse), (at, Cubies::unturned_inverse(&from[number])));
                    assert_eq!((first.last, first.distance), (Last::NONE, distances[number]));
                    assert_eq!(first.nearer, nearer(&from[number], first.at));
                }
            }
        }
    }

    #[test]
    fn an_entry_that_contradicts_the_path_from_there_is_told() {
        let cube = Cube::SOLVED.apply(&canonical_walk(&mut Random::new(172), 5));
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        let distance = distance1(&cube).expect("it is near");
        let limits = TwoPhaseLimits::default();
        for (residue, is_right) in [(distance, true), (distance + 1, false), (distance + 2, false)] {
            let mut entries = phase1_entries();
            put_phase1_entry(&mut entries, at, Phase1Entry::new(residue, nearer(&cube, at)));
            let tables = tables_over(entries);
            let tables = Tables::new(Plain, &tables);
            let mut search = measured(&cube, &tables, &limits);
            assert_eq!(search.next_pass(&tables, &limits).is_some(), is_right);
            assert_eq!(search.ends(&tables).is_ok(), is_right);
        }
    }

    #[test]
    fn a_search_that_found_something_ends_when_it_has_spent_its_time() {
        let limits =
            TwoPhaseLimits { max_time: Some(Duration::from_millis(10)), ..TwoPhaseLimits::default() };
        let cube = Cube::SOLVED.apply(&canonical_walk(&mut Random::new(173), 5));
        let mut search = Search::new(0, &cube, &tables(), &limits, Queues::default());
        search.spent = Duration::from_millis(10);
        assert!(!search.is_late(&limits), "nothing was found");
        search.best.offer(Rank::new(21, (9, 0), [Move::FIRST; LONGEST], None, 13), Vec::new);
        assert!(search.is_late(&limits) && search.next_pass(&tables(), &limits).is_none());
        search.spent = Duration::from_millis(9);
        assert!(!search.is_late(&limits), "there is a millisecond left");
        assert!(!search.is_late(&TwoPhaseLimits::default()), "there is no limit");
    }
}
