//! How far starts are from G1.

use crate::engine::cpu::two_phase::last_moves::{self, LastMovesTable};
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::table::Phase1Table;

/// The distance that may stand for greater ones where [`distances`] need not be exact.
pub const FAR: u8 = last_moves::LENGTH + 3;

/// A path into G1 that is followed to here.
struct FollowedPath {
    at: SymPhase1,
    followed: u8,
    /// The moves after which the distance is a multiple of three.
    left: u8,
}

/// The distances of positions, side by side, so that their waits for memory overlap; `None` if the table contradicts itself. Unless they
/// are to be exact, [`FAR`] stands for greater ones as well.
///
/// A table that has distances modulo 3 says how many moves of a path leave a multiple of three, which is nine unless the last-moves
/// table lists it.
pub fn distances(
    table: &Phase1Table,
    starts: impl Iterator<Item = SymPhase1>,
    is_exact: bool,
) -> Option<Vec<u8>> {
    let starts: Vec<SymPhase1> = starts.inspect(|&at| table.prefetch(at)).collect();
    if !table.is_modulo_3() {
        return starts.into_iter().map(|at| table.distance(at)).collect();
    }
    let begin = |&at: &SymPhase1| {
        SymPhase1Tables::get().prefetch(at);
        let left = match table.residue(at) {
            // Nine and twelve moves are distinguished three moves on.
            0 if is_exact => 3,
            residue => residue,
        };
        FollowedPath { at, followed: 0, left }
    };
    let mut paths: Vec<FollowedPath> = starts.iter().map(begin).collect();
    for _ in 0..3 {
        for path in paths.iter_mut().filter(|path| path.followed < path.left) {
            // In G1 it ends.
            if let Some(next) = table.step_nearer(path.at) {
                (path.at, path.followed) = (next, path.followed + 1);
                table.prefetch(next);
                SymPhase1Tables::get().prefetch(next);
            }
        }
    }
    let last_moves = LastMovesTable::get();
    let distance = |path: FollowedPath| path.followed + last_moves.distance(path.at).unwrap_or(FAR);
    let distances = paths.into_iter().map(distance).zip(starts);
    distances.map(|(distance, at)| (distance % 3 == table.residue(at)).then_some(distance)).collect()
}
