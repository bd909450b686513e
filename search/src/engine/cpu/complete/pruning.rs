//! The distance of corners and U/D edges of positions of G1 from solved.

use super::count;
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::corners::Corners;
use cubebatch_tables::coord::sym_phase2::{CORNERS_AND_EDGES, SymPhase2Tables};
use cubebatch_tables::coord::ud_edges::UdEdges;
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::space::{HalfBytes, Space, Threads};
use cubebatch_tables::table::{Complete, CompleteContents};

const TABLE: Complete = Complete::Phase2Pruning;

/// About how many bytes of memory [`search`] takes at most: the table, and three bits for each arrangement.
pub const BYTES: u64 = (CORNERS_AND_EDGES / 2 + CORNERS_AND_EDGES * 3 / 8) as u64 + (64 << 20);

/// The number of arrangements.
const ARRANGEMENTS: u64 = (Corners::SIZE * UdEdges::SIZE) as u64;

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(control: &Control) -> Result<CompleteContents, Cancelled> {
    let mut histogram = Vec::new();
    // A row of 40,320 distances has whole bytes, so there is nothing between rows.
    let entries = Space::corners_and_ud_edges().explore_in(HalfBytes, [(0, 0)], Threads::All, |level| {
        histogram.push(count(&SymPhase2Tables::get().classes, level));
        control.step(&Step::Building(TABLE.into()), histogram.iter().sum(), ARRANGEMENTS)
    })?;
    let far = histogram.drain(usize::from(TABLE.greatest())..).sum();
    histogram.push(far);
    Ok(CompleteContents::new(TABLE, entries, histogram))
}
