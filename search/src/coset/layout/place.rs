//! Where the bit of a position of G1 stands.

use std::fmt;

use super::element::{EDGE_ELEMENTS, Element, middle_swap};
pub use crate::coset::sizes::{
    EDGE_COSETS, GROUP_BITS, GROUPS, LINE_BITS, LINES, MIDDLE_COSETS, PAGE_BITS, PAGES,
};
use cubebatch_cube::cube::permutation::{self, rank_four};
use cubebatch_cube::cube::{Face, Move, odd};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::corners::Corners;
use cubebatch_tables::coord::cubies::{CORNERS, Cubies, CubiesTables, FOURS, MIDDLE};
use cubebatch_tables::coord::eight::Permutations;
use cubebatch_tables::coord::phase2::POSITIONS;
use cubebatch_tables::coord::processor::{Plain, Processor};

// The groups have every position of G1 once.
const _: () = assert!(POSITIONS == GROUPS as u64 * GROUP_BITS as u64);

/// The number of a page: `16 · group + 4a + b`, where its corners are those of the group after Uᵃ and Dᵇ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Page(u16);

impl Page {
    /// All.
    pub fn all() -> impl Iterator<Item = Page> {
        (0..(GROUPS * PAGES) as u16).map(Page)
    }

    /// A page of a group.
    #[inline(always)]
    pub const fn new(group: usize, in_group: usize) -> Page {
        Page((group * PAGES + in_group) as u16)
    }

    /// The number.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Its group.
    #[inline(always)]
    pub const fn group(self) -> usize {
        self.number() / PAGES
    }

    /// Its number in the group, `4a + b`.
    #[inline(always)]
    pub const fn in_group(self) -> usize {
        self.number() % PAGES
    }

    /// Whether the turns of U and D that lead here from the first page of the group are an odd number.
    const fn is_turned_oddly(self) -> bool {
        (self.number() / 4 + self.number()) % 2 == 1
    }
}

/// A position of G1 as the number of its bit, below [`POSITIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    group: u16,
    /// Below [`GROUP_BITS`].
    bit: u32,
}

impl Place {
    #[inline(always)]
    const fn new(page: Page, in_page: usize) -> Place {
        Place { group: page.group() as u16, bit: (page.in_group() * PAGE_BITS + in_page) as u32 }
    }

    /// The position of this bit of a group.
    pub const fn in_group(group: usize, bit: usize) -> Place {
        Place { group: group as u16, bit: bit as u32 }
    }

    /// The position with this number.
    pub const fn from_number(number: u64) -> Place {
        Place { group: (number / GROUP_BITS as u64) as u16, bit: (number % GROUP_BITS as u64) as u32 }
    }

    /// The number.
    pub const fn number(self) -> u64 {
        self.group as u64 * GROUP_BITS as u64 + self.bit as u64
    }

    /// Its group.
    #[inline(always)]
    pub const fn group(self) -> usize {
        self.group as usize
    }

    /// Its bit in the group.
    #[inline(always)]
    pub const fn bit(self) -> u32 {
        self.bit
    }

    fn page(self) -> Page {
        Page::new(self.group(), self.bit as usize / PAGE_BITS)
    }
}

/// Ranks positions of G1, given by their cubies, of which none is turned.
pub struct Places {
    /// Corners in the order of pages.
    pages: Permutations,
    /// The turns of U and D that lead to each page of a group.
    turns: [Cubies; PAGES],
    /// The same turns back.
    back: [Cubies; PAGES],
    /// U/D edges in the order in which `edges` lists them.
    order: &'static Permutations,
    /// For each order of U/D edges, the coset, and in the last seven bits the element.
    edges: Vec<u16>,
    /// For each order of the middle edges, as [`Cubies::four`] packs them, the place of the line and of the bit in a page.
    middles: Box<[u16; FOURS]>,
    /// A position of each coset, with an even number of swapped edges.
    edge_representatives: Vec<Cubies>,
    middle_representatives: Vec<Cubies>,
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Places").finish_non_exhaustive()
    }
}

/// A line's part of a place in its page.
#[inline(always)]
pub const fn line(edge_coset: usize, middle_coset: usize) -> usize {
    edge_coset * MIDDLE_COSETS + middle_coset
}

impl Places {
    /// Makes the tables, in some hundredths of a second.
    #[expect(clippy::new_without_default, reason = "it takes a second")]
    pub fn new() -> Places {
        let turns: [Cubies; PAGES] = std::array::from_fn(|i| turned(i / 4, i % 4));
        let back = std::array::from_fn(|i| turned((4 - i / 4) % 4, (4 - i % 4) % 4));
        let order = Corners::permutations();
        let (edges, edge_representatives) = edges(order);
        let (middles, middle_representatives) = middles();
        let pages = Permutations::new(|corners| page_rank(corners, &back));
        Places { pages, turns, back, order, edges, middles, edge_representatives, middle_representatives }
    }

    /// The page of a position.
    #[inline(always)]
    pub fn page(&self, cubies: &Cubies) -> Page {
        Page(self.pages.ranks.of_halves(cubies.four(CORNERS), cubies.four(CORNERS + 4)))
    }

    /// The place of a position.
    #[inline(always)]
    pub fn place(&self, processor: impl Processor, cubies: &Cubies) -> Place {
        let page = self.page(cubies);
        let edges = processor.then_unturned(cubies, self.back(page));
        Place::new(page, self.in_page(&edges))
    }

    /// The place in a page, whose number is the line and then the element, of edges before the turns of U and D.
    #[inline(always)]
    pub fn in_page(&self, edges: &Cubies) -> usize {
        let (coset, element) = self.edge_coset(edges);
        line(coset, 0) * LINE_BITS + element.number() + usize::from(self.middles[edges.four(MIDDLE)])
    }

    /// The coset of U/D edges, and the element of them that leads there from its first position.
    #[inline(always)]
    pub fn edge_coset(&self, edges: &Cubies) -> (usize, Element) {
        let packed =
            usize::from(self.edges[usize::from(self.order.ranks.of_halves(edges.four(0), edges.four(4)))]);
        (packed / EDGE_ELEMENTS, Element::of_edges(packed % EDGE_ELEMENTS))
    }

    /// The same of the middle edges.
    pub fn middle_coset(&self, edges: &Cubies) -> (usize, Element) {
        let place = usize::from(self.middles[edges.four(MIDDLE)]);
        (place / LINE_BITS, Element::from_number(place))
    }

    /// The position of a place.
    pub fn cubies(&self, place: Place) -> Cubies {
        let page = place.page();
        let in_page = place.bit as usize % PAGE_BITS;
        let in_line = Element::from_number(in_page).cubies();
        let first = self.first_of_line(self.is_odd(page), in_page / LINE_BITS);
        let edges = Plain.then_unturned(&in_line, &first);
        with_corners(&Plain.then_unturned(&edges, self.turns(page)), self.corners(page))
    }

    /// The corners of a page.
    fn corners(&self, page: Page) -> [u8; 8] {
        self.pages.at(page.0).numbers()
    }

    /// The corners of a page, with the edges at home.
    pub fn cubies_of(&self, page: Page) -> Cubies {
        with_corners(&Cubies::SOLVED, self.corners(page))
    }

    /// Whether the corners of the first page of a page's group, and so the edges of all its lines, are an odd permutation.
    pub fn is_odd(&self, page: Page) -> bool {
        odd(&self.corners(page)) != page.is_turned_oddly()
    }

    /// The edges of the first position of a line, in pages of one parity.
    pub fn first_of_line(&self, is_odd: bool, line: usize) -> Cubies {
        let (edges, middle) = (line / MIDDLE_COSETS, line % MIDDLE_COSETS);
        let middle = self.middle_representatives[middle];
        let middle = if is_odd { Plain.then_unturned(&middle_swap(), &middle) } else { middle };
        // The one moves no middle edges, and the other no U/D edges.
        Plain.then_unturned(&self.edge_representatives[edges], &middle)
    }

    /// The turns of U and D that lead to a page from the first one of its group.
    pub fn turns(&self, page: Page) -> &Cubies {
        &self.turns[page.in_group()]
    }

    /// The same turns back.
    pub fn back(&self, page: Page) -> &Cubies {
        &self.back[page.in_group()]
    }
}

/// The solved cube after quarter turns of U and D, without orientations.
fn turned(up: usize, down: usize) -> Cubies {
    let quarter = |face| CubiesTables::get().turns[Move::new(face, 1).expect("a quarter").index()];
    let after_up = (0..up).fold(Cubies::SOLVED, |at, _| Plain.then_unturned(&at, &quarter(Face::U)));
    (0..down).fold(after_up, |at, _| Plain.then_unturned(&at, &quarter(Face::D)))
}

/// These edges with other corners.
fn with_corners(edges: &Cubies, corners: [u8; 8]) -> Cubies {
    let mut bytes = edges.to_bytes();
    bytes[CORNERS..CORNERS + 8].copy_from_slice(&corners);
    Cubies::from_bytes(bytes)
}

/// The number of the page with these corners. In the first page of a group, the greatest corner of each layer comes last.
fn page_rank(corners: [u8; 8], back: &[Cubies; PAGES]) -> usize {
    let cubies = with_corners(&Cubies::SOLVED, corners);
    let first = |in_group: usize| -> [u8; 8] {
        let bytes = Plain.then_unturned(&cubies, &back[in_group]).to_bytes();
        std::array::from_fn(|i| bytes[CORNERS + i])
    };
    let comes_last = |four: &[u8]| four.iter().all(|corner| *corner <= four[3]);
    let (in_group, corners) = (0..PAGES)
        .map(|in_group| (in_group, first(in_group)))
        .find(|(_, corners)| comes_last(&corners[..4]) && comes_last(&corners[4..]))
        .expect("turns lead there");
    let mut up = [corners[0], corners[1], corners[2], corners[3]];
    up.sort_unstable();
    let group = (rank_four(up) * 6 + order(&corners[..3])) * 6 + order(&corners[4..7]);
    Page::new(group, in_group).number()
}

/// The rank of the order of three different numbers.
fn order(three: &[u8]) -> usize {
    let smaller = |n: &u8| three.iter().filter(|&m| m < n).count() as u8;
    permutation::rank(&[0, 1, 2].map(|i| smaller(&three[i])))
}

/// For each order of U/D edges its coset and element; and a position of each coset.
fn edges(order: &Permutations) -> (Vec<u16>, Vec<Cubies>) {
    const NONE: u16 = u16::MAX;
    let elements: Vec<Cubies> = (0..EDGE_ELEMENTS).map(|seven| Element::of_edges(seven).cubies()).collect();
    let (mut edges, mut representatives) = (vec![NONE; Corners::SIZE], Vec::new());
    for (rank, perm) in order.iter().enumerate() {
        // Half of each coset is even.
        if edges[rank] != NONE || odd(&perm.numbers()) {
            continue;
        }
        let mut bytes = Cubies::SOLVED.to_bytes();
        bytes[..MIDDLE].copy_from_slice(&perm.numbers());
        let representative = Cubies::from_bytes(bytes);
        for (seven, element) in elements.iter().enumerate() {
            let there = Plain.then_unturned(element, &representative);
            let rank = order.ranks.of_halves(there.four(0), there.four(4));
            edges[usize::from(rank)] = (representatives.len() * EDGE_ELEMENTS + seven) as u16;
        }
        representatives.push(representative);
    }
    (edges, representatives)
}

/// The same for the middle edges, of which each element stands with both parities.
fn middles() -> (Box<[u16; FOURS]>, Vec<Cubies>) {
    const NONE: u16 = u16::MAX;
    let mut middles = Box::new([NONE; FOURS]);
    let mut representatives = Vec::new();
    for rank in 0..24 {
        let order: [u8; 4] = permutation::unrank(rank);
        let mut bytes = Cubies::SOLVED.to_bytes();
        (0..4).for_each(|i| bytes[MIDDLE + i] = MIDDLE as u8 + order[i]);
        let representative = Cubies::from_bytes(bytes);
        if middles[representative.four(MIDDLE)] != NONE || odd(&order) {
            continue;
        }
        for (swap, two) in
            [Cubies::SOLVED, middle_swap()].iter().flat_map(|swap| (0..4).map(move |two| (swap, two)))
        {
            let element = Element::of_middle(two);
            let after = Plain.then_unturned(&Plain.then_unturned(&element.cubies(), swap), &representative);
            let place = line(0, representatives.len()) * LINE_BITS + element.number();
            middles[after.four(MIDDLE)] = place as u16;
        }
        representatives.push(representative);
    }
    (middles, representatives)
}
