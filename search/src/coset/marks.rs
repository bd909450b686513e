//! Places that a thread found and that wait until they are set in a map.

use super::bitmap::SharedBitmap;
use super::layout::Place;
use super::layout::place::GROUPS;

/// The number of places of a group that are set at a time. All that wait are 630 KB.
const MOST: usize = 64;

/// Places of a thread, by their groups. So the bits that it sets at a time stand in one megabyte, and no two threads set bits of
/// a group at a time.
pub struct PlaceMarks<'a> {
    map: &'a SharedBitmap<'a>,
    bits: Vec<[u32; MOST]>,
    counts: Vec<u8>,
    new: u64,
}

impl<'a> PlaceMarks<'a> {
    /// None yet.
    pub fn new(map: &'a SharedBitmap<'a>) -> PlaceMarks<'a> {
        PlaceMarks { map, bits: vec![[0; MOST]; GROUPS], counts: vec![0; GROUPS], new: 0 }
    }

    /// Adds a place.
    #[inline(always)]
    pub fn add(&mut self, place: Place) {
        let (bits, count) = (&mut self.bits[place.group()], &mut self.counts[place.group()]);
        bits[usize::from(*count) % MOST] = place.bit();
        *count += 1;
        if usize::from(*count) == MOST {
            self.set(place.group());
        }
    }

    #[inline(never)]
    fn set(&mut self, group: usize) {
        let count = usize::from(std::mem::take(&mut self.counts[group]));
        self.new += self.map.set(group, &self.bits[group][..count]);
    }

    /// Sets all that wait; gives how many bits were set since the beginning that were not set before.
    pub fn end(mut self) -> u64 {
        (0..GROUPS).for_each(|group| self.set(group));
        self.new
    }
}
