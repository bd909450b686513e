//! Permutations of eight: what corners and U/D edges have in common.

use std::array;

use cubebatch_cube::cube::permutation;

/// A permutation of 0 … 7 in 24 bits, three for each number, the first number highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eight(u32);

impl Eight {
    /// Packs a permutation.
    pub fn new(perm: [u8; 8]) -> Eight {
        Eight(perm.iter().fold(0, |packed, &number| packed << 3 | u32::from(number)))
    }

    /// Where the bits of a position begin.
    #[inline]
    fn shift(position: u8) -> u32 {
        21 - 3 * u32::from(position)
    }

    /// The permutation.
    pub fn numbers(self) -> [u8; 8] {
        array::from_fn(|position| self.at(position as u8))
    }

    /// The number at a position.
    #[inline]
    fn at(self, position: u8) -> u8 {
        (self.0 >> Eight::shift(position) & 7) as u8
    }

    /// Takes the numbers from these positions, in this order.
    #[inline]
    fn taken_from(self, positions: [u8; 8]) -> Eight {
        Eight(positions.iter().fold(0, |packed, &position| packed << 3 | u32::from(self.at(position))))
    }

    /// Gives the position of each number.
    #[inline]
    pub fn inverse(self) -> Eight {
        let bits = |position| u32::from(position) << Eight::shift(self.at(position));
        Eight((0..8).fold(0, |packed, position| packed | bits(position)))
    }

    /// Carries each position, and each number, to that one of `images`:
    /// `conjugate[images[i]] = images[self[i]]`.
    #[inline]
    pub fn conjugate(self, images: [u8; 8]) -> Eight {
        let image = |i: u8| images[usize::from(i)];
        let bits = |position| u32::from(image(self.at(position))) << Eight::shift(image(position));
        Eight((0..8).fold(0, |packed, position| packed | bits(position)))
    }
}

/// The values of four numbers as [`Eight`] packs them.
const FOURS: usize = 1 << 12;

/// The ranks of permutations of eight, in an order in which a rank is a sum: of what the first four numbers
/// are, and of how the last four are ordered. So two small tables give all.
pub struct Ranks {
    first: [u16; FOURS],
    last: [u16; FOURS],
}

impl Ranks {
    const NONE: Ranks = Ranks { first: [0; FOURS], last: [0; FOURS] };

    /// Asks `rank` for some of its ranks, which must be such sums. In ascending order, the last four numbers
    /// must add nothing.
    fn new(rank: impl Fn([u8; 8]) -> usize) -> Ranks {
        let mut ranks = Ranks::NONE;
        for four in arrangements() {
            ranks.first[pack(four)] = rank(join(four, others(four))) as u16;
        }
        for four in arrangements() {
            let others = others(four);
            ranks.last[pack(four)] = rank(join(others, four)) as u16 - ranks.first[pack(others)];
        }
        ranks
    }

    /// The rank of a permutation.
    #[inline]
    pub fn of(&self, perm: Eight) -> u16 {
        self.of_halves((perm.0 >> 12) as usize, perm.0 as usize)
    }

    /// The rank of the permutation with these numbers, packed, at the first and at the last four positions.
    #[inline]
    pub fn of_halves(&self, first: usize, last: usize) -> u16 {
        self.first[first % FOURS] + self.last[last % FOURS]
    }

    /// Ranks permutations as these do after each number became that one of `images`.
    fn after(&self, images: [u8; 8]) -> Ranks {
        let mut ranks = Ranks::NONE;
        for four in arrangements() {
            let image = pack(four.map(|number| images[usize::from(number)]));
            ranks.first[pack(four)] = self.first[image];
            ranks.last[pack(four)] = self.last[image];
        }
        ranks
    }
}

/// All permutations of eight, in an order as [`Ranks`] has it.
pub struct Permutations {
    pub ranks: Ranks,
    /// Each at its rank.
    all: Vec<Eight>,
}

impl Permutations {
    /// Lists them in the order in which `rank` numbers them, see [`Ranks::new`].
    pub fn new(rank: impl Fn([u8; 8]) -> usize) -> Permutations {
        let ranks = Ranks::new(rank);
        let orders: [[u8; 4]; 24] = array::from_fn(permutation::unrank);
        let mut all = vec![Eight(0); 40_320];
        for four in arrangements() {
            let others = others(four);
            for order in orders {
                let perm = Eight::new(join(four, order.map(|i| others[usize::from(i)])));
                all[usize::from(ranks.of(perm))] = perm;
            }
        }
        Permutations { ranks, all }
    }

    /// The one with this rank.
    pub fn at(&self, rank: u16) -> Eight {
        self.all[usize::from(rank)]
    }

    /// All, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Eight> {
        self.all.iter().copied()
    }

    /// Ranks what becomes of each by a move that takes to each position what stands at that one of `sources`.
    pub fn turned(&self, sources: [u8; 8]) -> Vec<u16> {
        self.iter().map(|perm| self.ranks.of(perm.taken_from(sources))).collect()
    }

    /// Ranks the conjugate of one under a symmetry that carries each position, and the cubie which belongs
    /// there, to that one of `images`.
    pub fn conjugate(&self, rank: u16, images: [u8; 8]) -> u16 {
        self.ranks.of(self.all[usize::from(rank)].conjugate(images))
    }

    /// Ranks the conjugates of all permutations in this way.
    pub fn conjugates(&self, images: [u8; 8]) -> Vec<u16> {
        let mut sources = [0; 8];
        (0..).zip(images).for_each(|(source, image)| sources[usize::from(image)] = source);
        // The cubies are renamed in the tables, once for all.
        let ranks = self.ranks.after(images);
        self.iter().map(|perm| ranks.of(perm.taken_from(sources))).collect()
    }
}

fn pack(four: [u8; 4]) -> usize {
    four.iter().fold(0, |packed, &number| packed << 3 | usize::from(number))
}

fn join(first: [u8; 4], last: [u8; 4]) -> [u8; 8] {
    array::from_fn(|i| if i < 4 { first[i] } else { last[i - 4] })
}

/// Every four different numbers below 8 in every order.
fn arrangements() -> impl Iterator<Item = [u8; 4]> {
    let fours = (0..FOURS).map(|packed| array::from_fn(|i| (packed >> (9 - 3 * i) & 7) as u8));
    fours.filter(|&four| set(four).count_ones() == 4)
}

/// The four other numbers, ascending.
fn others(four: [u8; 4]) -> [u8; 4] {
    let mut left = !set(four);
    array::from_fn(|_| {
        let least = left.trailing_zeros() as u8;
        left &= left - 1;
        least
    })
}

/// A bit for each of the numbers.
fn set(four: [u8; 4]) -> u8 {
    four.iter().fold(0, |set, number| set | 1 << number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase2::PHASE2_MOVES;
    use crate::coord::symmetry::symmetries;
    use crate::coord::ud_edges::{UdEdges, outer};
    use crate::coord::{Coordinate, corners::Corners};
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;

    fn each() -> impl Iterator<Item = (usize, Eight, Eight)> {
        let all = Corners::permutations().iter().zip(UdEdges::permutations().iter());
        all.enumerate().map(|(value, (corners, ud_edges))| (value, corners, ud_edges))
    }

    #[test]
    fn permutations_come_as_the_coordinates_number_them() {
        for (value, corners, ud_edges) in each() {
            assert_eq!(corners, Eight::new(Corners::unrank(value).corner_perm));
            assert_eq!(ud_edges, Eight::new(outer(UdEdges::unrank(value).edge_perm)));
            assert_eq!(usize::from(Corners::permutations().ranks.of(corners)), value);
            assert_eq!(usize::from(UdEdges::permutations().ranks.of(ud_edges)), value);
        }
    }

    #[test]
    fn an_inverse_undoes() {
        for (_, perm, _) in each() {
            let inverse = array::from_fn(|i| perm.inverse().at(i as u8));
            assert_eq!(perm.taken_from(inverse), Eight::new([0, 1, 2, 3, 4, 5, 6, 7]));
        }
    }

    #[test]
    fn permutations_are_conjugated_like_cubes() {
        let (mut random, mut cube) = (Random::new(45), Cube::SOLVED);
        for symmetry in symmetries() {
            let (corner_images, edge_images) = symmetry.positions();
            let corners = Corners::permutations().conjugates(corner_images);
            let ud_edges = UdEdges::permutations().conjugates(outer(edge_images));
            for _ in 0..200 {
                cube = cube.turn(PHASE2_MOVES[random.below(10) as usize]);
                let image = symmetry.conjugate(&cube);
                assert_eq!(usize::from(corners[Corners::rank(&cube)]), Corners::rank(&image));
                assert_eq!(usize::from(ud_edges[UdEdges::rank(&cube)]), UdEdges::rank(&image));
            }
            let one_by_one = |value| Corners::permutations().conjugate(value, corner_images);
            assert!((0..).zip(corners).all(|(value, conjugate)| one_by_one(value) == conjugate));
        }
    }
}
