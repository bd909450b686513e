//! The tables of both phases by what turns cost.

use rayon::prelude::*;

use super::count;
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::steps::PhaseSteps;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::twist::Twist;
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::space::{Space, Threads};
use cubebatch_tables::table::{Complete, CompleteContents, EntryByCosts, LayoutByCosts, Phase};

/// About how many bytes of memory [`search`] takes at most: a byte for each distance, the table, and a bit for each position of the
/// levels from which a step can lead to the next one.
pub fn bytes(table: Complete) -> u64 {
    // All positions that are reached take a bit as well.
    let levels = u64::from(table.costs().dearest()) + 2;
    (table.entries() + table.bytes()) as u64 + levels * table.entries() as u64 / 8 + (64 << 20)
}

/// The table, by a search on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
///
/// # Panics
/// When the table does not count by costs.
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
    let mut entries = space.explore(Threads::All, |level| {
        histogram.push(count(classes, level));
        control.step(&Step::Building(table.into()), histogram.iter().sum(), table.positions())
    })?;
    // The search goes on as long as a dear step may lead somewhere.
    histogram.truncate(histogram.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
    match table {
        Complete::Phase1By(_) => {
            control.step(&Step::MarkingMoves, 0, 1)?;
            entries = with_steps(table, &space, &phase, &entries);
        }
        Complete::Phase1DistancesBy(_) | Complete::Phase2PruningBy(_) => {
            entries.resize(table.bytes(), 0);
        }
        other => panic!("{other} does not count by costs"),
    }
    Ok(CompleteContents::new(table, entries, histogram))
}

/// The entries of phase 1 as they are stored: each distance with the steps that lead nearer.
fn with_steps(table: Complete, space: &Space, phase: &PhaseSteps, distances: &[u8]) -> Vec<u8> {
    let (layout, costs) = (LayoutByCosts::of(table), phase.costs());
    let row = |class: usize| &distances[class * Twist::SIZE..][..Twist::SIZE];
    let mut bytes = vec![0; table.bytes()];
    let row_bytes = Twist::SIZE * (table.bytes() / table.entries());
    bytes.par_chunks_exact_mut(row_bytes).enumerate().for_each(|(class, bytes)| {
        let mut nearer = vec![0u64; Twist::SIZE];
        for (m, &cost) in costs.iter().enumerate() {
            let (there, map) = space.neighbour(class, m);
            let there = row(there);
            for ((nearer, &distance), &to) in nearer.iter_mut().zip(row(class)).zip(map) {
                *nearer |= u64::from(there[usize::from(to)] + cost == distance) << m;
            }
        }
        let entries = row(class).iter().zip(nearer);
        let entries = entries.map(|(&distance, nearer)| EntryByCosts { distance, nearer });
        layout.store(entries, bytes);
    });
    bytes
}
