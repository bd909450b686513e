//! Looks up how far ends of phase 1 are from solved.

use std::cmp::Reverse;

use super::{is_within, position_at, pre_moves_of, rating};
use crate::kernels::{BufferedWords, index, path};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::two_phase::{
    Head, LEVELS, MOST_MOVES, Node, NodeState, Pass, RateParams, RatedEnd, Rating, Search,
};
use cubebatch_shaders::words::Moves;
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use cubebatch_tables::table::NEAR;

/// The twin of `two_phase/rate.wgsl`: it makes the moves on whole cubes. The order of the lists is another.
pub fn rate(
    params: &RateParams,
    head: &Head,
    cubes: &[Cube],
    words: &BufferedWords,
    ball: &Ball,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let ends = &mut nodes[LEVELS * params.places as usize..];
    let distance = |at, _, _: &mut Search| distance(at, words, ball).into();
    rate_each(params.max_length, head, cubes, searches, ends, distance);
}

/// Rates ends by how far they are from solved, which is asked with the most moves that matter and the search of the position.
pub fn rate_each(
    max_length: u32,
    head: &Head,
    cubes: &[Cube],
    searches: &mut [Search],
    ends: &mut [Node],
    distance: impl Fn(SymPhase2, usize, &mut Search) -> usize,
) {
    let of_step = ends.iter_mut().enumerate().take(head.ends as usize);
    for (i, node) in of_step.filter(|(_, node)| index(node).index() == 0) {
        let state = NodeState::unpack(node.state);
        let position = state.position as usize;
        let pass = searches[position].passes[state.pass_number as usize];
        let pre_moves = pre_moves_of(pass).moves().len();
        let ends = ends_of(pass, &cubes[position], &path(node));
        let search = &mut searches[position];
        let most = (MOST_MOVES - Rating::unpack(search.best.word).spared).max(max_length) as usize;
        let rated = ends.into_iter().map(|(moves, is_turned, end): PathEnd| {
            let outside = moves.len() + pre_moves;
            let at = SymPhase2Tables::get().reduce(Phase2::of(&end));
            let total = outside + distance(at, most.saturating_sub(outside), search);
            (Reverse(rating(max_length, &moves, total as u32)), moves, is_turned)
        });
        let (Reverse(rating), path, is_turned) = rated.min().expect("every path has an end");
        if rating >= searches[position].best.word || is_within(rating) {
            let next = std::mem::replace(&mut searches[position].rated, i as u32 + 1);
            let turned = is_turned.into();
            node.word = RatedEnd { next, rating }.pack();
            node.state = NodeState { turned, ..state }.pack();
            node.path.fill(0);
            path.iter().enumerate().for_each(|(i, mv)| Moves::put(&mut node.path, i, mv.index() as u32));
        }
    }
}

/// An end of a path: its moves, whether the first pre-move is counter-clockwise, and where they lead.
type PathEnd = (Vec<Move>, bool, Cube);

/// With the last turn of the path in either sense, and the first pre-move in either sense.
fn ends_of(pass: u32, cube: &Cube, moves: &[Move]) -> Vec<PathEnd> {
    let start = Pass::unpack(pass).start as usize;
    let mut images = vec![(false, position_at(cube, start, false))];
    if !pre_moves_of(pass).moves().is_empty() {
        images.push((true, position_at(cube, start, true)));
    }
    let mut paths = vec![moves.to_vec()];
    if let Some((last, before)) = moves.split_last() {
        paths.push([before, &[last.inverse()]].concat());
    }
    let pairs = paths.iter().flat_map(|path| images.iter().map(move |image| (path, image)));
    pairs.map(|(path, &(is_turned, image))| (path.clone(), is_turned, image.apply(path))).collect()
}

/// From solved.
fn distance(at: SymPhase2, words: &BufferedWords, ball: &Ball) -> u8 {
    match words.distance(at) {
        NEAR => ball.distance(at).unwrap_or(NEAR),
        farther => farther,
    }
}
