//! Positions whose solutions are known: a device that finds others computes wrongly, and is not searched with.

use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::EngineError;

/// How many positions are solved before a device is used for a search.
pub const COUNT: usize = 256;

/// The [`digest`] of what the two-phase search finds of at most 21 moves, by its default limits.
pub const TWO_PHASE: u64 = 5_591_141_690_813_250_976;

/// The [`digest`] of the best of [`DESCENT_ENDS`] descents.
pub const DESCENT: u64 = 13_301_743_461_172_495_128;

/// How many descents are compared for each position.
pub const DESCENT_ENDS: usize = 4;

/// The positions.
pub fn cubes() -> Vec<Cube> {
    Random::new(2_566_256).cubes().take(COUNT).collect()
}

/// A number that other solutions do not have (FNV-1a of 64 bits).
pub fn digest<'a>(solutions: impl IntoIterator<Item = &'a [Move]>) -> u64 {
    let add = |hash: u64, byte: usize| (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3);
    let end = Move::COUNT;
    let bytes = |moves: &'a [Move]| moves.iter().map(|mv| mv.index()).chain([end]);
    solutions.into_iter().flat_map(bytes).fold(0xcbf2_9ce4_8422_2325, add)
}

/// Fails if the solutions of all these positions are not the known ones. Where there are none for some, a table is damaged, which who
/// asks will hear.
///
/// # Errors
/// [`EngineError::Device`]
pub(super) fn check<'a>(
    solutions: impl IntoIterator<Item = Option<&'a [Move]>>,
    known: u64,
) -> Result<(), EngineError> {
    let solutions: Option<Vec<_>> = solutions.into_iter().collect();
    match solutions {
        Some(solutions) if digest(solutions.iter().copied()) != known => Err(EngineError::Device(
            "it finds other solutions than a processor does, so the card or its driver is at fault, or a table is damaged".to_owned(),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_solutions_are_refused_and_missing_ones_are_not() {
        let solutions: Vec<Vec<Move>> = (1..9).map(|n| Move::all().step_by(n).collect()).collect();
        let known = digest(solutions.iter().map(Vec::as_slice));
        let all = || solutions.iter().map(|moves| Some(&moves[..]));
        assert_eq!(check(all(), known), Ok(()));
        assert!(check(all().skip(1), known).is_err());
        // Where one ends counts as well.
        assert!(check([Some(&solutions.concat()[..])], known).is_err());
        assert_eq!(check(all().chain([None]), 0), Ok(()));
    }
}
