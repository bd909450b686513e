//! Breadth-first search of positions up to symmetry.
//!
//! There is a row for each class of some coordinates, with a byte for each value of another one.
//! Level by level, each row looks for its members of the next level in the rows that moves lead
//! to. A row writes nothing but itself and reads nothing of others but which of their values are
//! in the last level, so threads need not agree on anything. And as every entry is found on its
//! own account, classes that some symmetry leaves in place, of whose values several are then
//! equivalent, need no care.

use rayon::prelude::*;

use crate::coord::symmetry::SYMMETRIES;
use crate::engine::UNREACHED;

/// The rows around each row, and what moves and symmetries do to values.
pub struct Rows<F> {
    rows: usize,
    moves: usize,
    neighbour: F,
    maps: Maps,
}

impl<F: Fn(usize, usize) -> (usize, usize) + Sync> Rows<F> {
    /// So many rows. A move m leads from the representative of a class to that class which
    /// `neighbour` gives, with the symmetry to its representative; `map` gives for a move and
    /// then a symmetry what becomes of each value.
    pub fn new(rows: usize, moves: usize, neighbour: F, map: impl Fn(usize, usize) -> Vec<u16>) -> Rows<F> {
        let maps = Maps::new((0..moves).flat_map(|m| (0..SYMMETRIES).map(move |s| (m, s))), map);
        Rows { rows, moves, neighbour, maps }
    }

    /// The values of a row.
    fn size(&self) -> usize {
        self.maps.size
    }

    /// How far each position is from the first value of the first row, row by row. The number of
    /// positions of each level in each row is shown before the next is searched, and with an error
    /// the search ends.
    pub fn search<E>(&self, mut show: impl FnMut(&[u16]) -> Result<(), E>) -> Result<Vec<u8>, E> {
        let mut distances = vec![UNREACHED; self.rows * self.size()];
        let mut level = Level::new(self.rows, self.size());
        distances[0] = 0;
        (level.words[0], level.counts[0]) = (1, 1);
        for depth in 1.. {
            show(&level.counts)?;
            level = self.next_level(&level, depth, &mut distances);
            if level.counts.iter().all(|&count| count == 0) {
                break;
            }
        }
        Ok(distances)
    }

    fn next_level(&self, last: &Level, depth: u8, distances: &mut [u8]) -> Level {
        let mut next = Level::new(self.rows, self.size());
        let found = next.words.par_chunks_exact_mut(next.row_words).zip(&mut next.counts);
        let rows = distances.par_chunks_exact_mut(self.size()).zip(found).enumerate();
        rows.for_each(|(row, (distances, (words, count)))| {
            *count = self.expand(last, row, depth, distances, words);
        });
        next
    }

    /// The row to which a move leads from a row, and where it leads each value.
    pub fn neighbour(&self, row: usize, m: usize) -> (usize, &[u16]) {
        let (there, symmetry) = (self.neighbour)(row, m);
        (there, self.maps.map(m * SYMMETRIES + symmetry))
    }

    /// Enters the members of the next level into a row and a set; their number.
    fn expand(&self, last: &Level, row: usize, depth: u8, distances: &mut [u8], found: &mut [u64]) -> u16 {
        let around = |m| {
            let (there, symmetry) = (self.neighbour)(row, m);
            (last.row(there), m * SYMMETRIES + symmetry)
        };
        let neighbours: Vec<_> = (0..self.moves).map(around).filter(|(last, _)| last.count > 0).collect();
        let arriving: usize = neighbours.iter().map(|(last, _)| usize::from(last.count)).sum();
        let unreached = distances.iter().filter(|&&distance| distance == UNREACHED).count();
        let mut count = 0;
        let enter = |value: usize, distance: &mut u8| {
            *distance = depth;
            found[value / 64] |= 1 << (value % 64);
            count += 1;
        };
        if arriving < unreached {
            self.receive(&neighbours, distances, enter);
        } else {
            self.look_around(&neighbours, distances, enter);
        }
        count
    }

    /// Goes back from each member of the last level in the neighbours.
    fn receive(
        &self,
        neighbours: &[(ValueSet, usize)],
        distances: &mut [u8],
        mut enter: impl FnMut(usize, &mut u8),
    ) {
        for (last, map) in neighbours {
            let back = self.maps.back(*map);
            last.for_each(|value| {
                let value = usize::from(back[value]);
                if distances[value] == UNREACHED {
                    enter(value, &mut distances[value]);
                }
            });
        }
    }

    /// Tries the moves of each value not reached until one leads to the last level.
    fn look_around(
        &self,
        neighbours: &[(ValueSet, usize)],
        distances: &mut [u8],
        mut enter: impl FnMut(usize, &mut u8),
    ) {
        let ways: Vec<_> = neighbours.iter().map(|(last, map)| (last, self.maps.map(*map))).collect();
        for (value, distance) in distances.iter_mut().enumerate().filter(|(_, d)| **d == UNREACHED) {
            if ways.iter().any(|(last, map)| last.contains(map[value])) {
                enter(value, distance);
            }
        }
    }
}

/// The positions at one distance: a bit for each value of each row.
struct Level {
    row_words: usize,
    words: Vec<u64>,
    /// How many there are in each row.
    counts: Vec<u16>,
}

impl Level {
    fn new(rows: usize, size: usize) -> Level {
        let row_words = size.div_ceil(64);
        Level { row_words, words: vec![0; rows * row_words], counts: vec![0; rows] }
    }

    fn row(&self, row: usize) -> ValueSet<'_> {
        let words = &self.words[row * self.row_words..][..self.row_words];
        ValueSet { words, count: self.counts[row] }
    }
}

/// The values of a row that are in a level.
struct ValueSet<'a> {
    words: &'a [u64],
    count: u16,
}

impl ValueSet<'_> {
    #[inline]
    fn contains(&self, value: u16) -> bool {
        self.words[usize::from(value / 64)] >> (value % 64) & 1 == 1
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

/// What a move and then a symmetry do to each value, and what undoes it.
struct Maps {
    size: usize,
    there: Vec<u16>,
    back: Vec<u16>,
}

impl Maps {
    fn new(numbers: impl Iterator<Item = (usize, usize)>, map: impl Fn(usize, usize) -> Vec<u16>) -> Maps {
        let maps: Vec<Vec<u16>> = numbers.map(|(m, s)| map(m, s)).collect();
        let size = maps[0].len();
        let back = maps.iter().flat_map(|map| {
            let mut back = vec![0; size];
            (0..).zip(map).for_each(|(value, &there)| back[usize::from(there)] = value);
            back
        });
        Maps { size, back: back.collect(), there: maps.concat() }
    }

    #[inline]
    fn map(&self, number: usize) -> &[u16] {
        &self.there[number * self.size..][..self.size]
    }

    #[inline]
    fn back(&self, number: usize) -> &[u16] {
        &self.back[number * self.size..][..self.size]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_give_back_what_was_put_in() {
        let members = [0, 63, 64, 1000, 2186];
        let mut level = Level::new(3, 2187);
        let row = 2187usize.div_ceil(64);
        members.iter().for_each(|member| level.words[row + member / 64] |= 1 << (member % 64));
        let mut seen = Vec::new();
        level.row(1).for_each(|value| seen.push(value));
        assert_eq!(seen, members);
        assert!((0..2187).all(|value| level.row(1).contains(value as u16) == members.contains(&value)));
        assert!((0..2187).all(|value| !level.row(0).contains(value) && !level.row(2).contains(value)));
    }

    /// Turns of a ring of five rows, each with three values of its own: a step goes to the next row, and
    /// the other way back; a twist goes through the values.
    #[test]
    fn distances_are_those_of_a_plain_search() {
        let neighbour = |row: usize, m: usize| ([(row + 1) % 5, (row + 4) % 5, row, row][m], 0);
        let map = |m: usize, _| match m {
            2 => vec![1, 2, 0],
            3 => vec![2, 0, 1],
            _ => vec![0, 1, 2],
        };
        let mut counts = Vec::new();
        let show = |rows: &[u16]| {
            counts.push(rows.iter().sum::<u16>());
            Ok::<_, ()>(())
        };
        let distances = Rows::new(5, 4, neighbour, map).search(show).unwrap();
        let of_row = [0, 1, 2, 2, 1];
        let expected: Vec<u8> = of_row.iter().flat_map(|&row| [row, row + 1, row + 1]).collect();
        assert_eq!(distances, expected);
        assert_eq!(counts, [1, 4, 6, 4]);
    }
}
