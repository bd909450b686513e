//! Adapters, and the device that is opened on one.

use std::sync::{Arc, Mutex};

use super::kind::AdapterKind;
use super::meter::Meter;
use super::sizes::Sizes;
use super::staging::Staging;
use super::waiting::{Pulse, block_on};
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::interface::{BUFFERS_EVERYWHERE, MOST_BUFFERS, WHOLE_BYTES};
use cubebatch_tables::time::Instant;

/// The features that a device needs for timing.
pub(super) const CLOCK: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// A GPU that completes nothing for this number of seconds is given up: a dispatch is meant to take less than one.
const PATIENCE: u32 = 30;

/// A program has the time that it needs, be the machine as busy as it likes: only a stop ends what it does.
const SOFTWARE_PATIENCE: u32 = u32::MAX;

/// An adapter as it is listed.
#[derive(Clone, Debug)]
pub struct AdapterDescription {
    /// The name that the driver reports.
    pub name: String,
    /// Vulkan, Metal or Dx12.
    pub backend: String,
    /// The driver and its version.
    pub driver: String,
    /// The kind of adapter.
    pub kind: AdapterKind,
    /// The most bytes of a buffer that a kernel can see.
    pub max_binding: u64,
    /// The most bytes of a buffer.
    pub max_buffer: u64,
    /// The features that the adapter offers in addition; the kernels do without them.
    pub features: Vec<&'static str>,
}

/// Limits that tests set lower than the adapter's.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// The most bytes of a buffer that a kernel can see.
    pub max_binding: u64,
    /// The most bytes of a buffer.
    pub max_buffer: u64,
    /// The most bytes of a table that is to be searched, or of nodes.
    pub max_room: u64,
    /// The most buffers that a kernel can see.
    pub most_buffers: u32,
}

impl Ceiling {
    /// The limits that WebGPU guarantees for every adapter. Its other limits are the ones that the engine requests of any
    /// adapter.
    pub const LEAST: Ceiling = Ceiling {
        max_binding: 128 << 20,
        max_buffer: 256 << 20,
        max_room: u64::MAX,
        most_buffers: BUFFERS_EVERYWHERE as u32,
    };
}

impl Default for Ceiling {
    fn default() -> Ceiling {
        Ceiling {
            max_binding: u64::MAX,
            max_buffer: u64::MAX,
            max_room: u64::MAX,
            most_buffers: MOST_BUFFERS as u32,
        }
    }
}

/// An open device.
pub struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) max_binding: u64,
    pub(super) max_room: u64,
    /// Buffers that a kernel can see.
    pub(super) most_buffers: u32,
    name: String,
    kind: AdapterKind,
    is_software: bool,
    /// How much it gets to do at a time.
    pub(super) sizes: &'static Sizes,
    patience: u32,
    /// Whether kernels leave a loop that takes far too long.
    pub(super) bounds_loops: bool,
    /// The times of the work.
    pub(super) meter: Arc<Meter>,
    pub(super) staging: Staging,
    pub(super) pulse: Pulse,
    /// Whether the clock stands around each dispatch too.
    pub(super) times_kernels: bool,
    /// The first error that the device reported outside of a call.
    fault: DeviceFault,
}

type DeviceFault = Arc<Mutex<Option<EngineError>>>;

fn instance() -> wgpu::Instance {
    // Validation flags would cap buffers and add passes.
    wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::PRIMARY,
        flags: wgpu::InstanceFlags::empty(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    })
}

#[cfg(not(target_family = "wasm"))]
fn adapters() -> Vec<wgpu::Adapter> {
    block_on(instance().enumerate_adapters(wgpu::Backends::all()))
}

/// A browser lets choose nothing but the kind.
#[cfg(target_family = "wasm")]
fn adapters() -> Vec<wgpu::Adapter> {
    let power_preference = wgpu::PowerPreference::HighPerformance;
    let options = wgpu::RequestAdapterOptions { power_preference, ..Default::default() };
    block_on(instance().request_adapter(&options)).into_iter().collect()
}

/// All adapters of this machine, in the order in which `--gpu N` counts them.
pub fn list() -> Vec<AdapterDescription> {
    adapters().iter().map(describe).collect()
}

fn describe(adapter: &wgpu::Adapter) -> AdapterDescription {
    let (info, limits) = (adapter.get_info(), adapter.limits());
    let features = [
        (wgpu::Features::TIMESTAMP_QUERY, "timestamps"),
        (wgpu::Features::SUBGROUP, "subgroups"),
        (wgpu::Features::SHADER_INT64, "64-bit integers"),
    ];
    let has = |&(feature, name): &(wgpu::Features, _)| adapter.features().contains(feature).then_some(name);
    AdapterDescription {
        kind: info.device_type.into(),
        driver: format!("{} {}", info.driver, info.driver_info),
        backend: info.backend.to_string(),
        name: info.name,
        max_binding: limits.max_storage_buffer_binding_size,
        max_buffer: limits.max_buffer_size,
        features: features.iter().filter_map(has).collect(),
    }
}

impl Device {
    /// Opens an adapter: the one whose number or part of whose name is `wanted`, else the first one of the best
    /// [kind](AdapterKind).
    ///
    /// # Errors
    /// [`EngineError::NoAdapter`] or what the driver says.
    pub fn open(wanted: Option<&str>, ceiling: Ceiling) -> Result<Device, EngineError> {
        let start = Instant::now();
        let adapters = adapters();
        let described: Vec<AdapterDescription> = adapters.iter().map(describe).collect();
        let chosen = choose(&described, wanted).ok_or_else(|| EngineError::NoAdapter {
            wanted: wanted.map(str::to_owned),
            names: described.iter().map(|adapter| adapter.name.clone()).collect(),
        })?;
        let device = open(&adapters[chosen], &described[chosen], ceiling)?;
        device.meter().stages.push(("driver".to_owned(), start.elapsed()));
        Ok(device)
    }

    /// Opens all adapters of the best [kind](AdapterKind), with the backend of the first one: those of the same name, or all.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open_several(have_same_name: bool, ceiling: Ceiling) -> Result<Vec<Device>, EngineError> {
        let adapters = adapters();
        let described: Vec<AdapterDescription> = adapters.iter().map(describe).collect();
        let chosen = several(&described, have_same_name);
        if chosen.is_empty() {
            return Err(EngineError::NoAdapter { wanted: None, names: Vec::new() });
        }
        chosen.into_iter().map(|chosen| open(&adapters[chosen], &described[chosen], ceiling)).collect()
    }

    /// The same as [`Device::open`], with the device's clock around each dispatch, which takes time. So its usage [lists
    /// each kernel](cubebatch_search::engine::DeviceUsage::by_kernel).
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open_timing_kernels(wanted: Option<&str>, ceiling: Ceiling) -> Result<Device, EngineError> {
        let mut device = Device::open(wanted, ceiling)?;
        device.times_kernels = true;
        Ok(device)
    }

    /// The name of the adapter from the driver.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the adapter is no GPU but a program.
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Whether kernels see all entries of a table in one buffer.
    pub(super) fn sees_whole_tables(&self) -> bool {
        self.max_binding >= WHOLE_BYTES
    }

    /// Whether the work is cut into pieces by how long it takes: the device may draw a screen as well.
    pub(super) fn is_paced(&self) -> bool {
        self.kind != AdapterKind::Software
    }

    /// After this number of seconds without completed work, the device is given up.
    pub(super) fn patience(&self) -> u32 {
        self.patience
    }

    /// Makes all later work fail with this error.
    pub(super) fn give_up(&self, error: EngineError) {
        self.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
    }

    /// The first error that the device reported; after one nothing it gives can be trusted.
    pub(super) fn fault(&self) -> Option<EngineError> {
        self.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Device {
    /// A queue that is dropped waits for its work without an end, so that of a device that does not answer is never dropped.
    fn drop(&mut self) {
        let gave_up = |outcome| matches!(outcome, Err(EngineError::NoAnswer { .. }));
        if gave_up(self.fault().map_or(Ok(()), Err)) || gave_up(self.wait(self.queue.submit([]))) {
            std::mem::forget(self.queue.clone());
        }
    }
}

/// Bounds of loops cost more than many a kernel's work, so they are on for software drivers alone. Tests and measurements set
/// CUBEBATCH_LOOP_BOUNDS to run both ways on any device.
fn bounds_loops(wanted: Option<&str>, is_software: bool) -> Result<bool, EngineError> {
    match wanted {
        None => Ok(is_software),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => {
            Err(EngineError::Device(format!("CUBEBATCH_LOOP_BOUNDS is \"on\" or \"off\", not {other:?}")))
        }
    }
}

fn choose(adapters: &[AdapterDescription], wanted: Option<&str>) -> Option<usize> {
    let Some(wanted) = wanted else {
        return (0..adapters.len()).min_by_key(|&i| adapters[i].kind);
    };
    if let Ok(number) = wanted.parse() {
        return Some(number).filter(|&number| number < adapters.len());
    }
    let wanted = wanted.to_lowercase();
    adapters.iter().position(|adapter| adapter.name.to_lowercase().contains(&wanted))
}

/// The adapters of the best kind. A backend lists each once, and another backend the same again.
fn several(adapters: &[AdapterDescription], have_same_name: bool) -> Vec<usize> {
    let Some(first) = choose(adapters, None).map(|first| &adapters[first]) else { return Vec::new() };
    let is_like_first = |adapter: &AdapterDescription| {
        (adapter.kind, &adapter.backend) == (first.kind, &first.backend)
            && (!have_same_name || adapter.name == first.name)
    };
    (0..adapters.len()).filter(|&i| is_like_first(&adapters[i])).collect()
}

fn open(
    adapter: &wgpu::Adapter,
    description: &AdapterDescription,
    ceiling: Ceiling,
) -> Result<Device, EngineError> {
    let granted = adapter.limits();
    let max_binding = granted.max_storage_buffer_binding_size.min(ceiling.max_binding);
    let most_buffers = granted.max_storage_buffers_per_shader_stage.min(ceiling.most_buffers);
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: max_binding,
        max_buffer_size: granted.max_buffer_size.min(ceiling.max_buffer),
        max_storage_buffers_per_shader_stage: most_buffers,
        ..wgpu::Limits::downlevel_defaults()
    };
    let is_software = description.kind == AdapterKind::Software;
    let bounds_loops = bounds_loops(std::env::var("CUBEBATCH_LOOP_BOUNDS").ok().as_deref(), is_software)?;
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("cubebatch"),
        required_features: adapter.features() & CLOCK,
        required_limits: limits,
        ..Default::default()
    };
    let opened = block_on(adapter.request_device(&descriptor));
    let (device, queue) = opened.map_err(|error| EngineError::Device(error.to_string()))?;
    let fault = DeviceFault::default();
    let note = |fault: DeviceFault| {
        move |error: EngineError| {
            let mut fault = fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            fault.get_or_insert(error);
        }
    };
    let (on_error, on_loss) = (note(fault.clone()), note(fault.clone()));
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        on_error(match error {
            wgpu::Error::OutOfMemory { .. } => EngineError::OutOfMemory,
            error => EngineError::Device(error.to_string()),
        });
    }));
    device.set_device_lost_callback(move |_, text| on_loss(EngineError::Device(text)));
    Ok(Device {
        device,
        queue,
        max_binding,
        max_room: ceiling.max_room,
        most_buffers,
        name: description.name.clone(),
        kind: description.kind,
        is_software,
        sizes: Sizes::of(description.kind),
        patience: if description.kind == AdapterKind::Software { SOFTWARE_PATIENCE } else { PATIENCE },
        bounds_loops,
        meter: Arc::default(),
        staging: Staging::default(),
        pulse: Pulse::default(),
        times_kernels: false,
        fault,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::progress::Stop;

    fn adapter(name: &str, kind: AdapterKind) -> AdapterDescription {
        AdapterDescription {
            name: name.to_owned(),
            backend: String::new(),
            driver: String::new(),
            kind,
            max_binding: 0,
            max_buffer: 0,
            features: Vec::new(),
        }
    }

    #[test]
    fn cards_come_before_other_gpus_and_these_before_programs() {
        use AdapterKind::{Discrete, Integrated, Other, Software, Virtual};
        let mut kinds = vec![Software, Other, Integrated, Virtual, Discrete];
        while let Some(&best) = kinds.last() {
            let adapters: Vec<_> = kinds.iter().chain(&kinds).map(|&kind| adapter("one", kind)).collect();
            // The first one of two.
            assert_eq!(choose(&adapters, None), Some(kinds.len() - 1), "{best:?}");
            kinds.pop();
        }
        assert_eq!(choose(&[], None), None);
    }

    #[test]
    fn several_adapters_are_of_the_best_kind_and_each_comes_once() {
        use AdapterKind::{Discrete, Integrated, Software};
        let on = |backend: &str, name, kind| AdapterDescription {
            backend: backend.to_owned(),
            ..adapter(name, kind)
        };
        let all = [
            on("vulkan", "UHD", Integrated),
            on("vulkan", "H200", Discrete),
            on("vulkan", "H200", Discrete),
            on("vulkan", "A2", Discrete),
            on("vulkan", "llvmpipe", Software),
            on("dx12", "H200", Discrete),
        ];
        assert_eq!((several(&all, true), several(&all, false)), (vec![1, 2], vec![1, 2, 3]));
        assert_eq!((several(&all[4..5], true), several(&[], true)), (vec![0], vec![]));
    }

    #[test]
    fn loops_are_bounded_on_software_or_as_wanted() {
        let bounded = |wanted, is_software| bounds_loops(wanted, is_software).ok();
        assert_eq!([bounded(None, false), bounded(None, true)], [Some(false), Some(true)]);
        assert_eq!([bounded(Some("on"), false), bounded(Some("off"), true)], [Some(true), Some(false)]);
        assert_eq!(bounded(Some("no"), true), None);
    }

    /// A machine that is busy makes a program slow, which is no reason to give it up.
    #[test]
    fn only_gpus_are_given_up() {
        let Ok(device) = Device::open(None, Ceiling::default()) else {
            assert!(std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
            return;
        };
        assert_eq!(device.patience() > PATIENCE, device.is_software());
        let answer = || device.read::<u32>(&device.filled("test", &[7]), 1, &Stop::default());
        assert_eq!(answer(), Ok(vec![7]));
        let given_up = EngineError::NoAnswer { seconds: PATIENCE };
        device.give_up(given_up.clone());
        assert_eq!(answer(), Err(given_up));
    }

    /// A queue calls back when its work is done, at the latest when it is dropped.
    #[test]
    fn a_device_that_was_given_up_is_not_waited_for() {
        if Device::open(None, Ceiling::default()).is_err() {
            assert!(std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
            return;
        }
        let is_waited_for = |was_given_up| {
            let device = Device::open(None, Ceiling::default()).unwrap();
            let is_done = Arc::new(std::sync::atomic::AtomicBool::new(false));
            let done = is_done.clone();
            device.queue.submit([]);
            device
                .queue
                .on_submitted_work_done(move || done.store(true, std::sync::atomic::Ordering::Relaxed));
            if was_given_up {
                device.give_up(EngineError::NoAnswer { seconds: PATIENCE });
            }
            drop(device);
            is_done.load(std::sync::atomic::Ordering::Relaxed)
        };
        assert_eq!([false, true].map(is_waited_for), [true, false]);
    }

    #[test]
    fn what_is_wanted_is_opened_whatever_it_is() {
        let adapters =
            [adapter("Arc A770", AdapterKind::Discrete), adapter("llvmpipe", AdapterKind::Software)];
        let chosen = |wanted| choose(&adapters, Some(wanted));
        assert_eq!(
            [chosen("1"), chosen("PIPE"), chosen("arc"), chosen("2"), chosen("radeon")],
            [Some(1), Some(1), Some(0), None, None]
        );
    }
}
