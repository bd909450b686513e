//! Which moves may follow which, as they look after a symmetry.

use std::sync::LazyLock;

use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::symmetry::{AxisSymmetry, MoveImage, SYMMETRIES};

const MOVES: usize = Move::COUNT;

/// The last move of a path, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove(u8);

impl LastMove {
    /// No move yet.
    pub const NONE: LastMove = LastMove(MOVES as u8);

    /// The move.
    #[inline]
    pub fn get(self) -> Option<Move> {
        (self != LastMove::NONE).then(|| Move::from_index(self.0.into()))
    }

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }
}

impl From<Move> for LastMove {
    #[inline]
    fn from(mv: Move) -> LastMove {
        LastMove(mv.index() as u8)
    }
}

/// How moves look after symmetries, and which may follow which in a canonical sequence.
pub struct SequenceRules {
    /// For each symmetry and last move a bit for the image of each move that may come next.
    next: [[u32; MOVES + 1]; SYMMETRIES],
    /// The bits of these moves that are on another axis.
    next_off_axis: [[u32; MOVES + 1]; SYMMETRIES],
    /// For each symmetry the move that has this image.
    back: [[Move; MOVES]; SYMMETRIES],
}

impl SequenceRules {
    /// The rules, made on first use.
    pub fn get() -> &'static SequenceRules {
        static RULES: LazyLock<SequenceRules> = LazyLock::new(SequenceRules::new);
        &RULES
    }

    fn new() -> SequenceRules {
        let symmetries = &SymPhase1Tables::get().symmetries;
        let none = [[0; MOVES + 1]; SYMMETRIES];
        let mut rules =
            SequenceRules { next: none, next_off_axis: none, back: [[Move::FIRST; MOVES]; SYMMETRIES] };
        for symmetry in AxisSymmetry::all() {
            for mv in PHASE1_MOVES {
                let (number, image) = (symmetry.number(), symmetries.image(symmetry, mv.index()).number());
                rules.back[number][image] = mv;
                for last in Move::all().map(LastMove::from).chain([LastMove::NONE]) {
                    let may_follow = last.get().is_none_or(|last| last.may_precede(mv));
                    let is_off_axis = last.get().is_none_or(|last| last.face().axis() != mv.face().axis());
                    rules.next[number][last.index()] |= u32::from(may_follow) << image;
                    rules.next_off_axis[number][last.index()] |= u32::from(is_off_axis) << image;
                }
            }
        }
        rules
    }

    /// A bit for the image after a symmetry of each move that may come next.
    #[inline]
    pub fn next(&self, symmetry: AxisSymmetry, last: LastMove) -> u32 {
        self.next[symmetry.number()][last.index()]
    }

    /// The same for moves on another axis than the last move.
    #[inline]
    pub fn next_off_axis(&self, symmetry: AxisSymmetry, last: LastMove) -> u32 {
        self.next_off_axis[symmetry.number()][last.index()]
    }

    /// The moves that have each image after a symmetry.
    #[inline]
    pub fn all_back(&self, symmetry: AxisSymmetry) -> &[Move; MOVES] {
        &self.back[symmetry.number()]
    }

    /// The move that has this image after a symmetry.
    #[inline]
    pub fn back(&self, symmetry: AxisSymmetry, image: MoveImage) -> Move {
        self.back[symmetry.number()][image.number()]
    }
}
