//! Lin's modified two-phase method (2023): both phases meet a sorted table.
//!
//! Phase 1 tests candidate sequences until one leads to a position in p0, whose moves go on
//! into G1 = ⟨U, D, R2, L2, F2, B2⟩. Phase 2 does the same with moves of G1 and p1, which
//! knows positions up to turns of U and D; two turns at most join candidate and table.

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::{HALF_TURNS, PHASE2_MOVES, inverse_place};
use crate::coord::{Phase1, Phase2, PhaseMoves, phase1::Phase1Moves, phase2::Phase2Moves};
use crate::cube::canonical::Sequences;
use crate::cube::{Cube, Face, Move, merge};
use crate::engine::gpu::GpuError;
use crate::engine::{Engine, Hit, PhaseSearch};
use crate::table::{Kind, View, path};

use super::{Solution, SolveError, Solver, SolverError};

/// The greatest distance to G1, and to solved up to turns of U and D within it.
const DIAMETERS: [u8; 2] = [12, 17];

/// The least depths that a solver can do with.
const LEAST: [(Kind, u8); 2] = [(Kind::P0, 4), (Kind::P1, 6)];

/// Solves by the modified two-phase method: phase 1 is as short as possible, and the moves
/// are canonical. (Joining turns at the seam of the phases can move the last turn of phase 1
/// one place behind.)
pub struct Modified<'a> {
    p0: View<'a>,
    p1: View<'a>,
    phase1: Sequences,
    phase2: Sequences,
    search1: PhaseSearch<'a, Phase1>,
    search2: PhaseSearch<'a, Phase2>,
}

impl<'a> Modified<'a> {
    /// A solver over these tables.
    ///
    /// # Errors
    /// [`SolverError`], among others below these depths: there, the candidates which reach all
    /// positions have no numbers of 32 bits.
    pub fn new(engine: &'a dyn Engine, p0: View<'a>, p1: View<'a>) -> Result<Self, SolverError> {
        let fits = |view: View, (kind, least)| view.spec().kind() == kind && view.spec().depth() >= least;
        if !fits(p0, LEAST[0]) || !fits(p1, LEAST[1]) {
            return Err(SolverError::Tables { p0: p0.spec(), p1: p1.spec() });
        }
        // Now, so that the first position does not pay for them.
        Phase1Moves::get();
        Phase2Moves::get();
        let longest = |view: View, phase: usize| usize::from(DIAMETERS[phase] - view.spec().depth());
        let phase1 = Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, longest(p0, 0));
        let phase2 = Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], longest(p1, 1));
        let search1 = engine.phase1(p0, phase1.clone())?;
        let search2 = engine.phase2(p1, phase2.clone())?;
        Ok(Modified { p0, p1, phase1, phase2, search1, search2 })
    }

    fn conclude(
        &self,
        cube: &Cube,
        first: Option<Vec<Move>>,
        start: Phase2,
        hits: &[Hit],
    ) -> Result<Solution, SolveError> {
        let first = first.ok_or(SolveError::Table(Kind::P0))?;
        let solution = self.shortest(&first, start, hits).ok_or(SolveError::Table(Kind::P1))?;
        if solution.solves(cube) { Ok(solution) } else { Err(SolveError::Check) }
    }

    /// The candidate's moves and then the table's, which descend to depth 0.
    fn phase1_moves(&self, start: Phase1, hit: Hit) -> Option<Vec<Move>> {
        let tables = Phase1Moves::get();
        let mut moves = self.phase1.unrank(hit.length.into(), hit.number.into());
        let mut at = moves.iter().fold(start, |at, mv| tables.turn(at, mv.index()));
        let mut place = hit.place as usize;
        let depth = self.p0.first_move(place).map_or(0, |(depth, _)| depth);
        for _ in 0..depth {
            let (_, m) = self.p0.first_move(place)?;
            moves.push(PHASE1_MOVES[m]);
            at = tables.turn(at, m);
            place = self.p0.find(at.code())?;
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
            Some(Solution { moves, phase_lengths })
        });
        solutions.min_by_key(Solution::length)
    }

    /// Adds the candidate's moves, the turns of U and D that join, and the table's moves.
    fn extend_by_phase2(&self, moves: &mut Vec<Move>, start: Phase2, hit: Hit) -> Option<()> {
        let tables = Phase2Moves::get();
        let candidate = self.phase2.unrank(hit.length.into(), hit.number.into());
        let place_of = |mv: &Move| PHASE2_MOVES.iter().position(|other| other == mv);
        let end = candidate.iter().filter_map(place_of).fold(start, |at, m| tables.turn(at, m));
        let path = self.p1.path(hit.place as usize)?;
        // The position that the table's path solves: the path backwards from solved.
        let solved_by_path =
            path::places(path).rev().fold(Phase2::default(), |at, m| tables.turn(at, inverse_place(m)));
        // In a damaged file the path can belong to another class.
        (tables.code(end) == tables.code(solved_by_path)).then_some(())?;
        moves.extend(candidate);
        moves.extend(joining_turns(end, solved_by_path));
        moves.extend(path::moves(path));
        Some(())
    }
}

impl Solver for Modified<'_> {
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError> {
        let starts: Vec<Phase1> = cubes.iter().map(Phase1::of).collect();
        let hits = self.search1.search(&starts)?;
        let first = |(&start, hits): (&Phase1, &Vec<Hit>)| self.phase1_moves(start, *hits.first()?);
        let firsts: Vec<Option<Vec<Move>>> = starts.iter().zip(&hits).map(first).collect();
        // Outside of G1 there are no coordinates of phase 2; from solved the search ends at once.
        let after = |(cube, first): (&Cube, &Option<Vec<Move>>)| {
            first.as_ref().map_or(Phase2::default(), |first| Phase2::of(&cube.apply(first)))
        };
        let starts: Vec<Phase2> = cubes.iter().zip(&firsts).map(after).collect();
        let hits = self.search2.search(&starts)?;
        let results = cubes.iter().zip(firsts).zip(starts).zip(hits);
        Ok(results.map(|(((cube, first), start), hits)| self.conclude(cube, first, start, &hits)).collect())
    }
}

/// The turns of U and D that make `to` of `from`, a member of the same class.
fn joining_turns(from: Phase2, to: Phase2) -> impl Iterator<Item = Move> {
    let ((iu, id), (ju, jd)) = (from.normalising_turns(), to.normalising_turns());
    [Move::new(Face::U, iu + 4 - ju), Move::new(Face::D, id + 4 - jd)].into_iter().flatten()
}
