//! Manoeuvres: the effect of a written sequence of moves.

use crate::cube::symmetry::Symmetry;
use crate::cube::{Algorithm, Cube, Face, Move};

/// A sequence of moves. Some of them may turn the whole cube, so that it is held in another way.
///
/// Wide moves, slice moves and rotations are kept as turns of faces whose centres stay
/// and one rotation of the whole cube at the end: `Rw` is `L x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manoeuvre {
    moves: Vec<Move>,
    rotation: Symmetry,
}

impl Manoeuvre {
    /// No moves, with room for `moves`.
    pub(super) fn with_capacity(moves: usize) -> Manoeuvre {
        Manoeuvre { moves: Vec::with_capacity(moves), rotation: Symmetry::IDENTITY }
    }

    /// The face turns, each face named as the cube is held at the beginning.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The rotation that brings the cube to where it is held at the end.
    pub fn rotation(&self) -> Symmetry {
        self.rotation
    }

    /// The face turns, without the way in which the cube is held at the end.
    pub(super) fn into_algorithm(self) -> Algorithm {
        self.moves.into()
    }

    /// The face turn, if the sequence is one and leaves the cube as it was held.
    pub(super) fn one_move(&self) -> Option<Move> {
        match self.moves[..] {
            [mv] if self.rotation == Symmetry::IDENTITY => Some(mv),
            _ => None,
        }
    }

    /// The length in the half-turn metric, with repeated moves counted each time and none cancelled. A face turn and a wide
    /// move count 1, a slice move 2, a rotation 0.
    pub fn htm_length(&self) -> usize {
        self.moves.len()
    }

    /// The position after this manoeuvre on `cube`. If the cube is then held in another way, each face has the name of the
    /// place of its centre.
    pub fn apply(&self, cube: &Cube) -> Cube {
        let turned = cube.apply(&self.moves);
        // Most manoeuvres have no rotation, and millions of them are read.
        if self.rotation == Symmetry::IDENTITY { turned } else { self.rotation.conjugate(&turned) }
    }

    /// Appends a turn.
    #[inline]
    pub(super) fn push(&mut self, WrittenTurn { face, layers, quarters }: WrittenTurn) {
        let quarters = usize::from(quarters);
        match layers {
            Layers::Outer => self.push_face(face, quarters),
            Layers::Wide => self.push_face(face.opposite(), quarters),
            Layers::Middle => {
                self.push_face(face.opposite(), quarters);
                self.push_face(face, 4 - quarters);
            }
            Layers::All => {}
        }
        if layers != Layers::Outer {
            self.rotation = self.rotation.then(&Symmetry::rotation(face, quarters));
        }
    }

    /// Appends the turn of what is now at `face`.
    fn push_face(&mut self, face: Face, quarters: usize) {
        // As in `apply`: what stays where it is needs no inverse.
        let is_there = self.rotation.face(face) == face;
        let face = if is_there { face } else { self.rotation.inverse().face(face) };
        self.moves.extend(Move::new(face, quarters));
    }
}

/// A turn as it is written: these layers, by 0 to 3 clockwise quarters as seen from `face`, wherever its centre has come.
#[derive(Clone, Copy)]
pub(super) struct WrittenTurn {
    pub face: Face,
    pub layers: Layers,
    pub quarters: u8,
}

impl WrittenTurn {
    /// The turn that undoes this one.
    pub fn inverse(self) -> WrittenTurn {
        WrittenTurn { quarters: (4 - self.quarters) % 4, ..self }
    }

    /// The same turn twice, as one.
    pub fn doubled(self) -> WrittenTurn {
        WrittenTurn { quarters: self.quarters * 2 % 4, ..self }
    }

    /// The turn of the layers on the other side, in the same direction of space.
    pub fn of_opposite(self) -> WrittenTurn {
        WrittenTurn { face: self.face.opposite(), ..self.inverse() }
    }
}

/// The layers that turn, counted from the face of the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layers {
    Outer,
    /// The outer and the middle one: all turn, and the opposite face turns back.
    Wide,
    /// All turn, and both faces turn back.
    Middle,
    All,
}
