//! Walks through the shortest paths into G1.

use crate::kernels::{BufferedWords, distance_beside, entry};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_shaders::descent::{End, EndOfPhase1, Phase1Params};
use cubebatch_shaders::words::{Moves, UdEdgesAndCorners};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::Phase;

/// The twin of `descent/phase1.wgsl`: it walks with whole cubes beside their indices.
pub fn phase1(params: &Phase1Params, starts: &[Cube], words: &BufferedWords, ends: &mut [End]) {
    let slots = params.slots as usize;
    for (cube, ends) in starts.iter().zip(ends.chunks_exact_mut(slots)).take(params.cubes as usize) {
        let at = SymPhase1Tables::get().reduce(Phase1::of(cube));
        let residue = u32::from(entry(words, at).residue());
        let mut walk = WalkTwin {
            words,
            wanted: params.ends as usize,
            distance: residue + u32::from(Phase::One.diameter()),
            visits_left: params.most_visits,
            moves: Vec::new(),
            ends: Vec::new(),
        };
        let is_astray = walk.go_on(cube, at) == Walked::Astray;
        ends[..walk.ends.len()].copy_from_slice(&walk.ends);
        // Then the ends that were found stay behind a missing one.
        if let Some(end) = ends.get_mut(if is_astray { 0 } else { walk.ends.len() }) {
            *end = End::NONE;
        }
    }
}

struct WalkTwin<'a> {
    words: &'a BufferedWords<'a>,
    wanted: usize,
    /// One that the start's entry can mean, enough for all moves.
    distance: u32,
    visits_left: u32,
    moves: Vec<Move>,
    ends: Vec<End>,
}

/// What became of a walk.
#[derive(PartialEq, Eq)]
enum Walked {
    /// It goes on with other paths.
    All,
    /// There are enough ends.
    Enough,
    /// An entry contradicts another one, or there are too many.
    Astray,
}

impl WalkTwin<'_> {
    /// Walks on from here.
    fn go_on(&mut self, cube: &Cube, here: SymPhase1) -> Walked {
        let entry = entry(self.words, here);
        let is_in_g1 = Phase1::of(cube).code() == 0;
        let expected = self.distance - self.moves.len() as u32;
        let is_expected = distance_beside(expected, entry) == expected;
        if self.visits_left == 0 || !is_expected || is_in_g1 != (entry.nearer() == 0) {
            return Walked::Astray;
        }
        self.visits_left -= 1;
        if is_in_g1 {
            self.ends.push(end(cube, &self.moves));
        }
        for mv in PHASE1_MOVES.into_iter().filter(|&mv| entry.nearer() >> number(here, mv) & 1 == 1) {
            if self.moves.len() == usize::from(Phase::One.diameter()) {
                return Walked::Astray;
            }
            if self.moves.last().is_none_or(|last| last.may_precede(mv)) {
                self.moves.push(mv);
                let walked = self.go_on(&cube.turn(mv), SymPhase1Tables::get().turn(here, mv.index()));
                self.moves.pop();
                if walked != Walked::All {
                    return walked;
                }
            }
        }
        // Ends come in twos.
        let is_enough = self.ends.len() >= self.wanted && self.ends.len().is_multiple_of(2);
        if is_enough { Walked::Enough } else { Walked::All }
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
