//! Tests candidates against p1; all hits matter.

use super::hits;
use crate::coord::Phase2;
use crate::coord::phase2::Phase2Moves;
use crate::cube::canonical::Sequences;
use crate::layout::candidates::{Hit, SearchParams};
use crate::table::SortedView;

/// The twin of `search_phase2.wgsl`. The kernel adds these hits in any order.
pub fn search_phase2(
    params: &SearchParams,
    sequences: &Sequences,
    starts: &[Phase2],
    table: SortedView,
) -> Vec<Hit> {
    hits(params, Phase2Moves::get(), sequences, starts, table)
}
