//! A walk through the shortest paths into G1, in lexicographic order.

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, Move};
use crate::engine::phase2::descent::Phase1End;
use crate::table::{Phase, Phase1Entry, Phase1Table, Phase2Table};

/// The greatest number of moves of phase 1.
const LONGEST: usize = Phase::One.diameter() as usize;

/// One of the walks of a group: it asks the memory for the next entry that it will read, and advances when all others
/// have asked as well.
pub struct Walk {
    /// The nodes on the path to where the walk is; none when it has ended.
    nodes: Vec<Node>,
    moves: Vec<Move>,
    ends: Vec<End>,
    /// How many ends are looked at.
    wanted: usize,
}

/// A position on the path.
struct Node {
    cube: Cube,
    at: SymPhase1,
    /// A bit for each move that leads nearer and was not yet made; `None` until they are known.
    nearer: Option<u32>,
}

/// An end of phase 1.
struct End {
    moves: Vec<Move>,
    at: SymPhase2,
}

impl Walk {
    pub fn new(cube: Cube, table: &Phase1Table, wanted: usize) -> Walk {
        let mut walk = Walk {
            nodes: Vec::with_capacity(LONGEST),
            moves: Vec::with_capacity(LONGEST),
            ends: Vec::new(),
            wanted,
        };
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        table.prefetch(at);
        walk.nodes.push(Node { cube, at, nearer: None });
        walk
    }

    pub fn is_under_way(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Goes to the next node whose entry is to be read, and asks for it.
    pub fn advance(&mut self, phase1: &Phase1Table, phase2: &Phase2Table) {
        if let Some(node) = self.nodes.last_mut() {
            if node.at.index() == 0 {
                node.nearer = Some(0);
                self.arrive(phase2);
            } else {
                node.nearer = Some(in_order(phase1.at(node.at), node.at));
            }
        }
        while let Some(node) = self.nodes.last_mut() {
            match node.nearer.as_mut().and_then(take_first) {
                None => self.leave(),
                // A damaged table can lead on for ever.
                Some(_) if self.moves.len() == LONGEST => self.nodes.clear(),
                Some(m) if self.moves.last().is_some_and(|last| !last.may_precede(PHASE1_MOVES[m])) => {}
                Some(m) => {
                    self.make(PHASE1_MOVES[m], phase1);
                    return;
                }
            }
        }
    }

    fn make(&mut self, mv: Move, table: &Phase1Table) {
        let node = self.nodes.last().expect("the walk is somewhere");
        let tables = SymPhase1Tables::get();
        let at = tables.turn(node.at, mv.index());
        table.prefetch(at);
        self.nodes.push(Node { cube: node.cube.turn(mv), at, nearer: None });
        self.moves.push(mv);
    }

    /// Takes the last node for an end: only G1 has index 0.
    fn arrive(&mut self, phase2: &Phase2Table) {
        let node = self.nodes.last().expect("the walk is somewhere");
        let at = SymPhase2Tables::get().reduce(Phase2::of(&node.cube));
        phase2.prefetch(at);
        self.ends.push(End { moves: self.moves.clone(), at });
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

    /// The end nearest to solved and how near it is, the first of equal ones; `None` in a
    /// damaged table.
    pub fn best(self, phase2: &Phase2Table) -> Option<Phase1End> {
        let ends = self.ends.into_iter().map(|End { moves, at }| {
            let distance = phase2.at(at);
            Phase1End { moves, at, distance }
        });
        ends.min_by_key(|end| end.distance)
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
