//! Whether turns can reach any position of a goal.

use super::Goal;
use crate::cube::{CORNERS, EDGES};

/// Whether the goal has a position that turns can reach.
pub(super) fn is_possible(goal: &Goal) -> bool {
    let corners = parities(CORNERS.len(), 3, |place, corner, twist| goal.allows_corner(place, corner, twist));
    let edges = parities(EDGES.len(), 2, |place, edge, flip| goal.allows_edge(place, edge, flip));
    (0..2).any(|odd| corners[odd] && edges[odd])
}

/// Whether there is an even and an odd arrangement of cubies with `turns` orientations, which add up to a whole turn.
fn parities(cubies: usize, turns: usize, allows: impl Fn(usize, usize, usize) -> bool) -> [bool; 2] {
    // For each set of cubies that fill the first places, parity and sum of orientations: whether that can be. Sets come after
    // their subsets.
    let mut can_be = vec![[[false; 3]; 2]; 1 << cubies];
    can_be[0][0][0] = true;
    for set in 0_usize..(1 << cubies) - 1 {
        let place = set.count_ones() as usize;
        for cubie in (0..cubies).filter(|cubie| set >> cubie & 1 == 0) {
            let inversions = (set >> cubie).count_ones() as usize;
            for turn in (0..turns).filter(|&turn| allows(place, cubie, turn)) {
                for (odd, sum) in (0..2).flat_map(|odd| (0..turns).map(move |sum| (odd, sum))) {
                    if can_be[set][odd][sum] {
                        can_be[set | 1 << cubie][(odd + inversions) % 2][(sum + turn) % turns] = true;
                    }
                }
            }
        }
    }
    [0, 1].map(|odd| can_be[(1 << cubies) - 1][odd][0])
}
