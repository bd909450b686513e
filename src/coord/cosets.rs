//! Positions up to what half turns can do to them and to symmetry, in keys of 47 bits: the coset of which the filter
//! of the optimal solver knows how far it is from solved.
//!
//! H is the group of all positions whose corners are untwisted and within their tetrad, and whose edges are unflipped and
//! within their slice. All half turns lie in it, and all 48 symmetries keep it. A coset H·x is what of x is seen without
//! telling cubies of an orbit apart: 70 · 2187 · 34,650 · 2048 ≈ 1.086·10¹³ cosets. The 48 symmetries of the cube make of the
//! corners' part 3,393 classes. Source: S. Tronto's nissy, whose solvers "H48" have the same coset with fewer flips.

use std::sync::LazyLock;

use super::cubies::{Cubies, CubiesTables, Plain, Processor, SYMMETRIES, SymmetryOfEdges};
use crate::cube::Move;
use crate::cube::symmetry::Symmetry;

/// Ways in which the tetrads can stand.
const TETRADS: usize = 70;

/// Cosets of corners: the ways of their tetrads, and their twists.
pub const CORNER_COSETS: usize = TETRADS * 2187;

/// Their classes up to symmetry.
pub const CORNER_CLASSES: usize = 3393;

/// Bits of a symmetry's number.
const SYMMETRY_BITS: u32 = 6;

/// Bits of the edges in a key: two of the slice, and the flip of all but the last one, which the others tell.
const EDGE_BITS: u32 = 12 + 12 + 11;

/// The coset of a position up to symmetry; of a self-symmetric coset of corners, one of its keys. Below 2^47.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CosetKey(pub u64);

/// Corners up to half turns and symmetry.
pub struct CornerCosets {
    /// What four corners add to 70 times the twist, by two bits of each, and what three more do. Small tables stay near the
    /// processor.
    twists_of_four: [u32; 1 << 8],
    twists_of_three: [u32; 1 << 6],
    /// The way of the tetrads, by a bit of each corner.
    tetrads: [u8; 256],
    /// For each coset `class · 64 + symmetry`: the first symmetry that carries it to the least coset of its class.
    reduced: Vec<u32>,
    /// For each class the symmetries that keep its least coset, the identity first.
    keeping: Vec<Vec<u8>>,
    /// What the symmetries do to edges.
    symmetries: [SymmetryOfEdges; SYMMETRIES],
}

impl CornerCosets {
    /// The tables, made on first use.
    pub fn get() -> &'static CornerCosets {
        static COSETS: LazyLock<CornerCosets> = LazyLock::new(CornerCosets::new);
        &COSETS
    }

    fn new() -> CornerCosets {
        let mut tetrads = [0; 256];
        let ways = (0..256usize).filter(|ways| ways.count_ones() == 4);
        ways.zip(0..).for_each(|(way, number)| tetrads[way] = number);
        // Where no corner has three twists; other bits do not occur.
        let twist = |bits: usize| (0..4).rev().fold(0, |twist, i| 3 * twist + (bits >> (2 * i) & 3) as u32);
        let twists_of_four = std::array::from_fn(|bits| twist(bits) * TETRADS as u32);
        let twists_of_three = std::array::from_fn(|bits| 81 * twist(bits) * TETRADS as u32);
        let mut cosets = CornerCosets {
            twists_of_four,
            twists_of_three,
            tetrads,
            reduced: Vec::new(),
            keeping: Vec::new(),
            symmetries: CubiesTables::get().symmetries,
        };
        cosets.find_classes();
        cosets
    }

    fn find_classes(&mut self) {
        let conjugates = self.conjugates();
        let conjugate = |symmetry: usize, coset: usize| conjugates[symmetry][coset];
        self.reduced = vec![u32::MAX; CORNER_COSETS];
        for coset in 0..CORNER_COSETS {
            if self.reduced[coset] != u32::MAX {
                continue;
            }
            let class = self.keeping.len() as u32;
            let keeps = |&symmetry: &u8| conjugate(symmetry.into(), coset) == coset as u32;
            self.keeping.push((0..SYMMETRIES as u8).filter(keeps).collect());
            // What carries this one there, undone, carries that one here.
            let undone = undone();
            for symmetry in (0..SYMMETRIES).rev() {
                let there = conjugate(undone[symmetry], coset) as usize;
                self.reduced[there] = class << SYMMETRY_BITS | symmetry as u32;
            }
        }
    }

    /// For each symmetry what it makes of each coset.
    fn conjugates(&self) -> Vec<Vec<u32>> {
        let turns = &CubiesTables::get().turns;
        // A position of each coset, how it was reached, and where moves lead.
        let mut neighbours = vec![[u32::MAX; Move::COUNT]; CORNER_COSETS];
        let mut reached = vec![(self.of(Plain, Cubies::SOLVED.corners()) as u32, Cubies::SOLVED, 0, 0)];
        let mut is_reached = vec![false; CORNER_COSETS];
        is_reached[reached[0].0 as usize] = true;
        let mut next = 0;
        while next < reached.len() {
            let (coset, cubies, ..) = reached[next];
            for (m, turn) in turns.iter().enumerate() {
                let there = Plain.then(&cubies, turn);
                let coset_there = self.of(Plain, there.corners()) as u32;
                neighbours[coset as usize][m] = coset_there;
                if !std::mem::replace(&mut is_reached[coset_there as usize], true) {
                    reached.push((coset_there, there, coset, m));
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), CORNER_COSETS);
        let of_symmetry = |symmetry: Symmetry| {
            let mut conjugates = vec![reached[0].0; CORNER_COSETS];
            for &(coset, _, before, m) in &reached[1..] {
                let image = symmetry.turn(Move::from_index(m)).index();
                conjugates[coset as usize] = neighbours[conjugates[before as usize] as usize][image];
            }
            conjugates
        };
        Symmetry::all().into_iter().map(of_symmetry).collect()
    }

    /// The coset of corners as [`Cubies::corners`] gives them, below [`CORNER_COSETS`].
    #[inline]
    pub fn of(&self, processor: impl Processor, corners: u64) -> usize {
        // Of seven corners; the others tell the twist of the last one.
        let twists = processor.extract(corners, 0x0030_3030_3030_3030) as usize;
        let (four, three) =
            (twists % self.twists_of_four.len(), twists >> 8 & (self.twists_of_three.len() - 1));
        let odd = processor.extract(corners, 0x0101_0101_0101_0101) as usize % self.tetrads.len();
        (self.twists_of_four[four] + self.twists_of_three[three]) as usize + usize::from(self.tetrads[odd])
    }

    /// The class of a coset, and the first symmetry that carries it to the class's least coset.
    #[inline]
    fn reduce(&self, coset: usize) -> (usize, usize) {
        let reduced = self.reduced[coset] as usize;
        (reduced >> SYMMETRY_BITS, reduced % (1 << SYMMETRY_BITS))
    }

    /// A key of a position's coset up to symmetry.
    #[inline]
    pub fn key(&self, processor: impl Processor, cubies: &Cubies) -> CosetKey {
        let (class, symmetry) = self.reduce(self.of(processor, cubies.corners()));
        let marks = processor.conjugate_marks(&cubies.edges(), &self.symmetries[symmetry]);
        key_of(class, marks)
    }

    /// All keys of a position's coset up to symmetry, each at least once: those of all positions that are symmetric to it.
    pub fn keys(&self, processor: impl Processor, cubies: &Cubies) -> impl Iterator<Item = CosetKey> {
        let (class, symmetry) = self.reduce(self.of(processor, cubies.corners()));
        let edges = cubies.edges();
        self.keeping[class].iter().map(move |&keeping| {
            let whole = products()[symmetry][usize::from(keeping)];
            key_of(class, processor.conjugate_marks(&edges, &self.symmetries[usize::from(whole)]))
        })
    }
}

#[inline]
fn key_of(class: usize, [front, middle, flips]: [u32; 3]) -> CosetKey {
    let edges = u64::from(front) | u64::from(middle) << 12 | u64::from(flips & 0x7ff) << 24;
    CosetKey((class as u64) << EDGE_BITS | edges)
}

/// For each symmetry the one that undoes it.
fn undone() -> &'static [usize; SYMMETRIES] {
    static UNDONE: LazyLock<[usize; SYMMETRIES]> = LazyLock::new(|| {
        let all = Symmetry::all();
        std::array::from_fn(|i| number_of(&all, &all[i].inverse()))
    });
    &UNDONE
}

/// First one symmetry, then the other.
fn products() -> &'static [[u8; SYMMETRIES]; SYMMETRIES] {
    static PRODUCTS: LazyLock<[[u8; SYMMETRIES]; SYMMETRIES]> = LazyLock::new(|| {
        let all = Symmetry::all();
        std::array::from_fn(|i| std::array::from_fn(|j| number_of(&all, &all[i].then(&all[j])) as u8))
    });
    &PRODUCTS
}

fn number_of(all: &[Symmetry], symmetry: &Symmetry) -> usize {
    all.iter().position(|other| other == symmetry).expect("they are a group")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;
    use crate::cube::Cube;
    use crate::cube::random::Random;

    fn keys(cube: &Cube) -> BTreeSet<CosetKey> {
        CornerCosets::get().keys(Plain, &Cubies::from(cube)).collect()
    }

    #[test]
    fn corners_have_as_many_classes_as_published() {
        let cosets = CornerCosets::get();
        assert_eq!(cosets.keeping.len(), CORNER_CLASSES);
        let sizes: usize = cosets.keeping.iter().map(|keeping| SYMMETRIES / keeping.len()).sum();
        assert_eq!(sizes, CORNER_COSETS);
        assert!(cosets.keeping.iter().all(|keeping| keeping[0] == 0));
    }

    #[test]
    fn keys_are_those_of_all_symmetric_positions_and_of_all_that_half_turns_make_of_them() {
        let mut random = Random::new(111);
        let half_turns: Vec<Move> = Move::all().filter(|mv| mv.turns() == 2).collect();
        for round in 0..300 {
            // Near solved more are symmetric.
            let cube = if round < 100 {
                random.cube()
            } else {
                (0..round % 7)
                    .fold(Cube::SOLVED, |cube, _| cube.turn(Move::from_index(random.below(18) as usize)))
            };
            let all = keys(&cube);
            assert!(all.contains(&CornerCosets::get().key(Plain, &Cubies::from(&cube))));
            for symmetry in Symmetry::all() {
                let image = symmetry.conjugate(&cube);
                assert_eq!(keys(&image), all);
                assert!(all.contains(&CornerCosets::get().key(Plain, &Cubies::from(&image))));
            }
            let before = (0..5).fold(Cube::SOLVED, |cube, _| cube.turn(half_turns[random.below(6) as usize]));
            assert_eq!(keys(&before.then(&cube)), all);
            let quarter = Move::from_index(3 * random.below(6) as usize);
            let [clockwise, counter] =
                [quarter, quarter.inverse()].map(|mv| keys(&Cube::SOLVED.turn(mv).then(&cube)));
            assert_eq!(clockwise, counter);
        }
    }

    /// What of a position half turns leave as it is.
    fn coset(cubies: &Cubies) -> (usize, [u32; 3]) {
        let identity = &CubiesTables::get().symmetries[0];
        (CornerCosets::get().of(Plain, cubies.corners()), Plain.conjugate_marks(&cubies.edges(), identity))
    }

    #[test]
    fn levels_have_as_many_classes_and_cosets_as_counted_without_symmetry() {
        let turns = &CubiesTables::get().turns;
        let least = |cubies: &Cubies| CornerCosets::get().keys(Plain, cubies).min().expect("at least one");
        let (mut cosets, mut classes) = (HashSet::new(), HashSet::new());
        let mut level = vec![Cubies::SOLVED];
        cosets.insert(coset(&Cubies::SOLVED));
        classes.insert(least(&Cubies::SOLVED));
        let (mut counts, mut class_counts) = (vec![1], vec![1]);
        for _ in 1..=4 {
            let before = classes.len();
            let there = level.iter().flat_map(|at| turns.iter().map(|turn| Plain.then(at, turn)));
            level = there.filter(|at| cosets.insert(coset(at))).collect();
            classes.extend(level.iter().map(least));
            counts.push(level.len());
            class_counts.push(classes.len() - before);
        }
        // From an independent program.
        assert_eq!(counts, [1, 6, 75, 888, 11_082]);
        assert_eq!(class_counts, [1, 1, 3, 23, 241]);
    }
}
