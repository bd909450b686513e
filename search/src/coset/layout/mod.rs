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
#[cfg(target_arch = "x86_64")]
pub mod wide;

pub use element::{BitLine, Moved, WordSources};
pub use order::Order;
pub use place::{Place, Places};
pub use sources::Sources;
#[cfg(target_arch = "x86_64")]
pub use wide::Wide;

use cubebatch_tables::coord::processor::{Plain, Processor};
use element::{Element, word_sources};

/// All tables about places.
pub struct Layout {
    /// Ranks positions.
    pub places: Places,
    /// Where words of lines come from.
    pub words: WordSources,
    /// The same for registers.
    pub moved: Moved,
    /// The same for larger registers, if the processor has them.
    #[cfg(target_arch = "x86_64")]
    pub wide: Option<Wide>,
    /// Where pages and lines come from.
    pub sources: Sources,
    /// The order of groups.
    pub order: Order,
}

impl Layout {
    /// Makes the tables, in a few tenths of a second.
    #[expect(clippy::new_without_default, reason = "it takes a second")]
    pub fn new() -> Layout {
        let places = Places::new();
        let words = word_sources(|first, next| {
            let product = Plain.then_unturned(&first.cubies(), &next.cubies());
            Element::from_number(places.in_page(&product))
        });
        let sources = Sources::new(&places, &*words);
        Layout {
            moved: Moved::new(&words),
            #[cfg(target_arch = "x86_64")]
            wide: Wide::new(&words),
            order: Order::new(&sources),
            places,
            words,
            sources,
        }
    }
}

#[cfg(test)]
pub mod tests {
    use std::sync::LazyLock;

    use super::element::{Element, LINE_BITS, WORDS};
    use super::place::{GROUP_BITS, GROUPS, LINES, Page};
    use super::*;
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
    use cubebatch_tables::coord::moves::{HALF_TURNS, PHASE2_MOVES};
    use cubebatch_tables::coord::phase2::POSITIONS;
    use cubebatch_tables::coord::processor::{Plain, Processor, on_each_processor};

    /// The tables of all tests.
    pub static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

    /// A random position of G1.
    pub fn random_place(random: &mut Random) -> Place {
        Place::from_number(random.below(POSITIONS))
    }

    pub fn turn(m: usize) -> Cubies {
        CubiesTables::get().turns[PHASE2_MOVES[m].index()].unturned()
    }

    #[test]
    fn places_are_numbered_and_invert() {
        let (places, mut random) = (&LAYOUT.places, Random::new(381));
        let ends = [0, 1, GROUP_BITS as u64 - 1, GROUP_BITS as u64, POSITIONS - 1].map(Place::from_number);
        let places_of_all = (0..20_000).map(|_| random_place(&mut random));
        for place in places_of_all.chain(ends) {
            assert_eq!(Place::from_number(place.number()), place);
            let cubies = places.cubies(place);
            // It is a position that turns can reach: the numbers of swaps agree, and each cubie is there once.
            let setup = cubebatch_cube::cube::Setup::from(&Cube::from(&cubies));
            assert_eq!(setup.into_cube().map(|cube| Cubies::from(&cube)), Ok(cubies));
            on_each_processor!(processor => assert_eq!(places.place(processor, &cubies), place));
        }
        assert_eq!(places.place(Plain, &Cubies::SOLVED).number() % LINE_BITS as u64, 0);
    }

    #[test]
    fn turns_of_u_and_d_keep_the_place_in_a_page() {
        let (places, mut random) = (&LAYOUT.places, Random::new(382));
        for _ in 0..2000 {
            let place = random_place(&mut random);
            for m in HALF_TURNS..PHASE2_MOVES.len() {
                let there = places.place(Plain, &Plain.then_unturned(&places.cubies(place), &turn(m)));
                let page_bits = (LINES * LINE_BITS) as u32;
                assert_eq!(
                    (there.group(), there.bit() % page_bits),
                    (place.group(), place.bit() % page_bits)
                );
                // A row or a column of the pages of the group.
                let (from, to) = (place.bit() / page_bits, there.bit() / page_bits);
                assert!(from != to && (from / 4 == to / 4) != (from % 4 == to % 4));
            }
        }
    }

    #[test]
    fn half_turns_come_from_the_sources_of_lines() {
        let (Layout { places, sources, words, .. }, mut random) = (&*LAYOUT, Random::new(383));
        for _ in 0..5000 {
            let place = random_place(&mut random);
            let page = Page::new(place.group(), place.bit() as usize / (LINES * LINE_BITS));
            let (line, bit) = (place.bit() as usize / LINE_BITS % LINES, place.bit() as usize % LINE_BITS);
            for m in 0..HALF_TURNS {
                let there = places.place(Plain, &Plain.then_unturned(&places.cubies(place), &turn(m)));
                let (edges, middle) = sources.lines(page, m);
                let source = edges[line / 3].with(middle[line % 3]);
                let word = words[source.element().number()][bit / 64];
                let in_line = 64 * usize::from(word.word) + ((bit % 64) ^ usize::from(word.flips));
                let from = sources.pages(page)[m];
                let found = from.in_group() * LINES * LINE_BITS + source.line() * LINE_BITS + in_line;
                assert_eq!((there.group(), there.bit() as usize), (from.group(), found));
            }
        }
    }

    #[test]
    fn words_of_lines_come_from_products() {
        let (Layout { places, words, .. }, mut random) = (&*LAYOUT, Random::new(384));
        for _ in 0..2000 {
            let [at, element] =
                [(); 2].map(|()| Element::from_number(random.below(LINE_BITS as u64) as usize));
            let product = places.in_page(&Plain.then_unturned(&at.cubies(), &element.cubies()));
            let source = words[element.number()][at.number() / 64];
            assert_eq!(
                product,
                64 * usize::from(source.word) + ((at.number() % 64) ^ usize::from(source.flips))
            );
            assert!(usize::from(source.word) < WORDS);
        }
    }

    #[test]
    fn groups_are_made_in_little_memory() {
        let Layout { order, sources, .. } = &*LAYOUT;
        let mut groups = order.groups.clone();
        groups.sort_unstable();
        assert!(groups.into_iter().eq(0..GROUPS as u16));
        // What is a source of a group is made of it, too.
        for group in 0..GROUPS {
            for &source in &order.neighbours[group] {
                assert!(order.neighbours[usize::from(source)].contains(&(group as u16)));
            }
            assert!(sources.groups(group).len() <= 17);
        }
        // All is made in the room that is said, one group after the other.
        let mut needed: Vec<usize> = order.neighbours.iter().map(Vec::len).collect();
        let mut free = order.beside;
        for &group in &order.groups {
            free -= 1;
            for &source in &order.neighbours[usize::from(group)] {
                needed[usize::from(source)] -= 1;
                free += usize::from(needed[usize::from(source)] == 0);
            }
        }
        assert_eq!(free, order.beside);
        assert!(order.beside < 600, "{}", order.beside);
    }
}
