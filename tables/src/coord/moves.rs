//! The moves of both phases. Where a move is called `m`, it is a number in one of these lists.

use cubebatch_cube::cube::{Face, Move};

/// The 18 moves of phase 1 (G0) in their order.
pub const PHASE1_MOVES: [Move; 18] = {
    let mut moves = [Move::from_index(0); 18];
    let mut i = 0;
    while i < 18 {
        moves[i] = Move::from_index(i);
        i += 1;
    }
    moves
};

/// The 10 moves of phase 2 in their order. The half turns of the sides (G2 in Lin's paper) come first. A solution of a class
/// begins with one of them, so it has a small number (see [`crate::table::path`]).
pub const PHASE2_MOVES: [Move; 10] = {
    // As face and turns: R2 F2 L2 B2 U U2 U' D D2 D'.
    let list = [
        (Face::R, 2),
        (Face::F, 2),
        (Face::L, 2),
        (Face::B, 2),
        (Face::U, 1),
        (Face::U, 2),
        (Face::U, 3),
        (Face::D, 1),
        (Face::D, 2),
        (Face::D, 3),
    ];
    let mut moves = [Move::from_index(0); 10];
    let mut i = 0;
    while i < moves.len() {
        moves[i] = Move::new(list[i].0, list[i].1).expect("no full turns");
        i += 1;
    }
    moves
};

/// How many of [`PHASE2_MOVES`], the first ones, are half turns of the sides.
pub const HALF_TURNS: usize = 4;

/// The number of the move that undoes move `m`, 0 … 9, of [`PHASE2_MOVES`].
#[inline]
pub fn inverse_move(m: usize) -> usize {
    [0, 1, 2, 3, 6, 5, 4, 9, 8, 7][m]
}
