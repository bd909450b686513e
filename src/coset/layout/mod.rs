//! Where the positions of G1 stand in a map of 19,508,428,800 bits.
//!
//! A position of G1 is a permutation of corners, one of U/D edges and one of the middle edges, whose parities are equal. A move
//! is a product on the right.
//!
//! - Corners that turns of U and D carry to each other are a **group** of the map, with a **page** for each of the 16 turns. A
//!   page holds the edges as they were before these turns. So the six moves of U and D change no place within a page: what they
//!   lead to is an OR of pages of the same group.
//! - A page has 945 **lines** of 512 bits, the cosets of a 2-group ([`element`]). A half turn of a side takes lines to lines,
//!   and permutes the bits of a line in a way that a processor has instructions for.

pub mod element;
pub mod order;
pub mod place;
pub mod sources;

pub use element::{Line, Moved, WordSources};
pub use order::Order;
pub use place::{Place, Places};
pub use sources::Sources;

use element::word_sources;

/// All tables about places.
pub struct Layout {
    /// Ranks positions.
    pub places: Places,
    /// Where words of lines come from.
    pub words: WordSources,
    /// The same for registers.
    pub moved: Moved,
    /// Where pages and lines come from.
    pub sources: Sources,
    /// The order of groups.
    pub order: Order,
}

impl Layout {
    /// Makes the tables, in a few tenths of a second.
    pub fn new() -> Layout {
        use crate::coord::processor::{Plain, Processor};
        let places = Places::new();
        let words = word_sources(|first, next| {
            let product = Plain.then_unturned(&first.cubies(), &next.cubies());
            element::Element::from_number(places.in_page(&product))
        });
        let sources = Sources::new(&places, &*words);
        Layout { moved: Moved::new(&words), order: Order::new(&sources), places, words, sources }
    }
}
