//! Breadth-first search in a space.
//!
//! There is a row for each class or value of one coordinate, with a bit for each value of the other that is reached.
//! Level by level, each row looks for its members of the next level in the rows that moves lead
//! to. A move that costs c leads there from the level c before. A row writes nothing but itself and reads nothing of others but which of their values are
//! in the last level, so threads need not agree on anything. And as every entry is found on its
//! own account, classes that some symmetry leaves in place, of whose values several are then
//! equivalent, need no care. Distances are only written, so they may be stored in few bits.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::cells::{ByteCells, Cells};
use super::{RowAndValue, Space, UNREACHED};

/// The threads of a search.
#[derive(Clone, Copy)]
pub enum Threads {
    /// The calling thread alone. Tables that are made on first use take this. A thread of a `rayon` pool that waits for others
    /// may begin another of its tasks. If that task needs the same table, the thread waits for itself.
    One,
    /// All threads of the current `rayon` pool.
    All,
}

/// Its number; the members of the next level and their number; the values that are reached, and the distances as they are stored.
type ExploredRow<'a> = (usize, ((&'a mut [u64], &'a mut u16), (&'a mut [u64], &'a mut [u8])));

impl Space {
    /// The distance of each position from position 0, row by row; [`UNREACHED`] if no moves lead to it. Before each level, the
    /// caller sees the number of positions of the last level in each row. The search ends if the caller returns an error.
    pub fn explore<E>(
        &self,
        threads: Threads,
        show: impl FnMut(&[u16]) -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        self.explore_in(ByteCells, [(0, 0)], threads, show)
    }

    /// The distance of each position from the nearest one of `goals`, which are different, as `cells` store it; else as
    /// [`Space::explore`].
    pub fn explore_in<E>(
        &self,
        cells: impl Cells,
        goals: impl IntoIterator<Item = RowAndValue>,
        threads: Threads,
        mut show: impl FnMut(&[u16]) -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        let row_bytes = cells.row_bytes(self.values());
        let mut stored = vec![cells.empty(); self.rows() * row_bytes];
        let mut first = LevelBits::new(self.rows(), self.values());
        for goal @ (row, value) in goals {
            cells.put(&mut stored[row as usize * row_bytes..], value.into(), 0);
            first.enter(goal);
        }
        let row_words = first.row_words;
        let mut reached = first.words.clone();
        // The bits behind the last value stand for none.
        let behind = (u64::MAX << ((self.values() - 1) % 64)) << 1;
        reached.chunks_exact_mut(row_words).for_each(|row| row[row_words - 1] |= behind);
        // The last levels from which a move can lead to the next one, the latest first.
        let mut levels = VecDeque::from([first]);
        let dearest = usize::from(self.costs.iter().copied().max().unwrap_or(1));
        for depth in 1..UNREACHED {
            show(&levels[0].counts)?;
            let mut next = LevelBits::new(self.rows(), self.values());
            let enter = |(row, ((found, count), (reached, stored))): ExploredRow| {
                self.expand(&levels, row, reached, found);
                *count = found.iter().map(|word| word.count_ones() as u16).sum();
                for_each_bit(found, |value| cells.put(stored, value, depth));
            };
            let LevelBits { words, counts, .. } = &mut next;
            match threads {
                Threads::One => {
                    let before = reached.chunks_exact_mut(row_words).zip(stored.chunks_exact_mut(row_bytes));
                    words.chunks_exact_mut(row_words).zip(counts).zip(before).enumerate().for_each(enter);
                }
                Threads::All => {
                    let before =
                        reached.par_chunks_exact_mut(row_words).zip(stored.par_chunks_exact_mut(row_bytes));
                    words.par_chunks_exact_mut(row_words).zip(counts).zip(before).enumerate().for_each(enter);
                }
            }
            levels.truncate(dearest - 1);
            levels.push_front(next);
            if levels.iter().all(LevelBits::is_empty) {
                break;
            }
        }
        Ok(stored)
    }

    /// Adds the members of the next level to the values of a row that are reached, and to an empty set.
    fn expand(&self, last: &VecDeque<LevelBits>, row: usize, reached: &mut [u64], found: &mut [u64]) {
        let neighbour = |m: usize| {
            let (there, map) = self.step(row, m);
            Some((last.get(usize::from(self.costs[m]) - 1)?.row(there), map))
        };
        let neighbours: Vec<_> =
            (0..self.moves()).filter_map(neighbour).filter(|(last, _)| last.count > 0).collect();
        let arriving: usize = neighbours.iter().map(|(last, _)| usize::from(last.count)).sum();
        let unreached: usize = reached.iter().map(|word| word.count_zeros() as usize).sum();
        if arriving < unreached {
            self.receive(&neighbours, found);
        } else {
            self.look_around(&neighbours, reached, found);
        }
        for (found, reached) in found.iter_mut().zip(reached) {
            *found &= !*reached;
            *reached |= *found;
        }
    }

    /// Goes back from each member of the last level in the neighbours.
    fn receive(&self, neighbours: &[(ValueSet, usize)], found: &mut [u64]) {
        for (last, map) in neighbours {
            let back = self.maps.back(*map);
            for_each_bit(last.words, |value| {
                let value = usize::from(back[value]);
                found[value / 64] |= 1 << (value % 64);
            });
        }
    }

    /// Tries the moves of each value not reached until one leads to the last level.
    fn look_around(&self, neighbours: &[(ValueSet, usize)], reached: &[u64], found: &mut [u64]) {
        let sources: Vec<_> = neighbours.iter().map(|(last, map)| (last, self.maps.map(*map))).collect();
        for (i, (found, reached)) in found.iter_mut().zip(reached).enumerate() {
            for_each_bit(&[!reached], |bit| {
                let leads_there = |(last, map): &(&ValueSet, &[u16])| last.contains(map[i * 64 + bit]);
                *found |= u64::from(sources.iter().any(leads_there)) << bit;
            });
        }
    }
}

/// The positions at one distance: a bit for each value of each row.
struct LevelBits {
    row_words: usize,
    words: Vec<u64>,
    /// How many there are in each row.
    counts: Vec<u16>,
}

impl LevelBits {
    fn new(rows: usize, size: usize) -> LevelBits {
        let row_words = size.div_ceil(64);
        LevelBits { row_words, words: vec![0; rows * row_words], counts: vec![0; rows] }
    }

    fn enter(&mut self, (row, value): RowAndValue) {
        let (row, value) = (row as usize, usize::from(value));
        self.words[row * self.row_words + value / 64] |= 1 << (value % 64);
        self.counts[row] += 1;
    }

    fn is_empty(&self) -> bool {
        self.counts.iter().all(|&count| count == 0)
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
}

/// Visits the numbers of the bits that are set.
#[inline]
fn for_each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (i, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(i * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::symmetry::{AxisSymmetry, SYMMETRIES};
    use crate::space::Maps;

    #[test]
    fn sets_give_back_what_was_put_in() {
        let members = [0, 63, 64, 1000, 2186];
        let mut level = LevelBits::new(3, 2187);
        let row = 2187usize.div_ceil(64);
        members.iter().for_each(|member| level.words[row + member / 64] |= 1 << (member % 64));
        let mut seen = Vec::new();
        for_each_bit(level.row(1).words, |value| seen.push(value));
        assert_eq!(seen, members);
        assert!((0..2187).all(|value| level.row(1).contains(value as u16) == members.contains(&value)));
        assert!((0..2187).all(|value| !level.row(0).contains(value) && !level.row(2).contains(value)));
    }

    /// Turns of a ring of five rows, each with three values of its own: a step goes to the next row, and
    /// the other way back; a twist goes through the values.
    #[test]
    fn distances_are_those_of_a_plain_search() {
        let neighbour =
            |row: usize, m: usize| ([(row + 1) % 5, (row + 4) % 5, row, row][m], AxisSymmetry::default());
        let map = |m: usize| match m {
            2 => vec![1, 2, 0],
            3 => vec![2, 0, 1],
            _ => vec![0, 1, 2],
        };
        let maps = Maps::new((0..4 * SYMMETRIES).map(|number| map(number / SYMMETRIES)));
        let mut counts = Vec::new();
        let show = |rows: &[u16]| {
            counts.push(rows.iter().sum::<u16>());
            Ok::<_, ()>(())
        };
        let distances = Space::up_to_symmetry(5, 4, neighbour, maps).explore(Threads::One, show).unwrap();
        let of_row = [0, 1, 2, 2, 1];
        let expected: Vec<u8> = of_row.iter().flat_map(|&row| [row, row + 1, row + 1]).collect();
        assert_eq!(distances, expected);
        assert_eq!(counts, [1, 4, 6, 4]);
    }

    /// A ring of seven rows: a step ahead costs 3, a step back 2, and one that skips a row 4.
    #[test]
    fn moves_that_cost_more_count_more() {
        let neighbour = |row: usize, m: usize| ((row + [1, 6, 2][m]) % 7) as u32;
        let space = Space::over(7, 3, neighbour, |_| vec![0]).with_costs(vec![3, 2, 4]);
        let mut counts = Vec::new();
        let show = |rows: &[u16]| {
            counts.push(rows.iter().sum::<u16>());
            Ok::<_, ()>(())
        };
        // Ahead means nearer: from row 6 one step of 3 leads to row 0, from row 1 a step back.
        assert_eq!(space.explore(Threads::All, show).unwrap(), [0, 2, 4, 6, 7, 4, 3]);
        assert_eq!(counts, [1, 0, 1, 1, 2, 0, 1, 1, 0, 0, 0]);
    }
}
