//! The sizes of a map of a coset, and words that say where its bits come from. `coset/layout` says what stands where.

use cubebatch_tables::packed::packed;

/// The groups of a map: corners up to turns of U and D.
pub const GROUPS: usize = 2520;

/// The pages of a group: the turns of U and D.
pub const PAGES: usize = 16;

/// Cosets of the elements of U/D edges: 8! / 128.
pub const EDGE_COSETS: usize = 315;

/// Cosets of the elements of the middle edges: 4! / 8.
pub const MIDDLE_COSETS: usize = 3;

/// The lines of a page: cosets of L among U/D edges and middle edges of one parity.
pub const LINES: usize = EDGE_COSETS * MIDDLE_COSETS;

/// The positions of a line.
pub const LINE_BITS: usize = 512;

/// Positions of a page.
pub const PAGE_BITS: usize = LINES * LINE_BITS;

/// Positions of a group.
pub const GROUP_BITS: usize = PAGES * PAGE_BITS;

/// The parts in which a device holds a map. A bit of a part has a number of 32 bits, and a kernel sees all parts at a time.
pub const PARTS: usize = 5;

/// The groups of a part.
pub const PART_GROUPS: usize = GROUPS / PARTS;

const _: () = assert!(PARTS * PART_GROUPS == GROUPS && (PART_GROUPS * GROUP_BITS) as u64 <= 1 << 32);

packed! {
    /// Where a page comes from by a half turn.
    PageFrom {
        /// The number of the page.
        page: 16,
        /// The number of the list that says where its cosets of U/D edges come from.
        edges: 15,
        /// Whether the lines of the page are odd.
        is_odd: 1,
    }

    /// Where a line comes from, or one of its two parts, U/D edges and middle edges, which are added.
    LineFrom {
        /// The line of the other page.
        line: 10,
        /// The element of L by which it is multiplied on the right.
        element: 9,
    }

    /// Where 64 bits of a line come from by a product with an element.
    WordFrom {
        /// The number of the 64 bits.
        word: 3,
        /// The exclusive or that makes the number of a bit there of one here.
        flips: 6,
    }
}
