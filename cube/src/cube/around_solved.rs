//! The positions around solved.

use std::collections::HashMap;

use super::{Costs, Cube, Move, SearchStep, SearchSteps};

/// What the cheapest solutions of all positions around solved cost.
#[derive(Debug)]
pub struct AroundSolved {
    /// By the [`key`] of a position.
    costs: HashMap<u128, u8>,
    radius: u8,
}

/// A number for each position: hashing it takes a fourth of what hashing the position takes.
#[inline]
fn key(cube: &Cube) -> u128 {
    let pack =
        |numbers: &[u8], bits: u32| numbers.iter().fold(0, |key, &number| key << bits | u64::from(number));
    let corners = pack(&cube.corner_perm, 3) << 16 | pack(&cube.corner_ori, 2);
    let edges = pack(&cube.edge_perm, 4) << 12 | pack(&cube.edge_ori, 1);
    u128::from(corners) << 64 | u128::from(edges)
}

impl AroundSolved {
    /// All positions whose solutions by these steps cost at most some number, the greatest for which they are at most `most`.
    pub fn new(steps: &SearchSteps, most: usize) -> AroundSolved {
        let inverse = |step: &SearchStep| Cube::SOLVED.apply(&step.turn.moves()).inverse();
        let steps: Vec<(usize, Cube)> =
            steps.all().iter().map(|step| (step.cost.into(), inverse(step))).collect();
        let mut around = AroundSolved { costs: HashMap::from([(key(&Cube::SOLVED), 0)]), radius: 0 };
        let mut levels = vec![vec![Cube::SOLVED]];
        while let Some(level) = around.next_level(&steps, &levels, most) {
            around.radius += 1;
            around.costs.extend(level.keys().map(|&key| (key, around.radius)));
            levels.push(level.into_values().collect());
        }
        around
    }

    /// The positions that cost one more than those so far, if there is room for them.
    fn next_level(
        &self,
        steps: &[(usize, Cube)],
        levels: &[Vec<Cube>],
        most: usize,
    ) -> Option<HashMap<u128, Cube>> {
        let mut level = HashMap::new();
        for (cost, inverse) in steps {
            let before = levels.len().checked_sub(*cost).map_or(&[][..], |before| &levels[before]);
            for cube in before.iter().map(|cube| cube.then(inverse)) {
                let key = key(&cube);
                if !self.costs.contains_key(&key) {
                    level.insert(key, cube);
                }
                if self.costs.len() + level.len() > most {
                    return None;
                }
            }
        }
        // Few turns lead no farther than to all positions of their group.
        let recent = &levels[levels.len().saturating_sub(Costs::MOST.into())..];
        let is_whole = level.is_empty() && recent.iter().all(Vec::is_empty);
        (!is_whole && levels.len() < usize::from(u8::MAX)).then_some(level)
    }

    /// All positions whose solutions cost at most this are here.
    pub fn radius(&self) -> u8 {
        self.radius
    }

    /// What a cheapest solution of a position costs, if that is known.
    #[inline]
    pub fn cost(&self, cube: &Cube) -> Option<u8> {
        self.costs.get(&key(cube)).copied()
    }

    /// The first of the cheapest solutions of a position by these steps, in their order, if what it costs is known.
    pub fn solution(&self, cube: &Cube, steps: &SearchSteps) -> Option<Vec<Move>> {
        let (mut left, mut at, mut state, mut moves) =
            (self.cost(cube)?, *cube, SearchSteps::START, Vec::new());
        while left > 0 {
            let leads_on = |&(step, next): &(usize, usize)| {
                let SearchStep { turn, cost } = steps.all()[step];
                let there = at.apply(&turn.moves());
                let rest = left.checked_sub(cost)?;
                (self.cost(&there) == Some(rest)).then_some((turn, there, rest, next))
            };
            let (turn, there, rest, next) = steps.next(state).iter().find_map(leads_on)?;
            moves.extend(turn.moves());
            (at, left, state) = (there, rest, next);
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::MoveSet;
    use crate::cube::random::Random;

    fn set(costs: &str, turns: &str) -> MoveSet {
        MoveSet::new(costs.parse().expect(costs), turns.parse().expect(turns))
    }

    /// The published numbers of positions at each distance, and the order of a small group.
    #[test]
    fn as_many_positions_are_around_solved_as_is_published() {
        let all = "U R F D L B";
        for (costs, turns, most, radius, count) in [
            ("htm", all, 50_000, 4, 1 + 18 + 243 + 3240 + 43_239),
            ("qtm", all, 20_000, 4, 1 + 12 + 114 + 1068 + 10_011),
            ("stm", all, 10_000, 3, 1 + 27 + 501 + 9175),
            ("htm", "U2 D2", 10, 255, 4),
        ] {
            let around = AroundSolved::new(&SearchSteps::new(&set(costs, turns)), most);
            assert_eq!(around.costs.len(), count, "{costs}, {turns}");
            assert!(around.radius() == radius || radius == 255, "{costs}, {turns}: {}", around.radius());
        }
    }

    #[test]
    fn solutions_are_as_cheap_as_is_said() {
        let mut random = Random::new(301);
        for set in
            [set("htm", "U R F D L B"), set("quarter 2, half 3, parallel", "U R F L B"), set("stm", "M U2")]
        {
            let steps = SearchSteps::new(&set);
            let around = AroundSolved::new(&steps, 5000);
            let mut known = 0;
            for _ in 0..500 {
                let mut pick = || steps.all()[random.below(steps.all().len() as u64) as usize].turn.moves();
                let cube = (0..around.radius().min(3)).fold(Cube::SOLVED, |cube, _| cube.apply(&pick()));
                let Some(cost) = around.cost(&cube) else { continue };
                let moves = around.solution(&cube, &steps).expect("it is around solved");
                assert!(cube.is_solved_by(&moves));
                assert_eq!(steps.cost(&moves).map(|cost| cost as u8), Some(cost));
                known += 1;
            }
            assert!(known > 200, "{known}");
            assert!(around.solution(&random.cube(), &steps).is_none());
        }
    }
}
