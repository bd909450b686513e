//! Fours: where four edges are, one by one, under all moves.

use super::Coordinate;
use super::phase1::PHASE1_MOVES;
use crate::cube::{Cube, Move};

/// The positions of the edges 0, 1, 2, 3 (those of the U layer) in this order:
/// `((p₀ · 11 + p₁) · 10 + p₂) · 9 + p₃`, each p counted among the positions that those before
/// leave. 12 · 11 · 10 · 9 = 11,880 values.
///
/// [`rank_of`] is the same for any four edges, which move alike; so one move table serves all.
pub struct Fours;

impl Coordinate for Fours {
    const SIZE: usize = 11_880;
    const HISTOGRAM: &'static [usize] = &[1, 15, 150, 1086, 4929, 5615, 84];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        rank_of(cube, 0)
    }

    fn unrank(value: usize) -> Cube {
        let mut cube = Cube::SOLVED;
        let places = places(value);
        let mut others = 4..12;
        for (position, edge) in cube.edge_perm.iter_mut().enumerate() {
            let four = places.iter().position(|&place| place == position);
            *edge = four.map(|i| i as u8).or_else(|| others.next()).expect("8 others fill the rest");
        }
        cube
    }
}

/// The value for the edges `first` … `first + 3`.
pub fn rank_of(cube: &Cube, first: u8) -> usize {
    let mut places = [0; 4];
    for (position, edge) in cube.edge_perm.iter().enumerate() {
        if let Some(place) = edge.checked_sub(first).and_then(|i| places.get_mut(usize::from(i))) {
            *place = position;
        }
    }
    let among_left = |i: usize| places[i] - places[..i].iter().filter(|&&before| before < places[i]).count();
    (0..4).fold(0, |rank, i| rank * (12 - i) + among_left(i))
}

/// The positions of the four edges in their order.
pub fn places(value: usize) -> [usize; 4] {
    let digits = [value / 990, value / 90 % 11, value / 9 % 10, value % 9];
    let mut places = [0; 4];
    for i in 0..4 {
        let left = (0..12).filter(|place| !places[..i].contains(place));
        places[i] = left.clone().nth(digits[i]).expect("digits are small");
    }
    places
}
