//! Goes from the best end of phase 1 to solved.

use crate::kernels::BufferedWords;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::descent::{End, EndOfPhase1, NO_END, NO_SOLUTION, Phase2Params, SOLUTION_WORDS};
use cubebatch_shaders::words::{Bytes, Moves, UdEdgesAndCorners};
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use cubebatch_tables::coord::{Phase2, PhaseMoves};
use cubebatch_tables::table::NEAR;

/// The twin of `descent/phase2.wgsl`: it goes by the coordinates of positions beside their indices. `solutions` has
/// [`SOLUTION_WORDS`] for each cube.
pub fn phase2(
    params: &Phase2Params,
    ends: &[End],
    words: &BufferedWords,
    ball: &Ball,
    solutions: &mut [u32],
) {
    let ends = ends.chunks_exact(params.slots as usize);
    for (ends, solution) in ends.zip(solutions.chunks_exact_mut(SOLUTION_WORDS)).take(params.cubes as usize) {
        solution.fill(0);
        let bytes = solution_from(ends, words, ball);
        bytes.iter().enumerate().for_each(|(i, &byte)| Bytes::put(solution, i, byte.into()));
    }
}

/// The bytes of a solution, without the zeros at the end.
fn solution_from(ends: &[End], words: &BufferedWords, ball: &Ball) -> Vec<u8> {
    let ends = ends.iter().take_while(|end| end.rest != NO_END);
    let Some(end) = ends.min_by_key(|end| words.distance(SymPhase2Tables::get().reduce(position(end))))
    else {
        return vec![NO_SOLUTION, 1];
    };
    let phase1_length = EndOfPhase1::unpack(end.rest).length as u8;
    let mut bytes = vec![NO_SOLUTION, 2];
    bytes.extend((0..phase1_length.into()).map(|i| Moves::get(&end.moves, i) as u8));
    if descend(position(end), words, ball, &mut bytes) {
        (bytes[0], bytes[1]) = (phase1_length, bytes.len() as u8 - 2);
    }
    bytes
}

fn position(end: &End) -> Phase2 {
    let UdEdgesAndCorners { ud_edges, corners } = UdEdgesAndCorners::unpack(end.ud_edges_and_corners);
    let slice_perm = EndOfPhase1::unpack(end.rest).slice_perm as u16;
    Phase2 { ud_edges: ud_edges as u16, corners: corners as u16, slice_perm }
}

/// Adds moves as long as they lead nearer, and says whether they lead to solved.
pub fn descend(start: Phase2, words: &BufferedWords, ball: &Ball, bytes: &mut Vec<u8>) -> bool {
    let tables = SymPhase2Tables::get();
    let mut here = tables.reduce(start);
    let mut at = start;
    let mut make = |here: &mut SymPhase2, m: usize| {
        *here = tables.turn(*here, m);
        at = Phase2Moves::get().turn(at, m);
        bytes.push(PHASE2_MOVES[m].index() as u8);
        at == Phase2::default()
    };
    let mut is_solved = start == Phase2::default();
    for distance in (NEAR + 1..=words.distance(here)).rev() {
        match (0..PHASE2_MOVES.len()).find(|&m| words.distance(tables.turn(here, m)) < distance) {
            Some(m) => is_solved = make(&mut here, m),
            None => return false,
        }
    }
    while !is_solved {
        let Some(nearer) = ball.nearer(here) else { return false };
        let m = (0..PHASE2_MOVES.len()).find(|&m| nearer >> tables.image(here, m).number() & 1 == 1);
        is_solved = make(&mut here, m.expect("it is not solved"));
    }
    true
}
