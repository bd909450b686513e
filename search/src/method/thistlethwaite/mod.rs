//! Thistlethwaite's method (1981): four phases, each through a group of which the next one is
//! a part, and each as short as possible.
//!
//! | phase | to | cosets | moves at most |
//! |---|---|---:|---:|
//! | 1 | G1 = ⟨U, D, R, L, F2, B2⟩ | 2048 | 7 |
//! | 2 | G2 = ⟨U, D, R2, L2, F2, B2⟩ | 1,082,565 | 10 |
//! | 3 | G3 = ⟨U2, D2, R2, L2, F2, B2⟩ | 29,400 | 13 |
//! | 4 | solved | 663,552 | 15 |
//!
//! Tables hold the distance of every coset, in memory, 1.7 MiB; a phase goes from its coset
//! to one that is a move nearer until it has arrived.

mod phase1;
mod phase2;
mod phase3;
mod phase4;
mod tetrads;

use std::sync::Arc;

use super::solve_options::SolveOptions;
use crate::engine::EngineError;
use crate::solution::Solution;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::space::{self, RowAndValue, Space, SpaceDistances};

use super::{HandOn, MethodCard, Solve, SolveOption, Takes, checked};

/// 7, 10, 13 and 15 moves, the most that its phases take (Jaap Scherphuis, <https://www.jaapsch.net/puzzles/thistle.htm>).
const LONGEST: u8 = 7 + 10 + 13 + 15;

pub(super) const CARD: MethodCard = MethodCard {
    name: "thistlethwaite",
    title: "Thistlethwaite's method: four phases, each as short as possible; needs no table files",
    alias: None,
    phases: &["edges oriented", "corners oriented", "into half turns", "solved"],
    proves: false,
    options: &[Takes::of(SolveOption::Memory), Takes::of(SolveOption::To)],
    budgets: &[],
    seconds: |_| 20e-6,
    short_batch: None,
    gpu: |_| Err("this method"),
    tables: |_| Vec::new(),
    load: |_| Ok(Arc::new(Thistlethwaite::new())),
    usual_length: |_| None,
    longest: |_| Some(LONGEST),
    counts_by: |_| true,
    solves_by: |_| true,
    is_of_moves: false,
};

/// Positions for a thread at a time: enough to make hand-overs cheap.
const BATCH: usize = 256;

/// A phase: two coordinates that together give the coset of the next group for a position of this phase's group. The next group
/// itself has 0 and 0.
struct SubgroupPhase {
    space: fn(&[Move]) -> Space,
    rank: fn(&Cube) -> RowAndValue,
    /// The moves of this phase's group.
    moves: &'static [Move],
}

impl SubgroupPhase {
    const fn of<First: Coordinate, Second: Coordinate>(moves: &'static [Move]) -> SubgroupPhase {
        SubgroupPhase { space: Space::of::<First, Second>, rank: space::rank::<First, Second>, moves }
    }
}

const PHASES: [SubgroupPhase; 4] = [phase1::PHASE, phase2::PHASE, phase3::PHASE, phase4::PHASE];

/// Solves by Thistlethwaite's method: every phase is as short as possible.
///
/// Where a phase begins with a turn of a face that the one before it ended with, the two are
/// joined, which ends the one before as well and leaves less to the next. Turns of opposite
/// faces stay in the order of the phases, so that every phase ends where the solution says.
pub struct Thistlethwaite {
    distances: [SpaceDistances; 4],
}

impl Thistlethwaite {
    /// Finds all distances, in some hundredths of a second.
    pub fn new() -> Thistlethwaite {
        Thistlethwaite { distances: PHASES.map(|phase| SpaceDistances::new((phase.space)(phase.moves))) }
    }

    /// How many cosets lie at each distance (HTM), for each phase.
    pub fn histograms(&self) -> [Vec<u64>; 4] {
        self.distances.each_ref().map(SpaceDistances::histogram)
    }

    fn solution(&self, cube: &Cube) -> Solution {
        let mut sequence = JoinedPhases { end: *cube, moves: Vec::new(), phase_lengths: Vec::new() };
        for (phase, distances) in PHASES.iter().zip(&self.distances) {
            let moves = distances.descend((phase.rank)(&sequence.end)).map(|m| phase.moves[m]);
            sequence.add_phase(moves);
        }
        Solution::new(sequence.moves, sequence.phase_lengths)
    }
}

impl Default for Thistlethwaite {
    fn default() -> Thistlethwaite {
        Thistlethwaite::new()
    }
}

impl Solve for Thistlethwaite {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        for (number, cube) in cubes.iter().enumerate() {
            limits.control().check()?;
            hand_on(number, checked(cube, self.solution(cube)));
        }
        Ok(())
    }

    fn best_batch(&self, _: &SolveOptions, _: usize) -> usize {
        BATCH
    }
}

/// The phases that are done.
struct JoinedPhases {
    /// The position after the moves.
    end: Cube,
    moves: Vec<Move>,
    phase_lengths: Vec<usize>,
}

impl JoinedPhases {
    fn add_phase(&mut self, moves: impl Iterator<Item = Move>) {
        let before = self.moves.len();
        for mv in moves {
            self.end = self.end.turn(mv);
            if !self.join(mv) {
                self.moves.push(mv);
            }
        }
        self.phase_lengths.push(self.moves.len() - before);
    }

    /// Joins a turn with one of the same face at the end of the phases before, if there is one.
    fn join(&mut self, mv: Move) -> bool {
        let mut run = self.moves.iter_mut().rev().take_while(|last| last.face().axis() == mv.face().axis());
        let Some(last) = run.find(|last| last.face() == mv.face()) else { return false };
        // `mv` is in the group to which `last` led: had they cancelled out, the phase of `last`
        // would have been done without it.
        *last = Move::new(mv.face(), last.turns() + mv.turns()).expect("every phase is shortest");
        true
    }
}
