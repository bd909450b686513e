//! The kernels that know how far ends of phase 1 are from solved: by the complete table of phase 2, or by searches over its
//! pruning table.

use std::sync::Arc;

use crate::Gpu;
use crate::descent::Entries;
use crate::device::Device;
use crate::kernel::{Bound, Kernel};
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::two_phase::{
    Rate, RateBuffers, RateBySearch, RateBySearchBuffers, RateBySearchParams, RateParams, Solve,
    SolveBuffers, SolveBySearch, SolveBySearchBuffers, SolveBySearchParams, SolveParams,
};
use cubebatch_tables::table::{Complete, CompleteTable};

/// A table of phase 2 on the device, with the kernels that read it.
pub enum GpuToSolved {
    Distances { entries: Arc<Entries>, rate: Kernel<Rate>, solve: Kernel<Solve> },
    Bounds { entries: Arc<Entries>, rate: Kernel<RateBySearch>, solve: Kernel<SolveBySearch>, tries: u32 },
}

/// What the kernels read and write beside entries.
pub struct OnDevice<'a> {
    pub device: &'a Device,
    pub tables: &'a wgpu::Buffer,
    pub searches: &'a wgpu::Buffer,
}

impl GpuToSolved {
    /// Over a table of phase 2 that counts half turns.
    ///
    /// # Errors
    /// [`EngineError`], if the device has no room for the table.
    pub fn new(gpu: &Gpu, table: &Arc<CompleteTable>) -> Result<GpuToSolved, EngineError> {
        let (entries, device) = (gpu.entries(table)?, &gpu.device);
        Ok(match table.table() {
            Complete::Phase2 => {
                GpuToSolved::Distances { entries, rate: Kernel::new(device), solve: Kernel::new(device) }
            }
            _ => {
                let tries = device.sizes.tries;
                GpuToSolved::Bounds { entries, rate: Kernel::new(device), solve: Kernel::new(device), tries }
            }
        })
    }

    /// The kernel that rates ends.
    pub fn rate(
        &self,
        &OnDevice { device, tables, searches }: &OnDevice,
        nodes: &wgpu::Buffer,
        columns: u32,
        places: u32,
        max_length: u32,
    ) -> Bound {
        match self {
            GpuToSolved::Distances { entries, rate, .. } => {
                let (shift, ball_size) = (entries.shift, ball_size());
                let params = RateParams { columns, places, shift, ball_size, max_length };
                let slice = entries.buffers();
                rate.bind(device, &params, RateBuffers { tables, nodes, searches, slice })
            }
            &GpuToSolved::Bounds { ref entries, ref rate, tries, .. } => {
                let shift = entries.shift;
                let params = RateBySearchParams { columns, places, shift, max_length, tries };
                let slice = entries.buffers();
                rate.bind(device, &params, RateBySearchBuffers { tables, nodes, searches, slice })
            }
        }
    }

    /// The kernel that makes the solutions of some positions.
    pub fn solve(
        &self,
        &OnDevice { device, tables, searches }: &OnDevice,
        solutions: &wgpu::Buffer,
        columns: u32,
        positions: u32,
    ) -> Bound {
        match self {
            GpuToSolved::Distances { entries, solve, .. } => {
                let (shift, ball_size) = (entries.shift, ball_size());
                let params = SolveParams { columns, positions, shift, ball_size };
                let slice = entries.buffers();
                solve.bind(device, &params, SolveBuffers { tables, searches, solutions, slice })
            }
            &GpuToSolved::Bounds { ref entries, ref solve, tries, .. } => {
                let params = SolveBySearchParams { columns, positions, shift: entries.shift, tries };
                let slice = entries.buffers();
                solve.bind(device, &params, SolveBySearchBuffers { tables, searches, solutions, slice })
            }
        }
    }
}

fn ball_size() -> u32 {
    Ball::get().entries().len() as u32
}
