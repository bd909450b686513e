//! How far many positions are from G1, measured as the starts of a search are.

use super::StartTables;
use super::starts::{ALL_DISTANCES, EntryContradiction, Images, KnownDistance};
use crate::engine::two_phase::direction::{AXES, DIRECTIONS, along_axis};
use crate::engine::two_phase::near::in_all_directions;
use crate::engine::two_phase::start::numbers;
use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_tables::coord::processor::{Processor, on_best_processor};
use cubebatch_tables::table::{CompleteTable, TableId};

/// How many moves, 0 … 12, lead each position into the group G1 of each axis, that of U and D, of R and L, and of F and B; then the
/// same for its inverse. The table is that of phase 1 in HTM. A hundred positions at a time overlap their waits for memory.
///
/// # Errors
/// The table, if it contradicts itself: it is damaged.
pub fn distances_from_g1(table: &CompleteTable, cubes: &[Cube]) -> Result<Vec<[u8; DIRECTIONS]>, TableId> {
    let measured = on_best_processor!(processor => measured(&StartTables::new(processor, table), cubes));
    measured.map_err(|EntryContradiction| table.table().into())
}

fn measured(
    tables: &StartTables<impl Processor>,
    cubes: &[Cube],
) -> Result<Vec<[u8; DIRECTIONS]>, EntryContradiction> {
    tables.processor.run(
        #[inline(always)]
        || {
            let (mut starts, mut ends) = (Vec::with_capacity(cubes.len() * DIRECTIONS), Vec::new());
            for cube in cubes {
                let numbers = numbers(0).map(|number| (number, KnownDistance::NOTHING));
                Images::new(tables.processor, cube).add_starts(tables, 0, numbers, &mut starts);
                ends.push(starts.len());
            }
            while !starts
                .iter_mut()
                .try_fold(true, |all, start| Ok(all & start.measure(tables, ALL_DISTANCES)?))?
            {}
            let (mut begin, axes) = (0, axes());
            let of_position = |end| {
                let mut distances = [None; DIRECTIONS];
                for start in &starts[std::mem::replace(&mut begin, end)..end] {
                    distances[usize::from(start.number)] = Some(start.distance);
                }
                let distances = in_all_directions(distances);
                std::array::from_fn(|i| distances[i / AXES * AXES + axes[i % AXES]])
            };
            Ok(ends.into_iter().map(of_position).collect())
        },
    )
}

/// The numbers of the axes of U, of R and of F.
fn axes() -> [usize; AXES] {
    let is_at_u = |axis: usize, mv: Move| along_axis(axis, mv).face().axis() == Face::U.axis();
    let turns = [Face::U, Face::R, Face::F].map(|face| Move::all().find(|mv| mv.face() == face));
    turns.map(|turn| (0..AXES).find(|&axis| turn.is_some_and(|mv| is_at_u(axis, mv))).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{canonical_walk, distance1, phase1_entries};
    use crate::engine::cpu::two_phase::trial::tables_over;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::symmetry::{Conjugation, Symmetry};

    #[test]
    fn distances_are_those_of_a_position_and_its_inverse_along_each_axis() {
        let tables = tables_over(phase1_entries());
        let to_u = [Symmetry::IDENTITY, Symmetry::rotation(Face::F, 1), Symmetry::rotation(Face::R, 1)];
        let to_u = to_u.map(|rotation| Conjugation::new(&rotation));
        let mut random = Random::new(195);
        let cubes: Vec<Cube> =
            (0..300).map(|i| Cube::SOLVED.apply(&canonical_walk(&mut random, i % 5))).collect();
        let found = distances_from_g1(&tables.phase1, &cubes).unwrap();
        assert_eq!(found.len(), cubes.len());
        for (cube, distances) in cubes.iter().zip(found) {
            let both = [*cube, cube.inverse()];
            let images = both.iter().flat_map(|cube| to_u.iter().map(|axis| axis.conjugate(cube)));
            assert_eq!(images.map(|image| distance1(&image)).collect::<Vec<_>>(), distances.map(Some));
        }
    }
}
