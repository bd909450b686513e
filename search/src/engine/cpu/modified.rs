//! The modified two-phase method on the CPU.

use super::candidates::Candidates;
use super::{BATCH, Cpu};
use crate::engine::candidates::Hit;
use crate::engine::descent::PhasedPath;
use crate::engine::modified::{Modified, ModifiedTables, joined, joining_turns};
use crate::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves, inverse_move};
use cubebatch_tables::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{TableId, path};

impl Load<Modified> for Cpu {
    fn load(&self, tables: &ModifiedTables) -> Result<Loaded<Modified>, EngineError> {
        let phase1 = Candidates::first(Phase1Moves::get(), tables.phase1.clone());
        let phase2 = Candidates::new(Phase2Moves::get(), tables.phase2.clone());
        Ok(Box::new(ModifiedSearcher { phase1, phase2, ids: tables.ids() }))
    }
}

/// The search over both tables.
struct ModifiedSearcher {
    phase1: Candidates<Phase1Moves>,
    phase2: Candidates<Phase2Moves>,
    ids: [TableId; 2],
}

impl Batched<Modified> for ModifiedSearcher {
    fn run(
        &self,
        cubes: &[Cube],
        (): &(),
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Result<PhasedPath, TableId>),
    ) -> Result<(), EngineError> {
        let mut numbers = 0..;
        // One table after the other, so that caches keep of each what they can.
        for cubes in cubes.chunks(BATCH) {
            let mut paths: Vec<Option<PhasedPath>> = Vec::with_capacity(cubes.len());
            for cube in cubes {
                control.check()?;
                paths.push(self.phase1(cube));
            }
            for ((cube, phase1), number) in cubes.iter().zip(paths).zip(numbers.by_ref()) {
                control.check()?;
                let path = phase1.ok_or(self.ids[0]);
                hand_on(number, path.and_then(|path| self.phase2(cube, path).ok_or(self.ids[1])));
            }
        }
        Ok(())
    }

    fn best_batch(&self, (): &(), _: usize) -> usize {
        BATCH
    }
}

/// A hit of phase 2 whose path belongs to it.
struct JoinedHit {
    /// How many moves it adds to those of phase 1, after joining.
    added: usize,
    hit: Hit,
    /// The number of the path.
    path: u32,
    /// Where the candidate leads, and the position that the path solves.
    ends: [Phase2; 2],
}

impl ModifiedSearcher {
    /// The moves into G1: the candidate's and then the table's.
    fn phase1(&self, cube: &Cube) -> Option<PhasedPath> {
        let (tables, table) = (self.phase1.moves(), self.phase1.view());
        let start = Phase1::of(cube);
        let &hit = self.phase1.hits(start).first()?;
        let mut moves = Vec::with_capacity(ROOM);
        let mut at = start;
        for m in self.phase1.moves_of(hit) {
            moves.push(PHASE1_MOVES[m]);
            at = tables.turn(at, m);
        }
        let mut entry = hit.entry as usize;
        let depth = table.first_move(entry).map_or(0, |(depth, _)| depth);
        for _ in 0..depth {
            let (_, m) = table.first_move(entry)?;
            moves.push(PHASE1_MOVES[m]);
            at = tables.turn(at, m);
            entry = table.find(at.code())?;
        }
        (at.code() == 0).then_some(PhasedPath { phase1_length: moves.len(), moves })
    }

    /// The moves of both phases, of which those of the first one are known.
    fn phase2(&self, cube: &Cube, mut path: PhasedPath) -> Option<PhasedPath> {
        let start = Phase2::of(&cube.apply(&path.moves));
        let hits = self.phase2.hits(start);
        // The first one of several that are equally good.
        let joined = hits.iter().filter_map(|&hit| self.join(&path.moves, start, hit));
        let best = joined.min_by_key(|joined| joined.added)?;
        path.moves.extend(self.moves_of(&best));
        Some(path)
    }

    /// The hit of a candidate with its path, unless the table is damaged.
    fn join(&self, phase1: &[Move], start: Phase2, hit: Hit) -> Option<JoinedHit> {
        let tables = self.phase2.moves();
        let end = self.phase2.moves_of(hit).fold(start, |at, m| tables.turn(at, m));
        let path = self.phase2.view().path(hit.entry as usize)?;
        // The path backwards from solved.
        let solved_by_path =
            path::move_numbers(path).rev().fold(Phase2::default(), |at, m| tables.turn(at, inverse_move(m)));
        // In a damaged file the path can belong to another coset.
        (tables.code(end) == tables.code(solved_by_path)).then_some(())?;
        let found = JoinedHit { added: 0, hit, path, ends: [end, solved_by_path] };
        let added = self.moves_of(&found).count() - joined(phase1, self.moves_of(&found));
        Some(JoinedHit { added, ..found })
    }

    /// The moves of the candidate, the turns of U and D that join, and the table's moves.
    fn moves_of(
        &self,
        &JoinedHit { hit, path, ends: [end, solved_by_path], .. }: &JoinedHit,
    ) -> impl Iterator<Item = Move> {
        let candidate = self.phase2.moves_of(hit).map(|m| PHASE2_MOVES[m]);
        candidate.chain(joining_turns(end, solved_by_path)).chain(path::moves(path))
    }
}

/// Moves for which a path has room from the beginning: more than nearly all have.
const ROOM: usize = 32;
