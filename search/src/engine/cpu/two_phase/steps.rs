//! The moves of a path in a word, so that items of a search are small.

use crate::engine::two_phase::{LONGEST, Path};
use cubebatch_cube::cube::Move;

/// The moves of a path: five bits for each, the last one lowest. How many there are is known from elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMoves(u128);

const BITS: u32 = 5;

const _: () = assert!(LONGEST as u32 * BITS <= u128::BITS);

impl PackedMoves {
    /// No moves.
    pub const NONE: PackedMoves = PackedMoves(0);

    /// These, and then one more.
    #[inline]
    pub fn then(self, mv: Move) -> PackedMoves {
        PackedMoves(self.0 << BITS | mv.index() as u128)
    }

    /// The numbers of the moves, the last one first.
    #[inline]
    pub fn backwards(self, length: u8) -> impl Iterator<Item = usize> {
        (0..length).scan(self.0, |rest, _| {
            let last = last(*rest);
            *rest >>= BITS;
            Some(last)
        })
    }

    /// The number of the first of some moves.
    #[inline]
    pub fn first(self, length: u8) -> usize {
        last(self.0 >> (BITS * u32::from(length - 1)))
    }

    /// The same moves with the last turn in the other sense; there is one.
    #[inline]
    pub fn with_other_last(self) -> PackedMoves {
        let other = Move::from_index(last(self.0)).inverse();
        PackedMoves(self.0 >> BITS).then(other)
    }

    /// The moves as a path.
    #[inline]
    pub fn path(self, length: u8) -> Path {
        let mut path = [Move::FIRST; LONGEST];
        let moves = self.backwards(length).map(Move::from_index);
        path[..usize::from(length)].iter_mut().rev().zip(moves).for_each(|(to, mv)| *to = mv);
        path
    }
}

/// The number of the last move.
#[inline]
fn last(steps: u128) -> usize {
    steps as usize & ((1 << BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn steps_are_the_moves_of_a_path() {
        let mut random = Random::new(190);
        for length in 0..=LONGEST {
            let mut path = [Move::FIRST; LONGEST];
            path[..length].fill_with(|| Move::from_index(random.below(18) as usize));
            let steps = path[..length].iter().fold(PackedMoves::NONE, |steps, &mv| steps.then(mv));
            assert_eq!(steps.path(length as u8), path);
            let backwards = path[..length].iter().rev().map(|mv| mv.index());
            assert!(steps.backwards(length as u8).eq(backwards));
            if length > 0 {
                assert_eq!(steps.first(length as u8), path[0].index());
                path[length - 1] = path[length - 1].inverse();
                assert_eq!(steps.with_other_last().path(length as u8), path);
            }
        }
    }
}
