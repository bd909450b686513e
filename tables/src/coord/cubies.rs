//! All cubies in one register, with how they are turned: what searches carry along.

use std::sync::LazyLock;

use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{Cube, Move};

/// A position in 32 bytes: edges in the first twelve, corners in eight from byte 16 on; the other bytes have no meaning. A byte
/// says which cubie is there, in its last four bits, and how it is turned, in the two before. They make a register of two
/// lanes, in which each half is looked up at once. No register lies across two cache lines, because a processor waits when it
/// reads a part of one just after it was written there.
///
/// Bits of a cubie's number name its orbit under half turns: edges 0 … 3 are at home in the slice between L and R, 4 … 7 between
/// F and B, 8 … 11 between U and D; corners with even numbers are in the tetrad of URF.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Cubies(pub(super) [u8; 32]);

/// Where the corners begin.
pub const CORNERS: usize = 16;

/// Where the edges of the middle layer begin, if they are there.
pub const MIDDLE: usize = 8;

/// How many values [`Cubies::four`] has.
pub const FOURS: usize = 1 << 12;

/// What an orientation counts in a byte.
pub(super) const TURNED: u8 = 0x10;

/// The edges in the order of [`Cubies`], as [`Cube`] numbers them: slice by slice.
pub const EDGE_ORDER: [usize; 12] = [0, 2, 4, 6, 1, 3, 5, 7, 8, 9, 10, 11];

/// The corners in the order of [`Cubies`]: a corner of one tetrad and a corner of the other in turns.
pub const CORNER_ORDER: [usize; 8] = [0, 1, 2, 3, 5, 4, 7, 6];

/// The number in [`Cubies`] of each edge, as [`Cube`] numbers them.
pub(super) const EDGE_NUMBERS: [u8; 12] = numbers(EDGE_ORDER);

/// The number in [`Cubies`] of each corner.
pub(super) const CORNER_NUMBERS: [u8; 8] = numbers(CORNER_ORDER);

/// Where each number stands in an order.
const fn numbers<const N: usize>(order: [usize; N]) -> [u8; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[order[i]] = i as u8;
        i += 1;
    }
    numbers
}

/// The number of symmetries.
pub const SYMMETRIES: usize = 48;

impl Cubies {
    /// Every cubie at home.
    pub const SOLVED: Cubies = {
        let mut bytes = [0; 32];
        let mut i = 0;
        while i < bytes.len() {
            bytes[i] = (i % CORNERS) as u8;
            i += 1;
        }
        Cubies(bytes)
    };

    /// The inverse of a position with no cubie turned: it says where each cubie of the position is.
    pub fn unturned_inverse(cube: &Cube) -> Cubies {
        let mut cubies = Cubies::SOLVED;
        for (at, edge) in EDGE_NUMBERS.into_iter().zip(cube.edge_perm) {
            cubies.0[usize::from(EDGE_NUMBERS[usize::from(edge)])] = at;
        }
        for (at, corner) in CORNER_NUMBERS.into_iter().zip(cube.corner_perm) {
            cubies.0[CORNERS + usize::from(CORNER_NUMBERS[usize::from(corner)])] = at;
        }
        cubies
    }

    /// The same cubies, none of them turned.
    pub fn unturned(&self) -> Cubies {
        Cubies(self.0.map(|cubie| cubie % TURNED))
    }

    /// Takes the cubies from these bytes.
    #[inline]
    pub fn from_bytes(bytes: [u8; 32]) -> Cubies {
        Cubies(bytes)
    }

    /// The bytes, of which those without meaning may be anything.
    pub fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// The edges alone.
    #[inline]
    pub fn edges(&self) -> Edges {
        Edges(std::array::from_fn(|i| self.0[i]))
    }

    /// The corners alone, in the order of their positions, the first one lowest.
    #[inline]
    pub fn corners(&self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|i| self.0[CORNERS + i]))
    }

    /// The 4 cubies from position `first` on, three bits for each, the first one highest: all of a number below eight, which of
    /// edges in the middle layer counts from there.
    #[inline(always)]
    pub fn four(&self, first: usize) -> usize {
        let bytes: [u8; 4] = std::array::from_fn(|i| self.0[first + i]);
        let four = u32::from_be_bytes(bytes) & 0x0707_0707;
        let pairs = (four | four >> 5) & 0x003f_003f;
        ((pairs | pairs >> 10) & 0xfff) as usize
    }

    /// Whether every cubie is at home.
    #[inline]
    pub fn is_solved(&self) -> bool {
        *self == Cubies::SOLVED
    }
}

impl PartialEq for Cubies {
    #[inline]
    fn eq(&self, other: &Cubies) -> bool {
        self.0[..12] == other.0[..12] && self.corners() == other.corners()
    }
}

impl Eq for Cubies {}

/// Twelve edges as [`Cubies`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Edges(pub(super) [u8; 16]);

/// The corners after each of six turns: eight bytes each, as [`Cubies`] has them.
#[derive(Clone, Copy, Debug)]
pub struct SixCorners(pub(super) [u8; 48]);

impl SixCorners {
    /// The corners of these turns.
    pub fn of(turns: [&Cubies; 6]) -> SixCorners {
        SixCorners(std::array::from_fn(|i| turns[i / 8].0[CORNERS + i % 8]))
    }
}

/// The corners after each move: two in a register.
#[derive(Clone, Copy, Debug)]
pub struct CornersOfMoves(pub(super) [[u8; 16]; Move::COUNT / 2]);

impl CornersOfMoves {
    /// The corners of all moves, by their index.
    pub fn of(turns: &[Cubies; Move::COUNT]) -> CornersOfMoves {
        let byte = |pair: usize, i: usize| turns[2 * pair + i / 8].0[CORNERS + i % 8];
        CornersOfMoves(std::array::from_fn(|pair| std::array::from_fn(|i| byte(pair, i))))
    }
}

/// What is before and after a position, or its edges, in its conjugate under a symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Around<T> {
    /// What undoes the symmetry.
    pub before: T,
    /// The symmetry itself.
    pub after: T,
}

impl Around<Cubies> {
    /// What is before and after under this symmetry. Corners are not turned, as reflections turn them in no way that cubies have.
    pub fn of(symmetry: &Symmetry) -> Around<Cubies> {
        let [before, after] = [symmetry.inverse(), *symmetry].map(|symmetry| after_symmetry(&symmetry));
        Around { before, after }
    }

    /// Around edges.
    pub fn edges(&self) -> Around<Edges> {
        Around { before: self.before.edges(), after: self.after.edges() }
    }

    /// Around cubies that are not turned.
    pub fn unturned(&self) -> Around<Cubies> {
        Around { before: self.before.unturned(), after: self.after.unturned() }
    }
}

/// The cubies after a symmetry, as if it were a position.
fn after_symmetry(symmetry: &Symmetry) -> Cubies {
    let mut cubies = Cubies::SOLVED;
    for (from, (to, turned)) in EDGE_NUMBERS.into_iter().zip(symmetry.edges()) {
        cubies.0[usize::from(EDGE_NUMBERS[to])] = from + TURNED * turned;
    }
    let (corners, _) = symmetry.positions();
    for (from, to) in CORNER_NUMBERS.into_iter().zip(corners) {
        cubies.0[CORNERS + usize::from(CORNER_NUMBERS[usize::from(to)])] = from;
    }
    cubies
}

/// What moves and symmetries do to [`Cubies`].
pub struct CubiesTables {
    /// Each move as cubies, by its index.
    pub turns: [Cubies; Move::COUNT],
    /// What is before and after under each symmetry, by its number in [`Symmetry::all`].
    pub symmetries: [Around<Cubies>; SYMMETRIES],
}

impl CubiesTables {
    /// The tables, made on first use.
    #[inline]
    pub fn get() -> &'static CubiesTables {
        static TABLES: LazyLock<CubiesTables> = LazyLock::new(|| {
            let all: [Symmetry; SYMMETRIES] = Symmetry::all().try_into().expect("there are 48");
            CubiesTables {
                turns: std::array::from_fn(|m| Cubies::from(&Cube::SOLVED.turn(Move::from_index(m)))),
                symmetries: all.each_ref().map(Around::of),
            }
        });
        &TABLES
    }
}

impl From<&Cube> for Cubies {
    fn from(cube: &Cube) -> Cubies {
        let mut cubies = Cubies::SOLVED;
        for (i, from) in EDGE_ORDER.into_iter().enumerate() {
            cubies.0[i] = EDGE_NUMBERS[usize::from(cube.edge_perm[from])] + TURNED * cube.edge_ori[from];
        }
        for (i, from) in CORNER_ORDER.into_iter().enumerate() {
            let corner = CORNER_NUMBERS[usize::from(cube.corner_perm[from])];
            cubies.0[CORNERS + i] = corner + TURNED * cube.corner_ori[from];
        }
        cubies
    }
}

impl From<&Cubies> for Cube {
    fn from(cubies: &Cubies) -> Cube {
        let mut cube = Cube::SOLVED;
        for (i, at) in EDGE_ORDER.into_iter().enumerate() {
            cube.pieces_mut().edge_perm[at] = EDGE_ORDER[usize::from(cubies.0[i] % TURNED)] as u8;
            cube.pieces_mut().edge_ori[at] = cubies.0[i] / TURNED;
        }
        for (i, at) in CORNER_ORDER.into_iter().enumerate() {
            cube.pieces_mut().corner_perm[at] =
                CORNER_ORDER[usize::from(cubies.0[CORNERS + i] % TURNED)] as u8;
            cube.pieces_mut().corner_ori[at] = cubies.0[CORNERS + i] / TURNED;
        }
        cube
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::processor::{Plain, Processor, on_each_processor};
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn moves_and_inverses_are_those_of_cubes() {
        fn check(processor: impl Processor) {
            let mut random = Random::new(101);
            for _ in 0..1000 {
                let (cube, other) = (random.cube(), random.cube());
                let [cubies, other_cubies] = [&cube, &other].map(Cubies::from);
                assert_eq!(Cube::from(&cubies), cube);
                assert_eq!(processor.then(&cubies, &other_cubies), Cubies::from(&cube.then(&other)));
                let inverse = Cubies::from(&cube.inverse());
                assert!(processor.then(&cubies, &inverse).is_solved());
                assert_eq!(Cubies::unturned_inverse(&cube), inverse.unturned());
                for mv in Move::all() {
                    let turned = processor.then(&cubies, &CubiesTables::get().turns[mv.index()]);
                    assert_eq!(turned, Cubies::from(&cube.turn(mv)));
                }
            }
        }
        on_each_processor!(processor => check(processor));
    }

    #[test]
    fn conjugates_are_those_of_cubes() {
        fn check(processor: impl Processor) {
            let none = Cubies::SOLVED.edges();
            let mut random = Random::new(102);
            for cube in (0..100).map(|_| random.cube()) {
                let cubies = Cubies::from(&cube);
                for (symmetry, around) in Symmetry::all().iter().zip(&CubiesTables::get().symmetries) {
                    let image = Cubies::from(&symmetry.conjugate(&cube));
                    let Around { before, after } = around.edges();
                    let marks = processor.marks(&before, &cubies.edges(), &after);
                    assert_eq!(marks, Plain.marks(&none, &image.edges(), &none));
                    let unturned = processor.conjugate_unturned(&cubies.unturned(), &around.unturned());
                    assert_eq!(unturned, image.unturned());
                }
            }
        }
        on_each_processor!(processor => check(processor));
    }

    #[test]
    fn half_turns_keep_slices_tetrads_and_orientations() {
        let none = Cubies::SOLVED.edges();
        let orbits = |cubies: &Cubies| {
            (Plain.marks(&none, &cubies.edges(), &none), cubies.corners() & 0x3131_3131_3131_3131)
        };
        for mv in Move::all() {
            let turned = CubiesTables::get().turns[mv.index()];
            assert_eq!(orbits(&turned) == orbits(&Cubies::SOLVED), mv.turns() == 2, "{mv}");
        }
    }
}
