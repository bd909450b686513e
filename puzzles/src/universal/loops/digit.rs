//! The meaning of the digits of a position's number.

use std::fmt;

use cubebatch_cube::cube::{Cube, odd};

/// One of the five loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// 2¹¹: flips of an edge, together with one that stays the same.
    Flips,
    /// 3⁷: rotations of a corner, together with one that stays the same.
    Rotations,
    /// 12!/2: 3-cycles of edges.
    EdgeCycles,
    /// 8!/2: 3-cycles of corners.
    CornerCycles,
    /// 2: a quarter turn.
    Parity,
}

impl Block {
    /// Innermost first.
    pub const ALL: [Block; 5] =
        [Block::Flips, Block::Rotations, Block::EdgeCycles, Block::CornerCycles, Block::Parity];
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Block::Flips => "flips",
            Block::Rotations => "rotations",
            Block::EdgeCycles => "edge cycles",
            Block::CornerCycles => "corner cycles",
            Block::Parity => "parity",
        })
    }
}

/// The property that one level numbers, given that all levels outside of it are as when solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digit {
    /// The flip of the edge at this place, 0 … 10. (The last place follows.)
    Flip(usize),
    /// The rotation of the corner at this place, 0 … 6.
    Rotation(usize),
    /// The edge, of the edges 0 … place, at this place, 2 … 11. (The first two follow.)
    Edge(usize),
    /// The corner, of the corners 0 … place, at this place, 2 … 7.
    Corner(usize),
    /// Whether the permutations of corners and edges are odd.
    Parity,
}

impl Digit {
    pub fn block(self) -> Block {
        match self {
            Digit::Flip(_) => Block::Flips,
            Digit::Rotation(_) => Block::Rotations,
            Digit::Edge(_) => Block::EdgeCycles,
            Digit::Corner(_) => Block::CornerCycles,
            Digit::Parity => Block::Parity,
        }
    }

    /// How many values there are.
    pub fn radix(self) -> usize {
        match self {
            Digit::Flip(_) | Digit::Parity => 2,
            Digit::Rotation(_) => 3,
            Digit::Edge(place) | Digit::Corner(place) => place + 1,
        }
    }

    /// The value in a position, the same for all that differ on inner levels only.
    pub fn read(self, cube: &Cube) -> usize {
        match self {
            Digit::Flip(place) => cube.edge_ori[place].into(),
            Digit::Rotation(place) => cube.corner_ori[place].into(),
            Digit::Edge(place) => cube.edge_perm[place].into(),
            Digit::Corner(place) => cube.corner_perm[place].into(),
            Digit::Parity => odd(&cube.corner_perm).into(),
        }
    }
}
