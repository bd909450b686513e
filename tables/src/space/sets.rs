//! Breadth-first search twelve positions at a time.
//!
//! Where a third coordinate has 24 values, of which parity leaves 12, a row and a value of a space make a *cell*: a set of
//! 12 bits. The search is that of [`explore`](super::explore), but a cell looks for all its members at once.

use rayon::prelude::*;

use super::{Space, UNREACHED, half_bytes};

/// The members of a cell.
pub const MEMBERS: usize = 12;

/// A permutation of the members of a cell, as it acts on sets: on its low six bits, and on its high six.
pub type SetMap = [[u16; 64]; 2];

/// A set with all members.
const ALL: u16 = (1 << MEMBERS) - 1;

/// A space with a third coordinate, of which each position of the first two leaves 12 values: some if it is even, the
/// others if it is odd. A position's number is `(row · values + value) · 12 + member`, and 0 is the goal.
pub struct SetSpace {
    cells: Space,
    /// For each map of `cells` how members come back: those of even cells, those of odd ones.
    back: Vec<[SetMap; 2]>,
    row_is_odd: Vec<bool>,
    value_is_odd: Vec<bool>,
}

impl SetSpace {
    /// The space over these cells, whose rows and values are odd or even as these functions say. `back` has for each
    /// move and symmetry, `move · symmetries + symmetry`, the way from the members of the cell it leads to back to
    /// those of an even cell and of an odd one.
    pub fn new(
        cells: Space,
        back: Vec<[SetMap; 2]>,
        row_is_odd: impl Fn(usize) -> bool,
        value_is_odd: impl Fn(usize) -> bool,
    ) -> SetSpace {
        let row_is_odd = (0..cells.rows()).map(row_is_odd).collect();
        let value_is_odd = (0..cells.values()).map(value_is_odd).collect();
        SetSpace { cells, back, row_is_odd, value_is_odd }
    }

    /// How many positions there are, reached or not.
    pub fn positions(&self) -> usize {
        self.cells.positions() * MEMBERS
    }

    /// For each map of the cells how members come back: those of even cells, those of odd ones.
    pub fn maps_back(&self) -> &[[SetMap; 2]] {
        &self.back
    }

    /// The parity of each row: whether it is odd.
    pub fn odd_rows(&self) -> &[bool] {
        &self.row_is_odd
    }

    /// The parity of each value: whether it is odd.
    pub fn odd_values(&self) -> &[bool] {
        &self.value_is_odd
    }

    /// Half a byte for each position, the first one in the low half: what `entry` makes of its distance. As
    /// [`Space::explore`] does, shows how many positions each level has in each row.
    pub fn explore<E>(
        &self,
        entry: impl Fn(u8) -> u8,
        mut show: impl FnMut(&[u32]) -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        let cells = self.cells.positions();
        let mut entries = vec![0; cells * MEMBERS / 2];
        let mut unreached = vec![ALL; cells];
        let mut level = LevelCells { cells: vec![0; cells], counts: vec![0; self.cells.rows()] };
        (level.cells[0], level.counts[0]) = (1, 1);
        unreached[0] ^= 1;
        write(&mut entries[..MEMBERS / 2], 1, entry(0));
        for depth in 1..UNREACHED {
            show(&level.counts)?;
            level = self.next_level(&level, &mut unreached, &mut entries, entry(depth));
            if level.counts.iter().all(|&count| count == 0) {
                break;
            }
        }
        Ok(entries)
    }

    fn next_level(
        &self,
        last: &LevelCells,
        unreached: &mut [u16],
        entries: &mut [u8],
        entry: u8,
    ) -> LevelCells {
        let (rows, values) = (self.cells.rows(), self.cells.values());
        let mut next = LevelCells { cells: vec![0; rows * values], counts: vec![0; rows] };
        let found = next.cells.par_chunks_exact_mut(values).zip(&mut next.counts);
        let rows = found.zip(unreached.par_chunks_exact_mut(values));
        let rows = rows.zip(entries.par_chunks_exact_mut(values * MEMBERS / 2)).enumerate();
        rows.for_each(|(row, (((found, count), unreached), entries))| {
            *count = self.expand(last, row, RowCells { found, unreached, entries }, entry);
        });
        next
    }

    /// Enters the members of the next level into a row; their number.
    fn expand(&self, last: &LevelCells, row: usize, cells: RowCells, entry: u8) -> u32 {
        let neighbours: Vec<NeighbourRow> =
            (0..self.cells.moves()).filter_map(|m| self.neighbour(last, row, m)).collect();
        if neighbours.is_empty() {
            return 0;
        }
        let mut count = 0;
        for (value, unreached) in cells.unreached.iter_mut().enumerate().filter(|(_, cell)| **cell != 0) {
            let odd = usize::from(self.row_is_odd[row] != self.value_is_odd[value]);
            let reaching = neighbours.iter().fold(0, |set, neighbour| set | neighbour.reaching(value, odd));
            let found = reaching & *unreached;
            if found != 0 {
                cells.found[value] = found;
                *unreached ^= found;
                count += found.count_ones();
                write(&mut cells.entries[value * MEMBERS / 2..][..MEMBERS / 2], found, entry);
            }
        }
        count
    }

    /// The row to which a move leads, if it has members of the last level.
    fn neighbour<'a>(&'a self, last: &'a LevelCells, row: usize, m: usize) -> Option<NeighbourRow<'a>> {
        let (there, map) = self.cells.step(row, m);
        (last.counts[there] > 0).then(|| NeighbourRow {
            cells: &last.cells[there * self.cells.values()..][..self.cells.values()],
            values: self.cells.maps.map(map),
            back: &self.back[map],
        })
    }
}

/// The positions at one distance.
struct LevelCells {
    /// A bit for each member of each cell.
    cells: Vec<u16>,
    /// How many there are in each row.
    counts: Vec<u32>,
}

/// The cells of a row: which members are found now, which are left, and their entries.
struct RowCells<'a> {
    found: &'a mut [u16],
    unreached: &'a mut [u16],
    entries: &'a mut [u8],
}

/// A row to which a move leads.
struct NeighbourRow<'a> {
    /// Its members of the last level.
    cells: &'a [u16],
    /// The value to which the move leads each value.
    values: &'a [u16],
    back: &'a [SetMap; 2],
}

impl NeighbourRow<'_> {
    /// The members of a cell that the move leads to the last level.
    #[inline]
    fn reaching(&self, value: usize, odd: usize) -> u16 {
        let there = usize::from(self.cells[usize::from(self.values[value])]);
        let [low, high] = &self.back[odd];
        low[there % 64] | high[there / 64 % 64]
    }
}

/// Writes an entry for each member of a set.
#[inline]
fn write(cell: &mut [u8], members: u16, entry: u8) {
    for (i, byte) in cell.iter_mut().enumerate() {
        let [low, high] = [members >> (2 * i) & 1, members >> (2 * i + 1) & 1];
        *byte |= half_bytes::pack(low as u8, high as u8) * entry;
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::coord::symmetry::{AxisSymmetry, SYMMETRIES};
    use crate::space::Maps;

    fn set_map(back: impl Fn(usize) -> usize) -> SetMap {
        let of = |set: usize, first: usize| {
            let members = (0..6).filter(|bit| set >> bit & 1 == 1);
            members.fold(0, |mapped, bit| mapped | 1 << back(first + bit))
        };
        [0, 6].map(|first| std::array::from_fn(|set| of(set, first)))
    }

    /// A ring of three rows, the second odd, of two values each, the second odd. One move goes to the next row, one
    /// back; one exchanges the values; one adds 1 to the members of even cells and 11 to those of odd ones.
    #[test]
    fn twelve_at_a_time_are_reached_as_one_by_one() {
        let neighbour =
            |row: usize, m: usize| ([(row + 1) % 3, (row + 2) % 3, row, row][m], AxisSymmetry::default());
        let map = |number: usize| if number / SYMMETRIES == 2 { vec![1, 0] } else { vec![0, 1] };
        let cells = Space::up_to_symmetry(3, 4, neighbour, Maps::new((0..4 * SYMMETRIES).map(map)));
        let stay = set_map(|member| member);
        let turn = [set_map(|member| (member + 11) % 12), set_map(|member| (member + 1) % 12)];
        let back = (0..4).flat_map(|m| [if m == 3 { turn } else { [stay; 2] }; SYMMETRIES]).collect();
        let space = SetSpace::new(cells, back, |row| row == 1, |value| value == 1);
        let mut counts = Vec::new();
        let Ok(entries) = space.explore(
            |distance| distance.min(15),
            |rows| {
                counts.push(rows.iter().sum::<u32>());
                Ok::<_, Infallible>(())
            },
        );
        // One by one: position (row, value, member), the moves as above.
        let turned = |(row, value, member): (usize, usize, usize), m| {
            let odd = (row == 1) != (value == 1);
            match m {
                0 => ((row + 1) % 3, value, member),
                1 => ((row + 2) % 3, value, member),
                2 => (row, 1 - value, member),
                _ => (row, value, (member + if odd { 11 } else { 1 }) % 12),
            }
        };
        let number = |(row, value, member): (usize, usize, usize)| (row * 2 + value) * MEMBERS + member;
        let mut distances = vec![None; space.positions()];
        let positions = || {
            (0..3)
                .flat_map(|row| (0..2).flat_map(move |value| (0..12).map(move |member| (row, value, member))))
        };
        distances[0] = Some(0u8);
        for distance in 1..20 {
            let is_next = |&at: &(usize, usize, usize)| {
                let last = |m| distances[number(turned(at, m))] == Some(distance - 1);
                distances[number(at)].is_none() && (0..4).any(last)
            };
            for at in positions().filter(is_next).collect::<Vec<_>>() {
                distances[number(at)] = Some(distance);
            }
        }
        let nibbles = entries.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        assert!(nibbles.eq(distances.iter().map(|distance| distance.unwrap())));
        let level = |distance| distances.iter().filter(|&&found| found == Some(distance)).count() as u32;
        assert!((0..).map(level).take_while(|&count| count > 0).eq(counts));
    }
}
