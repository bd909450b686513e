//! The two tetrads of corners, which half turns keep, and how half turns permute them.
//!
//! A half turn exchanges two corners of each tetrad. So it permutes the three *pairings* of each tetrad, the ways to part it
//! into two pairs. Opposite corners have the same number within their tetrads, and by these numbers a half turn does the same
//! to the pairings of both. There are 4! · 4! / 3! = 96 permutations of the corners that keep the tetrads and do the same to
//! both kinds of pairings. Half turns make all of them.

/// The corners of the tetrads, opposite ones in the same place: UFR UBL DBR DFL and
/// DLB DRF ULF URB.
pub const TETRADS: [[u8; 4]; 2] = [[0, 2, 5, 7], [6, 4, 3, 1]];

/// The tetrad of a corner, 0 or 1, and its number there, 0 … 3.
pub fn find(corner: u8) -> (usize, u8) {
    const FOUND: [(usize, u8); 8] = [(0, 0), (1, 3), (0, 1), (1, 2), (1, 1), (0, 2), (1, 0), (0, 3)];
    FOUND[usize::from(corner)]
}

/// What an order of the numbers 0 … 3 makes of the three pairings, each named by the number
/// that it pairs with 0. In pairing p the partner of n is n XOR p.
pub fn pairings(order: [u8; 4]) -> [u8; 3] {
    [1, 2, 3].map(|place| order[0] ^ order[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_is_found_where_it_stands() {
        for (tetrad, corners) in TETRADS.iter().enumerate() {
            for (number, &corner) in (0..).zip(corners) {
                assert_eq!(find(corner), (tetrad, number));
            }
        }
    }
}
