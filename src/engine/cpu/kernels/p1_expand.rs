//! Puts the positions to which one move leads from the last level into the tables of blocks.

use std::collections::BTreeMap;

use super::{Slot, positions, slot, slots_of};
use crate::coord::phase2::{Phase2Moves, inverse_place};
use crate::coord::{Phase2, PhaseMoves};
use crate::engine::shared::{P1Expand, TURNS};
use crate::table::path;

/// The twin of `p1_expand.wgsl`, but that it leaves the positions of a block in the order of
/// their places, from the block's first slot on. In the kernel their slots depend on the order
/// of work.
pub fn p1_expand(
    params: &P1Expand,
    source_starts: &[u32],
    source_slots: &[Slot],
    starts: &[u32],
    slots: &mut [Slot],
    counts: &mut [u32],
) {
    let moves = Phase2Moves::get();
    let last_level = path::numbers(params.length as usize);
    let mut tables = Tables::new(params, starts, slots);
    let sources = params.first_source..params.end_source;
    for (at, path) in positions(sources, source_starts, source_slots, params.first_source_slot) {
        tables.lower(at, path);
        if !last_level.contains(&path) {
            continue;
        }
        for m in 0..TURNS {
            if let Some(longer) = path::prepend(m as u32, path, params.length as usize) {
                tables.lower(moves.turn(at, inverse_place(m)), longer);
            }
        }
    }
    for (block, table) in (params.first_block..).zip(&tables.paths) {
        let slots = &mut slots[slots_of(block, starts, params.first_slot)];
        let known = slots.iter().filter(|&&[place, _]| place != 0).count();
        slots.fill([0, 0]);
        for (i, (_, &slot)) in table.iter().enumerate() {
            slots[i] = slot;
        }
        counts[block as usize] += (table.len() - known) as u32;
    }
}

/// The positions of the blocks that are filled.
struct Tables {
    first_block: u32,
    /// For each block its slots by their places.
    paths: Vec<BTreeMap<u32, Slot>>,
}

impl Tables {
    fn new(params: &P1Expand, starts: &[u32], slots: &[Slot]) -> Tables {
        let blocks = params.first_block..params.end_block;
        let mut tables = Tables { first_block: blocks.start, paths: vec![BTreeMap::new(); blocks.len()] };
        for (at, path) in positions(blocks, starts, slots, params.first_slot) {
            tables.lower(at, path);
        }
        tables
    }

    /// Gives a position a path, if its block is filled and it has no lesser one.
    fn lower(&mut self, at: Phase2, path: u32) {
        let table = u32::from(at.ud_edges).checked_sub(self.first_block);
        if let Some(table) = table.and_then(|table| self.paths.get_mut(table as usize)) {
            let [place, word] = slot(at, path);
            let known = table.entry(place).or_insert([place, word]);
            *known = [place, word.max(known[1])];
        }
    }
}
