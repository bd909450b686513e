//! Sequences of moves that own their moves.

use std::borrow::Borrow;
use std::fmt;
use std::ops::{Add, AddAssign, Deref};

use super::moves::{inverse, merge, write};
use super::symmetry::Symmetry;
use super::{Metric, Move};

/// A sequence of moves. It reads as a slice of [`Move`]s, and it is shown in the usual notation with single spaces.
///
/// Text is read as [`parse_moves`](crate::notation::parse_moves) reads it: brackets are written out, and wide moves, slice
/// moves and rotations become turns of faces, each face named as the cube is held at the beginning. So `M` is `R L'`: an
/// algorithm does not keep how the cube is held at the end.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::{Algorithm, Metric};
/// use cubebatch::Cube;
///
/// let sexy: Algorithm = "R U R' U'".parse()?;
/// assert_eq!(sexy.inverse().to_string(), "U R U' R'");
/// assert_eq!((sexy.clone() + &sexy.inverse()).canonical(), Algorithm::new());
///
/// let checkerboard: Algorithm = "M2 E2 S2".parse()?;
/// assert_eq!(checkerboard.len(), 6);
/// assert_eq!(checkerboard.length(Metric::QuarterTurn), 12);
/// assert_eq!(Cube::SOLVED * &checkerboard * &checkerboard, Cube::SOLVED);
/// # Ok::<(), cubebatch::notation::ParseError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Algorithm(Vec<Move>);

impl Algorithm {
    /// No moves.
    pub const fn new() -> Algorithm {
        Algorithm(Vec::new())
    }

    /// The moves that undo these.
    pub fn inverse(&self) -> Algorithm {
        Algorithm(inverse(self))
    }

    /// The canonical sequence with the same effect. It joins neighbouring turns of the same face, also across turns of the
    /// opposite face, and turns U, R or F before their opposite faces: `L R L` becomes `R L2`, and `U D U'` becomes `D`.
    pub fn canonical(&self) -> Algorithm {
        Algorithm(merge(self.0.clone()))
    }

    /// The same moves for a cube that is held in another way, or in a mirror.
    pub fn image(&self, symmetry: &Symmetry) -> Algorithm {
        self.iter().map(|&mv| symmetry.turn(mv)).collect()
    }

    /// The number of moves in a metric; nothing is joined first.
    pub fn length(&self, metric: Metric) -> usize {
        metric.length(self)
    }
}

impl Deref for Algorithm {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl AsRef<[Move]> for Algorithm {
    fn as_ref(&self) -> &[Move] {
        self
    }
}

impl Borrow<[Move]> for Algorithm {
    fn borrow(&self) -> &[Move] {
        self
    }
}

impl From<Vec<Move>> for Algorithm {
    fn from(moves: Vec<Move>) -> Algorithm {
        Algorithm(moves)
    }
}

impl From<&[Move]> for Algorithm {
    fn from(moves: &[Move]) -> Algorithm {
        Algorithm(moves.to_vec())
    }
}

impl<const LENGTH: usize> From<[Move; LENGTH]> for Algorithm {
    fn from(moves: [Move; LENGTH]) -> Algorithm {
        Algorithm(moves.to_vec())
    }
}

impl From<Algorithm> for Vec<Move> {
    fn from(algorithm: Algorithm) -> Vec<Move> {
        algorithm.0
    }
}

impl FromIterator<Move> for Algorithm {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Algorithm {
        Algorithm(moves.into_iter().collect())
    }
}

impl Extend<Move> for Algorithm {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl IntoIterator for Algorithm {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Algorithm {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// These moves, and then `next`.
impl<M: AsRef<[Move]>> Add<M> for Algorithm {
    type Output = Algorithm;

    fn add(mut self, next: M) -> Algorithm {
        self += next;
        self
    }
}

/// Appends `next`.
impl<M: AsRef<[Move]>> AddAssign<M> for Algorithm {
    fn add_assign(&mut self, next: M) {
        self.0.extend_from_slice(next.as_ref());
    }
}

impl PartialEq<[Move]> for Algorithm {
    fn eq(&self, moves: &[Move]) -> bool {
        self.0 == moves
    }
}

impl<const LENGTH: usize> PartialEq<[Move; LENGTH]> for Algorithm {
    fn eq(&self, moves: &[Move; LENGTH]) -> bool {
        self.0 == moves
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f)
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cube;
    use crate::cube::random::Random;
    use proptest::prelude::*;

    fn algorithm() -> impl Strategy<Value = Algorithm> {
        let moves = prop::collection::vec(0..Move::COUNT, 0..100);
        moves.prop_map(|indices| indices.into_iter().map(Move::from_index).collect())
    }

    proptest! {
        #[test]
        fn an_inverse_undoes_and_comes_back(algorithm in algorithm()) {
            prop_assert_eq!(Cube::SOLVED * &algorithm * &algorithm.inverse(), Cube::SOLVED);
            prop_assert_eq!(algorithm.inverse().inverse(), algorithm);
        }

        #[test]
        fn a_sum_acts_as_its_parts_in_their_order(a in algorithm(), b in algorithm(), seed: u64) {
            let cube = Random::new(seed).cube();
            let sum = a.clone() + &b;
            prop_assert_eq!(cube * &sum, cube * &a * &b);
            prop_assert_eq!(sum.inverse(), b.inverse() + a.inverse());
        }

        #[test]
        fn what_is_canonical_acts_alike_and_is_no_longer(algorithm in algorithm()) {
            let canonical = algorithm.canonical();
            prop_assert!(canonical.is_sorted_by(|mv, next| mv.may_precede(*next)));
            prop_assert_eq!(Cube::SOLVED * &canonical, Cube::SOLVED * &algorithm);
            prop_assert_eq!(canonical.canonical(), canonical.clone());
            for metric in Metric::ALL.iter().copied() {
                prop_assert!(canonical.length(metric) <= algorithm.length(metric));
            }
        }

        #[test]
        fn what_is_shown_is_read_again(algorithm in algorithm()) {
            let names: Vec<&str> = algorithm.iter().map(|mv| mv.name()).collect();
            prop_assert_eq!(algorithm.to_string(), names.join(" "));
            prop_assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }

    #[test]
    fn lengths_count_what_the_metric_counts() {
        let algorithm: Algorithm = "R U2 F' D2".parse().unwrap();
        assert_eq!(algorithm.length(Metric::HalfTurn), 4);
        assert_eq!(algorithm.length(Metric::QuarterTurn), 6);
    }
}
