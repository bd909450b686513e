//! Conjugates: what the symmetries that keep the U/D axis do to a coordinate, and the classes
//! of values that they carry to each other.

use rayon::prelude::*;

use crate::cube::Move;
use crate::cube::symmetry::Symmetry;

/// The number of symmetries that keep the U/D axis (D4h).
pub const SYMMETRIES: usize = 16;

/// The symmetries that keep the U/D axis, the identity first. They carry G1 to itself, and so
/// its cosets to each other.
pub fn symmetries() -> [Symmetry; SYMMETRIES] {
    let keeping: Vec<_> = Symmetry::all().into_iter().filter(Symmetry::keeps_ud_axis).collect();
    keeping.try_into().expect("there are 16")
}

/// The place in `moves` of what each of them looks like after a symmetry, which must keep
/// the set of them.
pub fn move_images(moves: &[Move], symmetry: &Symmetry) -> Vec<u8> {
    let place = |mv| moves.iter().position(|&other| other == mv).expect("a symmetry keeps the moves");
    moves.iter().map(|&mv| place(symmetry.turn(mv)) as u8).collect()
}

/// Conjugates the values of a coordinate, below `size` and all reached from 0 by `turn`,
/// which gives the value after the move at a place of `moves`.
///
/// A conjugate follows from moves alone: 0 stays, and a value that a move makes of another
/// one becomes what the conjugate move makes of the other one's conjugate.
pub struct Conjugates<'a, T> {
    moves: &'a [Move],
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

impl<'a, T: Fn(u32, usize) -> u32 + Sync> Conjugates<'a, T> {
    /// Finds a way to every value.
    pub fn new(size: usize, moves: &'a [Move], turn: T) -> Conjugates<'a, T> {
        let mut seen = vec![false; size];
        seen[0] = true;
        let mut arrivals = Vec::with_capacity(size - 1);
        let mut before = 0;
        for next in 0..size {
            for place in 0..moves.len() {
                let value = turn(before, place);
                if !std::mem::replace(&mut seen[value as usize], true) {
                    arrivals.push(Arrival { value, before, place: place as u8 });
                }
            }
            before = arrivals.get(next).map_or(0, |arrival| arrival.value);
        }
        debug_assert_eq!(arrivals.len() + 1, size);
        Conjugates { moves, turn, arrivals }
    }

    /// What each value becomes under a symmetry that keeps the U/D axis.
    pub fn under(&self, symmetry: &Symmetry) -> Vec<u32> {
        let places = move_images(self.moves, symmetry);
        let mut images = vec![0; self.arrivals.len() + 1];
        for &Arrival { value, before, place } in &self.arrivals {
            images[value as usize] = (self.turn)(images[before as usize], places[usize::from(place)].into());
        }
        images
    }

    /// What each value becomes under each of [`symmetries`], one symmetry after the other.
    pub fn table(&self) -> Vec<u16> {
        let images = symmetries().into_iter().flat_map(|symmetry| self.under(&symmetry));
        images.map(|image| u16::try_from(image).expect("coordinates fit 16 bits")).collect()
    }

    /// The classes of values that [`symmetries`] carry to each other.
    pub fn classes(&self) -> Classes {
        let images = |(place, symmetry): (usize, &Symmetry)| -> Vec<(u32, u8)> {
            self.under(symmetry).into_iter().map(|image| (image, place as u8)).collect()
        };
        let least = |mut these: Vec<(u32, u8)>, others: Vec<(u32, u8)>| {
            these.iter_mut().zip(others).for_each(|(this, other)| *this = other.min(*this));
            these
        };
        let least = symmetries().par_iter().enumerate().map(images).reduce_with(least);
        Classes::new(least.expect("there are 16").into_iter())
    }
}

/// How symmetries go with each other and with moves.
pub struct Symmetries {
    /// `products[16 · a + b]`: first a, then b.
    products: [u8; SYMMETRIES * SYMMETRIES],
    /// What each of the moves looks like after each symmetry.
    turned: [Vec<u8>; SYMMETRIES],
}

impl Symmetries {
    /// Over these moves, a set that the symmetries keep.
    pub fn new(moves: &[Move]) -> Symmetries {
        let all = symmetries();
        let place =
            |symmetry| all.iter().position(|&other| other == symmetry).expect("they are a group") as u8;
        Symmetries {
            products: std::array::from_fn(|i| place(all[i / SYMMETRIES].then(&all[i % SYMMETRIES]))),
            turned: all.map(|symmetry| move_images(moves, &symmetry)),
        }
    }

    /// First one, then the other.
    #[inline]
    pub fn then(&self, first: usize, next: usize) -> usize {
        self.products[first * SYMMETRIES + next].into()
    }

    /// The place of what the move at place `m` looks like after a symmetry.
    #[inline]
    pub fn turn(&self, symmetry: usize, m: usize) -> usize {
        self.turned[symmetry][m].into()
    }
}

/// Values that symmetries carry to each other are a *class*; classes are numbered by their
/// least value, which represents them.
pub struct Classes {
    class: Vec<u16>,
    symmetry: Vec<u8>,
    representative: Vec<u32>,
    size: Vec<u8>,
}

impl Classes {
    /// Takes for each value in order the least one that it is carried to, and the place of the
    /// first symmetry that does.
    fn new(least: impl Iterator<Item = (u32, u8)>) -> Classes {
        let mut classes =
            Classes { class: Vec::new(), symmetry: Vec::new(), representative: Vec::new(), size: Vec::new() };
        for (value, (least, symmetry)) in least.enumerate() {
            // The least of a class comes first.
            if value == least as usize {
                classes.class.push(classes.len() as u16);
                classes.representative.push(least);
                classes.size.push(0);
            } else {
                classes.class.push(classes.class[least as usize]);
            }
            classes.symmetry.push(symmetry);
            classes.size[usize::from(classes.class[value])] += 1;
        }
        classes
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.representative.len()
    }

    /// Whether there are no classes; no coordinate is that small.
    pub fn is_empty(&self) -> bool {
        self.representative.is_empty()
    }

    /// The class of a value, below [`Classes::len`].
    #[inline]
    pub fn of(&self, value: u32) -> usize {
        self.class[value as usize].into()
    }

    /// The place among [`symmetries`] of the first one that carries a value to the
    /// representative of its class.
    #[inline]
    pub fn symmetry(&self, value: u32) -> usize {
        self.symmetry[value as usize].into()
    }

    /// The least value of a class.
    pub fn representative(&self, class: usize) -> u32 {
        self.representative[class]
    }

    /// How many values are in a class: a divisor of 16.
    pub fn size(&self, class: usize) -> u8 {
        self.size[class]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
    use crate::coord::{Coordinate, twist::Twist};
    use crate::cube::random::Random;

    fn twists() -> Conjugates<'static, impl Fn(u32, usize) -> u32> {
        let table = &Phase1Moves::get().twist;
        Conjugates::new(Twist::SIZE, &PHASE1_MOVES, |twist, m| table.turn(twist as u16, m).into())
    }

    #[test]
    fn conjugate_twists_are_those_of_conjugate_cubes() {
        let twists = twists();
        let mut random = Random::new(41);
        for symmetry in symmetries() {
            let images = twists.under(&symmetry);
            for cube in (0..200).map(|_| random.cube()) {
                let image = Phase1::of(&symmetry.conjugate(&cube)).twist;
                assert_eq!(images[usize::from(Phase1::of(&cube).twist)], u32::from(image));
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
