//! Compares positions of phase 1 with their neighbours.

use crate::kernels::{BufferedWords, entry};
use cubebatch_shaders::two_phase::{COMPARED_WORDS, CompareParams};
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::{Coordinate, twist::Twist};

/// The twin of `two_phase/compare.wgsl`.
pub fn compare(params: &CompareParams, words: &BufferedWords, compared: &mut [u32]) {
    let positions = params.first as usize..params.end as usize;
    for (index, compared) in positions.zip(compared.chunks_mut(COMPARED_WORDS)) {
        let here = SymPhase1 {
            class: (index / Twist::SIZE) as u16,
            twist: (index % Twist::SIZE) as u16,
            ..SymPhase1::default()
        };
        let residue = |at| entry(words, at).residue();
        let neighbours = SymPhase1Tables::get().neighbours(here).enumerate();
        let level = neighbours.filter(|&(_, there)| residue(there) == residue(here));
        let level = level.fold(0, |bits, (number, _)| bits | 1 << number);
        compared.copy_from_slice(&[entry(words, here).bits(), level]);
    }
}
