//! The positions that are known, a bit each.

use std::io;
use std::sync::Mutex;

use super::layout::place::{GROUP_BITS, GROUPS};
use super::layout::{BitLine, Place};
use cubebatch_tables::table::memory::LargeMemory;

/// The lines of a group.
pub const GROUP_LINES: usize = GROUP_BITS / 512;

/// Bytes of a group.
pub const GROUP_BYTES: usize = GROUP_BITS / 8;

/// A bit for each position of G1, in groups, each of which stands somewhere.
pub struct Bitmap {
    memory: LargeMemory,
    /// Where each group stands.
    slots: Vec<u16>,
    /// Where no group stands.
    free: Vec<u16>,
}

impl Bitmap {
    /// No position, with room for some more groups. All threads of the current pool take the memory from the system, which needs
    /// seconds to clear it.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn empty(beside: usize) -> io::Result<Bitmap> {
        let slots = GROUPS + beside;
        let mut memory = LargeMemory::zeroed(slots * GROUP_BYTES)?;
        memory.take_all();
        Ok(Bitmap {
            memory,
            slots: (0..GROUPS as u16).collect(),
            free: (GROUPS as u16..slots as u16).collect(),
        })
    }

    /// Bytes of memory for all positions and some more groups.
    pub fn bytes(beside: usize) -> u64 {
        ((GROUPS + beside) * GROUP_BYTES) as u64
    }

    /// All places for groups, as they are; where each group stands; and which places are free.
    pub fn parts(&mut self) -> (impl Iterator<Item = &mut [BitLine]>, &mut Vec<u16>, &mut Vec<u16>) {
        let Bitmap { memory, slots, free } = self;
        let lines: &mut [BitLine] = bytemuck::cast_slice_mut(memory);
        (lines.chunks_exact_mut(GROUP_LINES), slots, free)
    }

    /// The lines of a group.
    pub fn group(&self, group: usize) -> &[BitLine] {
        let lines: &[BitLine] = bytemuck::cast_slice(&self.memory);
        &lines[usize::from(self.slots[group]) * GROUP_LINES..][..GROUP_LINES]
    }

    /// Whether a position is there.
    pub fn has(&self, place: Place) -> bool {
        let word = self.group(place.group()).as_flattened()[place.bit() as usize / 64];
        word >> (place.bit() % 64) & 1 == 1
    }

    /// Takes a position out.
    pub fn clear(&mut self, place: Place) {
        let slot = usize::from(self.slots[place.group()]);
        let lines = self.parts().0.nth(slot).expect("there is such a place");
        lines.as_flattened_mut()[place.bit() as usize / 64] &= !(1 << (place.bit() % 64));
    }

    /// The groups, for threads that set bits in them.
    pub fn shared(&mut self) -> SharedBitmap<'_> {
        let (places, slots, _) = self.parts();
        let mut places: Vec<Option<&mut [BitLine]>> = places.map(Some).collect();
        let group = |slot: &u16| Mutex::new(places[usize::from(*slot)].take().expect("each stands alone"));
        SharedBitmap { groups: slots.iter().map(group).collect() }
    }
}

/// The groups of a map, of which several threads set bits.
pub struct SharedBitmap<'a> {
    groups: Vec<Mutex<&'a mut [BitLine]>>,
}

impl SharedBitmap<'_> {
    /// Sets some bits of a group; gives how many were not set before.
    pub fn set(&self, group: usize, bits: &[u32]) -> u64 {
        /// The number of bits ahead for which the memory is asked.
        const AHEAD: usize = 16;
        use cubebatch_tables::coord::prefetch::prefetch;
        let mut lines = self.groups[group].lock().expect("no thread panics here");
        let words = lines.as_flattened_mut();
        bits.iter().take(AHEAD).for_each(|&bit| prefetch(words, bit as usize / 64));
        let mut new = 0;
        for (i, &bit) in bits.iter().enumerate() {
            if let Some(&ahead) = bits.get(i + AHEAD) {
                prefetch(words, ahead as usize / 64);
            }
            let word = &mut words[bit as usize / 64];
            new += u64::from(*word >> (bit % 64) & 1 == 0);
            *word |= 1 << (bit % 64);
        }
        new
    }
}
