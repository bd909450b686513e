//! Kernels: compiled shaders and how they are started.

#[cfg(test)]
use super::capture::Part;
use super::device::Device;
use super::shaders::Shader;

/// The most workgroups in one dimension of a dispatch, everywhere.
pub(super) const MAX_GROUPS: u32 = 65_535;

/// A compiled shader.
pub(super) struct Kernel {
    name: &'static str,
    pipeline: wgpu::ComputePipeline,
}

impl Kernel {
    /// Compiles a shader.
    pub fn new(device: &Device, shader: &Shader) -> Kernel {
        let module = compile(device, shader);
        let pipeline = device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(shader.name),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &[],
                zero_initialize_workgroup_memory: false,
            },
            cache: None,
        });
        Kernel { name: shader.name, pipeline }
    }

    /// Binds buffers to it.
    pub fn bind(&self, device: &Device, bindings: &[(u32, wgpu::BindingResource)]) -> Bound {
        let entries: Vec<wgpu::BindGroupEntry> = bindings
            .iter()
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding: *binding, resource: resource.clone() })
            .collect();
        let group = device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Bound {
            name: self.name,
            pipeline: self.pipeline.clone(),
            group,
            #[cfg(test)]
            parts: bindings.iter().map(|(binding, resource)| Part::of(*binding, resource)).collect(),
        }
    }
}

/// A shader and its buffers.
pub(super) struct Bound {
    /// The kernel's, as its shader has it.
    pub name: &'static str,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    /// What it is bound to.
    #[cfg(test)]
    pub parts: Vec<Part>,
}

/// The workgroups of a dispatch.
#[derive(Clone, Copy)]
pub(super) enum Grid<'a> {
    /// Columns and rows.
    Of(u32, u32),
    /// What a kernel has left in this buffer from this byte on: columns, rows, 1.
    Planned(&'a wgpu::Buffer, u64),
}

impl Bound {
    /// Adds a dispatch to a pass.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass, grid: Grid) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        match grid {
            Grid::Of(columns, rows) => pass.dispatch_workgroups(columns, rows, 1),
            Grid::Planned(grids, first) => pass.dispatch_workgroups_indirect(grids, first),
        }
    }
}

fn compile(device: &Device, shader: &Shader) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptor {
        label: Some(shader.name),
        source: wgpu::ShaderSource::Wgsl(shader.source().into()),
    };
    let checks = wgpu::ShaderRuntimeChecks {
        force_loop_bounding: device.bounds_loops,
        ..wgpu::ShaderRuntimeChecks::checked()
    };
    // SAFETY: indices and divisors stay checked. Loops end: most count to a bound that is fixed before them, take a bit
    // from a word, or halve a range. The others end because of what the host puts into buffers, never because of
    // what a table file says:
    // - in `sorted_phase2/expand` a hash table has more slots than positions can come into it;
    // - in `shared/candidates` each step over the moves is at least one, as the rules of the sequences have it;
    // - in `modified/follow` each step leaves one move less, or the position is followed no more;
    // - in `shared/descent` an entry of the ball has a bit for one of ten moves, of which the images are a permutation;
    // - in `descent/phase1` each step takes a bit from a word or goes back, and `most_visits` bounds the words;
    // - in `two_phase/walk` each step leaves one move less, and in `two_phase/next` the list of a position has an end
    //   for each time that one was put into it.
    unsafe { device.device.create_shader_module_trusted(descriptor, checks) }
}

/// Columns and rows of at least `workgroups` workgroups. Kernels compute their number and return when it is too great.
pub(super) fn grid(workgroups: u64) -> (u32, u32) {
    let rows = workgroups.div_ceil(MAX_GROUPS.into()).max(1);
    (workgroups.div_ceil(rows) as u32, rows as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_hold_all_workgroups_within_the_limits() {
        for workgroups in [0, 1, 65_535, 65_536, 100_000, 65_535 * 65_535] {
            let (columns, rows) = grid(workgroups);
            assert!(columns <= MAX_GROUPS && rows <= MAX_GROUPS);
            assert!(u64::from(columns) * u64::from(rows) >= workgroups);
        }
    }
}
