//! Random positions at a distance from a goal.

use std::sync::Arc;

use super::one_table;
use super::tables::PartTable;
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, MoveSet};
use cubebatch_cube::goal::Goal;
use cubebatch_tables::progress::{Cancelled, Control};

/// Positions of a table, in blocks of which each is counted.
const BLOCK: usize = 1 << 16;

/// The positions at a distance from a goal, to draw from.
pub struct AtDistance {
    table: Arc<PartTable>,
    distance: u8,
    /// For each block of the table how many positions of it and of those before lie there.
    up_to: Vec<u64>,
}

/// Why the distances of positions are not known, or none is as far away.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotThere {
    /// One table has no room for all that the goal sees.
    #[error("{goal} sees too much for one table")]
    SeesTooMuch {
        /// The goal.
        goal: Goal,
    },
    /// All positions are nearer.
    #[error("no position is {distance} moves from {goal}: the farthest are {farthest}")]
    Nearer {
        /// The goal.
        goal: Goal,
        /// The distance that is asked for.
        distance: u8,
        /// The greatest distance of all.
        farthest: usize,
    },
    /// A caller asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl AtDistance {
    /// Finds the distances of all that the goal sees, by these moves, on all threads of the current pool.
    ///
    /// # Errors
    /// When one table has no room for them, no position is as far away, or a stop was requested.
    pub fn new(goal: &Goal, set: &MoveSet, distance: u8, control: &Control) -> Result<AtDistance, NotThere> {
        let table = one_table(goal, set, control)?;
        let count = |block: &[u8]| block.iter().filter(|&&other| other == distance).count() as u64;
        let up_to = table.distances().chunks(BLOCK).scan(0, |sum, block| {
            *sum += count(block);
            Some(*sum)
        });
        let up_to: Vec<u64> = up_to.collect();
        let farthest = table.histogram().len() - 1;
        // Positions to which no moves lead have a greater one.
        if usize::from(distance) > farthest {
            return Err(NotThere::Nearer { goal: *goal, distance, farthest });
        }
        Ok(AtDistance { table, distance, up_to })
    }

    /// A random one of them, each with the same chance.
    pub fn draw(&self, random: &mut Random) -> Cube {
        // Moves carry the positions of one number to the positions of another, so all numbers have equally many.
        let number = random.below(*self.up_to.last().expect("a table has positions"));
        let block = self.up_to.partition_point(|&up_to| up_to <= number);
        let before = block.checked_sub(1).map_or(0, |before| self.up_to[before]);
        let distances = self.table.distances().iter().enumerate().skip(block * BLOCK);
        let mut there = distances.filter(|&(_, &distance)| distance == self.distance);
        let (index, _) = there.nth((number - before) as usize).expect("the block has that number of them");
        self.table.alike(index).positions().draw(random)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn at(text: &str, distance: u8) -> Result<AtDistance, NotThere> {
        AtDistance::new(&text.parse().expect(text), &MoveSet::default(), distance, &Control::default())
    }

    #[test]
    fn all_that_is_seen_at_a_distance_comes_equally_often() {
        // Two corners and an edge may be seen in 24 · 21 · 24 ways; the numbers of rows and of values have no common order.
        let (near, mut random) = (at("DF DLB UFR", 1).expect("there are some"), Random::new(8));
        let mut drawn: HashMap<Vec<(u8, u8)>, u32> = HashMap::new();
        for _ in 0..8000 {
            let cube = near.draw(&mut random);
            let place = |cubie: u8, all: &[(u8, u8)]| {
                let at = all.iter().position(|&(other, _)| other == cubie).expect("it is somewhere");
                (at as u8, all[at].1)
            };
            let seen = vec![
                place(4, &cube.edges()[..]),
                place(0, &cube.corners()[..]),
                place(6, &cube.corners()[..]),
            ];
            *drawn.entry(seen).or_default() += 1;
        }
        // One turn of U, R, F, D, L or B moves at least one of them: 18 ways.
        assert_eq!(drawn.len(), 18, "{drawn:?}");
        assert!(drawn.values().all(|&count| count.abs_diff(8000 / 18) < 120), "{drawn:?}");
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let goal: Goal = "cross".parse().expect("it is a goal");
        assert_eq!(at("cross", 9).err(), Some(NotThere::Nearer { goal, distance: 9, farthest: 8 }));
        assert!(at("cross", 255).is_err());
        for text in ["f2l", "cross/any"] {
            assert!(matches!(at(text, 3).err(), Some(NotThere::SeesTooMuch { .. })), "{text}");
        }
    }
}
