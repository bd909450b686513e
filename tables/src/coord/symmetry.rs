//! The 16 symmetries that keep the U/D axis, and what moves look like after them.

use std::array;

use cubebatch_cube::cube::Move;
use cubebatch_cube::cube::symmetry::Symmetry;

/// The number of symmetries that keep the U/D axis (D4h).
pub const SYMMETRIES: usize = 16;

/// The symmetries that keep the U/D axis, the identity first. They carry G1 to itself, and so
/// its cosets to each other.
pub fn symmetries() -> [Symmetry; SYMMETRIES] {
    let keeping: Vec<_> = Symmetry::all().into_iter().filter(Symmetry::keeps_ud_axis).collect();
    keeping.try_into().expect("there are 16")
}

/// One of the 16 [`symmetries`] that keep the U/D axis, by its number among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AxisSymmetry(u8);

impl AxisSymmetry {
    /// All, the identity first.
    pub fn all() -> impl DoubleEndedIterator<Item = AxisSymmetry> + ExactSizeIterator + Clone {
        (0..SYMMETRIES as u8).map(AxisSymmetry)
    }

    /// The one with this number, 0 … 15; of a greater number the last bits count.
    #[inline]
    pub const fn from_number(number: usize) -> AxisSymmetry {
        AxisSymmetry((number % SYMMETRIES) as u8)
    }

    /// Its number among [`symmetries`], 0 … 15.
    #[inline]
    pub const fn number(self) -> usize {
        // So that tables with a row for each need no check.
        self.0 as usize % SYMMETRIES
    }
}

/// What a move of a phase looks like after a symmetry: the number of that move among those of the phase. It is a type
/// of its own, so that it is not taken for the move that is made on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveImage(u8);

impl MoveImage {
    /// The move with this number among those of the phase.
    #[inline]
    pub const fn from_number(number: usize) -> MoveImage {
        MoveImage(number as u8)
    }

    /// The number of the move among those of the phase.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The first of some moves, of which each has a bit.
    #[inline]
    pub fn first_of(bits: u32) -> Option<MoveImage> {
        (bits != 0).then(|| MoveImage(bits.trailing_zeros() as u8))
    }
}

/// For each of `moves`, a set that the symmetry keeps, the number of what it looks like after the symmetry.
pub(super) fn move_images(moves: &[Move], symmetry: &Symmetry) -> Vec<u8> {
    let number = |mv| moves.iter().position(|&other| other == mv).expect("a symmetry keeps the moves");
    moves.iter().map(|&mv| number(symmetry.turn(mv)) as u8).collect()
}

/// How symmetries go with each other and with the moves of a phase.
pub struct Symmetries {
    /// `products[16 · a + b]`: first a, then b.
    products: [u8; SYMMETRIES * SYMMETRIES],
    /// What each of the moves looks like after each symmetry, and zeros.
    turned: [[u8; Move::COUNT]; SYMMETRIES],
}

impl Symmetries {
    /// Over these moves, a set that the symmetries keep.
    pub fn new(moves: &[Move]) -> Symmetries {
        let all = symmetries();
        let number =
            |symmetry| all.iter().position(|&other| other == symmetry).expect("they are a group") as u8;
        Symmetries {
            products: array::from_fn(|i| number(all[i / SYMMETRIES].then(&all[i % SYMMETRIES]))),
            turned: all.map(|symmetry| {
                let mut turned = [0; Move::COUNT];
                turned[..moves.len()].copy_from_slice(&move_images(moves, &symmetry));
                turned
            }),
        }
    }

    /// First one, then the other.
    #[inline]
    pub fn then(&self, first: AxisSymmetry, next: AxisSymmetry) -> AxisSymmetry {
        AxisSymmetry(self.products[first.number() * SYMMETRIES + next.number()])
    }

    /// What move `m` looks like after a symmetry.
    #[inline]
    pub fn image(&self, symmetry: AxisSymmetry, m: usize) -> MoveImage {
        MoveImage(self.turned[symmetry.number()][m])
    }
}
