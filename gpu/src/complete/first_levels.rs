//! The first levels of a complete search: so few positions that the host finds them sooner than the device looks from all
//! that are not reached.
//!
//! The host goes from each position to its neighbours, without symmetries: of a symmetric position's indices, moves from one
//! index lead to one alone, while all of them are in the level.

use rayon::prelude::*;

use crate::buffers::WORD;
use crate::device::Device;
use crate::kernel::{Kernel, grid};
use cubebatch_shaders::complete::{Enter, EnterBuffers, EnterParams};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::PhaseMoves;

/// The most neighbours that the host looks at for a level: so it finds six levels of phase 1 and seven of phase 2.
pub const MOST_NEIGHBOURS: usize = 1 << 21;

/// The first levels, until one is empty or would need looks at more than this number of neighbours.
pub fn first_levels<P: PhaseMoves<State: Ord>>(
    phase: &P,
    moves: usize,
    goal: P::State,
    is_searched: impl Fn(P::State) -> bool + Sync,
    most: usize,
) -> Vec<Vec<P::State>> {
    let mut levels = vec![vec![], vec![goal]];
    while let [.., before, last] = &levels[..]
        && last.len() * moves <= most
    {
        let neighbours = |&at: &P::State| (0..moves).map(move |m| phase.turn(at, m));
        let is_new = |at: &P::State| {
            is_searched(*at) && [last, before].iter().all(|level| level.binary_search(at).is_err())
        };
        let mut next: Vec<P::State> = last.par_iter().flat_map_iter(neighbours).filter(is_new).collect();
        next.par_sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels.split_off(1)
}

/// The words of states of a level's positions, each with its bits; several positions share a word. The position's index gives
/// the word and the bits. Words ascend.
pub fn words_of<S: Copy + Sync>(
    level: &[S],
    index: impl Fn(S) -> usize + Sync,
    a_word: usize,
    bits: impl Fn(usize) -> u32,
) -> Vec<[u32; 2]> {
    let mut indices: Vec<usize> = level.par_iter().map(|&at| index(at)).collect();
    indices.par_sort_unstable();
    let of_word = |indices: &[usize]| {
        [(indices[0] / a_word) as u32, indices.iter().fold(0, |word, &index| word | bits(index))]
    };
    indices.chunk_by(|one, next| one / a_word == next / a_word).map(of_word).collect()
}

/// Puts bits into words of states, each of which is named once.
pub fn enter(device: &Device, kernel: &Kernel<Enter>, states: &wgpu::Buffer, words: &[[u32; 2]]) {
    let most = device.max_binding / (2 * WORD);
    for pairs in words.chunks(most as usize) {
        let grid = grid(pairs.len().div_ceil(WORKGROUP as usize) as u64);
        let params = EnterParams { columns: grid.0, pairs: pairs.len() as u32 };
        let buffers = EnterBuffers { pairs: &device.filled("states to enter", pairs), states };
        let mut work = device.work();
        work.run(kernel, &params, buffers, grid);
        work.submit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::HTM;
    use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
    use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves};
    use cubebatch_tables::coord::{Phase1, Phase2};
    use cubebatch_tables::table::Complete;

    fn counts<P: PhaseMoves<State: Ord + Default>>(phase: &P, moves: usize, most: usize) -> Vec<u64> {
        let levels = first_levels(phase, moves, P::State::default(), |_| true, most);
        levels.iter().map(|level| level.len() as u64).collect()
    }

    #[test]
    fn the_first_levels_have_as_many_positions_as_published() {
        let phase1 = counts(Phase1Moves::get(), PHASE1_MOVES.len(), MOST_NEIGHBOURS);
        assert_eq!(phase1, Complete::Phase1(HTM).per_depth()[..7]);
        let phase2 = counts(Phase2Moves::get(), PHASE2_MOVES.len(), MOST_NEIGHBOURS);
        assert_eq!(phase2, Complete::Phase2.per_depth()[..8]);
        for (most, levels) in [(9, 1), (10, 2), (99, 2), (100, 3)] {
            assert_eq!(counts(Phase2Moves::get(), PHASE2_MOVES.len(), most), phase2[..levels]);
        }
    }

    #[test]
    fn levels_end_where_nothing_more_is_searched() {
        let few = |at: Phase2| at.corners == 0 && at.slice_perm == 0;
        let levels = first_levels(Phase2Moves::get(), PHASE2_MOVES.len(), Phase2::default(), few, usize::MAX);
        assert_eq!(levels.concat(), [Phase2::default()]);
        let none = |at: Phase1| at == Phase1::default();
        let levels =
            first_levels(Phase1Moves::get(), PHASE1_MOVES.len(), Phase1::default(), none, usize::MAX);
        assert_eq!(levels.concat(), [Phase1::default()]);
    }
}
