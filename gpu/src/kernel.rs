//! Kernels: compiled shaders and how they are started.

use std::marker::PhantomData;

use super::device::Device;
use cubebatch_shaders::shader::{Shaded, Shader};

/// The most workgroups in one dimension of a dispatch, everywhere.
pub(super) const MAX_GROUPS: u32 = 65_535;

/// A compiled shader.
pub(super) struct Kernel<K> {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    are_whole: bool,
    of: PhantomData<fn() -> K>,
}

/// A buffer, or a part of one, to which a kernel is bound.
pub(super) trait Bindable<'a> {
    fn resource(self) -> wgpu::BindingResource<'a>;
}

impl<'a> Bindable<'a> for &'a wgpu::Buffer {
    fn resource(self) -> wgpu::BindingResource<'a> {
        self.as_entire_binding()
    }
}

impl<'a> Bindable<'a> for wgpu::BindingResource<'a> {
    fn resource(self) -> wgpu::BindingResource<'a> {
        self
    }
}

impl<K: Shaded> Kernel<K> {
    /// Compiles its shader.
    pub fn new(device: &Device) -> Kernel<K> {
        device.meter.as_stage(format!("kernel {}", K::SHADER.name), || Kernel::compiled(device))
    }

    fn compiled(device: &Device) -> Kernel<K> {
        let shader = K::SHADER;
        let module = compile(device, &shader);
        let layout = layout_of(device, &shader);
        let pipeline = device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(shader.name),
            layout: Some(&device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(shader.name),
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            })),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &[],
                zero_initialize_workgroup_memory: false,
            },
            cache: None,
        });
        Kernel { pipeline, layout, are_whole: device.sees_whole_tables(), of: PhantomData }
    }

    /// Binds buffers to it, for dispatches with these parameters.
    pub fn bind<'a, B: Bindable<'a>>(
        &self,
        device: &Device,
        parameters: &K::Parameters,
        buffers: K::Buffers<B>,
    ) -> Bound {
        let parameters = device.parameters(parameters);
        let mut resources = vec![parameters.as_entire_binding()];
        resources.extend(K::in_order(buffers, self.are_whole).into_iter().map(|buffer| buffer.resource()));
        let entry = |(binding, resource)| wgpu::BindGroupEntry { binding, resource };
        let entries: Vec<_> = (0..).zip(resources).map(entry).collect();
        let group = device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(K::SHADER.name),
            layout: &self.layout,
            entries: &entries,
        });
        Bound { name: K::SHADER.name, pipeline: self.pipeline.clone(), group }
    }
}

/// The parameters, and the buffers as the kernel's interface declares them.
fn layout_of(device: &Device, shader: &Shader) -> wgpu::BindGroupLayout {
    let storage = |is_written: bool| wgpu::BufferBindingType::Storage { read_only: !is_written };
    let buffers = (shader.bindings)().of(device.sees_whole_tables());
    let types = std::iter::once(wgpu::BufferBindingType::Uniform).chain(buffers.are_written().map(storage));
    let entry = |(binding, ty)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    };
    let entries: Vec<_> = (0..).zip(types).map(entry).collect();
    device.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(shader.name),
        entries: &entries,
    })
}

/// A shader and its buffers.
pub(super) struct Bound {
    /// The kernel's, as its shader has it.
    pub name: &'static str,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
}

/// The workgroups of a dispatch.
#[derive(Clone, Copy)]
pub(super) enum Grid<'a> {
    /// Columns and rows.
    Of(u32, u32),
    /// A size that a kernel has left in this buffer from this byte on: columns, rows, 1.
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
        source: wgpu::ShaderSource::Wgsl(shader.source(device.sees_whole_tables()).into()),
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
    // - in `descent/phase1` each step takes a bit from a word or goes back, and `most_visits` bounds the words;
    // - in `shared/phase2_search` each step takes one of the tries, of which the host says how many there are;
    // - in `shared/searching` each round takes some of the turns, of which the host says how many there are, and in
    //   `shared/beginning` the stages of a bound end with a word that is none.
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
