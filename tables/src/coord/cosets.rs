//! Positions up to what half turns can do to them and to symmetry, in keys of 47 bits: the coset of which the filter
//! of the optimal solver knows how far it is from solved.
//!
//! H is the group of all positions whose corners are untwisted and within their tetrad, and whose edges are unflipped and
//! within their slice. It contains all half turns, and all 48 symmetries keep it. A coset H·x is the position x without the
//! identity of cubies within an orbit: 70 · 2187 · 34,650 · 2048 ≈ 1.086·10¹³ cosets. The 48 symmetries of the cube put the
//! corners' part into 3,393 classes. Source: S. Tronto's nissy, whose solvers "H48" have the same coset with fewer flips.

use std::sync::LazyLock;

use super::cubies::{Around, CornersOfMoves, Cubies, CubiesTables, Edges, SYMMETRIES, SixCorners};
use super::processor::{Plain, Processor};
use cubebatch_cube::cube::Move;
use cubebatch_cube::cube::symmetry::Symmetry;

/// Ways in which the tetrads can stand.
const TETRADS: usize = 70;

/// Cosets of corners: the ways of their tetrads, and their twists.
pub const CORNER_COSETS: usize = TETRADS * 2187;

/// Their classes up to symmetry.
pub const CORNER_CLASSES: usize = 3393;

/// Bits of a symmetry's number.
const SYMMETRY_BITS: u32 = 6;

/// Bits of the edges in a key: two of the slice, and the flips of all edges but the last, which follows from them.
pub const EDGE_BITS: u32 = 12 + 12 + 11;

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
    /// For each coset `class · 64 + symmetry`: the first symmetry that carries it to the least coset of its class. The highest
    /// bit is set if other symmetries do so, too.
    reduced: Box<[u32; CORNER_COSETS]>,
    /// For each class the symmetries that keep its least coset, the identity first.
    keeping: Vec<Vec<u8>>,
    /// What the symmetries do to edges.
    symmetries: PerSymmetry<Around<Edges>>,
    /// The corners after a quarter turn of each face.
    quarter_turns: SixCorners,
    /// What comes before the edges that are behind a quarter turn of each face.
    behind: [PerSymmetry<Edges>; 6],
    /// The corners after each move.
    moves: CornersOfMoves,
    /// What comes after the edges that are ahead of each move.
    ahead: [PerSymmetry<Edges>; Move::COUNT],
}

/// A value for each symmetry, and more values, so that any number of [`SYMMETRY_BITS`] bits is an index.
type PerSymmetry<T> = [T; 1 << SYMMETRY_BITS];

/// The bit of a reduced coset that is set if other symmetries reduce it, too.
const SELF_SYMMETRIC: u32 = 1 << 31;

impl CornerCosets {
    /// The tables, made on first use.
    #[inline]
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
        let CubiesTables { turns, symmetries } = CubiesTables::get();
        let symmetries: PerSymmetry<Around<Cubies>> =
            std::array::from_fn(|number| symmetries[number % SYMMETRIES]);
        let quarter_turns = [0, 3, 6, 9, 12, 15].map(|clockwise: usize| &turns[clockwise]);
        let behind = quarter_turns.map(|turn| symmetries.map(|of| Plain.then(&of.before, turn).edges()));
        let ahead = turns.each_ref().map(|turn| symmetries.map(|of| Plain.then(turn, &of.after).edges()));
        let mut cosets = CornerCosets {
            twists_of_four,
            twists_of_three,
            tetrads,
            reduced: boxed(u32::MAX),
            keeping: Vec::new(),
            symmetries: symmetries.map(|of| of.edges()),
            quarter_turns: SixCorners::of(quarter_turns),
            behind,
            moves: CornersOfMoves::of(turns),
            ahead,
        };
        cosets.find_classes();
        cosets
    }

    fn find_classes(&mut self) {
        let conjugates = self.conjugates();
        let conjugate = |symmetry: usize, coset: usize| conjugates[symmetry][coset];
        for coset in 0..CORNER_COSETS {
            if self.reduced[coset] != u32::MAX {
                continue;
            }
            let class = self.keeping.len() as u32;
            let keeps = |&symmetry: &u8| conjugate(symmetry.into(), coset) == coset as u32;
            let keeping: Vec<u8> = (0..SYMMETRIES as u8).filter(keeps).collect();
            let several = if keeping.len() > 1 { SELF_SYMMETRIC } else { 0 };
            self.keeping.push(keeping);
            // What carries this one there, undone, carries that one here.
            let undone = undone();
            for symmetry in (0..SYMMETRIES).rev() {
                let there = conjugate(undone[symmetry], coset) as usize;
                self.reduced[there] = several | class << SYMMETRY_BITS | symmetry as u32;
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
        // Seven corners; the twist of the last one follows from them.
        let (twists, odd) = processor.twists_and_tetrads(corners);
        let (four, three) =
            (twists % self.twists_of_four.len(), twists >> 8 & (self.twists_of_three.len() - 1));
        (self.twists_of_four[four] + self.twists_of_three[three]) as usize
            + usize::from(self.tetrads[odd % self.tetrads.len()])
    }

    /// The class of a coset, and the first symmetry that carries it to the class's least coset; and whether others do.
    #[inline]
    fn carried(&self, coset: usize) -> (usize, usize, bool) {
        let reduced = self.reduced[coset];
        let (class, symmetry) =
            ((reduced & !SELF_SYMMETRIC) >> SYMMETRY_BITS, reduced % (1 << SYMMETRY_BITS));
        (class as usize, symmetry as usize, reduced & SELF_SYMMETRIC != 0)
    }

    /// The class of a coset, and the first symmetry that carries it to the class's least coset.
    #[inline]
    pub fn reduce(&self, coset: usize) -> (usize, usize) {
        let (class, symmetry, _) = self.carried(coset);
        (class, symmetry)
    }

    /// The other symmetries that carry a coset to the least one of its class, from the first one on.
    fn others(&self, class: usize, symmetry: usize) -> impl Iterator<Item = usize> {
        self.keeping[class][1..].iter().map(move |&keeping| products()[symmetry][usize::from(keeping)].into())
    }

    /// A key of a position's coset up to symmetry.
    #[inline]
    pub fn key(&self, processor: impl Processor, cubies: &Cubies) -> CosetKey {
        let (class, symmetry, _) = self.carried(self.of(processor, cubies.corners()));
        let Around { before, after } = &self.symmetries[symmetry];
        key_of(class, processor.marks(before, &cubies.edges(), after))
    }

    /// The keys of the cosets of a quarter turn followed by a position. Both quarter turns of a face lead to the same coset.
    #[inline(always)]
    pub fn behind<P: Processor>(&self, processor: P, cubies: &Cubies) -> Behind<'_, P> {
        let corners = processor.corners_behind(&self.quarter_turns, cubies.corners());
        Behind { cosets: self, processor, corners, edges: cubies.edges() }
    }

    /// The keys of the cosets of a position followed by a move.
    #[inline(always)]
    pub fn ahead<P: Processor>(&self, processor: P, cubies: &Cubies) -> Ahead<'_, P> {
        let corners = processor.corners_ahead(cubies.corners(), &self.moves);
        Ahead { cosets: self, processor, corners, edges: cubies.edges() }
    }

    /// All keys of a position's coset up to symmetry, each at least once: those of all positions that are symmetric to it.
    pub fn keys(&self, processor: impl Processor, cubies: &Cubies) -> impl Iterator<Item = CosetKey> {
        let (class, symmetry, _) = self.carried(self.of(processor, cubies.corners()));
        let edges = cubies.edges();
        std::iter::once(symmetry).chain(self.others(class, symmetry)).map(move |symmetry| {
            let Around { before, after } = &self.symmetries[symmetry];
            key_of(class, processor.marks(before, &edges, after))
        })
    }
}

/// A position behind quarter turns.
pub struct Behind<'a, P> {
    cosets: &'a CornerCosets,
    processor: P,
    corners: [u64; 6],
    edges: Edges,
}

impl<P: Processor> Behind<'_, P> {
    /// A key of the coset of a quarter turn of a face, by the face's number, and then the position, as [`CornerCosets::key`]
    /// gives it.
    #[inline(always)]
    pub fn key(&self, face: usize) -> CosetKey {
        let Behind { cosets, processor, corners, edges } = self;
        let (class, symmetry) = cosets.reduce(cosets.of(*processor, corners[face]));
        let before = &cosets.behind[face][symmetry];
        key_of(class, processor.marks(before, edges, &cosets.symmetries[symmetry].after))
    }
}

/// A position ahead of moves.
pub struct Ahead<'a, P> {
    cosets: &'a CornerCosets,
    processor: P,
    corners: [u64; Move::COUNT],
    edges: Edges,
}

impl<P: Processor> Ahead<'_, P> {
    /// Hands on all keys of the coset of the position and then a move, as [`CornerCosets::keys`] gives them.
    #[inline(always)]
    pub fn keys(&self, mv: Move, mut hand_on: impl FnMut(CosetKey)) {
        let Ahead { cosets, processor, corners, edges } = self;
        let (class, symmetry, several) = cosets.carried(cosets.of(*processor, corners[mv.index()]));
        let key = |symmetry: usize| {
            let before = &cosets.symmetries[symmetry].before;
            key_of(class, processor.marks(before, edges, &cosets.ahead[mv.index()][symmetry]))
        };
        hand_on(key(symmetry));
        if several {
            cosets.others(class, symmetry).for_each(|symmetry| hand_on(key(symmetry)));
        }
    }
}

/// For each coset the same value.
fn boxed(value: u32) -> Box<[u32; CORNER_COSETS]> {
    vec![value; CORNER_COSETS].try_into().expect("it has this length")
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
    use crate::coord::processor::on_each_processor;
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;

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

    #[test]
    fn keys_behind_and_ahead_of_turns_are_those_of_the_turned_positions() {
        fn check(processor: impl Processor) {
            let (cosets, turns) = (CornerCosets::get(), &CubiesTables::get().turns);
            let mut random = Random::new(112);
            for _ in 0..1000 {
                let cubies = Cubies::from(&random.cube());
                let behind = cosets.behind(processor, &cubies);
                for face in 0..6 {
                    let whole = cosets.key(processor, &processor.then(&turns[3 * face], &cubies));
                    assert_eq!(behind.key(face), whole);
                    let other = processor.then(&turns[3 * face + 2], &cubies);
                    assert!(cosets.keys(processor, &other).any(|key| key == whole));
                }
                // Some solved corners, so that classes are self-symmetric.
                let few =
                    processor.then(&turns[random.below(18) as usize], &turns[random.below(18) as usize]);
                for cubies in [cubies, few] {
                    let ahead = cosets.ahead(processor, &cubies);
                    for mv in Move::all() {
                        let mut keys = Vec::new();
                        ahead.keys(mv, |key| keys.push(key));
                        let there = processor.then(&cubies, &turns[mv.index()]);
                        assert!(keys == cosets.keys(processor, &there).collect::<Vec<_>>());
                    }
                }
            }
        }
        on_each_processor!(processor => check(processor));
    }

    /// What of a position half turns leave as it is.
    fn coset(cubies: &Cubies) -> (usize, [u32; 3]) {
        let none = Cubies::SOLVED.edges();
        (CornerCosets::get().of(Plain, cubies.corners()), Plain.marks(&none, &cubies.edges(), &none))
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
