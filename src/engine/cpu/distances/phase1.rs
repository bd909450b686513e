//! The distance of every code of phase 1 from G1, by a complete search.
//!
//! Symmetric codes are equally far, so one row for each class of flips and slices
//! ([`SymPhase1Tables`]) is enough, of a byte a twist: 64,430 · 2187 bytes instead of
//! 2,217,093,120.

use rayon::prelude::*;

use super::rows::Rows;
use crate::coord::phase1::{CODES, PHASE1_MOVES, Phase1Moves};
use crate::coord::sym_phase1::{CLASSES, SIZE, SymPhase1Tables};
use crate::coord::{Coordinate, twist::Twist};
use crate::progress::{Cancelled, Progress};
use crate::table::{Complete, CompleteContents, Phase1Entry};

const MOVES: usize = PHASE1_MOVES.len();

/// About how many bytes of memory [`search`] takes at most.
pub const BYTES: u64 = (SIZE + Complete::Phase1.bytes()) as u64 + (48 << 20);

/// How far every code is from G1; on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(progress: &dyn Progress) -> Result<CompleteContents, Cancelled> {
    let step = "searching phase 1";
    progress.step(step, 0, CODES)?;
    let places = SymPhase1Tables::get();
    let rows = Rows::new(CLASSES, MOVES, |class, m| places.class_neighbour(class, m), map);
    let mut histogram = Vec::new();
    let distances = rows.search(|level| {
        histogram.push(count(places, level));
        progress.step(step, histogram.iter().sum(), CODES)
    })?;
    progress.step("marking the ways of phase 1", 0, 1)?;
    let row = |class: usize| &distances[class * Twist::SIZE..][..Twist::SIZE];
    let ways = ways(|class| {
        let neighbour = |m| rows.neighbour(class, m);
        row_of_ways(row(class), (0..MOVES).map(neighbour).map(|(there, map)| (row(there), map)))
    });
    Ok(CompleteContents::new(Complete::Phase1, ways, histogram))
}

/// What a move and then a symmetry do to each twist.
fn map(m: usize, symmetry: usize) -> Vec<u16> {
    let conjugates = SymPhase1Tables::get().conjugate_twists(symmetry);
    Phase1Moves::get().twist.column(m).into_iter().map(|twist| conjugates[usize::from(twist)]).collect()
}

/// How many codes the twists of a level stand for, so many of each class: each pair of a class has
/// as many.
fn count(places: &SymPhase1Tables, level: &[u16]) -> u64 {
    let codes = |(class, &twists): (usize, &u16)| u64::from(places.classes.size(class)) * u64::from(twists);
    level.iter().enumerate().map(codes).sum()
}

/// The entries of all rows as they are stored.
fn ways(row: impl Fn(usize) -> Vec<Phase1Entry> + Sync) -> Vec<u8> {
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
fn row_of_ways<'a>(row: &[u8], around: impl Iterator<Item = (&'a [u8], &'a [u16])>) -> Vec<Phase1Entry> {
    let mut nearer = vec![0u32; Twist::SIZE];
    for (m, (there, map)) in around.enumerate() {
        for (twist, nearer) in nearer.iter_mut().enumerate() {
            *nearer |= u32::from(there[usize::from(map[twist])] < row[twist]) << m;
        }
    }
    row.iter().zip(nearer).map(|(&distance, nearer)| Phase1Entry::new(distance, nearer)).collect()
}
