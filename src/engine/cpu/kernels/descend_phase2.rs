//! Goes from the best end of phase 1 to solved.

use super::Words;
use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::coord::{Phase2, PhaseMoves};
use crate::engine::phase2::ball::Ball;
use crate::layout::descent::{DescendPhase2, End, MOVE_BITS, MOVES_A_WORD, NO_END, NO_WAY, WAY_WORDS};
use crate::table::NEAR;

/// The twin of `descend_phase2.wgsl`: it goes by the coordinates of positions beside their
/// places. `ways` has [`WAY_WORDS`] for each cube.
pub fn descend_phase2(params: &DescendPhase2, ends: &[End], words: &Words, ball: &Ball, ways: &mut [u32]) {
    let ends = ends.chunks_exact(params.slots as usize);
    for (ends, way) in ends.zip(ways.chunks_exact_mut(WAY_WORDS)).take(params.cubes as usize) {
        let bytes = way_from(ends, words, ball);
        let bytes: [u8; 4 * WAY_WORDS] = std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0));
        way.copy_from_slice(
            &bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect::<Vec<_>>(),
        );
    }
}

/// The bytes of a way, without the zeros at the end.
fn way_from(ends: &[End], words: &Words, ball: &Ball) -> Vec<u8> {
    let ends = ends.iter().take_while(|end| end[1] != NO_END);
    let Some(end) = ends.min_by_key(|&&end| words.distance(SymPhase2Tables::get().reduce(position(end))))
    else {
        return vec![NO_WAY, 1];
    };
    let phase1_length = (end[1] >> 8) as u8;
    let mut bytes = vec![NO_WAY, 2];
    bytes.extend((0..usize::from(phase1_length)).map(|i| {
        let word = end[2 + i / MOVES_A_WORD];
        (word >> (MOVE_BITS * (i % MOVES_A_WORD)) & ((1 << MOVE_BITS) - 1)) as u8
    }));
    if descend(position(*end), words, ball, &mut bytes) {
        (bytes[0], bytes[1]) = (phase1_length, bytes.len() as u8 - 2);
    }
    bytes
}

fn position([edges_and_corners, slice_perm, ..]: End) -> Phase2 {
    Phase2 {
        ud_edges: edges_and_corners as u16,
        corners: (edges_and_corners >> 16) as u16,
        slice_perm: (slice_perm & 0xff) as u16,
    }
}

/// Adds moves as long as they lead nearer, and says whether they lead to solved.
fn descend(start: Phase2, words: &Words, ball: &Ball, bytes: &mut Vec<u8>) -> bool {
    let places = SymPhase2Tables::get();
    let mut here = places.reduce(start);
    let number = |here: SymPhase2, m| places.symmetries.turn(here.symmetry.into(), m);
    let beside = |here, m| places.neighbours(here).nth(number(here, m)).expect("a place for each move");
    let mut at = start;
    let mut make = |here: &mut SymPhase2, m: usize| {
        *here = beside(*here, m);
        at = Phase2Moves::get().turn(at, m);
        bytes.push(PHASE2_MOVES[m].index() as u8);
        at == Phase2::default()
    };
    let mut is_solved = start == Phase2::default();
    for distance in (NEAR + 1..=words.distance(here)).rev() {
        match (0..PHASE2_MOVES.len()).find(|&m| words.distance(beside(here, m)) < distance) {
            Some(m) => is_solved = make(&mut here, m),
            None => return false,
        }
    }
    while !is_solved {
        let Some(nearer) = ball.nearer(here) else { return false };
        let m = (0..PHASE2_MOVES.len()).find(|&m| nearer >> number(here, m) & 1 == 1);
        is_solved = make(&mut here, m.expect("it is not solved"));
    }
    true
}
