//! The kernels that know how far ends of phase 1 are from solved: by the complete table of phase 2, or by searches over its
//! pruning table.

use std::sync::Arc;

use crate::Gpu;
use crate::descent::Entries;
use crate::device::Device;
use crate::kernel::{Bound, Kernel};
use crate::work::beside;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::shader::Shaded;
use cubebatch_shaders::two_phase::{
    SearchByBounds, SearchByBoundsBuffers, SearchByDistances, SearchByDistancesBuffers, SearchParams, Solve,
    SolveBuffers, SolveByBounds, SolveByBoundsBuffers, SolveParams,
};
use cubebatch_tables::table::{Complete, CompleteTable};

/// A table of phase 2 on the device, with the kernels that read it.
pub enum GpuToSolved {
    Distances { entries: Arc<Entries>, search: Kernel<SearchByDistances>, solve: Kernel<Solve> },
    Bounds { entries: Arc<Entries>, search: Kernel<SearchByBounds>, solve: Kernel<SolveByBounds> },
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
    /// [`EngineError`], if the device has no room for the table, or kernels see too few buffers for it.
    pub fn new(gpu: &Gpu, table: &Arc<CompleteTable>) -> Result<GpuToSolved, EngineError> {
        let device = &gpu.device;
        if table.table() != Complete::Phase2 {
            let (entries, (search, solve)) =
                beside(|| gpu.entries(table), || (Kernel::new(device), Kernel::new(device)));
            return Ok(GpuToSolved::Bounds { entries: entries?, search, solve });
        }
        let bindings = (SearchByDistances::SHADER.bindings)().of(device.sees_whole_tables());
        if bindings.are_written().count() > device.most_buffers as usize {
            return Err(EngineError::Unsupported("a search over the complete table of phase 2"));
        }
        let (entries, (search, solve)) =
            beside(|| gpu.entries(table), || (Kernel::new(device), Kernel::new(device)));
        Ok(GpuToSolved::Distances { entries: entries?, search, solve })
    }

    /// The kernel that searches.
    pub fn search(
        &self,
        &OnDevice { device, tables, searches }: &OnDevice,
        searchers: &wgpu::Buffer,
        phase1: &Entries,
        params: &SearchParams,
    ) -> Bound {
        let phase1_slice = phase1.buffers();
        match self {
            GpuToSolved::Distances { entries, search, .. } => {
                assert_eq!(entries.shift, params.shift, "all buffers of entries are as large");
                let phase2_slice = entries.buffers();
                let buffers =
                    SearchByDistancesBuffers { tables, searches, searchers, phase1_slice, phase2_slice };
                search.bind(device, params, buffers)
            }
            GpuToSolved::Bounds { entries, search, .. } => {
                let [pruning] = entries.buffers();
                let buffers = SearchByBoundsBuffers { tables, searches, searchers, phase1_slice, pruning };
                search.bind(device, params, buffers)
            }
        }
    }

    /// The kernel that makes the solutions of some positions.
    pub fn solve(
        &self,
        &OnDevice { device, tables, searches }: &OnDevice,
        solutions: &wgpu::Buffer,
        params: &SolveParams,
    ) -> Bound {
        match self {
            GpuToSolved::Distances { entries, solve, .. } => {
                let phase2_slice = entries.buffers();
                solve.bind(device, params, SolveBuffers { tables, searches, solutions, phase2_slice })
            }
            GpuToSolved::Bounds { entries, solve, .. } => {
                let [pruning] = entries.buffers();
                solve.bind(device, params, SolveByBoundsBuffers { tables, searches, solutions, pruning })
            }
        }
    }
}
