//! Whole move sequences of phase 2 as single numbers.
//!
//! The *path number* of a sequence is its rank in shortlex order among all sequences in which no move follows itself: shorter
//! sequences first, then lexicographic order by [`PHASE2_MOVES`]. 0 is the empty one, 1 … 10 are single moves, then 90 pairs,
//! and so on. So the smallest number of a set of paths belongs to a shortest path. Taking the minimum decides ties in the same
//! way on every engine, in any order of work.
//!
//! A solution of a coset begins with one of the four half turns, which come first, so ten
//! moves still fit: the numbers end at 1 + 10·(9⁹ − 1)/8 + 4·9⁹ = 2,033,957,567 < 2³¹.

use crate::coord::phase2::PHASE2_MOVES;
use cubebatch_cube::cube::Move;

/// The greatest length of a path that has a number when it begins with a half turn of a
/// side; one less for the others.
pub const MAX_LENGTH: usize = 10;

/// All paths that begin with a half turn of a side and all shorter than [`MAX_LENGTH`] have
/// numbers below this one.
pub const LIMIT: u32 = FIRST[MAX_LENGTH] + 4 * POWER[MAX_LENGTH - 1];

/// `9ⁿ`.
const POWER: [u32; MAX_LENGTH] = {
    let mut power = [1; MAX_LENGTH];
    let mut n = 1;
    while n < power.len() {
        power[n] = power[n - 1] * 9;
        n += 1;
    }
    power
};

/// The number of the first path of each length.
const FIRST: [u32; MAX_LENGTH + 1] = {
    let mut first = [0; MAX_LENGTH + 1];
    let mut n = 1;
    while n < first.len() {
        first[n] = first[n - 1] + if n == 1 { 1 } else { 10 * POWER[n - 2] };
        n += 1;
    }
    first
};

/// The length of the path with this number.
pub fn length(path: u32) -> usize {
    FIRST.iter().rposition(|&first| first <= path).expect("the first is 0")
}

/// The numbers of the paths of a length below [`MAX_LENGTH`].
pub fn numbers(length: usize) -> std::ops::Range<u32> {
    FIRST[length]..FIRST[length + 1]
}

/// The number of the path `m`, then `rest`, where `m` is the number of a move in [`PHASE2_MOVES`], 0 … 9,
/// and `length` the length of `rest`. `None` if `rest` begins with `m`.
///
/// The whole path must have a number: see [`MAX_LENGTH`].
#[inline]
pub fn prepend(m: u32, rest: u32, length: usize) -> Option<u32> {
    if length == 0 {
        return Some(FIRST[1] + m);
    }
    let power = POWER[length - 1];
    let (rest, of_m) = (rest - FIRST[length], m * power);
    // After m there are nine other moves; those above m are numbered one lower.
    let after = if rest < of_m { rest } else { (rest - of_m).checked_sub(power)? + of_m };
    Some(FIRST[length + 1] + 9 * of_m + after)
}

/// The numbers in [`PHASE2_MOVES`] of the moves of a path.
pub fn move_numbers(path: u32) -> impl DoubleEndedIterator<Item = usize> {
    let length = length(path);
    let mut rest = path - FIRST[length];
    let mut numbers = [0; MAX_LENGTH];
    for i in 0..length {
        let power = POWER[length - 1 - i];
        let digit = (rest / power) as usize;
        rest %= power;
        numbers[i] = if i > 0 && digit >= numbers[i - 1] { digit + 1 } else { digit };
    }
    numbers.into_iter().take(length)
}

/// The moves of a path.
pub fn moves(path: u32) -> impl DoubleEndedIterator<Item = Move> {
    move_numbers(path).map(|m| PHASE2_MOVES[m])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(moves: &[usize]) -> Option<u32> {
        let mut path = 0;
        for (length, &m) in moves.iter().rev().enumerate() {
            path = prepend(m as u32, path, length)?;
        }
        Some(path)
    }

    #[test]
    fn numbers_have_no_gaps_and_follow_shortlex_order() {
        let mut last = Vec::new();
        for path in 0..10_000 {
            let moves: Vec<usize> = move_numbers(path).collect();
            assert_eq!(number(&moves), Some(path));
            assert!(path == 0 || (last.len(), &last) < (moves.len(), &moves));
            last = moves;
        }
        assert_eq!(last.len(), 5);
    }

    #[test]
    fn the_greatest_path_of_a_coset_is_below_the_limit() {
        assert_eq!(LIMIT, 2_033_957_567);
        let moves = [3, 9, 8, 9, 8, 9, 8, 9, 8, 9];
        assert_eq!(number(&moves), Some(LIMIT - 1));
    }

    #[test]
    fn a_move_does_not_follow_itself() {
        assert_eq!(number(&[4, 4]), None);
    }

    proptest! {
        #[test]
        fn paths_and_numbers_are_inverse(first in 0usize..4, rest in prop::collection::vec(0usize..10, 0..10)) {
            let mut path = vec![first];
            path.extend(rest);
            path.dedup();
            let number = number(&path).unwrap();
            prop_assert_eq!(length(number), path.len());
            prop_assert_eq!(move_numbers(number).collect::<Vec<_>>(), path);
        }
    }
}
