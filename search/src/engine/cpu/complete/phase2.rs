//! The distance of every position of G1 from solved.

use super::count;
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::sym_phase2::{CLASSES, SIZE, SymPhase2Tables};
use cubebatch_tables::coord::ud_edges::UdEdges;
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::space::SetSpace;
use cubebatch_tables::table::{Complete, CompleteContents, phase2_entry};

/// About how many bytes of memory [`search`] takes at most: the table, and three sets of 12 bits for each
/// arrangement of corners and U/D edges.
pub const BYTES: u64 = (SIZE / 2 + 3 * CLASSES * UdEdges::SIZE * size_of::<u16>()) as u64 + (64 << 20);

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(control: &Control) -> Result<CompleteContents, Cancelled> {
    let positions = Complete::Phase2.per_depth().iter().sum();
    let mut histogram = Vec::new();
    let entries = SetSpace::phase2().explore(phase2_entry, |level| {
        histogram.push(count(&SymPhase2Tables::get().classes, level));
        control.step(&Step::Building(Complete::Phase2.into()), histogram.iter().sum(), positions)
    })?;
    Ok(CompleteContents::new(Complete::Phase2, entries, histogram))
}
