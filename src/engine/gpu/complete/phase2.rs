//! The complete search of phase 2.

use super::{read_count, size_bits};
use crate::coord::sym_phase2::{CLASSES, SymPhase2Tables};
use crate::engine::BuildError;
use crate::engine::EngineError;
use crate::engine::gpu::buffers::{ALIGN, WORD};
use crate::engine::gpu::descent;
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::{Kernel, grid};
use crate::engine::gpu::shaders;
use crate::engine::phase2::ball::Ball;
use crate::layout::complete::{
    CELL_TABLES, CELLS, CLASS_PARITIES, Cell, PAIR_WORDS, Phase2EntriesParams, Phase2LevelParams, SIZES,
    STATE_SLICES, UD_EDGES_PARITIES, state,
};
use crate::layout::words::WORKGROUP;
use crate::progress::Progress;
use crate::space::{SetSpace, half_bytes};
use crate::table::{Complete, CompleteContents, phase2_entry};

/// The most words of a buffer, as a power of two.
const MOST_BITS: u32 = 27;

/// How far every position is from solved.
pub fn search(device: &Device, progress: &dyn Progress) -> Result<CompleteContents, BuildError> {
    let positions = Complete::Phase2.per_depth().iter().sum();
    let step = "searching phase 2";
    progress.step(step, 0, positions)?;
    let search = Search::new(device)?;
    let mut histogram = vec![1];
    loop {
        progress.step(step, histogram.iter().sum(), positions)?;
        match search.level(histogram.len() as u8)? {
            0 => break,
            count => histogram.push(count),
        }
    }
    Ok(CompleteContents::new(Complete::Phase2, search.entries()?, histogram))
}

struct Search<'a> {
    device: &'a Device,
    level: Kernel,
    write: Kernel,
    tables: wgpu::Buffer,
    cells: wgpu::Buffer,
    counts: wgpu::Buffer,
    /// Each holds 2^shift cells; those after the last cell are there to be bound.
    states: Vec<wgpu::Buffer>,
    shift: u32,
    pieces: Vec<Piece>,
}

/// The entries of some cells, of the same buffer of states and small enough to be bound.
struct Piece {
    slice: usize,
    first: u32,
    end: u32,
    entries: wgpu::Buffer,
}

impl<'a> Search<'a> {
    fn new(device: &'a Device) -> Result<Search<'a>, EngineError> {
        let shift = (device.max_binding / WORD).checked_ilog2().map_or(0, |bits| bits.min(MOST_BITS));
        if CELLS > STATE_SLICES << shift {
            let needed = CELLS.div_ceil(STATE_SLICES).next_power_of_two() as u64 * WORD;
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        let cells = |slice: usize| (CELLS - CELLS.min(slice << shift)).min(1 << shift);
        let states: Vec<wgpu::Buffer> =
            (0..STATE_SLICES).map(|slice| device.zeroed("states", cells(slice) as u64)).collect();
        device.queue.write_buffer(&states[0], 0, bytemuck::bytes_of(&solved()));
        // Half a buffer of states is three quarters of a buffer of entries.
        let half = 1 << (shift - 1);
        let pieces = (0..STATE_SLICES).flat_map(|slice| {
            (0..cells(slice)).step_by(half).map(move |first| {
                let end = cells(slice).min(first + half);
                let entries = device.zeroed("entries", (end - first) as u64 / 2 * PAIR_WORDS as u64);
                Piece { slice, first: first as u32, end: end as u32, entries }
            })
        });
        Ok(Search {
            device,
            level: Kernel::new(device, &shaders::COMPLETE_PHASE2_LEVEL),
            write: Kernel::new(device, &shaders::COMPLETE_PHASE2_ENTRIES),
            tables: device.filled("tables", &descent::tables(Ball::get())),
            cells: device.filled("cells", &cell_tables()),
            counts: device.zeroed("counts", SIZES as u64),
            pieces: pieces.collect(),
            states,
            shift,
        })
    }

    /// Enters a level, and says how many positions it has.
    fn level(&self, distance: u8) -> Result<u64, EngineError> {
        let device = self.device;
        let grid = grid((CELLS as u64).div_ceil(WORKGROUP.into()));
        let (end_cell, distance_word) = (CELLS as u32, distance.into());
        let params = Phase2LevelParams {
            columns: grid.0,
            first_cell: 0,
            end_cell,
            distance: distance_word,
            shift: self.shift,
        };
        let params = device.parameters(&params);
        let bindings = [&params, &self.tables, &self.cells, &self.counts].into_iter().chain(&self.states);
        let bindings: Vec<_> = (0..).zip(bindings.map(wgpu::Buffer::as_entire_binding)).collect();
        let mut work = device.work();
        work.clear(&self.counts);
        work.run(&self.level, &bindings, grid);
        work.submit();
        if phase2_entry(distance) > 0 {
            self.write(distance)?;
        }
        read_count(device, &self.counts)
    }

    /// Writes the entries of a level. Those near solved have none, so that they take those of a
    /// farther level; this is undone at the end.
    fn write(&self, distance: u8) -> Result<(), EngineError> {
        let mut work = self.device.work();
        for piece in &self.pieces {
            let pairs = (piece.end - piece.first) / 2;
            let grid = grid(u64::from(pairs).div_ceil(WORKGROUP.into()));
            let (state, entry) = (state(distance), phase2_entry(distance).into());
            let params =
                self.device.parameters(&Phase2EntriesParams { columns: grid.0, pairs, state, entry });
            debug_assert_eq!(piece.first % ALIGN, 0);
            let bindings = [
                (0, params.as_entire_binding()),
                (1, self.device.words(&self.states[piece.slice], piece.first, piece.end)?),
                (2, piece.entries.as_entire_binding()),
            ];
            work.run(&self.write, &bindings, grid);
        }
        work.submit();
        Ok(())
    }

    fn entries(self) -> Result<Vec<u8>, EngineError> {
        let mut bytes = Vec::with_capacity(Complete::Phase2.bytes());
        for piece in self.pieces {
            let words = u64::from(piece.end - piece.first) / 2 * PAIR_WORDS as u64;
            let reading = self.device.start_reading::<u8>(&piece.entries, (words * WORD) as usize);
            reading.finish(|entries| bytes.extend_from_slice(entries))?;
        }
        for place in Ball::get().entries() {
            half_bytes::clear(&mut bytes, place.index as usize);
        }
        Ok(bytes)
    }
}

/// The states of the cell with the solved position.
fn solved() -> u32 {
    Cell { low: state(0) & 1, high: state(0) >> 1 }.pack()
}

/// See [`complete`](crate::layout::complete).
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
