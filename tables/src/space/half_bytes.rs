//! Numbers 0 … 15, two in a byte, the first one in the low half.

/// The byte of two numbers.
#[inline]
pub const fn pack(first: u8, second: u8) -> u8 {
    first | second << 4
}

/// Number `i`.
#[inline]
pub fn get(bytes: &[u8], i: usize) -> u8 {
    bytes[i / 2] >> (i % 2 * 4) & 15
}

/// Writes number `i`, which was 0.
#[inline(always)]
pub fn put(bytes: &mut [u8], i: usize, number: u8) {
    bytes[i / 2] |= number << (i % 2 * 4);
}

/// Makes number `i` 0.
pub fn clear(bytes: &mut [u8], i: usize) {
    bytes[i / 2] &= if i.is_multiple_of(2) { pack(0, 15) } else { pack(15, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_where_they_were_put() {
        let numbers: Vec<u8> = (0..16).collect();
        let mut bytes: Vec<u8> = numbers.chunks(2).map(|pair| pack(pair[0], pair[1])).collect();
        assert!(numbers.iter().all(|&number| get(&bytes, number.into()) == number));
        for i in 0..16 {
            clear(&mut bytes, i);
            assert!((0..16).all(|other| get(&bytes, other) == if other <= i { 0 } else { numbers[other] }));
        }
    }
}
