//! Ends the passes of two-phase searches, and begins the next ones.

use std::cmp::Reverse;

use super::{Ranked, distance_of, place, position_at, start};
use crate::cube::Cube;
use crate::engine::cpu::kernels::path;
use crate::engine::layout::two_phase::{
    Asked, ENDED, GROUP_STARTS, Head, KEPT_GROUPS, LEVELS, MOST_MOVES, Measured, NO_DISTANCE, NextParams,
    Node, NodeState, PATH_WORDS, Pass, RatedEnd, Rating, Search, group_of,
};
use crate::engine::two_phase::stages::{Stage, stages};
use crate::engine::two_phase::start::numbers;

/// The twin of `two_phase/next.wgsl`: it sorts the ends of a position. The order of the nodes and of the questions that it adds is
/// another.
pub fn next(
    params: &NextParams,
    cubes: &[Cube],
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    for position in 0..params.positions as usize {
        let search = &mut searches[position];
        if search.next_pass == ENDED {
            continue;
        }
        keep_best(search, &nodes[LEVELS * params.places as usize..]);
        if search.waiting > 0 {
            continue;
        }
        let next = next_pass(params, head.is_late != 0, search);
        search.next_pass = next.map_or(ENDED, |(pass, _)| pass.pack());
        match next {
            None => head.under_way -= 1,
            Some((pass, _)) if !is_measured(search, pass.start as usize) => {
                let group = group_of(pass.start as usize);
                search.measured = with(Measured::unpack(search.measured), group).pack();
                let asked = Asked { position: position as u32, group: group as u32 };
                searches[head.asks as usize].asked = asked.pack();
                head.asks += 1;
            }
            Some((pass, stage)) if includes(search, stage, pass.start as usize) => {
                search.this_pass = pass.pack();
                search.start = start(&position_at(&cubes[position], pass.start as usize, false));
                search.next_pass = Pass { start: pass.start + 1, ..pass }.pack();
                search.waiting = 1;
                let distance = distance_of(search, pass.start as usize);
                let state = NodeState { position: position as u32, distance, ..NodeState::default() };
                let level = usize::from(stage.length());
                nodes[place(head, level, head.counts[level], params.places)] =
                    Node { word: search.start.index, state: state.pack(), path: [0; PATH_WORDS] };
                head.counts[level] += 1;
            }
            // It goes on there in the next step.
            Some(_) => {}
        }
    }
}

/// Whether a start is searched in a stage.
fn includes(search: &Search, stage: Stage, start: usize) -> bool {
    let distance = distance_of(search, start);
    distance != NO_DISTANCE && stage.includes(distance as u8)
}

/// Whether the group of a start is measured.
fn is_measured(search: &Search, start: usize) -> bool {
    let measured = Measured::unpack(search.measured);
    with(measured, group_of(start)) == measured
}

/// What is measured after a group was.
fn with(measured: Measured, group: usize) -> Measured {
    match group {
        0..KEPT_GROUPS => Measured { kept: measured.kept | 1 << group, ..measured },
        _ => Measured { other: group as u32, ..measured },
    }
}

/// Keeps the best of the ends of the pass.
fn keep_best(search: &mut Search, ends: &[Node]) {
    let rated = std::mem::take(&mut search.rated);
    let is_of_pass = search.best_pass == search.this_pass;
    let ends: Vec<Node> = list(ends, rated).collect();
    let rank = |end: &Node, is_later| Ranked {
        rating: Reverse(end.word),
        is_later,
        path: path(end),
        is_turned: NodeState::unpack(end.state).turned == 1,
    };
    let of_pass = ends.iter().map(|end| (rank(end, true), end));
    let before = (rank(&search.best, is_of_pass), &search.best);
    let best =
        *std::iter::once(before).chain(of_pass).min_by(|a, b| a.0.cmp(&b.0)).expect("the one before").1;
    if !ends.is_empty() && (is_of_pass || best != search.best) {
        (search.best, search.best_pass, search.best_start) = (best, search.this_pass, search.start);
    }
}

/// The ends in a list, with their ratings for words.
fn list(ends: &[Node], first: u32) -> impl Iterator<Item = Node> {
    let end = |next: u32| next.checked_sub(1).map(|i| ends[i as usize]);
    let list = std::iter::successors(end(first), move |end_here| end(RatedEnd::unpack(end_here.word).next));
    list.map(|end| Node { word: RatedEnd::unpack(end.word).rating, ..end })
}

/// The next pass, or where to look for it when more starts are measured or in the next step; and its stage.
fn next_pass(params: &NextParams, is_late: bool, search: &Search) -> Option<(Pass, Stage)> {
    let rating = search.best.word;
    let best = (rating != 0).then(|| MOST_MOVES - Rating::unpack(rating).spared);
    let is_enough = |total| total <= params.max_length || is_late || search.expanded >= params.max_nodes;
    if best.is_some_and(is_enough) {
        return None;
    }
    let from = Pass::unpack(search.next_pass);
    let mut left = GROUP_STARTS;
    for (number, &stage) in stages(params.max_length as u8).iter().enumerate().skip(from.stage as usize) {
        if best.is_some_and(|total| u32::from(stage.outside) >= total) {
            continue;
        }
        let first = if number as u32 == from.stage { from.start as usize } else { 0 };
        let is_next = |&start: &usize| !is_measured(search, start) || includes(search, stage, start);
        let mut starts = numbers(stage.pre_moves.into()).skip_while(|&start| start < first);
        let looked_at: Vec<usize> = starts.by_ref().take(left).collect();
        if let Some(start) = looked_at.iter().copied().find(is_next).or_else(|| starts.next()) {
            return Some((Pass { start: start as u32, stage: number as u32 }, stage));
        }
        left -= looked_at.len();
    }
    None
}
