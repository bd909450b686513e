//! Puts the positions to which one move leads from the last level into the tables of blocks.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernels::{blocks_of, positions, slots_of};
use cubebatch_shaders::sorted_phase2::{BlockAndTurn, ExpandParams, NO_TURN, Slot, slot};
use cubebatch_tables::coord::phase2::{Phase2Moves, inverse_move};
use cubebatch_tables::coord::{Phase2, PhaseMoves};
use cubebatch_tables::table::path;

/// The twin of `sorted_phase2/expand.wgsl`, but that it leaves the positions of a block in the order of
/// their positions, from the block's first slot on. In the kernel their slots depend on the order
/// of work.
pub fn expand(
    params: &ExpandParams,
    source_starts: &[u32],
    source_slots: &[Slot],
    pairs: &[u32],
    starts: &[u32],
    slots: &mut [Slot],
    counts: &mut [u32],
) {
    let moves = Phase2Moves::get();
    let last_level = path::numbers(params.length as usize);
    let [blocks, sources] = blocks_of(pairs);
    let mut tables = SlotTables::default();
    for (at, path) in positions(&blocks, starts, slots, params.first_slot) {
        tables.lower(at, path);
    }
    let listed: BTreeSet<u32> = pairs.iter().copied().collect();
    let is_listed = |at: Phase2, turn| listed.contains(&BlockAndTurn::of(at.ud_edges.into(), turn));
    for (at, path) in positions(&sources, source_starts, source_slots, params.first_source_slot) {
        if is_listed(at, NO_TURN) {
            tables.lower(at, path);
        }
        if !last_level.contains(&path) {
            continue;
        }
        for m in 0..NO_TURN {
            let to = moves.turn(at, inverse_move(m));
            let longer = path::prepend(m as u32, path, params.length as usize);
            if let Some(longer) = longer.filter(|_| is_listed(to, m)) {
                tables.lower(to, longer);
            }
        }
    }
    for (block, table) in tables.slots {
        let slots = &mut slots[slots_of(block, starts, params.first_slot)];
        counts[block as usize] += leave(table, slots);
    }
}

/// Fills the slots of a block; returns the number of new positions.
fn leave(table: BTreeMap<u32, Slot>, slots: &mut [Slot]) -> u32 {
    let known = slots.iter().filter(|&&[position, _]| position != 0).count();
    let new = table.len() - known;
    slots.fill([0, 0]);
    for (slot, taken) in slots.iter_mut().zip(table.into_values()) {
        *slot = taken;
    }
    new as u32
}

/// The slots of each block that is filled, by their positions.
#[derive(Default)]
struct SlotTables {
    slots: BTreeMap<u32, BTreeMap<u32, Slot>>,
}

impl SlotTables {
    /// Gives a position a path, if it has no lesser one.
    fn lower(&mut self, at: Phase2, path: u32) {
        let [position, word] = slot(at, path);
        let known =
            self.slots.entry(at.ud_edges.into()).or_default().entry(position).or_insert([position, word]);
        known[1] = known[1].max(word);
    }
}
