//! The search for one position: which pass is being made, and the best ends so far.

use std::time::Duration;

use super::Tables;
use super::rules::Last;
use crate::coord::cubies::Cubies;
use crate::coord::processor::Processor;
use crate::coord::sym_phase1::SymPhase1;
use crate::coord::symmetry::MoveImage;
use crate::cube::{Cube, Move};
use crate::engine::phase2::PHASE1;
use crate::engine::two_phase::direction::{DIRECTIONS, STARTS, Start, starts};
use crate::engine::two_phase::{Best, End, LONGEST, Path, Rank, RankHead, TwoPhaseLimits, make_canonical};
use crate::table::{Phase, TableId};

/// Room for nodes from the beginning, so that it need not grow step by step in each search.
const FIRST_NODES: usize = 32;

/// Phase 1 of a position from all its starts.
pub struct Search {
    /// The number of the position.
    pub number: usize,
    cube: Cube,
    starts: Vec<MeasuredStart>,
    is_measured: bool,
    /// The pass that is being made: the moves outside of phase 2, and the number of the start.
    outside: u8,
    start: usize,
    next_outside: u8,
    /// The moves of phase 1 in this pass.
    length: u8,
    /// Nodes to be expanded, the next one last.
    pub nodes: Vec<Node>,
    /// Items at some stage.
    pub under_way: usize,
    best: Best,
    /// Solutions of this number of moves are not taken any more.
    too_many: u8,
    /// Nodes expanded so far.
    expanded: u64,
    /// The time spent so far, if there is a limit.
    pub spent: Duration,
    is_damaged: bool,
}

/// A start, and its distance from G1 once that is known.
#[derive(Clone, Copy)]
struct MeasuredStart {
    start: Start,
    /// The moves that lead nearer.
    nearer: u32,
    /// The distance modulo 3.
    residue: u8,
    /// A shortest path into G1 is followed to here, and is so long so far.
    reached: SymPhase1,
    distance: u8,
}

impl MeasuredStart {
    /// The least number of moves outside of phase 2.
    fn least_outside(&self) -> u8 {
        self.distance + self.pre_moves()
    }

    fn pre_moves(&self) -> u8 {
        self.start.pre_move.is_some().into()
    }

    /// Whether the path into G1 ends there and is as long as the entry of the start says.
    fn has_arrived(&self) -> bool {
        self.reached.index() == 0 && self.distance % 3 == self.residue
    }
}

/// A position of phase 1 whose entry is known.
#[derive(Clone, Copy)]
pub struct Node {
    pub at: SymPhase1,
    /// The move that led here.
    pub last: Last,
    /// Moves still to be made.
    pub left: u8,
    /// From G1.
    pub distance: u8,
    /// The moves that lead nearer, as they look after the symmetry.
    pub nearer: u32,
    pub path: Path,
    /// Unturned, of the position.
    pub inverse: Cubies,
}

impl Search {
    pub fn new(
        number: usize,
        cube: &Cube,
        tables: &Tables<impl Processor>,
        limits: &TwoPhaseLimits,
    ) -> Search {
        let measured = |start: Start| {
            tables.phase1.prefetch(start.at);
            MeasuredStart { start, nearer: 0, residue: 0, reached: start.at, distance: 0 }
        };
        let mut all = Vec::with_capacity(if limits.tries_pre_moves() { STARTS } else { DIRECTIONS });
        all.extend(starts(cube, limits.tries_pre_moves()).map(measured));
        Search {
            number,
            cube: *cube,
            is_measured: false,
            outside: 0,
            next_outside: 0,
            start: all.len(),
            starts: all,
            length: 0,
            nodes: Vec::with_capacity(FIRST_NODES),
            under_way: 0,
            best: Best::new(limits.solutions),
            too_many: u8::MAX,
            expanded: 0,
            spent: Duration::ZERO,
            is_damaged: false,
        }
    }

    /// The pre-move of this pass, in one of its two senses.
    #[inline]
    pub fn pre_move(&self) -> Option<Move> {
        self.starts[self.start].start.pre_move
    }

    /// How many moves a path has that has `left` moves left.
    #[inline]
    pub fn depth(&self, left: u8) -> usize {
        usize::from(self.length - left)
    }

    /// The moves of the paths of this pass.
    #[inline]
    pub fn length(&self) -> usize {
        self.length.into()
    }

    /// An end of this pass, so far from solved.
    #[inline]
    pub fn rank(
        &self,
        mut path: Path,
        pre_move: Option<Move>,
        distance: u8,
        limits: &TwoPhaseLimits,
    ) -> Rank {
        make_canonical(&mut path[..usize::from(self.length)]);
        Rank::new(limits.max_length, (self.outside, self.start as u8), path, pre_move, distance)
    }

    /// Whether an end of this pass, so far from solved, would be among the best so far; its rank is made only if its path
    /// decides that, as ends are many.
    #[inline]
    pub fn is_better(&self, distance: u8, limits: &TwoPhaseLimits, rank: impl FnOnce() -> Rank) -> bool {
        let head = RankHead::new(limits.max_length, (self.outside, self.start as u8), distance);
        self.best.is_better_by_head(head).unwrap_or_else(|| self.best.is_better(&rank()))
    }

    /// Whether an end is too far from solved to be taken, whatever its path.
    #[inline]
    pub fn is_too_far(&self, distance: u8) -> bool {
        self.outside + distance >= self.too_many
    }

    /// Up to which distance it matters how far an end is from solved: beyond, all are too far, as are those one move
    /// nearer.
    pub fn reach(&self) -> u8 {
        self.too_many.saturating_sub(self.outside).min(Phase::Two.diameter())
    }

    /// Takes an end if it is among the best so far and its solution is new.
    pub fn take(&mut self, rank: Rank, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) {
        // A damaged table is reported in the end, when the solution of this end is made again.
        self.best.offer(rank, || {
            let end = end(&self.starts, &rank);
            tables.to_solved.solution(&self.cube, &end).unwrap_or_default()
        });
        self.bound_totals(limits);
    }

    /// Totals that are worse than the worst of the best are not taken, nor are equal ones in later passes.
    fn bound_totals(&mut self, limits: &TwoPhaseLimits) {
        if let Some(worst) = self.best.worst().filter(|worst| !worst.is_within()) {
            let is_of_this_pass = worst.pass() == (self.outside, self.start as u8);
            self.too_many = worst.total() + u8::from(is_of_this_pass);
        } else if self.best.is_enough() {
            self.too_many = limits.max_length.saturating_add(1);
        }
    }

    /// The best ends, when the search is over.
    ///
    /// # Errors
    /// The table that led nowhere.
    pub fn into_ends(self) -> Result<Vec<End>, TableId> {
        if self.is_damaged {
            return Err(PHASE1);
        }
        Ok(self.best.into_ranks().map(|rank| end(&self.starts, &rank)).collect())
    }

    /// Whether nothing that comes after the first move of this path is better than what was found.
    #[inline]
    pub fn is_settled(&self, path: &Path) -> bool {
        self.best.is_settled_before(path[0])
    }

    /// Whether nothing of this pass is left.
    pub fn is_idle(&self) -> bool {
        self.nodes.is_empty() && self.under_way == 0
    }

    /// Counts a node that is expanded.
    #[inline]
    pub fn count_node(&mut self) {
        self.expanded += 1;
    }

    /// Ends the search: an entry of the phase-1 table contradicts its neighbours.
    pub fn give_up(&mut self) {
        self.is_damaged = true;
        self.nodes.clear();
    }

    /// Follows a shortest path into G1 from each start by a move; whether all their distances are known.
    pub fn measure(&mut self, tables: &Tables<impl Processor>) -> bool {
        if self.is_measured {
            return true;
        }
        self.is_measured = true;
        let mut leads_on = false;
        for start in &mut self.starts {
            let entry = tables.phase1.at(start.reached);
            if start.distance == 0 {
                (start.nearer, start.residue) = (entry.nearer(), entry.residue());
            }
            let Some(image) = MoveImage::first_of(entry.nearer()) else { continue };
            if start.distance == Phase::One.diameter() {
                leads_on = true;
                continue;
            }
            start.reached = tables.sym1.neighbour(start.reached, image);
            tables.phase1.prefetch(start.reached);
            start.distance += 1;
            self.is_measured = false;
        }
        if leads_on || self.is_measured && !self.starts.iter().all(MeasuredStart::has_arrived) {
            self.give_up();
        }
        false
    }

    /// Whether the time is up and there is something to take.
    pub fn is_late(&self, limits: &TwoPhaseLimits) -> bool {
        limits.max_time.is_some_and(|time| !self.best.is_empty() && self.spent >= time)
    }

    /// Goes to the next pass and gives its first node; none if the search is over.
    pub fn next_pass(&mut self, limits: &TwoPhaseLimits) -> Option<Node> {
        let is_spent = !self.best.is_empty() && self.expanded >= limits.max_nodes;
        if self.is_damaged || self.best.is_enough() || is_spent || self.is_late(limits) {
            return None;
        }
        loop {
            self.start += 1;
            if self.start >= self.starts.len() {
                self.start = 0;
                let least = self.starts.iter().map(MeasuredStart::least_outside).min();
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
                self.bound_totals(limits);
                return Some(start.first_node(self.length));
            }
        }
    }
}

/// The end with this rank.
fn end(starts: &[MeasuredStart], rank: &Rank) -> End {
    let direction = starts[usize::from(rank.pass().1)].start.direction;
    End { direction, pre_move: rank.pre_move(), moves: rank.path().to_vec(), distance: rank.distance() }
}

impl MeasuredStart {
    fn first_node(&self, length: u8) -> Node {
        Node {
            at: self.start.at,
            last: Last::NONE,
            left: length,
            distance: self.distance,
            nearer: self.nearer,
            path: [Move::FIRST; LONGEST],
            inverse: self.start.inverse,
        }
    }
}

#[cfg(test)]
impl Search {
    /// The search while it makes a pass of this start with paths of this length, wherever G1 is.
    pub fn in_pass(mut self, start: usize, length: u8) -> Search {
        (self.start, self.length) = (start, length);
        self.outside = length + self.starts[start].pre_moves();
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
    use crate::engine::cpu::two_phase::trial::{tables, tables_over};
    use crate::engine::two_phase::direction::{after_pre_move, image};
    use crate::table::Phase1Entry;

    /// The passes of a position: the moves outside of phase 2, the number of the start, and its first node.
    fn passes(cube: &Cube, limits: &TwoPhaseLimits) -> Vec<(u8, usize, Node)> {
        let tables = tables();
        let mut search = Search::new(0, cube, &tables, limits);
        while !search.measure(&tables) {}
        let next = || search.next_pass(limits).map(|first| (search.outside, search.start, first));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn passes_come_by_moves_outside_of_phase_2_and_then_by_starts_each_once() {
        let mut random = Random::new(163);
        for i in 0..60 {
            let cube = Cube::SOLVED.apply(&canonical_walk(&mut random, i % 5));
            for max_length in [20, 21] {
                let limits = TwoPhaseLimits { max_length, ..TwoPhaseLimits::default() };
                let starts: Vec<Start> = starts(&cube, max_length == 20).collect();
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
                assert!(found.iter().map(|&(outside, number, _)| (outside, number)).eq(expected));
                for (outside, number, first) in found {
                    assert_eq!(first.left, outside - pre_moves(number));
                    let inverse = Cubies::unturned_inverse(&from[number]);
                    assert_eq!((first.at, first.inverse), (starts[number].at, inverse));
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
            let mut search = Search::new(0, &cube, &tables, &limits);
            while !search.measure(&tables) {}
            assert_eq!(search.next_pass(&limits).is_some(), is_right);
            assert_eq!(search.into_ends().is_ok(), is_right);
        }
    }

    #[test]
    fn a_search_that_found_something_ends_when_it_has_spent_its_time() {
        let limits =
            TwoPhaseLimits { max_time: Some(Duration::from_millis(10)), ..TwoPhaseLimits::default() };
        let cube = Cube::SOLVED.apply(&canonical_walk(&mut Random::new(173), 5));
        let mut search = Search::new(0, &cube, &tables(), &limits);
        search.spent = Duration::from_millis(10);
        assert!(!search.is_late(&limits), "nothing was found");
        search.best.offer(Rank::new(21, (9, 0), [Move::FIRST; LONGEST], None, 13), Vec::new);
        assert!(search.is_late(&limits) && search.next_pass(&limits).is_none());
        search.spent = Duration::from_millis(9);
        assert!(!search.is_late(&limits), "there is a millisecond left");
        assert!(!search.is_late(&TwoPhaseLimits::default()), "there is no limit");
    }
}
