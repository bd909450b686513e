//! The 16 symmetries that keep the U/D axis, by numbers.

use std::array;

pub use super::classes::Classes;
use crate::cube::Move;
use crate::cube::symmetry::Symmetry;

/// The number of symmetries that keep the U/D axis (D4h).
pub const SYMMETRIES: usize = 16;

/// The symmetries that keep the U/D axis, the identity first. They carry G1 to itself, and so
/// its cosets to each other.
pub fn symmetries() -> [Symmetry; SYMMETRIES] {
    let keeping: Vec<_> = Symmetry::all().into_iter().filter(Symmetry::keeps_ud_axis).collect();
    keeping.try_into().expect("there are 16")
}

/// For each of `moves`, a set that the symmetry keeps, the number of what it looks like after the symmetry.
pub(super) fn move_images(moves: &[Move], symmetry: &Symmetry) -> Vec<u8> {
    let number = |mv| moves.iter().position(|&other| other == mv).expect("a symmetry keeps the moves");
    moves.iter().map(|&mv| number(symmetry.turn(mv)) as u8).collect()
}

/// How symmetries, by their numbers among [`symmetries`], go with each other and with moves.
pub struct Symmetries {
    /// `products[16 · a + b]`: first a, then b.
    products: [u8; SYMMETRIES * SYMMETRIES],
    /// What each of the moves looks like after each symmetry.
    turned: [Vec<u8>; SYMMETRIES],
}

impl Symmetries {
    /// Over these moves, a set that the symmetries keep.
    pub fn new(moves: &[Move]) -> Symmetries {
        let all = symmetries();
        let number =
            |symmetry| all.iter().position(|&other| other == symmetry).expect("they are a group") as u8;
        Symmetries {
            products: array::from_fn(|i| number(all[i / SYMMETRIES].then(&all[i % SYMMETRIES]))),
            turned: all.map(|symmetry| move_images(moves, &symmetry)),
        }
    }

    /// First one, then the other.
    #[inline]
    pub fn then(&self, first: usize, next: usize) -> usize {
        self.products[first * SYMMETRIES + next].into()
    }

    /// The number of what move `m` looks like after a symmetry.
    #[inline]
    pub fn turn(&self, symmetry: usize, m: usize) -> usize {
        self.turned[symmetry][m].into()
    }
}
