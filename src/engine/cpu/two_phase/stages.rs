//! What is under way, at each stage on its way from node to end. Each is of the search with a number.

use super::search::Path;
use crate::coord::perms::Perms;
use crate::coord::sym_phase1::SymPhase1;

/// A position beside a node, whose entry was asked for.
pub struct Candidate {
    pub search: usize,
    /// The number of the node among those expanded last.
    pub parent: usize,
    pub place: SymPhase1,
    pub mv: u8,
    /// Whether it is known to be nearer than the node.
    pub is_nearer: bool,
}

/// A position from which tails lead into G1.
pub struct Approach {
    pub search: usize,
    pub place: SymPhase1,
    /// The moves before the last one, and the permutations after them.
    pub path: Path,
    pub perms: Perms,
    pub mv: u8,
    pub left: u8,
}

/// An end of phase 1, as it looks after a symmetry.
#[derive(Clone, Copy)]
pub struct Arrival {
    pub search: usize,
    /// As it looks without the symmetry.
    pub path: Path,
    pub perms: Perms,
    /// The move that closes the solution, as it looks without the symmetry, or none.
    pub closing: u8,
    /// The half turn from here to the end of the way with the last turn in the other sense, if that is
    /// still to be looked at.
    pub other: Option<u8>,
}
