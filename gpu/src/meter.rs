//! The usage of a device.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use cubebatch_tables::time::Instant;
use wgpu::QUERY_RESOLVE_BUFFER_ALIGNMENT;

use cubebatch_search::engine::DeviceUsage;

/// Bytes of a time.
pub(super) const TIME_BYTES: u64 = wgpu::QUERY_SIZE as u64;

/// Where the times of the dispatches begin, in times: those of a set go to an aligned place.
pub(super) const FIRST_OF_DISPATCHES: usize = (QUERY_RESOLVE_BUFFER_ALIGNMENT / TIME_BYTES) as usize;

/// The purpose of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Kernels,
    Transfer,
}

/// The usage of a device; its callbacks add times.
#[derive(Default)]
pub(super) struct Meter {
    usage: Mutex<DeviceUsage>,
    /// The end of the last work that is in the usage, by the device's clock.
    busy_until: AtomicU64,
}

impl Meter {
    pub fn usage(&self) -> MutexGuard<'_, DeviceUsage> {
        self.usage.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Does something whose time belongs to a part of the usage.
    pub fn as_part<T>(&self, part: fn(&mut DeviceUsage) -> &mut Duration, act: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let outcome = act();
        *part(&mut self.usage()) += start.elapsed();
        outcome
    }

    /// Does a stage of what comes before the first search.
    pub fn as_stage<T>(&self, name: impl Into<String>, act: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let outcome = act();
        let took = start.elapsed();
        self.usage().stages.push((name.into(), took));
        outcome
    }

    /// Adds the times of a piece of work.
    pub fn add(&self, purpose: Purpose, kernels: &[&'static str], ticks: &[u64], nanoseconds_a_tick: f32) {
        let time = |from: u64, to: u64| {
            Duration::from_nanos((to.saturating_sub(from) as f64 * f64::from(nanoseconds_a_tick)) as u64)
        };
        let (start, end) = (ticks[0], ticks[1]);
        // Work ends in the order in which it was submitted, and this is called in that order.
        let busy_before = self.busy_until.fetch_max(end, Relaxed);
        let mut usage = self.usage();
        usage.busy += time(start.max(busy_before), end);
        match purpose {
            Purpose::Kernels => usage.kernels += time(start, end),
            Purpose::Transfer => usage.transfer += time(start, end),
        }
        let of_dispatches = ticks.get(FIRST_OF_DISPATCHES..).unwrap_or_default().as_chunks().0;
        for (kernel, &[start, end]) in kernels.iter().zip(of_dispatches) {
            usage.by_kernel.entry(kernel).or_default().time += time(start, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ticks of two nanoseconds.
    fn added(works: &[[u64; 2]]) -> DeviceUsage {
        let meter = Meter::default();
        works.iter().for_each(|work| meter.add(Purpose::Kernels, &[], work, 2.0));
        std::mem::take(&mut meter.usage())
    }

    #[test]
    fn work_that_overlaps_is_busy_once() {
        let usage = added(&[[100, 110], [105, 120], [106, 112], [130, 131]]);
        assert_eq!([usage.kernels, usage.busy].map(|time| time.as_nanos()), [2 * 32, 2 * 21]);
    }

    #[test]
    fn times_of_dispatches_go_to_their_kernels() {
        let meter = Meter::default();
        let mut ticks = vec![0; FIRST_OF_DISPATCHES];
        ticks[1] = 100;
        ticks.extend([10, 15, 20, 40, 50, 51]);
        meter.add(Purpose::Kernels, &["a", "b", "a"], &ticks, 1.0);
        let times: Vec<_> =
            meter.usage().by_kernel.iter().map(|(name, kernel)| (*name, kernel.time.as_nanos())).collect();
        assert_eq!(times, [("a", 6), ("b", 20)]);
    }
}
