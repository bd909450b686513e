//! Places of phase-1 codes in a complete table: codes up to symmetry.

use std::sync::LazyLock;

use super::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use super::prefetch::prefetch;
use super::symmetry::{Classes, Conjugates, SYMMETRIES, Symmetries};
use super::{Coordinate, flip::Flip, slice::Slice, twist::Twist};

/// The number of pairs of a flip and a slice.
pub const FLIP_SLICES: usize = Flip::SIZE * Slice::SIZE;

/// The number of classes of pairs.
pub const CLASSES: usize = 64_430;

/// The number of places.
pub const SIZE: usize = CLASSES * Twist::SIZE;

/// A *pair* is `flip · 495 + slice`, 0 … 1,013,759: a code of [`Phase1`] without the twist.
/// Pairs that the 16 symmetries which keep the U/D axis carry to each other are a class;
/// there are 64,430 (the symmetry coordinate of Kociemba's phase 1; the numbering is ours).
/// The place of a code is `class · 2187 + twist`, the twist as it is after the symmetry that
/// carries the pair to the representative of its class: 0 … 140,908,409. Codes that share
/// a place are equally far from G1.
///
/// Flip alone has no classes: a quarter turn of the whole cube changes what counts as
/// flipped for the edges of the middle layer, wherever they are.
pub struct SymPhase1Tables {
    /// Of pairs.
    pub classes: Classes,
    /// How symmetries go with each other and with [`PHASE1_MOVES`].
    pub symmetries: Symmetries,
    moves: &'static Phase1Moves,
    /// [`Twist::SIZE`] conjugates for each symmetry.
    twists: Vec<u16>,
    /// Where each move leads from each representative.
    neighbours: Vec<Neighbours>,
}

const MOVES: usize = PHASE1_MOVES.len();

/// Where the moves lead from the representative of a class. One line of the cache: three
/// times `class · 16 + symmetry` of 20 bits in a word.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Neighbours([u64; MOVES / 3]);

impl Neighbours {
    fn new(neighbour: impl Fn(usize) -> (usize, usize)) -> Neighbours {
        let mut neighbours = Neighbours::default();
        for m in 0..MOVES {
            let (class, symmetry) = neighbour(m);
            neighbours.0[m / 3] |= ((class * SYMMETRIES + symmetry) as u64) << (m % 3 * 20);
        }
        neighbours
    }

    /// The class and the symmetry after a move.
    #[inline]
    fn get(&self, m: usize) -> (u16, usize) {
        let there = (self.0[m / 3] >> (m % 3 * 20)) as usize;
        ((there / SYMMETRIES) as u16, there % SYMMETRIES)
    }
}

/// A position of phase 1 as a place, and the symmetry that carries the position to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymPhase1 {
    /// Of the pair.
    pub class: u16,
    /// After the symmetry.
    pub twist: u16,
    /// The place among [`symmetries`](super::symmetry::symmetries) of one that carries the
    /// position to the representative of its class. Where several do, it depends on the way here.
    pub symmetry: u8,
}

impl SymPhase1 {
    /// Below [`SIZE`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.class) * Twist::SIZE + usize::from(self.twist)
    }
}

/// The pair of a position.
#[inline]
pub fn flip_slice(at: Phase1) -> u32 {
    u32::from(at.flip) * Slice::SIZE as u32 + u32::from(at.slice)
}

/// The pair after the move at place `m` of [`PHASE1_MOVES`].
fn turn(pair: u32, m: usize) -> u32 {
    let tables = Phase1Moves::get();
    let at = Phase1::from_code(pair);
    self::flip_slice(Phase1 {
        twist: 0,
        flip: tables.flip.turn(at.flip, m),
        slice: tables.slice.turn(at.slice, m),
    })
}

impl SymPhase1Tables {
    /// The classes and conjugates, made on first use in about a tenth of a second.
    pub fn get() -> &'static SymPhase1Tables {
        static TABLES: LazyLock<SymPhase1Tables> = LazyLock::new(|| {
            let table = &Phase1Moves::get().twist;
            let twists =
                Conjugates::new(Twist::SIZE, &PHASE1_MOVES, |twist, m| table.turn(twist as u16, m).into());
            let pairs = Conjugates::new(FLIP_SLICES, &PHASE1_MOVES, turn);
            let classes = pairs.classes();
            let neighbour = |class, m| {
                let pair = turn(classes.representative(class), m);
                (classes.of(pair), classes.symmetry(pair))
            };
            let neighbours =
                (0..classes.len()).map(|class| Neighbours::new(|m| neighbour(class, m))).collect();
            SymPhase1Tables {
                moves: Phase1Moves::get(),
                classes,
                symmetries: Symmetries::new(&PHASE1_MOVES),
                twists: twists.table(),
                neighbours,
            }
        });
        &TABLES
    }

    /// The place of a position.
    #[inline]
    pub fn reduce(&self, at: Phase1) -> SymPhase1 {
        let pair = flip_slice(at);
        let symmetry = self.classes.symmetry(pair);
        let twist = self.conjugate_twists(symmetry)[usize::from(at.twist)];
        SymPhase1 { class: self.classes.of(pair) as u16, twist, symmetry: symmetry as u8 }
    }

    /// The places after all moves, each as it looks after the symmetry of this place: the move
    /// at place m of [`PHASE1_MOVES`] leads to number [`Symmetries::turn`] of them.
    #[inline]
    pub fn neighbours(&self, at: SymPhase1) -> impl Iterator<Item = SymPhase1> {
        (0..MOVES).map(move |number| self.neighbour(at, number))
    }

    /// The class to which a move leads from the representative of a class, and the symmetry that
    /// carries what is there to the representative of that class.
    #[inline]
    pub fn class_neighbour(&self, class: usize, m: usize) -> (usize, usize) {
        let (there, symmetry) = self.neighbours[class].get(m);
        (there.into(), symmetry)
    }

    /// One of the places [`SymPhase1Tables::around`].
    #[inline]
    pub fn neighbour(&self, at: SymPhase1, number: usize) -> SymPhase1 {
        let (class, symmetry) = self.neighbours[usize::from(at.class)].get(number);
        let twist = self.moves.twist.turn(at.twist, number);
        SymPhase1 {
            class,
            twist: self.conjugate_twists(symmetry)[usize::from(twist)],
            symmetry: self.symmetries.then(at.symmetry.into(), symmetry) as u8,
        }
    }

    /// Asks the memory for what [`SymPhase1Tables::beside`] will read.
    #[inline]
    pub fn prefetch(&self, at: SymPhase1) {
        prefetch(&self.neighbours, at.class.into());
    }

    /// The place with this number, below [`SIZE`].
    pub fn from_index(&self, index: usize) -> SymPhase1 {
        SymPhase1 { class: (index / Twist::SIZE) as u16, twist: (index % Twist::SIZE) as u16, symmetry: 0 }
    }

    /// A code with this place, below [`SIZE`]: the one whose pair represents its class.
    pub fn expand(&self, place: usize) -> Phase1 {
        let pair = self.classes.representative(place / Twist::SIZE);
        Phase1 { twist: (place % Twist::SIZE) as u16, ..Phase1::from_code(pair) }
    }

    /// What each twist becomes under the symmetry at a place of
    /// [`symmetries`](super::symmetry::symmetries).
    pub fn conjugate_twists(&self, symmetry: usize) -> &[u16] {
        &self.twists[symmetry * Twist::SIZE..][..Twist::SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::symmetry::symmetries;
    use crate::cube::random::Random;

    #[test]
    fn there_are_64430_classes_of_all_pairs() {
        let classes = &SymPhase1Tables::get().classes;
        assert_eq!(classes.len(), CLASSES);
        let sizes = || (0..CLASSES).map(|class| classes.size(class));
        assert_eq!(sizes().map(usize::from).sum::<usize>(), FLIP_SLICES);
        assert!(sizes().all(|size| 16 % size == 0));
        assert_eq!((classes.representative(0), classes.size(0)), (0, 1));
    }

    #[test]
    fn the_symmetry_carries_a_cube_to_the_representative() {
        let (classes, symmetries) = (&SymPhase1Tables::get().classes, symmetries());
        let mut random = Random::new(42);
        for cube in (0..2000).map(|_| random.cube()) {
            let here = flip_slice(Phase1::of(&cube));
            let class = classes.of(here);
            let images = symmetries.map(|symmetry| flip_slice(Phase1::of(&symmetry.conjugate(&cube))));
            assert_eq!(images[classes.symmetry(here)], classes.representative(class));
            assert_eq!(images.iter().min(), Some(&classes.representative(class)));
            assert!(images.iter().all(|&image| classes.of(image) == class));
        }
    }

    #[test]
    fn a_place_holds_the_twist_of_the_representative() {
        let (places, symmetries) = (SymPhase1Tables::get(), symmetries());
        let mut random = Random::new(46);
        for cube in (0..2000).map(|_| random.cube()) {
            let at = Phase1::of(&cube);
            let image = Phase1::of(&symmetries[places.classes.symmetry(flip_slice(at))].conjugate(&cube));
            let place = places.reduce(at);
            assert_eq!(places.classes.representative(place.class.into()), flip_slice(image));
            assert_eq!(place.twist, image.twist);
        }
    }

    #[test]
    fn positions_have_their_places() {
        let places = SymPhase1Tables::get();
        let mut random = Random::new(49);
        for place in (0..2000).map(|_| random.below(SIZE as u64) as usize) {
            assert_eq!(places.reduce(places.expand(place)).index(), place);
        }
    }

    #[test]
    fn places_turn_like_cubes() {
        let places = SymPhase1Tables::get();
        let mut random = Random::new(52);
        let mut cube = random.cube();
        let mut here = places.reduce(Phase1::of(&cube));
        for _ in 0..5000 {
            let around: Vec<SymPhase1> = places.neighbours(here).collect();
            for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
                let there = places.reduce(Phase1::of(&cube.turn(mv)));
                let number = places.symmetries.turn(here.symmetry.into(), m);
                assert_eq!(around[number], places.neighbour(here, number));
                assert_eq!(around[number].class, there.class);
                let symmetry = symmetries()[usize::from(around[number].symmetry)];
                let image = Phase1::of(&symmetry.conjugate(&cube.turn(mv)));
                assert_eq!(
                    (around[number].twist, flip_slice(image)),
                    (image.twist, places.classes.representative(there.class.into()))
                );
            }
            let m = random.below(18) as usize;
            here = around[places.symmetries.turn(here.symmetry.into(), m)];
            cube = cube.turn(PHASE1_MOVES[m]);
        }
    }

    #[test]
    fn pairs_turn_like_cubes() {
        let mut random = Random::new(43);
        for cube in (0..500).map(|_| random.cube()) {
            for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
                assert_eq!(turn(flip_slice(Phase1::of(&cube)), m), flip_slice(Phase1::of(&cube.turn(mv))));
            }
        }
    }
}
