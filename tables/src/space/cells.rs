//! How a search stores distances, row by row. Each row begins with a byte of its own, so that threads can write rows side by side.

use super::{UNREACHED, half_bytes, residues};

/// A way to store the distances of a row.
pub trait Cells: Copy + Sync {
    /// Bytes of a row with this number of values.
    fn row_bytes(self, values: usize) -> usize;

    /// A byte of values that no move leads to.
    fn empty(self) -> u8;

    /// Stores the distance of a value that had none.
    fn put(self, row: &mut [u8], value: usize, distance: u8);
}

/// A byte for each distance.
#[derive(Clone, Copy)]
pub struct ByteCells;

impl Cells for ByteCells {
    fn row_bytes(self, values: usize) -> usize {
        values
    }

    fn empty(self) -> u8 {
        UNREACHED
    }

    #[inline(always)]
    fn put(self, row: &mut [u8], value: usize, distance: u8) {
        row[value] = distance;
    }
}

/// Half a byte for each distance, where 15 stands for greater ones too.
#[derive(Clone, Copy)]
pub struct HalfBytes;

impl Cells for HalfBytes {
    fn row_bytes(self, values: usize) -> usize {
        values.div_ceil(2)
    }

    fn empty(self) -> u8 {
        0
    }

    #[inline(always)]
    fn put(self, row: &mut [u8], value: usize, distance: u8) {
        half_bytes::put(row, value, distance.min(15));
    }
}

/// Two bits for each distance: the rest modulo 3.
#[derive(Clone, Copy)]
pub struct ResidueCells;

impl Cells for ResidueCells {
    fn row_bytes(self, values: usize) -> usize {
        values.div_ceil(residues::PER_BYTE)
    }

    fn empty(self) -> u8 {
        0
    }

    #[inline(always)]
    fn put(self, row: &mut [u8], value: usize, distance: u8) {
        residues::put(row, value, distance % 3);
    }
}
