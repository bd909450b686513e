//! The search for one position: which pass is being made, and the best ends so far.

use std::ops::Range;
use std::time::Duration;

use super::SearchTables;
use super::ended::Reached;
use super::far::MOST_KEPT;
use super::last_moves;
use super::queue::{Node, Queues};
use super::starts::{ALL_DISTANCES, EntryContradiction, Images, KnownDistance, NextStart, Start};
use super::steps::PackedMoves;
use crate::engine::two_phase::direction::DIRECTIONS;
use crate::engine::two_phase::near::{Near, in_all_directions};
use crate::engine::two_phase::pre_moves::PreMoves;
use crate::engine::two_phase::stages::{Stage, stages};
use crate::engine::two_phase::start::numbers;
use crate::engine::two_phase::{Best, MeasuredEnding, Pass, Rank, TwoPhaseLimits, make_canonical};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::table::{Phase, TableId};

/// Phase 1 of a position from all its starts.
pub struct PositionSearch {
    /// The number of the position.
    pub number: usize,
    images: Images,
    /// The starts that were made, by their number of pre-moves.
    groups: [Option<StartGroup>; MOST_KEPT + 1],
    /// What is being measured, if anything is.
    unmeasured: Option<Unmeasured>,
    /// The number of the stage, the stage, and where its next start may be.
    stage_number: u16,
    stage: Stage,
    next: usize,
    /// The start of the pass that is being made, and its unturned inverse.
    start: Start,
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
    /// The first moves that paths may have, each a bit.
    first_moves: u32,
    /// If this is a part of the search of a stage, what is left to it, the next one last.
    dealt: Option<Vec<Dealt>>,
    near: NearSearch,
}

/// The search for a shortest solution, before all passes.
enum NearSearch {
    /// It begins when the distances of this position from G1 are known.
    Due(Cube),
    /// What it found, if the position is near.
    Done(Option<Vec<Move>>),
}

/// The starts with the same number of pre-moves.
#[derive(Clone)]
struct StartGroup {
    /// Where they stand among all starts that were made.
    starts: Range<usize>,
    /// A bit for each distance that is to be known; and for each that one of them is known to have.
    wanted: u16,
    distances: u16,
}

/// A bit for each move.
const ALL_MOVES: u32 = (1 << Move::COUNT) - 1;

/// A start that is searched for paths with these first moves, each a bit.
#[derive(Clone, Copy)]
pub struct Dealt {
    pub start: Start,
    pub first_moves: u32,
}

impl Dealt {
    /// A start, whole.
    pub fn whole(start: Start) -> Dealt {
        Dealt { start, first_moves: ALL_MOVES }
    }

    /// The same in a part for each first move.
    pub fn by_first_moves(start: Start) -> impl Iterator<Item = Dealt> {
        (0..Move::COUNT).map(move |first_move| Dealt { start, first_moves: 1 << first_move })
    }
}

/// A position is hard when this number of nodes was expanded for it: that takes some tens of milliseconds.
const HARD: u64 = 200_000;

/// Starts that are being measured.
#[derive(Clone, Copy)]
enum Unmeasured {
    /// All with this number of pre-moves.
    Group(usize),
    /// The starts at hand of the ones with the most pre-moves.
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

impl PositionSearch {
    pub fn new(
        number: usize,
        cube: &Cube,
        tables: &SearchTables<impl Processor>,
        limits: &TwoPhaseLimits,
        mut queues: Queues,
    ) -> PositionSearch {
        queues.starts.clear();
        queues.far.clear();
        let images = tables.processor.run(
            #[inline(always)]
            || Images::new(tables.processor, cube),
        );
        let mut search = PositionSearch {
            number,
            images,
            groups: [const { None }; MOST_KEPT + 1],
            unmeasured: None,
            stage_number: 0,
            stage: stages(limits.max_length)[0],
            next: 0,
            start: Start::new(0, KnownDistance::NOTHING),
            pre_moves: PreMoves::NONE,
            inverse: Cubies::SOLVED,
            queues,
            best: Best::new(limits.solutions),
            too_far: u8::MAX,
            expanded: 0,
            spent: Duration::ZERO,
            is_damaged: false,
            first_moves: ALL_MOVES,
            dealt: None,
            near: NearSearch::Due(*cube),
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

    /// Whether paths may begin with this move.
    #[inline]
    pub fn may_begin_with(&self, first_move: usize) -> bool {
        self.first_moves >> first_move & 1 == 1
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
        path: PackedMoves,
        is_other_pre_move: bool,
        distance: u8,
        tables: &SearchTables<impl Processor>,
        limits: &TwoPhaseLimits,
    ) {
        let length = self.stage.length();
        let mut path = path.path(length);
        make_canonical(&mut path[..usize::from(length)]);
        let rank = Rank::new(
            limits.max_length,
            self.pass(),
            self.stage,
            &MeasuredEnding { path, is_other_pre_move, distance },
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
        Pass { stage: self.stage_number, start: self.start.number }
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
    /// The table of phase 1, if it contradicts itself or led to no end.
    pub fn ends(
        &self,
        tables: &SearchTables<impl Processor>,
    ) -> Result<impl Iterator<Item = Reached>, TableId> {
        if self.is_damaged || (self.best.is_empty() && self.near().is_none()) {
            return Err(tables.phase1.table().into());
        }
        Ok(self.best.ranks().map(|rank| reached(&self.images, rank, tables)))
    }

    /// The shortest solution of a near position.
    pub fn near(&self) -> Option<&[Move]> {
        match &self.near {
            NearSearch::Due(_) => None,
            NearSearch::Done(found) => found.as_deref(),
        }
    }

    /// Searches a shortest solution, if the starts without pre-moves are near enough.
    fn search_near(&mut self, tables: &SearchTables<impl Processor>) {
        let NearSearch::Due(cube) = self.near else { return };
        let mut distances = [None; DIRECTIONS];
        for start in self.groups[0].iter().flat_map(|group| &self.queues.starts[group.starts.clone()]) {
            distances[usize::from(start.number)] = Some(start.distance);
        }
        let found = Near::in_htm().solution(&cube, &in_all_directions(distances), &tables.phase1);
        self.near = NearSearch::Done(found.unwrap_or_else(|_| {
            self.give_up();
            None
        }));
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
    fn make_starts(&mut self, tables: &SearchTables<impl Processor>, pre_moves: usize) {
        let starts = &mut self.queues.starts;
        let first = starts.len();
        tables.processor.run(
            #[inline(always)]
            || {
                let numbers = numbers(pre_moves).map(|number| (number, KnownDistance::NOTHING));
                self.images.add_starts(tables, pre_moves, numbers, starts);
            },
        );
        self.groups[pre_moves] = Some(StartGroup { starts: first..starts.len(), wanted: 0, distances: 0 });
    }

    /// Has the starts with this number of pre-moves measured: which of them have these distances, each a bit.
    fn want(&mut self, pre_moves: usize, distances: u16) {
        if let Some(group) = &mut self.groups[pre_moves] {
            group.wanted |= distances;
            self.unmeasured = Some(Unmeasured::Group(pre_moves));
        }
    }

    /// Goes on measuring starts; whether all that is wanted is known.
    #[inline]
    pub fn measure(&mut self, tables: &SearchTables<impl Processor>) -> bool {
        self.unmeasured.is_none_or(|unmeasured| self.measure_more(unmeasured, tables))
    }

    fn measure_more(&mut self, unmeasured: Unmeasured, tables: &SearchTables<impl Processor>) -> bool {
        let known = match unmeasured {
            Unmeasured::Group(pre_moves) => self.measure_group(tables, pre_moves),
            Unmeasured::Far => self.queues.far.measure(tables),
        };
        let is_known = known.unwrap_or_else(|EntryContradiction| {
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
        tables: &SearchTables<impl Processor>,
        pre_moves: usize,
    ) -> Result<bool, EntryContradiction> {
        let Some(group) = &mut self.groups[pre_moves] else { return Ok(true) };
        let starts = &mut self.queues.starts[group.starts.clone()];
        let is_known = tables.processor.run(
            #[inline(always)]
            || starts.iter_mut().try_fold(true, |all, start| Ok(all & start.measure(tables, group.wanted)?)),
        )?;
        if is_known {
            let bits = starts.iter().map(|start| 1u16.checked_shl(start.distance.into()).unwrap_or_default());
            group.distances = bits.fold(0, |all, bit| all | bit);
        }
        Ok(is_known)
    }

    /// Whether the time is up and there is something to take.
    pub fn is_late(&self, limits: &TwoPhaseLimits) -> bool {
        limits.max_time.is_some_and(|time| !self.best.is_empty() && self.spent >= time)
    }

    /// Goes to the next pass.
    pub fn next_pass(&mut self, tables: &SearchTables<impl Processor>, limits: &TwoPhaseLimits) -> Next {
        self.search_near(tables);
        if self.is_over(limits) {
            return Next::Over;
        }
        let stages = stages(limits.max_length);
        loop {
            match self.next_of_stage(tables) {
                Some(NextStart::At(start)) => return Next::Pass(self.begin_pass(&start, tables, limits)),
                Some(NextStart::Measuring) => return Next::Measuring,
                None if self.begin_next_stage(stages) => {}
                None => return Next::Over,
            }
        }
    }

    /// Whether nothing is to be searched any more.
    fn is_over(&self, limits: &TwoPhaseLimits) -> bool {
        let is_spent = !self.best.is_empty() && self.expanded >= limits.max_nodes;
        let is_solved = limits.solutions == 1 && self.near().is_some();
        self.is_damaged || is_solved || self.best.is_enough() || is_spent || self.is_late(limits)
    }

    /// Goes to the next of these stages, if there is one more.
    #[inline]
    fn begin_next_stage(&mut self, stages: &[Stage]) -> bool {
        let next = stages.get(usize::from(self.stage_number) + 1);
        let Some(&stage) = next.filter(|_| self.dealt.is_none()) else { return false };
        if self.is_far() {
            self.queues.far.begin_stage();
        }
        (self.stage_number, self.stage, self.next) = (self.stage_number + 1, stage, 0);
        true
    }

    /// Whether the starts of this stage are not kept.
    #[inline]
    fn is_far(&self) -> bool {
        usize::from(self.stage.pre_moves) > MOST_KEPT
    }

    /// The next start of this stage, if there is one more.
    #[inline(always)]
    fn next_of_stage(&mut self, tables: &SearchTables<impl Processor>) -> Option<NextStart> {
        // With no moves left for phase 2 no pass has a better end.
        if self.best.worst().is_some_and(|worst| self.stage.outside >= worst.total()) {
            return None;
        }
        if let Some(dealt) = &mut self.dealt {
            let Dealt { start, first_moves } = dealt.pop()?;
            self.first_moves = first_moves;
            return Some(NextStart::At(start));
        }
        if self.is_far() {
            let next = self.queues.far.next(self.stage, &self.images, tables);
            if let Some(NextStart::Measuring) = next {
                self.unmeasured = Some(Unmeasured::Far);
            }
            return next;
        }
        let (pre_moves, distances) = (usize::from(self.stage.pre_moves), self.stage.distances());
        let Some(group) = &self.groups[pre_moves] else {
            self.make_starts(tables, pre_moves);
            self.want(pre_moves, distances);
            return Some(NextStart::Measuring);
        };
        if distances & !group.wanted != 0 {
            self.want(pre_moves, distances);
            return Some(NextStart::Measuring);
        }
        let next = self.next_start(group)?;
        self.next = next + 1;
        Some(NextStart::At(self.queues.starts[next]))
    }

    /// The starts of this stage that were not searched to the end, or those of the next stage that has some; `None` if the
    /// search is over. What is under way is left.
    pub fn rest_of_stage(
        &mut self,
        tables: &SearchTables<impl Processor>,
        limits: &TwoPhaseLimits,
    ) -> Option<Vec<Start>> {
        let mut starts = Vec::new();
        if !self.queues.are_empty() {
            starts.push(self.start);
            self.queues.leave_all();
        }
        loop {
            while !self.measure(tables) {}
            if self.is_over(limits) {
                return None;
            }
            match self.next_of_stage(tables) {
                Some(NextStart::At(start)) => starts.push(start),
                Some(NextStart::Measuring) => {}
                None if !starts.is_empty() => return Some(starts),
                None if self.begin_next_stage(stages(limits.max_length)) => {}
                None => return None,
            }
        }
    }

    /// A part of the search of this stage.
    pub fn part(&self, dealt: &[Dealt]) -> PositionSearch {
        PositionSearch {
            number: self.number,
            images: self.images.clone(),
            groups: [const { None }; MOST_KEPT + 1],
            unmeasured: None,
            stage_number: self.stage_number,
            stage: self.stage,
            next: 0,
            start: dealt.first().map_or(self.start, |first| first.start),
            pre_moves: PreMoves::NONE,
            inverse: Cubies::SOLVED,
            queues: Queues::default(),
            best: self.best.clone(),
            too_far: u8::MAX,
            expanded: 0,
            spent: Duration::ZERO,
            is_damaged: false,
            first_moves: ALL_MOVES,
            dealt: Some(dealt.iter().rev().copied().collect()),
            near: NearSearch::Done(None),
        }
    }

    /// Takes what came of a part of the stage.
    pub fn join(&mut self, part: &PositionSearch) {
        part.best.ranks().for_each(|rank| self.best.offer(*rank, Vec::new));
        self.is_damaged |= part.is_damaged;
    }

    /// Whether so much was done for the position that much more may be to be done.
    pub fn is_hard(&self) -> bool {
        self.expanded >= HARD
    }

    /// How many moves more than the last moves the paths of this stage have.
    pub fn moves_before_last(&self) -> u8 {
        self.stage.length().saturating_sub(last_moves::LENGTH)
    }

    /// The start of the pass that is being made.
    pub fn start(&self) -> u16 {
        self.start.number
    }

    /// The start whose pass decides, if one does.
    pub fn decided(&self) -> Option<u16> {
        self.best.worst().filter(|worst| worst.is_within()).map(|worst| worst.pass().start)
    }

    /// The next start of this stage, if there is one more in the group.
    fn next_start(&self, group: &StartGroup) -> Option<usize> {
        if group.distances & self.stage.distances() == 0 {
            return None;
        }
        let first = group.starts.start.max(self.next);
        let is_searched = |start: &Start| self.stage.includes(start.distance);
        self.queues.starts[first..group.starts.end].iter().position(is_searched).map(|i| first + i)
    }

    /// Begins the pass of a start, and gives its first node.
    fn begin_pass(
        &mut self,
        start: &Start,
        tables: &SearchTables<impl Processor>,
        limits: &TwoPhaseLimits,
    ) -> Node {
        self.start = *start;
        (self.pre_moves, self.inverse) = self.images.begin(tables, start.number);
        self.bound_totals(limits);
        Node::first(start, self.stage.length())
    }
}

/// The end with this rank, and the position there.
fn reached(images: &Images, rank: &Rank, tables: &SearchTables<impl Processor>) -> Reached {
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
impl PositionSearch {
    /// The search while it makes a pass of the start with this number, with paths of this length, wherever G1 is.
    pub fn in_pass(
        mut self,
        tables: &SearchTables<impl Processor>,
        start: u16,
        length: u8,
    ) -> PositionSearch {
        self.start.number = start;
        (self.pre_moves, self.inverse) = self.images.begin(tables, start);
        let pre_moves = self.pre_moves.moves().len() as u8;
        self.stage = Stage { outside: length + pre_moves, pre_moves, slack: 0 };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{canonical_walk, distance1, nearer, phase1_entries, put_phase1_entry};
    use crate::engine::cpu::two_phase::rules::LastMove;
    use crate::engine::cpu::two_phase::trial::{tables, tables_over};
    use crate::engine::two_phase::LONGEST;
    use crate::engine::two_phase::direction::images;
    use crate::engine::two_phase::pre_moves::after_pre_moves;
    use crate::engine::two_phase::start::{direction_and_pre_moves, numbers};
    use cubebatch_cube::cube::HTM;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::Phase1;
    use cubebatch_tables::coord::processor::Plain;
    use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
    use cubebatch_tables::table::{Complete, Phase1Entry};

    /// The search of a position, whose starts are measured.
    fn measured(cube: &Cube, tables: &SearchTables<Plain>, limits: &TwoPhaseLimits) -> PositionSearch {
        let mut search = PositionSearch::new(0, cube, tables, limits, Queues::default());
        search.near = NearSearch::Done(None);
        while !search.measure(tables) {}
        search
    }

    /// The next pass, when the starts that it may need are measured.
    fn next_pass(
        search: &mut PositionSearch,
        tables: &SearchTables<Plain>,
        limits: &TwoPhaseLimits,
    ) -> Option<Node> {
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
            // With four pre-moves starts are many, and near ones only those of solved.
            for max_length in [20, 21, 22].into_iter().chain((i == 0).then_some(18)) {
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
                    assert_eq!((search.stage, usize::from(search.start.number)), (stage, number));
                    assert_eq!(first.left, stage.length());
                    let at = SymPhase1Tables::get().reduce(Phase1::of(&from));
                    assert_eq!((first.at, search.inverse), (at, Cubies::unturned_inverse(&from)));
                    assert_eq!((first.last, first.distance), (LastMove::NONE, distance));
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
            let tables = SearchTables::new(Plain, &tables);
            let mut search = measured(&cube, &tables, &limits);
            assert_eq!(next_pass(&mut search, &tables, &limits).is_some(), is_right);
            assert_eq!(search.is_damaged, !is_right);
            // No search has an end yet, so each names the table.
            assert_eq!(search.ends(&tables).err(), Some(Complete::Phase1(HTM).into()));
        }
    }

    #[test]
    fn a_search_that_found_something_ends_when_it_has_spent_its_time() {
        let limits =
            TwoPhaseLimits { max_time: Some(Duration::from_millis(10)), ..TwoPhaseLimits::default() };
        let cube = Cube::SOLVED.apply(&canonical_walk(&mut Random::new(173), 5));
        let mut search = PositionSearch::new(0, &cube, &tables(), &limits, Queues::default());
        search.spent = Duration::from_millis(10);
        assert!(!search.is_late(&limits), "nothing was found");
        let ending = MeasuredEnding { path: [Move::FIRST; LONGEST], is_other_pre_move: false, distance: 13 };
        search.best.offer(Rank::new(21, search.pass(), search.stage, &ending), Vec::new);
        assert!(search.is_late(&limits) && next_pass(&mut search, &tables(), &limits).is_none());
        search.spent = Duration::from_millis(9);
        assert!(!search.is_late(&limits), "there is a millisecond left");
        assert!(!search.is_late(&TwoPhaseLimits::default()), "there is no limit");
    }
}
