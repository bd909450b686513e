//! Distances modulo 3, four in a byte, the first one in the low bits. A move changes a distance by one at most, so they say of two
//! neighbours which one is nearer.

use rayon::prelude::*;

/// Residues in a byte.
pub const PER_BYTE: usize = 4;

const BITS: usize = u8::BITS as usize / PER_BYTE;

/// Residue `i`; 3 in damaged files alone.
#[inline(always)]
pub fn get(bytes: &[u8], i: usize) -> u8 {
    (bytes[i / PER_BYTE] >> (i % PER_BYTE * BITS)) & ((1 << BITS) - 1)
}

/// Writes residue `i`, which was 0.
#[inline(always)]
pub fn put(bytes: &mut [u8], i: usize, residue: u8) {
    bytes[i / PER_BYTE] |= residue << (i % PER_BYTE * BITS);
}

/// Rows of this number of residues, each of which begins with a byte, one after the other without gaps.
pub fn joined(rows: &[u8], values: usize) -> Vec<u8> {
    let row_bytes = values.div_ceil(PER_BYTE);
    let count = rows.len() / row_bytes * values;
    // As many rows as there are residues in a byte take whole bytes.
    let mut bytes = vec![0; count.div_ceil(PER_BYTE)];
    bytes.par_chunks_mut(values).zip(rows.par_chunks(PER_BYTE * row_bytes)).for_each(|(bytes, rows)| {
        for (number, row) in rows.chunks_exact(row_bytes).enumerate() {
            (0..values).for_each(|value| put(bytes, number * values + value, get(row, value)));
        }
    });
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_joined_without_gaps() {
        let values = 7;
        for count in 1..10 {
            let residues: Vec<u8> = (0..count * values).map(|i| (i * i % 3) as u8).collect();
            let row = |residues: &[u8]| {
                let mut row = vec![0; 2];
                residues.iter().enumerate().for_each(|(i, &residue)| put(&mut row, i, residue));
                row
            };
            let rows: Vec<u8> = residues.chunks(values).flat_map(row).collect();
            let bytes = joined(&rows, values);
            assert_eq!(bytes.len(), (count * values).div_ceil(4));
            assert!((0..residues.len()).map(|i| get(&bytes, i)).eq(residues));
        }
    }
}
