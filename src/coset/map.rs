//! The positions that are known once they are many: a bit each, in the memory of the host or of a device.

use super::bitmap::Bitmap;
use super::layout::place::{GROUP_BITS, GROUPS};
use super::layout::{Layout, Place};
use super::prepass::{missing_after, prepass};
use crate::coord::processor::on_best_processor;
use crate::engine::EngineError;
use crate::engine::coset::CosetMap;
use crate::engine::layout::coset_map::{PART_GROUPS, PARTS};
use crate::pool::Pool;
use crate::progress::{Progress, Step};

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

#[cfg(all(test, feature = "gpu", feature = "files"))]
mod tests {
    use super::*;
    use crate::coord::cubies::Cubies;
    use crate::coord::moves::PHASE2_MOVES;
    use crate::coord::processor::{Plain, Processor};
    use crate::coset::layout::sources::on_device;
    use crate::coset::layout::tests::{LAYOUT, random_place, turn};
    use crate::coset::marks::Marks;
    use crate::cube::random::Random;
    use crate::engine::Engine;
    use crate::engine::gpu::{Ceiling, Device, Gpu};
    use crate::progress::Unwatched;

    /// What `see` shows of a map, in short.
    fn digest(map: &Map) -> u64 {
        let mut digest = xxhash_rust::xxh3::Xxh3::new();
        map.see(|bytes| digest.update(bytes)).unwrap();
        digest.digest()
    }

    /// All of a map, on a device and on the host: marks, a prepass, what is missing, and back from a record.
    #[test]
    #[ignore = "it takes 11 GB, a device with bindings of 488 MB, and ten minutes on a software driver"]
    fn a_map_on_a_device_is_that_of_the_host() {
        let (layout, mut random) = (&*LAYOUT, Random::new(390));
        let pool = Pool::new(0).unwrap();
        let watched =
            || Watched { pool: &pool, step: Step::SpreadingCoset { depth: 15 }, progress: &Unwatched };
        let gpu = Gpu::new(Device::open(None, Ceiling::default()).unwrap());
        let groups: Vec<u16> = (0..GROUPS as u16).collect();
        let tables = on_device(&layout.sources, &*layout.words, &groups);
        let device = gpu.coset_map(&tables).unwrap().expect("it is a device");
        let beside = layout.order.beside(pool.threads());
        let mut host = pool.install(|| Bitmap::empty(beside)).unwrap();

        // Marks, of which each comes twice.
        let places: Vec<Place> = (0..200_000).map(|_| random_place(&mut random)).collect();
        let new = {
            let shared = host.shared();
            let (mut marks, mut device_marks) = (Marks::new(&shared), DeviceMarks::new(&*device));
            for &place in places.iter().chain(&places) {
                marks.add(place);
                device_marks.add(place);
            }
            device_marks.end().unwrap();
            marks.end()
        };
        assert_eq!((device.take_marked().unwrap(), device.take_marked().unwrap()), (new, 0));
        assert!(places[..50].iter().all(|place| device.has(place.number()).unwrap()));

        // A prepass.
        let mut maps = [Map::Host(host), Map::Device(device)];
        let positions = maps.each_mut().map(|map| map.spread(layout, &watched()).unwrap());
        assert_eq!(positions[0], positions[1]);
        assert_eq!(digest(&maps[0]), digest(&maps[1]));

        // A map of nearly all, in which some positions have no neighbour.
        let [Map::Host(mut host), Map::Device(mut device)] = maps else {
            unreachable!("they are in this order")
        };
        host.parts().0.for_each(|lines| lines.fill([u64::MAX; _]));
        let mut alone: Vec<Place> = places[..100].to_vec();
        let neighbours = |place: &Place| -> Vec<Place> {
            let cubies: Cubies = layout.places.cubies(*place);
            let there = |m| layout.places.place(Plain, &Plain.then_unturned(&cubies, &turn(m)));
            (0..PHASE2_MOVES.len()).map(there).collect()
        };
        for place in alone.iter().flat_map(|place| [vec![*place], neighbours(place)].concat()) {
            host.clear(place);
        }
        bring(&host, &mut *device);
        let mut maps = [Map::Host(host), Map::Device(device)];
        assert_eq!(digest(&maps[0]), digest(&maps[1]));
        let missing = maps.each_mut().map(|map| map.missing_after(layout, &watched()).unwrap());
        alone.sort_unstable();
        assert_eq!(missing, [alone.clone(), alone]);
    }
}
