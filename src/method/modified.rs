//! Lin's modified two-phase method (2023): both phases meet a sorted table.
//!
//! Phase 1 tests candidate sequences until one leads to a position in p0, whose moves go on
//! into G1 = ⟨U, D, R2, L2, F2, B2⟩. Phase 2 does the same with moves of G1 and p1, which
//! knows positions up to turns of U and D; two turns at most join candidate and table.

use std::sync::Arc;

use super::{Card, Fault, Solve, SolveOption, checked};
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::{PHASE2_MOVES, inverse_move};
use crate::coord::{Phase1, Phase2, PhaseMoves, phase1::Phase1Moves, phase2::Phase2Moves};
use crate::cube::{Cube, Face, Move, merge};
use crate::engine::candidates::{CandidateTables, Candidates, Hit};
use crate::engine::{Engine, EngineError, Load, Loaded};
use crate::limits::Limits;
use crate::solution::Solution;
use crate::table::{SortedTable, path};

pub(super) const CARD: Card = Card {
    name: "modified",
    title: "Lin's modified two-phase method: shortest phase 1, both phases end in sorted tables",
    phases: 2,
    runs_on_gpu: true,
    options: &[SolveOption::Phase1Depth, SolveOption::Phase2Depth],
};

/// The greatest distance to G1, and to solved up to turns of U and D within it.
const DIAMETERS: [u8; 2] = [12, 17];

/// Solves by the modified two-phase method: phase 1 is as short as possible, and the moves
/// are canonical. (Joining turns at the seam of the phases can move the last turn of phase 1
/// one place behind.)
pub(crate) struct Modified {
    phase1: CandidateTables,
    phase2: CandidateTables,
    search1: Loaded<Candidates<Phase1>>,
    search2: Loaded<Candidates<Phase2>>,
}

impl Modified {
    /// The least depths of the tables: below these, the candidates that reach all positions have no numbers
    /// of 32 bits.
    pub const LEAST_DEPTHS: [u8; 2] = [4, 6];

    /// A solver over a sorted table of each phase, not less deep than [`Modified::LEAST_DEPTHS`].
    ///
    /// # Errors
    /// When the engine cannot load the tables.
    pub fn load(
        engine: &dyn Engine,
        phase1: Arc<SortedTable>,
        phase2: Arc<SortedTable>,
    ) -> Result<Modified, EngineError> {
        let candidates = |table: Arc<SortedTable>, diameter: u8| {
            let longest = diameter - table.spec().depth();
            CandidateTables::new(table, longest.into())
        };
        let (phase1, phase2) = (candidates(phase1, DIAMETERS[0]), candidates(phase2, DIAMETERS[1]));
        let search1 = Load::<Candidates<Phase1>>::load(engine, &phase1)?;
        let search2 = Load::<Candidates<Phase2>>::load(engine, &phase2)?;
        Ok(Modified { phase1, phase2, search1, search2 })
    }

    fn conclude(
        &self,
        cube: &Cube,
        first: Option<&[Move]>,
        start: Phase2,
        hits: &[Hit],
    ) -> Result<Solution, Fault> {
        let damaged = |tables: &CandidateTables| Fault::Damaged(tables.table.spec().into());
        let first = first.ok_or_else(|| damaged(&self.phase1))?;
        let solution = self.shortest(first, start, hits).ok_or_else(|| damaged(&self.phase2))?;
        checked(cube, solution)
    }

    /// The candidate's moves and then the table's, which descend to depth 0.
    fn phase1_moves(&self, start: Phase1, hit: Hit) -> Option<Vec<Move>> {
        let tables = Phase1Moves::get();
        let mut moves = self.phase1.sequences.unrank(hit.length.into(), hit.number.into());
        let mut at = moves.iter().fold(start, |at, mv| tables.turn(at, mv.index()));
        let table = self.phase1.table.view();
        let mut entry = hit.entry as usize;
        let depth = table.first_move(entry).map_or(0, |(depth, _)| depth);
        for _ in 0..depth {
            let (_, m) = table.first_move(entry)?;
            moves.push(PHASE1_MOVES[m]);
            at = tables.turn(at, m);
            entry = table.find(at.code())?;
        }
        (at.code() == 0).then_some(moves)
    }

    /// The shortest whole solution that one of the hits makes; of equal ones the first.
    fn shortest(&self, first: &[Move], start: Phase2, hits: &[Hit]) -> Option<Solution> {
        let solutions = hits.iter().filter_map(|&hit| {
            let mut moves = first.to_vec();
            self.extend_by_phase2(&mut moves, start, hit)?;
            let moves = merge(&moves);
            // Joining never undoes a turn of a shortest phase 1, but the file may be damaged.
            let phase_lengths = vec![first.len(), moves.len().checked_sub(first.len())?];
            Some(Solution::new(moves, phase_lengths))
        });
        solutions.min_by_key(Solution::length)
    }

    /// Adds the candidate's moves, the turns of U and D that join, and the table's moves.
    fn extend_by_phase2(&self, moves: &mut Vec<Move>, start: Phase2, hit: Hit) -> Option<()> {
        let tables = Phase2Moves::get();
        let candidate = self.phase2.sequences.unrank(hit.length.into(), hit.number.into());
        let place_of = |mv: &Move| PHASE2_MOVES.iter().position(|other| other == mv);
        let end = candidate.iter().filter_map(place_of).fold(start, |at, m| tables.turn(at, m));
        let path = self.phase2.table.view().path(hit.entry as usize)?;
        // The position that the table's path solves: the path backwards from solved.
        let solved_by_path =
            path::move_numbers(path).rev().fold(Phase2::default(), |at, m| tables.turn(at, inverse_move(m)));
        // In a damaged file the path can belong to another coset.
        (tables.code(end) == tables.code(solved_by_path)).then_some(())?;
        moves.extend(candidate);
        moves.extend(joining_turns(end, solved_by_path));
        moves.extend(path::moves(path));
        Some(())
    }
}

impl Solve for Modified {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        let starts: Vec<Phase1> = cubes.iter().map(Phase1::of).collect();
        let hits = self.search1.answers(&starts, &(), limits.get_stop())?;
        let first = |(&start, hits): (&Phase1, &Vec<Hit>)| self.phase1_moves(start, *hits.first()?);
        let firsts: Vec<Option<Vec<Move>>> = starts.iter().zip(&hits).map(first).collect();
        // Outside of G1 there are no coordinates of phase 2; from solved the search ends at once.
        let after = |(cube, first): (&Cube, &Option<Vec<Move>>)| {
            first.as_ref().map_or(Phase2::default(), |first| Phase2::of(&cube.apply(first)))
        };
        let starts: Vec<Phase2> = cubes.iter().zip(&firsts).map(after).collect();
        self.search2.run(&starts, &(), limits.get_stop(), &mut |number, hits| {
            let first = firsts[number].as_deref();
            hand_on(number, self.conclude(&cubes[number], first, starts[number], &hits));
        })
    }

    fn best_batch(&self, _: &Limits, threads: usize) -> usize {
        self.search1.best_batch(&(), threads)
    }
}

/// The turns of U and D that make `to` of `from`, a member of the same coset.
fn joining_turns(from: Phase2, to: Phase2) -> impl Iterator<Item = Move> {
    let ((iu, id), (ju, jd)) = (from.normalising_turns(), to.normalising_turns());
    [Move::new(Face::U, iu + 4 - ju), Move::new(Face::D, id + 4 - jd)].into_iter().flatten()
}
