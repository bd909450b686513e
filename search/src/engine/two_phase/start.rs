//! Where searches of a position start: in each direction after each of the pre-moves, or none.

use std::ops::Range;

use super::direction::DIRECTIONS;
use super::pre_moves::{FIRST_SEQUENCES, MOST, PreMoves, after_pre_moves, sequence};
use cubebatch_cube::cube::Cube;

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

/// The position of the start with this number, in both senses of the first pre-move or only once; `None` if there is nothing new in
/// its direction. `images` are those of the position in all directions.
pub fn in_both_senses(images: &[Option<Cube>; DIRECTIONS], number: usize) -> Option<Vec<Cube>> {
    let (direction, pre_moves) = direction_and_pre_moves(number);
    let image = images[direction].as_ref()?;
    let mut at =
        [false, true].map(|is_other| after_pre_moves(image, pre_moves.in_sense(is_other).moves())).to_vec();
    at.dedup();
    Some(at)
}
