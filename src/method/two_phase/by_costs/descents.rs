//! How far positions are from G1, and which steps lead nearer.

use rayon::prelude::*;

use crate::coord::prefetch::prefetch;
use crate::engine::EngineError;
use crate::space::Space;
use crate::table::memory::LargeMemory;

/// A row of bits for each position of a space: its distance, and a bit for each step that is the first of a cheapest way.
///
/// A search that has no more to spend than the distance takes these steps, and looks at no other.
pub struct Descents {
    /// A row takes whole bytes. The last row is followed by as many as are read with it.
    bytes: LargeMemory,
    width: usize,
    distance_bits: u32,
    /// All steps, each a bit.
    pub all: u64,
    /// Whether it is known which steps lead nearer.
    pub has_steps: bool,
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub struct Entry {
    pub distance: u8,
    /// The steps that begin a cheapest way, or may do so, each a bit, by what they look like after the symmetry of the position.
    pub nearer: u64,
}

/// Bytes that are zero, in large pages.
pub fn large(needed: usize) -> Result<LargeMemory, EngineError> {
    LargeMemory::zeroed(needed).map_err(|_| EngineError::NoMemory { needed: needed as u64 })
}

/// The bytes that are read at a time.
const READ: usize = size_of::<u64>();

impl Descents {
    /// Finds the steps for these distances of a space, on all threads of the current pool. Where the rows would take more than
    /// `most_bytes`, they hold the distances alone, and any step may lead nearer.
    pub fn new(
        space: &Space,
        costs: &[u8],
        distances: &[u8],
        most_bytes: Option<u64>,
    ) -> Result<Descents, EngineError> {
        let farthest = distances.par_iter().copied().max().unwrap_or(0);
        let distance_bits = u8::BITS - farthest.leading_zeros();
        let width_with = |steps: usize| (distance_bits as usize + steps).div_ceil(8);
        let is_too_wide =
            |width: usize| most_bytes.is_some_and(|most| (space.positions() * width) as u64 > most);
        let has_steps = !is_too_wide(width_with(costs.len()));
        let width = width_with(if has_steps { costs.len() } else { 0 });
        assert!(width < READ, "a row is read at once");
        let values = space.values();
        let mut bytes = large(space.positions() * width + READ)?;
        bytes.par_chunks_exact_mut(values * width).enumerate().for_each(|(row, bytes)| {
            let of = |row: usize| &distances[row * values..][..values];
            let mut words: Vec<u64> = of(row).iter().map(|&distance| distance.into()).collect();
            for (m, &cost) in costs.iter().enumerate().filter(|_| has_steps) {
                let (there, map) = space.neighbour(row, m);
                let there = of(there);
                for ((word, &distance), &to) in words.iter_mut().zip(of(row)).zip(map) {
                    let is_nearer = there[usize::from(to)] + cost == distance;
                    *word |= u64::from(is_nearer) << (distance_bits as usize + m);
                }
            }
            for (bytes, word) in bytes.chunks_exact_mut(width).zip(words) {
                bytes.copy_from_slice(&word.to_le_bytes()[..width]);
            }
        });
        Ok(Descents { bytes, width, distance_bits, all: (1 << costs.len()) - 1, has_steps })
    }

    /// What is known of the position with this number.
    #[inline(always)]
    pub fn entry(&self, index: usize) -> Entry {
        let bytes = self.bytes[index * self.width..].first_chunk().expect("bytes follow the last row");
        let word = u64::from_le_bytes(*bytes);
        Entry {
            distance: (word & ((1 << self.distance_bits) - 1)) as u8,
            nearer: if self.has_steps { word >> self.distance_bits & self.all } else { self.all },
        }
    }

    /// Asks the memory for an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch(&self.bytes, index * self.width);
    }
}
