//! The queue of nodes on the device, and the steps that empty it.

use std::mem::offset_of;
use std::sync::Arc;

use super::blocks::Blocks;
use crate::buffers::WORD;
use crate::device::Device;
use crate::kernel::{Bound, Grid, Kernel, MAX_GROUPS};
use crate::work::Reading;
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::exhaustive::PassTurns;
use cubebatch_shaders::optimal::{
    Answer, AnswerBuffers, Ask, AskBuffers, BlocksParams, MOST_CUBES, MOST_TAKEN, PROOF_LEVELS, PROOF_MOVES,
    Plan, PlanBuffers, PlanParams, ProofHead, ProofNode, ProofSolution, bits,
};
use cubebatch_shaders::two_phase::Grid as PlannedGrid;
use cubebatch_tables::progress::Stop;

/// The size of the queue.
#[derive(Clone, Copy)]
pub struct Room {
    /// Nodes of a level.
    pub places: u32,
    /// Solutions that wait for the host.
    pub solutions: u32,
}

/// The room for solutions: few positions have more of a length.
const SOLUTIONS: u32 = 1 << 16;

/// A step expands at most one in this number of places of a level, which leaves room for the children.
const STEP_SHARE: u32 = 4;

/// Steps after which the host asks whether all is done.
const STEPS: usize = 16;

impl Room {
    /// The size that suits a device.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`]
    pub fn of(device: &Device) -> Result<Room, EngineError> {
        let room = |bytes| {
            device.zeroed("room", bytes / WORD).destroy();
            bytes
        };
        let places = device.in_most_room(device.sizes.nodes.min(device.max_binding), room)?
            / (PROOF_LEVELS * size_of::<ProofNode>()) as u64;
        // Children can name no more parents.
        let places = places.min(u64::from(STEP_SHARE) * MOST_TAKEN as u64);
        Ok(Room { places: places as u32, solutions: SOLUTIONS })
    }
}

/// The queue of nodes over a filter.
pub struct ProofQueue {
    device: Arc<Device>,
    room: Room,
    nodes: wgpu::Buffer,
    proofs: wgpu::Buffer,
    /// The kernels of a step in their order, bound to their buffers.
    step: Vec<Bound>,
    grids: wgpu::Buffer,
}

impl ProofQueue {
    /// An empty queue over a filter that knows `reach` moves.
    pub fn new(
        device: &Arc<Device>,
        tables: &wgpu::Buffer,
        blocks: &Blocks,
        reach: u8,
        room: Room,
    ) -> ProofQueue {
        let Room { places, solutions } = room;
        let (most, reach, columns) = (places / STEP_SHARE, reach.into(), MAX_GROUPS);
        let children = PROOF_MOVES as u32;
        assert!(
            most > 0 && places - most >= children && solutions >= 2 * children,
            "there is room for a step"
        );
        assert!(most as usize <= MOST_TAKEN, "children can name their parents");
        let buffer = |label, bytes: u64| device.zeroed(label, bytes / WORD);
        let nodes = buffer("nodes", u64::from(places) * (PROOF_LEVELS * size_of::<ProofNode>()) as u64);
        let list = u64::from(solutions) * size_of::<ProofSolution>() as u64;
        let proofs = buffer("proofs", size_of::<ProofHead>() as u64 + list);
        let tried = buffer("tried", u64::from(most) * u64::from(children) * WORD);
        let grids = device.planned("grids", size_of::<PlannedGrid>() as u64 / WORD);

        let params = PlanParams { columns, places, most, most_solutions: solutions, reach };
        let own = PlanBuffers { proofs: &proofs, grids: &grids };
        let plan = Kernel::<Plan>::new(device).bind(device, &params, own);
        let (ask, answer) = (Kernel::<Ask>::new(device), Kernel::<Answer>::new(device));
        let (count, slice_blocks) = (blocks.count, blocks.a_slice);
        let params =
            |first_block| BlocksParams { columns, places, reach, blocks: count, first_block, slice_blocks };
        let asks = blocks.dispatches().map(|(first_block, blocks)| {
            let own = AskBuffers { tables, nodes: &nodes, proofs: &proofs, tried: &tried, blocks };
            ask.bind(device, &params(first_block), own)
        });
        let answers = blocks.dispatches().map(|(first_block, blocks)| {
            let own = AnswerBuffers { tables, nodes: &nodes, proofs: &proofs, tried: &tried, blocks };
            answer.bind(device, &params(first_block), own)
        });
        let step = [plan].into_iter().chain(asks).chain(answers).collect();
        ProofQueue { device: device.clone(), room, nodes, proofs, step, grids }
    }

    /// How many nodes there can be at first.
    pub fn most(&self) -> usize {
        self.room.places as usize
    }

    /// Goes on from nodes with this number of moves left until none waits, and tries these turns with one move more left than
    /// the filter knows. It reports the blocks looked up since the last report, and the path and the state of each solution. It
    /// returns the number of expanded nodes of each position.
    ///
    /// # Errors
    /// [`EngineError`], [`EngineError::Cancelled`] soon after that was requested.
    pub fn empty(
        &self,
        nodes: &[(u8, ProofNode)],
        turns: PassTurns,
        stop: &Stop,
        told: &dyn Fn(u64),
        mut found: impl FnMut(ProofSolution),
    ) -> Result<[u64; MOST_CUBES], EngineError> {
        self.fill(nodes, turns);
        // While the host asks about some steps the device does others.
        let mut asked = self.steps();
        let mut told_before = 0;
        loop {
            stop.check()?;
            let next = self.steps();
            let mut head = asked.finish(stop, |heads| heads[0])?;
            asked = next;
            let look_ups = wide(head.look_ups);
            told(look_ups - std::mem::replace(&mut told_before, look_ups));
            let is_done = head.waiting == 0;
            // Below that a step always has room for some.
            if is_done || head.solutions >= self.room.solutions / 2 {
                head = asked.finish(stop, |heads| heads[0])?;
                self.solutions(head.solutions, stop)?.into_iter().for_each(&mut found);
                if is_done {
                    return Ok(std::array::from_fn(|cube| {
                        wide([head.nodes[2 * cube], head.nodes[2 * cube + 1]])
                    }));
                }
                // The last step has not ended, and may have left more behind these: but for its nodes, which are counted, it is
                // as if it had not been, and is done anew.
                let set = |field: usize, word: u32| {
                    self.device.write(&self.proofs, field as u64, bytemuck::bytes_of(&word));
                };
                if let Some(level) = head.left.checked_sub(1) {
                    let counted = head.counted[level as usize].max(head.taken);
                    set(offset_of!(ProofHead, counted) + level as usize * WORD as usize, counted);
                }
                set(offset_of!(ProofHead, solutions), 0);
                set(offset_of!(ProofHead, taken), 0);
                asked = self.steps();
            }
        }
    }

    /// Puts nodes into their levels, which are empty.
    fn fill(&self, nodes: &[(u8, ProofNode)], turns: PassTurns) {
        let mut head: ProofHead = bytemuck::Zeroable::zeroed();
        head.turns = bits(turns);
        for left in 1..=PROOF_LEVELS {
            let level: Vec<ProofNode> =
                nodes.iter().filter(|(of, _)| usize::from(*of) == left).map(|(_, node)| *node).collect();
            head.counts[left - 1] = level.len() as u32;
            let first = (left - 1) as u64 * u64::from(self.room.places) * size_of::<ProofNode>() as u64;
            if !level.is_empty() {
                self.device.write(&self.nodes, first, bytemuck::cast_slice(&level));
            }
        }
        self.device.write(&self.proofs, 0, bytemuck::bytes_of(&head));
    }

    /// Some steps, and how things stand then.
    fn steps(&self) -> Reading<'_, ProofHead> {
        let mut work = self.device.work();
        for _ in 0..STEPS {
            for (number, kernel) in self.step.iter().enumerate() {
                work.run_bound(
                    kernel,
                    if number == 0 { Grid::Of(1, 1) } else { Grid::Planned(&self.grids, 0) },
                );
            }
        }
        work.submit();
        self.device.start_reading(&self.proofs, 1)
    }

    /// Whether some step of the last nodes found no room for all that it had to add.
    #[cfg(test)]
    pub fn was_cautious(&self) -> bool {
        self.device.read::<ProofHead>(&self.proofs, 1, &Stop::default()).expect("a head")[0].cautious != 0
    }

    /// The first solutions that wait.
    fn solutions(&self, count: u32, stop: &Stop) -> Result<Vec<ProofSolution>, EngineError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let bytes = size_of::<ProofHead>() + count as usize * size_of::<ProofSolution>();
        let words: Vec<u32> = self.device.read(&self.proofs, bytes / WORD as usize, stop)?;
        let list = &words[size_of::<ProofHead>() / WORD as usize..];
        Ok(bytemuck::pod_collect_to_vec(list))
    }
}

/// A number in two words.
fn wide([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}
