//! Lin's modified two-phase method (2023): both phases meet a sorted table.
//!
//! Phase 1 tests candidate sequences until one leads to a position in p0, whose moves go on
//! into G1 = ⟨U, D, R2, L2, F2, B2⟩. Phase 2 does the same with moves of G1 and p1, which
//! knows positions up to turns of U and D; two turns at most join candidate and table.

use std::sync::Arc;

use super::solve_options::SolveOptions;
use super::{
    HandOn, Loading, Means, MethodCard, Ready, Solve, SolveOption, Takes, Unsolved, checked, longest_phases,
};
use crate::engine::descent::PhasedPath;
use crate::engine::modified::{self, ModifiedTables};
use crate::engine::{EngineError, Load, Loaded};
use crate::solution::Solution;
use cubebatch_cube::cube::{Cube, merge};
use cubebatch_tables::table::{Phase, SortedSpec, TableId};

pub(super) const CARD: MethodCard = MethodCard {
    name: "modified",
    title: "Lin's modified two-phase method: a shortest phase 1, and sorted tables for the last moves of both phases",
    alias: None,
    phases: &["into G1", "solved"],
    proves: false,
    // Tables of these depths are built in a second.
    options: &[
        Takes::of(SolveOption::Phase1Depth).usual(7),
        Takes::of(SolveOption::Phase2Depth).usual(9),
        Takes::of(SolveOption::Memory),
        Takes::of(SolveOption::To),
    ],
    budgets: &[],
    seconds: |_| 100e-6,
    // A position takes a fifth of a millisecond.
    short_batch: Some(64),
    gpu: |_| Ok(()),
    tables,
    load,
    usual_length: |_| None,
    longest: |_| Some(longest_phases() + JOINING),
    counts_by: |_| true,
    solves_by: |_| true,
    is_of_moves: false,
};

/// The turns of U and D that join a candidate and an entry of the table.
const JOINING: u8 = 2;

/// Solves by the modified two-phase method: phase 1 is as short as possible, and the moves
/// are canonical. (Joining turns at the seam of the phases can move the last turn of phase 1
/// one place behind.)
struct ModifiedMethod {
    search: Loaded<modified::Modified>,
    /// The table of phase 1.
    phase1: TableId,
}

fn tables(means: &Means) -> Vec<TableId> {
    let table = |phase, depth| {
        let depth = means.question.filled(depth) as u8;
        SortedSpec::new(phase, depth).expect("a depth that can be given is one of a table").into()
    };
    vec![table(Phase::One, SolveOption::Phase1Depth), table(Phase::Two, SolveOption::Phase2Depth)]
}

fn load(&Loading { engine, ref tables, .. }: &Loading) -> Ready {
    let tables = ModifiedTables::new(tables.sorted(Phase::One), tables.sorted(Phase::Two));
    let search = Load::<modified::Modified>::load(engine, &tables)?;
    Ok(Arc::new(ModifiedMethod { search, phase1: tables.ids()[0] }))
}

impl ModifiedMethod {
    /// The solution of a position, the moves at the seam of the phases joined.
    fn solution(&self, cube: &Cube, path: Result<PhasedPath, TableId>) -> Result<Solution, Unsolved> {
        let PhasedPath { moves, phase1_length } = path.map_err(Unsolved::Damaged)?;
        let moves = merge(moves);
        // Joining never undoes a turn of a shortest phase 1, but the file may be damaged.
        let phase2_length = moves.len().checked_sub(phase1_length).ok_or(Unsolved::Damaged(self.phase1))?;
        checked(cube, Solution::new(moves, vec![phase1_length, phase2_length]))
    }
}

impl Solve for ModifiedMethod {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        self.search.run(cubes, &(), limits.control(), &mut |number, path| {
            hand_on(number, self.solution(&cubes[number], path));
        })
    }

    fn best_batch(&self, _: &SolveOptions, threads: usize) -> usize {
        self.search.best_batch(&(), threads)
    }
}
