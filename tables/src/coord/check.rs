//! What holds of every coordinate.

use cubebatch_cube::cube::Cube;
use cubebatch_cube::cube::random::Random;

use super::{Coordinate, MoveTable};

fn histogram(table: &MoveTable) -> Vec<usize> {
    let mut seen = vec![false; table.len()];
    let mut frontier = vec![0];
    seen[0] = true;
    let mut counts = Vec::new();
    while !frontier.is_empty() {
        counts.push(frontier.len());
        let neighbours = frontier.iter().flat_map(|&value| table.row(value).to_vec());
        frontier =
            neighbours.map(usize::from).filter(|&value| !std::mem::replace(&mut seen[value], true)).collect();
    }
    counts
}

/// Checks the laws of a coordinate, for tests: ranks and their inverses, the move table on random walks, and the histogram.
///
/// # Panics
/// When one of them does not hold.
pub fn check<C: Coordinate>() {
    assert_eq!(C::rank(&Cube::SOLVED), 0);
    for value in 0..C::SIZE {
        assert_eq!(C::rank(&C::unrank(value)), value);
    }
    let table = MoveTable::of::<C>();
    let mut random = Random::new(11);
    for _ in 0..1000 {
        let mut cube = Cube::SOLVED;
        for _ in 0..30 {
            let m = random.below(C::MOVES.len() as u64) as usize;
            let after = cube.turn(C::MOVES[m]);
            assert_eq!(usize::from(table.row(C::rank(&cube))[m]), C::rank(&after));
            cube = after;
        }
    }
    assert_eq!(histogram(&table), C::HISTOGRAM);
    assert_eq!(C::HISTOGRAM.iter().sum::<usize>(), C::SIZE);
}
