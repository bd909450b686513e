//! The distance of every code of phase 1 from G1, with the moves that lead nearer or without.
//!
//! Symmetric codes are equally far, so a row for each class of flip-slices is enough: 64,430 · 2187 entries instead of
//! 2,217,093,120.

use rayon::prelude::*;

use super::count;
use cubebatch_tables::coord::phase1::CODES;
use cubebatch_tables::coord::sym_phase1::{CLASSES, SIZE, SymPhase1Tables};
use cubebatch_tables::coord::{Coordinate, twist::Twist};
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::space::{Residues, Space, Threads, residues};
use cubebatch_tables::table::{Complete, CompleteContents, Phase1Entry};

/// About how many bytes of memory [`search`] takes at most: the distances, the table, and three bits for each position.
pub fn bytes(table: Complete) -> u64 {
    let distances = if table == Complete::Phase1 { SIZE } else { table.bytes() };
    (distances + table.bytes() + SIZE * 3 / 8) as u64 + (16 << 20)
}

/// [`Complete::Phase1`] or [`Complete::Phase1Distances`], by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(table: Complete, control: &Control) -> Result<CompleteContents, Cancelled> {
    let space = Space::phase1();
    let mut histogram = Vec::new();
    let show = |level: &[u16]| {
        histogram.push(count(&SymPhase1Tables::get().classes, level));
        control.step(&Step::Building(table.into()), histogram.iter().sum(), CODES)
    };
    let entries = match table {
        Complete::Phase1 => {
            let distances = space.explore(Threads::All, show)?;
            control.step(&Step::MarkingMoves, 0, 1)?;
            with_moves(&space, &distances)
        }
        _ => residues::joined(&space.explore_in(Residues, [(0, 0)], Threads::All, show)?, Twist::SIZE),
    };
    Ok(CompleteContents::new(table, entries, histogram))
}

/// The entries as they are stored, of all rows: each distance with the moves that lead nearer.
fn with_moves(space: &Space, distances: &[u8]) -> Vec<u8> {
    let row = |class: usize| &distances[class * Twist::SIZE..][..Twist::SIZE];
    let entries_of = |class| {
        let neighbour = |m| space.neighbour(class, m);
        row_of_entries(row(class), (0..space.moves()).map(neighbour).map(|(there, map)| (row(there), map)))
    };
    let mut bytes = vec![0; Complete::Phase1.bytes()];
    // Rows have an odd number of entries, so two of them begin and end with whole bytes.
    let row_pairs = bytes.par_chunks_mut(Twist::SIZE * Phase1Entry::PAIR_BYTES);
    row_pairs.zip((0..CLASSES).into_par_iter().step_by(2)).for_each(|(bytes, class)| {
        let entries: Vec<Phase1Entry> = (class..class + 2).flat_map(entries_of).collect();
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
