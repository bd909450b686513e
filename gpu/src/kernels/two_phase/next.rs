//! Ends the passes of two-phase searches, and begins the next ones.

use super::{Ranked, distance_of, present_of};
use crate::kernels::path;
use cubebatch_search::engine::two_phase::near::{NearLimits, in_all_directions};
use cubebatch_search::engine::two_phase::stages::{Stage, stages};
use cubebatch_search::engine::two_phase::start::numbers;
use cubebatch_shaders::two_phase::{
    Asked, Begun, Head, KEPT_GROUPS, LEVELS, MOST_MOVES, Measured, NO_DISTANCE, NextParams, Node, NodeState,
    Pass, RatedEnd, Rating, Search, UNLIMITED, group_of,
};
use cubebatch_shaders::words::Flags;

/// The twin of `two_phase/next.wgsl`: it sorts the ends of a position, and passes over no stage without looking at its starts. The order of the passes and of the questions that it lists
/// is another.
pub fn next(
    params: &NextParams,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &[Node],
    ended: &mut [u32],
) {
    for position in 0..params.positions as usize {
        let search = &mut searches[position];
        if Flags::get(ended, position) == 1 {
            continue;
        }
        if search.next_pass == 0 && may_be_near(search) {
            search.given_up = 1;
        }
        keep_best(search, &nodes[LEVELS * params.places as usize..]);
        if search.waiting > 0 {
            continue;
        }
        let NextPasses { passes, asks, then } = next_passes(params, head, search);
        search.waiting = passes.len() as u32;
        for (number, pass) in passes.iter().enumerate() {
            search.passes[number] = pass.pack();
        }
        match then {
            Some(pass) => search.next_pass = pass.pack(),
            None => {
                Flags::put(ended, position, 1);
                head.under_way -= 1;
            }
        }
        if let Some(group) = asks {
            search.measured = with(Measured::unpack(search.measured), group).pack();
            if group >= KEPT_GROUPS {
                search.present[present_of(group)] = 0;
            }
            let asked = Asked { position: position as u32, group: group as u32 };
            searches[head.asks as usize].asked = asked.pack();
            head.asks += 1;
        }
        for (number, pass) in (0..).zip(passes) {
            let distance = distance_of(&searches[position], pass.start as usize);
            let begun = Begun { position: position as u32, pass_number: number, distance };
            searches[head.begun as usize].begun = begun.pack();
            head.begun += 1;
        }
    }
}

/// Whether the starts without pre-moves are near G1.
fn may_be_near(search: &Search) -> bool {
    let distance = |direction| {
        let distance = distance_of(search, direction);
        (distance != NO_DISTANCE).then_some(distance as u8)
    };
    NearLimits::HALF_TURN.include(&in_all_directions(std::array::from_fn(distance)))
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

/// Keeps the best of the ends of the passes.
fn keep_best(search: &mut Search, ends: &[Node]) {
    let rated = std::mem::take(&mut search.rated);
    let number = |end: &Node| NodeState::unpack(end.state).pass_number as usize;
    let rank =
        |end: &Node, pass| Ranked::new(end.word, pass, path(end), NodeState::unpack(end.state).turned == 1);
    let ends: Vec<Node> = list(ends, rated).collect();
    let best = ends.iter().min_by_key(|end| rank(end, search.passes[number(end)]));
    if let Some(best) = best
        && rank(best, search.passes[number(best)]) < rank(&search.best, search.best_pass)
    {
        search.best_pass = search.passes[number(best)];
        search.best_start = search.starts[number(best)];
        search.best = *best;
    }
}

/// The ends in a list, with their ratings for words.
fn list(ends: &[Node], first: u32) -> impl Iterator<Item = Node> {
    let end = |next: u32| next.checked_sub(1).map(|i| ends[i as usize]);
    let list = std::iter::successors(end(first), move |end_here| end(RatedEnd::unpack(end_here.word).next));
    list.map(|end| Node { word: RatedEnd::unpack(end.word).rating, ..end })
}

/// What a position does whose passes have ended.
struct NextPasses {
    /// The passes that it begins.
    passes: Vec<Pass>,
    /// The group of starts whose distances it asks for.
    asks: Option<usize>,
    /// Where it looks for passes then; `None` if it has ended.
    then: Option<Pass>,
}

fn next_passes(params: &NextParams, head: &Head, search: &Search) -> NextPasses {
    let rating = search.best.word;
    let best = (rating != 0).then(|| MOST_MOVES - Rating::unpack(rating).spared);
    let is_late = head.is_late != 0;
    let is_enough = |total| total <= params.max_length || is_late || search.expanded >= params.max_nodes;
    if best.is_some_and(is_enough) || search.given_up != 0 {
        return NextPasses { passes: Vec::new(), asks: None, then: None };
    }
    let from = Pass::unpack(search.next_pass);
    let stages = stages(params.max_length as u8);
    let places = stages.iter().enumerate().skip(from.stage as usize).flat_map(|(number, stage)| {
        let first = if number as u32 == from.stage { from.start as usize } else { 0 };
        let may_be_better = best.is_none_or(|total| u32::from(stage.outside) < total);
        let starts = numbers(stage.pre_moves.into()).filter(move |&start| start >= first && may_be_better);
        starts.map(move |start| (Pass { start: start as u32, stage: number as u32 }, *stage))
    });
    let most = if params.max_nodes == UNLIMITED { head.at_once as usize } else { 1 };
    let mut passes: Vec<Pass> = Vec::new();
    for (place, stage) in places {
        if passes.len() == most || passes.first().is_some_and(|first| first.stage != place.stage) {
            break;
        }
        let start = place.start as usize;
        if !is_measured(search, start) {
            return NextPasses { passes, asks: Some(group_of(start)), then: Some(place) };
        }
        if includes(search, stage, start) {
            passes.push(place);
        }
    }
    let then = passes.last().map(|&Pass { start, stage }| match passes.len() == most {
        true => Pass { start: start + 1, stage },
        false => Pass { start: 0, stage: stage + 1 },
    });
    NextPasses { passes, asks: None, then }
}
