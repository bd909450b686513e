//! Tests candidates against a sorted table of phase 2; all hits matter.

use crate::coord::Phase2;
use crate::coord::phase2::Phase2Moves;
use crate::cube::canonical::Sequences;
use crate::engine::cpu::kernels::hits;
use crate::engine::layout::candidates::{Hit, SearchParams};
use crate::table::SortedView;

/// The twin of `candidates/phase2.wgsl`. The kernel adds these hits in any order.
pub fn phase2(
    params: &SearchParams,
    sequences: &Sequences,
    starts: &[Phase2],
    table: SortedView,
) -> Vec<Hit> {
    hits(params, Phase2Moves::get(), sequences, starts, table)
}
