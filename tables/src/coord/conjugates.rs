//! Conjugates: what the symmetries that keep the U/D axis do to all values of a coordinate.

use super::MoveTable;
use super::move_table::composed;
use super::symmetry::{SYMMETRIES, move_images, symmetries};
use cubebatch_cube::cube::Move;
use cubebatch_cube::cube::symmetry::Symmetry;

/// Tabulates what each value becomes under each of [`symmetries`], one symmetry after the other.
///
/// `under` gives the effect of one symmetry. It is called for generators of the group alone; products of generators compose
/// their effects.
pub fn tabulate(under: impl Fn(&Symmetry) -> Vec<u16>) -> Vec<u16> {
    let all = symmetries();
    let mut table = under(&all[0]);
    let size = table.len();
    table.reserve_exact((SYMMETRIES - 1) * size);
    for number in 1..SYMMETRIES {
        let images = match factors(&all, number) {
            Some(factors) => {
                let [first, next] = factors.map(|factor| &table[factor * size..][..size]);
                composed(first, next)
            }
            None => under(&all[number]),
        };
        table.extend(images);
    }
    table
}

/// Two symmetries, the identity not among them, that come before this one and have it as their product.
fn factors(all: &[Symmetry; SYMMETRIES], number: usize) -> Option<[usize; 2]> {
    let mut pairs = (1..number).flat_map(|first| (1..number).map(move |next| [first, next]));
    pairs.find(|&[first, next]| all[first].then(&all[next]) == all[number])
}

/// Conjugates a coordinate with the help of its move table alone.
///
/// Solved stays solved, and a value that a move makes of another one becomes what the conjugate move
/// makes of the other one's conjugate.
pub struct ByMoves<'a> {
    table: &'a MoveTable,
    moves: &'a [Move],
    /// For each value but 0, after that of the value before it.
    arrivals: Vec<ValueOrigin>,
}

/// How a value is reached.
struct ValueOrigin {
    value: u16,
    before: u16,
    m: u8,
}

impl<'a> ByMoves<'a> {
    /// Finds a path from 0 to every value.
    pub fn new(table: &'a MoveTable, moves: &'a [Move]) -> ByMoves<'a> {
        let mut seen = vec![false; table.len()];
        seen[0] = true;
        let mut arrivals: Vec<ValueOrigin> = Vec::with_capacity(table.len() - 1);
        let mut before = 0;
        for next in 0..table.len() {
            for (m, &value) in (0..).zip(table.row(before.into())) {
                if !std::mem::replace(&mut seen[usize::from(value)], true) {
                    arrivals.push(ValueOrigin { value, before, m });
                }
            }
            before = arrivals.get(next).map_or(0, |arrival| arrival.value);
        }
        debug_assert_eq!(arrivals.len() + 1, table.len());
        ByMoves { table, moves, arrivals }
    }

    /// What each value becomes under a symmetry that keeps the U/D axis.
    pub fn under(&self, symmetry: &Symmetry) -> Vec<u16> {
        let moves = move_images(self.moves, symmetry);
        let mut images = vec![0; self.table.len()];
        for &ValueOrigin { value, before, m } in &self.arrivals {
            images[usize::from(value)] =
                self.table.turn(images[usize::from(before)], moves[usize::from(m)].into());
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
    use crate::coord::{Coordinate, twist::Twist};
    use cubebatch_cube::cube::random::Random;

    fn twists() -> ByMoves<'static> {
        ByMoves::new(&Phase1Moves::get().twist, &PHASE1_MOVES)
    }

    #[test]
    fn conjugate_twists_are_those_of_conjugate_cubes() {
        let twists = twists();
        let mut random = Random::new(41);
        for symmetry in symmetries() {
            let images = twists.under(&symmetry);
            for cube in (0..200).map(|_| random.cube()) {
                let image = Phase1::of(&symmetry.conjugate(&cube)).twist;
                assert_eq!(images[usize::from(Phase1::of(&cube).twist)], image);
            }
        }
    }

    #[test]
    fn symmetries_act_as_a_group() {
        let twists = twists();
        let images = symmetries().map(|symmetry| (symmetry, twists.under(&symmetry)));
        assert!(images[0].1.iter().enumerate().all(|(value, &image)| value == usize::from(image)));
        for (first, once) in &images {
            for (second, again) in &images {
                let (_, both) = images.iter().find(|(s, _)| *s == first.then(second)).unwrap();
                assert_eq!(composed(once, again), *both);
            }
        }
    }

    #[test]
    fn three_symmetries_generate_the_others() {
        let twists = twists();
        let asked = std::cell::Cell::new(0);
        let table = tabulate(|symmetry| {
            asked.set(asked.get() + 1);
            twists.under(symmetry)
        });
        // And the identity.
        assert_eq!(asked.get(), 3 + 1);
        for (symmetry, images) in symmetries().iter().zip(table.chunks_exact(Twist::SIZE)) {
            assert_eq!(images, twists.under(symmetry));
        }
    }
}
