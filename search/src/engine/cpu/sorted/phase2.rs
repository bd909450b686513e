//! Builds sorted tables of phase 2.
//!
//! The depth of a coset is the least distance of its 16 members, and the next level depends on all members that attain it. So
//! the search runs over positions of G1 and not over cosets. Positions with the same U/D edges are a *block*. A move takes a
//! block to one other block, and levels are sparse in it. So a block's next level is sorted from the positions to which the
//! last level leads. The last level of the table is not searched: its cosets come straight from the level before it and the
//! four half turns with which they begin.
//!
//! Each position carries the number of its shortlex-least solution (see
//! [`cubebatch_tables::table::path`]); a coset gets the least of its members'.

use rayon::prelude::*;

use crate::engine::BuildError;
use cubebatch_tables::coord::phase2::{HALF_TURNS, Phase2Moves, inverse_move};
use cubebatch_tables::coord::ud_edges::{COSETS, MEMBERS, UdEdges};
use cubebatch_tables::coord::{Coordinate, corners::Corners, slice_perm::SlicePerm};
use cubebatch_tables::progress::{Control, Step};
use cubebatch_tables::table::{SortedBuilder, SortedContents, SortedSpec, path};

/// A position in a block and its solution: `offset << 32 | path`, where the offset is
/// `corners · 24 + slice perm`. Sorting puts an offset's least path first.
type Entry = u64;

/// The positions of a block found so far, with the last two levels apart.
#[derive(Clone, Default)]
struct PositionBlock {
    inner: Vec<Entry>,
    before: Vec<Entry>,
    frontier: Vec<Entry>,
}

/// Builds the table of this depth on all threads of the current `rayon` pool.
///
/// # Errors
/// When asked to stop, or when the table has not the known counts.
pub fn build(spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
    let moves = Phase2Moves::get();
    let mut blocks = vec![PositionBlock::default(); UdEdges::SIZE];
    blocks[0].frontier.push(0);
    let step = Step::Building(spec.into());
    for depth in 1..usize::from(spec.depth()) {
        control.step(&step, spec.phase().reached()[depth], spec.entries())?;
        let next: Vec<Vec<Entry>> = (0..UdEdges::SIZE)
            .into_par_iter()
            .map(|ud_edges| next_level(moves, &blocks, ud_edges as u16, depth - 1))
            .collect();
        for (block, next) in blocks.iter_mut().zip(next) {
            block.inner.append(&mut block.before);
            block.before = std::mem::replace(&mut block.frontier, next);
        }
    }
    collect_cosets(spec, moves, &blocks, control)
}

/// The members of a block one move farther than the frontier, whose paths have `length` moves.
fn next_level(moves: &Phase2Moves, blocks: &[PositionBlock], ud_edges: u16, length: usize) -> Vec<Entry> {
    let mut next = Vec::new();
    for (m, &source) in moves.ud_edges.row(ud_edges.into()).iter().enumerate() {
        let undo = inverse_move(m);
        for &entry in &blocks[usize::from(source)].frontier {
            let (corners, slice_perm) = coordinates(entry);
            let offset = offset(moves.corners.turn(corners, undo), moves.slice_perm.turn(slice_perm, undo));
            // A path that goes on with the same move is not a shortest one.
            if let Some(path) = path::prepend(m as u32, entry as u32, length) {
                next.push(offset << 32 | u64::from(path));
            }
        }
    }
    next.sort_unstable();
    next.dedup_by_key(|entry| *entry >> 32);
    // Neighbours of a level lie in it, before it, or after it.
    let block = &blocks[usize::from(ud_edges)];
    remove_offsets(&mut next, &block.frontier);
    remove_offsets(&mut next, &block.before);
    next
}

fn offset(corners: u16, slice_perm: u16) -> u64 {
    u64::from(corners) * SlicePerm::SIZE as u64 + u64::from(slice_perm)
}

fn coordinates(entry: Entry) -> (u16, u16) {
    let offset = (entry >> 32) as u32;
    ((offset / SlicePerm::SIZE as u32) as u16, (offset % SlicePerm::SIZE as u32) as u16)
}

/// Removes from `entries` what `others`, sorted too, has an offset for.
fn remove_offsets(entries: &mut Vec<Entry>, others: &[Entry]) {
    let mut others = others.iter().map(|entry| entry >> 32).peekable();
    entries.retain(|entry| {
        let offset = entry >> 32;
        while others.next_if(|&other| other < offset).is_some() {}
        others.peek() != Some(&offset)
    });
}

/// Turns the positions into cosets, adds the last level, and emits the table.
fn collect_cosets(
    spec: SortedSpec,
    moves: &Phase2Moves,
    blocks: &[PositionBlock],
    control: &Control,
) -> Result<SortedContents, BuildError> {
    const STRIPE: usize = 32;
    let length = usize::from(spec.depth()) - 1;
    let mut builder = SortedBuilder::new(spec);
    let step = Step::Building(spec.into());
    for first in (0..COSETS).step_by(STRIPE) {
        control.step(&step, builder.entries(), spec.entries())?;
        let stripe: Vec<(Vec<u32>, Vec<u32>)> = (first..COSETS.min(first + STRIPE))
            .into_par_iter()
            .map_init(
                || vec![u32::MAX; Corners::SIZE * SlicePerm::SIZE],
                |paths, coset| collect_coset(moves, blocks, coset, length, paths),
            )
            .collect();
        for (codes, paths) in stripe {
            builder.append_phase2(&codes, &paths);
        }
    }
    Ok(builder.finish()?)
}

/// The cosets of normalised U/D edges `coset` at most `length + 1` moves from solved:
/// their codes, ascending, and their least paths. `paths` is all `u32::MAX` before and after.
fn collect_coset(
    moves: &Phase2Moves,
    blocks: &[PositionBlock],
    coset: usize,
    length: usize,
    paths: &mut [u32],
) -> (Vec<u32>, Vec<u32>) {
    for member in 0..MEMBERS {
        let ud_edges = coset * MEMBERS + member;
        let mut lower = |corners: u16, slice_perm: u16, path: u32| {
            let corners = moves.normalised_corners(corners, member);
            let least = &mut paths[offset(corners, slice_perm) as usize];
            *least = path.min(*least);
        };
        let PositionBlock { inner, before, frontier } = &blocks[ud_edges];
        for &entry in inner.iter().chain(before).chain(frontier) {
            let (corners, slice_perm) = coordinates(entry);
            lower(corners, slice_perm, entry as u32);
        }
        for (m, &source) in moves.ud_edges.row(ud_edges)[..HALF_TURNS].iter().enumerate() {
            for &entry in &blocks[usize::from(source)].frontier {
                let (corners, slice_perm) = coordinates(entry);
                if let Some(path) = path::prepend(m as u32, entry as u32, length) {
                    lower(moves.corners.turn(corners, m), moves.slice_perm.turn(slice_perm, m), path);
                }
            }
        }
    }
    collect_members(paths, (coset * paths.len()) as u32)
}

/// Collects the codes that have a path, from `first` on, and clears the paths.
fn collect_members(paths: &mut [u32], first: u32) -> (Vec<u32>, Vec<u32>) {
    const EMPTY: [u32; 16] = [u32::MAX; 16];
    let mut found = (Vec::new(), Vec::new());
    for (chunk, sixteen) in paths.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        if *sixteen == EMPTY {
            continue;
        }
        for (i, &path) in sixteen.iter().enumerate().filter(|&(_, &path)| path != u32::MAX) {
            found.0.push(first + (chunk * 16 + i) as u32);
            found.1.push(path);
        }
        *sixteen = EMPTY;
    }
    found
}
