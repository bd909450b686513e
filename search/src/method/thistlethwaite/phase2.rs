//! Phase 2: G1 to G2 = ⟨U, D, R2, L2, F2, B2⟩, where the corners are oriented, too, and the
//! middle edges are in the middle layer.

use super::SubgroupPhase;
use cubebatch_cube::cube::{Face, Move};
use cubebatch_tables::coord::slice::Slice;
use cubebatch_tables::coord::twist::Twist;

/// The orientations of the corners and the places of the middle edges:
/// 3⁷ · 12!/8!/4! = 1,082,565 cosets.
pub const PHASE: SubgroupPhase = SubgroupPhase::of::<Twist, Slice>(&MOVES);

/// The moves of G1: U U2 U' R R2 R' F2 D D2 D' L L2 L' B2.
const MOVES: [Move; 14] = {
    let mut moves = [Move::from_index(0); 14];
    let (mut i, mut next) = (0, 0);
    while i < Move::COUNT {
        let mv = Move::from_index(i);
        if !matches!(mv.face(), Face::F | Face::B) || mv.turns() == 2 {
            moves[next] = mv;
            next += 1;
        }
        i += 1;
    }
    moves
};
