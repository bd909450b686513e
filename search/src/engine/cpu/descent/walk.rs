//! A walk through the shortest paths into G1, in lexicographic order.

use crate::engine::phase2::descent::Phase1End;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Phase, Phase1Entry, Phase1Table, Phase2Table};

/// The greatest number of moves of phase 1: a multiple of 3.
const LONGEST: usize = Phase::One.diameter() as usize;
const _: () = assert!(LONGEST.is_multiple_of(3));

/// One of the walks of a group: it asks the memory for the next entry that it will read, and advances when all others
/// have asked as well.
pub struct Walk {
    /// The nodes on the path to where the walk is; none when it has ended.
    nodes: Vec<WalkNode>,
    moves: Vec<Move>,
    /// The distance of the first node from G1 or a multiple of 3 more, enough for all its moves; `None` until it is known.
    distance: Option<u8>,
    ends: Vec<WalkEnd>,
    /// How many ends are looked at.
    wanted: usize,
}

/// A position on the path.
struct WalkNode {
    cube: Cube,
    at: SymPhase1,
    /// A bit for each move that leads nearer and was not yet made; `None` until they are known.
    nearer: Option<u32>,
}

/// An end of phase 1.
struct WalkEnd {
    moves: Vec<Move>,
    at: SymPhase2,
}

impl Walk {
    pub fn new(cube: Cube, table: &Phase1Table, wanted: usize) -> Walk {
        let mut walk = Walk {
            nodes: Vec::with_capacity(LONGEST),
            moves: Vec::with_capacity(LONGEST),
            distance: None,
            ends: Vec::new(),
            wanted,
        };
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        table.prefetch(at);
        walk.nodes.push(WalkNode { cube, at, nearer: None });
        walk
    }

    pub fn is_under_way(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Goes to the next node whose entry is to be read, and asks for it.
    pub fn advance(&mut self, phase1: &Phase1Table, phase2: &Phase2Table) {
        if let Some(node) = self.nodes.last() {
            self.read(phase1.at(node.at), phase2);
        }
        while let Some(node) = self.nodes.last_mut() {
            match node.nearer.as_mut().and_then(take_first) {
                None => self.leave(),
                // A damaged table can lead on for ever.
                Some(_) if self.moves.len() == LONGEST => self.give_up(),
                Some(m) if self.moves.last().is_some_and(|last| !last.may_precede(PHASE1_MOVES[m])) => {}
                Some(m) => {
                    self.make(PHASE1_MOVES[m], phase1);
                    return;
                }
            }
        }
    }

    /// Takes the entry of the last node, and the node for an end if it is in G1: only that has index 0.
    fn read(&mut self, entry: Phase1Entry, phase2: &Phase2Table) {
        let first = *self.distance.get_or_insert(LONGEST as u8 + entry.residue());
        let expected = first - self.moves.len() as u8;
        let is_expected = entry.distance_beside(expected) == Some(expected);
        let node = self.nodes.last_mut().expect("the walk is somewhere");
        let is_in_g1 = node.at.index() == 0;
        if !is_expected || (entry.nearer() == 0) != is_in_g1 {
            self.give_up();
        } else if is_in_g1 {
            node.nearer = Some(0);
            self.arrive(phase2);
        } else {
            node.nearer = Some(in_order(entry, node.at));
        }
    }

    /// Ends the walk without an end: an entry contradicts those before it.
    fn give_up(&mut self) {
        self.nodes.clear();
        self.ends.clear();
    }

    fn make(&mut self, mv: Move, table: &Phase1Table) {
        let node = self.nodes.last().expect("the walk is somewhere");
        let tables = SymPhase1Tables::get();
        let at = tables.turn(node.at, mv.index());
        table.prefetch(at);
        self.nodes.push(WalkNode { cube: node.cube.turn(mv), at, nearer: None });
        self.moves.push(mv);
    }

    /// Takes the last node for an end.
    fn arrive(&mut self, phase2: &Phase2Table) {
        let node = self.nodes.last().expect("the walk is somewhere");
        let at = SymPhase2Tables::get().reduce(Phase2::of(&node.cube));
        phase2.prefetch(at);
        self.ends.push(WalkEnd { moves: self.moves.clone(), at });
    }

    /// Goes back from a node of which all moves were made.
    fn leave(&mut self) {
        self.nodes.pop();
        self.moves.pop();
        // Ends come in twos, the two senses of the last turn.
        if self.ends.len() >= self.wanted && self.ends.len().is_multiple_of(2) {
            self.nodes.clear();
        }
    }

    /// The moves into G1 and the end there that is nearest to solved, the first of equal ones; `None` if the table is damaged.
    pub fn best(self, phase2: &Phase2Table) -> Option<(Vec<Move>, Phase1End)> {
        let ends = self.ends.into_iter().map(|WalkEnd { moves, at }| {
            let distance = phase2.at(at);
            (moves, Phase1End { at, distance })
        });
        ends.min_by_key(|(_, end)| end.distance)
    }
}

/// The moves that lead nearer, in their own order.
fn in_order(entry: Phase1Entry, at: SymPhase1) -> u32 {
    let is_nearer = |m| entry.nearer() >> SymPhase1Tables::get().image(at, m).number() & 1;
    (0..PHASE1_MOVES.len()).fold(0, |moves, m| moves | is_nearer(m) << m)
}

/// Takes the lowest bit away.
fn take_first(bits: &mut u32) -> Option<usize> {
    let first = bits.trailing_zeros() as usize;
    (*bits != 0).then(|| {
        *bits &= *bits - 1;
        first
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{
        canonical_walk, distance1, nearer, phase1_entries, phase2_entries, put_phase1_entry, walk,
    };
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{HTM, inverse};
    use cubebatch_tables::coord::phase2::PHASE2_MOVES;
    use cubebatch_tables::table::Complete;

    /// The length of phase 1 on the walk through all shortest paths from a position.
    fn phase1_length(cube: &Cube, phase1: &[u8], phase2: &Phase2Table) -> Option<usize> {
        let phase1 = Phase1Table::new(Complete::Phase1(HTM), phase1);
        let mut walk = Walk::new(*cube, &phase1, usize::MAX);
        while walk.is_under_way() {
            walk.advance(&phase1, phase2);
        }
        walk.best(phase2).map(|(moves, _)| moves.len())
    }

    #[test]
    fn a_walk_tells_of_an_entry_that_contradicts_those_before_it() {
        let (mut phase1, phase2) = (phase1_entries(), phase2_entries());
        let phase2 = Phase2Table::new(&phase2);
        let mut random = Random::new(171);
        for _ in 0..30 {
            let cube = Cube::SOLVED.apply(&walk(&mut random, &PHASE2_MOVES, 20));
            let cube = cube.apply(&inverse(&canonical_walk(&mut random, 5)));
            let distance = distance1(&cube).expect("it is near");
            assert_eq!(phase1_length(&cube, &phase1, &phase2), Some(distance.into()));

            // The last of the positions a move nearer.
            let is_nearer = |mv: &Move| distance1(&cube.turn(*mv)).is_some_and(|there| there < distance);
            let Some(mv) = Move::all().filter(is_nearer).last() else { continue };
            let (cube_there, there) = (cube.turn(mv), distance - 1);
            let at = SymPhase1Tables::get().reduce(Phase1::of(&cube_there));
            let right = Phase1Entry::new(there, nearer(&cube_there, at));
            let no_way = Phase1Entry::new(there, if there == 0 { 1 } else { 0 });
            let farther = Phase1Entry::new(there, Phase1Entry::new(0, u32::MAX >> 14).nearer());
            let wrong_residues = [1, 2].map(|more| Phase1Entry::new(there + more, right.nearer()));
            for wrong in wrong_residues.into_iter().chain([no_way, farther]) {
                put_phase1_entry(&mut phase1, at, wrong);
                assert_eq!(phase1_length(&cube, &phase1, &phase2), None, "{wrong:?}");
            }
            put_phase1_entry(&mut phase1, at, right);
        }
    }
}
