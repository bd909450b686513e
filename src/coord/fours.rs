//! Fours: where four edges are, one by one, under all moves.

use super::Coordinate;
use super::phase1::PHASE1_MOVES;
use crate::cube::{Cube, Move};

/// The positions of the edges 0, 1, 2, 3 (those of the U layer) in this order:
/// `((p₀ · 11 + p₁) · 10 + p₂) · 9 + p₃`, each p counted among the positions that those before
/// leave. 12 · 11 · 10 · 9 = 11,880 values.
///
/// The rank is the same for any four edges, which move alike; so one move table serves all.
pub struct Fours;

impl Coordinate for Fours {
    const SIZE: usize = 11_880;
    const HISTOGRAM: &'static [usize] = &[1, 15, 150, 1086, 4929, 5615, 84];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        rank_in(&cube.edge_perm, 0)
    }

    fn unrank(value: usize) -> Cube {
        Cube { edge_perm: arrangement(places_among(12, value)), ..Cube::SOLVED }
    }
}

/// The value for the cubies `first` … `first + 3` of a permutation.
pub(super) fn rank_in(perm: &[u8], first: u8) -> usize {
    let mut places = [0; 4];
    for (position, cubie) in perm.iter().enumerate() {
        if let Some(place) = cubie.checked_sub(first).and_then(|i| places.get_mut(usize::from(i))) {
            *place = position;
        }
    }
    let among_left = |i: usize| places[i] - places[..i].iter().filter(|&&before| before < places[i]).count();
    (0..4).fold(0, |rank, i| rank * (perm.len() - i) + among_left(i))
}

/// The positions of the four cubies in their order, among so many positions.
pub(super) fn places_among(positions: usize, value: usize) -> [usize; 4] {
    let mut digits = [0; 4];
    let mut rest = value;
    for i in (0..4).rev() {
        digits[i] = rest % (positions - i);
        rest /= positions - i;
    }
    let mut places = [0; 4];
    for i in 0..4 {
        let mut left = (0..positions).filter(|place| !places[..i].contains(place));
        places[i] = left.nth(digits[i]).expect("digits are small");
    }
    places
}

/// The permutation with the cubies 0 … 3 at these positions and the others in their order.
pub(super) fn arrangement<const N: usize>(places: [usize; 4]) -> [u8; N] {
    let mut others = 4..;
    std::array::from_fn(|position| {
        let four = places.iter().position(|&place| place == position);
        four.map(|i| i as u8).or_else(|| others.next()).expect("others do not end")
    })
}
