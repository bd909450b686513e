//! The exact distances of one phase, and the way down them.

use std::marker::PhantomData;

use super::Phase;
use crate::coord::{Coordinate, MoveTable};
use crate::cube::{Cube, Move};

/// How far each coset is from the next group.
pub struct Distances<P> {
    first: MoveTable,
    second: MoveTable,
    /// By [`index`].
    distances: Vec<u8>,
    phase: PhantomData<P>,
}

/// What no coset is away.
const UNKNOWN: u8 = u8::MAX;

/// The two coordinates of a coset.
type Coset = (u16, u16);

impl<P: Phase> Distances<P> {
    /// Counts them, from the next group outwards.
    pub fn new() -> Distances<P> {
        let first = MoveTable::over::<P::First>(P::MOVES);
        let second = MoveTable::over::<P::Second>(P::MOVES);
        let distances = vec![UNKNOWN; P::First::SIZE * P::Second::SIZE];
        let mut found = Distances { first, second, distances, phase: PhantomData };
        found.distances[0] = 0;
        let mut frontier = vec![(0, 0)];
        for distance in 1.. {
            frontier = found.expand(&frontier, distance);
            if frontier.is_empty() {
                break;
            }
        }
        debug_assert_eq!(found.histogram(), P::HISTOGRAM);
        found
    }

    /// How many cosets lie at each distance.
    pub fn histogram(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        for &distance in &self.distances {
            let distance = usize::from(distance);
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        counts
    }

    /// Marks the unknown neighbours of cosets, and gives them.
    fn expand(&mut self, frontier: &[Coset], distance: u8) -> Vec<Coset> {
        let mut next = Vec::new();
        for &coset in frontier {
            for m in 0..P::MOVES.len() {
                let neighbour = self.turn(coset, m);
                let known = &mut self.distances[index::<P>(neighbour)];
                if *known == UNKNOWN {
                    *known = distance;
                    next.push(neighbour);
                }
            }
        }
        next
    }

    /// The shortest moves from a position of the phase's group into the next group; of
    /// equally short ones the first in the order of [`Phase::MOVES`].
    pub fn descend(&self, cube: Cube) -> impl Iterator<Item = Move> {
        let mut at = (P::First::rank(&cube) as u16, P::Second::rank(&cube) as u16);
        std::iter::from_fn(move || {
            let distance = self.distances[index::<P>(at)].checked_sub(1)?;
            let nearer = |m: &usize| self.distances[index::<P>(self.turn(at, *m))] == distance;
            let m = (0..P::MOVES.len()).find(nearer)?;
            at = self.turn(at, m);
            Some(P::MOVES[m])
        })
    }

    fn turn(&self, (first, second): Coset, m: usize) -> Coset {
        (self.first.turn(first, m), self.second.turn(second, m))
    }
}

/// The number of a coset.
fn index<P: Phase>((first, second): Coset) -> usize {
    usize::from(first) * P::Second::SIZE + usize::from(second)
}
