//! The complete search of phase 1.

use super::first_levels::{MOST_NEIGHBOURS, enter, first_levels, words_of};
use super::{MOST_LOOKS, copy, pieces, read_count, size_bits};
use crate::buffers::WORD;
use crate::descent;
use crate::device::Device;
use crate::kernel::{Kernel, grid};
use crate::work::Reading;
use crate::{EngineError, STRIPE_BYTES};
use cubebatch_cube::cube::HTM;
use cubebatch_search::engine::BuildError;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::complete::{
    ENTRY_GROUP, ENTRY_GROUP_WORDS, PHASE1_WORDS, Phase1Entries, Phase1EntriesBuffers, Phase1EntriesParams,
    Phase1Level, Phase1LevelBuffers, Phase1LevelParams, SIZES, States, state,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::phase1::{CODES, PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::sym_phase1::{CLASSES, SIZE, SymPhase1Tables};
use cubebatch_tables::progress::{Control, Step, Stop};
use cubebatch_tables::table::{Complete, CompleteContents};

/// Bytes of the entries of a group.
const GROUP_BYTES: u64 = ENTRY_GROUP_WORDS as u64 * WORD;

/// Words of states whose positions a dispatch looks from.
pub const MOST_WORDS: u32 = MOST_LOOKS / (States::A_WORD * PHASE1_MOVES.len()) as u32;

/// The distance of every code from G1.
pub fn search(device: &Device, control: &Control) -> Result<CompleteContents, BuildError> {
    let mut search = Phase1LevelSearch::new(device, PHASE1_WORDS as u32)?;
    let histogram = search.levels(MOST_NEIGHBOURS, MOST_WORDS, control)?;
    let mut entries = search.entries(STRIPE_BYTES)?;
    entries.resize(Complete::Phase1(HTM).bytes(), 0);
    Ok(CompleteContents::new(Complete::Phase1(HTM), entries, histogram))
}

/// How many codes are 0, 1, 2, … moves from G1.
pub fn count(device: &Device, control: &Control) -> Result<Vec<u64>, BuildError> {
    Phase1LevelSearch::new(device, PHASE1_WORDS as u32)?.levels(MOST_NEIGHBOURS, MOST_WORDS, control)
}

/// A search of the positions in the first words of states, by paths that lead through these alone.
struct Phase1LevelSearch<'a> {
    device: &'a Device,
    words: u32,
    tables: wgpu::Buffer,
    states: wgpu::Buffer,
}

impl Phase1LevelSearch<'_> {
    fn new(device: &Device, words: u32) -> Result<Phase1LevelSearch<'_>, EngineError> {
        let needed = PHASE1_WORDS as u64 * WORD;
        if needed > device.max_binding {
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        let tables = device.filled("tables", &descent::tables(Ball::get()));
        let states = device.zeroed("states", PHASE1_WORDS as u64);
        Ok(Phase1LevelSearch { device, words, tables, states })
    }

    /// Enters all levels, and returns the number of codes in each. The host finds the first levels, up to a limit of neighbours
    /// for each. A dispatch looks from the positions of a limited number of words. The search ends when all codes are found, or
    /// when a level is empty.
    fn levels(
        &mut self,
        most_neighbours: usize,
        most_words: u32,
        control: &Control,
    ) -> Result<Vec<u64>, BuildError> {
        let device = self.device;
        let sizes = device.filled("sizes", &sizes());
        let counts = device.zeroed("counts", SIZES as u64);
        let kernel = Kernel::<Phase1Level>::new(device);
        let mut histogram = self.enter_first_levels(most_neighbours);
        let step = Step::Building(Complete::Phase1(HTM).into());
        loop {
            let found = histogram.iter().sum();
            control.step(&step, found, CODES)?;
            if found == CODES {
                return Ok(histogram);
            }
            let distance = histogram.len() as u32;
            let mut work = device.work();
            work.clear(&counts);
            work.submit();
            for words in pieces(0..self.words, most_words) {
                let grid = grid(words.len().div_ceil(WORKGROUP as usize) as u64);
                let (columns, first_word, end_word) = (grid.0, words.start, words.end);
                let params = Phase1LevelParams { columns, first_word, end_word, distance };
                let buffers = Phase1LevelBuffers {
                    tables: &self.tables,
                    sizes: &sizes,
                    states: &self.states,
                    counts: &counts,
                };
                let mut work = device.work();
                work.run(&kernel, &params, buffers, grid);
                work.submit();
            }
            match read_count(device, &counts, &control.stop)? {
                0 => return Ok(histogram),
                count => histogram.push(count),
            }
        }
    }

    /// Enters the levels that the host finds, and says how many codes each has.
    fn enter_first_levels(&self, most_neighbours: usize) -> Vec<u64> {
        let index = |code: Phase1| SymPhase1Tables::get().reduce(code).index();
        let searched = self.words as usize * States::A_WORD;
        let is_searched = |code| index(code) < searched;
        let levels = first_levels(
            Phase1Moves::get(),
            PHASE1_MOVES.len(),
            Phase1::default(),
            is_searched,
            most_neighbours,
        );
        let kernel = Kernel::new(self.device);
        for (distance, level) in (0..).zip(&levels) {
            let bits = |index| States::bits(index, state(distance));
            enter(self.device, &kernel, &self.states, &words_of(level, index, States::A_WORD, bits));
        }
        levels.iter().map(|level| level.len() as u64).collect()
    }

    /// The entries of the positions. A stripe of them has at most `stripe_bytes` bytes.
    fn entries(self, stripe_bytes: u64) -> Result<Vec<u8>, EngineError> {
        let groups = SIZE.min(self.words as usize * States::A_WORD).div_ceil(ENTRY_GROUP) as u64;
        let stripe = self.device.max_binding.min(stripe_bytes) / GROUP_BYTES;
        entries_of(self.device, &self.tables, &self.states, groups, stripe)
    }
}

/// For each class how many codes its positions stand for, as a power of two.
pub fn sizes() -> Vec<u32> {
    let classes = &SymPhase1Tables::get().classes;
    (0..CLASSES).map(|class| size_bits(classes, class)).collect()
}

/// The entries of these groups, a stripe at a time; the host takes one while the device writes the next.
fn entries_of(
    device: &Device,
    tables: &wgpu::Buffer,
    states: &wgpu::Buffer,
    groups: u64,
    stripe: u64,
) -> Result<Vec<u8>, EngineError> {
    let kernel = Kernel::<Phase1Entries>::new(device);
    let mut bytes = vec![0; (groups * GROUP_BYTES) as usize];
    // Where the next ones go.
    let mut rest = &mut bytes[..];
    let mut written: Option<Reading<u8>> = None;
    let mut take = |reading: Reading<u8>| {
        reading.finish(&Stop::default(), |entries| {
            let here = rest.split_off_mut(..entries.len()).expect("there is room for all");
            copy(entries, here);
        })
    };
    for first in (0..groups).step_by(stripe as usize) {
        let end = groups.min(first + stripe);
        let entries = device.zeroed("entries", (end - first) * ENTRY_GROUP_WORDS as u64);
        let grid = grid((end - first).div_ceil(WORKGROUP.into()));
        let params =
            Phase1EntriesParams { columns: grid.0, first_group: first as u32, end_group: end as u32 };
        let buffers = Phase1EntriesBuffers { tables, states, entries: &entries };
        let mut work = device.work();
        work.run(&kernel, &params, buffers, grid);
        work.submit();
        let reading = device.start_reading(&entries, ((end - first) * GROUP_BYTES) as usize);
        if let Some(before) = written.replace(reading) {
            take(before)?;
        }
    }
    if let Some(last) = written {
        take(last)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complete::tests::{device, levels_of};
    use cubebatch_tables::coord::sym_phase1::SymPhase1;
    use cubebatch_tables::coord::{Coordinate, twist::Twist};
    use cubebatch_tables::table::{Phase1Entry, Phase1Table};
    use rayon::prelude::*;

    /// A word and its positions more than 256 classes.
    const WORDS: usize = 256 * Twist::SIZE / States::A_WORD + 1;
    const POSITIONS: usize = WORDS * States::A_WORD;

    /// How far each of the first positions is from G1 by paths that lead through these alone, if there are any.
    fn plain_search() -> Vec<Option<u8>> {
        let tables = SymPhase1Tables::get();
        let mut distances = vec![None; POSITIONS];
        distances[0] = Some(0);
        for last in 0.. {
            let is_in_last = |there: SymPhase1| distances.get(there.index()) == Some(&Some(last));
            let is_next = |&index: &usize| {
                distances[index].is_none() && tables.neighbours(tables.from_index(index)).any(is_in_last)
            };
            let level: Vec<usize> = (0..POSITIONS).into_par_iter().filter(is_next).collect();
            if level.is_empty() {
                break;
            }
            level.into_iter().for_each(|index| distances[index] = Some(last + 1));
        }
        distances
    }

    #[test]
    fn a_search_among_the_first_positions_finds_what_a_plain_one_finds() {
        let Some(device) = device() else { return };
        let tables = SymPhase1Tables::get();
        let distances = plain_search();
        // Three stripes and a part of one.
        let stripe = POSITIONS.div_ceil(ENTRY_GROUP) as u64 * GROUP_BYTES * 2 / 7;
        let mut search = Phase1LevelSearch::new(&device, WORDS as u32).unwrap();
        // The host finds some levels, and another one is three dispatches and a part of one.
        let histogram = search.levels(1000, WORDS as u32 * 2 / 7, &Control::default()).unwrap();
        let mut entries = search.entries(stripe).unwrap();
        let size = |index: usize| u64::from(tables.classes.size(index / Twist::SIZE));
        let reached = (0..).zip(&distances).filter_map(|(index, distance)| Some((index, (*distance)?)));
        assert_eq!(histogram, levels_of(reached.clone().map(|(index, distance)| (distance, size(index)))));
        assert!(histogram.len() > 10, "the search has many levels: {histogram:?}");

        assert_eq!(entries.len(), POSITIONS * Phase1Entry::BITS / 8);
        entries.resize(Complete::Phase1(HTM).bytes(), 0);
        let table = Phase1Table::new(Complete::Phase1(HTM), &entries);
        for (index, distance) in reached {
            let at = tables.from_index(index);
            let is_nearer = |there: SymPhase1| {
                distances.get(there.index()).is_some_and(|there| there.is_some_and(|there| there < distance))
            };
            let neighbours = tables.neighbours(at).enumerate();
            let nearer =
                neighbours.filter(|&(_, there)| is_nearer(there)).fold(0, |bits, (m, _)| bits | 1 << m);
            assert_eq!(table.at(at), Phase1Entry::new(distance, nearer), "index {index}");
        }
    }
}
