//! Which moves may follow which, as they look after a symmetry.

use std::sync::LazyLock;

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::coord::symmetry::SYMMETRIES;

const MOVES: usize = PHASE1_MOVES.len();

/// Stands for "no move yet".
pub const NONE: u8 = MOVES as u8;

/// How moves look after symmetries, and which may follow which.
pub struct Rules {
    /// For each symmetry and last move (or [`NONE`]) the moves that may come next, as they look
    /// after the symmetry.
    pub allowed: [[u32; MOVES + 1]; SYMMETRIES],
    /// Of these the ones on another axis.
    pub off_axis: [[u32; MOVES + 1]; SYMMETRIES],
    /// For each symmetry the moves that look so after it.
    pub back: [[u8; MOVES]; SYMMETRIES],
}

impl Rules {
    /// The rules, made on first use.
    pub fn get() -> &'static Rules {
        static RULES: LazyLock<Rules> = LazyLock::new(Rules::new);
        &RULES
    }

    fn new() -> Rules {
        let symmetries = &SymPhase1Tables::get().symmetries;
        let none = [[0; MOVES + 1]; SYMMETRIES];
        let mut rules = Rules { allowed: none, off_axis: none, back: [[0; MOVES]; SYMMETRIES] };
        for symmetry in 0..SYMMETRIES {
            for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
                let number = symmetries.turn(symmetry, m);
                rules.back[symmetry][number] = m as u8;
                for last in 0..=MOVES {
                    let last_move = PHASE1_MOVES.get(last);
                    let may_follow = last_move.is_none_or(|last| last.may_precede(mv));
                    let is_off_axis = last_move.is_none_or(|last| last.face().axis() != mv.face().axis());
                    rules.allowed[symmetry][last] |= u32::from(may_follow) << number;
                    rules.off_axis[symmetry][last] |= u32::from(is_off_axis) << number;
                }
            }
        }
        rules
    }
}
