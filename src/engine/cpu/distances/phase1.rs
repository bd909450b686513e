//! The distance of every code of phase 1 from G1, by a complete search.
//!
//! Symmetric codes are equally far, so one row for each class of flips and slices
//! ([`Phase1Places`]) is enough, of a byte a twist: 64,430 · 2187 bytes instead of
//! 2,217,093,120. Level by level, each row looks for its members of the next level in the 18
//! rows that moves lead to. A row writes nothing but itself and reads nothing of others but
//! which of their twists are in the last level, so threads need not agree on anything. And as
//! every entry is found on its own account, classes that some symmetry leaves in place, of
//! whose twists several are then equivalent, need no care.

use rayon::prelude::*;

use crate::coord::conjugates::{SYMMETRIES, move_places, symmetries};
use crate::coord::phase1::{CODES, PHASE1_MOVES, Phase1Moves};
use crate::coord::phase1_places::{self, CLASSES, PLACES, Phase1Places};
use crate::coord::{Coordinate, twist::Twist};
use crate::progress::{Cancelled, Progress};
use crate::table::{Distances, Phase, Phase1Entry};

/// The entry of a twist that has not been reached; distances are smaller.
const UNREACHED: u8 = u8::MAX;

const MOVES: usize = PHASE1_MOVES.len();

/// About how many bytes of memory [`search`] takes at most.
pub const BYTES: u64 = (PLACES + Phase::One.bytes()) as u64 + (48 << 20);

/// How far every code is from G1; on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(progress: &dyn Progress) -> Result<Distances, Cancelled> {
    let step = "searching phase 1";
    progress.step(step, 0, CODES)?;
    let places = Phase1Places::get();
    let maps = TwistMaps::new(places);
    let mut rows = vec![UNREACHED; PLACES];
    let mut level = first_level(&mut rows);
    let mut histogram = Vec::new();
    loop {
        let count = count(places, &level);
        if count == 0 {
            progress.step("marking the ways of phase 1", 0, 1)?;
            return Ok(Distances::new(Phase::One, ways(places, &maps, &rows), histogram));
        }
        histogram.push(count);
        progress.step(step, histogram.iter().sum(), CODES)?;
        let expansion = Expansion { places, maps: &maps, last: &level };
        level = expansion.next_level(histogram.len() as u8, &mut rows);
    }
}

/// The entries: for each twist of each class its distance and the moves that lead nearer.
fn ways(places: &Phase1Places, maps: &TwistMaps, rows: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; Phase::One.bytes()];
    // Two entries of 20 bits are five bytes, so two rows begin and end with whole bytes.
    let row_pairs = bytes.par_chunks_mut(2 * Twist::SIZE * Phase1Entry::BITS / 8);
    row_pairs.zip((0..CLASSES).into_par_iter().step_by(2)).for_each(|(bytes, class)| {
        let entries: Vec<Phase1Entry> =
            (class..class + 2).flat_map(|class| row_of_ways(places, maps, rows, class)).collect();
        for (bytes, pair) in bytes.chunks_exact_mut(5).zip(entries.chunks_exact(2)) {
            let both = u64::from(pair[0].bits()) | u64::from(pair[1].bits()) << Phase1Entry::BITS;
            bytes.copy_from_slice(&both.to_le_bytes()[..5]);
        }
    });
    bytes
}

fn row_of_ways(places: &Phase1Places, maps: &TwistMaps, rows: &[u8], class: usize) -> Vec<Phase1Entry> {
    let row = |class: usize| &rows[class * Twist::SIZE..][..Twist::SIZE];
    let mut nearer = vec![0u32; Twist::SIZE];
    for m in 0..MOVES {
        let (there, map) = neighbour(places, class, m);
        let (there, map) = (row(there), maps.map(map));
        for (twist, nearer) in nearer.iter_mut().enumerate() {
            *nearer |= u32::from(there[usize::from(map[twist])] < row(class)[twist]) << m;
        }
    }
    row(class).iter().zip(nearer).map(|(&distance, nearer)| Phase1Entry::new(distance, nearer)).collect()
}

/// The class to which a move leads from the representative of a class, and the number of the
/// map from twists here to twists there.
fn neighbour(places: &Phase1Places, class: usize, m: usize) -> (usize, usize) {
    let classes = &places.classes;
    let pair = phase1_places::turn(classes.representative(class), m);
    (classes.of(pair), m * SYMMETRIES + classes.symmetry(pair))
}

/// The twists of each class that are in the level of G1 itself.
fn first_level(rows: &mut [u8]) -> Vec<TwistSet> {
    let mut level = vec![TwistSet::default(); CLASSES];
    level[0].insert(0);
    rows[0] = 0;
    level
}

/// How many codes the twists of a level stand for: each pair of a class has as many.
fn count(places: &Phase1Places, level: &[TwistSet]) -> u64 {
    let codes = |(class, set): (usize, &TwistSet)| u64::from(places.classes.size(class)) * set.len() as u64;
    level.iter().enumerate().map(codes).sum()
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
    /// [`Twist::SIZE`] twists for each map, `move · 16 + symmetry`.
    maps: Vec<u16>,
    /// The number of the map that undoes each one.
    inverses: Vec<u16>,
}

impl TwistMaps {
    fn new(places: &Phase1Places) -> TwistMaps {
        let table = &Phase1Moves::get().twist;
        let map = |(m, s)| {
            let conjugates = places.conjugate_twists(s);
            table.column(m).into_iter().map(|twist| conjugates[usize::from(twist)])
        };
        TwistMaps { maps: numbers().flat_map(map).collect(), inverses: inverses() }
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
    let places = symmetries.map(|symmetry| move_places(&PHASE1_MOVES, &symmetry));
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
    places: &'a Phase1Places,
    maps: &'a TwistMaps,
    last: &'a [TwistSet],
}

impl Expansion<'_> {
    /// Enters the twists of each class that are one move farther than the last level.
    fn next_level(&self, depth: u8, rows: &mut [u8]) -> Vec<TwistSet> {
        let rows = rows.par_chunks_exact_mut(Twist::SIZE).enumerate();
        rows.map(|(class, row)| self.expand(class, depth, row)).collect()
    }

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
        let (class, map) = neighbour(self.places, class, m);
        Neighbour { last: &self.last[class], map }
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
        let maps = TwistMaps::new(Phase1Places::get());
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
