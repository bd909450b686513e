//! Kociemba's two-phase search, in six directions, over complete tables.
//!
//! Phase 1 is searched in order of length; of each end the exact distance to solved is looked
//! up, so there is no search of phase 2. Source: H. Kociemba, kociemba.org/cube.htm; the six
//! directions side by side are due to T. Rokicki and others.

mod direction;
mod search;

use crate::coord::phase1::PHASE1_MOVES;
use crate::cube::{Cube, merge};
use crate::engine::cpu::descend::{Descender, Descent, End};
use crate::engine::gpu::GpuError;
use crate::engine::near::Near;
use crate::table::{Phase1Ways, Phase2Distances};

use super::{Solution, SolveError, Solver};
use direction::from_direction;
use search::{Found, Search, Tables};

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The first solution of at most so many moves is taken.
    pub max_length: u8,
    /// After so many nodes of phase 1 the best solution so far is taken, or the first one found.
    pub max_nodes: u64,
}

impl Default for Limits {
    /// At most 21 moves, whatever it takes.
    fn default() -> Limits {
        Limits { max_length: 21, max_nodes: u64::MAX }
    }
}

/// Positions that a thread searches side by side, so that their waits for memory overlap.
const GROUP: usize = 16;

/// Solves by the two-phase search.
pub struct TwoPhase<'a> {
    tables: Tables<'a>,
    descender: Descender<'a>,
    limits: Limits,
}

impl<'a> TwoPhase<'a> {
    /// How many positions are best solved at a time: some groups, so that few wait for the last
    /// of their group.
    pub const BATCH: usize = 1024;

    /// A solver over these tables.
    pub fn new(ways: Phase1Ways<'a>, distances: Phase2Distances<'a>, limits: Limits) -> TwoPhase<'a> {
        let descender = Descender { ways, distances, ends: 1, near: Near::new() };
        TwoPhase { tables: Tables::new(ways, distances), descender, limits }
    }

    /// What is under way for a position.
    fn begin(&self, cube: &Cube) -> Work {
        Work::Search(Box::new(Search::new(cube, self.limits, &self.tables)))
    }

    /// Goes on; whether there is more to do.
    fn step(&self, work: &mut Work) -> bool {
        match work {
            Work::Search(search) => {
                if !search.step(&self.tables, &self.descender.near) {
                    *work = descent(search.best(), &self.tables);
                }
                true
            }
            Work::Descent { descent, .. } => {
                descent.go_on(&self.descender);
                descent.look_around(&self.tables.distances);
                descent.is_under_way()
            }
        }
    }
}

/// A position in one of the stages of being solved.
enum Work {
    Search(Box<Search>),
    Descent { direction: usize, descent: Box<Descent> },
}

/// The last stage: from the best end to solved.
fn descent(found: Option<Found>, tables: &Tables) -> Work {
    let direction = found.map_or(0, |found| found.end.direction);
    let end = found.map(|found| {
        let path = &found.end.path[..usize::from(found.end.length)];
        let moves = path.iter().map(|&m| PHASE1_MOVES[usize::from(m)]).collect();
        (End { moves, place: found.end.place }, found.distance)
    });
    let mut descent = Box::new(Descent::new(end));
    descent.look_around(&tables.distances);
    Work::Descent { direction, descent }
}

fn conclude(cube: &Cube, work: Work) -> Result<Solution, SolveError> {
    let Work::Descent { direction, descent } = work else { return Err(SolveError::Check) };
    let way = descent.way().map_err(SolveError::Complete)?;
    let solution =
        Solution { moves: merge(&from_direction(direction, &way.moves)), phase_lengths: Vec::new() };
    if solution.solves(cube) { Ok(solution) } else { Err(SolveError::Check) }
}

impl Solver for TwoPhase<'_> {
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError> {
        let mut solutions: Vec<Option<Result<Solution, SolveError>>> = vec![None; cubes.len()];
        let mut waiting = cubes.iter().enumerate();
        let mut next = || waiting.next().map(|(number, cube)| (number, self.begin(cube)));
        let mut group: Vec<(usize, Work)> = std::iter::from_fn(&mut next).take(GROUP).collect();
        while !group.is_empty() {
            let mut i = 0;
            while i < group.len() {
                if self.step(&mut group[i].1) {
                    i += 1;
                    continue;
                }
                let (number, work) = match next() {
                    Some(fresh) => std::mem::replace(&mut group[i], fresh),
                    None => group.swap_remove(i),
                };
                solutions[number] = Some(conclude(&cubes[number], work));
            }
        }
        Ok(solutions.into_iter().map(|solution| solution.expect("each was solved")).collect())
    }
}
