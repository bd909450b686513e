//! The two-phase search has no twins: what it finds is what the CPU engine finds. `tests/complete` compares them as well, over
//! tables that it makes itself.

use std::path::Path;
use std::sync::Arc;

use crate::Gpu;
use crate::device::{Ceiling, Device};
use cubebatch_cube::cube::HTM;
use cubebatch_cube::cube::random::Random;
use cubebatch_search::engine::Load;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{Complete, CompleteTable};

/// Bounds, limits of nodes, and how many positions are searched.
const SEARCHES: [(u8, u64, usize); 6] = [
    (22, u64::MAX, 300),
    (21, u64::MAX, 200),
    (20, u64::MAX, 60),
    (19, u64::MAX, 4),
    (17, 500, 40),
    (18, u64::MAX, 1),
];

/// The table in a file of the folder that CUBEBATCH_TABLES names.
fn table(table: Complete) -> Arc<CompleteTable> {
    let folder = std::env::var_os("CUBEBATCH_TABLES").expect("CUBEBATCH_TABLES names a folder with tables");
    let mut file = std::fs::read(Path::new(&folder).join(format!("{table}.cube"))).expect("it has the table");
    let header = file.len() - table.bytes();
    file.drain(..header);
    Arc::new(CompleteTable::from_entries(table, file))
}

fn compare(gpu: &Gpu, tables: &TwoPhaseTables, searches: &[(u8, u64, usize)]) {
    let control = Control::default();
    let on_gpu = Load::<TwoPhase>::load(gpu, tables).unwrap();
    let on_cpu = Load::<TwoPhase>::load(&Cpu, tables).unwrap();
    for &(max_length, max_nodes, count) in searches {
        let cubes: Vec<_> = Random::new(max_length.into()).cubes().take(count).collect();
        let limits = TwoPhaseLimits { max_length, max_nodes, ..TwoPhaseLimits::default() };
        let [found, expected] =
            [&on_gpu, &on_cpu].map(|search| search.answers(&cubes, &limits, &control).unwrap());
        for (cube, (found, expected)) in cubes.iter().zip(found.iter().zip(&expected)) {
            assert_eq!(found, expected, "{limits:?} {cube}");
        }
    }
}

#[test]
#[ignore = "reads the complete tables in the folder that CUBEBATCH_TABLES names"]
fn what_a_gpu_finds_the_cpu_finds() {
    let [phase1, phase2, pruning] =
        [Complete::Phase1(HTM), Complete::Phase2, Complete::Phase2Pruning(HTM)].map(table);
    let gpu = Gpu::new(Device::open(None, Ceiling::default()).unwrap());
    compare(&gpu, &TwoPhaseTables { phase1: phase1.clone(), phase2 }, &SEARCHES);
    // Most of the time goes to compiling.
    compare(&gpu, &TwoPhaseTables { phase1, phase2: pruning }, &[(21, u64::MAX, 60), (17, 500, 10)]);
}
