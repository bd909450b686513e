//! The 512 positions of a line: a 2-group of U/D edges and middle edges.
//!
//! 128 permutations of the eight U/D edges keep the halves {0 … 3} and {4 … 7}, and in each half the pairs {0, 1} and {2, 3}:
//! a Sylow 2-subgroup. In the same way, 8 permutations of the middle edges keep their pairs. The even ones among the products of
//! both are a group L of 512. An [`Element`] of it has a number of nine bits:
//!
//! ```text
//!   8 7 6 | 5 4 3 | 2 1 0        first   V4 of edges 0 … 3 and 4 … 7, and of the middle edges: 64 elements, whose product
//!   w b a | m m e | f f e                is an exclusive or of their numbers (V4 is {1, (01)(23), (02)(13), (03)(12)})
//!    word | byte  | bit          then    (01) and (45), each with a swap of two middle edges, and the swap of both halves
//! ```
//!
//! So a product on the right takes each of the eight words of a line to a word, and changes the numbers of the bits in it by an
//! exclusive or. The pairs of words that differ in `a` share a quarter of a line. The bits 0 to 2 were chosen so that they
//! change alike in such a pair: then a table of sixteen bytes serves both words ([`Moved`]).

use cubebatch_tables::coord::cubies::{Cubies, MIDDLE};
use cubebatch_tables::coord::processor::{Plain, Processor};

pub use crate::coset::sizes::LINE_BITS;

/// The words of a line.
pub const WORDS: usize = LINE_BITS / 64;

/// The bits of 512 positions.
pub type BitLine = [u64; WORDS];

/// An element of L, or the position of a line that it makes of the first one: the number of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element(u16);

/// Elements of U/D edges alone, by seven bits: those of a number but for the two of the middle edges.
pub const EDGE_ELEMENTS: usize = 128;

impl Element {
    /// All, by their numbers.
    pub fn all() -> impl Iterator<Item = Element> {
        (0..LINE_BITS as u16).map(Element)
    }

    /// The one with this number; of a greater number the last nine bits count.
    #[inline(always)]
    pub const fn from_number(number: usize) -> Element {
        Element(number as u16 % LINE_BITS as u16)
    }

    /// The number.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The one with these seven bits of U/D edges, and first elements of the middle edges.
    #[inline(always)]
    pub const fn of_edges(seven: usize) -> Element {
        Element((seven & 0xf | (seven & 0x70) << 2) as u16)
    }

    /// The one with no U/D edge moved, and these two bits of V4 of the middle edges.
    pub const fn of_middle(two: usize) -> Element {
        Element((two as u16 & 3) << 4)
    }

    /// The position of G1 that it is: its corners are at home.
    pub fn cubies(self) -> Cubies {
        let chosen = GENERATORS.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1);
        chosen.fold(Cubies::SOLVED, |product, (_, generator)| {
            Plain.then_unturned(&product, &generator.cubies())
        })
    }
}

/// Where an involution takes the U/D edges and the middle edges.
struct Generator {
    edges: [u8; 8],
    middle: [u8; 4],
}

impl Generator {
    fn cubies(&self) -> Cubies {
        let mut bytes = Cubies::SOLVED.to_bytes();
        bytes[..MIDDLE].copy_from_slice(&self.edges);
        for (byte, edge) in bytes[MIDDLE..].iter_mut().zip(self.middle) {
            *byte = MIDDLE as u8 + edge;
        }
        Cubies::from_bytes(bytes)
    }
}

const HOME: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
const MIDDLE_HOME: [u8; 4] = [0, 1, 2, 3];
const MIDDLE_SWAP: [u8; 4] = [1, 0, 2, 3];

/// The element of each bit, in the order of multiplication.
const GENERATORS: [Generator; 9] = [
    Generator { edges: [2, 3, 0, 1, 4, 5, 6, 7], middle: MIDDLE_HOME },
    Generator { edges: [0, 1, 2, 3, 5, 4, 7, 6], middle: MIDDLE_HOME },
    Generator { edges: [0, 1, 2, 3, 6, 7, 4, 5], middle: MIDDLE_HOME },
    Generator { edges: [1, 0, 3, 2, 4, 5, 6, 7], middle: MIDDLE_HOME },
    Generator { edges: HOME, middle: [1, 0, 3, 2] },
    Generator { edges: HOME, middle: [2, 3, 0, 1] },
    Generator { edges: [1, 0, 2, 3, 4, 5, 6, 7], middle: MIDDLE_SWAP },
    Generator { edges: [0, 1, 2, 3, 5, 4, 6, 7], middle: MIDDLE_SWAP },
    Generator { edges: [4, 5, 6, 7, 0, 1, 2, 3], middle: MIDDLE_HOME },
];

/// The odd permutation of middle edges by which lines of odd positions differ from those of even ones.
pub fn middle_swap() -> Cubies {
    Generator { edges: HOME, middle: MIDDLE_SWAP }.cubies()
}

/// What a product on the right takes to a word of a line: this word, with its bits at other places.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordSource {
    /// The number of the word.
    pub word: u8,
    /// The exclusive or that makes the number of a bit there of one here.
    pub flips: u8,
}

/// The lines after products on the right, for a processor without instructions on bytes: for each element and each word.
pub type WordSources = Box<[[WordSource; WORDS]; LINE_BITS]>;

/// Lists [`WordSources`]; `product` gives the number of an element and then another.
pub fn word_sources(product: impl Fn(Element, Element) -> Element) -> WordSources {
    let mut sources: WordSources =
        vec![[WordSource::default(); WORDS]; LINE_BITS].try_into().expect("it is as long");
    for (element, words) in Element::all().zip(sources.iter_mut()) {
        for (k, source) in words.iter_mut().enumerate() {
            let there = product(Element::from_number(64 * k), element).number();
            *source = WordSource { word: (there / 64) as u8, flips: (there % 64) as u8 };
        }
    }
    sources
}

/// The same for registers of half a line, or of a quarter: a quarter is two words.
pub struct Moved {
    /// For each element, half of a line, and quarter of that: which byte of a quarter comes to each place.
    pub bytes: Box<[[[[u8; 16]; 2]; 2]; LINE_BITS]>,
    /// By [`Moved::pair`]: what becomes of the low and of the high four bits of each byte, for both quarters of a half.
    pub bits: Box<[[[[u8; 16]; 2]; 2]; PAIRS]>,
}

/// The changes of the bits 0 to 2 in both quarters of a half.
const PAIRS: usize = 64;

impl Moved {
    /// Lists them.
    pub fn new(sources: &WordSources) -> Moved {
        let mut bytes: Box<[[[[u8; 16]; 2]; 2]; LINE_BITS]> =
            vec![[[[0; 16]; 2]; 2]; LINE_BITS].try_into().expect("it is as long");
        for (of_element, words) in bytes.iter_mut().zip(sources.iter()) {
            for (k, source) in words.iter().enumerate() {
                for byte in 0..8 {
                    let from = 8 * (source.word % 2) + (byte ^ source.flips >> 3);
                    of_element[k / 4][k / 2 % 2][8 * (k % 2) + usize::from(byte)] = from;
                }
            }
        }
        let mut bits: Box<[[[[u8; 16]; 2]; 2]; PAIRS]> =
            vec![[[[0; 16]; 2]; 2]; PAIRS].try_into().expect("it is as long");
        for (pair, [low, high]) in bits.iter_mut().enumerate() {
            for quarter in 0..2 {
                let flips = pair >> (3 * quarter) & 7;
                for four in 0..16 {
                    low[quarter][four] = flipped(four as u8, flips);
                    high[quarter][four] = flipped((four as u8) << 4, flips);
                }
            }
        }
        Moved { bytes, bits }
    }

    /// The changes of the bits 0 to 2 in a half of a line, where a product takes these words from.
    pub fn pair(words: &[WordSource; WORDS], half: usize) -> usize {
        let flips = |word: usize| usize::from(words[4 * half + word].flips % 8);
        flips(0) | flips(2) << 3
    }
}

/// A byte whose bits come from places by this exclusive or.
fn flipped(byte: u8, flips: usize) -> u8 {
    (0..8).fold(0, |flipped, bit| flipped | (byte >> (bit ^ flips) & 1) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::odd;
    use std::collections::HashSet;

    #[test]
    fn elements_are_a_group_of_512_even_positions() {
        let all: Vec<[u8; 32]> = Element::all().map(|element| element.cubies().to_bytes()).collect();
        let set: HashSet<&[u8; 32]> = all.iter().collect();
        assert_eq!(set.len(), LINE_BITS);
        for element in Element::all().step_by(7) {
            for bytes in &all {
                let product = Plain.then_unturned(&element.cubies(), &Cubies::from_bytes(*bytes));
                assert!(set.contains(&product.to_bytes()));
            }
            let bytes = element.cubies().to_bytes();
            let middle: Vec<u8> = bytes[8..12].iter().map(|edge| edge - 8).collect();
            assert_eq!(odd(&bytes[..8]), odd(&middle));
        }
    }

    #[test]
    fn seven_bits_are_those_of_u_d_edges() {
        for seven in 0..EDGE_ELEMENTS {
            let bytes = Element::of_edges(seven).cubies().to_bytes();
            for two in 0..4 {
                let both = Element::of_edges(seven).number() | Element::of_middle(two).number();
                assert_eq!(Element::from_number(both).cubies().to_bytes()[..8], bytes[..8]);
            }
        }
        let numbers: HashSet<usize> =
            (0..EDGE_ELEMENTS).map(|seven| Element::of_edges(seven).number()).collect();
        assert_eq!(numbers.len(), EDGE_ELEMENTS);
    }
}
