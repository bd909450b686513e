//! The device's clock: when a piece of work begins and ends and, where kernels are timed, each of its dispatches.

use std::sync::Arc;

use wgpu::{
    BufferUsages, CommandEncoder, ComputePassTimestampWrites, QUERY_RESOLVE_BUFFER_ALIGNMENT,
    QUERY_SET_MAX_QUERIES, QuerySet,
};

use super::buffers::WORD;
use super::device::{CLOCK, Device};
use super::meter::{Meter, Purpose, TIME_BYTES};

/// The times of a piece of work: two of the whole, and two of each dispatch that was announced.
pub(super) struct Clock {
    work: QuerySet,
    /// As many as the dispatches need.
    sets: Vec<QuerySet>,
    /// The kernels of the dispatches that are timed.
    kernels: Vec<&'static str>,
}

impl Clock {
    /// Begins to time what is recorded from now on; `None` if the device has no clock.
    pub fn start(device: &Device, encoder: &mut CommandEncoder) -> Option<Clock> {
        if !device.device.features().contains(CLOCK) {
            return None;
        }
        let work = times(device, 2);
        encoder.write_timestamp(&work, 0);
        Some(Clock { work, sets: Vec::new(), kernels: Vec::new() })
    }

    /// Makes room for the times of the next dispatch.
    pub fn next_dispatch(&mut self, device: &Device, kernel: &'static str) -> ComputePassTimestampWrites<'_> {
        let first = 2 * self.kernels.len() as u32;
        self.kernels.push(kernel);
        if first.is_multiple_of(QUERY_SET_MAX_QUERIES) {
            self.sets.push(times(device, QUERY_SET_MAX_QUERIES));
        }
        let place = first % QUERY_SET_MAX_QUERIES;
        ComputePassTimestampWrites {
            query_set: &self.sets[(first / QUERY_SET_MAX_QUERIES) as usize],
            beginning_of_pass_write_index: Some(place),
            end_of_pass_write_index: Some(place + 1),
        }
    }

    /// Ends it, and records how the times come to where the host reads them.
    pub fn stop(self, device: &Device, encoder: &mut CommandEncoder) -> Times {
        let of_dispatches = 2 * self.kernels.len() as u32;
        let bytes = match of_dispatches {
            0 => 2 * TIME_BYTES,
            _ => QUERY_RESOLVE_BUFFER_ALIGNMENT + u64::from(of_dispatches) * TIME_BYTES,
        };
        let buffer = |usage| device.buffer("times", bytes / WORD, usage);
        let times = buffer(BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC);
        let staging = buffer(BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        encoder.write_timestamp(&self.work, 1);
        encoder.resolve_query_set(&self.work, 0..2, &times, 0);
        for (set, first) in self.sets.iter().zip((0..).step_by(QUERY_SET_MAX_QUERIES as usize)) {
            let count = (of_dispatches - first).min(QUERY_SET_MAX_QUERIES);
            let to = QUERY_RESOLVE_BUFFER_ALIGNMENT + u64::from(first) * TIME_BYTES;
            encoder.resolve_query_set(set, 0..count, &times, to);
        }
        encoder.copy_buffer_to_buffer(&times, 0, &staging, 0, bytes);
        Times { staging, kernels: self.kernels }
    }
}

/// Room for `count` times.
fn times(device: &Device, count: u32) -> QuerySet {
    let ty = wgpu::QueryType::Timestamp;
    device.device.create_query_set(&wgpu::QuerySetDescriptor { label: None, ty, count })
}

/// The times of work that was submitted, on their way to the host.
pub(super) struct Times {
    staging: wgpu::Buffer,
    kernels: Vec<&'static str>,
}

impl Times {
    /// Adds them to what is known of the device, when they have come.
    pub fn add_to(self, meter: &Arc<Meter>, purpose: Purpose, nanoseconds_a_tick: f32) {
        let (meter, buffer, kernels) = (meter.clone(), self.staging.clone(), self.kernels);
        self.staging.map_async(wgpu::MapMode::Read, .., move |mapped| {
            let range = mapped.is_ok().then(|| buffer.get_mapped_range(..));
            if let Some(Ok(range)) = range {
                let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(&range);
                meter.add(purpose, &kernels, &ticks, nanoseconds_a_tick);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::device::Ceiling;
    use crate::kernel::{Grid, Kernel};
    use cubebatch_search::engine::{DeviceUsage, EngineError};
    use cubebatch_shaders::space::{Mark, MarkBuffers, MarkParams};

    /// Without an adapter this passes without having run, unless CUBEBATCH_REQUIRE_GPU is set.
    fn opened(open: fn(Option<&str>, Ceiling) -> Result<Device, EngineError>) -> Option<Device> {
        let opened = open(None, Ceiling::default());
        assert!(opened.is_ok() || std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
        opened.ok()
    }

    /// The usage of `dispatches` dispatches of an idle kernel, in one piece of work.
    fn usage_of(device: &Device, dispatches: usize) -> DeviceUsage {
        let kernel = Kernel::<Mark>::new(device);
        let params: MarkParams = bytemuck::Zeroable::zeroed();
        let [turns, distances, count] = [(); 3].map(|()| device.zeroed("nothing", 1));
        let buffers = MarkBuffers { turns: &turns, distances: &distances, count: &count };
        let bound = kernel.bind(device, &params, buffers);
        let mut work = device.work();
        (0..dispatches).for_each(|_| work.run_bound(&bound, Grid::Of(1, 1)));
        let submission = work.submit();
        device.wait(submission).unwrap();
        device.take_usage()
    }

    #[test]
    fn kernels_are_timed_in_as_many_sets_as_they_need() {
        let Some(device) = opened(Device::open_timing_kernels) else { return };
        for dispatches in [1, 2047, 2048, 2049, 4097] {
            let usage = usage_of(&device, dispatches);
            let kernels: Vec<_> = usage.by_kernel.into_iter().collect();
            let [("space/mark", kernel)] = kernels[..] else { panic!("{kernels:?}") };
            assert_eq!((kernel.dispatches, usage.dispatches), (dispatches as u64, dispatches as u64));
            // All are within the times of the work.
            assert!(kernel.time <= usage.kernels && usage.kernels == usage.busy);
            let has_clock = device.device.features().contains(CLOCK);
            assert_eq!(kernel.time > Duration::ZERO, has_clock, "{dispatches}");
        }
    }

    #[test]
    fn kernels_are_not_timed_unless_that_is_asked_for() {
        let Some(device) = opened(Device::open) else { return };
        let usage = usage_of(&device, 3);
        assert_eq!((usage.dispatches, usage.by_kernel.len()), (3, 0));
    }
}
