//! Tables with noise in them: a search reports the damage, and there is no wrong row and no panic.

use cubebatch::cube::random::Random;
use cubebatch::{Cube, Error, Method, Solution, SolveOptions};
use cubebatch_cube::cube::HTM;
use cubebatch_tables::table::{Complete, CompleteTable};

use super::{Built, builder_over, damaged_table};

/// A complete table with `bytes` bytes of noise in its middle.
fn noisy(table: &Built, bytes: usize) -> CompleteTable {
    let mut entries = table.entries().to_vec();
    let mut random = Random::new(140);
    let first = entries.len() / 2;
    for word in entries[first..first + bytes].chunks_exact_mut(8) {
        word.copy_from_slice(&random.below(u64::MAX).to_le_bytes());
    }
    CompleteTable::from_entries(table.id(), entries)
}

/// Solves positions with noise in one of the tables; returns how many answers reported it.
fn told_with_noise(
    damaged: Complete,
    bytes: usize,
    method: Method,
    limits: &SolveOptions,
    positions: usize,
) -> usize {
    let tables = Built::all().map(|table| match table.id() == damaged {
        true => noisy(table, bytes).into(),
        false => table.table(),
    });
    let memory = if damaged == Complete::Phase1Distances(HTM) { 150_000_000 } else { 2 << 30 };
    let solver = builder_over(tables).method(method).memory(memory).open().unwrap();
    let cubes: Vec<Cube> = Random::new(141).cubes().take(positions).collect();
    let solutions = solver.solve_batch(&cubes, limits);
    let is_told = |(cube, solution): (&Cube, &Result<Solution, Error>)| match solution {
        Ok(solution) => {
            assert!(solution.solves(cube));
            false
        }
        Err(error) => match damaged_table(solution) {
            Some(table) => table == damaged.into(),
            None => panic!("{damaged}: {error}"),
        },
    };
    cubes.iter().zip(&solutions).map(is_told).filter(|&told| told).count()
}

const MIB: usize = 1 << 20;

#[test]
fn noise_in_the_table_of_phase_1_is_told() {
    // 208 and 55 of these: a search follows no path to its end to look for damage.
    for (limits, positions, least) in
        [(SolveOptions::at_most(21), 300, 200), (SolveOptions::at_most(20), 60, 54)]
    {
        let told = told_with_noise(Complete::Phase1(HTM), 32 * MIB, Method::TwoPhase, &limits, positions);
        assert!(told >= least, "{told}");
    }
    // Some searches report noise in a hundredth of the table.
    assert!(
        told_with_noise(Complete::Phase1(HTM), 3 * MIB, Method::TwoPhase, &SolveOptions::at_most(21), 300)
            > 30
    );
    assert!(
        told_with_noise(Complete::Phase1(HTM), 32 * MIB, Method::Descent, &SolveOptions::default(), 300) > 30
    );
}

#[test]
fn noise_in_the_distances_of_phase_1_is_told() {
    // Only a quarter of the entries in the noise are no distances modulo 3.
    for (limits, positions) in [(SolveOptions::at_most(21), 300), (SolveOptions::at_most(20), 60)] {
        let told =
            told_with_noise(Complete::Phase1Distances(HTM), 3 * MIB, Method::TwoPhase, &limits, positions);
        assert!(told > positions / 2, "{told}");
    }
}

#[test]
fn noise_in_the_table_of_phase_2_is_told() {
    for (method, limits, positions) in [
        (Method::TwoPhase, SolveOptions::at_most(21), 300),
        (Method::TwoPhase, SolveOptions::at_most(20), 60),
        (Method::Descent, SolveOptions::default(), 300),
    ] {
        assert!(told_with_noise(Complete::Phase2, 64 * MIB, method, &limits, positions) > 0);
    }
}
