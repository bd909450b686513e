//! What the two-phase search finds, as a plain recursive search: slow, short, and the truth that engines are tested
//! against.

use super::best::{Best, enters_g1};
use super::direction::{Start, after_pre_move, image, starts};
use super::{End, LONGEST, Path, Rank, TwoPhaseLimits, TwoPhaseTables, UNCOUNTED};
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, Move};
use crate::engine::phase2::ToSolved;
use crate::table::{Phase1Table, TableId};

/// The solutions of a position that the search finds within these limits, but for its limit of time.
///
/// # Errors
/// The table that led nowhere.
pub fn solutions(
    cube: &Cube,
    tables: &TwoPhaseTables,
    limits: &TwoPhaseLimits,
) -> Result<Vec<Vec<Move>>, TableId> {
    let phase1 = Phase1Table::new(tables.phase1.entries());
    let to_solved = ToSolved::new(&tables.phase2);
    let starts: Vec<Start> = starts(cube, limits.tries_pre_moves()).collect();
    let mut search =
        PlainSearch { cube, limits, phase1, to_solved, best: Best::new(limits.solutions), nodes: 0 };
    search.make_passes(&starts);
    let ends = search.best.ranks().map(|rank| end(rank, &starts));
    ends.map(|end| search.to_solved.solution(cube, &end)).collect()
}

/// The end with this rank.
fn end(rank: &Rank, starts: &[Start]) -> End {
    let direction = starts[usize::from(rank.pass().1)].direction;
    End { direction, rank: *rank }
}

struct PlainSearch<'a> {
    cube: &'a Cube,
    limits: &'a TwoPhaseLimits,
    phase1: Phase1Table<'a>,
    to_solved: ToSolved<'a>,
    best: Best,
    nodes: u64,
}

impl PlainSearch<'_> {
    fn make_passes(&mut self, starts: &[Start]) {
        for outside in 0..=LONGEST {
            // With no moves left for phase 2 no later pass has a better end.
            if self.best.worst().is_some_and(|worst| outside >= worst.total().into()) {
                return;
            }
            for (number, start) in starts.iter().enumerate() {
                let is_spent = !self.best.is_empty() && self.nodes >= self.limits.max_nodes;
                if self.best.is_enough() || is_spent {
                    return;
                }
                if let Some(length) = outside.checked_sub(start.pre_move.is_some().into()) {
                    let from = after_pre_move(&image(self.cube, start.direction), start.pre_move);
                    self.extend((outside as u8, number as u8), start, &from, &mut Vec::new(), length);
                }
            }
        }
    }

    /// Looks at all paths that continue from a position with `left` moves.
    fn extend(&mut self, pass: (u8, u8), start: &Start, at: &Cube, path: &mut Vec<Move>, left: usize) {
        let sym = SymPhase1Tables::get().reduce(Phase1::of(at));
        if self.phase1.distance(sym).is_none_or(|distance| usize::from(distance) > left) {
            return;
        }
        if left == 0 {
            return self.arrive(pass, start, path);
        }
        self.nodes += u64::from(left > UNCOUNTED);
        let last = path.last().copied();
        for mv in Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv))) {
            path.push(mv);
            self.extend(pass, start, &at.turn(mv), path, left - 1);
            path.pop();
        }
    }

    /// Offers the end of a path, or both that there are with the two senses of the pre-move.
    fn arrive(&mut self, pass: (u8, u8), start: &Start, path: &[Move]) {
        if !enters_g1(path) {
            return;
        }
        for pre_move in start.pre_moves() {
            let end = after_pre_move(&image(self.cube, start.direction), pre_move).apply(path);
            let at = SymPhase2Tables::get().reduce(Phase2::of(&end));
            let mut whole: Path = [Move::FIRST; LONGEST];
            whole[..path.len()].copy_from_slice(path);
            let distance = self.to_solved.distance(at, u8::MAX - 1);
            let rank = Rank::new(self.limits.max_length, pass, whole, pre_move, distance);
            let end = End { direction: start.direction, rank };
            let solution = || self.to_solved.solution(self.cube, &end).unwrap_or_default();
            self.best.offer(rank, solution);
        }
    }
}
