//! The two phases.

use std::fmt;

/// One of the two phases of Kociemba's and of Lin's method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// From anywhere into G1 = ⟨U, D, R2, L2, F2, B2⟩, by all 18 moves.
    One,
    /// Within G1 to solved, by the ten moves that keep it.
    Two,
}

impl Phase {
    /// Both.
    pub const ALL: [Phase; 2] = [Phase::One, Phase::Two];

    /// The greatest distance of a position from the goal of the phase (HTM).
    pub const fn diameter(self) -> u8 {
        match self {
            Phase::One => 12,
            Phase::Two => 18,
        }
    }

    /// 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Phase::One => 1,
            Phase::Two => 2,
        }
    }

    /// The phase with this number, 1 or 2.
    pub const fn numbered(number: u8) -> Option<Phase> {
        match number {
            1 => Some(Phase::One),
            2 => Some(Phase::Two),
            _ => None,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "phase {}", self.number())
    }
}
