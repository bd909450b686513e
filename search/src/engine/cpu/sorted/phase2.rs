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
            .map_init(Default::default, |room, ud_edges| {
                next_level(moves, &blocks, ud_edges as u16, depth - 1, room)
            })
            .collect();
        for (block, next) in blocks.iter_mut().zip(next) {
            block.inner.append(&mut block.before);
            block.before = std::mem::replace(&mut block.frontier, next);
        }
    }
    collect_cosets(spec, moves, &blocks, control)
}

/// The members of a block one move farther than the frontier, whose paths have `length` moves.
fn next_level(
    moves: &Phase2Moves,
    blocks: &[PositionBlock],
    ud_edges: u16,
    length: usize,
    (next, spare): &mut (Vec<Entry>, Vec<Entry>),
) -> Vec<Entry> {
    next.clear();
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
    keep_least_paths(next, spare);
    // Neighbours of a level lie in it, before it, or after it.
    let block = &blocks[usize::from(ud_edges)];
    remove_offsets(next, &block.frontier);
    remove_offsets(next, &block.before);
    next.clone()
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
    let corners = NormalisedCorners::new(moves);
    let mut builder = SortedBuilder::new(spec);
    let step = Step::Building(spec.into());
    for first in (0..COSETS).step_by(STRIPE) {
        control.step(&step, builder.entries(), spec.entries())?;
        let stripe: Vec<(Vec<u32>, Vec<u32>)> = (first..COSETS.min(first + STRIPE))
            .into_par_iter()
            .map_init(Default::default, |room, coset| {
                collect_coset(moves, &corners, blocks, coset, length, room)
            })
            .collect();
        for (codes, paths) in stripe {
            builder.append_phase2(&codes, &paths);
        }
    }
    Ok(builder.finish()?)
}

/// The cosets of normalised U/D edges `coset` at most `length + 1` moves from solved: their codes, ascending, and their least
/// paths.
fn collect_coset(
    moves: &Phase2Moves,
    corners_after: &NormalisedCorners,
    blocks: &[PositionBlock],
    coset: usize,
    length: usize,
    (entries, spare): &mut (Vec<Entry>, Vec<Entry>),
) -> (Vec<u32>, Vec<u32>) {
    entries.clear();
    for member in 0..MEMBERS {
        let ud_edges = coset * MEMBERS + member;
        let normalised = corners_after.of(None, member);
        let PositionBlock { inner, before, frontier } = &blocks[ud_edges];
        for level in [inner, before, frontier] {
            entries.extend(level.iter().map(|&entry| {
                let (corners, slice_perm) = coordinates(entry);
                offset(normalised[usize::from(corners)], slice_perm) << 32 | u64::from(entry as u32)
            }));
        }
        for (m, &source) in moves.ud_edges.row(ud_edges)[..HALF_TURNS].iter().enumerate() {
            let normalised = corners_after.of(Some(m), member);
            for &entry in &blocks[usize::from(source)].frontier {
                let (corners, slice_perm) = coordinates(entry);
                if let Some(path) = path::prepend(m as u32, entry as u32, length) {
                    let slice_perm = moves.slice_perm.turn(slice_perm, m);
                    entries
                        .push(offset(normalised[usize::from(corners)], slice_perm) << 32 | u64::from(path));
                }
            }
        }
    }
    keep_least_paths(entries, spare);
    let first = coset as u64 * (Corners::SIZE * SlicePerm::SIZE) as u64;
    entries.iter().map(|entry| ((first + (entry >> 32)) as u32, *entry as u32)).unzip()
}

/// The corners of positions after no move or a half turn, normalised by each member's turns. Positions of a block come in the order
/// of their corners, so that what they read lies in their order, too.
struct NormalisedCorners(Vec<u16>);

impl NormalisedCorners {
    fn new(moves: &Phase2Moves) -> NormalisedCorners {
        let all = 0..Corners::SIZE as u16;
        let turned = |m: Option<usize>| {
            all.clone().map(move |corners| m.map_or(corners, |m| moves.corners.turn(corners, m)))
        };
        let of_member = |m, member| turned(m).map(move |corners| moves.normalised_corners(corners, member));
        let moves = std::iter::once(None).chain((0..HALF_TURNS).map(Some));
        let each = moves.flat_map(|m| (0..MEMBERS).map(move |member| (m, member)));
        NormalisedCorners(each.flat_map(|(m, member)| of_member(m, member)).collect())
    }

    fn of(&self, m: Option<usize>, member: usize) -> &[u16; Corners::SIZE] {
        let number = m.map_or(0, |m| m + 1) * MEMBERS + member;
        self.0.as_chunks().0.get(number).expect("there is one for each move and member")
    }
}

/// Sorts entries by offset, and keeps the least path of each offset.
fn keep_least_paths(entries: &mut Vec<Entry>, spare: &mut Vec<Entry>) {
    if entries.len() < DIGITS {
        entries.sort_unstable();
    } else {
        spare.resize(entries.len(), 0);
        sort_by_digit::<0>(entries, spare);
        sort_by_digit::<1>(spare, entries);
    }
    entries.dedup_by(|entry, least| {
        let is_same = *entry >> 32 == *least >> 32;
        if is_same {
            *least = (*least).min(*entry);
        }
        is_same
    });
}

/// Values of a digit of an offset, which has two.
const DIGITS: usize = 1 << 10;
const _: () = assert!(Corners::SIZE * SlicePerm::SIZE <= DIGITS * DIGITS);

/// Writes entries in the order of a digit of their offsets; those with the same one keep their order.
fn sort_by_digit<const DIGIT: u32>(entries: &[Entry], sorted: &mut [Entry]) {
    let digit = |entry: Entry| (entry >> (32 + DIGIT * DIGITS.ilog2())) as usize % DIGITS;
    let mut places = [0; DIGITS];
    entries.iter().for_each(|&entry| places[digit(entry)] += 1);
    let mut begun = 0;
    for place in &mut places {
        (begun, *place) = (begun + *place, begun);
    }
    for &entry in entries {
        let place = &mut places[digit(entry)];
        sorted[*place] = entry;
        *place += 1;
    }
}
