//! How far corners and U/D edges of positions of G1 are from solved, by a complete search.

use super::rows::Rows;
use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase2::{CLASSES, SymPhase2Tables};
use crate::coord::{Coordinate, ud_edges::UdEdges};
use crate::progress::{Cancelled, Progress};
use crate::table::{Complete, CompleteContents, half_bytes};

const TABLE: Complete = Complete::Phase2Pruning;

/// About how many bytes of memory [`search`] takes at most.
pub const BYTES: u64 = (TABLE.entries() + TABLE.bytes()) as u64 + (96 << 20);

/// The number of arrangements.
const ARRANGEMENTS: u64 = 40_320 * 40_320;

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(progress: &dyn Progress) -> Result<CompleteContents, Cancelled> {
    let step = "searching corners and U/D edges";
    let tables = SymPhase2Tables::get();
    let map = |m, symmetry| {
        let conjugates = tables.conjugate_ud_edges(symmetry);
        let turned = Phase2Moves::get().ud_edges.column(m).into_iter();
        turned.map(|edges| conjugates[usize::from(edges)]).collect()
    };
    let rows = Rows::new(CLASSES, PHASE2_MOVES.len(), |class, m| tables.class_neighbour(class, m), map);
    let mut histogram = Vec::new();
    let distances = rows.search(|level| {
        histogram.push(count(tables, level));
        progress.step(step, histogram.iter().sum(), ARRANGEMENTS)
    })?;
    let most = usize::from(TABLE.greatest());
    let far = histogram.drain(most..).sum();
    histogram.push(far);
    Ok(CompleteContents::new(TABLE, entries(&distances), histogram))
}

/// How many arrangements the members of a level stand for, so many of each class.
fn count(tables: &SymPhase2Tables, level: &[u16]) -> u64 {
    let members = |(class, &edges): (usize, &u16)| u64::from(tables.classes.size(class)) * u64::from(edges);
    level.iter().enumerate().map(members).sum()
}

/// Half a byte for each distance, the first one in the low half.
fn entries(distances: &[u8]) -> Vec<u8> {
    let entry = |distance: u8| distance.min(TABLE.greatest());
    distances.chunks_exact(2).map(|pair| half_bytes::pack(entry(pair[0]), entry(pair[1]))).collect()
}

const _: () = assert!(UdEdges::SIZE == 40_320 && TABLE.entries() == CLASSES * UdEdges::SIZE);
