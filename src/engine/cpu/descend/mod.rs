//! Descends in complete tables on the CPU.

mod descent;
mod walk;

use crate::cube::Cube;
use crate::engine::gpu::GpuError;
use crate::engine::near::Near;
use crate::engine::{Descend, Way};
use crate::table::{Phase, Phase1Table, Phase2Table};
use descent::Descent;
pub use walk::End;
use walk::Walk;

/// Positions that are solved side by side, so that their waits for memory overlap.
const GROUP: usize = 16;

/// The descent from many positions.
pub struct Descender<'a> {
    pub ways: Phase1Table<'a>,
    pub distances: Phase2Table<'a>,
    /// How many ends of phase 1 are looked at.
    pub ends: usize,
    pub near: Near,
}

impl<'a> Descender<'a> {
    /// Over these tables; see [`Engine::descend`](crate::engine::Engine::descend).
    pub fn new(ways: Phase1Table<'a>, distances: Phase2Table<'a>, ends: usize) -> Descender<'a> {
        Descender { ways, distances, ends, near: Near::new() }
    }

    /// Descends from ends of phase 1 whose distances are known, or there are none.
    pub fn descend(&self, ends: impl Iterator<Item = Option<(End, u8)>>) -> Vec<Result<Way, Phase>> {
        let mut descents: Vec<Descent> = ends.map(Descent::new).collect();
        for group in descents.chunks_mut(GROUP) {
            while group.iter().any(Descent::is_under_way) {
                group.iter_mut().for_each(|descent| descent.look_around(&self.distances));
                group.iter_mut().for_each(|descent| descent.go_on(self));
            }
        }
        descents.into_iter().map(Descent::way).collect()
    }

    fn ways_of_group(&self, cubes: &[Cube]) -> Vec<Result<Way, Phase>> {
        let mut walks: Vec<Walk> = cubes.iter().map(|&cube| Walk::new(cube, &self.ways)).collect();
        while walks.iter().any(Walk::is_under_way) {
            walks.iter_mut().for_each(|walk| walk.go_on(self));
        }
        self.descend(walks.into_iter().map(|walk| walk.best(&self.distances)))
    }
}

impl Descend for Descender<'_> {
    fn ways(&self, cubes: &[Cube]) -> Result<Vec<Result<Way, Phase>>, GpuError> {
        Ok(cubes.chunks(GROUP).flat_map(|group| self.ways_of_group(group)).collect())
    }
}
