//! Work for the device: commands that are recorded, submitted, and timed by its own clock.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use bytemuck::Pod;
use wgpu::{BufferUsages, CommandEncoder, QuerySet, SubmissionIndex};

use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Bound, Grid, Kernel};
use crate::engine::EngineError;
use crate::engine::Usage;

/// What [`Work`] needs the device to have, to be timed.
pub(super) const CLOCK: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// Bytes of the two times of a piece of work.
const TIMES_BYTES: u64 = 2 * wgpu::QUERY_SIZE as u64;

/// What was asked of a device; its callbacks add times.
pub(super) type Meter = Arc<Mutex<Usage>>;

/// What a piece of work is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Kernels,
    Transfer,
}

/// Commands that are being recorded.
pub(super) struct Work<'a> {
    device: &'a Device,
    encoder: CommandEncoder,
    purpose: Purpose,
    clock: Option<QuerySet>,
    dispatches: u64,
}

impl Device {
    /// Begins to record kernels.
    pub(super) fn work(&self) -> Work<'_> {
        Work::new(self, Purpose::Kernels)
    }

    /// What was asked of the device since the last call.
    pub fn take_usage(&self) -> Usage {
        std::mem::take(&mut self.meter())
    }

    pub(super) fn meter(&self) -> MutexGuard<'_, Usage> {
        lock(&self.meter)
    }

    /// Waits until this is done, and all before it.
    ///
    /// # Errors
    /// [`EngineError`], also for errors of earlier calls.
    pub(super) fn wait(&self, submission: SubmissionIndex) -> Result<(), EngineError> {
        let poll = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        let polled = self.as_waiting(|| self.device.poll(poll));
        match (self.fault(), polled) {
            (Some(fault), _) => Err(fault),
            (None, Err(error)) => Err(EngineError::Device(error.to_string())),
            (None, Ok(_)) => Ok(()),
        }
    }

    fn as_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let outcome = wait();
        self.meter().waiting += start.elapsed();
        outcome
    }

    /// Starts to bring the first `count` items of a buffer to the host, after all work that
    /// was submitted.
    pub(super) fn start_reading<T: Pod>(&self, buffer: &wgpu::Buffer, count: usize) -> Reading<'_, T> {
        let bytes = (count * size_of::<T>()) as u64;
        let staging = self.buffer("read-back", bytes / WORD, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        let mut work = Work::new(self, Purpose::Transfer);
        if bytes != 0 {
            work.encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, bytes);
        }
        let submission = work.submit();
        self.meter().bytes_read += bytes;
        // The outcome is in the range: without a mapping there is none.
        staging.map_async(wgpu::MapMode::Read, .., |_| {});
        Reading { device: self, staging, count, submission, items: std::marker::PhantomData }
    }

    /// Reads the first `count` items of a buffer, after all work that was submitted.
    pub(super) fn read<T: Pod>(&self, buffer: &wgpu::Buffer, count: usize) -> Result<Vec<T>, EngineError> {
        self.start_reading(buffer, count).finish(<[T]>::to_vec)
    }
}

impl<'a> Work<'a> {
    fn new(device: &'a Device, purpose: Purpose) -> Work<'a> {
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let clock = device.device.features().contains(CLOCK).then(|| {
            device.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            })
        });
        if let Some(clock) = &clock {
            encoder.write_timestamp(clock, 0);
        }
        Work { device, encoder, purpose, clock, dispatches: 0 }
    }

    /// Sets all of a buffer to zero.
    pub fn clear(&mut self, buffer: &wgpu::Buffer) {
        self.encoder.clear_buffer(buffer, 0, None);
    }

    /// Sets the first words of a buffer to zero.
    pub fn clear_words(&mut self, buffer: &wgpu::Buffer, words: u64) {
        self.encoder.clear_buffer(buffer, 0, Some(words * WORD));
    }

    /// Runs a kernel with columns × rows of workgroups.
    pub fn run(&mut self, kernel: &Kernel, bindings: &[(u32, wgpu::BindingResource)], grid: (u32, u32)) {
        self.run_bound(&kernel.bind(self.device, bindings), Grid::Of(grid.0, grid.1));
    }

    /// Runs a kernel with the buffers to which it is bound.
    pub fn run_bound(&mut self, kernel: &Bound, grid: Grid) {
        let mut pass = self.encoder.begin_compute_pass(&Default::default());
        kernel.dispatch(&mut pass, grid);
        self.dispatches += 1;
    }

    /// Hands the commands to the device.
    pub fn submit(mut self) -> SubmissionIndex {
        let mut usage = self.device.meter();
        (usage.dispatches, usage.submits) = (usage.dispatches + self.dispatches, usage.submits + 1);
        drop(usage);
        let Some(clock) = self.clock else {
            return self.device.as_waiting(|| self.device.queue.submit([self.encoder.finish()]));
        };
        let words = TIMES_BYTES / WORD;
        let times = self.device.buffer("times", words, BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC);
        let staging = self.device.buffer("times", words, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        self.encoder.write_timestamp(&clock, 1);
        self.encoder.resolve_query_set(&clock, 0..2, &times, 0);
        self.encoder.copy_buffer_to_buffer(&times, 0, &staging, 0, TIMES_BYTES);
        let submission = self.device.as_waiting(|| self.device.queue.submit([self.encoder.finish()]));
        let meter = self.device.meter.clone();
        let (purpose, period) = (self.purpose, self.device.queue.get_timestamp_period());
        let buffer = staging.clone();
        staging.map_async(wgpu::MapMode::Read, .., move |mapped| {
            let range = mapped.is_ok().then(|| buffer.get_mapped_range(..));
            if let Some(Ok(range)) = range {
                let times: [u64; 2] = bytemuck::pod_read_unaligned(&range);
                add(&meter, purpose, times[1].saturating_sub(times[0]), period);
            }
        });
        submission
    }
}

fn add(meter: &Meter, purpose: Purpose, ticks: u64, nanoseconds_a_tick: f32) {
    let time = Duration::from_nanos((ticks as f64 * f64::from(nanoseconds_a_tick)) as u64);
    let mut times = lock(meter);
    match purpose {
        Purpose::Kernels => times.kernels += time,
        Purpose::Transfer => times.transfer += time,
    }
}

fn lock(meter: &Meter) -> MutexGuard<'_, Usage> {
    meter.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What is on its way to the host.
pub(super) struct Reading<'a, T> {
    device: &'a Device,
    staging: wgpu::Buffer,
    count: usize,
    submission: SubmissionIndex,
    items: std::marker::PhantomData<T>,
}

impl<T: Pod> Reading<'_, T> {
    /// Waits for it and lets it be seen.
    pub fn finish<R>(self, see: impl FnOnce(&[T]) -> R) -> Result<R, EngineError> {
        self.device.wait(self.submission)?;
        let range =
            self.staging.get_mapped_range(..).map_err(|error| EngineError::Device(error.to_string()))?;
        let items: &[T] = bytemuck::cast_slice(&range);
        Ok(see(&items[..self.count]))
    }
}
