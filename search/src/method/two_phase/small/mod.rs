//! The two-phase search where there is no room for a table of phase 1.
//!
//! It is the [plain search](crate::engine::two_phase::plain) that specifies the others, so it finds the same solutions as over complete
//! tables. Instead of exact distances it has lower bounds from pairs of coordinates, as H. Kociemba's first program had. They take
//! 9 MB, and are made in some tenths of a second. Where the search has to know a distance from G1, it finds that by iterative
//! deepening.

mod phase1;
mod phase2;

use super::{search_limits, solution};
use crate::engine::EngineError;
use crate::engine::two_phase::plain::{self, PlainDistances};
use crate::method::solve_options::SolveOptions;
use crate::method::{HandOn, Solve};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::{Phase1, Phase2, threads};
use phase1::Phase1Bounds;
use phase2::Phase2Bounds;

/// Solves by the two-phase search over small tables.
pub(super) struct Small {
    phase1: Phase1Bounds,
    phase2: Phase2Bounds,
}

impl Small {
    /// Makes the tables.
    pub(super) fn new() -> Small {
        let (phase1, phase2) = threads::both(Phase1Bounds::new, Phase2Bounds::new);
        Small { phase1, phase2 }
    }
}

impl PlainDistances for Small {
    #[inline]
    fn to_g1_at_least(&self, at: Phase1) -> u8 {
        self.phase1.of(at)
    }

    fn reaches_g1(&self, at: Phase1, moves: u8) -> bool {
        self.phase1.reaches(at, moves, None)
    }

    fn to_solved(&self, at: Phase2, at_most: u8) -> Option<u8> {
        self.phase2.distance(at, at_most)
    }

    fn path_to_solved(&self, at: Phase2, distance: u8) -> Vec<Move> {
        self.phase2.path(at, distance).expect("the distance was found by such a path")
    }
}

impl Solve for Small {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let asked = search_limits(limits.question());
        for (number, cube) in cubes.iter().enumerate() {
            let found = plain::solutions(self, cube, &asked, limits.control())?;
            hand_on(number, solution(cube, found));
        }
        Ok(())
    }

    fn best_batch(&self, _: &SolveOptions, _: usize) -> usize {
        BATCH
    }
}

/// Positions for a thread at a time.
const BATCH: usize = 16;
