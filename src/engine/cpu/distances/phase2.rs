//! The distance of every position of G1 from solved, by a complete search.
//!
//! One row for each class of corner permutations ([`SymPhase2Tables`]) is enough: 40,320 *cells*,
//! one for each arrangement of the U/D edges, with a bit for each of the 12 slice perms that
//! parity leaves. Level by level, each cell looks for its members of the next level in the ten
//! cells that moves lead to, all 12 at once. As in phase 1 a row writes nothing but itself, and
//! classes that some symmetry leaves in place need no care.

use rayon::prelude::*;

use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase2::{CLASSES, HALF_SLICE_PERMS, SIZE, SymPhase2Tables};
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{Coordinate, corners::Corners, ud_edges::UdEdges};
use crate::cube;
use crate::engine::set_maps::{SetMap, set_maps};
use crate::progress::{Cancelled, Progress};
use crate::table::{Complete, CompleteContents, half_bytes, phase2_entry};

const MOVES: usize = PHASE2_MOVES.len();

/// Cells in a row.
const ROW: usize = UdEdges::SIZE;

/// All slice perms of a cell.
const ALL: u16 = (1 << HALF_SLICE_PERMS) - 1;

/// Bytes of a cell in the table, half a byte for each slice perm.
const CELL_BYTES: usize = HALF_SLICE_PERMS / 2;

/// About how many bytes of memory [`search`] takes at most: the table, and three sets.
pub const BYTES: u64 = (SIZE / 2 + 3 * CLASSES * ROW * size_of::<u16>()) as u64 + (64 << 20);

/// The number of positions of G1.
const POSITIONS: u64 = (Corners::SIZE * ROW * HALF_SLICE_PERMS) as u64;

/// How far every position is from solved; on all threads of the current `rayon` pool.
///
/// # Errors
/// [`Cancelled`], when asked to stop.
pub fn search(progress: &dyn Progress) -> Result<CompleteContents, Cancelled> {
    let step = "searching phase 2";
    progress.step(step, 0, POSITIONS)?;
    let maps = Maps::new();
    let mut table = vec![0; SIZE / 2];
    let mut unreached = vec![ALL; CLASSES * ROW];
    let mut level = Level { cells: vec![0; CLASSES * ROW], is_empty: vec![true; CLASSES] };
    level.cells[0] = 1;
    level.is_empty[0] = false;
    unreached[0] ^= 1;
    let mut histogram = vec![1];
    loop {
        progress.step(step, histogram.iter().sum(), POSITIONS)?;
        let entry = phase2_entry(histogram.len() as u8);
        let (next, count) = next_level(&maps, &level, &mut unreached, &mut table, entry);
        if count == 0 {
            return Ok(CompleteContents::new(Complete::Phase2, table, histogram));
        }
        histogram.push(count);
        level = next;
    }
}

/// The positions at one distance.
struct Level {
    cells: Vec<u16>,
    /// Whether a row has none.
    is_empty: Vec<bool>,
}

/// The positions one move farther than `last`, and how many they are.
fn next_level(maps: &Maps, last: &Level, unreached: &mut [u16], table: &mut [u8], entry: u8) -> (Level, u64) {
    let mut cells = vec![0; CLASSES * ROW];
    let rows = cells.par_chunks_exact_mut(ROW).zip(unreached.par_chunks_exact_mut(ROW));
    let rows = rows.zip(table.par_chunks_exact_mut(ROW * CELL_BYTES)).enumerate();
    let found: Vec<u64> = rows
        .map(|(class, ((next, unreached), table))| {
            maps.row(last, class).expand(next, unreached, table, entry)
        })
        .collect();
    let classes = &SymPhase2Tables::get().classes;
    let count = found.iter().enumerate().map(|(class, found)| u64::from(classes.size(class)) * found).sum();
    (Level { cells, is_empty: found.iter().map(|&found| found == 0).collect() }, count)
}

/// What moves and symmetries do to cells.
struct Maps {
    /// [`ROW`] places for each move and then symmetry, `move · 16 + symmetry`.
    ud_edges: Vec<u16>,
    /// Likewise, see [`set_maps`].
    slice_perms: Vec<[SetMap; 2]>,
    /// Whether U/D edges are odd.
    is_odd: Vec<bool>,
}

impl Maps {
    fn new() -> Maps {
        let (moves, places) = (Phase2Moves::get(), SymPhase2Tables::get());
        let numbers = || (0..MOVES).flat_map(|m| (0..SYMMETRIES).map(move |s| (m, s)));
        let ud_edges = |(m, s)| {
            let conjugates = places.conjugate_ud_edges(s);
            moves.ud_edges.column(m).into_iter().map(move |value| conjugates[usize::from(value)])
        };
        Maps {
            ud_edges: numbers().flat_map(ud_edges).collect(),
            slice_perms: set_maps(),
            is_odd: (0..ROW).map(|value| cube::odd(&UdEdges::unrank(value).edge_perm)).collect(),
        }
    }

    /// The row of a class, as the last level looks from it.
    fn row<'a>(&'a self, last: &'a Level, class: usize) -> Row<'a> {
        let (moves, classes) = (Phase2Moves::get(), &SymPhase2Tables::get().classes);
        let corners = classes.representative(class) as u16;
        let neighbour = |m| {
            let there = moves.corners.turn(corners, m).into();
            let (row, number) = (classes.of(there), m * SYMMETRIES + classes.symmetry(there));
            (!last.is_empty[row]).then(|| Neighbour {
                cells: &last.cells[row * ROW..][..ROW],
                ud_edges: &self.ud_edges[number * ROW..][..ROW],
                slice_perms: &self.slice_perms[number],
            })
        };
        Row {
            neighbours: (0..MOVES).filter_map(neighbour).collect(),
            corners_are_odd: cube::odd(&Corners::unrank(corners.into()).corner_perm),
            is_odd: &self.is_odd,
        }
    }
}

/// A row that is looked at, and what is around it.
struct Row<'a> {
    neighbours: Vec<Neighbour<'a>>,
    corners_are_odd: bool,
    is_odd: &'a [bool],
}

/// A row that a move leads to, if it has members of the last level.
struct Neighbour<'a> {
    cells: &'a [u16],
    /// Where each U/D edges here are found there.
    ud_edges: &'a [u16],
    /// From slice perms there to those here.
    slice_perms: &'a [SetMap; 2],
}

impl Row<'_> {
    /// Enters the members of the next level, and says how many there are.
    fn expand(&self, next: &mut [u16], unreached: &mut [u16], table: &mut [u8], entry: u8) -> u64 {
        if self.neighbours.is_empty() {
            return 0;
        }
        let mut count = 0;
        for (ud_edges, unreached) in unreached.iter_mut().enumerate().filter(|(_, cell)| **cell != 0) {
            let found = self.look_around(ud_edges, *unreached);
            if found != 0 {
                next[ud_edges] = found;
                *unreached ^= found;
                count += u64::from(found.count_ones());
                write(&mut table[ud_edges * CELL_BYTES..][..CELL_BYTES], found, entry);
            }
        }
        count
    }

    /// The members of a cell not reached before from which a move leads to the last level.
    #[inline]
    fn look_around(&self, ud_edges: usize, unreached: u16) -> u16 {
        let odd = usize::from(self.is_odd[ud_edges] ^ self.corners_are_odd);
        let mut found = 0;
        for neighbour in &self.neighbours {
            let there = usize::from(neighbour.cells[usize::from(neighbour.ud_edges[ud_edges])]);
            let [low, high] = &neighbour.slice_perms[odd];
            found |= low[there % 64] | high[there / 64 % 64];
        }
        found & unreached
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
