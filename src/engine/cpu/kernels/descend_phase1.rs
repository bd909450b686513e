//! Walks through the shortest ways into G1.

use super::Words;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, Move};
use crate::layout::descent::{DescendPhase1, End, MOVE_BITS, MOVES_A_WORD, NO_END};
use crate::table::{Phase, Phase1Entry};

/// The twin of `descend_phase1.wgsl`: it walks with whole cubes beside their places.
pub fn descend_phase1(params: &DescendPhase1, starts: &[Cube], words: &Words, ends: &mut [End]) {
    let slots = params.slots as usize;
    for (cube, ends) in starts.iter().zip(ends.chunks_exact_mut(slots)).take(params.cubes as usize) {
        let mut walk = Walk { words, wanted: params.ends as usize, moves: Vec::new(), ends: Vec::new() };
        walk.go_on(cube, SymPhase1Tables::get().reduce(Phase1::of(cube)));
        ends[..walk.ends.len()].copy_from_slice(&walk.ends);
        if let Some(end) = ends.get_mut(walk.ends.len()) {
            *end = [0, NO_END, 0, 0];
        }
    }
}

struct Walk<'a> {
    words: &'a Words<'a>,
    wanted: usize,
    moves: Vec<Move>,
    ends: Vec<End>,
}

impl Walk<'_> {
    /// Walks on from here, and says whether the walk goes on after that.
    fn go_on(&mut self, cube: &Cube, place: SymPhase1) -> bool {
        if Phase1::of(cube).code() == 0 {
            self.ends.push(end(cube, &self.moves));
        } else {
            let nearer: Vec<Move> =
                PHASE1_MOVES.into_iter().filter(|&mv| self.is_nearer(place, mv)).collect();
            for mv in nearer {
                if self.moves.len() == usize::from(Phase::One.diameter()) {
                    return false;
                }
                if self.moves.last().is_none_or(|last| last.may_precede(mv)) {
                    self.moves.push(mv);
                    let goes_on = self
                        .go_on(&cube.turn(mv), SymPhase1Tables::get().neighbour(place, number(place, mv)));
                    self.moves.pop();
                    if !goes_on {
                        return false;
                    }
                }
            }
        }
        self.ends.len() < self.wanted || !self.ends.len().is_multiple_of(2)
    }

    /// Whether the entry of a place says that a move leads nearer.
    fn is_nearer(&self, place: SymPhase1, mv: Move) -> bool {
        let bit = place.index() * Phase1Entry::BITS + number(place, mv);
        self.words.at(bit / 32) >> (bit % 32) & 1 == 1
    }
}

/// What a move looks like after the symmetry of a place.
fn number(place: SymPhase1, mv: Move) -> usize {
    SymPhase1Tables::get().symmetries.turn(place.symmetry.into(), mv.index())
}

fn end(cube: &Cube, moves: &[Move]) -> End {
    let at = Phase2::of(cube);
    let packed =
        |moves: &[Move]| moves.iter().rev().fold(0, |word, mv| word << MOVE_BITS | mv.index() as u32);
    let (first, rest) = moves.split_at(moves.len().min(MOVES_A_WORD));
    let coordinates = u32::from(at.ud_edges) | u32::from(at.corners) << 16;
    [coordinates, u32::from(at.slice_perm) | (moves.len() as u32) << 8, packed(first), packed(rest)]
}
