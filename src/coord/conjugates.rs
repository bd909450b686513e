//! Conjugates: what the symmetries that keep the U/D axis do to a coordinate of phase 1.

use super::phase1::PHASE1_MOVES;
use crate::cube::symmetry::Symmetry;

/// The number of symmetries that keep the U/D axis (D4h).
pub const SYMMETRIES: usize = 16;

/// The symmetries that keep the U/D axis, the identity first. They carry G1 to itself, and so
/// its cosets to each other.
pub fn symmetries() -> [Symmetry; SYMMETRIES] {
    let keeping: Vec<_> = Symmetry::all().into_iter().filter(Symmetry::keeps_ud_axis).collect();
    keeping.try_into().expect("there are 16")
}

/// The place among [`PHASE1_MOVES`] of what each of them looks like after a symmetry.
pub fn move_places(symmetry: &Symmetry) -> [u8; PHASE1_MOVES.len()] {
    PHASE1_MOVES.map(|mv| symmetry.turn(mv).index() as u8)
}

/// Conjugates the values of a coordinate, below `size` and all reached from 0 by `turn`,
/// which gives the value after the move at a place of [`PHASE1_MOVES`].
///
/// A conjugate follows from moves alone: 0 stays, and a value that a move makes of another
/// one becomes what the conjugate move makes of the other one's conjugate.
pub struct Conjugates<T> {
    turn: T,
    /// For each value but 0, after that of the value before it.
    arrivals: Vec<Arrival>,
}

/// How a value is reached.
struct Arrival {
    value: u32,
    before: u32,
    place: u8,
}

impl<T: Fn(u32, usize) -> u32> Conjugates<T> {
    /// Finds a way to every value.
    pub fn new(size: usize, turn: T) -> Conjugates<T> {
        let mut seen = vec![false; size];
        seen[0] = true;
        let mut arrivals = Vec::with_capacity(size - 1);
        let mut before = 0;
        for next in 0..size {
            for place in 0..PHASE1_MOVES.len() {
                let value = turn(before, place);
                if !std::mem::replace(&mut seen[value as usize], true) {
                    arrivals.push(Arrival { value, before, place: place as u8 });
                }
            }
            before = arrivals.get(next).map_or(0, |arrival| arrival.value);
        }
        debug_assert_eq!(arrivals.len() + 1, size);
        Conjugates { turn, arrivals }
    }

    /// What each value becomes under a symmetry that keeps the U/D axis.
    pub fn under(&self, symmetry: &Symmetry) -> Vec<u32> {
        let places = move_places(symmetry);
        let mut images = vec![0; self.arrivals.len() + 1];
        for &Arrival { value, before, place } in &self.arrivals {
            images[value as usize] = (self.turn)(images[before as usize], places[usize::from(place)].into());
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::{Phase1, Phase1Moves};
    use crate::coord::{Coordinate, twist::Twist};
    use crate::cube::random::Random;

    fn twists() -> Conjugates<impl Fn(u32, usize) -> u32> {
        let table = &Phase1Moves::get().twist;
        Conjugates::new(Twist::SIZE, |twist, m| table.turn(twist as u16, m).into())
    }

    #[test]
    fn conjugate_twists_are_those_of_conjugate_cubes() {
        let twists = twists();
        let mut random = Random::new(41);
        for symmetry in symmetries() {
            let images = twists.under(&symmetry);
            for cube in (0..200).map(|_| random.cube()) {
                let image = Phase1::of(&symmetry.conjugate(&cube)).twist;
                assert_eq!(images[usize::from(Phase1::of(&cube).twist)], image.into());
            }
        }
    }

    #[test]
    fn symmetries_act_as_a_group() {
        let twists = twists();
        let images = symmetries().map(|symmetry| (symmetry, twists.under(&symmetry)));
        assert!(images[0].1.iter().enumerate().all(|(value, &image)| value == image as usize));
        for (first, once) in &images {
            for (second, again) in &images {
                let (_, both) = images.iter().find(|(s, _)| *s == first.then(second)).unwrap();
                assert!(once.iter().map(|&image| again[image as usize]).eq(both.iter().copied()));
            }
        }
    }
}
