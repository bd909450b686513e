//! Does a table file hold what its header says?

use super::sorted::{SortedView, TableSteps, path, phase1_depth};
use super::stored::unwatched;
use super::{CompleteTable, FileError, FilterTable, Phase, SortedTable, Table, TableId};
use crate::coord::cosets::CornerCosets;
use crate::coord::cubies::{Cubies, CubiesTables};
use crate::coord::phase2::inverse_move;
use crate::coord::processor::{Plain, Processor};
use crate::coord::{Phase1, Phase2, PhaseMoves, phase1::Phase1Moves, phase2::Phase2Moves};
use cubebatch_cube::cube::random::Random;

/// The counts of a table that holds what its header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The table.
    pub table: TableId,
    /// Codes or positions found at each depth. (Complete tables of phase 2 do not distinguish depths below 3; there it is their
    /// sum.)
    pub per_depth: Vec<u64>,
    /// Sorted tables: entries whose moves were replayed to the end. Complete ones: entries that
    /// were compared with those of all neighbours. Filters: sequences of moves whose ends pass.
    pub replayed: u64,
}

/// Checks a table, first the checksum of the body of its file.
/// - A sorted table: its codes ascend, and each depth has the entries of Table 1. The stored moves of `samples` random entries
///   (or of all, if there are fewer) solve their codes in the stored number of moves.
/// - A complete table: each entry occurs the known number of times. For `samples` random entries no neighbour is more than a
///   move nearer or farther, and some neighbour is a move nearer. By other costs than those of the half-turn metric, every entry
///   is compared with all its neighbours.
/// - A filter: the ends of `samples` random sequences of moves from solved pass for that number of moves and more, as far as
///   the filter knows.
///
/// # Errors
/// [`FileError::Damaged`].
pub fn verify(table: &Table, samples: u64) -> Result<Verified, FileError> {
    let _vouched = table.vouch(&mut unwatched)?;
    let verified = match table {
        Table::Sorted(table) => verify_sorted(table, samples),
        Table::Complete(table) => verify_complete(table, samples),
        Table::Filter(table) => verify_filter(table, samples),
    };
    let path = table.path().map(std::path::Path::to_owned).unwrap_or_default();
    verified.map_err(|fault| FileError::Damaged { path, fault })
}

fn verify_sorted(table: &SortedTable, replays: u64) -> Result<Verified, String> {
    let view = table.view();
    check_order(&view)?;
    let per_depth = count(&view);
    if per_depth != view.spec().per_depth() {
        return Err(format!("it has {per_depth:?} entries at its depths"));
    }
    let replayed = replay_some(&view, replays)?;
    Ok(Verified { table: view.spec().into(), per_depth, replayed })
}

fn verify_complete(table: &CompleteTable, samples: u64) -> Result<Verified, String> {
    let (id, entries) = (table.table(), table.entries());
    let found = id.count(entries).map_err(|index| match id.is_sound() {
        Some(_) => format!("the path from entry {index} is not as long as the entry says"),
        None => format!("entry {index} contradicts its neighbours"),
    })?;
    let known = id.per_depth();
    if !known.is_empty() && found != id.per_depth_in_entries() {
        return Err(format!("it has {found:?} positions at its distances"));
    }
    let per_depth = if known.is_empty() { found } else { known };
    let Some(is_sound) = id.is_sound() else {
        return Ok(Verified { table: id.into(), per_depth, replayed: id.entries() as u64 });
    };
    let mut random = Random::new(samples);
    for index in (0..samples).map(|_| random.below(id.entries() as u64) as usize) {
        if !is_sound(entries, index) {
            return Err(format!("entry {index} contradicts its neighbours"));
        }
    }
    Ok(Verified { table: id.into(), per_depth, replayed: samples })
}

fn verify_filter(table: &FilterTable, samples: u64) -> Result<Verified, String> {
    let (view, turns) = (table.view(), &CubiesTables::get().turns);
    let mut random = Random::new(samples);
    for sample in 0..samples {
        let length = random.below(u64::from(view.size.depth()) + 1) as u8;
        let mut pick = || &turns[random.below(turns.len() as u64) as usize];
        let there = (0..length).fold(Cubies::SOLVED, |at, _| Plain.then(&at, pick()));
        let place = view.place(CornerCosets::get().key(Plain, &there));
        if let Some(moves) = (length..=view.size.depth()).find(|&moves| !view.passes(place, moves)) {
            return Err(format!(
                "it refuses sample {sample}, which is {length} moves from solved, for {moves} moves"
            ));
        }
    }
    Ok(Verified { table: view.size.into(), per_depth: Vec::new(), replayed: samples })
}

fn check_order(view: &SortedView) -> Result<(), String> {
    let entries = view.spec().entries();
    if !view.index.is_sorted() || view.index.last().is_none_or(|&last| u64::from(last) != entries) {
        return Err("its index is not in order".to_owned());
    }
    let mut codes = view.codes();
    let mut last = None;
    let ascending = codes.all(|(code, entry)| {
        let expected = last.map_or(0, |(_, entry)| entry + 1);
        let ascends = entry == expected && last.is_none_or(|(last, _)| last < code);
        last = Some((code, entry));
        ascends
    });
    match last {
        _ if !ascending => Err("its codes are not in order".to_owned()),
        Some((code, _)) if u64::from(code) >= view.spec().phase().codes() => {
            Err("it has a code that no position has".to_owned())
        }
        _ => Ok(()),
    }
}

fn count(view: &SortedView) -> Vec<u64> {
    let mut per_depth = vec![0; usize::from(view.spec().depth()) + 1];
    let mut add = |depth: usize| {
        // An entry deeper than the table has no count, and the counts then disagree.
        if let Some(count) = per_depth.get_mut(depth) {
            *count += 1;
        }
    };
    match view.steps {
        TableSteps::Moves(steps) => steps.iter().for_each(|&step| add(phase1_depth(step))),
        TableSteps::Paths(paths) => paths.iter().for_each(|&path| add(path::length(path))),
    }
    per_depth
}

fn replay_some(view: &SortedView, replays: u64) -> Result<u64, String> {
    let entries = view.spec().entries();
    let all = replays >= entries;
    let mut random = Random::new(entries);
    let mut left = replays;
    for (code, entry) in view.codes() {
        // Each entry is drawn with the chance that makes exactly `replays` (Knuth's algorithm S).
        let drawn = all || random.below(entries - entry as u64) < left;
        if drawn {
            left = left.saturating_sub(1);
            replay(view, code, entry)
                .ok_or_else(|| format!("the moves stored for code {code} do not solve it"))?;
        }
    }
    Ok(replays.min(entries))
}

/// Follows the moves of one entry; `None` if they do not lead to the goal of the phase.
fn replay(view: &SortedView, code: u32, entry: usize) -> Option<()> {
    match view.spec().phase() {
        Phase::One => replay_phase1(view, code, entry),
        Phase::Two => replay_phase2(code, view.path(entry)?),
    }
}

fn replay_phase1(view: &SortedView, code: u32, entry: usize) -> Option<()> {
    let depth = view.first_move(entry).map_or(0, |(depth, _)| depth);
    let mut at = Phase1::from_code(code);
    for left in (1..=depth).rev() {
        let (depth, m) = view.first_move(view.find(at.code())?)?;
        if depth != left {
            return None;
        }
        at = Phase1Moves::get().turn(at, m);
    }
    (at.code() == 0).then_some(())
}

/// A path solves one member of its U/D coset, the one that it makes backwards from solved.
fn replay_phase2(code: u32, path: u32) -> Option<()> {
    let moves = Phase2Moves::get();
    let start =
        path::move_numbers(path).rev().fold(Phase2::default(), |at, m| moves.turn(at, inverse_move(m)));
    (moves.code(start) == code).then_some(())
}
