//! The queue of nodes on the device, and the steps that empty it.

use std::mem::offset_of;
use std::sync::Arc;
use std::time::Duration;

use super::batch;
use crate::engine::EngineError;
use crate::engine::gpu::buffers::WORD;
use crate::engine::gpu::descent::Entries;
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::{Bound, Grid, Kernel, MAX_GROUPS, grid};
use crate::engine::gpu::shaders;
use crate::engine::gpu::work::Reading;
use crate::engine::layout::descent::Start;
use crate::engine::layout::two_phase::{
    BEGIN, BeginParams, EXPAND, ExpandParams, GRIDS, Grid as PlannedGrid, Head, KEEP, KeepParams, LEVELS,
    MOST_NODES, MOST_POSITIONS, NextParams, Node, PlanParams, RATE, RateParams, STARTS, Search, UNLIMITED,
};
use crate::engine::layout::words::WORKGROUP;
use crate::engine::two_phase::{Stopwatch, TwoPhaseLimits};
use crate::progress::Stop;

/// The most bytes of nodes. A step takes an 18th of what a level has room for at most, which is to
/// fill a device.
const NODES_BYTES: u64 = 1 << 30;

/// Likewise where the device is a processor.
const SOFTWARE_NODES_BYTES: u64 = 32 << 20;

/// Steps after which the host asks whether all is done.
const STEPS: usize = 32;

/// Tables that the kernels read.
pub struct Tables {
    pub moves: wgpu::Buffer,
    pub phase1: Arc<Entries>,
    pub phase2: Arc<Entries>,
    /// How many positions the ball around solved has.
    pub ball_size: u32,
}

/// The queue of the nodes of a batch.
pub struct Queue {
    device: Arc<Device>,
    tables: Tables,
    kernels: Kernels,
    /// Nodes that a level has room for.
    room: u32,
    starts: wgpu::Buffer,
    nodes: wgpu::Buffer,
    searches: wgpu::Buffer,
    grids: wgpu::Buffer,
    kept: wgpu::Buffer,
}

struct Kernels {
    begin: Kernel,
    plan: Kernel,
    rate: Kernel,
    keep: Kernel,
    expand: Kernel,
    next: Kernel,
}

impl Queue {
    pub fn new(device: &Arc<Device>, tables: Tables) -> Queue {
        let most = if device.is_software() { SOFTWARE_NODES_BYTES } else { NODES_BYTES };
        let room = most.min(device.max_binding) / (LEVELS * size_of::<Node>()) as u64;
        let room = room.min(MOST_NODES as u64);
        let positions = batch(device);
        assert!(positions <= MOST_POSITIONS.min(room as usize), "there is room for a node of each");
        let buffer = |label, bytes: usize| device.zeroed(label, bytes as u64 / WORD);
        let kernel = |shader| Kernel::new(device, shader);
        Queue {
            device: device.clone(),
            tables,
            kernels: Kernels {
                begin: kernel(&shaders::TWO_PHASE_BEGIN),
                plan: kernel(&shaders::TWO_PHASE_PLAN),
                rate: kernel(&shaders::TWO_PHASE_RATE),
                keep: kernel(&shaders::TWO_PHASE_KEEP),
                expand: kernel(&shaders::TWO_PHASE_EXPAND),
                next: kernel(&shaders::TWO_PHASE_NEXT),
            },
            room: room as u32,
            starts: buffer("starts", positions * STARTS * size_of::<Start>()),
            nodes: buffer("nodes", room as usize * LEVELS * size_of::<Node>()),
            searches: buffer("searches", size_of::<Head>() + positions * size_of::<Search>()),
            grids: device.planned("grids", (GRIDS * size_of::<PlannedGrid>()) as u64 / WORD),
            kept: buffer("kept", positions * size_of::<Node>()),
        }
    }

    /// The best end of each position with these starts, as it is kept.
    pub fn search(
        &self,
        starts: &[Start],
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<Vec<Node>, EngineError> {
        let positions = starts.len() / STARTS;
        // All begin together, so that each that is under way has spent the same.
        let (mut clock, mut spent, mut under_way) = (Stopwatch::start(), Duration::ZERO, positions);
        self.begin(starts, positions as u32);
        let steps = Steps::new(self, positions as u32, limits);
        // While the host asks about some steps the device does others.
        let mut asked = steps.make();
        loop {
            stop.check()?;
            if limits.max_time.is_some_and(|time| spent >= time) {
                let is_late = offset_of!(Head, is_late) as u64;
                self.device.write(&self.searches, is_late, bytemuck::bytes_of(&1u32));
            }
            let next = steps.make();
            let left = asked.finish(|head| head[0].under_way as usize)?;
            asked = next;
            if left == 0 {
                break;
            }
            spent += clock.lap() / under_way as u32;
            under_way = left;
        }
        self.device.read(&self.kept, positions)
    }

    fn begin(&self, starts: &[Start], positions: u32) {
        let head = Head { under_way: positions, ..bytemuck::Zeroable::zeroed() };
        self.device.write(&self.searches, 0, bytemuck::bytes_of(&head));
        self.device.write(&self.starts, 0, bytemuck::cast_slice(starts));
        let grid = grid(starts.len().div_ceil(WORKGROUP as usize) as u64);
        let shift = self.tables.phase1.shift;
        let params = self.device.parameters(&BeginParams { columns: grid.0, positions, shift });
        let mut work = self.device.work();
        work.clear(&self.kept);
        let own = [&self.tables.moves, &self.starts, &self.searches];
        work.run(&self.kernels.begin, &bindings(&params, &own, Some(&*self.tables.phase1)), grid);
        work.submit();
    }
}

/// What a step does: kernels bound to their buffers, in their order.
struct Steps<'a> {
    queue: &'a Queue,
    dispatches: [(Bound, Grid<'a>); 5],
}

impl<'a> Steps<'a> {
    /// Those of so many positions.
    fn new(queue: &'a Queue, positions: u32, limits: &TwoPhaseLimits) -> Steps<'a> {
        let Queue { device, tables, kernels, nodes, searches, grids, kept, .. } = queue;
        let max_length = limits.max_length.into();
        // More than a kernel can count are no limit.
        let max_nodes = limits.max_nodes.try_into().unwrap_or(UNLIMITED);
        let (columns, room) = (MAX_GROUPS, queue.room);
        let plan = device.parameters(&PlanParams { columns, positions, room });
        let (ball_size, shift) = (tables.ball_size, tables.phase2.shift);
        let rate = device.parameters(&RateParams { columns, shift, ball_size, max_length });
        let keep = device.parameters(&KeepParams { columns, positions });
        let (shift, counts_nodes) = (tables.phase1.shift, u32::from(max_nodes != UNLIMITED));
        let expand = device.parameters(&ExpandParams { columns, room, shift, counts_nodes });
        let next = device.parameters(&NextParams { columns, positions, room, max_length, max_nodes });
        let bind = |kernel: &Kernel, params, own: &[&wgpu::Buffer], entries| {
            kernel.bind(device, &bindings(params, own, entries))
        };
        let of_tables = [&tables.moves, nodes, searches];
        let planned = |dispatch| Grid::Planned(grids, (dispatch * size_of::<PlannedGrid>()) as u64);
        let dispatches = [
            (bind(&kernels.plan, &plan, &[searches, grids], None), Grid::Of(1, 1)),
            (bind(&kernels.rate, &rate, &of_tables, Some(&*tables.phase2)), planned(RATE)),
            (bind(&kernels.keep, &keep, &[nodes, searches, kept], None), planned(KEEP)),
            (bind(&kernels.expand, &expand, &of_tables, Some(&*tables.phase1)), planned(EXPAND)),
            (bind(&kernels.next, &next, &[nodes, searches], None), planned(BEGIN)),
        ];
        Steps { queue, dispatches }
    }

    /// Some steps, and how things stand then.
    fn make(&self) -> Reading<'_, Head> {
        let device = &self.queue.device;
        let mut work = device.work();
        for _ in 0..STEPS {
            for (kernel, grid) in &self.dispatches {
                work.run_bound(kernel, *grid);
            }
        }
        work.submit();
        device.start_reading(&self.queue.searches, 1)
    }
}

/// Parameters, own buffers from 1 on, and entries after these.
fn bindings<'a>(
    params: &'a wgpu::Buffer,
    own: &[&'a wgpu::Buffer],
    entries: Option<&'a Entries>,
) -> Vec<(u32, wgpu::BindingResource<'a>)> {
    let own = (1..).zip(own.iter().map(|buffer| buffer.as_entire_binding()));
    let params = std::iter::once((0, params.as_entire_binding()));
    params.chain(own).chain(entries.into_iter().flat_map(Entries::bindings)).collect()
}
