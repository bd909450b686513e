//! The distance of every code of phase 1 from G1, by a complete search.
//!
//! Symmetric codes are equally far, so one row for each class of flips and slices
//! ([`FlipSlice`]) is enough, of a byte a twist: 64,430 · 2187 bytes instead of
//! 2,217,093,120. Level by level, each row looks for its members of the next level in the 18
//! rows that moves lead to. A row writes nothing but itself and reads nothing of others but
//! which of their twists are in the last level, so threads need not agree on anything. And as
//! every entry is found on its own account, classes that some symmetry leaves in place, of
//! whose twists several are then equivalent, need no care.

use rayon::prelude::*;

use crate::coord::conjugates::{Conjugates, SYMMETRIES, move_places, symmetries};
use crate::coord::flip_slice::{self, CLASSES, FlipSlice};
use crate::coord::phase1::{CODES, PHASE1_MOVES, Phase1, Phase1Moves};
use crate::coord::{Coordinate, twist::Twist};
use crate::progress::{Cancelled, Progress};

/// The entry of a twist that has not been reached; distances are smaller.
const UNREACHED: u8 = u8::MAX;

const MOVES: usize = PHASE1_MOVES.len();

/// How far every code of phase 1 is from G1 (HTM).
pub struct Phase1Distances {
    classes: FlipSlice,
    maps: TwistMaps,
    /// [`Twist::SIZE`] entries a class: the distance of the representative with each twist.
    rows: Vec<u8>,
    histogram: Vec<u64>,
}

impl Phase1Distances {
    /// About how many bytes of memory [`Phase1Distances::search`] takes at most.
    pub const BYTES: u64 = (CLASSES * (Twist::SIZE + 2 * size_of::<TwistSet>())) as u64 + (32 << 20);

    /// Searches on all threads of the current `rayon` pool.
    ///
    /// # Errors
    /// [`Cancelled`], when asked to stop.
    pub fn search(progress: &dyn Progress) -> Result<Phase1Distances, Cancelled> {
        let step = "counting phase 1";
        progress.step(step, 0, CODES)?;
        let mut distances = Phase1Distances {
            classes: FlipSlice::new(),
            maps: TwistMaps::new(),
            rows: vec![UNREACHED; CLASSES * Twist::SIZE],
            histogram: Vec::new(),
        };
        let mut level = distances.first_level();
        loop {
            let count = distances.count(&level);
            if count == 0 {
                return Ok(distances);
            }
            distances.histogram.push(count);
            progress.step(step, distances.histogram.iter().sum(), CODES)?;
            level = distances.next_level(&level);
        }
    }

    /// How many codes are 0, 1, 2, … moves from G1.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The number of moves from a position to G1: 0 … 12.
    #[inline]
    pub fn of(&self, at: Phase1) -> u8 {
        let pair = flip_slice::pair(at);
        let twist = self.maps.conjugate(self.classes.symmetry(pair), at.twist);
        self.rows[self.classes.class(pair) * Twist::SIZE + usize::from(twist)]
    }

    /// The twists of each class that are in the level of G1 itself.
    fn first_level(&mut self) -> Vec<TwistSet> {
        let mut level = vec![TwistSet::default(); CLASSES];
        level[0].insert(0);
        self.rows[0] = 0;
        level
    }

    /// The twists of each class that are one move farther than the last level.
    fn next_level(&mut self, last: &[TwistSet]) -> Vec<TwistSet> {
        let expansion = Expansion { classes: &self.classes, maps: &self.maps, last };
        let depth = self.histogram.len() as u8;
        let rows = self.rows.par_chunks_exact_mut(Twist::SIZE).enumerate();
        rows.map(|(class, row)| expansion.expand(class, depth, row)).collect()
    }

    /// How many codes the twists of a level stand for: each pair of a class has as many.
    fn count(&self, level: &[TwistSet]) -> u64 {
        let codes = |(class, set): (usize, &TwistSet)| u64::from(self.classes.size(class)) * set.len() as u64;
        level.iter().enumerate().map(codes).sum()
    }
}

/// A set of twists.
#[derive(Clone)]
struct TwistSet {
    words: [u64; Twist::SIZE.div_ceil(64)],
    len: u16,
}

impl Default for TwistSet {
    fn default() -> TwistSet {
        TwistSet { words: [0; _], len: 0 }
    }
}

impl TwistSet {
    fn len(&self) -> usize {
        self.len.into()
    }

    #[inline]
    fn contains(&self, twist: u16) -> bool {
        self.words[usize::from(twist / 64)] >> (twist % 64) & 1 == 1
    }

    /// Adds a twist that is not there yet.
    #[inline]
    fn insert(&mut self, twist: usize) {
        self.words[twist / 64] |= 1 << (twist % 64);
        self.len += 1;
    }

    #[inline]
    fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (i, &word) in self.words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                visit(i * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

/// What a move and then a symmetry do to each twist.
struct TwistMaps {
    /// [`Twist::SIZE`] twists for each symmetry.
    conjugates: Vec<u16>,
    /// [`Twist::SIZE`] twists for each map, `move · 16 + symmetry`.
    maps: Vec<u16>,
    /// The number of the map that undoes each one.
    inverses: Vec<u16>,
}

impl TwistMaps {
    fn new() -> TwistMaps {
        let table = &Phase1Moves::get().twist;
        let twists = Conjugates::new(Twist::SIZE, |twist, m| table.turn(twist as u16, m).into());
        let images = symmetries().map(|symmetry| twists.under(&symmetry));
        let map = |m: usize, s: usize| table.column(m).into_iter().map(move |twist| (twist, s));
        let maps = numbers().flat_map(|(m, s)| map(m, s));
        TwistMaps {
            conjugates: images.iter().flatten().map(|&twist| twist as u16).collect(),
            maps: maps.map(|(twist, s)| images[s][usize::from(twist)] as u16).collect(),
            inverses: inverses(),
        }
    }

    #[inline]
    fn conjugate(&self, symmetry: usize, twist: u16) -> u16 {
        self.conjugates[symmetry * Twist::SIZE + usize::from(twist)]
    }

    #[inline]
    fn map(&self, number: usize) -> &[u16] {
        &self.maps[number * Twist::SIZE..][..Twist::SIZE]
    }

    #[inline]
    fn inverse(&self, number: usize) -> &[u16] {
        self.map(self.inverses[number].into())
    }
}

/// The moves and symmetries of all maps in order.
fn numbers() -> impl Iterator<Item = (usize, usize)> {
    (0..MOVES).flat_map(|m| (0..SYMMETRIES).map(move |s| (m, s)))
}

/// The map that undoes a move m and then a symmetry s: the inverse of what m looks like
/// after s, and then the inverse of s.
fn inverses() -> Vec<u16> {
    let symmetries = symmetries();
    let places = symmetries.map(|symmetry| move_places(&symmetry));
    let undoing = symmetries.map(|symmetry| symmetries.iter().position(|&other| other == symmetry.inverse()));
    let inverse = |(m, s): (usize, usize)| {
        let undone = PHASE1_MOVES[usize::from(places[s][m])].inverse().index();
        (undone * SYMMETRIES + undoing[s].expect("they are a group")) as u16
    };
    numbers().map(inverse).collect()
}

/// A row that a move leads to.
struct Neighbour<'a> {
    last: &'a TwistSet,
    /// The number of the map from twists here to twists there.
    map: usize,
}

/// One step of the breadth-first search.
struct Expansion<'a> {
    classes: &'a FlipSlice,
    maps: &'a TwistMaps,
    last: &'a [TwistSet],
}

impl Expansion<'_> {
    /// Enters the members of the next level into a row.
    fn expand(&self, class: usize, depth: u8, row: &mut [u8]) -> TwistSet {
        let mut found = TwistSet::default();
        let neighbours: [_; MOVES] = std::array::from_fn(|m| self.neighbour(class, m));
        let arriving: usize = neighbours.iter().map(|neighbour| neighbour.last.len()).sum();
        let unreached = row.iter().filter(|&&entry| entry == UNREACHED).count();
        if arriving < unreached {
            self.receive(&neighbours, depth, row, &mut found);
        } else {
            self.look_around(&neighbours, depth, row, &mut found);
        }
        found
    }

    fn neighbour(&self, class: usize, m: usize) -> Neighbour<'_> {
        let pair = flip_slice::turn(self.classes.representative(class), m);
        let map = m * SYMMETRIES + self.classes.symmetry(pair);
        Neighbour { last: &self.last[self.classes.class(pair)], map }
    }

    /// Goes back from each member of the last level in the neighbours.
    fn receive(&self, neighbours: &[Neighbour], depth: u8, row: &mut [u8], found: &mut TwistSet) {
        for neighbour in neighbours.iter().filter(|neighbour| neighbour.last.len() > 0) {
            let back = self.maps.inverse(neighbour.map);
            neighbour.last.for_each(|twist| {
                let twist = usize::from(back[twist]);
                if row[twist] == UNREACHED {
                    row[twist] = depth;
                    found.insert(twist);
                }
            });
        }
    }

    /// Tries the moves of each twist not reached until one leads to the last level.
    fn look_around(&self, neighbours: &[Neighbour], depth: u8, row: &mut [u8], found: &mut TwistSet) {
        let ways: [_; MOVES] =
            std::array::from_fn(|m| (neighbours[m].last, self.maps.map(neighbours[m].map)));
        for (twist, entry) in row.iter_mut().enumerate().filter(|(_, entry)| **entry == UNREACHED) {
            if ways.iter().any(|(last, map)| last.contains(map[twist])) {
                *entry = depth;
                found.insert(twist);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_and_their_inverses_undo_each_other() {
        let maps = TwistMaps::new();
        for number in 0..MOVES * SYMMETRIES {
            let back = maps.inverse(number);
            let there = maps.map(number).iter().enumerate();
            assert!(there.into_iter().all(|(twist, &image)| usize::from(back[usize::from(image)]) == twist));
        }
    }

    #[test]
    fn sets_give_back_what_was_put_in() {
        let mut set = TwistSet::default();
        let members = [0, 63, 64, 1000, Twist::SIZE - 1];
        members.iter().for_each(|&twist| set.insert(twist));
        let mut seen = Vec::new();
        set.for_each(|twist| seen.push(twist));
        assert_eq!((seen.as_slice(), set.len()), (&members[..], members.len()));
        assert!((0..Twist::SIZE).all(|twist| set.contains(twist as u16) == members.contains(&twist)));
    }
}
