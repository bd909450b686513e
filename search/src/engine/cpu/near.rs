//! For tests: plain distances near the goals, and tables whose entries are true there and zero elsewhere, so that they take
//! little memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::LazyLock;

use cubebatch_cube::cube::HTM;
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1};
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::space::half_bytes;
use cubebatch_tables::table::{Complete, Phase1Entry, phase2_entry};

/// The greatest known distance from G1.
pub const NEAR_G1: u8 = 5;

/// The greatest known distance from solved.
pub const NEAR_SOLVED: u8 = 6;

/// The distance from G1, if it is known.
pub fn distance1(cube: &Cube) -> Option<u8> {
    near_g1().get(&Phase1::of(cube).code()).map(|&(_, distance)| distance)
}

/// The distance of a position of G1 from solved, if it is known.
pub fn distance2(cube: &Cube) -> Option<u8> {
    near_solved().get(cube).map(|&(_, distance)| distance)
}

/// The codes near G1.
fn near_g1() -> &'static HashMap<u32, (Cube, u8)> {
    static NEAR: LazyLock<HashMap<u32, (Cube, u8)>> =
        LazyLock::new(|| near(&PHASE1_MOVES, NEAR_G1, |cube| Phase1::of(cube).code()));
    &NEAR
}

/// The positions of G1 near solved.
fn near_solved() -> &'static HashMap<Cube, (Cube, u8)> {
    static NEAR: LazyLock<HashMap<Cube, (Cube, u8)>> =
        LazyLock::new(|| near(&PHASE2_MOVES, NEAR_SOLVED, |&cube| cube));
    &NEAR
}

/// All values of `what` within `radius` moves of solved, each with a position and its distance.
fn near<K: Eq + Hash>(moves: &[Move], radius: u8, what: impl Fn(&Cube) -> K) -> HashMap<K, (Cube, u8)> {
    let mut found = HashMap::from([(what(&Cube::SOLVED), (Cube::SOLVED, 0))]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=radius {
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| moves.iter().map(|&mv| cube.turn(mv))) {
            found.entry(what(&cube)).or_insert_with(|| {
                next.push(cube);
                (cube, distance)
            });
        }
        level = next;
    }
    found
}

/// The table of phase 1, true as far as [`NEAR_G1`].
pub fn phase1_entries() -> Vec<u8> {
    let mut bytes = vec![0; Complete::Phase1(HTM).bytes()];
    for &(cube, distance) in near_g1().values() {
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        put_phase1_entry(&mut bytes, at, Phase1Entry::new(distance, nearer(&cube, at)));
    }
    bytes
}

/// Puts another entry in its place.
pub fn put_phase1_entry(bytes: &mut [u8], at: SymPhase1, entry: Phase1Entry) {
    let first_bit = at.index() * Phase1Entry::BITS;
    let shifted = |bits: u32| (bits << (first_bit % 8)).to_le_bytes();
    let (mask, bits) = (shifted((1 << Phase1Entry::BITS) - 1), shifted(entry.bits()));
    let bytes = bytes[first_bit / 8..].iter_mut();
    bytes.zip(mask).zip(bits).for_each(|((byte, mask), bits)| *byte = *byte & !mask | bits);
}

/// A bit for each move that leads nearer to G1, as the moves look after the symmetry of the position.
pub fn nearer(cube: &Cube, at: SymPhase1) -> u32 {
    let image = |mv: Move| SymPhase1Tables::get().image(at, mv.index()).number();
    let is_nearer = |mv: &Move| distance1(&cube.turn(*mv)).is_some_and(|there| Some(there) < distance1(cube));
    Move::all().filter(is_nearer).fold(0, |bits, mv| bits | 1 << image(mv))
}

/// The table of phase 2, true as far as [`NEAR_SOLVED`].
pub fn phase2_entries() -> Vec<u8> {
    let mut bytes = vec![0; Complete::Phase2.bytes()];
    for &(cube, distance) in near_solved().values() {
        let index = SymPhase2Tables::get().reduce(Phase2::of(&cube)).index();
        let entry = phase2_entry(distance);
        bytes[index / 2] |=
            if index.is_multiple_of(2) { half_bytes::pack(entry, 0) } else { half_bytes::pack(0, entry) };
    }
    bytes
}

/// Some of these moves.
pub fn walk(random: &mut Random, moves: &[Move], length: usize) -> Vec<Move> {
    (0..length).map(|_| moves[random.below(moves.len() as u64) as usize]).collect()
}

/// A canonical sequence of any moves.
pub fn canonical_walk(random: &mut Random, length: usize) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < length {
        let mv = Move::from_index(random.below(Move::COUNT as u64) as usize);
        if moves.last().is_none_or(|last| last.may_precede(mv)) {
            moves.push(mv);
        }
    }
    moves
}
