//! The distance of corners and U/D edges of positions of G1 from solved.

use super::count;
use crate::coord::Coordinate;
use crate::coord::corners::Corners;
use crate::coord::sym_phase2::{CORNERS_AND_EDGES, SymPhase2Tables};
use crate::coord::ud_edges::UdEdges;
use crate::progress::{Cancelled, Control, Step};
use crate::space::{Space, Threads, half_bytes};
use crate::table::{Complete, CompleteContents};

const TABLE: Complete = Complete::Phase2Pruning;

/// About how many bytes of memory [`search`] takes at most.
pub const BYTES: u64 = (CORNERS_AND_EDGES + CORNERS_AND_EDGES / 2) as u64 + (96 << 20);

/// The number of arrangements.
const ARRANGEMENTS: u64 = (Corners::SIZE * UdEdges::SIZE) as u64;

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(control: &Control) -> Result<CompleteContents, Cancelled> {
    let mut histogram = Vec::new();
    let distances = Space::corners_and_ud_edges().explore(Threads::All, |level| {
        histogram.push(count(&SymPhase2Tables::get().classes, level));
        control.step(&Step::Building(TABLE.into()), histogram.iter().sum(), ARRANGEMENTS)
    })?;
    let far = histogram.drain(usize::from(TABLE.greatest())..).sum();
    histogram.push(far);
    Ok(CompleteContents::new(TABLE, entries(&distances), histogram))
}

/// Half a byte for each distance, the first one in the low half.
fn entries(distances: &[u8]) -> Vec<u8> {
    let entry = |distance: u8| distance.min(TABLE.greatest());
    distances.chunks_exact(2).map(|pair| half_bytes::pack(entry(pair[0]), entry(pair[1]))).collect()
}
