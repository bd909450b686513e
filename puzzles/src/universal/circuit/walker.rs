//! Checks a circuit by walking it: on cubies, without anything that its construction uses.

use super::Group;
use cubebatch_cube::cube::permutation;
use cubebatch_cube::cube::{Cube, Face, Move};

/// Walks a list of moves, a position at a time.
pub struct Walker {
    group: Group,
    cube: Cube,
    moves: u64,
    /// A bit for each position that the walk could come to.
    seen: Vec<u64>,
}

/// Why a list of moves is no Hamiltonian circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A move that the group does not have.
    #[error("move {number} turns {face}, which the group does not")]
    Foreign {
        /// The number of the move, from 1.
        number: u64,
        /// The face that turns.
        face: Face,
    },
    /// Before all positions were there.
    #[error("move {number} leads to a position that was there before")]
    Repeated {
        /// The number of the move, from 1.
        number: u64,
    },
    /// More moves than positions.
    #[error("it goes on after all positions were there")]
    Long,
    /// Some positions are missing.
    #[error("it ends after {moves} moves, but there are {positions} positions")]
    Short {
        /// How many there are.
        moves: u64,
        /// How many there should be.
        positions: u64,
    },
}

impl Walker {
    /// A walker at the solved position. ⟨U, R⟩ takes 110 MB of memory.
    pub fn new(group: Group) -> Walker {
        let bits: usize = match group {
            Group::Pocket => 5_040 * 2_187,
            Group::Ur => 720 * 243 * 5_040,
        };
        Walker { group, cube: Cube::SOLVED, moves: 0, seen: vec![0; bits.div_ceil(64)] }
    }

    /// Makes one move.
    ///
    /// # Errors
    /// [`Fault`], when no circuit can begin like this.
    pub fn step(&mut self, mv: Move) -> Result<(), Fault> {
        if self.moves == self.group.order() {
            return Err(Fault::Long);
        }
        self.moves += 1;
        let number = self.moves;
        if !self.group.faces().contains(&mv.face()) {
            return Err(Fault::Foreign { number, face: mv.face() });
        }
        self.cube = self.group.visible(&self.cube.turn(mv));
        let rank = rank(self.group, &self.cube);
        let bit = 1 << (rank % 64);
        // Solved is the last position to come, so that it closes the circuit.
        if self.seen[rank / 64] & bit != 0 || (self.cube.is_solved() && number < self.group.order()) {
            return Err(Fault::Repeated { number });
        }
        self.seen[rank / 64] |= bit;
        Ok(())
    }

    /// Whether the moves so far are a circuit.
    ///
    /// # Errors
    /// [`Fault::Short`], when they are only the beginning of one.
    pub fn finish(&self) -> Result<(), Fault> {
        let positions = self.group.order();
        if self.moves == positions { Ok(()) } else { Err(Fault::Short { moves: self.moves, positions }) }
    }
}

/// A number of a position that no other position of the group has.
fn rank(group: Group, cube: &Cube) -> usize {
    // The twist of the last place that turns follows from the others; the pocket cube's is kept all the same.
    let twist =
        |places: &[usize]| places.iter().fold(0, |rank, &i| rank * 3 + usize::from(cube.corner_ori[i]));
    match group {
        Group::Pocket => {
            order_of([0, 1, 2, 3, 4, 5, 7].map(|i| cube.corner_perm[i])) * 2_187
                + twist(&[0, 1, 2, 3, 4, 5, 7])
        }
        Group::Ur => {
            let corners = order_of([0, 1, 2, 3, 4, 5].map(|i| cube.corner_perm[i]));
            let edges = order_of([0, 1, 2, 3, 5, 8, 9].map(|i| cube.edge_perm[i]));
            (corners * 243 + twist(&[0, 1, 2, 3, 4])) * 5_040 + edges
        }
    }
}

/// The rank of the order in which some cubies come.
fn order_of<const N: usize>(cubies: [u8; N]) -> usize {
    permutation::rank(&cubies.map(|cubie| cubies.iter().filter(|&&other| other < cubie).count() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(text: &str) -> Result<(), Fault> {
        let mut walker = Walker::new(Group::Pocket);
        for token in text.split_whitespace() {
            walker.step(Move::all().find(|mv| mv.to_string() == token).unwrap())?;
        }
        walker.finish()
    }

    #[test]
    fn faults_are_told_apart() {
        assert_eq!(walk(""), Err(Fault::Short { moves: 0, positions: 3_674_160 }));
        assert_eq!(walk("U R"), Err(Fault::Short { moves: 2, positions: 3_674_160 }));
        assert_eq!(walk("U L"), Err(Fault::Foreign { number: 2, face: Face::L }));
        assert_eq!(walk("U R R'"), Err(Fault::Repeated { number: 3 }));
        assert_eq!(walk("U U U U"), Err(Fault::Repeated { number: 4 }));
        // The edges differ, but a pocket cube has none.
        assert_eq!(walk("R2 U2 R2 U2 R2 U2"), Err(Fault::Repeated { number: 6 }));
    }
}
