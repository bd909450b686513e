//! Products: positions, moves and algorithms act on positions, from left to right.

use std::ops::{Mul, MulAssign};

use super::{Algorithm, Cube, Move};

/// The position after this one and then `next`, see [`Cube::then`].
impl Mul for Cube {
    type Output = Cube;

    fn mul(self, next: Cube) -> Cube {
        self.then(&next)
    }
}

/// The position after the move.
impl Mul<Move> for Cube {
    type Output = Cube;

    fn mul(self, mv: Move) -> Cube {
        self.turn(mv)
    }
}

/// The position after all moves of the algorithm.
impl Mul<&Algorithm> for Cube {
    type Output = Cube;

    fn mul(self, algorithm: &Algorithm) -> Cube {
        self.apply(algorithm)
    }
}

impl<Next> MulAssign<Next> for Cube
where
    Cube: Mul<Next, Output = Cube>,
{
    fn mul_assign(&mut self, next: Next) {
        *self = *self * next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn positions_are_a_group(seed: u64) {
            let mut random = Random::new(seed);
            let [a, b, c] = std::array::from_fn(|_| random.cube());
            prop_assert_eq!((a * b) * c, a * (b * c));
            prop_assert_eq!([a * Cube::default(), Cube::default() * a], [a, a]);
            prop_assert_eq!([a * a.inverse(), a.inverse() * a], [Cube::default(); 2]);
            prop_assert_eq!((a * b).inverse(), b.inverse() * a.inverse());
        }

        #[test]
        fn a_move_acts_as_the_position_that_it_makes(seed: u64, mv in 0..Move::COUNT) {
            let (cube, mv) = (Random::new(seed).cube(), Move::from_index(mv));
            let mut turned = cube;
            turned *= mv;
            prop_assert_eq!([cube * mv, cube * (Cube::SOLVED * mv), cube * &[mv].into()], [turned; 3]);
        }
    }
}
