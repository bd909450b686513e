//! Offers the path of every position, and paths one half turn longer, to the classes.

use super::{Slot, positions};
use crate::coord::phase2::{HALF_TURNS, Phase2Moves};
use crate::coord::{Phase2, PhaseMoves};
use crate::engine::shared::{CLASS_PLACES, CLASS_ROW, P1Classes};
use crate::table::path;

/// The twin of `p1_classes.wgsl`.
pub fn p1_classes(
    params: &P1Classes,
    source_starts: &[u32],
    source_slots: &[Slot],
    classes: &mut [u32],
    counts: &mut [u32],
) {
    let moves = Phase2Moves::get();
    let [first, end] = [params.first_class, params.end_class].map(|class| class * CLASS_PLACES as u32);
    let mut offer = |at: Phase2, path: u32| {
        let code = moves.code(at);
        if (first..end).contains(&code) {
            let class = (code - first) as usize;
            counts[class / CLASS_ROW] += u32::from(classes[class] == 0);
            classes[class] = classes[class].max(!path);
        }
    };
    let last_level = path::numbers(params.length as usize);
    let sources = params.first_source..params.end_source;
    for (at, path) in positions(sources, source_starts, source_slots, params.first_source_slot) {
        offer(at, path);
        if !last_level.contains(&path) {
            continue;
        }
        for m in 0..HALF_TURNS {
            if let Some(longer) = path::prepend(m as u32, path, params.length as usize) {
                offer(moves.turn(at, m), longer);
            }
        }
    }
}
