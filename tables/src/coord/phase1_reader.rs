//! The coordinates of phase 1, read from a register of cubies.

use std::sync::LazyLock;

use super::cubies::{CORNER_NUMBERS, Cubies, EDGE_NUMBERS};
use super::phase1::Phase1;
use super::processor::Processor;
use super::{Coordinate, flip::Flip, slice::Slice, twist::Twist};
use cubebatch_cube::cube::{Cube, Pieces};

/// The sets of twelve places.
const SETS: usize = 1 << 12;

/// Seven twists of two bits.
const TWISTS: usize = 1 << 14;

/// What marks of [`Cubies`] mean as coordinates.
pub struct Phase1Reader {
    /// By what [`Processor::twists_and_tetrads`] gives.
    twists: Box<[u16; TWISTS]>,
    /// By the places of turned edges, and by the places of the edges of the middle layer.
    flips: Box<[u16; SETS]>,
    slices: Box<[u16; SETS]>,
}

impl Phase1Reader {
    /// The reader, made on first use: 48 kB.
    #[inline]
    pub fn get() -> &'static Phase1Reader {
        static READER: LazyLock<Phase1Reader> = LazyLock::new(Phase1Reader::new);
        &READER
    }

    fn new() -> Phase1Reader {
        let mut reader = Phase1Reader {
            twists: Box::new([0; TWISTS]),
            flips: Box::new([0; SETS]),
            slices: Box::new([0; SETS]),
        };
        (0..).zip(reader.twists.iter_mut()).for_each(|(bits, twist)| *twist = twist_of(bits));
        (0..).zip(reader.flips.iter_mut()).for_each(|(set, flip)| *flip = flip_of(set));
        (0..).zip(reader.slices.iter_mut()).for_each(|(set, slice)| *slice = slice_of(set));
        reader
    }

    /// The coordinates of a position.
    #[inline(always)]
    pub fn of(&self, processor: impl Processor, cubies: &Cubies) -> Phase1 {
        let none = Cubies::SOLVED.edges();
        let (twists, _) = processor.twists_and_tetrads(cubies.corners());
        let [_, middle, turned] = processor.marks(&none, &cubies.edges(), &none);
        Phase1 {
            twist: self.twists[twists % TWISTS],
            flip: self.flips[turned as usize % SETS],
            slice: self.slices[middle as usize % SETS],
        }
    }
}

/// The twist with these bits for each corner of [`Cubies`] but the last, whose twist follows from the others.
fn twist_of(bits: u32) -> u16 {
    let turns: [u32; 8] = std::array::from_fn(|i| bits >> (2 * i) & 3);
    let last = (24 - turns[..7].iter().sum::<u32>()) % 3;
    let ori = |corner: u8| if corner == 7 { last } else { turns[usize::from(corner)] % 3 };
    Twist::rank(&Cube::of(Pieces {
        corner_ori: CORNER_NUMBERS.map(|corner| ori(corner) as u8),
        ..Pieces::SOLVED
    })) as u16
}

/// The flip with these edges turned.
fn flip_of(set: u32) -> u16 {
    let ori = |edge: u8| (set >> edge & 1) as u8;
    Flip::rank(&Cube::of(Pieces { edge_ori: EDGE_NUMBERS.map(ori), ..Pieces::SOLVED })) as u16
}

/// The slice with the edges of the middle layer in these places; 0 if they are not four.
fn slice_of(set: u32) -> u16 {
    let edge = |place: u8| if set >> place & 1 == 1 { 8 } else { 0 };
    let edges = Cube::of(Pieces { edge_perm: EDGE_NUMBERS.map(edge), ..Pieces::SOLVED });
    if set.count_ones() == 4 { Slice::rank(&edges) as u16 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::processor::on_each_processor;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn coordinates_are_those_of_cubes() {
        fn check(processor: impl Processor) {
            let mut random = Random::new(191);
            for cube in (0..2000).map(|_| random.cube()) {
                let read = Phase1Reader::get().of(processor, &Cubies::from(&cube));
                assert_eq!(read, Phase1::of(&cube));
            }
        }
        on_each_processor!(processor => check(processor));
    }
}
