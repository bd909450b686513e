//! The `unsafe` code of cubebatch that Miri can run, reached from outside, on inputs that are small enough for it. `../miri.sh`
//! runs these tests, and says what Miri cannot.
#![cfg(test)]

use cubebatch::Cube;
use cubebatch::coord::perms::{Perms, turns};
use cubebatch::coord::phase1::PHASE1_MOVES;
use cubebatch::cube::random::Random;
use cubebatch::table::{Lookups, Phase, SortedBuilder, SortedSpec, SortedTable};

/// `coord/perms.rs`: two permutations composed in one register.
#[test]
fn permutations_in_a_register_turn_like_cubes() {
    assert!(is_x86_feature_detected!("avx2"), "else the register is not used; see miri.sh");
    let mut random = Random::new(1);
    for cube in [Cube::SOLVED, random.cube(), random.cube()] {
        for (turn, mv) in turns().iter().zip(PHASE1_MOVES) {
            assert_eq!(Perms::of(&cube).then(turn), Perms::of(&cube.turn(mv)));
        }
    }
    // All bytes, those without meaning as well.
    let bytes = Perms::from_bytes(std::array::from_fn(|i| (i as u8).wrapping_mul(37)));
    bytes.then(&Perms::SOLVED);
    Perms::SOLVED.then(&bytes);
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
