//! The distances of all positions of a space from its goal.

use std::convert::Infallible;

use super::{RowAndValue, Space, Threads, UNREACHED};
use crate::coord::prefetch::prefetch;

/// A byte for each position of a space.
pub struct SpaceDistances {
    space: Space,
    bytes: Vec<u8>,
}

impl SpaceDistances {
    /// Finds them on this thread. That is best for spaces of less than a million positions, and for tables that are
    /// made on first use.
    pub fn new(space: Space) -> SpaceDistances {
        let Ok(bytes) = space.explore(Threads::One, |_| Ok::<_, Infallible>(()));
        SpaceDistances { space, bytes }
    }

    /// Takes the distances that an engine found.
    ///
    /// # Panics
    /// When there are not as many as positions.
    pub fn found(space: Space, bytes: Vec<u8>) -> SpaceDistances {
        assert_eq!(bytes.len(), space.positions(), "a distance for each position");
        SpaceDistances { space, bytes }
    }

    /// The distance of each position, in the order of their numbers.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The distance of a position from the goal.
    #[inline]
    pub fn of(&self, at: RowAndValue) -> u8 {
        self.bytes[self.space.index(at)]
    }

    /// Asks the memory for the distance of a position.
    #[inline]
    pub fn prefetch(&self, at: RowAndValue) {
        prefetch(&self.bytes, self.space.index(at));
    }

    /// The position after a move.
    #[inline]
    pub fn turn(&self, at: RowAndValue, m: usize) -> RowAndValue {
        self.space.turn(at, m)
    }

    /// How many positions lie at each distance.
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = [0; UNREACHED as usize + 1];
        self.bytes.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        let end = counts[..UNREACHED.into()].iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
        counts[..end].to_vec()
    }

    /// The shortest moves from a position to the goal, by their numbers; of equally short ones always the least. They end
    /// before the goal where no move leads nearer, which cannot be when the distances are right.
    pub fn descend(&self, at: RowAndValue) -> impl Iterator<Item = usize> {
        let mut at = at;
        std::iter::from_fn(move || {
            let nearer = self.of(at).checked_sub(1)?;
            let next = |m| Some((m, self.turn(at, m))).filter(|&(_, next)| self.of(next) == nearer);
            let (m, next) = (0..self.space.moves()).find_map(next)?;
            at = next;
            Some(m)
        })
    }
}
