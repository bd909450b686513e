//! Complete distance tables: breadth-first searches of whole phases, up to symmetry.

mod classes;
mod phase1;
mod phase2;
pub mod rows;

pub use classes::count_classes;

use crate::progress::{Cancelled, Progress};
use crate::table::{Distances, Phase};

/// How far every position of a phase is from its goal; on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search_distances(phase: Phase, progress: &dyn Progress) -> Result<Distances, Cancelled> {
    match phase {
        Phase::One => phase1::search(progress),
        Phase::Two => phase2::search(progress),
    }
}

/// About how many bytes of memory [`search_distances`] takes at most.
pub const fn search_bytes(phase: Phase) -> u64 {
    match phase {
        Phase::One => phase1::BYTES,
        Phase::Two => phase2::BYTES,
    }
}
