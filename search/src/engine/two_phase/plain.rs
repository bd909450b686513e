//! What the two-phase search finds, as a plain recursive search of one position.
//!
//! Over exact distances it is the specification against which engines are tested; over lower bounds it is the search that needs
//! no large tables.

use std::cell::{Cell, OnceCell};
use std::time::Duration;

use super::direction::{DIRECTIONS, image, images};
use super::near::{DistancesToG1, Near, NearLimits, before_others};
use super::pre_moves::{MOST, after_pre_moves, enters_g1};
use super::stages::{Stage, stages};
use super::start::{in_both_senses, numbers};
use super::{Best, LONGEST, MeasuredEnding, Pass, Rank, Stopwatch, TwoPhaseLimits, UNCOUNTED};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use cubebatch_tables::coord::phase2::Phase2;
use cubebatch_tables::progress::{Cancelled, Control};

/// What a plain search knows of distances in both phases.
pub trait PlainDistances {
    /// The number of moves to G1 at least: 0 in G1 alone.
    fn to_g1_at_least(&self, at: Phase1) -> u8;

    /// Whether this number of moves leads to G1, where none of the smaller numbers does.
    fn reaches_g1(&self, at: Phase1, moves: u8) -> bool;

    /// The number of moves from a position of G1 to solved, if there are at most this many.
    fn to_solved(&self, at: Phase2, at_most: u8) -> Option<u8>;

    /// The lexicographically first path to solved from a position that is this far from it.
    fn path_to_solved(&self, at: Phase2, distance: u8) -> Vec<Move>;

    /// Whether at most this number of moves leads to G1.
    fn is_within(&self, at: Phase1, most: u8) -> bool {
        (self.to_g1_at_least(at)..=most).any(|moves| self.reaches_g1(at, moves))
    }
}

/// The solutions of a position, the best first.
///
/// # Errors
/// [`Cancelled`].
pub fn solutions(
    distances: &impl PlainDistances,
    cube: &Cube,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<Vec<Vec<Move>>, Cancelled> {
    control.check()?;
    let (moves, images, starts) = (Phase1Moves::get(), images(cube), Default::default());
    let search = PlainSearch { distances, moves, cube, limits, control, images, starts };
    let best = Best::new(limits.solutions);
    let mut found = PlainFindings {
        best,
        nodes: 0,
        visits: 0,
        watch: Stopwatch::start(),
        spent: Duration::ZERO,
        is_over: false,
    };
    let near = search.near();
    if near.is_none() || limits.solutions > 1 {
        search.go_through_stages(&mut found)?;
    }
    let others = found.best.ranks().map(|rank| search.solution(rank)).collect();
    Ok(before_others(near, others, limits.solutions))
}

/// After how many positions of phase 1 the search looks at the clock and at requests to stop.
const STRETCH: u64 = 1 << 12;

/// No position needs more moves (Rokicki, Kociemba, Davidson, Dethridge, 2010).
const ENOUGH: u8 = 20;

/// Where paths begin.
struct PlainStart {
    number: u16,
    /// The position after the pre-moves in both senses of the first one, or only once.
    at: Vec<Cube>,
    of_phase1: Phase1,
    distance: Cell<FromG1>,
}

/// What is known about the distance of a start from G1.
#[derive(Clone, Copy)]
enum FromG1 {
    Is(u8),
    AtLeast(u8),
}

impl PlainStart {
    /// A path of this length leads to G1.
    fn is_reached_by(&self, length: u8) {
        self.learn(length, FromG1::Is(length));
    }

    /// No path of this length leads to G1, unless one was found.
    fn is_farther_than(&self, length: u8) {
        self.learn(length, FromG1::AtLeast(length + 1));
    }

    /// Takes what the search for paths of this length says, if all shorter ones were excluded.
    fn learn(&self, length: u8, known: FromG1) {
        if matches!(self.distance.get(), FromG1::AtLeast(distance) if distance == length) {
            self.distance.set(known);
        }
    }
}

impl<D: PlainDistances> DistancesToG1 for D {
    type Place = Phase1;

    fn distance(&self, at: Phase1, before: u8, _: u8) -> Option<u8> {
        let is_within = |&distance: &u8| self.is_within(at, distance);
        Some((before.saturating_sub(1)..=before).find(is_within).unwrap_or(before + 1))
    }
}

struct PlainSearch<'a, D> {
    distances: &'a D,
    moves: &'static Phase1Moves,
    cube: &'a Cube,
    limits: &'a TwoPhaseLimits,
    control: &'a Control,
    images: [Option<Cube>; DIRECTIONS],
    /// By their number of pre-moves.
    starts: [OnceCell<Vec<PlainStart>>; MOST + 1],
}

struct PlainFindings {
    best: Best,
    nodes: u64,
    /// The positions of phase 1 so far, also the positions that are too far from G1.
    visits: u64,
    watch: Stopwatch,
    spent: Duration,
    /// Whether the time is over.
    is_over: bool,
}

/// A search from one start in a stage.
struct Passing<'a> {
    pass: Pass,
    stage: Stage,
    start: &'a PlainStart,
}

impl<D: PlainDistances> PlainSearch<'_, D> {
    /// The shortest solution, if the position is near.
    fn near(&self) -> Option<Vec<Move>> {
        let at: [Phase1; DIRECTIONS] =
            std::array::from_fn(|direction| Phase1::of(&image(self.cube, direction)));
        let mut distances = at.map(|at| self.distances.to_g1_at_least(at));
        for direction in 0..DIRECTIONS {
            while NearLimits::HALF_TURN.include(&distances)
                && !self.distances.reaches_g1(at[direction], distances[direction])
            {
                distances[direction] += 1;
            }
        }
        let found = Near::in_htm().solution(self.cube, &distances, self.distances);
        found.expect("tables that this process made do not contradict themselves")
    }

    fn go_through_stages(&self, found: &mut PlainFindings) -> Result<(), Cancelled> {
        for (number, &stage) in stages(self.limits.max_length).iter().enumerate() {
            for start in self.starts(stage.pre_moves.into()) {
                // With no moves left for phase 2 no pass has a better end.
                if found.best.worst().is_some_and(|worst| stage.outside >= worst.total()) {
                    break;
                }
                let is_spent = found.nodes >= self.limits.max_nodes || found.is_over;
                if found.best.is_enough() || is_spent && !found.best.is_empty() {
                    return Ok(());
                }
                if self.includes(stage, start) {
                    let pass = Pass { stage: number as u16, start: start.number };
                    self.extend(&Passing { pass, stage, start }, start.of_phase1, &mut Vec::new(), found)?;
                    start.is_farther_than(stage.length());
                }
            }
        }
        Ok(())
    }

    /// The starts with this number of pre-moves, in their order.
    fn starts(&self, pre_moves: usize) -> &[PlainStart] {
        let start = |number: usize| {
            let at = in_both_senses(&self.images, number)?;
            let of_phase1 = Phase1::of(&at[0]);
            let distance = Cell::new(FromG1::AtLeast(self.distances.to_g1_at_least(of_phase1)));
            Some(PlainStart { number: number as u16, at, of_phase1, distance })
        };
        self.starts[pre_moves].get_or_init(|| numbers(pre_moves).filter_map(start).collect())
    }

    /// Whether a stage may have paths from a start. It excludes only the distances that decide that.
    fn includes(&self, stage: Stage, start: &PlainStart) -> bool {
        let length = stage.length();
        // A start that is as far as its path is long has no slack: the pass itself shows whether it is farther.
        let Some(last) = length.checked_sub(stage.slack.max(1)) else { return stage.slack == 0 };
        loop {
            match start.distance.get() {
                FromG1::Is(distance) => return stage.includes(distance),
                FromG1::AtLeast(distance) if distance > last => {
                    return stage.slack == 0 && distance <= length;
                }
                FromG1::AtLeast(distance) => {
                    if self.distances.reaches_g1(start.of_phase1, distance) {
                        start.is_reached_by(distance);
                    }
                    start.is_farther_than(distance);
                }
            }
        }
    }

    /// Looks at all paths of a stage that begin with these moves, and lead to this position of phase 1.
    fn extend(
        &self,
        passing: &Passing,
        at: Phase1,
        path: &mut Vec<Move>,
        found: &mut PlainFindings,
    ) -> Result<(), Cancelled> {
        let left = passing.stage.length() - path.len() as u8;
        if self.distances.to_g1_at_least(at) > left || self.is_settled(path, found) {
            return Ok(());
        }
        if left == 0 {
            self.arrive(passing, path, found);
            return Ok(());
        }
        self.count(at, left, found)?;
        let last = path.last().copied();
        for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
            if last.is_none_or(|last| last.may_precede(mv)) {
                path.push(mv);
                self.extend(passing, self.moves.turn(at, m), path, found)?;
                path.pop();
            }
        }
        Ok(())
    }

    /// Whether no end of this pass on such a path is better than those found, or the time is over.
    fn is_settled(&self, path: &[Move], found: &PlainFindings) -> bool {
        path.first().is_some_and(|&first| found.best.is_settled_before(first))
            || found.is_over && !found.best.is_empty()
    }

    /// Counts a node, if nodes are limited, and now and then looks at the clock and at requests to stop.
    fn count(&self, at: Phase1, left: u8, found: &mut PlainFindings) -> Result<(), Cancelled> {
        if self.limits.max_nodes < u64::MAX && usize::from(left) > UNCOUNTED {
            // A node is a position that is not too far from G1.
            found.nodes += u64::from(self.distances.is_within(at, left));
        }
        found.visits += 1;
        if found.visits.is_multiple_of(STRETCH) {
            self.control.check()?;
            found.spent += found.watch.lap();
            found.is_over = self.limits.max_time.is_some_and(|most| found.spent >= most);
        }
        Ok(())
    }

    /// The most moves of a solution that is of use.
    fn most(&self, found: &PlainFindings) -> u8 {
        let has_budget = self.limits.max_nodes < u64::MAX || self.limits.max_time.is_some();
        let is_certain = self.limits.max_length >= ENOUGH && self.limits.solutions == 1 && !has_budget;
        let most = if is_certain { self.limits.max_length } else { u8::MAX };
        found.best.worst().map_or(most, Rank::total).min(most)
    }

    /// Offers the end of a path, or both that there are with the two senses of the first pre-move.
    fn arrive(&self, passing: &Passing, path: &[Move], found: &mut PlainFindings) {
        let Passing { pass, stage, start } = *passing;
        start.is_reached_by(stage.length());
        if !enters_g1(path) {
            return;
        }
        let mut whole = [Move::FIRST; LONGEST];
        whole[..path.len()].copy_from_slice(path);
        for (at, is_other_pre_move) in start.at.iter().zip([false, true]) {
            let Some(at_most) = self.most(found).checked_sub(stage.outside) else { return };
            let at = Phase2::of(&at.apply(path));
            if let Some(distance) = self.distances.to_solved(at, at_most) {
                let ending = MeasuredEnding { path: whole, is_other_pre_move, distance };
                let rank = Rank::new(self.limits.max_length, pass, stage, &ending);
                found.best.offer(rank, || self.solution(&rank));
            }
        }
    }

    /// The solution through an end of phase 1.
    fn solution(&self, end: &Rank) -> Vec<Move> {
        let cube =
            after_pre_moves(&image(self.cube, end.direction()), end.pre_moves().moves()).apply(end.path());
        end.solution(&self.distances.path_to_solved(Phase2::of(&cube), end.distance()))
    }
}
