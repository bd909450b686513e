//! Shortest solutions.

use std::sync::LazyLock;

use super::library;
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::table::{FilterSize, verify};
use cubebatch::{Error, Limits, Method, Solver, SolverBuilder};

/// Enough for the smallest filter.
const MEMORY: u64 = 900 << 20;

fn builder() -> SolverBuilder {
    super::PHASE1.id();
    super::PRUNING.id();
    Solver::builder().method(Method::Optimal).tables(library().folder()).memory(MEMORY)
}

static SOLVER: LazyLock<Solver> = LazyLock::new(|| builder().open().unwrap());

/// Words of up to so many moves, and where they lead from solved.
fn words(seed: u64, longest: usize) -> impl Iterator<Item = (Cube, usize)> {
    let mut random = Random::new(seed);
    (1..=longest).map(move |length| {
        let moves: Vec<Move> = (0..length).map(|_| Move::from_index(random.below(18) as usize)).collect();
        (Cube::SOLVED.apply(&moves), length)
    })
}

#[test]
fn solutions_are_never_longer_than_a_way_there() {
    let limits = Limits::default();
    for (cube, length) in (0..4).flat_map(|seed| words(seed, 14)) {
        let solution = SOLVER.solve(&cube, &limits).unwrap();
        assert!(cube.apply(&solution.moves).is_solved());
        assert!(solution.length() <= length);
        // The inverse is as far away.
        let of_inverse = SOLVER.solve(&cube.inverse(), &limits).unwrap();
        assert_eq!(of_inverse.length(), solution.length());
    }
}

#[test]
fn many_are_solved_in_their_order_on_any_threads() {
    let cubes: Vec<Cube> = words(9, 14).map(|(cube, _)| cube).collect();
    let solve = |solver: &Solver| -> Vec<_> {
        solver.solve_all(cubes.iter().copied(), &Limits::default()).map(Result::unwrap).collect()
    };
    let expected = solve(&SOLVER);
    for threads in [1, 3] {
        assert!(solve(&builder().threads(threads).open().unwrap()) == expected);
    }
}

#[test]
fn the_filter_is_sound() {
    SOLVER.tables();
    let table = library().open(FilterSize::Mb300).unwrap().expect("it was built");
    assert_eq!(verify(&table, 100_000).unwrap().replayed, 100_000);
}

#[test]
fn too_little_memory_is_refused() {
    let refused = builder().memory(500 << 20).open();
    assert!(
        matches!(refused, Err(Error::TooLittleMemory { method: Method::Optimal, least, .. }) if least < MEMORY)
    );
}
