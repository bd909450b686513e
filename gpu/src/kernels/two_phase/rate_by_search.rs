//! Searches how far ends of phase 1 are from solved.

use super::rate::rate_each;
use cubebatch_cube::cube::Cube;
use cubebatch_search::engine::phase2::search::Phase2Search;
use cubebatch_shaders::two_phase::{Head, LEVELS, Node, RateBySearchParams, Search};
use cubebatch_tables::coord::sym_phase2::SymPhase2;
use cubebatch_tables::table::Phase;

/// The twin of `two_phase/rate_by_search.wgsl`: it searches as the CPU engine does. An invocation may try as many moves as it
/// needs, or none.
pub fn rate_by_search(
    params: &RateBySearchParams,
    head: &Head,
    cubes: &[Cube],
    phase2: &Phase2Search,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let distance = |at: SymPhase2, at_most: usize, search: &mut Search| {
        let at_most = (at_most as u8).min(Phase::Two.diameter());
        match params.tries {
            0 => {
                search.given_up |= u32::from(phase2.bound(at) <= at_most);
                usize::from(at_most) + 1
            }
            _ => phase2.distance(at, at_most).into(),
        }
    };
    let ends = &mut nodes[LEVELS * params.places as usize..];
    rate_each(params.max_length, head, cubes, searches, ends, distance);
}
