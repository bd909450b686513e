//! Hamiltonian circuits: every position of a group once, each a quarter turn after the one
//! before, and the first again after the last.
//!
//! The quarter turns of U make a square of the four positions of a coset of ⟨U⟩. Two
//! opposite sides of it pair the four up, and so do the other two. A choice of sides for each coset of ⟨U⟩,
//! and for each of ⟨R⟩, gives every position two neighbours, so they lie on circuits. If
//! the two sides chosen of a square belong to two circuits, choosing the other two makes one of both:
//!
//! ```text
//!    ╭── v ── vU ──╮          ╭── v    vU ──╮
//!    │             │    →     │   │    │    │
//!    ╰── … ─── … ──╯          …   │    │    …
//!    ╭── … ─── … ──╮          …   │    │    …
//!    │             │          │   │    │    │
//!    ╰─ vU' ─ vU2 ─╯          ╰─ vU' vU2 ───╯
//! ```
//!
//! Once every square was looked at, all four corners of each lie on one circuit. So one
//! leads from any position to all that turns of U and R reach: there is only one circuit left.
//!
//! At the beginning even positions are paired with what U, and what R, leads to. The circuits are
//! then the repetitions of U R', and to walk along any later one takes a bit for each square.
//!
//! With three faces a position still needs two of them: U, and R or F by a
//! property that neither R nor F changes.

mod join;
mod places;
mod walker;

pub use walker::{Fault, Walker};

use cubebatch_cube::cube::{Cube, Face, Move, Pieces};
use cubebatch_tables::progress::{Cancelled, Control};
use places::{GroupPosition, GroupPositions};

/// Groups whose circuits are known to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Group {
    /// The 2×2×2, held at its corner DBL: ⟨U, R, F⟩ on the corners alone.
    Pocket,
    /// ⟨U, R⟩ on the whole cube.
    Ur,
}

impl Group {
    /// The faces that turn.
    pub fn faces(self) -> &'static [Face] {
        match self {
            Group::Pocket => &[Face::U, Face::R, Face::F],
            Group::Ur => &[Face::U, Face::R],
        }
    }

    /// How many positions there are: 7! · 3⁶, and 5! · 3⁵ · 7!/2.
    pub fn order(self) -> u64 {
        match self {
            Group::Pocket => 3_674_160,
            Group::Ur => 73_483_200,
        }
    }

    /// The part of a position that counts.
    pub fn visible(self, cube: &Cube) -> Cube {
        let Pieces { corner_perm, corner_ori, .. } = **cube;
        match self {
            Group::Pocket => Cube::of(Pieces { corner_perm, corner_ori, ..Pieces::SOLVED }),
            Group::Ur => *cube,
        }
    }
}

/// A circuit: two sides of every square.
pub struct Circuit {
    places: GroupPositions,
    /// For each face a bit for each even position: whether its square's other sides were chosen.
    switched: Vec<Vec<u64>>,
}

impl Circuit {
    /// Constructs a circuit. ⟨U, R⟩ takes 170 MB of memory.
    ///
    /// # Errors
    /// [`Cancelled`], if a stop was requested.
    ///
    /// # Panics
    /// When circuits remain that no square joins: for these groups there are none.
    pub fn construct(group: Group, control: &Control) -> Result<Circuit, Cancelled> {
        let places = GroupPositions::new(group);
        let words = places.even().div_ceil(64);
        let mut circuit = Circuit { places, switched: vec![vec![0; words]; group.faces().len()] };
        join::join(&mut circuit, control)?;
        Ok(circuit)
    }

    /// The moves from solved through all positions and back.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let mut at = GroupPosition::SOLVED;
        let mut first = true;
        let mut is_closed = false;
        std::iter::from_fn(move || {
            if is_closed {
                return None;
            }
            let side = if first { 0 } else { self.places.second_face(at) };
            first = !first;
            let (next, mv) = self.neighbour(at, side);
            at = next;
            // Solved is left through its first side and so comes again through the second.
            is_closed = first && at == GroupPosition::SOLVED;
            Some(mv)
        })
    }

    /// The neighbour along the chosen side of the square; `face` is the number of the face that turns.
    fn neighbour(&self, at: GroupPosition, face: usize) -> (GroupPosition, Move) {
        let [onward, back] = [1, 3].map(|turns| (self.places.turn(at, face, turns), turns));
        let even = if self.places.is_even(at) { at } else { back.0 };
        let goes_on = self.places.is_even(at) != self.is_switched(even, face);
        let (next, turns) = if goes_on { onward } else { back };
        (next, Move::new(self.places.group().faces()[face], turns).expect("a quarter turn"))
    }

    fn is_switched(&self, even: GroupPosition, face: usize) -> bool {
        let index = self.places.index(even);
        self.switched[face][index / 64] >> (index % 64) & 1 == 1
    }

    /// Chooses the other sides of the square of two even positions.
    fn switch(&mut self, indices: [usize; 2], face: usize) {
        for index in indices {
            self.switched[face][index / 64] |= 1 << (index % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_circuit(group: Group) {
        let circuit = Circuit::construct(group, &Control::default()).unwrap();
        let mut walker = Walker::new(group);
        for mv in circuit.moves() {
            assert_ne!(mv.turns(), 2);
            walker.step(mv).unwrap();
        }
        walker.finish().unwrap();
    }

    #[test]
    fn the_pocket_cube() {
        assert_circuit(Group::Pocket);
    }

    #[test]
    #[ignore = "13 seconds and 160 MB"]
    fn all_that_u_and_r_reach() {
        assert_circuit(Group::Ur);
    }
}
