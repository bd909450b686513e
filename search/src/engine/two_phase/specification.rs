//! What the two-phase search finds, as a plain recursive search: slow, short, and the truth that engines are tested
//! against.

use std::cell::OnceCell;

use super::best::Best;
use super::direction::{DIRECTIONS, image, images};
use super::near::{Contradiction, Near, before_others};
use super::pre_moves::{MOST, after_pre_moves, enters_g1};
use super::stages::{Stage, stages};
use super::start::{in_both_senses, numbers};
use super::{Ending, LONGEST, Pass, Path, Rank, TwoPhaseLimits, TwoPhaseTables, UNCOUNTED};
use crate::engine::phase2::ToSolved;
use crate::engine::phase2::descent::Phase1End;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Phase1Table, TableId};

/// The solutions of a position that the search finds within these limits, but for its limit of time.
///
/// # Errors
/// The table that led nowhere.
pub fn solutions(
    cube: &Cube,
    tables: &TwoPhaseTables,
    limits: &TwoPhaseLimits,
) -> Result<Vec<Vec<Move>>, TableId> {
    let phase1 = Phase1Table::new(tables.phase1.table(), tables.phase1.entries());
    let to_solved = ToSolved::new(&tables.phase2);
    let (images, starts, best) = (images(cube), Default::default(), Best::new(limits.solutions));
    let search = PlainSearch { cube, limits, phase1, to_solved, images, starts };
    let near = search.near()?;
    let mut found = Found { best, nodes: 0 };
    if near.is_none() || limits.solutions > 1 {
        search.go_through_stages(&mut found);
    }
    let others = found.best.ranks().map(|rank| search.solution(rank)).collect::<Result<_, _>>()?;
    Ok(before_others(near, others, limits.solutions))
}

/// Where paths begin.
struct Start {
    number: u16,
    /// The position after the pre-moves in both senses of the first one, or only once.
    at: Vec<Cube>,
    /// From G1.
    distance: u8,
}

struct PlainSearch<'a> {
    cube: &'a Cube,
    limits: &'a TwoPhaseLimits,
    phase1: Phase1Table<'a>,
    to_solved: ToSolved<'a>,
    images: [Option<Cube>; DIRECTIONS],
    /// By their number of pre-moves.
    starts: [OnceCell<Vec<Start>>; MOST + 1],
}

struct Found {
    best: Best,
    nodes: u64,
}

impl PlainSearch<'_> {
    /// The shortest solution, if the position is near.
    fn near(&self) -> Result<Option<Vec<Move>>, TableId> {
        let damaged = || TableId::from(self.phase1.table());
        let distances: Option<Vec<u8>> =
            (0..DIRECTIONS).map(|direction| self.distance(&image(self.cube, direction))).collect();
        let distances = distances.ok_or_else(damaged)?.try_into().expect("a distance for each direction");
        Near::in_htm().solution(self.cube, &distances, &self.phase1).map_err(|Contradiction| damaged())
    }

    fn go_through_stages(&self, found: &mut Found) {
        for (number, &stage) in stages(self.limits.max_length).iter().enumerate() {
            for start in self.starts(stage.pre_moves.into()) {
                // With no moves left for phase 2 no pass has a better end.
                if found.best.worst().is_some_and(|worst| stage.outside >= worst.total()) {
                    break;
                }
                let is_spent = !found.best.is_empty() && found.nodes >= self.limits.max_nodes;
                if found.best.is_enough() || is_spent {
                    return;
                }
                if stage.includes(start.distance) {
                    let pass = Pass { stage: number as u16, start: start.number };
                    self.extend(pass, stage, start, &mut Vec::new(), found);
                }
            }
        }
    }

    /// The starts with this number of pre-moves, in their order.
    fn starts(&self, pre_moves: usize) -> &[Start] {
        let start = |number: usize| {
            let at = in_both_senses(&self.images, number)?;
            let distance = self.distance(&at[0])?;
            Some(Start { number: number as u16, at, distance })
        };
        self.starts[pre_moves].get_or_init(|| numbers(pre_moves).filter_map(start).collect())
    }

    /// From G1.
    fn distance(&self, cube: &Cube) -> Option<u8> {
        self.phase1.distance(SymPhase1Tables::get().reduce(Phase1::of(cube)))
    }

    /// Looks at all paths of a stage that begin with these moves.
    fn extend(&self, pass: Pass, stage: Stage, start: &Start, path: &mut Vec<Move>, found: &mut Found) {
        let left = usize::from(stage.length()) - path.len();
        if self.distance(&start.at[0].apply(path)).is_none_or(|distance| usize::from(distance) > left) {
            return;
        }
        if left == 0 {
            return self.arrive(pass, stage, start, path, found);
        }
        found.nodes += u64::from(left > UNCOUNTED);
        let last = path.last().copied();
        for mv in Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv))) {
            path.push(mv);
            self.extend(pass, stage, start, path, found);
            path.pop();
        }
    }

    /// Offers the end of a path, or both that there are with the two senses of the first pre-move.
    fn arrive(&self, pass: Pass, stage: Stage, start: &Start, path: &[Move], found: &mut Found) {
        if !enters_g1(path) {
            return;
        }
        let mut whole: Path = [Move::FIRST; LONGEST];
        whole[..path.len()].copy_from_slice(path);
        for (at, is_other_pre_move) in start.at.iter().zip([false, true]) {
            let at = SymPhase2Tables::get().reduce(Phase2::of(&at.apply(path)));
            let distance = self.to_solved.distance(at, u8::MAX - 1);
            let ending = Ending { path: whole, is_other_pre_move, distance };
            let rank = Rank::new(self.limits.max_length, pass, stage, &ending);
            found.best.offer(rank, || self.solution(&rank).unwrap_or_default());
        }
    }

    /// The solution through an end of phase 1: its phase 2 is the lexicographically first of the shortest ones.
    ///
    /// # Errors
    /// The table that led nowhere: it is damaged.
    fn solution(&self, end: &Rank) -> Result<Vec<Move>, TableId> {
        let from = after_pre_moves(&image(self.cube, end.direction()), end.pre_moves().moves());
        let cube = from.apply(end.path());
        // Only a damaged table leads elsewhere than into G1.
        let is_in_g1 = Phase1::of(&cube).code() == 0;
        let at = || SymPhase2Tables::get().reduce(Phase2::of(&cube));
        let end_of_phase1 = is_in_g1.then(|| Phase1End { at: at(), distance: end.distance() });
        let path =
            self.to_solved.paths(std::iter::once(end_of_phase1)).pop().expect("a path for each end")?;
        Ok(end.solution(path.moves()))
    }
}
