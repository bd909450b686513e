//! The coordinate of phase 1: which coset of G1 a position is in.

use std::sync::LazyLock;

pub use super::moves::PHASE1_MOVES;
use super::{Coordinate, MoveTable, PhaseMoves, flip::Flip, slice::Slice, twist::Twist};
use cubebatch_cube::cube::{Cube, Face, Move};

/// The number of codes, all of which positions have.
pub const CODES: u64 = 2_217_093_120;

/// Twist, flip and slice of a position.
///
/// [`Phase1::code`] is `p0 = (twist · 2048 + flip) · 495 + slice` in Lin's paper,
/// 0 … 2,217,093,119, and 0 just for the positions of G1 = ⟨U, D, R2, L2, F2, B2⟩.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Phase1 {
    /// See [`Twist`]; below 2187.
    pub twist: u16,
    /// See [`Flip`]; below 2048.
    pub flip: u16,
    /// See [`Slice`]; below 495.
    pub slice: u16,
}

impl Phase1 {
    /// The coordinates of a position.
    pub fn of(cube: &Cube) -> Phase1 {
        Phase1 {
            twist: Twist::rank(cube) as u16,
            flip: Flip::rank(cube) as u16,
            slice: Slice::rank(cube) as u16,
        }
    }

    /// The code of the table p0.
    #[inline]
    pub fn code(self) -> u32 {
        (u32::from(self.twist) * Flip::SIZE as u32 + u32::from(self.flip)) * Slice::SIZE as u32
            + u32::from(self.slice)
    }

    /// The coordinates with this code, below [`CODES`].
    pub fn from_code(code: u32) -> Phase1 {
        let (rest, slice) = (code / Slice::SIZE as u32, code % Slice::SIZE as u32);
        let (twist, flip) = (rest / Flip::SIZE as u32, rest % Flip::SIZE as u32);
        Phase1 { twist: twist as u16, flip: flip as u16, slice: slice as u16 }
    }
}

/// The move tables of the three coordinates, over [`PHASE1_MOVES`].
pub struct Phase1Moves {
    /// The table of [`Twist`].
    pub twist: MoveTable,
    /// The table of [`Flip`].
    pub flip: MoveTable,
    /// The table of [`Slice`].
    pub slice: MoveTable,
}

impl Phase1Moves {
    /// The tables, made on first use.
    #[inline]
    pub fn get() -> &'static Phase1Moves {
        static TABLES: LazyLock<Phase1Moves> = LazyLock::new(|| Phase1Moves {
            twist: MoveTable::of::<Twist>(),
            flip: MoveTable::of::<Flip>(),
            slice: MoveTable::of::<Slice>(),
        });
        &TABLES
    }
}

impl PhaseMoves for Phase1Moves {
    type State = Phase1;

    #[inline]
    fn turn(&self, at: Phase1, m: usize) -> Phase1 {
        Phase1 {
            twist: self.twist.turn(at.twist, m),
            flip: self.flip.turn(at.flip, m),
            slice: self.slice.turn(at.slice, m),
        }
    }

    #[inline]
    fn code(&self, at: Phase1) -> u32 {
        at.code()
    }
}

/// Whether a move leaves G1: a quarter turn of a side face (G3 in Lin's paper).
pub fn leaves_g1(mv: Move) -> bool {
    mv.face() != Face::U && mv.face() != Face::D && mv.turns() != 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn codes_are_those_of_the_paper_and_invert() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let cube = random.cube();
            let at = Phase1::of(&cube);
            let (twist, flip, slice) = (Twist::rank(&cube), Flip::rank(&cube), Slice::rank(&cube));
            assert_eq!(at.code() as usize, (twist * 2048 + flip) * 495 + slice);
            assert_eq!(Phase1::from_code(at.code()), at);
        }
        assert_eq!(Phase1::from_code(CODES as u32 - 1), Phase1 { twist: 2186, flip: 2047, slice: 494 });
    }

    #[test]
    fn g1_is_code_0() {
        for mv in PHASE1_MOVES {
            assert_eq!(Phase1::of(&Cube::SOLVED.turn(mv)).code() == 0, !leaves_g1(mv));
        }
    }

    #[test]
    fn the_twist_of_a_right_turn_in_kociembas_numbering() {
        // His corners are URF UFL ULB UBR DFR DLF DBL DRB and his facelets run clockwise,
        // ours counter-clockwise; he gives 2·3⁶ + 3³ + 3² for the turn R.
        let cube = Cube::SOLVED.turn(Move::new(Face::R, 1).unwrap());
        let his = [0, 3, 2, 1, 4, 7, 6].map(|i: usize| (3 - cube.corner_ori[i]) % 3);
        assert_eq!(his.iter().fold(0, |rank, &ori| rank * 3 + u32::from(ori)), 1494);
    }
}
