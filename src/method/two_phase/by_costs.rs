//! The two-phase search in other metrics than HTM.
//!
//! Phase 1 is searched in the order of costs, in six directions, cut by exact distances. For each end, phase 2 is searched in the
//! order of costs, cut by the distances of corners with U/D edges and of corners with the edges of the middle layer. An axis turns once
//! between turns of other axes, see [`Steps`]; a solution is split after its last axis turn that leaves G1. So each solution
//! comes from one end of phase 1.
//!
//! Where this leads to none, the search begins as well with positions that some turns lead to the given one: such *pre-moves* end the
//! solution (Chen Shuang's min2phase has them). They leave as much for phase 2 as a phase 1 that is longer by them, and there are as many
//! of them.

use std::sync::LazyLock;
use std::time::Instant;

use crate::coord::Coordinate;
use crate::coord::phase1::{PHASE1_MOVES, Phase1};
use crate::coord::phase2::{PHASE2_MOVES, Phase2};
use crate::coord::prefetch::prefetch;
use crate::coord::slice_perm::SlicePerm;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Algorithm, AxisTurn, Costs, Cube, Face, Move, MoveSet, Step, Steps, Turns};
use crate::engine::two_phase::TwoPhaseLimits;
use crate::progress::{self, Cancelled, Control};
use crate::space::{Space, Threads, UNREACHED};

/// The steps of a phase, and for each the numbers of its moves in the list of the phase.
struct Phase {
    steps: Steps,
    moves: Vec<Vec<usize>>,
    /// Whether all ways between two positions cost an even or an odd number, as in QTM.
    has_parity: bool,
}

impl Phase {
    fn new(set: &MoveSet, list: &[Move]) -> Phase {
        let steps = Steps::new(set);
        let number =
            |mv: Move| list.iter().position(|&other| other == mv).expect("it is a move of the phase");
        let moves =
            steps.all().iter().map(|step| step.turn.moves().into_iter().map(number).collect()).collect();
        let has_parity = steps.all().iter().all(|step| {
            let quarters: usize = step.turn.moves().iter().map(|mv| mv.turns()).sum();
            quarters % 2 == usize::from(step.cost) % 2
        });
        Phase { steps, moves, has_parity }
    }

    fn costs(&self) -> Vec<u8> {
        self.steps.all().iter().map(|step| step.cost).collect()
    }

    /// The moves of a path.
    fn moves_of(&self, path: &[usize]) -> Vec<Move> {
        path.iter().flat_map(|&step| self.steps.all()[step].turn.moves()).collect()
    }
}

/// Distances of both phases by the costs of turns.
pub(super) struct Tables {
    phase1: Phase,
    phase2: Phase,
    /// By what they cost: pre-moves, with the position after them.
    pre_moves: Vec<Vec<(Vec<Move>, Cube)>>,
    /// The distance of each [`SymPhase1::index`] from G1.
    to_g1: Vec<u8>,
    /// The distance of each [`SymPhase2::corners_and_edges`] from solved.
    corners_and_edges: Vec<u8>,
    /// The distance of each class of corners with each slice perm.
    corners_and_slice: Vec<u8>,
}

/// About how many bytes the tables take while they are made.
pub(super) const BYTES: u64 = 340 << 20;

/// The most pre-moves.
const MOST_PRE_MOVES: usize = 5000;

/// The most steps of phase 1: all turns of three axes.
const MOST_STEPS: usize = 45;

/// Sequences of steps by what they cost, as long as there are not too many. The first axis turn of each leaves G1, else it would be one of
/// phase 2.
fn pre_moves(steps: &Steps) -> Vec<Vec<(Vec<Move>, Cube)>> {
    // Each sequence has its moves, the state after them, and whether its first axis turn is over.
    let mut by_cost: Vec<Vec<(Vec<Move>, usize, bool)>> = vec![vec![(Vec::new(), Steps::START, false)]];
    let mut made = Vec::new();
    let mut count = 0;
    while let Some(sequences) = by_cost.get(made.len()).cloned() {
        let cost = made.len();
        let is_one = |(moves, state, is_over): &(Vec<Move>, usize, bool)| {
            moves.is_empty() || *is_over || steps.last(*state).is_some_and(AxisTurn::leaves_g1)
        };
        let of_cost: Vec<(Vec<Move>, Cube)> = sequences
            .iter()
            .filter(|sequence| is_one(sequence))
            .map(|(moves, ..)| (moves.clone(), Cube::SOLVED.apply(moves)))
            .collect();
        count += of_cost.len();
        if count > MOST_PRE_MOVES {
            break;
        }
        made.push(of_cost);
        for (moves, state, is_over) in sequences {
            for &(m, next) in steps.next(state) {
                let step = steps.all()[m];
                let last = steps.last(state);
                let goes_on = last.is_none_or(|last| last.axis() == step.turn.axis());
                if !goes_on && !is_over && !last.is_some_and(AxisTurn::leaves_g1) {
                    continue;
                }
                let after = cost + usize::from(step.cost);
                by_cost.resize(by_cost.len().max(after + 1), Vec::new());
                by_cost[after].push(([&moves[..], &step.turn.moves()].concat(), next, is_over || !goes_on));
            }
        }
    }
    made
}

/// The turns of phase 2.
fn phase2_turns() -> Turns {
    "U D R2 F2 L2 B2".parse().expect("these are turns")
}

/// Whether the search knows such costs: all symmetries keep them.
pub(super) fn are_even(costs: &Costs) -> bool {
    let steps = Steps::new(&MoveSet::new(*costs, Turns::ALL));
    Symmetry::all().iter().all(|symmetry| steps.images(symmetry).is_some())
}

impl Tables {
    /// Finds the distances, on all threads of the current pool.
    pub fn new(costs: &Costs, control: &Control) -> Result<Tables, Cancelled> {
        let phase1 = Phase::new(&MoveSet::new(*costs, Turns::ALL), &PHASE1_MOVES);
        let phase2 = Phase::new(&MoveSet::new(*costs, phase2_turns()), &PHASE2_MOVES);
        let find = |phase: &Phase, space: Space, part: u8| {
            let space = space.with_costs(phase.costs());
            let (total, mut done) = (space.positions() as u64, 0);
            space.explore(Threads::All, |level| {
                done += level.iter().map(|&count| u64::from(count)).sum::<u64>();
                control.step(&progress::Step::MeasuringPhase { phase: part, costs: *costs }, done, total)
            })
        };
        Ok(Tables {
            pre_moves: pre_moves(&phase1.steps),
            to_g1: find(&phase1, Space::phase1_by(&phase1.moves), 1)?,
            corners_and_edges: find(&phase2, Space::corners_and_ud_edges_by(&phase2.moves), 2)?,
            corners_and_slice: find(&phase2, Space::corners_and_slice_perms_by(&phase2.moves), 2)?,
            phase1,
            phase2,
        })
    }

    fn far_from_solved(&self, at: SymPhase2) -> u8 {
        let slice = usize::from(at.class) * SlicePerm::SIZE + usize::from(at.slice_perm);
        self.corners_and_edges[at.corners_and_edges()].max(self.corners_and_slice[slice])
    }
}

/// A way to look at a position: the rotation to it, and whether the search solves the inverse.
struct Direction {
    rotation: Symmetry,
    is_inverse: bool,
}

/// The six directions: each axis as that of U and D, and the inverse.
static DIRECTIONS: LazyLock<Vec<Direction>> = LazyLock::new(|| {
    // A turn about the corner URF carries each axis to the next.
    let next = Symmetry::rotation(Face::U, 1).then(&Symmetry::rotation(Face::R, 1));
    let rotations = [Symmetry::IDENTITY, next, next.then(&next)];
    let both = [false, true].into_iter();
    both.flat_map(|is_inverse| rotations.map(|rotation| Direction { rotation, is_inverse })).collect()
});

impl Direction {
    fn position(&self, cube: &Cube) -> Cube {
        let cube = if self.is_inverse { cube.inverse() } else { *cube };
        self.rotation.conjugate(&cube)
    }

    /// The solution of the position that was looked at.
    fn solution(&self, found: Vec<Move>) -> Algorithm {
        let back = self.rotation.inverse();
        let moves: Algorithm = found.into_iter().map(|mv| back.turn(mv)).collect();
        if self.is_inverse { moves.inverse().canonical() } else { moves.canonical() }
    }
}

/// The solutions of a position, and when to stop.
struct Found<'a> {
    limits: &'a TwoPhaseLimits,
    control: &'a Control,
    /// When the time is over.
    end: Option<Instant>,
    /// The positions of phase 1 that were expanded.
    nodes: u64,
    /// Each with its cost, the cheapest first.
    solutions: Vec<(u8, Algorithm)>,
    is_over: bool,
}

/// After how many nodes the search looks at the clock and at requests to stop.
const STRETCH: u64 = 1 << 12;

/// The most that a solution may cost: a distance is less than [`UNREACHED`].
const MOST: u8 = UNREACHED - 1;

impl Found<'_> {
    fn has_budget(&self) -> bool {
        self.end.is_some() || self.limits.max_nodes < u64::MAX
    }

    /// The cost of the dearest solution, if there are as many as are wanted.
    fn dearest(&self) -> Option<u8> {
        self.solutions.get(self.limits.solutions - 1).map(|&(cost, _)| cost)
    }

    /// The most that another solution may cost.
    fn most(&self) -> u8 {
        match self.dearest() {
            Some(dearest) => dearest.saturating_sub(1),
            None if self.has_budget() => MOST,
            None => self.limits.max_length.min(MOST),
        }
    }

    fn take(&mut self, cost: u8, moves: Algorithm) {
        if self.solutions.iter().all(|(_, other)| *other != moves) {
            let place = self.solutions.partition_point(|&(other, _)| other <= cost);
            self.solutions.insert(place, (cost, moves));
            self.solutions.truncate(self.limits.solutions);
            self.is_over = self.dearest().is_some_and(|dearest| dearest <= self.limits.max_length);
        }
    }

    /// Counts a node, and now and then looks whether the search is over.
    fn count(&mut self) -> Result<(), Cancelled> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) {
            self.control.check()?;
            let is_late = self.end.is_some_and(|end| Instant::now() >= end);
            self.is_over |= is_late && !self.solutions.is_empty();
        }
        self.is_over |= self.nodes >= self.limits.max_nodes && !self.solutions.is_empty();
        Ok(())
    }
}

/// The search from one start.
struct Search<'a> {
    tables: &'a Tables,
    direction: &'a Direction,
    /// The position, as it looks from there, after the pre-moves.
    cube: Cube,
    pre_moves: &'a [Move],
    /// What phase 1 costs with the pre-moves.
    spent: u8,
    /// The steps of phase 1, by their numbers, and those of phase 2.
    path1: Vec<usize>,
    path2: Vec<usize>,
}

impl Search<'_> {
    /// Searches phase 1 at this cost, if it is as near.
    fn begin(&mut self, cost: u8, found: &mut Found) -> Result<(), Cancelled> {
        let at = SymPhase1Tables::get().reduce(Phase1::of(&self.cube));
        let is_near = self.tables.to_g1[at.index()] <= cost && !found.is_over;
        if is_near { self.phase1(at, cost, Steps::START, found) } else { Ok(()) }
    }

    /// Finds the ends of phase 1 that cost this much more, and searches phase 2 from each.
    fn phase1(&mut self, at: SymPhase1, left: u8, state: usize, found: &mut Found) -> Result<(), Cancelled> {
        let Tables { phase1, to_g1, .. } = self.tables;
        if left == 0 {
            let last = phase1.steps.last(state);
            return if last.is_none_or(AxisTurn::leaves_g1) { self.phase2(last, found) } else { Ok(()) };
        }
        found.count()?;
        let tables = SymPhase1Tables::get();
        let mut afters = [(SymPhase1::default(), 0, 0, 0); MOST_STEPS];
        let mut count = 0;
        for &(step, state) in phase1.steps.next(state) {
            let Some(left) = left.checked_sub(phase1.steps.all()[step].cost) else { continue };
            let after = phase1.moves[step].iter().fold(at, |at, &m| tables.turn(at, m));
            // All distances are on their way before the first is read.
            prefetch(to_g1, after.index());
            afters[count] = (after, left, step, state);
            count += 1;
        }
        for &(after, left, step, state) in &afters[..count] {
            if to_g1[after.index()] <= left {
                self.path1.push(step);
                self.phase1(after, left, state, found)?;
                self.path1.pop();
                if found.is_over {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Searches phase 2 from the end of the path of phase 1, in the order of costs. It begins with another axis.
    fn phase2(&mut self, last: Option<AxisTurn>, found: &mut Found) -> Result<(), Cancelled> {
        let (tables, spent) = (self.tables, self.spent);
        let Some(most) = found.most().checked_sub(spent) else { return Ok(()) };
        let start = self.cube.apply(&tables.phase1.moves_of(&self.path1));
        let start = SymPhase2Tables::get().reduce(Phase2::of(&start));
        // The corners alone have the parity of the way.
        let every = if tables.phase2.has_parity { 2 } else { 1 };
        for cost in (tables.far_from_solved(start)..=most).step_by(every) {
            if self.solve(start, cost, Steps::START, last) {
                let (path1, path2) =
                    (tables.phase1.moves_of(&self.path1), tables.phase2.moves_of(&self.path2));
                self.path2.clear();
                let moves = self.direction.solution([&path1[..], &path2, self.pre_moves].concat());
                // Where a pre-move joins a turn before it, they cost less together.
                let cost = tables.phase1.steps.cost(&moves).expect("all turns are steps");
                found.take(cost as u8, moves);
                break;
            }
            found.count()?;
            if found.is_over {
                break;
            }
        }
        Ok(())
    }

    /// Finds a way of phase 2 of this cost, which does not begin with the axis that turned last.
    fn solve(&mut self, at: SymPhase2, left: u8, state: usize, last: Option<AxisTurn>) -> bool {
        if left == 0 {
            return true;
        }
        let Tables { phase2, .. } = self.tables;
        for &(step, state) in phase2.steps.next(state) {
            let Step { turn, cost } = phase2.steps.all()[step];
            if last.is_some_and(|last| last.axis() == turn.axis()) {
                continue;
            }
            let Some(left) = left.checked_sub(cost) else { continue };
            let after = phase2.moves[step].iter().fold(at, |at, &m| SymPhase2Tables::get().turn(at, m));
            if self.tables.far_from_solved(after) <= left {
                self.path2.push(step);
                if self.solve(after, left, state, None) {
                    return true;
                }
                self.path2.pop();
            }
        }
        false
    }
}

/// Solves a position: the solutions that were found, the cheapest first, and the number of nodes. If there are none, none is as cheap
/// as was asked for.
///
/// # Errors
/// [`Cancelled`].
pub(super) fn solve(
    tables: &Tables,
    cube: &Cube,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<(Vec<Algorithm>, u64), Cancelled> {
    let mut found = Found {
        limits,
        control,
        end: limits.max_time.map(|time| Instant::now() + time),
        nodes: 0,
        solutions: Vec::new(),
        is_over: false,
    };
    let cubes: Vec<Cube> = DIRECTIONS.iter().map(|direction| direction.position(cube)).collect();
    let distance = |cube: &Cube| tables.to_g1[SymPhase1Tables::get().reduce(Phase1::of(cube)).index()];
    let least = cubes.iter().map(distance).min().unwrap_or(0);
    let mut spent = least;
    while !found.is_over && spent <= found.most() {
        control.check()?;
        // The more a stage may cost, the more it is worth to make many starts.
        for (cost, pre_moves) in (0..=spent - least).zip(&tables.pre_moves) {
            for (direction, cube) in DIRECTIONS.iter().zip(&cubes) {
                for (pre_moves, before) in pre_moves {
                    let cube = *before * *cube;
                    let (path1, path2) = (Vec::new(), Vec::new());
                    Search { tables, direction, cube, pre_moves, spent, path1, path2 }
                        .begin(spent - cost, &mut found)?;
                }
            }
        }
        spent += 1;
    }
    Ok((found.solutions.into_iter().map(|(_, moves)| moves).collect(), found.nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::Phase1Moves;
    use crate::coord::phase2::Phase2Moves;
    use crate::coord::{PhaseMoves, sym_phase1, sym_phase2};
    use crate::cube::random::Random;
    use crate::goal::{Goal, Task};

    #[test]
    fn costs_are_even_that_no_symmetry_changes() {
        for (costs, even) in [
            ("htm", true),
            ("qtm", true),
            ("atm", true),
            ("stm", true),
            ("quarter 5, half 8", true),
            ("U 2", false),
        ] {
            assert_eq!(are_even(&costs.parse().expect(costs)), even, "{costs}");
        }
    }

    #[test]
    fn each_direction_gives_its_solution_back() {
        let mut random = Random::new(34);
        for direction in DIRECTIONS.iter() {
            let moves: Vec<Move> = (0..12).map(|_| Move::from_index(random.below(18) as usize)).collect();
            let cube = Cube::SOLVED.apply(&crate::cube::inverse(&moves));
            let seen: Vec<Move> = moves.iter().map(|&mv| direction.rotation.turn(mv)).collect();
            let seen = if direction.is_inverse { crate::cube::inverse(&seen) } else { seen };
            assert_eq!(direction.position(&cube).apply(&seen), Cube::SOLVED);
            assert!(cube.is_solved_by(&direction.solution(seen)));
        }
    }

    /// A distance is 0 at the goal; elsewhere it is the least that a step and the distance after it cost. Only distances are like
    /// that. The steps are made here without symmetry.
    fn are_distances(tables: &Tables, random: &mut Random) {
        let least = |phase: &Phase, after: &dyn Fn(&[usize]) -> u8| {
            let steps = phase.steps.all().iter().zip(&phase.moves);
            steps.map(|(step, moves)| step.cost + after(moves)).min().expect("there are steps")
        };
        let (sym1, sym2) = (SymPhase1Tables::get(), SymPhase2Tables::get());
        assert_eq!((tables.to_g1[0], tables.corners_and_edges[0], tables.corners_and_slice[0]), (0, 0, 0));
        for _ in 0..20_000 {
            let index = 1 + random.below(sym_phase1::SIZE as u64 - 1) as usize;
            let at = sym1.expand(index);
            let after = |moves: &[usize]| {
                let after = moves.iter().fold(at, |at, &m| Phase1Moves::get().turn(at, m));
                tables.to_g1[sym1.reduce(after).index()]
            };
            assert_eq!(tables.to_g1[index], least(&tables.phase1, &after), "{index}");
            let at = sym2.expand(random.below(sym_phase2::SIZE as u64) as usize);
            let of = |at: Phase2| {
                let at = sym2.reduce(at);
                let slice = usize::from(at.class) * SlicePerm::SIZE + usize::from(at.slice_perm);
                [tables.corners_and_edges[at.corners_and_edges()], tables.corners_and_slice[slice]]
            };
            for (part, distance) in of(at).into_iter().enumerate().filter(|&(_, distance)| distance > 0) {
                let after = |moves: &[usize]| {
                    of(moves.iter().fold(at, |at, &m| Phase2Moves::get().turn(at, m)))[part]
                };
                assert_eq!(distance, least(&tables.phase2, &after), "{part}: {at:?}");
            }
        }
    }

    #[test]
    fn solutions_hold_and_cost_what_is_asked_for() {
        let mut random = Random::new(26);
        for (costs, most) in [("qtm", 30), ("quarter 2, half 3, parallel", 50)] {
            let costs: Costs = costs.parse().expect(costs);
            let tables = Tables::new(&costs, &Control::default()).expect("no one stops it");
            assert_eq!(tables.to_g1.iter().filter(|&&distance| distance == UNREACHED).count(), 0);
            are_distances(&tables, &mut random);
            let task = Task::new(Goal::SOLVED, &MoveSet::new(costs, Turns::ALL));
            for solutions in [1, 3] {
                let limits = TwoPhaseLimits { max_length: most, solutions, ..TwoPhaseLimits::default() };
                for _ in 0..5 {
                    let cube = random.cube();
                    let (found, _) =
                        solve(&tables, &cube, &limits, &Control::default()).expect("no one stops it");
                    assert_eq!(found.len(), solutions);
                    assert!(
                        found
                            .iter()
                            .all(|moves| task.length(moves).is_some_and(|length| length <= most.into()))
                    );
                    assert!(found.iter().all(|moves| cube.is_solved_by(moves)));
                    assert!(found.iter().enumerate().all(|(n, moves)| !found[..n].contains(moves)));
                }
                // With a budget, the best that was found.
                let limits = TwoPhaseLimits { max_length: 0, max_nodes: 1000, ..limits };
                let cube = random.cube();
                let (found, nodes) =
                    solve(&tables, &cube, &limits, &Control::default()).expect("no one stops it");
                assert!(nodes >= 1000 && !found.is_empty() && cube.is_solved_by(&found[0]));
            }
            // The whole search of a small bound finds nothing.
            let near = TwoPhaseLimits { max_length: 3, ..TwoPhaseLimits::default() };
            let none = solve(&tables, &random.cube(), &near, &Control::default()).expect("no one stops it");
            assert!(none.0.is_empty());
        }
    }
}
