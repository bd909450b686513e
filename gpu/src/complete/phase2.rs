//! The complete search of phase 2.

use std::ops::Range;

use super::first_levels::{MOST_NEIGHBOURS, enter, first_levels, words_of};
use super::{MOST_LOOKS, copy, pieces, read_count, size_bits};
use crate::buffers::{ALIGN, WORD};
use crate::descent;
use crate::device::Device;
use crate::kernel::{Kernel, grid};
use cubebatch_search::engine::BuildError;
use cubebatch_search::engine::EngineError;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::complete::{
    CELL_TABLES, CELLS, CLASS_PARITIES, Cell, PAIR_WORDS, Phase2Entries, Phase2EntriesBuffers,
    Phase2EntriesParams, Phase2Level, Phase2LevelBuffers, Phase2LevelParams, SIZES, STATE_SLICES,
    UD_EDGES_PARITIES, state,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::sym_phase2::{CLASSES, HALF_SLICE_PERMS, SymPhase2Tables};
use cubebatch_tables::progress::{Control, Step, Stop};
use cubebatch_tables::space::{SetSpace, half_bytes};
use cubebatch_tables::table::{Complete, CompleteContents, phase2_entry};

/// The most words of a buffer, as a power of two.
const MOST_BITS: u32 = 27;

/// Cells from which a dispatch looks.
pub const MOST_CELLS: u32 = MOST_LOOKS / PHASE2_MOVES.len() as u32;

/// The distance of every position from solved.
pub fn search(device: &Device, control: &Control) -> Result<CompleteContents, BuildError> {
    let search = Phase2LevelSearch::new(device, WHOLE, MOST_CELLS)?.with_entries();
    let histogram = search.levels(MOST_NEIGHBOURS, positions(), control)?;
    Ok(CompleteContents::new(Complete::Phase2, search.entries()?, histogram))
}

/// How many positions are 0, 1, 2, … moves from solved.
pub fn count(device: &Device, control: &Control) -> Result<Vec<u64>, BuildError> {
    Phase2LevelSearch::new(device, WHOLE, MOST_CELLS)?.levels(MOST_NEIGHBOURS, positions(), control)
}

/// How many positions there are.
fn positions() -> u64 {
    Complete::Phase2.per_depth().iter().sum()
}

/// All cells, in one range.
const WHOLE: &[Range<u32>] = std::slice::from_ref(&(0..CELLS as u32));

struct Phase2LevelSearch<'a> {
    device: &'a Device,
    level: Kernel<Phase2Level>,
    tables: wgpu::Buffer,
    cells: wgpu::Buffer,
    counts: wgpu::Buffer,
    /// Each holds 2^shift cells; those after the last cell are there to be bound.
    states: [wgpu::Buffer; STATE_SLICES],
    shift: u32,
    /// The cells that are searched.
    searched: &'a [Range<u32>],
    /// The most cells from which a dispatch looks.
    most_cells: u32,
    /// If they are wanted.
    entries: Option<CellEntries>,
}

/// The entries of the cells that are searched.
struct CellEntries {
    write: Kernel<Phase2Entries>,
    pieces: Vec<EntryPiece>,
}

/// The entries of some cells, of the same buffer of states and small enough to be bound.
struct EntryPiece {
    cells: Range<u32>,
    entries: wgpu::Buffer,
}

impl<'a> Phase2LevelSearch<'a> {
    /// A search among some ranges of cells, by paths that lead through these alone. Ranges begin and end with multiples of
    /// [`ALIGN`], and the first cell is in one of them. A dispatch looks from a limited number of cells.
    fn new(
        device: &'a Device,
        searched: &'a [Range<u32>],
        most_cells: u32,
    ) -> Result<Phase2LevelSearch<'a>, EngineError> {
        let shift = (device.max_binding / WORD).checked_ilog2().map_or(0, |bits| bits.min(MOST_BITS));
        if CELLS > STATE_SLICES << shift {
            let needed = CELLS.div_ceil(STATE_SLICES).next_power_of_two() as u64 * WORD;
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        let cells = |slice: usize| (CELLS - CELLS.min(slice << shift)).min(1 << shift);
        let states = std::array::from_fn(|slice| device.zeroed("states", cells(slice) as u64));
        Ok(Phase2LevelSearch {
            device,
            level: Kernel::new(device),
            tables: device.filled("tables", &descent::tables(Ball::get())),
            cells: device.filled("cells", &cell_tables()),
            counts: device.zeroed("counts", SIZES as u64),
            states,
            shift,
            searched,
            most_cells,
            entries: None,
        })
    }

    /// The same, which also writes entries.
    fn with_entries(self) -> Phase2LevelSearch<'a> {
        // Half a buffer of states is three quarters of a buffer of entries.
        let (device, half) = (self.device, 1 << (self.shift - 1));
        let pieces = self.searched.iter().flat_map(|range| {
            let halves = range.start / half..range.end.div_ceil(half);
            halves.map(move |number| {
                let (first, end) = (range.start.max(number * half), range.end.min((number + 1) * half));
                let entries = device.zeroed("entries", u64::from(end - first) / 2 * PAIR_WORDS as u64);
                EntryPiece { cells: first..end, entries }
            })
        });
        let entries = CellEntries { write: Kernel::new(device), pieces: pieces.collect() };
        Phase2LevelSearch { entries: Some(entries), ..self }
    }

    /// Enters all levels, and returns the number of positions in each. The host finds the first levels, up to a limit of
    /// neighbours for each. The search ends when all of `positions` are found, or when a level is empty.
    fn levels(
        &self,
        most_neighbours: usize,
        positions: u64,
        control: &Control,
    ) -> Result<Vec<u64>, BuildError> {
        let step = &Step::Building(Complete::Phase2.into());
        control.step(step, 0, positions)?;
        let mut histogram = self.enter_first_levels(most_neighbours)?;
        loop {
            let found = histogram.iter().sum();
            control.step(step, found, positions)?;
            if found == positions {
                return Ok(histogram);
            }
            match self.level(histogram.len() as u8, &control.stop)? {
                0 => return Ok(histogram),
                count => histogram.push(count),
            }
        }
    }

    /// Enters the levels that the host finds, with their entries, and says how many positions each has.
    fn enter_first_levels(&self, most_neighbours: usize) -> Result<Vec<u64>, EngineError> {
        let index = |at: Phase2| SymPhase2Tables::get().reduce(at).index();
        let is_searched = |at| {
            let cell = (index(at) / HALF_SLICE_PERMS) as u32;
            self.searched.iter().any(|cells| cells.contains(&cell))
        };
        let (moves, goal) = (PHASE2_MOVES.len(), Phase2::default());
        let levels = first_levels(Phase2Moves::get(), moves, goal, is_searched, most_neighbours);
        let kernel = Kernel::new(self.device);
        for (distance, level) in (0..).zip(&levels) {
            let bits = |index| {
                let member = 1u32 << (index % HALF_SLICE_PERMS);
                Cell { low: member * (state(distance) & 1), high: member * (state(distance) >> 1) }.pack()
            };
            let mut cells = words_of(level, index, HALF_SLICE_PERMS, bits);
            for of_slice in cells.chunk_by_mut(|[one, _], [next, _]| one >> self.shift == next >> self.shift)
            {
                let slice = of_slice[0][0] >> self.shift;
                of_slice.iter_mut().for_each(|[cell, _]| *cell -= slice << self.shift);
                enter(self.device, &kernel, &self.states[slice as usize], of_slice);
            }
            // Before a level comes that has the same state.
            self.write(distance)?;
        }
        Ok(levels.iter().map(|level| level.len() as u64).collect())
    }

    /// Enters a level, and says how many positions it has.
    fn level(&self, distance: u8, stop: &Stop) -> Result<u64, EngineError> {
        let device = self.device;
        let mut work = device.work();
        work.clear(&self.counts);
        work.submit();
        for cells in self.searched.iter().flat_map(|cells| pieces(cells.clone(), self.most_cells)) {
            let grid = grid(u64::from(cells.end - cells.start).div_ceil(WORKGROUP.into()));
            let (first_cell, end_cell, distance) = (cells.start, cells.end, distance.into());
            let params =
                Phase2LevelParams { columns: grid.0, first_cell, end_cell, distance, shift: self.shift };
            let buffers = Phase2LevelBuffers {
                tables: &self.tables,
                cells: &self.cells,
                counts: &self.counts,
                states: self.states.each_ref(),
            };
            let mut work = device.work();
            work.run(&self.level, &params, buffers, grid);
            work.submit();
        }
        self.write(distance)?;
        read_count(device, &self.counts, stop)
    }

    /// Writes the entries of a level, if entries are wanted. Positions near solved have no entries of their own, so they take the
    /// entries of a farther level; this is undone at the end.
    fn write(&self, distance: u8) -> Result<(), EngineError> {
        let Some(CellEntries { write, pieces }) =
            self.entries.as_ref().filter(|_| phase2_entry(distance) > 0)
        else {
            return Ok(());
        };
        let mut work = self.device.work();
        for piece in pieces {
            let (slice, in_slice) = (piece.cells.start >> self.shift, (1 << self.shift) - 1);
            let first = piece.cells.start & in_slice;
            let pairs = piece.cells.len() as u32 / 2;
            let grid = grid(u64::from(pairs).div_ceil(WORKGROUP.into()));
            let (state, entry) = (state(distance), phase2_entry(distance).into());
            let params = Phase2EntriesParams { columns: grid.0, pairs, state, entry };
            debug_assert_eq!(first % ALIGN, 0);
            let buffers = Phase2EntriesBuffers {
                states: self.device.words(&self.states[slice as usize], first, first + 2 * pairs)?,
                entries: piece.entries.as_entire_binding(),
            };
            work.run(write, &params, buffers, grid);
        }
        work.submit();
        Ok(())
    }

    /// The entries, of all ranges one after the other.
    fn entries(self) -> Result<Vec<u8>, EngineError> {
        let pieces = self.entries.map(|entries| entries.pieces).unwrap_or_default();
        let cells: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
        let mut bytes = vec![0; cells * HALF_SLICE_PERMS / 2];
        // Where the next ones go.
        let mut rest = &mut bytes[..];
        for piece in pieces {
            let words = piece.cells.len() as u64 / 2 * PAIR_WORDS as u64;
            let reading = self.device.start_reading::<u8>(&piece.entries, (words * WORD) as usize);
            let here = rest.split_off_mut(..(words * WORD) as usize).expect("there is room for all");
            reading.finish(&Stop::default(), |entries| copy(entries, here))?;
            let first_index = piece.cells.start * HALF_SLICE_PERMS as u32;
            let end_index = piece.cells.end * HALF_SLICE_PERMS as u32;
            let near = Ball::get().entries().iter().map(|entry| entry.index);
            for index in near.filter(|index| (first_index..end_index).contains(index)) {
                half_bytes::clear(here, (index - first_index) as usize);
            }
        }
        Ok(bytes)
    }
}

/// See [`complete`](cubebatch_shaders::complete).
pub fn cell_tables() -> Vec<u32> {
    let (space, classes) = (SetSpace::phase2(), &SymPhase2Tables::get().classes);
    let mut tables: Vec<u32> = (0..CLASSES).map(|class| size_bits(classes, class)).collect();
    debug_assert_eq!(tables.len(), CLASS_PARITIES);
    tables.extend(space.odd_rows().iter().map(|&odd| u32::from(odd)));
    debug_assert_eq!(tables.len(), UD_EDGES_PARITIES);
    tables.extend(space.odd_values().iter().map(|&odd| u32::from(odd)));
    let maps = space.maps_back().as_flattened().as_flattened().as_flattened();
    tables.extend(maps.iter().map(|&set| u32::from(set)));
    assert_eq!(tables.len(), CELL_TABLES);
    tables
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;
    use crate::complete::tests::{device, levels_of};
    use cubebatch_cube::cube::Cube;
    use cubebatch_tables::coord::sym_phase2::ROW;
    use cubebatch_tables::coord::{Coordinate, ud_edges::UdEdges};

    /// How many positions half turns reach with 0, 1, 2, … moves, as published.
    const SQUARE_GROUP: [u64; 16] = [
        1, 6, 27, 120, 519, 1932, 6484, 20_310, 55_034, 113_892, 178_495, 179_196, 89_728, 16_176, 1488, 144,
    ];

    /// The distances of all positions that half turns reach, by a plain search.
    fn square_group() -> HashMap<Cube, u8> {
        let mut distances = HashMap::from([(Cube::SOLVED, 0)]);
        let mut level = vec![Cube::SOLVED];
        for distance in 1.. {
            let mut next = Vec::new();
            for cube in level {
                let half_turns = PHASE2_MOVES.iter().filter(|mv| mv.turns() == 2);
                for there in half_turns.map(|&mv| cube.turn(mv)) {
                    distances.entry(there).or_insert_with(|| {
                        next.push(there);
                        distance
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        distances
    }

    /// Half turns lead to even permutations of corners and quarter turns to odd ones; so among the cells with the
    /// corners of the square group its positions alone are reached.
    #[test]
    fn a_search_among_the_cells_of_the_square_group_finds_what_a_plain_one_finds() {
        let Some(device) = device() else { return };
        let distances: Vec<(usize, u8)> = square_group()
            .into_iter()
            .map(|(cube, distance)| (SymPhase2Tables::get().reduce(Phase2::of(&cube)).index(), distance))
            .collect();
        let classes: BTreeSet<usize> = distances.iter().map(|&(index, _)| index / ROW).collect();
        let classes: Vec<usize> = classes.into_iter().collect();
        let cells = |class: usize| (class * UdEdges::SIZE) as u32..((class + 1) * UdEdges::SIZE) as u32;
        let ranges: Vec<Range<u32>> = classes.iter().map(|&class| cells(class)).collect();

        let search = || Phase2LevelSearch::new(&device, &ranges, UdEdges::SIZE as u32 * 2 / 7).unwrap();
        let levels = |search: &Phase2LevelSearch, positions| {
            search.levels(2000, positions, &Control::default()).unwrap()
        };
        let with_entries = search().with_entries();
        let histogram = levels(&with_entries, u64::MAX);
        let entries = with_entries.entries().unwrap();
        assert_eq!(histogram, SQUARE_GROUP);
        // Without entries there are fewer dispatches, and fewer still without the level that would be empty.
        let dispatches = |positions| {
            device.take_usage();
            assert_eq!(levels(&search(), positions), histogram);
            device.take_usage().dispatches
        };
        let (to_the_empty_level, to_the_last) = (dispatches(u64::MAX), dispatches(histogram.iter().sum()));
        assert!(to_the_last < to_the_empty_level, "{to_the_last}, {to_the_empty_level}");
        assert_eq!(histogram, levels_of(distances.iter().map(|&(_, distance)| (distance, 1))));
        assert_eq!(entries.len(), classes.len() * ROW / 2);
        for (index, distance) in distances {
            let row = classes.binary_search(&(index / ROW)).expect("it is one of these");
            assert_eq!(half_bytes::get(&entries, row * ROW + index % ROW), phase2_entry(distance));
        }
    }
}
