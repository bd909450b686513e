//! Looks up how far ends of phase 1 are from solved.

use super::{Words, closing, field, path};
use crate::coord::Phase2;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::cube::{Cube, Move};
use crate::engine::phase2::ball::Ball;
use crate::layout::descent::{MOVE_BITS, MOVES_A_WORD};
use crate::layout::two_phase::{
    DEPTH_BIT, EndsRate, Head, INDEX_BITS, Node, PATH_WORD, START_BIT, STARTS, Search, TOTALS,
};
use crate::table::NEAR;

/// The twin of `ends_rate.wgsl`: it makes the moves on whole cubes, of which there are [`STARTS`]
/// for each position.
pub fn ends_rate(
    params: &EndsRate,
    head: &Head,
    images: &[Cube],
    words: &Words,
    ball: &Ball,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    for (i, node) in nodes.iter_mut().enumerate().take(head.ends as usize) {
        let position = field(node, 0, START_BIT);
        let number = field(node, START_BIT, DEPTH_BIT);
        let start = images[position * STARTS + number];
        let rest = |moves: &[Move]| usize::from(distance(&start.apply(moves), words, ball)) + closing(number);
        let rank = |moves: &[Move]| rank(params, moves, rest(moves));
        let moves = path(node);
        let mut best = rank(&moves);
        if let Some((last, before)) = moves.split_last() {
            let other = rank(&[before, &[last.inverse()]].concat());
            if other > best {
                best = other;
                let turn = (last.inverse().index() - last.index()) as u32;
                node[PATH_WORD + before.len() / MOVES_A_WORD] +=
                    turn << (MOVE_BITS * (before.len() % MOVES_A_WORD));
            }
        }
        node[0] = (best << INDEX_BITS | i) as u32;
        searches[position].best = searches[position].best.max(node[0]);
    }
}

/// Of an end after these moves, with so many to come.
fn rank(params: &EndsRate, moves: &[Move], rest: usize) -> usize {
    let total = moves.len() + rest;
    let first_move = moves.first().map_or(0, |mv| mv.index());
    let is_within = total <= params.max_length as usize;
    let by_first_move = if is_within { PHASE1_MOVES.len() - first_move } else { 0 };
    by_first_move * TOTALS + TOTALS - 1 - total
}

/// From solved.
fn distance(cube: &Cube, words: &Words, ball: &Ball) -> u8 {
    let place = SymPhase2Tables::get().reduce(Phase2::of(cube));
    match words.distance(place) {
        NEAR => ball.distance(place).unwrap_or(NEAR),
        farther => farther,
    }
}
