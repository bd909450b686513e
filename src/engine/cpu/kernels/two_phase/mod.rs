//! Twins of the kernels in `shaders/two_phase/`.

mod begin;
mod next;
mod plan;
mod rate;
mod solve;
mod walk;

pub use begin::begin;
pub use next::next;
pub use plan::plan;
pub use rate::rate;
pub use solve::solve;
pub use walk::walk;

use std::cmp::Reverse;

use crate::coord::phase1::PHASE1_MOVES;
use crate::cube::Move;
use crate::engine::layout::two_phase::{Head, MOST_MOVES, Rating};

/// Ends as `shared/ends.wgsl` compares them: the least is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    rating: Reverse<u32>,
    /// Whether an end of an earlier pass is compared, and this one is of a later pass.
    is_later: bool,
    path: Vec<Move>,
    /// Whether the pre-move is counter-clockwise.
    is_turned: bool,
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
