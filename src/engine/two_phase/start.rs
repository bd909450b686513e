//! Where searches of a position start: in each direction after each of the pre-moves, or none.

use std::ops::Range;

use super::direction::DIRECTIONS;
use super::pre_moves::{FIRST_SEQUENCES, MOST, PreMoves, sequence};

/// The greatest number of starts of a position.
pub const STARTS: usize = FIRST_SEQUENCES[MOST + 1] * DIRECTIONS;

/// The numbers of the starts with this number of pre-moves. The starts after the same pre-moves come together, in the order of
/// directions.
pub fn numbers(pre_moves: usize) -> Range<usize> {
    FIRST_SEQUENCES[pre_moves] * DIRECTIONS..FIRST_SEQUENCES[pre_moves + 1] * DIRECTIONS
}

/// The direction of the start with this number, and its pre-moves, of which the first is clockwise. With that in the other
/// sense the position has the same phase 1.
pub fn direction_and_pre_moves(number: usize) -> (usize, &'static PreMoves) {
    (number % DIRECTIONS, sequence(number / DIRECTIONS))
}
