//! The positions that are known once they are many: a bit each, in the memory of the host or of a device.

use super::bitmap::Bitmap;
use super::layout::place::{GROUP_BITS, GROUPS};
use super::layout::{Layout, Place};
use super::prepass::{missing_after, prepass};
use crate::coset::sizes::{PART_GROUPS, PARTS};
use crate::engine::EngineError;
use crate::engine::coset::CosetMap;
use crate::pool::Pool;
use cubebatch_tables::coord::processor::on_best_processor;
use cubebatch_tables::progress::{Progress, Step};

/// A map.
pub enum Map {
    /// In the memory of the host.
    Host(Bitmap),
    /// On a device.
    Device(Box<dyn CosetMap>),
}

/// What a prepass has on the host: threads, and what watches it.
pub struct Watched<'a> {
    /// The threads of the host.
    pub pool: &'a Pool,
    /// What is done.
    pub step: Step,
    /// The watcher.
    pub progress: &'a dyn Progress,
}

impl Map {
    /// Makes a prepass; gives the number of positions after it.
    ///
    /// # Errors
    /// When a device failed, as in the other functions.
    pub fn spread(&mut self, layout: &Layout, watched: &Watched<'_>) -> Result<u64, EngineError> {
        let Watched { pool, step, progress } = watched;
        match self {
            Map::Host(map) => Ok(pool.install(
                || on_best_processor!(processor => prepass(processor, layout, map, step, *progress)),
            )),
            Map::Device(map) => {
                progress.report(step, 0, GROUPS as u64);
                map.spread()
            }
        }
    }

    /// The places that are missing after one more prepass, in their order. The map stays as it is.
    pub fn missing_after(
        &mut self,
        layout: &Layout,
        watched: &Watched<'_>,
    ) -> Result<Vec<Place>, EngineError> {
        let Watched { pool, step, progress } = watched;
        match self {
            Map::Host(map) => Ok(pool.install(
                || on_best_processor!(processor => missing_after(processor, layout, map, step, *progress)),
            )),
            Map::Device(map) => Ok(map.missing_after()?.into_iter().map(Place::from_number).collect()),
        }
    }

    /// Whether a position is there.
    pub fn has(&self, place: Place) -> Result<bool, EngineError> {
        match self {
            Map::Host(map) => Ok(map.has(place)),
            Map::Device(map) => map.has(place.number()),
        }
    }

    /// Shows the bytes of the groups, in their order, a part or all at a time.
    #[cfg(feature = "files")]
    pub fn see(&self, mut see: impl FnMut(&[u8])) -> Result<(), EngineError> {
        match self {
            Map::Host(map) => (0..GROUPS).for_each(|group| see(bytemuck::cast_slice(map.group(group)))),
            Map::Device(map) => {
                for part in 0..PARTS {
                    map.read(part, &mut |words| see(bytemuck::cast_slice(words)))?;
                }
            }
        }
        Ok(())
    }
}

/// Brings a map onto a device.
#[cfg(feature = "files")]
pub fn bring(map: &Bitmap, device: &mut dyn CosetMap) {
    for part in 0..PARTS {
        let groups = (0..PART_GROUPS).map(|group| map.group(part * PART_GROUPS + group));
        let lines = groups.collect::<Vec<_>>().concat();
        device.write(part, bytemuck::cast_slice(&lines));
    }
}

/// Places that a thread found and that wait until they are set in a map on a device.
pub struct DeviceMarks<'a> {
    map: &'a dyn CosetMap,
    parts: [Vec<u32>; PARTS],
    outcome: Result<(), EngineError>,
}

impl<'a> DeviceMarks<'a> {
    /// The number of places of a part that are set at a time.
    const MOST: usize = 1 << 16;

    /// None yet.
    pub fn new(map: &'a dyn CosetMap) -> DeviceMarks<'a> {
        DeviceMarks { map, parts: Default::default(), outcome: Ok(()) }
    }

    /// Adds a place.
    #[inline(always)]
    pub fn add(&mut self, place: Place) {
        let part = place.group() / PART_GROUPS;
        let bit = (place.group() % PART_GROUPS * GROUP_BITS) as u32 + place.bit();
        self.parts[part].push(bit);
        if self.parts[part].len() == DeviceMarks::MOST {
            self.set(part);
        }
    }

    #[inline(never)]
    fn set(&mut self, part: usize) {
        if self.outcome.is_ok() {
            self.outcome = self.map.mark(part, &self.parts[part]);
        }
        self.parts[part].clear();
    }

    /// Sets all that wait.
    ///
    /// # Errors
    /// When the device failed at any time.
    pub fn end(mut self) -> Result<(), EngineError> {
        (0..PARTS).for_each(|part| self.set(part));
        self.outcome
    }
}
