//! Phase 2 of the search.

use super::found::{CheapestSolutions, Halt};
use cubebatch_cube::cube::{AxisTurn, SearchStep, SearchSteps};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::slice_perm::SlicePerm;
use cubebatch_tables::coord::steps::PhaseSteps;
use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use cubebatch_tables::table::{Phase, PruningTable};

/// Lower bounds of what phase 2 costs.
#[derive(Clone, Copy)]
pub struct Phase2CostBounds<'a> {
    /// The distance of each [`SymPhase2::corners_and_edges`] from solved.
    pub corners_and_edges: PruningTable<'a>,
    /// The distance of each class of corners with each slice perm.
    pub corners_and_slice: &'a [u8],
}

impl Phase2CostBounds<'_> {
    /// By corners and the edges of the middle layer.
    #[inline(always)]
    pub fn of_slice(&self, class: u16, slice_perm: u8) -> u8 {
        self.corners_and_slice[usize::from(class) * SlicePerm::SIZE + usize::from(slice_perm)]
    }

    /// By all.
    #[inline(always)]
    pub fn of(&self, at: SymPhase2) -> u8 {
        self.corners_and_edges.at(at).max(self.of_slice(at.class, at.slice_perm))
    }

    #[inline(always)]
    pub fn prefetch(&self, at: SymPhase2) {
        self.corners_and_edges.prefetch(at);
    }
}

/// The cheapest path to solved that costs no more than `most` and does not begin with the axis that turned last.
///
/// # Errors
/// [`Halt`], also when a path leads to no solved position: then the bounds are damaged.
pub fn search(
    phase: &PhaseSteps,
    bounds: Phase2CostBounds,
    at: SymPhase2,
    last: Option<AxisTurn>,
    most: u8,
    found: &mut CheapestSolutions,
) -> Result<Option<Vec<usize>>, Halt> {
    // The corners alone have the parity of the way.
    let every = if phase.has_parity { 2 } else { 1 };
    let mut search = Phase2SearchByCosts { phase, bounds, path: Vec::new() };
    for cost in (bounds.of(at)..=most).step_by(every) {
        match search.solve(at, cost, SearchSteps::START, last) {
            Some(end) if end.index() == 0 => return Ok(Some(search.path)),
            Some(_) => return Err(Halt::Damaged(Phase::Two)),
            None => {}
        }
        found.count()?;
        if found.is_over {
            break;
        }
    }
    Ok(None)
}

struct Phase2SearchByCosts<'a> {
    phase: &'a PhaseSteps,
    bounds: Phase2CostBounds<'a>,
    path: Vec<usize>,
}

/// The most steps: U and D together, and half turns of two axes.
const MOST_STEPS: usize = 21;

impl Phase2SearchByCosts<'_> {
    /// Finds a way of this cost, and leaves it in the path; the position at its end.
    fn solve(&mut self, at: SymPhase2, left: u8, state: usize, last: Option<AxisTurn>) -> Option<SymPhase2> {
        if left == 0 {
            return Some(at);
        }
        let mut nexts = [(SymPhase2::default(), 0, 0, 0); MOST_STEPS];
        let mut count = 0;
        for &(step, state) in self.phase.steps.next(state) {
            let SearchStep { turn, cost } = self.phase.steps.all()[step];
            let Some(left) = left.checked_sub(cost) else { continue };
            if last.is_some_and(|last| last.axis() == turn.axis()) {
                continue;
            }
            let moves = &self.phase.moves[step];
            let next = moves.iter().fold(at, |at, &m| SymPhase2Tables::get().turn(at, m));
            if self.bounds.of_slice(next.class, next.slice_perm) <= left {
                self.bounds.prefetch(next);
                nexts[count] = (next, left, step, state);
                count += 1;
            }
        }
        for &(next, left, step, state) in &nexts[..count] {
            if self.bounds.corners_and_edges.at(next) <= left {
                self.path.push(step);
                let end = self.solve(next, left, state, None);
                if end.is_some() {
                    return end;
                }
                self.path.pop();
            }
        }
        None
    }
}
