//! Flip and slice up to symmetry.

use super::conjugates::{Conjugates, symmetries};
use super::phase1::{Phase1, Phase1Moves};
use super::{Coordinate, flip::Flip, slice::Slice};

/// The number of pairs of a flip and a slice.
pub const PAIRS: usize = Flip::SIZE * Slice::SIZE;

/// The number of classes of pairs.
pub const CLASSES: usize = 64_430;

/// A *pair* is `flip · 495 + slice`, 0 … 1,013,759: a code of [`Phase1`] without the twist.
/// Pairs that the 16 symmetries which keep the U/D axis carry to each other are a *class*;
/// there are 64,430, numbered by their least pair, which represents them (the symmetry
/// coordinate of Kociemba's phase 1; the numbering is ours).
///
/// Flip alone has no classes: a quarter turn of the whole cube changes what counts as
/// flipped for the edges of the middle layer, wherever they are.
pub struct FlipSlice {
    class: Vec<u16>,
    symmetry: Vec<u8>,
    representative: Vec<u32>,
    size: Vec<u8>,
}

/// The pair of a position.
pub fn pair(at: Phase1) -> u32 {
    u32::from(at.flip) * Slice::SIZE as u32 + u32::from(at.slice)
}

/// The pair after the move at place `m` of [`PHASE1_MOVES`](super::phase1::PHASE1_MOVES).
pub fn turn(pair: u32, m: usize) -> u32 {
    let tables = Phase1Moves::get();
    let at = Phase1::from_code(pair);
    self::pair(Phase1 { twist: 0, flip: tables.flip.turn(at.flip, m), slice: tables.slice.turn(at.slice, m) })
}

impl FlipSlice {
    /// Finds the classes; takes some tenths of a second.
    pub fn new() -> FlipSlice {
        let (least, symmetry) = least_conjugates();
        let mut classes = FlipSlice {
            class: vec![0; PAIRS],
            symmetry,
            representative: Vec::with_capacity(CLASSES),
            size: Vec::with_capacity(CLASSES),
        };
        for (pair, least) in least.into_iter().enumerate() {
            classes.add(pair, least);
        }
        classes
    }

    /// Adds the next pair, in order: the least of a class comes first.
    fn add(&mut self, pair: usize, least: u32) {
        if pair == least as usize {
            self.class[pair] = self.representative.len() as u16;
            self.representative.push(least);
            self.size.push(0);
        }
        self.class[pair] = self.class[least as usize];
        self.size[usize::from(self.class[pair])] += 1;
    }

    /// The class of a pair, below [`CLASSES`].
    #[inline]
    pub fn class(&self, pair: u32) -> usize {
        self.class[pair as usize].into()
    }

    /// The place among [`symmetries`] of the first one that carries a pair to the
    /// representative of its class.
    #[inline]
    pub fn symmetry(&self, pair: u32) -> usize {
        self.symmetry[pair as usize].into()
    }

    /// The least pair of a class.
    pub fn representative(&self, class: usize) -> u32 {
        self.representative[class]
    }

    /// How many pairs are in a class: a divisor of 16.
    pub fn size(&self, class: usize) -> u8 {
        self.size[class]
    }
}

impl Default for FlipSlice {
    fn default() -> FlipSlice {
        FlipSlice::new()
    }
}

/// For each pair the least one that a symmetry carries it to, and the place of the first
/// symmetry that does.
fn least_conjugates() -> (Vec<u32>, Vec<u8>) {
    let conjugates = Conjugates::new(PAIRS, turn);
    let (mut least, mut place) = (vec![u32::MAX; PAIRS], vec![0; PAIRS]);
    for (s, symmetry) in symmetries().iter().enumerate() {
        for (pair, image) in conjugates.under(symmetry).into_iter().enumerate() {
            if image < least[pair] {
                (least[pair], place[pair]) = (image, s as u8);
            }
        }
    }
    (least, place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::PHASE1_MOVES;
    use crate::cube::random::Random;

    #[test]
    fn there_are_64430_classes_of_all_pairs() {
        let classes = FlipSlice::new();
        assert_eq!(classes.representative.len(), CLASSES);
        let sizes = || (0..CLASSES).map(|class| classes.size(class));
        assert_eq!(sizes().map(usize::from).sum::<usize>(), PAIRS);
        assert!(sizes().all(|size| 16 % size == 0));
        assert_eq!((classes.representative(0), classes.size(0)), (0, 1));
    }

    #[test]
    fn the_symmetry_carries_a_cube_to_the_representative() {
        let (classes, symmetries) = (FlipSlice::new(), symmetries());
        let mut random = Random::new(42);
        for cube in (0..2000).map(|_| random.cube()) {
            let here = pair(Phase1::of(&cube));
            let class = classes.class(here);
            let images = symmetries.map(|symmetry| pair(Phase1::of(&symmetry.conjugate(&cube))));
            assert_eq!(images[classes.symmetry(here)], classes.representative(class));
            assert_eq!(images.iter().min(), Some(&classes.representative(class)));
            assert!(images.iter().all(|&image| classes.class(image) == class));
        }
    }

    #[test]
    fn pairs_turn_like_cubes() {
        let mut random = Random::new(43);
        for cube in (0..500).map(|_| random.cube()) {
            for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
                assert_eq!(turn(pair(Phase1::of(&cube)), m), pair(Phase1::of(&cube.turn(mv))));
            }
        }
    }
}
