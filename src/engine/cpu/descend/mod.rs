//! Descends in complete tables on the CPU.

mod descent;
mod walk;

use crate::cube::Cube;
use crate::engine::gpu::GpuError;
use crate::engine::near::Near;
use crate::engine::{Descend, Way};
use crate::table::{Phase, Phase1Ways, Phase2Distances};
pub use descent::Descent;
pub use walk::End;
use walk::Walk;

/// Positions that are solved side by side, so that their waits for memory overlap.
const GROUP: usize = 16;

/// The descent from many positions.
pub struct Descender<'a> {
    pub ways: Phase1Ways<'a>,
    pub distances: Phase2Distances<'a>,
    /// How many ends of phase 1 are looked at.
    pub ends: usize,
    pub near: Near,
}

impl Descend for Descender<'_> {
    fn ways(&self, cubes: &[Cube]) -> Result<Vec<Result<Way, Phase>>, GpuError> {
        Ok(cubes.chunks(GROUP).flat_map(|group| self.ways_of_group(group)).collect())
    }
}

impl Descender<'_> {
    fn ways_of_group(&self, cubes: &[Cube]) -> impl Iterator<Item = Result<Way, Phase>> {
        let mut walks: Vec<Walk> = cubes.iter().map(|&cube| Walk::new(cube, &self.ways)).collect();
        while walks.iter().any(Walk::is_under_way) {
            walks.iter_mut().for_each(|walk| walk.go_on(self));
        }
        let mut descents: Vec<Descent> =
            walks.into_iter().map(|walk| Descent::new(walk.best(&self.distances))).collect();
        while descents.iter().any(Descent::is_under_way) {
            descents.iter_mut().for_each(|descent| descent.look_around(&self.distances));
            descents.iter_mut().for_each(|descent| descent.go_on(self));
        }
        descents.into_iter().map(Descent::way)
    }
}
