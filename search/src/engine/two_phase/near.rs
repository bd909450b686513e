//! Shortest solutions of positions near solved, before a two-phase search.
//!
//! A two-phase search finds short phases rather than short solutions: for seven moves it may return eighteen. So a position that
//! [may be near](NearLimits::include) is first searched for its shortest solution. Its distances from G1 in the six directions
//! decide that: each is a lower bound, and their sum excludes nearly all random positions without a look-up.
//!
//! The search deepens step by step, cut by the distances from G1 along the three axes, and meets the positions [`AroundSolved`].
//! It searches the inverse where that is farther from G1, and gives up after some thousand nodes, which positions of small
//! subgroups take.

use std::cmp::Reverse;
use std::sync::{LazyLock, OnceLock};

use super::direction::{AXES, DIRECTIONS, along_axis, image};
use cubebatch_cube::cube::{Algorithm, AroundSolved, Cube, HTM, Move, MoveSet, SearchStep, SearchSteps};
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::table::Phase1Table;

/// A position of phase 1, as a table holds it.
pub trait Phase1Place: Copy {
    fn of(at: Phase1) -> Self;

    /// Where a move leads, by its number in the list of phase 1.
    fn turn(self, m: usize) -> Self;
}

impl Phase1Place for Phase1 {
    fn of(at: Phase1) -> Phase1 {
        at
    }

    #[inline]
    fn turn(self, m: usize) -> Phase1 {
        Phase1Moves::get().turn(self, m)
    }
}

impl Phase1Place for SymPhase1 {
    fn of(at: Phase1) -> SymPhase1 {
        SymPhase1Tables::get().reduce(at)
    }

    #[inline]
    fn turn(self, m: usize) -> SymPhase1 {
        SymPhase1Tables::get().turn(self, m)
    }
}

/// What is known of distances from G1.
pub trait DistancesToG1 {
    /// What is looked up.
    type Place: Phase1Place;

    /// Asks the memory for what [`DistancesToG1::distance`] reads.
    fn prefetch(&self, _: Self::Place) {}

    /// How far a position is from G1, one step of this cost beside a position that is `before` from it; `None` if the table
    /// contradicts itself.
    fn distance(&self, place: Self::Place, before: u8, cost: u8) -> Option<u8>;

    /// Whether a move, by its number in the list of phase 1, may lead nearer.
    fn may_lead_nearer(&self, _: Self::Place, _: usize) -> bool {
        true
    }
}

impl DistancesToG1 for Phase1Table<'_> {
    type Place = SymPhase1;

    #[inline]
    fn prefetch(&self, at: SymPhase1) {
        Phase1Table::prefetch(self, at);
    }

    #[inline]
    fn distance(&self, at: SymPhase1, before: u8, cost: u8) -> Option<u8> {
        self.distance_beside(at, before, cost)
    }

    #[inline]
    fn may_lead_nearer(&self, at: SymPhase1, m: usize) -> bool {
        // By other costs than those of HTM, steps have other numbers than moves.
        self.table().costs() != HTM
            || self.may_be_nearer(at) >> SymPhase1Tables::get().image(at, m).number() & 1 == 1
    }
}

/// A table that contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// Which positions are searched, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearLimits {
    /// The greatest sum of the distances from G1 in all directions.
    pub sum: u16,
    /// The most that a solution costs.
    pub most: u8,
    /// The nodes after which a search gives up. 5,000 take hundredths of a second.
    pub nodes: u32,
}

impl NearLimits {
    /// In the half-turn metric: 0.6 % of random positions are searched, all scrambles of eight moves, 91 % of nine and 61 % of ten.
    pub const HALF_TURN: NearLimits = NearLimits { sum: 50, most: 10, nodes: 5000 };

    /// Whether a position with these distances from G1 is searched.
    #[inline]
    pub fn include(self, distances: &[u8; DIRECTIONS]) -> bool {
        let sum: u16 = distances.iter().map(|&distance| u16::from(distance)).sum();
        sum <= self.sum && distances.iter().all(|&distance| distance <= self.most)
    }
}

/// The distances in all directions, from the distances of the directions in which a position looks like in none before. All axes look alike
/// where two do; backwards it looks alike along all axes or along none.
pub fn in_all_directions(distances: [Option<u8>; DIRECTIONS]) -> [u8; DIRECTIONS] {
    let mut all = [0; DIRECTIONS];
    for direction in 0..DIRECTIONS {
        let alike = all[direction.saturating_sub(AXES)];
        all[direction] = distances[direction].unwrap_or(alike);
    }
    all
}

/// The shortest solution of a near position, then the others that a search found, `most` together.
pub fn before_others(near: Option<Vec<Move>>, mut found: Vec<Vec<Move>>, most: usize) -> Vec<Vec<Move>> {
    if let Some(near) = near {
        let is_other = |moves: &Vec<Move>| Algorithm::from(moves.clone()).canonical()[..] != near[..];
        found.retain(is_other);
        found.insert(0, near);
        found.truncate(most);
    }
    found
}

/// The search for shortest solutions by a set of moves.
pub struct Near {
    steps: SearchSteps,
    /// For each step the numbers of its moves in the list of phase 1, as seen along each axis.
    turns: Vec<[Vec<usize>; AXES]>,
    /// What the cheapest step costs.
    cheapest: u8,
    /// Whether the inverse of a solution is made of these steps and costs as much.
    inverse_costs_as_much: bool,
    limits: NearLimits,
    /// Made for the first near position.
    around: OnceLock<AroundSolved>,
}

/// Positions around solved: three moves make 3,502. A search meets four moves in the place of three as fast, but to find these
/// 43,239 positions takes 25 milliseconds.
const MOST_AROUND: usize = 5000;

impl Near {
    /// By all moves, in the half-turn metric.
    pub fn in_htm() -> &'static Near {
        static NEAR: LazyLock<Near> = LazyLock::new(|| Near::new(&MoveSet::default(), NearLimits::HALF_TURN));
        &NEAR
    }

    /// By these moves.
    pub fn new(set: &MoveSet, limits: NearLimits) -> Near {
        let steps = SearchSteps::new(set);
        let numbers = |axis, step: &SearchStep| {
            let moves = step.turn.moves().into_iter().map(|mv| along_axis(axis, mv));
            moves.filter_map(|mv| PHASE1_MOVES.iter().position(|&other| other == mv)).collect()
        };
        let turns = steps.all().iter().map(|step| std::array::from_fn(|axis| numbers(axis, step))).collect();
        let cheapest = steps.all().iter().map(|step| step.cost).min().unwrap_or(0);
        let costs_as_much = |step: &SearchStep| {
            steps.cost(&Algorithm::from(step.turn.moves()).inverse()) == Some(step.cost.into())
        };
        let inverse_costs_as_much = steps.all().iter().all(costs_as_much);
        Near { steps, turns, cheapest, inverse_costs_as_much, limits, around: OnceLock::new() }
    }

    /// What these moves cost, which are steps.
    pub fn cost(&self, moves: &[Move]) -> u8 {
        self.steps.cost(moves).expect("they are steps") as u8
    }

    /// A cheapest solution of a position with these distances from G1: the first in the order of steps, or the inverse of the first
    /// one of the inverse. `None` if the position is not near, or none was found that costs as little as is searched.
    ///
    /// # Errors
    /// [`Contradiction`].
    pub fn solution<D: DistancesToG1>(
        &self,
        cube: &Cube,
        distances: &[u8; DIRECTIONS],
        from_g1: &D,
    ) -> Result<Option<Vec<Move>>, Contradiction> {
        if !self.limits.include(distances) {
            return Ok(None);
        }
        let least = distances.iter().copied().max().unwrap_or(0);
        // Greater distances exclude more, and those backwards are the distances of the inverse.
        let sum = |of: &[u8]| of.iter().map(|&distance| u16::from(distance)).sum::<u16>();
        let (forwards, backwards) = distances.split_at(AXES);
        if self.inverse_costs_as_much && sum(backwards) > sum(forwards) {
            let found = self.search(&cube.inverse(), backwards, least, from_g1)?;
            return Ok(found.map(|moves| Algorithm::from(moves).inverse().canonical().to_vec()));
        }
        self.search(cube, forwards, least, from_g1)
    }

    /// Searches a position that is this far from G1 along each axis, and at least as far from solved as said.
    fn search<D: DistancesToG1>(
        &self,
        cube: &Cube,
        along: &[u8],
        least: u8,
        from_g1: &D,
    ) -> Result<Option<Vec<Move>>, Contradiction> {
        let around = self.around.get_or_init(|| AroundSolved::new(&self.steps, MOST_AROUND));
        // The axis along which G1 is farthest excludes most.
        let mut axes: [usize; AXES] = std::array::from_fn(|axis| axis);
        axes.sort_by_key(|&axis| Reverse(along[axis]));
        let at = |axis| Phase1Place::of(Phase1::of(&image(cube, axis)));
        let start = NearNode {
            places: std::array::from_fn(at),
            distances: std::array::from_fn(|axis| along[axis]),
            step: 0,
            state: SearchSteps::START,
            left: 0,
        };
        let mut search =
            NearPositionSearch { near: self, around, cube, from_g1, axes, path: Vec::new(), nodes: 0 };
        for left in least..=self.limits.most {
            if search.extend(&NearNode { left, ..start })? {
                return Ok(Some(search.moves()));
            }
            if search.nodes >= self.limits.nodes {
                break;
            }
        }
        Ok(None)
    }
}

/// The search of a position.
struct NearPositionSearch<'a, D> {
    near: &'a Near,
    around: &'a AroundSolved,
    cube: &'a Cube,
    from_g1: &'a D,
    /// The order in which axes are looked up.
    axes: [usize; AXES],
    /// Steps by their numbers.
    path: Vec<usize>,
    nodes: u32,
}

/// A position of the search.
#[derive(Clone, Copy)]
struct NearNode<P> {
    /// As seen along each axis, what is looked up and how far it is from G1.
    places: [P; AXES],
    distances: [u8; AXES],
    /// The step that led here.
    step: usize,
    /// See [`SearchSteps`].
    state: usize,
    /// What further steps may cost.
    left: u8,
}

impl<D: DistancesToG1> NearPositionSearch<'_, D> {
    /// Extends the path by steps that cost what is left together; whether it then solves the position.
    fn extend(&mut self, node: &NearNode<D::Place>) -> Result<bool, Contradiction> {
        let around = self.around;
        let is_around = |cube: &Cube| around.cost(cube).is_some_and(|cost| cost <= node.left);
        if node.left <= around.radius() && !is_around(&self.cube.apply(&self.moves())) {
            return Ok(false);
        }
        if node.left == 0 {
            return Ok(true);
        }
        self.nodes += 1;
        for next in self.children(node)? {
            self.path.push(next.step);
            if self.extend(&next)? {
                return Ok(true);
            }
            self.path.pop();
            if self.nodes >= self.near.limits.nodes {
                break;
            }
        }
        Ok(false)
    }

    /// The positions a step further that may be solved by what is then left. All are turned before one is looked up, so that the
    /// memory brings their entries together.
    fn children(&self, node: &NearNode<D::Place>) -> Result<Vec<NearNode<D::Place>>, Contradiction> {
        let (Near { steps, turns, .. }, from_g1) = (self.near, self.from_g1);
        let turn = |next: &mut NearNode<D::Place>, axis: usize| {
            let turns = &turns[next.step][axis];
            next.places[axis] = turns.iter().fold(node.places[axis], |place, &m| place.turn(m));
            from_g1.prefetch(next.places[axis]);
        };
        // Where nothing is to spare, only moves that lead nearer are looked up.
        let is_lost = |step: usize, axis: usize| {
            let [m] = turns[step][axis][..] else { return false };
            node.distances[axis] == node.left && !from_g1.may_lead_nearer(node.places[axis], m)
        };
        let child = |&(step, state): &(usize, usize)| {
            let left = node.left.checked_sub(steps.all()[step].cost)?;
            if (0..AXES).any(|axis| is_lost(step, axis)) {
                return None;
            }
            let mut next = NearNode { step, state, left, ..*node };
            turn(&mut next, self.axes[0]);
            Some(next)
        };
        let mut children: Vec<_> = steps.next(node.state).iter().filter_map(child).collect();
        let mut all = Ok(());
        for (axis, then) in self.axes.into_iter().zip([Some(self.axes[1]), Some(self.axes[2]), None]) {
            children.retain_mut(|next| {
                let cost = node.left - next.left;
                let Some(distance) = from_g1.distance(next.places[axis], node.distances[axis], cost) else {
                    all = Err(Contradiction);
                    return false;
                };
                next.distances[axis] = distance;
                let is_within = distance <= next.left;
                if let (true, Some(axis)) = (is_within, then) {
                    turn(next, axis);
                }
                is_within
            });
        }
        children.retain(|next| self.may_end(&next.distances, next.left));
        all.map(|()| children)
    }

    /// Whether a last step is possible: it turns faces of one axis, so that the position before it is in G1 along that axis.
    fn may_end(&self, distances: &[u8; AXES], left: u8) -> bool {
        left == 0 || distances.iter().any(|&distance| distance + self.near.cheapest <= left)
    }

    fn moves(&self) -> Vec<Move> {
        self.path.iter().flat_map(|&step| self.near.steps.all()[step].turn.moves()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Pieces;
    use cubebatch_cube::cube::random::Random;
    use std::collections::HashMap;

    /// A bound that excludes nothing.
    struct Unknown;

    impl Phase1Place for () {
        fn of(_: Phase1) {}

        fn turn(self, _: usize) {}
    }

    impl DistancesToG1 for Unknown {
        type Place = ();

        fn distance(&self, (): (), _: u8, _: u8) -> Option<u8> {
            Some(0)
        }
    }

    const EVERYWHERE: NearLimits = NearLimits { sum: u16::MAX, most: 30, nodes: u32::MAX };

    /// What the positions within three steps of a position cost from there.
    fn around(cube: &Cube, steps: &SearchSteps) -> HashMap<Cube, u8> {
        let mut costs = HashMap::from([(*cube, 0)]);
        for _ in 0..3 {
            for (cube, before) in costs.clone() {
                for step in steps.all() {
                    let cost = costs.entry(cube.apply(&step.turn.moves())).or_insert(u8::MAX);
                    *cost = (*cost).min(before + step.cost);
                }
            }
        }
        costs
    }

    #[test]
    fn what_six_steps_make_is_solved_as_cheaply_as_can_be() {
        let mut random = Random::new(302);
        for (costs, turns) in [
            ("htm", "U R F D L B"),
            ("qtm", "U R F D L B"),
            ("R' 2", "U R F D L B"),
            ("quarter 2, half 3, parallel", "U R F L B"),
        ] {
            let set = MoveSet::new(costs.parse().expect(costs), turns.parse().expect(turns));
            let near = Near::new(&set, EVERYWHERE);
            let (steps, from_solved) =
                (SearchSteps::new(&set), around(&Cube::SOLVED, &SearchSteps::new(&set)));
            for length in [0, 1, 2, 3, 4, 5, 6, 6] {
                let mut pick = || steps.all()[random.below(steps.all().len() as u64) as usize].turn.moves();
                let cube = (0..length).fold(Cube::SOLVED, |cube, _| cube.apply(&pick()));
                let there = around(&cube, &steps);
                // What leads from solved to the inverse leads from the position to solved.
                let both = there.iter().filter_map(|(at, cost)| Some(cost + from_solved.get(&at.inverse())?));
                let least = both.min().expect("it is near");
                // As it is, and by its inverse.
                for backwards in [0, least.min(1)] {
                    let distances = [0, 0, 0, backwards, backwards, backwards];
                    let moves = near.solution(&cube, &distances, &Unknown).unwrap().expect("it is near");
                    assert!(cube.is_solved_by(&moves));
                    assert_eq!(near.cost(&moves), least, "{costs}, {turns}: {cube}");
                }
            }
        }
    }

    #[test]
    fn the_inverse_is_searched_only_where_inverses_cost_as_much() {
        for (costs, as_much) in [("htm", true), ("atm", true), ("R' 2", false), ("R2 3, R' 2", false)] {
            let set = MoveSet::new(costs.parse().expect(costs), "U R F D L B".parse().expect("turns"));
            assert_eq!(Near::new(&set, EVERYWHERE).inverse_costs_as_much, as_much, "{costs}");
        }
    }

    #[test]
    fn a_search_that_takes_too_long_finds_nothing() {
        let near = Near::new(&MoveSet::default(), NearLimits { nodes: 5000, ..EVERYWHERE });
        assert_eq!(near.solution(&Random::new(303).cube(), &[0; DIRECTIONS], &Unknown), Ok(None));
    }

    #[test]
    fn positions_far_from_g1_are_not_searched() {
        let NearLimits { sum, most, .. } = NearLimits::HALF_TURN;
        let all = |distances: [u8; DIRECTIONS]| NearLimits::HALF_TURN.include(&distances);
        assert!(all([0; DIRECTIONS]) && all([8, 8, 8, 8, 9, 9]) && !all([8, 8, 8, 9, 9, 9]));
        assert!(all([most, 0, 0, 0, 0, 0]) && !all([most + 1, 0, 0, 0, 0, 0]));
        assert_eq!(sum, 50);
    }

    /// The number of twisted corners in the place of a distance.
    #[test]
    fn directions_that_look_alike_are_as_far() {
        let twisted = |cube: &Cube| cube.corner_ori.iter().filter(|&&twist| twist > 0).count() as u8;
        let superflip = Cube::of(Pieces { edge_ori: [1; 12], ..Pieces::SOLVED });
        let alike = ["U U'", "U2", "R L U2 D2 F B", "U R2 F' D L2"].map(|moves| moves.parse().expect(moves));
        for cube in alike.into_iter().chain([superflip, Random::new(304).cube()]) {
            let new = super::super::direction::images(&cube).map(|image| image.as_ref().map(twisted));
            let all = std::array::from_fn(|direction| twisted(&image(&cube, direction)));
            assert_eq!(in_all_directions(new), all, "{cube}");
        }
    }

    #[test]
    fn others_come_after_the_shortest_and_differ_from_it() {
        let moves = |text: &str| text.parse::<Algorithm>().expect(text).to_vec();
        let found = || vec![moves("D U"), moves("R"), moves("L")];
        let near = Some(moves("U D"));
        assert_eq!(before_others(near.clone(), found(), 2), [moves("U D"), moves("R")]);
        assert_eq!(before_others(near, found(), 9), [moves("U D"), moves("R"), moves("L")]);
        assert_eq!(before_others(None, found(), 9), found());
    }
}
