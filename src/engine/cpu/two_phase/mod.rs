//! The two-phase search on the CPU.

mod search;

use crate::coord::phase1::PHASE1_MOVES;
use crate::cube::Cube;
use crate::engine::gpu::GpuError;
use crate::engine::near::Near;
use crate::engine::{End, FindEnds, Limits};
use crate::table::{Phase1Ways, Phase2Distances};
use search::{Found, Search, Tables};

/// Positions that a thread searches side by side, so that their waits for memory overlap.
const GROUP: usize = 16;

/// How many positions are best searched at a time: some groups, so that few wait for the last
/// of their group.
pub const BATCH: usize = 1024;

/// The search over two complete tables.
pub struct EndFinder<'a> {
    tables: Tables<'a>,
    near: Near,
    limits: Limits,
}

impl<'a> EndFinder<'a> {
    pub fn new(ways: Phase1Ways<'a>, distances: Phase2Distances<'a>, limits: Limits) -> EndFinder<'a> {
        EndFinder { tables: Tables::new(ways, distances), near: Near::new(), limits }
    }
}

impl FindEnds for EndFinder<'_> {
    fn ends(&self, cubes: &[Cube]) -> Result<Vec<Option<End>>, GpuError> {
        let mut ends = vec![None; cubes.len()];
        let mut waiting = cubes.iter().enumerate();
        let mut next =
            || waiting.next().map(|(number, cube)| (number, Search::new(cube, self.limits, &self.tables)));
        let mut group: Vec<(usize, Search)> = std::iter::from_fn(&mut next).take(GROUP).collect();
        while !group.is_empty() {
            let mut i = 0;
            while i < group.len() {
                if group[i].1.step(&self.tables, &self.near) {
                    i += 1;
                    continue;
                }
                let (number, search) = match next() {
                    Some(fresh) => std::mem::replace(&mut group[i], fresh),
                    None => group.swap_remove(i),
                };
                ends[number] = search.best().map(to_end);
            }
        }
        Ok(ends)
    }
}

fn to_end(Found { end, distance }: Found) -> End {
    let path = &end.path[..usize::from(end.length)];
    let moves = path.iter().map(|&m| PHASE1_MOVES[usize::from(m)]).collect();
    End { direction: end.direction, moves, distance }
}
