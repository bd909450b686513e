//! Walks through the shortest paths into G1.

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, Move};
use crate::engine::cpu::kernels::{Words, entry};
use crate::engine::layout::descent::{End, EndOfPhase1, Phase1Params};
use crate::engine::layout::words::{Moves, UdEdgesAndCorners};
use crate::table::Phase;

/// The twin of `descent/phase1.wgsl`: it walks with whole cubes beside their indices.
pub fn phase1(params: &Phase1Params, starts: &[Cube], words: &Words, ends: &mut [End]) {
    let slots = params.slots as usize;
    for (cube, ends) in starts.iter().zip(ends.chunks_exact_mut(slots)).take(params.cubes as usize) {
        let mut walk = Walk { words, wanted: params.ends as usize, moves: Vec::new(), ends: Vec::new() };
        walk.go_on(cube, SymPhase1Tables::get().reduce(Phase1::of(cube)));
        ends[..walk.ends.len()].copy_from_slice(&walk.ends);
        if let Some(end) = ends.get_mut(walk.ends.len()) {
            *end = End::NONE;
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
    fn go_on(&mut self, cube: &Cube, here: SymPhase1) -> bool {
        if Phase1::of(cube).code() == 0 {
            self.ends.push(end(cube, &self.moves));
        } else {
            let nearer = entry(self.words, here).nearer();
            for mv in PHASE1_MOVES.into_iter().filter(|&mv| nearer >> number(here, mv) & 1 == 1) {
                if self.moves.len() == usize::from(Phase::One.diameter()) {
                    return false;
                }
                if self.moves.last().is_none_or(|last| last.may_precede(mv)) {
                    self.moves.push(mv);
                    let there = SymPhase1Tables::get().turn(here, mv.index());
                    let goes_on = self.go_on(&cube.turn(mv), there);
                    self.moves.pop();
                    if !goes_on {
                        return false;
                    }
                }
            }
        }
        self.ends.len() < self.wanted || !self.ends.len().is_multiple_of(2)
    }
}

/// The number of what a move looks like after the symmetry of a position.
fn number(here: SymPhase1, mv: Move) -> usize {
    SymPhase1Tables::get().image(here, mv.index()).number()
}

fn end(cube: &Cube, path: &[Move]) -> End {
    let at = Phase2::of(cube);
    let (ud_edges, corners) = (at.ud_edges.into(), at.corners.into());
    let (slice_perm, length) = (at.slice_perm.into(), path.len() as u32);
    let mut moves = [0; 2];
    path.iter().enumerate().for_each(|(i, mv)| Moves::put(&mut moves, i, mv.index() as u32));
    End {
        ud_edges_and_corners: UdEdgesAndCorners { ud_edges, corners }.pack(),
        rest: EndOfPhase1 { slice_perm, length }.pack(),
        moves,
    }
}
