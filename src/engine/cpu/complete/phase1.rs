//! The distance of every code of phase 1 from G1, and the moves that lead nearer.
//!
//! Symmetric codes are equally far, so a row for each class of flip-slices is enough: 64,430 · 2187 entries instead of
//! 2,217,093,120.

use rayon::prelude::*;

use super::count;
use crate::coord::phase1::CODES;
use crate::coord::sym_phase1::{CLASSES, SIZE, SymPhase1Tables};
use crate::coord::{Coordinate, twist::Twist};
use crate::progress::{Cancelled, Control, Step};
use crate::space::{Space, Threads};
use crate::table::{Complete, CompleteContents, PHASE1_BYTES, Phase1Entry};

/// About how many bytes of memory [`search`] takes at most.
pub const BYTES: u64 = (SIZE + PHASE1_BYTES) as u64 + (48 << 20);

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(control: &Control) -> Result<CompleteContents, Cancelled> {
    let space = Space::phase1();
    let mut histogram = Vec::new();
    let distances = space.explore(Threads::All, |level| {
        histogram.push(count(&SymPhase1Tables::get().classes, level));
        control.step(&Step::Building(Complete::Phase1.into()), histogram.iter().sum(), CODES)
    })?;
    control.step(&Step::MarkingMoves, 0, 1)?;
    let row = |class: usize| &distances[class * Twist::SIZE..][..Twist::SIZE];
    let entries = entries(|class| {
        let neighbour = |m| space.neighbour(class, m);
        row_of_entries(row(class), (0..space.moves()).map(neighbour).map(|(there, map)| (row(there), map)))
    });
    Ok(CompleteContents::new(Complete::Phase1, entries, histogram))
}

/// The entries of all rows as they are stored.
fn entries(row: impl Fn(usize) -> Vec<Phase1Entry> + Sync) -> Vec<u8> {
    let mut bytes = vec![0; Complete::Phase1.bytes()];
    // Rows have an odd number of entries, so two of them begin and end with whole bytes.
    let row_pairs = bytes.par_chunks_mut(Twist::SIZE * Phase1Entry::PAIR_BYTES);
    row_pairs.zip((0..CLASSES).into_par_iter().step_by(2)).for_each(|(bytes, class)| {
        let entries: Vec<Phase1Entry> = (class..class + 2).flat_map(&row).collect();
        Phase1Entry::store(&entries, bytes);
    });
    bytes
}

/// For each twist of a row its distance and the moves that lead nearer.
fn row_of_entries<'a>(
    row: &[u8],
    neighbours: impl Iterator<Item = (&'a [u8], &'a [u16])>,
) -> Vec<Phase1Entry> {
    let mut nearer = vec![0u32; Twist::SIZE];
    for (m, (there, map)) in neighbours.enumerate() {
        for (twist, nearer) in nearer.iter_mut().enumerate() {
            *nearer |= u32::from(there[usize::from(map[twist])] < row[twist]) << m;
        }
    }
    row.iter().zip(nearer).map(|(&distance, nearer)| Phase1Entry::new(distance, nearer)).collect()
}
