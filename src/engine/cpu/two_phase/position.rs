//! The search for one position: which pass is being made, and the best ends so far.

use std::ops::Range;
use std::time::Duration;

use super::Tables;
use super::ended::Reached;
use super::far::{self, MOST_KEPT};
use super::items::node::Node;
use super::queue::Queues;
use super::starts::{ALL_DISTANCES, Contradiction, Images, Known, Start};
use super::steps::Steps;
use crate::coord::cubies::Cubies;
use crate::coord::processor::Processor;
use crate::cube::{Cube, Move};
use crate::engine::phase2::PHASE1;
use crate::engine::two_phase::pre_moves::PreMoves;
use crate::engine::two_phase::stages::{Stage, stages};
use crate::engine::two_phase::start::numbers;
use crate::engine::two_phase::{Best, Ending, Pass, Rank, TwoPhaseLimits, make_canonical};
use crate::table::{Phase, TableId};

/// Phase 1 of a position from all its starts.
pub struct Search {
    /// The number of the position.
    pub number: usize,
    images: Images,
    /// The starts that were made, by their number of pre-moves.
    groups: [Option<Group>; MOST_KEPT + 1],
    /// What is being measured, if anything is.
    unmeasured: Option<Unmeasured>,
    /// The number of the stage, the stage, and where its next start may be.
    stage_number: u16,
    stage: Stage,
    next: usize,
    /// The start of the pass that is being made, and its unturned inverse.
    start: u16,
    pre_moves: PreMoves,
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

/// The starts with the same number of pre-moves.
#[derive(Clone)]
struct Group {
    /// Where they stand among all starts that were made.
    starts: Range<usize>,
    /// A bit for each distance that is to be known; and for each that one of them is known to have.
    wanted: u16,
    distances: u16,
}

/// Starts that are being measured.
#[derive(Clone, Copy)]
enum Unmeasured {
    /// All with this number of pre-moves.
    Group(usize),
    /// Those that are at hand of the ones with the most pre-moves.
    Far,
}

/// What comes next in a search.
pub enum Next {
    /// A pass, with its first node.
    Pass(Node),
    /// Starts whose distances are to be measured first.
    Measuring,
    Over,
}

impl Search {
    pub fn new(
        number: usize,
        cube: &Cube,
        tables: &Tables<impl Processor>,
        limits: &TwoPhaseLimits,
        mut queues: Queues,
    ) -> Search {
        queues.starts.clear();
        queues.far.clear();
        let images = tables.processor.run(
            #[inline(always)]
            || Images::new(tables.processor, cube),
        );
        let mut search = Search {
            number,
            images,
            groups: [const { None }; MOST_KEPT + 1],
            unmeasured: None,
            stage_number: 0,
            stage: stages(limits.max_length)[0],
            next: 0,
            start: 0,
            pre_moves: PreMoves::NONE,
            inverse: Cubies::SOLVED,
            queues,
            best: Best::new(limits.solutions),
            too_far: u8::MAX,
            expanded: 0,
            spent: Duration::ZERO,
            is_damaged: false,
        };
        // Their distances show damage best.
        search.make_starts(tables, 0);
        search.want(0, ALL_DISTANCES);
        search
    }

    /// The first pre-move of this pass, in one of its two senses.
    #[inline]
    pub fn pre_move(&self) -> Option<Move> {
        self.pre_moves.moves().first().copied()
    }

    /// The unturned inverse of the start of this pass.
    #[inline]
    pub fn inverse(&self) -> &Cubies {
        &self.inverse
    }

    /// How many moves a path has that has `left` moves left.
    #[inline]
    pub fn depth(&self, left: u8) -> u8 {
        self.stage.length() - left
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
        let length = self.stage.length();
        let mut path = path.path(length);
        make_canonical(&mut path[..usize::from(length)]);
        let rank = Rank::new(
            limits.max_length,
            self.pass(),
            self.stage,
            &Ending { path, is_other_pre_move, distance },
        );
        // A damaged table is reported in the end, when the solution of this end is made again.
        let images = &self.images;
        self.best.offer(rank, || {
            let reached = reached(images, &rank, tables);
            let path = tables.paths(std::slice::from_ref(&reached)).pop().and_then(Result::ok);
            path.map(|path| rank.solution(path.moves())).unwrap_or_default()
        });
        self.bound_totals(limits);
    }

    /// The pass that is being made.
    fn pass(&self) -> Pass {
        Pass { stage: self.stage_number, start: self.start }
    }

    /// Totals that are worse than the worst of the best are not taken, nor are equal ones in later passes.
    fn bound_totals(&mut self, limits: &TwoPhaseLimits) {
        let Some(worst) = self.best.worst() else { return };
        let too_many = if worst.is_within() {
            limits.max_length.saturating_add(1)
        } else {
            worst.total() + u8::from(worst.pass() == self.pass())
        };
        self.too_far = too_many.saturating_sub(self.stage.outside);
    }

    /// The best ends, when the search is over.
    ///
    /// # Errors
    /// The table that led nowhere.
    pub fn ends(&self, tables: &Tables<impl Processor>) -> Result<impl Iterator<Item = Reached>, TableId> {
        if self.is_damaged {
            return Err(PHASE1);
        }
        Ok(self.best.ranks().map(|rank| reached(&self.images, rank, tables)))
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

    /// Makes the starts with this number of pre-moves.
    fn make_starts(&mut self, tables: &Tables<impl Processor>, pre_moves: usize) {
        let starts = &mut self.queues.starts;
        let first = starts.len();
        tables.processor.run(
            #[inline(always)]
            || {
                let numbers = numbers(pre_moves).map(|number| (number, Known::NOTHING));
                self.images.add_starts(tables, pre_moves, numbers, starts);
            },
        );
        self.groups[pre_moves] = Some(Group { starts: first..starts.len(), wanted: 0, distances: 0 });
    }

    /// Has the starts with this number of pre-moves measured: which of them have these distances, each a bit.
    fn want(&mut self, pre_moves: usize, distances: u16) {
        if let Some(group) = &mut self.groups[pre_moves] {
            group.wanted |= distances;
            self.unmeasured = Some(Unmeasured::Group(pre_moves));
        }
    }

    /// Goes on measuring starts; whether all that is wanted is known.
    pub fn measure(&mut self, tables: &Tables<impl Processor>) -> bool {
        let known = match self.unmeasured {
            None => return true,
            Some(Unmeasured::Group(pre_moves)) => self.measure_group(tables, pre_moves),
            Some(Unmeasured::Far) => self.queues.far.measure(tables),
        };
        let is_known = known.unwrap_or_else(|Contradiction| {
            self.give_up();
            true
        });
        if is_known {
            self.unmeasured = None;
        }
        is_known
    }

    /// The same for the starts with this number of pre-moves.
    fn measure_group(
        &mut self,
        tables: &Tables<impl Processor>,
        pre_moves: usize,
    ) -> Result<bool, Contradiction> {
        let Some(group) = &mut self.groups[pre_moves] else { return Ok(true) };
        let starts = &mut self.queues.starts[group.starts.clone()];
        let is_known = tables.processor.run(
            #[inline(always)]
            || starts.iter_mut().try_fold(true, |all, start| Ok(all & start.measure(tables, group.wanted)?)),
        )?;
        if is_known {
            let bits =
                starts.iter().map(|start| 1u16.checked_shl(start.distance.into()).unwrap_or_default());
            group.distances = bits.fold(0, |all, bit| all | bit);
        }
        Ok(is_known)
    }

    /// Whether the time is up and there is something to take.
    pub fn is_late(&self, limits: &TwoPhaseLimits) -> bool {
        limits.max_time.is_some_and(|time| !self.best.is_empty() && self.spent >= time)
    }

    /// Goes to the next pass.
    pub fn next_pass(&mut self, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) -> Next {
        let is_spent = !self.best.is_empty() && self.expanded >= limits.max_nodes;
        if self.is_damaged || self.best.is_enough() || is_spent || self.is_late(limits) {
            return Next::Over;
        }
        let stages = stages(limits.max_length);
        loop {
            // With no moves left for phase 2 no pass has a better end.
            if self.best.worst().is_none_or(|worst| self.stage.outside < worst.total())
                && let Some(next) = self.next_of_stage(tables, limits)
            {
                return next;
            }
            let Some(&stage) = stages.get(usize::from(self.stage_number) + 1) else { return Next::Over };
            (self.stage_number, self.stage, self.next) = (self.stage_number + 1, stage, 0);
            self.queues.far.begin_stage();
        }
    }

    /// What comes next in this stage, if anything does.
    fn next_of_stage(&mut self, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) -> Option<Next> {
        let (pre_moves, distances) = (usize::from(self.stage.pre_moves), self.stage.distances());
        if pre_moves > MOST_KEPT {
            return self.next_far(tables, limits);
        }
        let Some(group) = &self.groups[pre_moves] else {
            self.make_starts(tables, pre_moves);
            self.want(pre_moves, distances);
            return Some(Next::Measuring);
        };
        if distances & !group.wanted != 0 {
            self.want(pre_moves, distances);
            return Some(Next::Measuring);
        }
        let next = self.next_start(group)?;
        self.next = next + 1;
        let start = self.queues.starts[next];
        Some(Next::Pass(self.begin_pass(&start, tables, limits)))
    }

    /// The same in a stage with the most pre-moves.
    fn next_far(&mut self, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) -> Option<Next> {
        Some(match self.queues.far.next(self.stage, &self.images, tables)? {
            far::Next::Start(start) => Next::Pass(self.begin_pass(&start, tables, limits)),
            far::Next::Measuring => {
                self.unmeasured = Some(Unmeasured::Far);
                Next::Measuring
            }
        })
    }

    /// The next start of this stage, if there is one more in the group.
    fn next_start(&self, group: &Group) -> Option<usize> {
        if group.distances & self.stage.distances() == 0 {
            return None;
        }
        let first = group.starts.start.max(self.next);
        let is_searched = |start: &Start| self.stage.includes(start.distance);
        self.queues.starts[first..group.starts.end].iter().position(is_searched).map(|i| first + i)
    }

    /// Begins the pass of a start, and gives its first node.
    fn begin_pass(&mut self, start: &Start, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) -> Node {
        self.start = start.number;
        (self.pre_moves, self.inverse) = self.images.begin(tables, start.number);
        self.bound_totals(limits);
        Node::first(start, self.stage.length())
    }
}

/// The end with this rank, and the position there.
fn reached(images: &Images, rank: &Rank, tables: &Tables<impl Processor>) -> Reached {
    let at = tables.processor.run(
        #[inline(always)]
        || {
            let from = images.inverse(tables, rank.direction(), &rank.pre_moves());
            let turn = |inverse, mv: &Move| {
                tables.processor.then_unturned(&tables.unturned.moves[mv.index()], &inverse)
            };
            tables.unturned.seek(&rank.path().iter().fold(from, turn))
        },
    );
    Reached { rank: *rank, at }
}

#[cfg(test)]
impl Search {
    /// The search while it makes a pass of the start with this number, with paths of this length, wherever G1 is.
    pub fn in_pass(mut self, tables: &Tables<impl Processor>, start: u16, length: u8) -> Search {
        self.start = start;
        (self.pre_moves, self.inverse) = self.images.begin(tables, start);
        let pre_moves = self.pre_moves.moves().len() as u8;
        self.stage = Stage { outside: length + pre_moves, pre_moves, slack: 0 };
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
    use crate::engine::two_phase::direction::images;
    use crate::engine::two_phase::pre_moves::after_pre_moves;
    use crate::engine::two_phase::start::{direction_and_pre_moves, numbers};
    use crate::table::Phase1Entry;

    /// The search of a position, whose starts are measured.
    fn measured(cube: &Cube, tables: &Tables<Plain>, limits: &TwoPhaseLimits) -> Search {
        let mut search = Search::new(0, cube, tables, limits, Queues::default());
        while !search.measure(tables) {}
        search
    }

    /// The next pass, when the starts that it may need are measured.
    fn next_pass(search: &mut Search, tables: &Tables<Plain>, limits: &TwoPhaseLimits) -> Option<Node> {
        loop {
            match search.next_pass(tables, limits) {
                Next::Pass(node) => return Some(node),
                Next::Measuring => while !search.measure(tables) {},
                Next::Over => return None,
            }
        }
    }

    #[test]
    fn passes_come_by_stages_and_then_by_starts_each_once() {
        let (mut random, tables) = (Random::new(163), tables());
        for i in 0..30 {
            // All starts are near.
            let cube = Cube::SOLVED.apply(&canonical_walk(&mut random, i % 4));
            for max_length in [20, 21, 22] {
                let limits = TwoPhaseLimits { max_length, ..TwoPhaseLimits::default() };
                let images = images(&cube);
                let from = |number: usize| {
                    let (direction, pre_moves) = direction_and_pre_moves(number);
                    Some(after_pre_moves(&images[direction]?, pre_moves.moves()))
                };
                let passes = stages(max_length)
                    .iter()
                    .flat_map(|stage| numbers(stage.pre_moves.into()).map(move |number| (stage, number)));
                let expected = passes.filter_map(|(stage, number)| {
                    let from = from(number)?;
                    let distance = distance1(&from).expect("it is near");
                    stage.includes(distance).then_some((*stage, number, distance, from))
                });

                let mut search = measured(&cube, &tables, &limits);
                for (stage, number, distance, from) in expected {
                    let first = next_pass(&mut search, &tables, &limits).expect("a pass");
                    assert_eq!((search.stage, usize::from(search.start)), (stage, number));
                    assert_eq!(first.left, stage.length());
                    let at = SymPhase1Tables::get().reduce(Phase1::of(&from));
                    assert_eq!((first.at, search.inverse), (at, Cubies::unturned_inverse(&from)));
                    assert_eq!((first.last, first.distance), (Last::NONE, distance));
                    assert_eq!(first.nearer, nearer(&from, first.at));
                }
                assert!(next_pass(&mut search, &tables, &limits).is_none());
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
            assert_eq!(next_pass(&mut search, &tables, &limits).is_some(), is_right);
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
        let ending = Ending { path: [Move::FIRST; LONGEST], is_other_pre_move: false, distance: 13 };
        search.best.offer(Rank::new(21, search.pass(), search.stage, &ending), Vec::new);
        assert!(search.is_late(&limits) && next_pass(&mut search, &tables(), &limits).is_none());
        search.spent = Duration::from_millis(9);
        assert!(!search.is_late(&limits), "there is a millisecond left");
        assert!(!search.is_late(&TwoPhaseLimits::default()), "there is no limit");
    }
}
