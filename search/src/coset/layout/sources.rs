//! Where the positions of a page come from by the half turns of the sides.

use std::collections::HashMap;

use super::element::{Element, Moved, WORDS, WordSource};
use super::place::{EDGE_COSETS, GROUPS, MIDDLE_COSETS, PAGES, Page, Places, line};
use crate::coset::sizes::{LineFrom, PageFrom, WordFrom};
use crate::engine::coset::MapTables;
use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
use cubebatch_tables::coord::moves::{HALF_TURNS, PHASE2_MOVES};
use cubebatch_tables::coord::processor::{Plain, Processor};

/// Where a line comes from: from this line of another page, by a product on the right with this element.
///
/// The part of U/D edges and that of the middle edges are found apart, and [`LineSource::with`] adds them.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineSource(u32);

impl LineSource {
    const LINE_BITS: u32 = 10;
    const PAIR: u32 = LineSource::LINE_BITS + 9;

    fn of_edges(coset: usize, element: Element, words: &[WordSource; WORDS]) -> LineSource {
        let pairs = Moved::pair(words, 0) | Moved::pair(words, 1) << 6;
        LineSource(
            (line(coset, 0) | element.number() << LineSource::LINE_BITS | pairs << LineSource::PAIR) as u32,
        )
    }

    const fn of_middle(coset: usize, element: Element) -> LineSource {
        LineSource((line(0, coset) | element.number() << LineSource::LINE_BITS) as u32)
    }

    /// The source of a line from those of its two parts.
    #[inline(always)]
    pub const fn with(self, middle: LineSource) -> LineSource {
        LineSource(self.0 + middle.0)
    }

    /// The line.
    #[inline(always)]
    pub const fn line(self) -> usize {
        (self.0 % (1 << LineSource::LINE_BITS)) as usize
    }

    /// The element.
    #[inline(always)]
    pub const fn element(self) -> Element {
        Element::from_number((self.0 >> LineSource::LINE_BITS) as usize)
    }

    /// Where a half of the line comes from; the middle edges do not matter.
    #[inline(always)]
    pub fn half(self, moved: &Moved, half: usize) -> HalfSource<'_> {
        let element = self.element().number();
        // The bits of the element above those within a word say where words come from: a, b and w of `element.rs`. The swap of
        // the halves takes a to b.
        let [a, b, w] = [6, 7, 8].map(|bit| element >> bit & 1);
        let first = (2 * (half ^ w) + if half == 0 { b } else { a }) % 4;
        let pair = self.0 >> (LineSource::PAIR + 6 * half as u32) & 63;
        HalfSource { quarters: [first, first ^ 1], bits: &moved.bits[pair as usize] }
    }
}

/// Where a half of a line comes from, for each of its two quarters.
pub struct HalfSource<'a> {
    /// The quarter of the line.
    pub quarters: [usize; 2],
    /// What becomes then of the low four bits of each byte, and what of the high ones.
    pub bits: &'a [[[u8; 16]; 2]; 2],
}

/// The U/D edges of lines: where each coset comes from.
pub type EdgeSources = [LineSource; EDGE_COSETS];

/// The same for the middle edges.
pub type MiddleSources = [LineSource; MIDDLE_COSETS];

/// The sources of all pages by the half turns of the sides, in the order of [`PHASE2_MOVES`].
pub struct Sources {
    pages: Vec<[Page; HALF_TURNS]>,
    /// By page and move, a number in `edges`.
    edges_of: Vec<[u16; HALF_TURNS]>,
    edges: Vec<EdgeSources>,
    /// For even and odd lines and each move.
    middles: [[MiddleSources; HALF_TURNS]; 2],
    is_odd: Vec<bool>,
}

impl Sources {
    /// Finds them, in some hundredths of a second.
    pub fn new(places: &Places, words: &[[WordSource; WORDS]]) -> Sources {
        let half_turns: [Cubies; HALF_TURNS] =
            std::array::from_fn(|m| CubiesTables::get().turns[PHASE2_MOVES[m].index()].unturned());
        let (mut numbers, mut edges) = (HashMap::new(), Vec::new());
        let (mut pages, mut edges_of) = (Vec::new(), Vec::new());
        for page in Page::all() {
            let corners = places.cubies_of(page);
            let sources = half_turns.each_ref().map(|turn| places.page(&Plain.then_unturned(&corners, turn)));
            pages.push(sources);
            edges_of.push(std::array::from_fn(|m| {
                *numbers.entry((page.in_group(), m, sources[m].in_group())).or_insert_with(|| {
                    let turn = Plain.then_unturned(places.turns(page), &half_turns[m]);
                    let after = Plain.then_unturned(&turn, places.back(sources[m]));
                    edges.push(edge_sources(places, words, &after));
                    edges.len() as u16 - 1
                })
            }));
        }
        let middles =
            [false, true].map(|is_odd| half_turns.map(|turn| middle_sources(places, is_odd, &turn)));
        let is_odd = (0..GROUPS).map(|group| places.is_odd(Page::new(group, 0))).collect();
        Sources { pages, edges_of, edges, middles, is_odd }
    }

    /// The pages from which half turns lead to a page.
    #[inline]
    pub fn pages(&self, page: Page) -> &[Page; HALF_TURNS] {
        &self.pages[page.number()]
    }

    /// Where the lines of a page come from, by the parts of U/D edges and of the middle edges.
    pub fn lines(&self, page: Page, m: usize) -> (&EdgeSources, &MiddleSources) {
        let edges = usize::from(self.edges_of[page.number()][m]);
        (&self.edges[edges], &self.middles[usize::from(self.is_odd[page.group()])][m])
    }

    /// The groups of the sources of a group, itself first, each once.
    pub fn groups(&self, group: usize) -> Vec<u16> {
        let pages = (0..PAGES).flat_map(|in_group| self.pages(Page::new(group, in_group)));
        let mut others: Vec<u16> =
            pages.map(|page| page.group() as u16).filter(|&other| usize::from(other) != group).collect();
        others.sort_unstable();
        others.dedup();
        [vec![group as u16], others].concat()
    }
}

/// The tables of a device that has these groups of the map, in this order. Pages whose sources are not among them have none.
pub fn on_device(sources: &Sources, words: &[[WordSource; WORDS]], groups: &[u16]) -> MapTables {
    let mut place = vec![None; GROUPS];
    groups.iter().zip(0..).for_each(|(&group, at)| place[usize::from(group)] = Some(at));
    let from = |page: Page, m: usize| {
        let source = sources.pages(page)[m];
        place[source.group()].map_or(0, |group: u32| {
            let is_odd = u32::from(sources.is_odd[page.group()]);
            let page_there = group * PAGES as u32 + source.in_group() as u32;
            PageFrom { page: page_there, edges: sources.edges_of[page.number()][m].into(), is_odd }.pack()
        })
    };
    let line = |source: &LineSource| {
        LineFrom { line: source.line() as u32, element: source.element().number() as u32 }.pack()
    };
    let word = |source: &WordSource| WordFrom { word: source.word.into(), flips: source.flips.into() }.pack();
    let pages = groups.iter().flat_map(|&group| (0..PAGES).map(move |i| Page::new(group.into(), i)));
    let mut tables: Vec<u32> = pages.flat_map(|page| (0..HALF_TURNS).map(move |m| from(page, m))).collect();
    let edges = tables.len();
    tables.extend(sources.edges.as_flattened().iter().map(line));
    let middles = tables.len();
    tables.extend(sources.middles.as_flattened().as_flattened().iter().map(line));
    let elements = tables.len();
    tables.extend(words.as_flattened().iter().map(word));
    MapTables { words: tables, edges, middles, elements }
}

/// Where the cosets of U/D edges come from by a product on the right.
fn edge_sources(places: &Places, words: &[[WordSource; WORDS]], after: &Cubies) -> EdgeSources {
    std::array::from_fn(|coset| {
        let there = Plain.then_unturned(&places.first_of_line(false, line(coset, 0)), after);
        let (coset, element) = places.edge_coset(&there);
        LineSource::of_edges(coset, element, &words[element.number()])
    })
}

/// The same for the middle edges, of even or odd lines.
fn middle_sources(places: &Places, is_odd: bool, after: &Cubies) -> MiddleSources {
    std::array::from_fn(|coset| {
        let there = Plain.then_unturned(&places.first_of_line(is_odd, line(0, coset)), after);
        let (coset, element) = places.middle_coset(&there);
        LineSource::of_middle(coset, element)
    })
}
