//! The map of a coset on a GPU.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Kernel, grid};
use cubebatch_search::coset::sizes::{GROUPS, PART_GROUPS, PARTS};
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::coset::{CosetMap, MapTables};
use cubebatch_shaders::coset::{
    GROUP_WORDS, GROUP_WORKGROUPS, Gap, Gaps, GapsBuffers, GapsParams, Mark, MarkBuffers, MarkParams,
    Prepass, PrepassBuffers, PrepassParams,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::progress::Stop;

/// Words of a part.
const PART_WORDS: usize = PART_GROUPS * GROUP_WORDS;

/// Groups that a dispatch makes, one row of workgroups: a card takes less than a millisecond for them.
const AT_A_TIME: usize = PART_GROUPS / 8;

/// The gaps for which there is room at first: a proof leaves some thousands.
const FEW_GAPS: u32 = 1 << 16;

/// Marks between two looks at their count, which a word holds.
const MOST_MARKED: u64 = 1 << 31;

/// A map on a device. It stands in the old parts, and a prepass writes the new ones.
pub(super) struct GpuMap {
    device: Arc<Device>,
    prepass: Kernel<Prepass>,
    mark: Kernel<Mark>,
    gaps: Kernel<Gaps>,
    tables: wgpu::Buffer,
    /// See [`begins`].
    begins: [u32; 3],
    old: [wgpu::Buffer; PARTS],
    new: [wgpu::Buffer; PARTS],
    counts: wgpu::Buffer,
    marked: wgpu::Buffer,
    marks: Mutex<PendingMarks>,
}

/// The marks that are under way.
#[derive(Default)]
struct PendingMarks {
    /// The last submission but one; when it is done, its bits have left the memory of the host.
    submitted: Option<wgpu::SubmissionIndex>,
    /// Marks since the last look at their count.
    since: u64,
    /// The new ones before that look.
    new: u64,
}

impl GpuMap {
    /// An empty one.
    ///
    /// # Errors
    /// When the device has too little memory, or a kernel sees too little of it.
    pub fn new(device: &Arc<Device>, tables: &MapTables) -> Result<GpuMap, EngineError> {
        let needed = PART_WORDS as u64 * WORD;
        if needed > device.max_binding {
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        if 2 * PARTS as u64 * needed > device.max_room {
            return Err(EngineError::OutOfMemory);
        }
        device.within_memory(|| {
            let part = |_| device.zeroed("map", PART_WORDS as u64);
            Ok(GpuMap {
                device: device.clone(),
                prepass: Kernel::new(device),
                mark: Kernel::new(device),
                gaps: Kernel::new(device),
                tables: device.filled("tables", &tables.words),
                begins: begins(tables),
                old: std::array::from_fn(part),
                new: std::array::from_fn(part),
                counts: device.zeroed("counts", GROUPS as u64),
                marked: device.zeroed("marked", 1),
                marks: Mutex::default(),
            })
        })
    }

    fn marks(&self) -> MutexGuard<'_, PendingMarks> {
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the new ones among the marks so far.
    fn count(&self, marks: &mut PendingMarks) -> Result<(), EngineError> {
        let new = self.device.read::<u32>(&self.marked, 1, &Stop::default())?[0];
        let mut work = self.device.work();
        work.clear(&self.marked);
        work.submit();
        (marks.since, marks.new) = (0, marks.new + u64::from(new));
        Ok(())
    }

    /// Makes the new parts. Gives the number of their positions.
    fn make(&self) -> Result<u64, EngineError> {
        let mut work = self.device.work();
        work.clear(&self.counts);
        work.submit();
        for first in (0..GROUPS).step_by(AT_A_TIME) {
            let grid = grid((AT_A_TIME * GROUP_WORKGROUPS) as u64);
            let params = parameters(self.begins, PART_GROUPS, first..first + AT_A_TIME, grid.0);
            let buffers = PrepassBuffers {
                old: self.old.each_ref(),
                tables: &self.tables,
                made: &self.new[first / PART_GROUPS],
                counts: &self.counts,
            };
            let mut work = self.device.work();
            work.run(&self.prepass, &params, buffers, grid);
            work.submit();
        }
        let counts = self.device.read::<u32>(&self.counts, GROUPS, &Stop::default())?;
        Ok(counts.into_iter().map(u64::from).sum())
    }

    /// The gaps of a new part.
    fn gaps_of(&self, part: usize) -> Result<Vec<Gap>, EngineError> {
        let grid = grid(PART_WORDS as u64 / u64::from(WORKGROUP));
        let mut most = FEW_GAPS;
        loop {
            let gaps = self.device.zeroed("gaps", u64::from(most) * size_of::<Gap>() as u64 / WORD);
            let count = self.device.zeroed("count", 1);
            let mut work = self.device.work();
            let params = GapsParams { columns: grid.0, words: PART_WORDS as u32, most };
            let buffers = GapsBuffers { map: &self.new[part], gaps: &gaps, count: &count };
            work.run(&self.gaps, &params, buffers, grid);
            work.submit();
            let count = self.device.read::<u32>(&count, 1, &Stop::default())?[0];
            if count <= most {
                let mut gaps = self.device.read::<Gap>(&gaps, count as usize, &Stop::default())?;
                gaps.sort_unstable();
                return Ok(gaps);
            }
            most = count;
        }
    }
}

/// Where the lists of U/D edges, those of the middle edges and the elements begin.
pub(super) fn begins(tables: &MapTables) -> [u32; 3] {
    [tables.edges, tables.middles, tables.elements].map(|begin| begin as u32)
}

/// The parameters of the dispatch that makes these groups, with `part` groups in a part.
pub(super) fn parameters(begins: [u32; 3], part: usize, made: Range<usize>, columns: u32) -> PrepassParams {
    let [edges, middles, elements] = begins;
    let [part, first, end] = [part, made.start, made.end].map(|number| number as u32);
    PrepassParams { columns, part, first, end, edges, middles, elements }
}

impl CosetMap for GpuMap {
    fn mark(&self, part: usize, bits: &[u32]) -> Result<(), EngineError> {
        if bits.is_empty() {
            return Ok(());
        }
        let grid = grid((bits.len() as u64).div_ceil(WORKGROUP.into()));
        let params = MarkParams { columns: grid.0, count: bits.len() as u32 };
        let bits_there = self.device.filled("bits", bits);
        let buffers = MarkBuffers { bits: &bits_there, map: &self.old[part], marked: &self.marked };
        let mut work = self.device.work();
        work.run(&self.mark, &params, buffers, grid);
        let mut marks = self.marks();
        if marks.since + bits.len() as u64 > MOST_MARKED {
            self.count(&mut marks)?;
        }
        marks.since += bits.len() as u64;
        let before = marks.submitted.replace(work.submit());
        drop(marks);
        before.map_or(Ok(()), |before| self.device.wait(before))
    }

    fn take_marked(&self) -> Result<u64, EngineError> {
        let mut marks = self.marks();
        self.count(&mut marks)?;
        Ok(std::mem::take(&mut marks.new))
    }

    fn spread(&mut self) -> Result<u64, EngineError> {
        let positions = self.make()?;
        std::mem::swap(&mut self.old, &mut self.new);
        Ok(positions)
    }

    fn missing_after(&mut self) -> Result<Vec<u64>, EngineError> {
        self.make()?;
        let mut missing = Vec::new();
        for part in 0..PARTS {
            for Gap { word, bits } in self.gaps_of(part)? {
                let first = (part * PART_WORDS + word as usize) as u64 * u64::from(u32::BITS);
                missing.extend(
                    (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1).map(|bit| first + u64::from(bit)),
                );
            }
        }
        Ok(missing)
    }

    fn has(&self, position: u64) -> Result<bool, EngineError> {
        let word = (position / u64::from(u32::BITS)) as usize;
        let there = self.device.zeroed("word", 1);
        let mut work = self.device.work();
        work.copy_from(&self.old[word / PART_WORDS], (word % PART_WORDS) as u64 * WORD, &there, WORD);
        work.submit();
        let word = self.device.read::<u32>(&there, 1, &Stop::default())?[0];
        Ok(word >> (position % u64::from(u32::BITS)) & 1 == 1)
    }

    fn read(&self, part: usize, see: &mut dyn FnMut(&[u32])) -> Result<(), EngineError> {
        self.device.start_reading::<u32>(&self.old[part], PART_WORDS).finish(&Stop::default(), see)
    }

    fn write(&mut self, part: usize, words: &[u32]) {
        self.device.write(&self.old[part], 0, bytemuck::cast_slice(words));
    }
}

const _: () = assert!(PART_GROUPS.is_multiple_of(AT_A_TIME));

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::{Ceiling, Device, Gpu};
    use cubebatch_cube::cube::random::Random;
    use cubebatch_search::coset::bitmap::Bitmap;
    use cubebatch_search::coset::layout::sources::on_device;
    use cubebatch_search::coset::layout::{Layout, Place};
    use cubebatch_search::coset::map::{DeviceMarks, Map, Watched, bring};
    use cubebatch_search::coset::marks::PlaceMarks;
    use cubebatch_search::engine::Engine;
    use cubebatch_search::pool::Pool;
    use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
    use cubebatch_tables::coord::moves::PHASE2_MOVES;
    use cubebatch_tables::coord::phase2::POSITIONS;
    use cubebatch_tables::coord::processor::{Plain, Processor};
    use cubebatch_tables::progress::{Step, Unwatched};

    static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

    fn random_place(random: &mut Random) -> Place {
        Place::from_number(random.below(POSITIONS))
    }

    fn turn(m: usize) -> Cubies {
        CubiesTables::get().turns[PHASE2_MOVES[m].index()].unturned()
    }

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
            let (mut marks, mut device_marks) = (PlaceMarks::new(&shared), DeviceMarks::new(&*device));
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
