//! All sequences of one length that lead from a position into G1 and end with a move that leaves it.
//!
//! The search is that of phase 1, over the exact distances of the table *phase1-complete*. It goes on by levels: the nodes with
//! the same number of moves left wait until they are some hundreds. Meanwhile the memory brings what they will read. The last
//! five moves come from a table of tails.

mod tails;
mod walk;

use cubebatch_cube::cube::{Cube, Face};
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
use cubebatch_tables::coord::moves::PHASE1_MOVES;
use cubebatch_tables::coord::phase1::{Phase1, Phase1Moves};
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::progress::{Cancelled, Control};
use cubebatch_tables::table::Phase1Table;
pub use tails::Tails;
use walk::CosetWalk;

/// A position on the way into G1.
#[derive(Clone, Copy)]
pub struct CosetNode {
    /// Its cubies, without orientations.
    cubies: Cubies,
    at: SymPhase1,
    /// The same position, not reduced by symmetry.
    code: Phase1,
    /// Its distance from G1, or one more or less.
    near: u8,
    /// The number of the last face, or [`NO_FACE`].
    last: u8,
}

const NO_FACE: u8 = Face::ALL.len() as u8;

/// Why a search did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halted {
    /// A caller asked to stop.
    Cancelled(Cancelled),
    /// The table has an entry that does not go with those beside it.
    Damaged,
}

impl From<Cancelled> for Halted {
    fn from(cancelled: Cancelled) -> Halted {
        Halted::Cancelled(cancelled)
    }
}

/// The search from one position.
pub struct CosetSearch<'a> {
    table: Phase1Table<'a>,
    sym: &'static SymPhase1Tables,
    moves: &'static Phase1Moves,
    /// The moves, without orientations.
    turns: [Cubies; PHASE1_MOVES.len()],
    /// For each last face, a bit for each move that may come next.
    next: [u32; Face::ALL.len() + 1],
    root: CosetNode,
    control: &'a Control,
}

impl<'a> CosetSearch<'a> {
    /// A search from a position.
    ///
    /// # Errors
    /// [`Halted`].
    pub fn new(table: Phase1Table<'a>, cube: &Cube, control: &'a Control) -> Result<CosetSearch<'a>, Halted> {
        let (sym, code) = (SymPhase1Tables::get(), Phase1::of(cube));
        let at = sym.reduce(code);
        let near = table.distance(at).ok_or(Halted::Damaged)?;
        let mut next = [(1 << PHASE1_MOVES.len()) - 1; Face::ALL.len() + 1];
        for mv in PHASE1_MOVES {
            let may_follow = |&m: &usize| mv.may_precede(PHASE1_MOVES[m]);
            next[mv.face().index()] =
                (0..PHASE1_MOVES.len()).filter(may_follow).fold(0, |bits, m| bits | 1 << m);
        }
        let turns = PHASE1_MOVES.map(|mv| CubiesTables::get().turns[mv.index()].unturned());
        let cubies = Cubies::from(cube).unturned();
        let root = CosetNode { cubies, at, code, near, last: NO_FACE };
        Ok(CosetSearch { table, sym, moves: Phase1Moves::get(), turns, next, root, control })
    }

    /// The distance of the position from G1.
    pub fn distance(&self) -> u8 {
        self.root.near
    }

    /// The position's cubies, without orientations.
    pub fn cubies(&self) -> &Cubies {
        &self.root.cubies
    }

    /// Cuts the search for sequences of `length` moves into pieces, whose order depends on nothing else.
    ///
    /// # Errors
    /// [`Halted`].
    pub fn pieces(
        &self,
        processor: impl Processor,
        length: usize,
        tail: usize,
    ) -> Result<SearchPieces, Halted> {
        let mut pieces = SearchPieces { nodes: vec![self.root], left: length };
        while pieces.left > tail && pieces.nodes.len() < SearchPieces::NODES {
            let mut there = Vec::new();
            for node in &pieces.nodes {
                self.step(processor, node, pieces.left, |node| there.push(node))?;
            }
            pieces = SearchPieces { nodes: there, left: pieces.left - 1 };
        }
        Ok(pieces)
    }

    /// Searches a piece: hands on the cubies of each end in G1, and gives how many there are.
    ///
    /// # Errors
    /// [`Halted`].
    pub fn piece<P: Processor>(
        &self,
        processor: P,
        pieces: &SearchPieces,
        number: usize,
        tails: &Tails,
        hand_on: impl FnMut(&Cubies),
    ) -> Result<u64, Halted> {
        CosetWalk::new(self, processor, tails, pieces.left, hand_on).from(pieces.nodes_of(number))
    }

    /// Hands on the neighbours of a node that may be within `left` − 1 moves of G1, if the node is within `left`.
    #[inline(always)]
    fn step(
        &self,
        processor: impl Processor,
        node: &CosetNode,
        left: usize,
        mut hand_on: impl FnMut(CosetNode),
    ) -> Result<(), Halted> {
        let entry = self.table.at(node.at);
        let distance = entry.distance_beside(node.near).ok_or(Halted::Damaged)?;
        if usize::from(distance) > left {
            return Ok(());
        }
        let nearer = entry.nearer();
        let only_nearer = usize::from(distance) == left;
        let ways = self.sym.ways(node.at);
        let mut moves = self.next[usize::from(node.last)];
        while moves != 0 {
            let m = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let image = self.sym.image(node.at, m);
            let is_nearer = nearer >> image.number() & 1 == 1;
            if only_nearer && !is_nearer {
                continue;
            }
            hand_on(CosetNode {
                cubies: processor.then_unturned(&node.cubies, &self.turns[m]),
                at: ways.neighbour(image),
                code: self.moves.turn(node.code, m),
                near: if is_nearer { distance - 1 } else { distance },
                last: PHASE1_MOVES[m].face().index() as u8,
            });
        }
        Ok(())
    }
}

/// The parts of a search that threads take one after the other.
pub struct SearchPieces {
    /// Positions after the first moves, whose paths are longer by `left` moves.
    nodes: Vec<CosetNode>,
    left: usize,
}

impl SearchPieces {
    /// This number of nodes is enough.
    const NODES: usize = 4096;

    /// The most pieces.
    const MOST: usize = 1024;

    fn size(&self) -> usize {
        self.nodes.len().div_ceil(SearchPieces::MOST).max(1)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.nodes.len().div_ceil(self.size())
    }

    fn nodes_of(&self, piece: usize) -> &[CosetNode] {
        let from = piece * self.size();
        &self.nodes[from..(from + self.size()).min(self.nodes.len())]
    }
}
