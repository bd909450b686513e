//! The two-phase search on the CPU.
//!
//! Searches of many positions go side by side, so that their waits for memory overlap: what
//! is read was asked for a round before. Phase 1 is searched to [`tails::LENGTH`] moves before
//! its end; from there all ways are listed.

mod round;
mod rules;
mod search;
mod stages;
mod tails;

use super::Cpu;
use crate::coord::perms::PermTables;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::cube::{Cube, Move};
use crate::engine::phase2::bounds::Bounds;
use crate::engine::phase2::{PHASE1, ToSolved};
use crate::engine::two_phase::{End, TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{Batched, EngineError, Load, Loaded};
use crate::progress::Stop;
use crate::table::{Phase1Table, TableId};
use round::Round;
use rules::{NONE, Rules};
use search::{Found, Search};
use tails::Tails;

/// No position needs more moves.
const LONGEST: usize = 20;

/// Positions that a thread searches side by side.
const GROUP: usize = 16;

/// How many positions are best searched at a time: some groups, so that few wait for the last
/// of their group; but few where each takes long, so that threads end at the same time.
fn batch(limits: &TwoPhaseLimits) -> usize {
    match limits.max_length {
        21.. => 64 * GROUP,
        20 => 16 * GROUP,
        _ => 4 * GROUP,
    }
}

impl Load<TwoPhase> for Cpu {
    fn load(&self, tables: &TwoPhaseTables) -> Result<Loaded<TwoPhase>, EngineError> {
        Ok(Box::new(Searcher(tables.clone())))
    }
}

/// The search over a table of each phase.
struct Searcher(TwoPhaseTables);

/// What the search reads.
struct Tables<'a> {
    ways: Phase1Table<'a>,
    to_solved: ToSolved<'a>,
    places1: &'static SymPhase1Tables,
    perms: &'static PermTables,
    rules: &'static Rules,
    tails: &'static Tails,
    bounds: &'static Bounds,
}

impl<'a> Tables<'a> {
    fn new(tables: &'a TwoPhaseTables) -> Tables<'a> {
        Tables {
            ways: Phase1Table::new(tables.phase1.entries()),
            to_solved: ToSolved::new(&tables.phase2),
            places1: SymPhase1Tables::get(),
            perms: PermTables::get(),
            rules: Rules::get(),
            tails: Tails::get(),
            bounds: Bounds::get(),
        }
    }

    /// The best ends of each position.
    fn ends(
        &self,
        cubes: &[Cube],
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<Vec<Vec<End>>, EngineError> {
        let mut ends = vec![Vec::new(); cubes.len()];
        let mut waiting = (0..).zip(cubes).map(|(number, cube)| Search::new(number, cube, self, limits));
        let mut round = Round::new(waiting.by_ref().take(GROUP).collect());
        let mut under_way = round.searches.len();
        while under_way > 0 {
            stop.check()?;
            round.read(self, limits);
            for number in 0..round.searches.len() {
                if let Some(done) = round.go_on(number, self, limits) {
                    let of_position = done.number;
                    ends[of_position] = done.into_best().map(to_end).collect();
                    round.searches[number] = waiting.next();
                    under_way -= usize::from(round.searches[number].is_none());
                }
            }
            round.ask(self);
        }
        Ok(ends)
    }

    /// The solutions through the ends of each position.
    fn solutions(&self, cubes: &[Cube], ends: &[Vec<End>]) -> Vec<Result<Vec<Vec<Move>>, TableId>> {
        let each: Vec<(&Cube, &End)> =
            cubes.iter().zip(ends).flat_map(|(cube, ends)| ends.iter().map(move |end| (cube, end))).collect();
        let mut found = self.to_solved.solutions(&each).into_iter();
        let of_cube = |ends: &Vec<End>| match ends.len() {
            0 => Err(PHASE1),
            count => found.by_ref().take(count).collect(),
        };
        ends.iter().map(of_cube).collect()
    }
}

impl Batched<TwoPhase> for Searcher {
    fn run(
        &self,
        cubes: &[Cube],
        limits: &TwoPhaseLimits,
        stop: &Stop,
    ) -> Result<Vec<Result<Vec<Vec<Move>>, TableId>>, EngineError> {
        let tables = Tables::new(&self.0);
        let ends = tables.ends(cubes, limits, stop)?;
        Ok(tables.solutions(cubes, &ends))
    }

    fn best_batch(&self, limits: &TwoPhaseLimits) -> usize {
        batch(limits)
    }
}

fn to_end(found: Found) -> End {
    let path = &found.path[..usize::from(found.length)];
    let moves = path.iter().map(|&m| PHASE1_MOVES[usize::from(m)]).collect();
    let pre_move = (found.closing != NONE).then(|| PHASE1_MOVES[usize::from(found.closing)]);
    End { direction: found.direction, moves, distance: found.distance, pre_move }
}
