//! Does a table file hold what its header says?

use super::contents::{Steps, View, phase1_depth};
use super::{AnyTable, CompleteTable, FileError, Kind, Phase, Phase1Table, Phase2Table};
use super::{Table, TableId, distances, path};
use crate::coord::phase2::inverse_place;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::coord::{Phase1, Phase2, PhaseMoves, phase1::Phase1Moves, phase2::Phase2Moves};
use crate::cube::random::Random;

/// What was counted in a table that holds what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Which table it is.
    pub table: TableId,
    /// Codes or positions found at each depth. (Complete tables of phase 2 do not tell depths below
    /// 3 apart; there it is their sum that was found.)
    pub per_depth: Vec<u64>,
    /// Sorted tables: entries whose moves were replayed to the end. Complete ones: entries that
    /// were compared with those of all neighbours.
    pub replayed: u64,
}

/// Checks a table of either sort, by [`verify_sorted`] or [`verify_complete`].
///
/// # Errors
/// [`FileError::Damaged`].
pub fn verify(table: &AnyTable, replays: u64) -> Result<Verified, FileError> {
    match table {
        AnyTable::Sorted(table) => verify_sorted(table, replays),
        AnyTable::Complete(table) => verify_complete(table, replays),
    }
}

/// Checks the checksum of a table's body, that its codes ascend, that each depth has the
/// entries of Table 1, and that the stored moves of `replays` random entries (of all, if
/// there are no more) solve their codes in as many moves as they say.
///
/// # Errors
/// [`FileError::Damaged`].
pub fn verify_sorted(table: &Table, replays: u64) -> Result<Verified, FileError> {
    table.check_body()?;
    let view = table.view();
    check_order(&view).map_err(|fault| table.damaged(fault))?;
    let per_depth = count(&view);
    if per_depth != view.spec().per_depth() {
        return Err(table.damaged(format!("it has {per_depth:?} entries at its depths")));
    }
    let replayed = replay_some(&view, replays).map_err(|fault| table.damaged(fault))?;
    Ok(Verified { table: view.spec().into(), per_depth, replayed })
}

/// Checks the checksum of a table's body, that as many positions have each entry as were
/// published, and for `samples` random entries that no neighbour is more than a move nearer or
/// farther, and some neighbour a move nearer.
///
/// # Errors
/// [`FileError::Damaged`].
pub fn verify_complete(table: &CompleteTable, samples: u64) -> Result<Verified, FileError> {
    table.check_body()?;
    let phase = table.phase();
    let per_depth = phase.per_depth();
    let mut expected = [0; 19];
    expected[..per_depth.len()].copy_from_slice(&per_depth);
    if phase == Phase::Two {
        let near = usize::from(Phase::NEAR);
        expected[near] = expected[..=near].iter().sum();
        expected[..near].fill(0);
    }
    let found = distances::count(phase, table.entries())
        .map_err(|place| table.damaged(format!("the way from place {place} is not as long as it says")))?;
    if found != expected {
        return Err(table.damaged(format!("it has {found:?} positions at its distances")));
    }
    let mut random = Random::new(samples);
    for place in (0..samples).map(|_| random.below(phase.places() as u64) as usize) {
        let is_sound = match phase {
            Phase::One => is_sound1(Phase1Table::new(table.entries()), place),
            Phase::Two => is_sound2(Phase2Table::new(table.entries()), place),
        };
        if !is_sound {
            return Err(table.damaged(format!("entry {place} does not go with those a move away")));
        }
    }
    Ok(Verified { table: phase.into(), per_depth, replayed: samples })
}

/// Whether just those moves lead nearer that the entry names, by the residues of the distances:
/// a move changes a distance by one at most, so residues tell nearer from equal and farther.
fn is_sound1(ways: Phase1Table, place: usize) -> bool {
    let places = SymPhase1Tables::get();
    let here = places.from_index(place);
    let entry = ways.at(here);
    places.neighbours(here).enumerate().all(|(number, there)| {
        let there = ways.at(there).residue();
        let is_nearer = (there + 1) % 3 == entry.residue();
        there < 3 && is_nearer == (entry.nearer() >> number & 1 == 1)
    })
}

/// Whether no neighbour is more than one move nearer or farther, and one is nearer.
fn is_sound2(distances: Phase2Table, place: usize) -> bool {
    let places = SymPhase2Tables::get();
    let here = places.reduce(places.expand(place));
    let distance = distances.at(here);
    let around: Vec<u8> = places.neighbours(here).map(|there| distances.at(there)).collect();
    around.iter().all(|&there| distance.abs_diff(there) <= 1)
        && (distance == Phase::NEAR || around.contains(&(distance - 1)))
}

fn check_order(view: &View) -> Result<(), String> {
    let entries = view.spec().entries();
    if !view.index.is_sorted() || view.index.last().is_none_or(|&last| u64::from(last) != entries) {
        return Err("its index is not in order".to_owned());
    }
    let mut codes = view.codes();
    let mut last = None;
    let ascending = codes.all(|(code, place)| {
        let expected = last.map_or(0, |(_, place)| place + 1);
        let ascends = place == expected && last.is_none_or(|(last, _)| last < code);
        last = Some((code, place));
        ascends
    });
    match last {
        _ if !ascending => Err("its codes are not in order".to_owned()),
        Some((code, _)) if u64::from(code) >= view.spec().kind().codes() => {
            Err("it has a code that no position has".to_owned())
        }
        _ => Ok(()),
    }
}

fn count(view: &View) -> Vec<u64> {
    let mut per_depth = vec![0; usize::from(view.spec().depth()) + 1];
    let mut add = |depth: usize| {
        // What is deeper than the table goes nowhere: the counts then disagree.
        if let Some(count) = per_depth.get_mut(depth) {
            *count += 1;
        }
    };
    match view.steps {
        Steps::Moves(steps) => steps.iter().for_each(|&step| add(phase1_depth(step))),
        Steps::Paths(paths) => paths.iter().for_each(|&path| add(path::length(path))),
    }
    per_depth
}

fn replay_some(view: &View, replays: u64) -> Result<u64, String> {
    let entries = view.spec().entries();
    let all = replays >= entries;
    let mut random = Random::new(entries);
    let mut left = replays;
    for (code, place) in view.codes() {
        // Each entry is drawn with the chance that makes exactly `replays` (Knuth's algorithm S).
        let drawn = all || random.below(entries - place as u64) < left;
        if drawn {
            left = left.saturating_sub(1);
            replay(view, code, place)
                .ok_or_else(|| format!("the moves stored for code {code} do not solve it"))?;
        }
    }
    Ok(replays.min(entries))
}

/// Follows the moves of one entry; `None` if they do not lead to the goal of the phase.
fn replay(view: &View, code: u32, place: usize) -> Option<()> {
    match view.spec().kind() {
        Kind::P0 => replay_phase1(view, code, place),
        Kind::P1 => replay_phase2(code, view.path(place)?),
    }
}

fn replay_phase1(view: &View, code: u32, place: usize) -> Option<()> {
    let depth = view.first_move(place).map_or(0, |(depth, _)| depth);
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

/// A path solves one member of its class, the one that it makes backwards from solved.
fn replay_phase2(code: u32, path: u32) -> Option<()> {
    let moves = Phase2Moves::get();
    let start = path::places(path).rev().fold(Phase2::default(), |at, m| moves.turn(at, inverse_place(m)));
    (moves.code(start) == code).then_some(())
}
