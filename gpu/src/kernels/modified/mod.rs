//! Twins of the kernels in `shaders/modified/`.

mod begin;
mod follow;
mod middle;
mod solve;

pub use begin::begin;
pub use follow::follow;
pub use middle::middle;
pub use solve::solve;

use cubebatch_cube::cube::Move;
use cubebatch_shaders::modified::{ANSWER_WORDS, MOST_ANSWER_MOVES, Progress};
use cubebatch_shaders::words::Moves;

/// A solution that grows.
pub type GrowingAnswer = [u32; ANSWER_WORDS];

/// How far it is, and its moves.
fn read(answer: &GrowingAnswer) -> (Progress, Vec<Move>) {
    let progress = Progress::unpack(answer[0]);
    let moves = (0..progress.length as usize).map(|i| Move::from_index(Moves::get(&answer[1..], i) as usize));
    (progress, moves.collect())
}

/// Writes moves, and how far they are; `length` is that of the moves.
fn write(answer: &mut GrowingAnswer, progress: Progress, moves: &[Move]) {
    assert!(moves.len() <= MOST_ANSWER_MOVES);
    *answer = [0; ANSWER_WORDS];
    answer[0] = Progress { length: moves.len() as u32, ..progress }.pack();
    moves.iter().enumerate().for_each(|(i, mv)| Moves::put(&mut answer[1..], i, mv.index() as u32));
}
