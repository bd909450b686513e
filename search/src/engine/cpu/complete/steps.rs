//! The tables of phase 1, and of corners and U/D edges in phase 2, by what turns cost.
//!
//! Symmetric codes are equally far, so a row for each class of flip-slices is enough: 64,430 · 2187 entries instead of
//! 2,217,093,120. In phase 2 a row stands for a class of corners.

use rayon::prelude::*;

use super::count;
use cubebatch_cube::cube::HTM;
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::steps::PhaseSteps;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::twist::Twist;
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::space::{HalfBytes, ResidueCells, Space, Threads, residues};
use cubebatch_tables::table::{Complete, CompleteContents, Phase, Phase1Layout};

/// About how many bytes of memory [`search`] takes at most: the distances, the table, and a bit for each position of the
/// levels from which a step can lead to the next one.
pub fn bytes(table: Complete) -> u64 {
    let distances = match table {
        Complete::Phase1Distances(HTM) => table.bytes(),
        // They are the table.
        Complete::Phase2Pruning(HTM) => 0,
        _ => table.entries(),
    };
    // All positions that are reached take a bit as well.
    let levels = u64::from(table.costs().dearest()) + 2;
    let working = if table.costs() == HTM && table.phase() == Phase::One { 16 << 20 } else { 64 << 20 };
    (distances + table.bytes()) as u64 + levels * table.entries() as u64 / 8 + working
}

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(table: Complete, control: &Control) -> Result<CompleteContents, Cancelled> {
    let costs = table.costs();
    let (phase, space, classes) = match table.phase() {
        Phase::One => {
            let phase = PhaseSteps::one(costs);
            let space = Space::phase1_by(&phase.moves);
            (phase, space, &SymPhase1Tables::get().classes)
        }
        Phase::Two => {
            let phase = PhaseSteps::two(costs);
            let space = Space::corners_and_ud_edges_by(&phase.moves);
            (phase, space, &SymPhase2Tables::get().classes)
        }
    };
    let space = space.with_costs(phase.costs());
    let mut histogram = Vec::new();
    let show = |level: &[u16]| {
        histogram.push(count(classes, level));
        control.step(&Step::Building(table.into()), histogram.iter().sum(), table.positions())
    };
    let mut entries = match table {
        Complete::Phase1Distances(HTM) => {
            residues::joined(&space.explore_in(ResidueCells, [(0, 0)], Threads::All, show)?, Twist::SIZE)
        }
        // A row of 40,320 distances has whole bytes, so there is nothing between rows.
        Complete::Phase2Pruning(HTM) => space.explore_in(HalfBytes, [(0, 0)], Threads::All, show)?,
        _ => space.explore(Threads::All, show)?,
    };
    // The search goes on as long as a dear step may lead somewhere.
    histogram.truncate(histogram.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
    // An entry says the same of all that are farther.
    let greatest = usize::from(table.greatest());
    if let Some(farther) = histogram.get(greatest + 1..) {
        let farther: u64 = farther.iter().sum();
        histogram.truncate(greatest + 1);
        histogram[greatest] += farther;
    }
    if let Complete::Phase1(_) = table {
        control.step(&Step::MarkingMoves, 0, 1)?;
        entries = with_steps(table, &space, &phase, &entries);
    }
    entries.resize(table.bytes(), 0);
    Ok(CompleteContents::new(table, entries, histogram))
}

/// The entries of phase 1 as they are stored: each distance with the steps that lead nearer.
fn with_steps(table: Complete, space: &Space, phase: &PhaseSteps, distances: &[u8]) -> Vec<u8> {
    let (layout, costs) = (Phase1Layout::of(table), phase.costs());
    let row = |class: usize| &distances[class * Twist::SIZE..][..Twist::SIZE];
    let entries_of = |class: usize| {
        let mut nearer = vec![0u64; Twist::SIZE];
        for (m, &cost) in costs.iter().enumerate() {
            let (there, map) = space.neighbour(class, m);
            let there = row(there);
            for ((nearer, &distance), &to) in nearer.iter_mut().zip(row(class)).zip(map) {
                *nearer |= u64::from(there[usize::from(to)] + cost == distance) << m;
            }
        }
        row(class).iter().zip(nearer).map(move |(&distance, nearer)| layout.entry(distance, nearer))
    };
    let mut bytes = vec![0; table.bytes()];
    // A row has an odd number of entries, of which two have whole bytes together.
    let row_pairs = bytes.par_chunks_mut(layout.bytes_of(2 * Twist::SIZE));
    row_pairs.zip((0..space.rows()).into_par_iter().step_by(2)).for_each(|(bytes, class)| {
        let entries: Vec<u64> = (class..class + 2).flat_map(entries_of).collect();
        layout.store(&entries, bytes);
    });
    bytes
}
