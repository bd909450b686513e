//! Flip-slice: what phase 1 sees of the edges.

use std::array;

use super::classes::Classes;
use super::phase1::Phase1;
use super::symmetry::symmetries;
use super::{Coordinate, flip::Flip, slice::Slice};
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{EDGES, Face};

/// The number of flip-slices.
pub const FLIP_SLICES: usize = Flip::SIZE * Slice::SIZE;

/// The flip-slice of a position: `flip · 495 + slice`, 0 … 1,013,759, a code of [`Phase1`] without
/// the twist.
#[inline]
pub fn flip_slice(at: Phase1) -> u32 {
    u32::from(at.flip) * Slice::SIZE as u32 + u32::from(at.slice)
}

/// Finds the classes of flip-slices.
///
/// Flip alone has no classes, see [`FlipSliceConjugation`].
pub(super) fn classes() -> Classes {
    let sets = Sets::new();
    let back = symmetries().map(|symmetry| FlipSliceConjugation::new(&symmetry.inverse(), &sets));
    // What one flip, or one slice, becomes under all symmetries lies together.
    let flips: Vec<_> = (0..Flip::SIZE).map(|flip| back.each_ref().map(|back| back.flips[flip])).collect();
    let slices: Vec<_> =
        (0..Slice::SIZE).map(|slice| back.each_ref().map(|back| back.slices[slice])).collect();
    Classes::new(FLIP_SLICES, |value| {
        let Phase1 { flip, slice, .. } = Phase1::from_code(value);
        let (flips, slices) = (&flips[usize::from(flip)], &slices[usize::from(slice)]);
        array::from_fn(|symmetry| slices[symmetry].under(flips[symmetry]))
    })
}

/// What a symmetry that keeps the U/D axis does to flip-slices.
///
/// It permutes the edge positions and carries slice and flips along. A flip compares a sticker of the edge with a side of its
/// position. For edges and positions of the middle layer, these are F and B. A symmetry that turns the cube by a quarter brings
/// them to R and L, and the others count instead. That changes the flip if exactly one of the two, edge and position, is of the
/// middle layer. The slice decides where that is. So the conjugate of a flip is linear over GF(2) but for a mask that depends
/// on the slice.
struct FlipSliceConjugation {
    /// What becomes of each flip while the middle edges are in the middle layer.
    flips: Vec<u16>,
    slices: Vec<SliceImage>,
}

/// What becomes of a slice.
#[derive(Clone, Copy)]
struct SliceImage {
    slice: u16,
    /// A bit for each flip that changes.
    mask: u16,
}

impl SliceImage {
    /// The flip-slice with this image of the slice, and this one of the flip while the middle edges are
    /// at home.
    #[inline]
    fn under(self, flip: u16) -> u32 {
        flip_slice(Phase1 { twist: 0, flip: flip ^ self.mask, slice: self.slice })
    }
}

impl FlipSliceConjugation {
    fn new(symmetry: &Symmetry, sets: &Sets) -> FlipSliceConjugation {
        let images = images(symmetry.positions().1);
        let image = |set: EdgeSet| images[usize::from(set)];
        let is_quarter_turn = symmetry.face(Face::F).axis() != Face::F.axis();
        let slice = |&middle: &EdgeSet| SliceImage {
            slice: sets.slices[usize::from(image(middle))],
            mask: if is_quarter_turn { flip(image(middle ^ MIDDLE_LAYER)) } else { 0 },
        };
        FlipSliceConjugation {
            flips: (0..Flip::SIZE as u16).map(|value| flip(image(flipped(value)))).collect(),
            slices: sets.of_slice.iter().map(slice).collect(),
        }
    }
}

/// A set of edge positions: a bit for each, the last position lowest, as in [`Flip`].
type EdgeSet = u16;

const SETS: usize = 1 << EDGES.len();

const MIDDLE_LAYER: EdgeSet = 0b1111;

/// The set of this one position.
fn only(position: usize) -> EdgeSet {
    1 << (EDGES.len() - 1 - position)
}

/// The positions whose edges are flipped. The last one follows from the others.
fn flipped(flip: u16) -> EdgeSet {
    flip << 1 | (flip.count_ones() % 2) as u16
}

/// The flip of edges that are flipped in these positions.
fn flip(flipped: EdgeSet) -> u16 {
    flipped >> 1
}

/// Where each set goes when each position goes there.
fn images(positions: [u8; EDGES.len()]) -> Vec<EdgeSet> {
    let mut images = vec![0; SETS];
    for set in 1..SETS {
        let position = EDGES.len() - 1 - set.trailing_zeros() as usize;
        images[set] = images[set & (set - 1)] | only(positions[position].into());
    }
    images
}

/// The positions of the middle edges.
struct Sets {
    of_slice: Vec<EdgeSet>,
    /// The slice of each set of four positions.
    slices: Vec<u16>,
}

impl Sets {
    fn new() -> Sets {
        let of_slice: Vec<EdgeSet> = (0..Slice::SIZE).map(middle_edges).collect();
        let mut slices = vec![0; SETS];
        (0..).zip(&of_slice).for_each(|(slice, &set)| slices[usize::from(set)] = slice);
        Sets { of_slice, slices }
    }
}

fn middle_edges(slice: usize) -> EdgeSet {
    let edges = Slice::unrank(slice).edge_perm;
    (0..edges.len()).filter(|&position| edges[position] >= 8).map(only).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    fn conjugations() -> Vec<(Symmetry, FlipSliceConjugation)> {
        let sets = Sets::new();
        symmetries().map(|symmetry| (symmetry, FlipSliceConjugation::new(&symmetry, &sets))).into()
    }

    #[test]
    fn the_conjugate_of_a_flip_is_linear_but_for_a_mask_that_the_slice_decides() {
        let mut random = Random::new(43);
        for (symmetry, conjugation) in conjugations() {
            for cube in (0..500).map(|_| random.cube()) {
                let Phase1 { flip, slice, .. } = Phase1::of(&cube);
                let image =
                    conjugation.slices[usize::from(slice)].under(conjugation.flips[usize::from(flip)]);
                assert_eq!(image, flip_slice(Phase1::of(&symmetry.conjugate(&cube))));
            }
            let mut flip = || random.below(Flip::SIZE as u64) as usize;
            for (a, b) in (0..500).map(|_| (flip(), flip())) {
                assert_eq!(conjugation.flips[a ^ b], conjugation.flips[a] ^ conjugation.flips[b]);
            }
        }
    }

    #[test]
    fn only_quarter_turns_of_the_cube_change_flips() {
        let changes = |(_, conjugation): &(Symmetry, FlipSliceConjugation)| {
            conjugation.slices.iter().any(|image| image.mask != 0)
        };
        assert_eq!(conjugations().iter().filter(|conjugation| changes(conjugation)).count(), 8);
    }
}
