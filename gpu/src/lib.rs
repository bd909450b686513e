//! The GPU engine: the only folder that knows wgpu.

mod buffers;
pub mod canary;
mod candidates;
mod clock;
mod complete;
mod confined;
// Browsers have no memory for whole cosets.
#[cfg(not(target_family = "wasm"))]
mod coset;
mod descent;
mod device;
mod gathered;
mod kernel;
#[cfg(test)]
mod kernels;
mod kind;
mod memory;
mod meter;
mod modified;
mod optimal;
mod sorted_phase1;
mod sorted_phase2;
mod space;
mod staging;
mod table_words;

mod sizes;
#[cfg(test)]
mod twin_tests;
mod two_phase;
mod waiting;
mod work;

pub use device::{AdapterDescription, Ceiling, Device, list};
pub use kind::AdapterKind;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use confined::Confined;
use cubebatch_cube::cube::HTM;
#[cfg(not(target_family = "wasm"))]
use cubebatch_search::engine::coset::{CosetMap, MapTables};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::{Build, BuildError, DeviceUsage, Engine, EngineError, Explore};
use cubebatch_tables::progress::Control;
use cubebatch_tables::space::Space;
use cubebatch_tables::table::{
    Complete, CompleteContents, CompleteTable, FilterContents, FilterSize, Phase, SortedContents, SortedSpec,
    TableId, file_bytes,
};
use descent::Entries;

/// The most bytes that a kernel writes to: enough to fill a device, few enough for every card
/// and for the watchdogs that end what takes seconds.
const STRIPE_BYTES: u64 = 256 << 20;

/// Entries that the host adds to a sorted table at a time, about: enough for all threads, and few enough for the caches.
const APPENDED: usize = 1 << 22;

/// The most memory that two stripes take between the device and the table.
const READ_BACK_BYTES: u64 = 2 * STRIPE_BYTES;

/// Builds and searches on a GPU. A software driver makes do, slowly.
pub struct Gpu {
    device: Confined<Arc<Device>>,
    /// The complete tables that searches have on the device.
    uploaded: Confined<Mutex<Vec<Uploaded>>>,
}

/// A table, and its entries on the device.
type Uploaded = (Weak<CompleteTable>, Weak<Entries>);

impl Gpu {
    /// An engine on this device.
    pub fn new(device: Device) -> Gpu {
        Gpu::over(Arc::new(device))
    }

    /// An engine on a device that others may have.
    fn over(device: Arc<Device>) -> Gpu {
        Gpu { device: Confined::new(device), uploaded: Confined::new(Mutex::default()) }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Builds, and gives up the buffers of that: what searches read is smaller.
    fn tidied<T>(&self, build: impl FnOnce(&Device) -> T) -> T {
        let built = build(&self.device);
        self.device.staging.clear();
        built
    }

    /// The entries of a complete table on the device; searches that read the same table share them.
    fn entries(&self, table: &Arc<CompleteTable>) -> Result<Arc<Entries>, EngineError> {
        let mut uploaded = self.uploaded.lock().unwrap_or_else(PoisonError::into_inner);
        uploaded.retain(|(_, entries)| entries.strong_count() > 0);
        let same = |of: &Weak<CompleteTable>| std::ptr::eq(of.as_ptr(), Arc::as_ptr(table));
        let there = uploaded.iter().find(|(of, _)| same(of)).and_then(|(_, entries)| entries.upgrade());
        if let Some(entries) = there {
            return Ok(entries);
        }
        let send = || Entries::new(&self.device, table.table(), table.entries());
        let stage = format!("table {}", TableId::from(table.table()));
        let entries = Arc::new(self.device.meter.as_stage(stage, send)?);
        uploaded.push((Arc::downgrade(table), Arc::downgrade(&entries)));
        Ok(entries)
    }
}

impl Explore for Gpu {
    fn distances(&self, space: &Space, control: &Control) -> Result<Vec<u8>, EngineError> {
        // The kernel goes from one level to the next.
        if space.has_costs() {
            return Cpu.distances(space, control);
        }
        space::distances(&self.device, space, &control.stop)
    }
}

impl Engine for Gpu {
    fn name(&self) -> String {
        self.device.name().to_owned()
    }

    fn is_gpu(&self) -> bool {
        true
    }

    fn is_software(&self) -> bool {
        self.device.is_software()
    }

    #[cfg(not(target_family = "wasm"))]
    fn coset_map(&self, tables: &MapTables) -> Result<Option<Box<dyn CosetMap>>, EngineError> {
        Ok(Some(Box::new(coset::GpuMap::new(&self.device, tables)?)))
    }

    fn take_usage(&self) -> DeviceUsage {
        self.device.take_usage()
    }
}

/// How the device finds all distances of a complete table.
struct CompleteSearch {
    build: fn(&Device, &Control) -> Result<CompleteContents, BuildError>,
    count: fn(&Device, &Control) -> Result<Vec<u64>, BuildError>,
}

/// The search of each complete table that has one on the device.
fn search_of(table: Complete) -> Option<CompleteSearch> {
    match table {
        Complete::Phase1(HTM) => {
            Some(CompleteSearch { build: complete::phase1::search, count: complete::phase1::count })
        }
        Complete::Phase2 => {
            Some(CompleteSearch { build: complete::phase2::search, count: complete::phase2::count })
        }
        _ => None,
    }
}

impl Build for Gpu {
    fn can_build(&self, table: TableId) -> bool {
        match table {
            TableId::Sorted(_) => true,
            TableId::Complete(table) => search_of(table).is_some(),
            TableId::Filter(_) => false,
        }
    }

    fn build_sorted(&self, spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
        self.tidied(|device| match spec.phase() {
            Phase::One => sorted_phase1::build(device, spec, control),
            Phase::Two => sorted_phase2::build(device, spec, control),
        })
    }

    fn build_complete(&self, table: Complete, control: &Control) -> Result<CompleteContents, BuildError> {
        match search_of(table) {
            Some(search) => self.tidied(|device| (search.build)(device, control)),
            None => Cpu.build_complete(table, control),
        }
    }

    fn build_filter(&self, size: FilterSize, control: &Control) -> Result<FilterContents, BuildError> {
        Cpu.build_filter(size, control)
    }

    fn count(&self, table: Complete, control: &Control) -> Result<Vec<u64>, BuildError> {
        match search_of(table) {
            Some(search) => (search.count)(&self.device, control),
            None => Cpu.count(table, control),
        }
    }

    fn build_bytes(&self, table: TableId) -> u64 {
        if self.can_build(table) { file_bytes(table) + READ_BACK_BYTES } else { Cpu.build_bytes(table) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::table::SortedSpec;

    /// Destroying is what a removed card or a crashed driver looks like from here.
    #[test]
    fn a_lost_device_is_an_error_for_every_table() {
        for (phase, depth) in [(Phase::One, 4), (Phase::Two, 3)] {
            let Ok(device) = Device::open(None, Ceiling::default()) else {
                assert!(std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
                return;
            };
            device.device.destroy();
            let error = Gpu::new(device)
                .build(SortedSpec::new(phase, depth).unwrap().into(), &Control::default())
                .err()
                .unwrap();
            assert!(matches!(error, BuildError::Engine(EngineError::Device(_))), "{error}");
        }
    }
}
