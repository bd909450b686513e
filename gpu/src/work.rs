//! Work for the device: commands that are recorded, submitted, and timed by its own clock.

use std::sync::MutexGuard;

use bytemuck::Pod;
use wgpu::{BufferUsages, CommandEncoder, ComputePass, ComputePassDescriptor, SubmissionIndex};

use super::buffers::WORD;
use super::clock::Clock;
use super::device::Device;
use super::kernel::{Bindable, Bound, Grid, Kernel};
use super::meter::Purpose;
use super::waiting::{self, Arrival, Patience};
use cubebatch_search::engine::DeviceUsage;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::shader::Shaded;
use cubebatch_tables::progress::Stop;

/// Does two things side by side. Only the first one is in the error scopes of this thread.
#[cfg(not(target_family = "wasm"))]
pub(super) fn beside<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let there = scope.spawn(there);
        let here = here();
        (here, there.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Does two things one after the other: in a browser only one thread has the device.
#[cfg(target_family = "wasm")]
pub(super) fn beside<A, B>(here: impl FnOnce() -> A, there: impl FnOnce() -> B) -> (A, B) {
    (here(), there())
}

/// Commands that are being recorded.
pub(super) struct Work<'a> {
    device: &'a Device,
    encoder: CommandEncoder,
    /// The pass of the last dispatches. It takes all that follow one another, because a pass of its own for each has a command
    /// buffer of its own, too, which costs a card as much as a small dispatch.
    pass: Option<ComputePass<'static>>,
    purpose: Purpose,
    clock: Option<Clock>,
    dispatches: u64,
}

impl Device {
    /// Begins to record kernels.
    pub(super) fn work(&self) -> Work<'_> {
        Work::new(self, Purpose::Kernels)
    }

    /// The usage of the device since the last call.
    pub fn take_usage(&self) -> DeviceUsage {
        std::mem::take(&mut self.meter())
    }

    pub(super) fn meter(&self) -> MutexGuard<'_, DeviceUsage> {
        self.meter.usage()
    }

    /// Waits until this is done, and all before it.
    ///
    /// # Errors
    /// [`EngineError`], also for errors of earlier calls.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn wait(&self, submission: SubmissionIndex) -> Result<(), EngineError> {
        self.wait_for(submission, None, &Stop::default())
    }

    /// Waits until this is done, and all before it, and until a buffer is mapped after that.
    fn wait_for(
        &self,
        submission: SubmissionIndex,
        mapped: Option<Arrival>,
        stop: &Stop,
    ) -> Result<(), EngineError> {
        let patience = Patience { stop, pulse: &self.pulse, seconds: self.patience() };
        let waited =
            self.as_waiting(|| waiting::wait(&self.device, &self.queue, submission, mapped, &patience));
        if let Err(error @ EngineError::NoAnswer { .. }) = &waited {
            self.give_up(error.clone());
        }
        self.fault().map_or(waited, Err)
    }

    fn as_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.meter.as_part(|usage| &mut usage.waiting, wait)
    }

    /// Starts to bring the first `count` items of a buffer to the host, after all work that
    /// was submitted.
    pub(super) fn start_reading<T: Pod>(&self, buffer: &wgpu::Buffer, count: usize) -> Reading<'_, T> {
        let bytes = (count * size_of::<T>()) as u64;
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let staging = self.staging.take(bytes, |bytes| self.buffer("read-back", bytes / WORD, usage));
        let mut work = Work::new(self, Purpose::Transfer);
        if bytes != 0 {
            work.copy(buffer, &staging, bytes);
        }
        let submission = work.submit();
        self.meter().bytes_read += bytes;
        let arrival = Arrival::awaited();
        // The outcome is in the range: without a mapping there is none.
        staging.map_async(wgpu::MapMode::Read, ..mapped(bytes), {
            let arrival = arrival.clone();
            move |_| arrival.announce()
        });
        Reading { device: self, staging, count, submission, arrival, items: std::marker::PhantomData }
    }

    /// Reads the first `count` items of a buffer, after all work that was submitted, unless that is asked to stop.
    pub(super) fn read<T: Pod>(
        &self,
        buffer: &wgpu::Buffer,
        count: usize,
        stop: &Stop,
    ) -> Result<Vec<T>, EngineError> {
        self.start_reading(buffer, count).finish(stop, <[T]>::to_vec)
    }
}

impl<'a> Work<'a> {
    fn new(device: &'a Device, purpose: Purpose) -> Work<'a> {
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let clock = Clock::start(device, &mut encoder);
        Work { device, encoder, pass: None, purpose, clock, dispatches: 0 }
    }

    /// Sets all of a buffer to zero.
    pub fn clear(&mut self, buffer: &wgpu::Buffer) {
        self.commands().clear_buffer(buffer, 0, None);
    }

    /// Sets the first words of a buffer to zero.
    pub fn clear_words(&mut self, buffer: &wgpu::Buffer, words: u64) {
        self.commands().clear_buffer(buffer, 0, Some(words * WORD));
    }

    /// Copies the first bytes of a buffer to another one.
    pub fn copy(&mut self, from: &wgpu::Buffer, to: &wgpu::Buffer, bytes: u64) {
        self.copy_from(from, 0, to, bytes);
    }

    /// Copies bytes of a buffer, from one of them on, to the first ones of another buffer.
    pub fn copy_from(&mut self, from: &wgpu::Buffer, first: u64, to: &wgpu::Buffer, bytes: u64) {
        self.commands().copy_buffer_to_buffer(from, first, to, 0, bytes);
    }

    /// Runs a kernel with columns × rows of workgroups.
    pub fn run<'b, K: Shaded, B: Bindable<'b>>(
        &mut self,
        kernel: &Kernel<K>,
        parameters: &K::Parameters,
        buffers: K::Buffers<B>,
        grid: (u32, u32),
    ) {
        self.run_bound(&kernel.bind(self.device, parameters, buffers), Grid::Of(grid.0, grid.1));
    }

    /// Runs a kernel with the buffers to which it is bound.
    pub fn run_bound(&mut self, kernel: &Bound, grid: Grid) {
        self.dispatches += 1;
        let clock = self.clock.as_mut().filter(|_| self.device.times_kernels);
        let timestamp_writes = clock.map(|clock| clock.next_dispatch(self.device, kernel.name));
        if timestamp_writes.is_some() {
            self.pass = None;
        }
        let begin = || {
            let descriptor = ComputePassDescriptor { label: Some(kernel.name), timestamp_writes };
            self.encoder.begin_compute_pass(&descriptor).forget_lifetime()
        };
        kernel.dispatch(self.pass.get_or_insert_with(begin), grid);
        if self.device.times_kernels {
            self.device.meter().by_kernel.entry(kernel.name).or_default().dispatches += 1;
        }
    }

    /// The encoder, for commands between passes.
    fn commands(&mut self) -> &mut CommandEncoder {
        self.pass = None;
        &mut self.encoder
    }

    /// Hands the commands to the device.
    pub fn submit(mut self) -> SubmissionIndex {
        let mut usage = self.device.meter();
        (usage.dispatches, usage.submits) = (usage.dispatches + self.dispatches, usage.submits + 1);
        drop(usage);
        self.pass = None;
        let times = self.clock.map(|clock| clock.stop(self.device, &mut self.encoder));
        let submission = self.device.as_waiting(|| self.device.queue.submit([self.encoder.finish()]));
        self.device.pulse.follow(&self.device.queue);
        if let Some(times) = times {
            times.add_to(&self.device.meter, self.purpose, self.device.queue.get_timestamp_period());
        }
        submission
    }
}

/// The data on its way to the host.
pub(super) struct Reading<'a, T> {
    device: &'a Device,
    staging: wgpu::Buffer,
    count: usize,
    submission: SubmissionIndex,
    arrival: Arrival,
    items: std::marker::PhantomData<T>,
}

impl<T: Pod> Reading<'_, T> {
    /// Waits for it, unless that is asked to stop, and lets it be seen.
    pub fn finish<R>(self, stop: &Stop, see: impl FnOnce(&[T]) -> R) -> Result<R, EngineError> {
        self.device.wait_for(self.submission, Some(self.arrival), stop)?;
        let bytes = mapped((self.count * size_of::<T>()) as u64);
        let range =
            self.staging.get_mapped_range(..bytes).map_err(|error| EngineError::Device(error.to_string()))?;
        let items: &[T] = bytemuck::cast_slice(&range[..self.count * size_of::<T>()]);
        let seen = see(items);
        drop(range);
        self.device.staging.keep(self.staging);
        Ok(seen)
    }
}

/// The bytes to map in order to see `bytes` bytes: some, and whole words.
fn mapped(bytes: u64) -> u64 {
    bytes.next_multiple_of(WORD).max(WORD)
}
