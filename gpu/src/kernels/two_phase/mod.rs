//! Twins of the kernels in `shaders/two_phase/`.

mod begin;
mod compare;
mod next;
mod plan;
mod rate;
mod rate_by_search;
mod shared;
mod solve;
mod solve_by_search;
mod walk;
mod walk_compared;

pub use begin::begin;
pub use compare::compare;
pub use next::next;
pub use plan::plan;
pub use rate::rate;
pub use rate_by_search::rate_by_search;
pub use shared::PassInputs;
pub use solve::solve;
pub use solve_by_search::solve_by_search;
pub use walk::walk;
pub use walk_compared::walk_compared;

use std::cmp::Reverse;

use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::two_phase::direction::image;
use cubebatch_search::engine::two_phase::pre_moves::{PreMoves, after_pre_moves};
use cubebatch_search::engine::two_phase::start::direction_and_pre_moves;
use cubebatch_shaders::descent::{Phase1Index, Start};
use cubebatch_shaders::two_phase::{
    GROUP_STARTS, Head, KEPT_GROUPS, MOST_MOVES, OTHERS, Pass, Rating, Search,
};
use cubebatch_shaders::words::{Nibbles, Position};
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;

/// Ends as `shared/ends.wgsl` compares them: the least is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    is_beyond: bool,
    /// Beyond the bound.
    rating_if_beyond: Reverse<u32>,
    pass: u32,
    rating: Reverse<u32>,
    path: Vec<Move>,
    /// Whether the first pre-move is counter-clockwise.
    is_turned: bool,
}

impl Ranked {
    fn new(rating: u32, pass: u32, path: Vec<Move>, is_turned: bool) -> Ranked {
        let is_beyond = !is_within(rating);
        let rating_if_beyond = Reverse(if is_beyond { rating } else { 0 });
        Ranked { is_beyond, rating_if_beyond, pass, rating: Reverse(rating), path, is_turned }
    }
}

/// Whether the solution is within the bound.
fn is_within(rating: u32) -> bool {
    Rating::unpack(rating).rank > 0
}

/// The rating of an end with this path, whose solution has `total` moves.
fn rating(max_length: u32, path: &[Move], total: u32) -> u32 {
    let first_move = path.first().map_or(0, |mv| mv.index() as u32);
    let rank = if total <= max_length { PHASE1_MOVES.len() as u32 - first_move } else { 0 };
    Rating { spared: MOST_MOVES - total, rank }.pack()
}

/// Where a node of a level stands whose number counts from the first one.
pub fn place(head: &Head, level: usize, number: u32, places: u32) -> usize {
    level * places as usize + ((head.firsts[level] + number) % places) as usize
}

/// The pre-moves of a pass.
fn pre_moves_of(pass: u32) -> &'static PreMoves {
    direction_and_pre_moves(Pass::unpack(pass).start as usize).1
}

/// The position as it is searched from a start with its first pre-move in this sense.
fn position_at(cube: &Cube, start: usize, is_other: bool) -> Cube {
    let (direction, pre_moves) = direction_and_pre_moves(start);
    after_pre_moves(&image(cube, direction), pre_moves.in_sense(is_other).moves())
}

/// Where paths begin that begin at this position.
fn start(cube: &Cube) -> Start {
    let at = SymPhase1Tables::get().reduce(Phase1::of(cube));
    let Position { corners, ud_edges, slice_edges, .. } = cube.into();
    Start { index: Phase1Index::from(at).pack(), corners, ud_edges, slice_edges }
}

/// How far a start is from G1.
fn distance_of(search: &Search, start: usize) -> u32 {
    Nibbles::get(&search.distances, place_of_distance(start))
}

fn put_distance(search: &mut Search, start: usize, distance: u32) {
    let place = place_of_distance(start);
    search.distances[place / Nibbles::A_WORD] &= !Nibbles::bits(place, 15);
    Nibbles::put(&mut search.distances, place, distance);
}

/// Which of the words of a search says what distances the starts of a group have.
pub fn present_of(group: usize) -> usize {
    group.min(KEPT_GROUPS) - 1
}

/// The number of the nibble that says how far a start is from G1, while its group is measured.
pub fn place_of_distance(start: usize) -> usize {
    start.checked_sub(OTHERS).map_or(start, |other| OTHERS + other % GROUP_STARTS)
}
