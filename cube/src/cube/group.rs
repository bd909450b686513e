//! Groups of positions: what some turns can make of the solved cube.
//!
//! A group is held as a chain of stabilisers (C. Sims 1970), made by D. Knuth's *Efficient representation of perm groups* (1991):
//! each level fixes one cubie more, and has an element for each place to which the level before carries that cubie. So the order of
//! a group is a product of at most 20 numbers, and to look whether a position belongs to it takes at most 20 products.

use std::fmt;

use super::{CORNERS, Cube, EDGES};

/// The number of cubies: the corners, then the edges.
const CUBIES: usize = CORNERS.len() + EDGES.len();

/// The ways to put a cubie somewhere: corners on 8 places in 3 ways, edges on 12 places in 2.
const SPOTS: usize = 24;

/// All positions that some positions make, one after the other.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::{Cube, Group};
///
/// let turns = ["U", "R"].map(|turn| Cube::SOLVED.turn(turn.parse().expect("a turn")));
/// let group = Group::new(turns);
/// assert_eq!(group.order(), 73_483_200);
/// assert!(!group.contains(&turns[0].turn("F".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Group {
    /// For each cubie, in the order in which they are fixed.
    levels: Vec<StabiliserLevel>,
}

/// The elements that leave the cubies of all levels before at home.
struct StabiliserLevel {
    cubie: usize,
    /// Elements of which the others are products.
    generators: Vec<Cube>,
    /// For each spot an element that carries the cubie there, if one does.
    carriers: Box<[Option<Cube>; SPOTS]>,
}

impl StabiliserLevel {
    fn new(cubie: usize) -> StabiliserLevel {
        let mut carriers = Box::new([None; SPOTS]);
        carriers[spot(cubie, &Cube::SOLVED)] = Some(Cube::SOLVED);
        StabiliserLevel { cubie, generators: Vec::new(), carriers }
    }

    /// What is left of a position when the cubie has come home; `None` if no element brings it home.
    fn rest(&self, cube: &Cube) -> Option<Cube> {
        let carrier = self.carriers[spot(self.cubie, cube)]?;
        Some(cube.then(&carrier.inverse()))
    }
}

/// Where a cubie of a position is, and how it is turned.
fn spot(cubie: usize, cube: &Cube) -> usize {
    let find = |cubies: &[u8], cubie: usize| {
        cubies.iter().position(|&other| usize::from(other) == cubie).expect("each cubie is somewhere")
    };
    match cubie.checked_sub(CORNERS.len()) {
        None => {
            let place = find(&cube.corner_perm, cubie);
            3 * place + usize::from(cube.corner_ori[place])
        }
        Some(edge) => {
            let place = find(&cube.edge_perm, edge);
            2 * place + usize::from(cube.edge_ori[place])
        }
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").field("order", &self.order()).finish_non_exhaustive()
    }
}

impl Group {
    /// The group that these positions generate.
    pub fn new(generators: impl IntoIterator<Item = Cube>) -> Group {
        Group::fixing(&[], &[], generators)
    }

    /// The group that these positions generate, which fixes these corners and edges first.
    pub fn fixing(corners: &[usize], edges: &[usize], generators: impl IntoIterator<Item = Cube>) -> Group {
        let first = corners.iter().copied().chain(edges.iter().map(|edge| CORNERS.len() + edge));
        let mut order: Vec<usize> = first.collect();
        order.extend((0..CUBIES).filter(|cubie| !order.contains(cubie)).collect::<Vec<_>>());
        let mut group = Group { levels: order.into_iter().map(StabiliserLevel::new).collect() };
        generators.into_iter().for_each(|cube| group.add(0, cube));
        group
    }

    /// The number of its positions.
    pub fn order(&self) -> u128 {
        self.levels.iter().map(|level| level.carriers.iter().flatten().count() as u128).product()
    }

    /// Whether a position is one of its own.
    pub fn contains(&self, cube: &Cube) -> bool {
        self.agrees(CUBIES, cube)
    }

    /// Whether one of its positions has the first `count` cubies that it fixes where this position has them.
    pub fn agrees(&self, count: usize, cube: &Cube) -> bool {
        self.rest(0, count, cube).is_some()
    }

    /// What is left of a position after the levels `from` to `to`.
    fn rest(&self, from: usize, to: usize, cube: &Cube) -> Option<Cube> {
        self.levels[from..to].iter().try_fold(*cube, |cube, level| level.rest(&cube))
    }

    /// Adds an element to a level; it leaves the cubies of the levels before at home.
    fn add(&mut self, level: usize, cube: Cube) {
        if level == CUBIES || self.rest(level, CUBIES, &cube).is_some() {
            return;
        }
        self.levels[level].generators.push(cube);
        let carriers: Vec<Cube> = self.levels[level].carriers.iter().flatten().copied().collect();
        carriers.iter().for_each(|carrier| self.carry(level, carrier.then(&cube)));
    }

    /// Makes an element of a level carry its cubie, or adds what is left of it to the next level.
    fn carry(&mut self, level: usize, cube: Cube) {
        if let Some(rest) = self.levels[level].rest(&cube) {
            return self.add(level + 1, rest);
        }
        let StabiliserLevel { cubie, carriers, generators } = &mut self.levels[level];
        carriers[spot(*cubie, &cube)] = Some(cube);
        let products: Vec<Cube> = generators.iter().map(|generator| cube.then(generator)).collect();
        products.into_iter().for_each(|product| self.carry(level, product));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cube::random::Random;
    use crate::cube::{MoveSet, SearchSteps};

    /// The positions after each step of a set of turns.
    fn turns(turns: &str) -> Vec<Cube> {
        let set = MoveSet::new(Default::default(), turns.parse().expect(turns));
        SearchSteps::new(&set).all().iter().map(|step| Cube::SOLVED.apply(&step.turn.moves())).collect()
    }

    fn group(generators: &str) -> Group {
        Group::new(turns(generators))
    }

    #[test]
    fn groups_of_turns_have_the_orders_that_others_found() {
        for (turns, order) in [
            // David Singmaster, Notes on Rubik's Magic Cube, 1981, and https://www.jaapsch.net/puzzles/subgroup.htm
            ("U R F D L B", 43_252_003_274_489_856_000),
            ("U R F L B", 43_252_003_274_489_856_000),
            ("U R F", 170_659_735_142_400),
            ("U R", 73_483_200),
            ("U2 R2", 12),
            ("U2 D2 R2 L2 F2 B2", 663_552),
            ("U D R2 L2 F2 B2", 19_508_428_800),
            ("U D", 16),
            ("U", 4),
        ] {
            assert_eq!(group(turns).order(), order, "{turns}");
        }
    }

    #[test]
    fn a_small_group_contains_what_a_plain_search_finds() {
        for generators in ["U2 R2", "U2 R2 F2", "M2 E2 S2", "U2 D2 R2 L2"] {
            let (group, steps) = (group(generators), turns(generators));
            let mut all = HashSet::from([Cube::SOLVED]);
            let mut open = vec![Cube::SOLVED];
            while let Some(cube) = open.pop() {
                let next = steps.iter().map(|step| cube.then(step));
                open.extend(next.filter(|next| all.insert(*next)).collect::<Vec<_>>());
            }
            assert_eq!(group.order(), all.len() as u128, "{generators}");
            assert!(all.iter().all(|cube| group.contains(cube)));
            // A turn of another face leads outside; so does one step more.
            let other = Cube::SOLVED.turn("B".parse().expect("a move"));
            assert!(all.iter().take(1000).all(|cube| !group.contains(&cube.then(&other))));
        }
    }

    #[test]
    fn first_cubies_agree_as_in_some_position_of_the_group() {
        let (steps, mut random) = (turns("U R"), Random::new(4));
        let group = Group::fixing(&[0, 4], &[1], steps.clone());
        let mut made = Cube::SOLVED;
        for _ in 0..200 {
            made = made.then(&steps[random.below(steps.len() as u64) as usize]);
            // Other cubies may be anywhere.
            let mut cube = made;
            cube.pieces_mut().edge_perm.swap(7, 10);
            assert!(group.contains(&made) && group.agrees(3, &cube) && !group.contains(&cube));
        }
        // The edge UR is flipped.
        let mut flipped = Cube::SOLVED;
        flipped.pieces_mut().edge_ori[1] = 1;
        assert!(group.agrees(2, &flipped) && !group.agrees(3, &flipped));
        // U and R make only 120 of the 720 arrangements of their corners.
        let corners = Group::fixing(&[0, 1, 2, 3, 4, 5], &[], steps);
        let places: u128 =
            corners.levels[..6].iter().map(|level| level.carriers.iter().flatten().count() as u128).product();
        assert_eq!(places, 120 * 3_u128.pow(5));
    }
}
