//! A filter in the making, and as it is looked up in.

use std::io;

use super::near::{self, NEAR};
use super::{FilterBlock, FilterPlace, FilterSize, Reach};
use crate::coord::cosets::CosetKey;
use crate::table::memory::LargeMemory;

/// A filter as an engine builds it.
#[derive(Debug)]
pub struct FilterContents {
    size: FilterSize,
    /// Near cosets, then blocks.
    bytes: LargeMemory,
}

impl FilterContents {
    /// A filter of no cosets, in large pages of memory where the system has them.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn empty(size: FilterSize) -> io::Result<FilterContents> {
        Ok(FilterContents { size, bytes: LargeMemory::zeroed(size.bytes())? })
    }

    /// The size of the filter.
    pub fn size(&self) -> FilterSize {
        self.size
    }

    /// Near cosets, and blocks.
    pub fn parts(&mut self) -> (&mut [u32], &mut [FilterBlock]) {
        let (near, blocks) = self.bytes.split_at_mut(near::BYTES);
        (bytemuck::cast_slice_mut(near), bytemuck::cast_slice_mut(blocks))
    }

    /// The bytes as they are stored.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The filter as it is looked up in.
    pub fn view(&self) -> FilterView<'_> {
        FilterView::of(self.size, &self.bytes)
    }
}

impl Clone for FilterContents {
    fn clone(&self) -> FilterContents {
        let mut copy = FilterContents::empty(self.size).expect("there is memory for a copy");
        copy.bytes.copy_from_slice(&self.bytes);
        copy
    }
}

impl PartialEq for FilterContents {
    fn eq(&self, other: &FilterContents) -> bool {
        self.size == other.size && *self.bytes == *other.bytes
    }
}

impl Eq for FilterContents {}

/// A filter as it is looked up in.
#[derive(Clone, Copy, Debug)]
pub struct FilterView<'a> {
    /// The size of the filter.
    pub size: FilterSize,
    /// The cosets near solved, see [`near`].
    pub near: &'a [u32],
    /// Its blocks.
    pub blocks: &'a [FilterBlock],
}

impl<'a> FilterView<'a> {
    /// A view of stored bytes, which begin at a multiple of eight.
    pub(in crate::table) fn of(size: FilterSize, bytes: &'a [u8]) -> FilterView<'a> {
        let (near, blocks) = bytes.split_at(near::BYTES);
        FilterView { size, near: bytemuck::cast_slice(near), blocks: bytemuck::cast_slice(blocks) }
    }

    /// The place of a coset.
    #[inline(always)]
    pub fn place(&self, key: CosetKey) -> FilterPlace {
        FilterPlace::of(key, self.blocks.len() as u64)
    }

    /// Whether a coset can be at most `moves` moves from solved: always true for a coset that is.
    #[inline(always)]
    pub fn passes(&self, place: FilterPlace, moves: u8) -> bool {
        if moves <= NEAR {
            return near::is_within(self.near, place, moves);
        }
        self.reach(moves).is_none_or(|reach| place.passes(&self.blocks[place.block as usize], reach))
    }

    /// The bits of blocks for this number of moves, or for the next greater one; `None` if that is too many.
    pub fn reach(&self, moves: u8) -> Option<Reach> {
        self.size.reaches().iter().rev().find(|reach| reach.moves >= moves).copied()
    }
}
