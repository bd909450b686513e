//! The places to which half turns can bring corners.
//!
//! Half turns keep each cubie oriented, each edge in its slice, and each corner in its tetrad: the places say that. They would allow
//! 4! · 4! = 576 arrangements of the corners, but half turns make 96 of them. So a position that the places allow is one that half turns
//! make in one of six cases: 96 · 4!³ / 2 = 663,552, of which each edge arrangement has the parity of the corners.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::cube::{Cube, Move};

/// The places of corners after all sequences of half turns.
static PLACES: LazyLock<HashSet<[u8; 8]>> = LazyLock::new(|| {
    let half_turns = || Move::all().filter(|mv| mv.turns() == 2);
    let mut found = HashSet::from([Cube::SOLVED.corner_perm]);
    let mut open = vec![Cube::SOLVED];
    while let Some(cube) = open.pop() {
        let next = half_turns().map(|mv| cube.turn(mv));
        open.extend(next.filter(|next| found.insert(next.corner_perm)).collect::<Vec<_>>());
    }
    found
});

/// Whether half turns can bring the corners to where a position has them.
pub(super) fn make_places_of_corners(cube: &Cube) -> bool {
    PLACES.contains(&cube.corner_perm)
}

/// Whether half turns can bring a corner to a place, turned in this way: each tetrad has every second corner of U and of D.
pub(super) fn keep_tetrads(place: usize, corner: usize, twist: usize) -> bool {
    // Around U and around D the corners of both take turns; below a corner of one is a corner of the other.
    let tetrad = |n: usize| (n + usize::from(n >= 4)) % 2;
    twist == 0 && tetrad(place) == tetrad(corner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Group;
    use crate::cube::random::Random;
    use crate::goal::Goal;

    #[test]
    fn the_goal_holds_where_half_turns_lead() {
        assert_eq!(PLACES.len(), 96);
        let htr: Goal = "htr".parse().expect("it has a name");
        let half_turns = || Move::all().filter(|mv| mv.turns() == 2);
        let group = Group::new(half_turns().map(|mv| Cube::SOLVED.turn(mv)));
        let mut random = Random::new(2);
        // Domino positions are near enough that some are in the group.
        let dr: Goal = "dr".parse().expect("it has a name");
        let (positions, mut in_group) = (dr.positions(), 0);
        for _ in 0..20_000 {
            let cube = positions.draw(&mut random);
            assert_eq!(htr.holds(&cube), group.contains(&cube), "{cube}");
            in_group += usize::from(htr.holds(&cube));
        }
        // There are 29,400 cosets in the domino.
        assert!(in_group <= 5, "{in_group}");
        let mut cube = Cube::SOLVED;
        for _ in 0..2000 {
            cube = cube.turn(half_turns().nth(random.below(6) as usize).expect("there are six"));
            assert!(htr.holds(&cube) && group.contains(&cube));
            let outside = cube.turn(Move::from_index(3 * random.below(6) as usize));
            assert!(!htr.holds(&outside) && !group.contains(&outside));
        }
        // Each drawn position is in the group, and one of six that the places allow is.
        let drawn = htr.positions();
        assert!((0..2000).all(|_| group.contains(&drawn.draw(&mut random))));
        let places = Goal { half_turns: false, ..htr };
        let drawn = places.positions();
        let count = (0..12_000).filter(|_| group.contains(&drawn.draw(&mut random))).count();
        assert!(count.abs_diff(2000) < 200, "{count}");
    }
}
