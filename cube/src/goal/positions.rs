//! The positions of a goal: whether there are any, and random ones.

use super::Goal;
use crate::cube::random::Random;
use crate::cube::symmetry::{Conjugation, Symmetry};
use crate::cube::{CORNERS, Cube, EDGES, Pieces};

/// The positions of a goal, to draw from.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::random::Random;
/// use cubebatch::goal::Goal;
///
/// let cross = Goal::cross();
/// let (positions, mut random) = (cross.positions(), Random::new(1));
/// assert!((0..100).all(|_| cross.holds(&positions.draw(&mut random))));
/// ```
pub struct Positions {
    held: Goal,
    corners: Arrangements,
    edges: Arrangements,
    /// To all ways of holding the cube that differ.
    rotations: Vec<(Conjugation, Conjugation)>,
}

crate::debug_by_name!(Positions);

impl Goal {
    /// Its positions, to draw from.
    pub fn positions(&self) -> Positions {
        let (held, rotations) = self.orientations();
        let there_and_back =
            |rotation: Symmetry| (Conjugation::new(&rotation), Conjugation::new(&rotation.inverse()));
        let rotations = rotations.into_iter().map(there_and_back).collect();
        Positions {
            held,
            corners: Arrangements::of_corners(&held),
            edges: Arrangements::of_edges(&held),
            rotations,
        }
    }
}

impl Positions {
    /// A random position, each with the same chance.
    ///
    /// # Panics
    /// When there is none, which no goal is that was read from a text.
    pub fn draw(&self, random: &mut Random) -> Cube {
        let holds = |rotation: &Conjugation, cube: &Cube| self.held.holds(&rotation.conjugate(cube));
        loop {
            let number = random.below(self.rotations.len() as u64) as usize;
            let cube = self.rotations[number].1.conjugate(&self.draw_held(random));
            // A position that has the goal in several ways counts for the first of them.
            if !self.rotations[..number].iter().any(|(there, _)| holds(there, &cube)) {
                return cube;
            }
        }
    }

    fn draw_held(&self, random: &mut Random) -> Cube {
        loop {
            let cube = self.draw_placed(random);
            if self.held.allows_corners(&cube) {
                return cube;
            }
        }
    }

    /// A random position with each cubie at a place where it may be.
    fn draw_placed(&self, random: &mut Random) -> Cube {
        let [even, odd] =
            [0, 1].map(|odd| u128::from(self.corners.count(odd)) * u128::from(self.edges.count(odd)));
        let is_odd = usize::from(random.below_wide(even + odd) >= even);
        let mut pieces = Pieces::SOLVED;
        self.corners.draw(is_odd, random, &mut pieces.corner_perm, &mut pieces.corner_ori);
        self.edges.draw(is_odd, random, &mut pieces.edge_perm, &mut pieces.edge_ori);
        Cube::of(pieces)
    }
}

/// Whether turns can reach a position of a goal.
pub(super) fn is_possible(goal: &Goal) -> bool {
    let (corners, edges) = (Arrangements::of_corners(goal), Arrangements::of_edges(goal));
    [0, 1].into_iter().any(|odd| corners.count(odd) > 0 && edges.count(odd) > 0)
}

/// The ways to put cubies of a kind to their places, whose orientations add up to whole turns.
struct Arrangements {
    turns: usize,
    /// For each place a bit `turns · cubie + turn` for each cubie that it may hold, turned that way.
    allowed: Vec<u32>,
    /// For each set of cubies that fill the first places, parity and sum of orientations the number of ways.
    counts: Vec<[[u64; 3]; 2]>,
}

impl Arrangements {
    fn of_corners(goal: &Goal) -> Arrangements {
        Arrangements::new(3, &goal.corners[..CORNERS.len()])
    }

    fn of_edges(goal: &Goal) -> Arrangements {
        Arrangements::new(2, &goal.edges[..EDGES.len()])
    }

    fn new(turns: usize, allowed: &[u32]) -> Arrangements {
        let mut found =
            Arrangements { turns, allowed: allowed.to_vec(), counts: vec![[[0; 3]; 2]; 1 << allowed.len()] };
        found.counts[0][0][0] = 1;
        // Sets come after their subsets.
        for set in 0..found.counts.len() - 1 {
            let before = found.counts[set];
            // Most sets cannot fill the first places of a goal with few positions.
            if before != [[0; 3]; 2] {
                found.add_next(set, before);
            }
        }
        found
    }

    /// Counts the ways to fill one place more.
    fn add_next(&mut self, set: usize, before: [[u64; 3]; 2]) {
        let (turns, allowed) = (self.turns, self.allowed[set.count_ones() as usize]);
        for cubie in (0..self.allowed.len()).filter(|cubie| set >> cubie & 1 == 0) {
            let inversions = (set >> cubie).count_ones() as usize;
            let after = &mut self.counts[set | 1 << cubie];
            for turn in (0..turns).filter(|turn| allowed >> (turns * cubie + turn) & 1 == 1) {
                for (odd, sum) in (0..2).flat_map(|odd| (0..turns).map(move |sum| (odd, sum))) {
                    after[(odd + inversions) % 2][(sum + turn) % turns] += before[odd][sum];
                }
            }
        }
    }

    /// How many ways are even, or odd.
    fn count(&self, odd: usize) -> u64 {
        self.counts[self.counts.len() - 1][odd][0]
    }

    /// What the last of the first places may hold, if this set of cubies fills them with this parity and this sum of orientations.
    fn lasts(&self, set: usize, odd: usize, sum: usize) -> impl Iterator<Item = PlaceChoice> {
        let (turns, place) = (self.turns, set.count_ones() as usize - 1);
        let cubies = (0..self.allowed.len()).filter(move |cubie| set >> cubie & 1 == 1);
        let all = cubies.flat_map(move |cubie| (0..turns).map(move |turn| (cubie, turn)));
        let allowed = all.filter(move |(cubie, turn)| self.allowed[place] >> (turns * cubie + turn) & 1 == 1);
        allowed.map(move |(cubie, turn)| {
            let set = set & !(1 << cubie);
            let inversions = (set >> cubie).count_ones() as usize;
            let before = (set, (odd + inversions) % 2, (sum + turns - turn) % turns);
            PlaceChoice { cubie, turn, before, count: self.counts[before.0][before.1][before.2] }
        })
    }

    /// A random one, even or odd.
    fn draw(&self, odd: usize, random: &mut Random, perm: &mut [u8], ori: &mut [u8]) {
        let mut filled = (self.counts.len() - 1, odd, 0);
        for place in (0..self.allowed.len()).rev() {
            let (set, odd, sum) = filled;
            let mut number = random.below(self.counts[set][odd][sum]);
            let last = self.lasts(set, odd, sum).find(|last| {
                let is_it = number < last.count;
                number = number.wrapping_sub(last.count);
                is_it
            });
            let last = last.expect("the counts add up");
            (perm[place], ori[place]) = (last.cubie as u8, last.turn as u8);
            filled = last.before;
        }
    }
}

/// What a place may hold.
struct PlaceChoice {
    cubie: usize,
    turn: usize,
    /// The set of cubies on the places before, their parity, and the sum of their orientations.
    before: (usize, usize, usize),
    /// In how many ways these can be.
    count: u64,
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::cube::Move;

    fn goal(text: &str) -> Goal {
        text.parse().expect(text)
    }

    /// How many positions a goal has, with the cube held in one way.
    fn count(text: &str) -> u128 {
        let Positions { corners, edges, .. } = goal(text).positions();
        [0, 1].map(|odd| u128::from(corners.count(odd)) * u128::from(edges.count(odd))).iter().sum()
    }

    #[test]
    fn positions_are_as_many_as_the_distances_of_the_goal_say() {
        const ALL: u128 = 43_252_003_274_489_856_000;
        for (text, seen) in [
            ("cross", 12 * 11 * 10 * 9 * 16),
            ("eo", 2048),
            ("co", 2187),
            ("dr", 2048 * 2187 * 495),
            ("solved", ALL),
            ("corners", 40_320 * 2187),
            ("DF DLB", 24 * 24),
        ] {
            assert_eq!(count(text) * seen, ALL, "{text}");
        }
        assert_eq!(count("f2l"), 24 * 24 * 8 * 27 / 2);
    }

    #[test]
    fn each_position_comes_equally_often() {
        // The cubies of U stand in any of 24 · 24 / 2 ways, and are turned in 8 · 27.
        let f2l = goal("f2l");
        let (positions, mut random) = (f2l.positions(), Random::new(5));
        let mut drawn: HashMap<Cube, u32> = HashMap::new();
        let draws = 62_208 * 10;
        for _ in 0..draws {
            *drawn.entry(positions.draw(&mut random)).or_default() += 1;
        }
        assert!(drawn.keys().all(|cube| f2l.holds(cube)));
        // Each comes ten times on average; all but 3 of them come. The variance of Poisson's distribution is its mean.
        assert!((62_190..=62_208).contains(&drawn.len()), "{}", drawn.len());
        let square = |count: u32| f64::from(count.abs_diff(10)).powi(2);
        let missing = (62_208 - drawn.len()) as f64 * 100.0;
        let variance = (drawn.values().map(|&count| square(count)).sum::<f64>() + missing) / 62_208.0;
        assert!((variance - 10.0).abs() < 0.4, "{variance}");
    }

    #[test]
    fn a_position_with_the_goal_in_two_ways_comes_no_more_often() {
        let any = goal("DF/any");
        let (positions, mut random) = (any.positions(), Random::new(6));
        let (mut edges_at_home, draws) = (0_u32, 40_000);
        for _ in 0..draws {
            let cube = positions.draw(&mut random);
            assert!(any.holds(&cube));
            edges_at_home += (0..12).filter(|&i| cube.edges()[i] == (i as u8, 0)).count() as u32;
        }
        // The mean of all positions with at least one edge at home.
        let (mut all, mut with_one, mut random) = (0_u32, 0_u32, Random::new(7));
        for _ in 0..200_000 {
            let cube = random.cube();
            let at_home = (0..12).filter(|&i| cube.edges()[i] == (i as u8, 0)).count() as u32;
            (all, with_one) = (all + at_home, with_one + u32::from(at_home > 0));
        }
        let (mean, expected) =
            (f64::from(edges_at_home) / f64::from(draws), f64::from(all) / f64::from(with_one));
        assert!((mean - expected).abs() < 0.02, "{mean} {expected}");
    }

    #[test]
    fn seeds_stay_good() {
        // Committed so that seeds stay good between versions.
        let drawn = |text: &str| goal(text).positions().draw(&mut Random::new(1));
        assert_eq!(drawn("solved"), Cube::SOLVED);
        assert_eq!(drawn("cross").to_string(), "FRFLUUBFFDFDBRRRRFRLLUFUBFDUDBDDDBDRLBULLRDLLRFUBBUUBL");
        assert!(!drawn("cross").turn(Move::from_index(3)).is_solved());
    }
}
