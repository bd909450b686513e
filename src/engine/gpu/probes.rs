//! Probes: what a device can do at most, by kernels and transfers that do nothing else. What a search is far from
//! shows where its time goes.

mod blocks;

use web_time::Instant;
use wgpu::BufferUsages;

use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Bound, Grid, Kernel, grid};
use super::shaders::Shaded;
use crate::engine::EngineError;
use crate::engine::layout::probes::{
    Copy, CopyBuffers, CopyParams, Count, CountBuffers, CountParams, Fill, FillBuffers, FillParams, Gather,
    GatherBuffers, GatherParams, Step, StepBuffers, StepParams, mixed,
};
use crate::engine::layout::words::WORKGROUP;
use crate::progress::Stop;

/// The result of a probe.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The name of the work.
    pub name: String,
    /// The rate or the time.
    pub outcome: Outcome,
}

/// The outcome of a probe.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The best of some runs.
    Measured {
        /// In this unit.
        value: f64,
        /// Such as GB/s.
        unit: &'static str,
    },
    /// It was left out.
    Skipped {
        /// Because of this.
        reason: String,
    },
}

/// The number of timed runs, after a first run that makes what later runs reuse.
const RUNS: usize = 5;

const MIB: u64 = 1 << 20;

/// The bytes to copy, unless a kernel sees fewer.
const COPY_BYTES: u64 = 256 * MIB;

/// The sizes of the tables for look-ups: one that caches hold, the table of phase 1, and one that no cache holds.
const GATHER_BYTES: [u64; 3] = [32 * MIB, 277 * MIB, 1024 * MIB];

/// The number of look-ups of an invocation.
const LOOKUPS: u32 = 16;

/// Sums that are compared with the host's.
const CHECKED: usize = 4096;

/// Counters all over which is counted.
const COUNTERS: u32 = 1 << 20;

/// Dispatches of which each waits for the one before.
const CHAIN: u32 = 1000;

/// The bytes to send and to read.
const TRANSFER_BYTES: u64 = 64 * MIB;

/// The reason for leaving a size out.
const NO_MEMORY: &str = "the device has not the memory";

/// Measures a device; on a software driver with less work.
///
/// # Errors
/// What the driver says, and [`EngineError::Device`] for a wrong result.
pub fn probe(device: &Device) -> Result<Vec<Probe>, EngineError> {
    let bench = Bench { device };
    let mut probes = vec![bench.copy()?];
    for bytes in GATHER_BYTES {
        probes.push(bench.gather(bytes)?);
    }
    probes.extend([bench.count("one word", 1)?, bench.count("a million words", COUNTERS)?]);
    for bytes in blocks::CHASE_BYTES {
        probes.extend(bench.chase(bytes)?);
    }
    probes.push(bench.blocks()?);
    probes.extend([bench.chain()?, bench.planned_chain(1)?, bench.planned_chain(0)?, bench.submit()?]);
    probes.extend(bench.send()?);
    probes.extend(bench.read()?);
    Ok(probes)
}

fn measured(name: impl Into<String>, value: f64, unit: &'static str) -> Probe {
    Probe { name: name.into(), outcome: Outcome::Measured { value, unit } }
}

fn skipped(name: impl Into<String>, reason: impl Into<String>) -> Probe {
    Probe { name: name.into(), outcome: Outcome::Skipped { reason: reason.into() } }
}

/// Fails unless a probe left what it had to.
fn check(is_right: bool, what: &str) -> Result<(), EngineError> {
    if is_right { Ok(()) } else { Err(EngineError::Device(format!("{what} gave a wrong result"))) }
}

/// The least seconds of some runs after the first.
fn least(mut run: impl FnMut() -> Result<f64, EngineError>) -> Result<f64, EngineError> {
    run()?;
    (0..RUNS).try_fold(f64::INFINITY, |least, _| Ok(run()?.min(least)))
}

/// Seconds by the host's clock.
fn seconds<T>(act: impl FnOnce() -> Result<T, EngineError>) -> Result<f64, EngineError> {
    let start = Instant::now();
    act()?;
    Ok(start.elapsed().as_secs_f64())
}

struct Bench<'a> {
    device: &'a Device,
}

impl Bench<'_> {
    /// Much for a GPU, little for a processor.
    fn items(&self, exponent: u32) -> u32 {
        1 << if self.device.is_software() { exponent - 6 } else { exponent }
    }

    fn bind<K: Shaded>(&self, params: &K::Parameters, buffers: K::Buffers<&wgpu::Buffer>) -> Bound {
        Kernel::<K>::new(self.device).bind(self.device, params, buffers)
    }

    /// Seconds of some dispatches in one piece of work, by the device's clock if it has one.
    fn run(&self, kernel: &Bound, grid: Grid, dispatches: u32) -> Result<f64, EngineError> {
        self.device.take_usage();
        let mut work = self.device.work();
        (0..dispatches).for_each(|_| work.run_bound(kernel, grid));
        let elapsed = seconds(|| self.device.wait(work.submit()))?;
        let by_device = self.device.take_usage().kernels.as_secs_f64();
        Ok(if by_device > 0.0 { by_device } else { elapsed })
    }

    /// A buffer of `bytes` bytes, each word [mixed] from its number.
    fn filled(&self, bytes: u64) -> Result<wgpu::Buffer, EngineError> {
        let buffer = self.device.zeroed("probe", bytes / WORD);
        let words = (bytes / WORD) as u32;
        let grid = grid_for(words);
        let params = FillParams { columns: grid.0, words };
        let kernel = self.bind::<Fill>(&params, FillBuffers { words: &buffer });
        self.run(&kernel, Grid::Of(grid.0, grid.1), 1)?;
        Ok(buffer)
    }

    fn copy(&self) -> Result<Probe, EngineError> {
        let bytes = COPY_BYTES.min(self.device.max_binding) / 16 * 16;
        let (from, to) = (self.filled(bytes)?, self.device.zeroed("probe", bytes / WORD));
        let quads = (bytes / 16) as u32;
        let grid = grid_for(quads);
        let params = CopyParams { columns: grid.0, quads };
        let kernel = self.bind::<Copy>(&params, CopyBuffers { from_quads: &from, to_quads: &to });
        let seconds = least(|| self.run(&kernel, Grid::Of(grid.0, grid.1), 1))?;
        let words = self.device.read::<u32>(&to, (bytes / WORD) as usize, &Stop::default())?;
        check(words.iter().zip(0..).all(|(&word, number)| word == mixed(number)), "copying")?;
        Ok(measured(
            format!("copy of {} MiB, read and written", bytes / MIB),
            2e-9 * bytes as f64 / seconds,
            "GB/s",
        ))
    }

    fn gather(&self, bytes: u64) -> Result<Probe, EngineError> {
        let name = format!("look-ups of a word in {} MiB", bytes / MIB);
        if bytes > self.device.max_binding {
            let reason = format!("a kernel sees {} MiB at most", self.device.max_binding / MIB);
            return Ok(skipped(name, reason));
        }
        if !self.device.has_room(bytes) {
            return Ok(skipped(name, NO_MEMORY));
        }
        let (sums, words) = (self.items(22), (bytes / WORD) as u32);
        let (buffer, found) = (self.filled(bytes)?, self.device.zeroed("sums", sums.into()));
        let grid = grid_for(sums);
        let params = GatherParams { columns: grid.0, words, sums, lookups: LOOKUPS };
        let kernel = self.bind::<Gather>(&params, GatherBuffers { words: &buffer, sums: &found });
        let seconds = least(|| self.run(&kernel, Grid::Of(grid.0, grid.1), 1))?;
        let sum = |number: u32| {
            let lookups = (0..LOOKUPS).map(|i| mixed(mixed(number * LOOKUPS + i) % words));
            lookups.fold(0, u32::wrapping_add)
        };
        let found = self.device.read::<u32>(&found, CHECKED, &Stop::default())?;
        check(found.iter().zip(0..).all(|(&found, number)| found == sum(number)), &name)?;
        Ok(measured(name, 1e-9 * f64::from(sums) * f64::from(LOOKUPS) / seconds, "10^9/s"))
    }

    fn count(&self, place: &str, counters: u32) -> Result<Probe, EngineError> {
        let (name, invocations) = (format!("atomic additions to {place}"), self.items(24));
        let buffer = self.device.zeroed("counters", counters.into());
        let grid = grid_for(invocations);
        let params = CountParams { columns: grid.0, invocations, counters };
        let kernel = self.bind::<Count>(&params, CountBuffers { counters: &buffer });
        let seconds = least(|| self.run(&kernel, Grid::Of(grid.0, grid.1), 1))?;
        let counts = self.device.read::<u32>(&buffer, counters as usize, &Stop::default())?;
        let all: u64 = counts.into_iter().map(u64::from).sum();
        check(all == (RUNS as u64 + 1) * u64::from(invocations), &name)?;
        Ok(measured(name, 1e-9 * f64::from(invocations) / seconds, "10^9/s"))
    }

    /// Dispatches that do next to nothing, each after the one before.
    fn chain(&self) -> Result<Probe, EngineError> {
        let buffer = self.device.zeroed("counter", 1);
        let params = CountParams { columns: 1, invocations: 1, counters: 1 };
        let kernel = self.bind::<Count>(&params, CountBuffers { counters: &buffer });
        let seconds = least(|| self.run(&kernel, Grid::Of(1, 1), CHAIN))?;
        let count = self.device.read::<u32>(&buffer, 1, &Stop::default())?;
        check(count == [(RUNS as u32 + 1) * CHAIN], "a chain of dispatches")?;
        Ok(measured(
            format!("a dispatch in a chain of {CHAIN}"),
            1e6 * seconds / f64::from(CHAIN),
            "microseconds",
        ))
    }

    /// The same as steps of a search have it: with four buffers, and from a buffer with the grid, which has this number of
    /// workgroups.
    fn planned_chain(&self, workgroups: u32) -> Result<Probe, EngineError> {
        let buffers: [wgpu::Buffer; 4] = std::array::from_fn(|_| self.device.zeroed("counter", 1));
        let [first, second, third, fourth] = &buffers;
        let params = StepParams { columns: 1, counters: 1 };
        let kernel = self.bind::<Step>(&params, StepBuffers { first, second, third, fourth });
        let grid = self.device.buffer("grid", 3, BufferUsages::INDIRECT | BufferUsages::COPY_DST);
        self.device.write(&grid, 0, bytemuck::bytes_of(&[workgroups, 1, 1]));
        let seconds = least(|| self.run(&kernel, Grid::Planned(&grid, 0), CHAIN))?;
        for buffer in &buffers {
            let count = self.device.read::<u32>(buffer, 1, &Stop::default())?;
            check(count == [(RUNS as u32 + 1) * CHAIN * workgroups], "a chain of indirect dispatches")?;
        }
        let what = if workgroups == 0 { "an empty indirect dispatch" } else { "an indirect dispatch" };
        Ok(measured(
            format!("{what} in a chain of {CHAIN}"),
            1e6 * seconds / f64::from(CHAIN),
            "microseconds",
        ))
    }

    fn submit(&self) -> Result<Probe, EngineError> {
        let word = self.device.filled("word", &[1u32]);
        let seconds = least(|| seconds(|| self.device.read::<u32>(&word, 1, &Stop::default())))?;
        Ok(measured("submitting, and 4 bytes mapped", 1e6 * seconds, "microseconds"))
    }

    fn send(&self) -> Result<[Probe; 2], EngineError> {
        let words: Vec<u32> = (0..(TRANSFER_BYTES / WORD) as u32).map(mixed).collect();
        let bytes: &[u8] = bytemuck::cast_slice(&words);
        let finish = || self.device.wait(self.device.work().submit());
        let fresh = least(|| {
            seconds(|| {
                self.device.filled("fresh", bytes);
                finish()
            })
        })?;
        let to = self.device.zeroed("to", TRANSFER_BYTES / WORD);
        let usage = BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC;
        let staging = self.device.buffer("staging", TRANSFER_BYTES / WORD, usage);
        let reused = least(|| {
            staging.map_async(wgpu::MapMode::Write, .., |_| {});
            seconds(|| {
                finish()?;
                let range = staging.get_mapped_range_mut(..);
                let mut range = range.map_err(|error| EngineError::Device(error.to_string()))?;
                range.copy_from_slice(bytes);
                drop(range);
                staging.unmap();
                let mut work = self.device.work();
                work.copy(&staging, &to, TRANSFER_BYTES);
                self.device.wait(work.submit())
            })
        })?;
        check(self.device.read::<u32>(&to, words.len(), &Stop::default())? == words, "sending")?;
        Ok([("fresh buffers", fresh), ("reused buffers", reused)]
            .map(|(buffers, seconds)| transfer("sent", buffers, seconds)))
    }

    fn read(&self) -> Result<[Probe; 2], EngineError> {
        let words = (TRANSFER_BYTES / WORD) as usize;
        let from = self.filled(TRANSFER_BYTES)?;
        let mut last = vec![0; words];
        let fresh = least(|| {
            seconds(|| {
                self.device
                    .start_reading::<u32>(&from, words)
                    .finish(&Stop::default(), |words| last.copy_from_slice(words))
            })
        })?;
        check(last.iter().zip(0..).all(|(&word, number)| word == mixed(number)), "reading")?;
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let staging = self.device.buffer("staging", TRANSFER_BYTES / WORD, usage);
        let reused = least(|| {
            seconds(|| {
                let mut work = self.device.work();
                work.copy(&from, &staging, TRANSFER_BYTES);
                let submission = work.submit();
                staging.map_async(wgpu::MapMode::Read, .., |_| {});
                self.device.wait(submission)?;
                let range = staging.get_mapped_range(..);
                let range = range.map_err(|error| EngineError::Device(error.to_string()))?;
                last.copy_from_slice(bytemuck::cast_slice(&range));
                drop(range);
                staging.unmap();
                Ok(())
            })
        })?;
        check(last.iter().zip(0..).all(|(&word, number)| word == mixed(number)), "reading")?;
        Ok([("fresh buffers", fresh), ("reused buffers", reused)]
            .map(|(buffers, seconds)| transfer("read", buffers, seconds)))
    }
}

fn transfer(what: &str, buffers: &str, seconds: f64) -> Probe {
    let name = format!("{} MiB {what}, {buffers}", TRANSFER_BYTES / MIB);
    measured(name, 1e-9 * TRANSFER_BYTES as f64 / seconds, "GB/s")
}

/// Columns and rows of `invocations` invocations.
fn grid_for(invocations: u32) -> (u32, u32) {
    grid(invocations.div_ceil(WORKGROUP).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::device::Ceiling;

    #[test]
    fn all_probes_are_right_or_say_why_they_were_left_out() {
        // Blocks lie in several slices.
        let ceiling = Ceiling { max_binding: 64 * MIB, ..Ceiling::default() };
        let device = match Device::open(None, ceiling) {
            Ok(device) => device,
            Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
            Err(_) => return,
        };
        let probes = probe(&device).unwrap();
        let (measured, skipped): (Vec<_>, Vec<_>) =
            probes.iter().partition(|probe| matches!(probe.outcome, Outcome::Measured { .. }));
        assert_eq!((measured.len(), skipped.len()), (22, 11), "{probes:?}");
        for probe in measured {
            let Outcome::Measured { value, .. } = probe.outcome else { continue };
            assert!(value.is_finite() && value > 0.0, "{probe:?}");
        }
    }
}
