//! The distances of the cosets near solved: a hash table for the last moves of a search, where the blocks say nothing.

use super::FilterPlace;

/// The greatest stored distance.
pub const NEAR: u8 = 7;

/// Places of the table, two to this: twice as many as there are cosets so near.
pub const SLOT_BITS: u32 = 20;

/// Words of the table.
pub const SLOTS: usize = 1 << SLOT_BITS;

/// Its bytes.
pub(super) const BYTES: usize = SLOTS * size_of::<u32>();

/// Bits of a word for the distance, plus one; a word is 0 in an empty place.
pub const DISTANCE_BITS: u32 = 4;

/// Enters a coset at this distance from solved, unless it stands there as nearer. Cosets with the same word above the distance
/// and at the same place share an entry, which holds the least distance.
///
/// # Panics
/// When no place is left.
pub fn enter(slots: &mut [u32], place: FilterPlace, distance: u8) {
    let (mut at, tag) = slot(place);
    let word = tag << DISTANCE_BITS | u32::from(distance + 1);
    for _ in 0..SLOTS {
        if slots[at] == 0 {
            slots[at] = word;
            return;
        }
        if slots[at] >> DISTANCE_BITS == tag {
            slots[at] = slots[at].min(word);
            return;
        }
        at = (at + 1) % SLOTS;
    }
    panic!("there are twice as many places as cosets");
}

/// Whether a coset can be at most `moves` moves from solved, up to [`NEAR`]: always true for a coset that is.
#[inline]
pub fn is_within(slots: &[u32], place: FilterPlace, moves: u8) -> bool {
    let (mut at, tag) = slot(place);
    // In a damaged file all places can be taken.
    for _ in 0..SLOTS {
        let word = slots[at];
        if word == 0 {
            return false;
        }
        if word >> DISTANCE_BITS == tag {
            return word % (1 << DISTANCE_BITS) <= u32::from(moves) + 1;
        }
        at = (at + 1) % SLOTS;
    }
    true
}

/// The first place of a coset, and the word that distinguishes it there.
#[inline]
fn slot(place: FilterPlace) -> (usize, u32) {
    ((place.chance >> (u64::BITS - SLOT_BITS)) as usize, place.chance as u32 >> DISTANCE_BITS)
}
