//! The `unsafe` code of cubebatch that Miri can run, reached from outside, on inputs that are small enough for it. `../miri.sh`
//! runs these tests, and says what Miri cannot.
#![cfg(test)]

use cubebatch::Cube;
use cubebatch::cube::Move;
use cubebatch::cube::random::Random;
use cubebatch_tables::coord::cubies::{CornersOfMoves, Cubies, CubiesTables, SixCorners};
use cubebatch_tables::coord::processor::{Plain, Processor, Simd};
use cubebatch_tables::table::{Lookups, Phase, SortedBuilder, SortedSpec, SortedTable};

/// `coord/processor`: cubies put together in registers.
#[test]
fn cubies_in_registers_turn_like_cubes() {
    let processor = Simd::detected().expect("else no register is used; see miri.sh");
    let CubiesTables { turns, symmetries } = CubiesTables::get();
    let (six, moves) =
        (SixCorners::of([0, 3, 6, 9, 12, 15].map(|turn| &turns[turn])), CornersOfMoves::of(turns));
    let mut random = Random::new(1);
    for cube in [Cube::SOLVED, random.cube(), random.cube()] {
        let (cubies, inverse) = (Cubies::from(&cube), Cubies::unturned_inverse(&cube));
        for (turn, mv) in turns.iter().zip(Move::all()) {
            let there = cube.turn(mv);
            assert_eq!(processor.run(|| processor.then(&cubies, turn)), Cubies::from(&there));
            let back = &turns[mv.inverse().index()].unturned();
            assert_eq!(processor.then_unturned(back, &inverse), Cubies::unturned_inverse(&there));
        }
        let corners = cubies.corners();
        assert_eq!(processor.twists_and_tetrads(corners), Plain.twists_and_tetrads(corners));
        assert_eq!(processor.corners_behind(&six, corners), Plain.corners_behind(&six, corners));
        assert_eq!(processor.corners_ahead(corners, &moves), Plain.corners_ahead(corners, &moves));
        for symmetry in symmetries {
            let (around, edges) = (symmetry.edges(), &cubies.edges());
            let marks = processor.marks(&around.before, edges, &around.after);
            assert_eq!(marks, Plain.marks(&around.before, edges, &around.after));
            let image = processor.conjugate_unturned(&inverse, &symmetry.unturned());
            assert_eq!(image, Plain.conjugate_unturned(&inverse, &symmetry.unturned()));
        }
    }
    // All bytes, those without meaning as well.
    let bytes = Cubies::from_bytes(std::array::from_fn(|i| (i as u8).wrapping_mul(37)));
    processor.then(&bytes, &Cubies::SOLVED);
    processor.then(&Cubies::SOLVED, &bytes);
}

/// `coord/prefetch.rs`: hints for places in a slice, for its end, and for places beyond it.
#[test]
fn look_ups_ask_for_what_they_read() {
    let spec = SortedSpec::new(Phase::Two, 1).expect("there is such a table");
    let codes = [0, 7, 1 << 16, 9 << 20, 1_218_816_000];
    let mut builder = SortedBuilder::new(spec);
    // One code solved, four of them a move away: a path number for each.
    builder.append_phase2(&codes, &[0, 1, 2, 3, 4]);
    let table = SortedTable::from(builder.finish().expect("as many as there must be"));
    let mut lookups = Lookups::new(table.view());
    let missing = [1, u32::MAX, u32::MAX - 1, 1 << 31];
    let asked: Vec<u32> = codes.into_iter().chain(missing.into_iter().cycle().take(60)).collect();
    let mut found: Vec<usize> =
        asked.iter().filter_map(|&code| lookups.add(code)).map(|(_, entry)| entry).collect();
    found.extend(lookups.finish().map(|(_, entry)| entry));
    assert_eq!(found, [0, 1, 2, 3, 4]);
}
