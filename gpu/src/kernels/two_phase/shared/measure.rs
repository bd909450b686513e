//! Learns how far starts of two-phase searches are from G1.

use crate::kernels::two_phase::{distance_of, position_at, present_of, put_distance};
use cubebatch_cube::cube::Cube;
use cubebatch_search::engine::two_phase::direction::DIRECTIONS;
use cubebatch_shaders::two_phase::{Asked, Head, NO_DISTANCE, Search, starts_of};
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::symmetry::MoveImage;
use cubebatch_tables::table::{Phase, Phase1Entry};

/// It makes the starts of whole cubes.
pub fn measure(
    cubes: &[Cube],
    entry_of: &dyn Fn(SymPhase1) -> Phase1Entry,
    head: &Head,
    searches: &mut [Search],
) {
    for i in 0..head.due_asks as usize {
        let Asked { position, group } = Asked::unpack(searches[i].asked);
        let (cube, search) = (&cubes[position as usize], &mut searches[position as usize]);
        for start in starts_of(group as usize) {
            let is_searched = distance_of(search, start % DIRECTIONS) != NO_DISTANCE;
            let distance = |start| distance(&position_at(cube, start, false), entry_of);
            put_distance(search, start, if is_searched { distance(start) } else { NO_DISTANCE });
        }
        for start in starts_of(group as usize) {
            let distance = distance_of(search, start);
            search.present[present_of(group as usize)] |= u32::from(distance != NO_DISTANCE) << distance;
        }
    }
}

/// The length of the path that takes the first move which leads nearer, as often as there is one.
pub fn distance(cube: &Cube, entry_of: &dyn Fn(SymPhase1) -> Phase1Entry) -> u32 {
    let start = SymPhase1Tables::get().reduce(Phase1::of(cube));
    let next = |&here: &_| {
        let image = MoveImage::first_of(entry_of(here).nearer())?;
        Some(SymPhase1Tables::get().neighbour(here, image))
    };
    let path = std::iter::successors(Some(start), next).skip(1);
    path.take(Phase::One.diameter().into()).count() as u32
}
