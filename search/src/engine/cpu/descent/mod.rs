//! Descends in complete tables on the CPU.

mod walk;

use super::{BATCH, Cpu};
use crate::engine::descent::{CompleteTables, Descent, PhasedPath};
use crate::engine::phase2::descent::{Descents, Phase2Path};
use crate::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{Phase1Table, Phase2Table, TableId};
use walk::Walk;

/// Positions that are solved in turns, so that their waits for memory overlap.
const GROUP: usize = 16;

impl Load<Descent> for Cpu {
    fn load(&self, tables: &CompleteTables) -> Result<Loaded<Descent>, EngineError> {
        Ok(Box::new(Descender(tables.clone())))
    }
}

/// The descent from many positions.
struct Descender(CompleteTables);

impl Batched<Descent> for Descender {
    fn run(
        &self,
        cubes: &[Cube],
        ends: &usize,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Result<PhasedPath, TableId>),
    ) -> Result<(), EngineError> {
        let phase1 = Phase1Table::new(self.0.phase1.table(), self.0.phase1.entries());
        let phase2 = Descents::new(Phase2Table::new(self.0.phase2.entries()));
        for (number, group) in cubes.chunks(GROUP).enumerate() {
            control.check()?;
            let paths = paths_of_group(group, &phase1, &phase2, *ends);
            (number * GROUP..).zip(paths).for_each(|(number, path)| hand_on(number, path));
        }
        Ok(())
    }

    fn best_batch(&self, _: &usize, _: usize) -> usize {
        BATCH
    }
}

fn paths_of_group(
    cubes: &[Cube],
    phase1: &Phase1Table,
    phase2: &Descents,
    ends: usize,
) -> Vec<Result<PhasedPath, TableId>> {
    let mut walks: Vec<Walk> = cubes.iter().map(|&cube| Walk::new(cube, phase1, ends)).collect();
    while walks.iter().any(Walk::is_under_way) {
        walks.iter_mut().for_each(|walk| walk.advance(phase1, &phase2.table));
    }
    let ends: Vec<_> = walks.into_iter().map(|walk| walk.best(&phase2.table)).collect();
    let paths = phase2.descend(ends.iter().map(|end| Some(end.as_ref()?.1)));
    let moves = ends.into_iter().map(|end| end.map_or_else(Vec::new, |(moves, _)| moves));
    moves.zip(paths).map(|(moves, path)| Ok(whole(moves, &path?))).collect()
}

/// The path through both phases.
fn whole(mut moves: Vec<Move>, phase2: &Phase2Path) -> PhasedPath {
    let phase1_length = moves.len();
    moves.extend_from_slice(phase2.moves());
    PhasedPath { moves, phase1_length }
}
