//! Each kernel leaves what its twin on the CPU leaves, word for word.
//!
//! Inputs are random, with the edges put in, and whole small levels. What a kernel adds to or
//! must not touch begins as [`SENTINEL`]. Without an adapter these tests pass without having
//! run, unless CUBEBATCH_REQUIRE_GPU is set.

mod candidates;
mod complete;
mod coset;
mod descent;
mod modified;
mod optimal;
mod sorted_phase2;
mod two_phase;

use std::fmt::Debug;

use bytemuck::{NoUninit, Pod};

use super::device::{Ceiling, Device};
use super::kernel::{Bindable, Kernel};
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_shaders::shader::Shaded;
use cubebatch_tables::progress::{Control, Stop};
use cubebatch_tables::table::{Phase, SortedContents, SortedSpec};

/// What no kernel writes.
const SENTINEL: u32 = 0xdead_beef;

/// Words or slots beyond the ones that a kernel may touch.
const GUARD: usize = 5;

/// More workgroups than one dimension of a dispatch holds.
const MANY: u32 = 66_000;

/// A device on which kernels run.
struct Bench {
    device: Device,
}

impl Bench {
    /// A kernel on the first adapter, if there is one.
    fn with<K: Shaded>() -> Option<(Bench, Kernel<K>)> {
        let bench = Bench::new()?;
        let kernel = Kernel::new(&bench.device);
        Some((bench, kernel))
    }

    /// The first adapter, if there is one.
    fn new() -> Option<Bench> {
        // So small buffers are slices of tables.
        match Device::open(None, Ceiling::LEAST) {
            Ok(device) => Some(Bench { device }),
            Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
            Err(error) => {
                eprintln!("not tested: {error}");
                None
            }
        }
    }

    fn buffer<T: NoUninit>(&self, content: &[T]) -> wgpu::Buffer {
        self.device.filled("test", content)
    }

    /// All of a buffer that had this content.
    fn read<T: Pod>(&self, buffer: &wgpu::Buffer, content: &[T]) -> Vec<T> {
        self.device.read(buffer, content.len(), &Stop::default()).unwrap()
    }

    /// One dispatch.
    fn run<'b, K: Shaded, B: Bindable<'b>>(
        &self,
        kernel: &Kernel<K>,
        params: &K::Parameters,
        buffers: K::Buffers<B>,
        grid: (u32, u32),
    ) {
        let mut work = self.device.work();
        work.run(kernel, params, buffers, grid);
        work.submit();
    }
}

/// A sorted table, as the CPU builds it.
fn sorted_table(phase: Phase, depth: u8) -> SortedContents {
    Cpu.build_sorted(SortedSpec::new(phase, depth).unwrap(), &Control::default()).unwrap()
}

/// Reports the first word that differs instead of printing millions.
#[track_caller]
fn assert_same<T: PartialEq + Debug>(what: &str, found: &[T], expected: &[T]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    if let Some(i) = (0..found.len()).find(|&i| found[i] != expected[i]) {
        panic!("{what} {i} is {:?} instead of {:?}", found[i], expected[i]);
    }
}

/// Grids of at least `workgroups` workgroups: one row, several, one column, and one with rows too many. A software driver takes as
/// long for those as for others.
fn grids(workgroups: u32) -> [(u32, u32); 4] {
    [(workgroups, 1), (7, workgroups.div_ceil(7)), (1, workgroups), (3, workgroups.div_ceil(3) + 50)]
}
