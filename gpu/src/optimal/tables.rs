//! The tables of moves, symmetries and corners for the kernels, and the parts of a filter besides its blocks.

use crate::table_words::TableWords;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_shaders::optimal::tables as layout;
use cubebatch_shaders::optimal::{
    CornerClass, EdgesAfter, FacePlaces, FaceTurn, FilterReach, PROOF_PATH_WORDS, ProofNode, ProofState,
    SlicesBefore, TurnedCubies,
};
use cubebatch_shaders::words::Nibbles;
use cubebatch_tables::coord::cosets::{CORNER_COSETS, CornerCosets};
use cubebatch_tables::coord::cubies::{CORNER_ORDER, EDGE_ORDER};
use cubebatch_tables::coord::processor::Plain;
use cubebatch_tables::table::FilterView;

/// The words of all tables, see [`layout`].
pub fn tables(filter: &FilterView) -> Vec<u32> {
    let mut words = TableWords::default();
    words.add(layout::TETRADS, (0..1 << 8).map(|odd| corner_coset(odd, 0)));
    words.add(layout::CORNER_TWISTS, (0..1 << 7).map(|once| corner_coset(0, once)));
    words.add(layout::FACE_TURNS, Face::ALL.into_iter().flat_map(face));
    words.add(layout::MAY_FOLLOW, following());
    let symmetries = Symmetry::all();
    words.add(layout::EDGE_SYMMETRIES, symmetries.iter().flat_map(edge_symmetry));
    words.add(layout::REACHES, (0..layout::MOST_REACHES as u8).flat_map(|moves| reach(filter, moves)));
    let class = |coset| {
        let (class, symmetry) = CornerCosets::get().reduce(coset);
        CornerClass { symmetry: symmetry as u32, class_index: class as u32 }.pack()
    };
    words.add(layout::CORNER_CLASS_OF, (0..CORNER_COSETS).map(class));
    words.add(layout::NEAR_COSETS, filter.near.iter().copied());
    words.into_words()
}

/// The number of a coset of corners, by the corners of the other tetrad and by the corners that are turned once: a bit for
/// each. If tetrads cannot stand so, the number has no meaning.
fn corner_coset(odd: u32, once: u32) -> u32 {
    let bytes = (0..8).map(|i| u64::from(odd >> i & 1) << (8 * i) | u64::from(once >> i & 1) << (8 * i + 4));
    let corners = bytes.fold(0, |corners, byte| corners | byte);
    let untwisted = |odd| CornerCosets::get().of(Plain, odd) as u32;
    // The first way of the tetrads has number 0.
    let coset = CornerCosets::get().of(Plain, corners) as u32;
    if once == 0 { coset } else { coset - untwisted(0) }
}

/// [`FacePlaces`] and [`FaceTurn`].
fn face(face: Face) -> [u32; 2] {
    let turn = Cube::SOLVED.turn(Move::new(face, 1).expect("a quarter turn"));
    let edges = cycle(&EDGE_ORDER.map(|at| place(&EDGE_ORDER, turn.edge_perm[at])));
    let corners = cycle(&CORNER_ORDER.map(|at| place(&CORNER_ORDER, turn.corner_perm[at])));
    let nibbles = |places: [usize; 4]| (0..4).fold(0, |word, i| word | Nibbles::bits(i, places[i] as u32));
    let slice_bits = |edge: usize| (edge as u32 >> 2 & 1) | (edge as u32 >> 3 & 1) << EDGE_ORDER.len();
    let slices = [0, 1, 2, 3].map(|i| slice_bits(edges[i]) ^ slice_bits(edges[(i + 1) % 4]));
    let flips = edges.map(|edge| u32::from(turn.edge_ori[EDGE_ORDER[edge]]));
    assert!(slices == [slices[0]; 4] && flips == [flips[0]; 4], "a face treats its edges alike");
    let twists = corners.map(|corner| turn.corner_ori[CORNER_ORDER[corner]]);
    let turned = |by: u8| (0..4).fold(0, |bits, i| bits | u32::from(twists[i] == by) << i);
    [
        FacePlaces { edges: nibbles(edges), corners: nibbles(corners) }.pack(),
        FaceTurn { slices: slices[0], flips: flips[0], once: turned(1), twice: turned(2) }.pack(),
    ]
}

/// The places at which other cubies are than before, each before that from which its cubie comes.
fn cycle(cubies: &[usize]) -> [usize; 4] {
    let first = (0..cubies.len()).find(|&at| cubies[at] != at).expect("a turn moves cubies");
    let mut places = [first; 4];
    (1..4).for_each(|i| places[i] = cubies[places[i - 1]]);
    assert_eq!(cubies[places[3]], first);
    places
}

/// The place of a number in an order.
fn place(order: &[usize], what: u8) -> usize {
    order.iter().position(|&other| other == usize::from(what)).expect("all have a place")
}

/// For each last move, and for none, the moves that may follow.
fn following() -> impl Iterator<Item = u32> {
    Move::all().map(Some).chain([None]).map(|last| {
        let may = Move::all().filter(|&next| last.is_none_or(|last| last.may_precede(next)));
        may.fold(0, |moves, mv| moves | 1 << mv.index())
    })
}

/// From where the marks of the first places come; [`EdgesAfter`]; [`SlicesBefore`].
fn edge_symmetry(symmetry: &Symmetry) -> [u32; 3] {
    let (before, after) = (edges_of(&symmetry.inverse()), edges_of(symmetry));
    let nibbles = |edges: &[(usize, u8)]| {
        edges.iter().enumerate().fold(0, |word, (i, &(edge, _))| word | Nibbles::bits(i, edge as u32))
    };
    let flips = |edges: &[(usize, u8)]| {
        edges.iter().enumerate().fold(0, |bits, (i, &(_, turned))| bits | u32::from(turned) << i)
    };
    // Before, edges of a slice stay together and are all flipped or none.
    let slices = [0, 4, 8].map(|first| (before[first].0 / 4, before[first].1));
    assert!((0..12).all(|i| (before[i].0 / 4, before[i].1) == slices[i / 4]));
    let from = |slice| slices.iter().position(|&(to, _)| to == slice).expect("slices become slices") as u32;
    let flipped = (0..3).fold(0, |bits, slice| bits | u32::from(slices[slice].1) << slice);
    [
        nibbles(&after[..8]),
        EdgesAfter { places: nibbles(&after[8..]), flips: flips(&after) }.pack(),
        SlicesBefore { front: from(1), middle: from(2), flipped }.pack(),
    ]
}

/// The edges after a symmetry, as if it were a position: which is at each place, and whether it is flipped.
fn edges_of(symmetry: &Symmetry) -> [(usize, u8); 12] {
    let mut edges = [(0, 0); 12];
    for (from, (to, turned)) in symmetry.edges().into_iter().enumerate() {
        edges[place(&EDGE_ORDER, to as u8)] = (place(&EDGE_ORDER, from as u8), turned);
    }
    edges
}

/// The bits of blocks for this number of moves.
fn reach(filter: &FilterView, moves: u8) -> [u32; 3] {
    filter.reach(moves).map_or([0; 3], |reach| {
        let bits = FilterReach { first: reach.first, bits: reach.bits, words: reach.words };
        [reach.factor() as u32, (reach.factor() >> 32) as u32, bits.pack()]
    })
}

/// A position as a node.
pub fn node(cube: &Cube, state: ProofState) -> ProofNode {
    let nibbles = |places: &[usize]| {
        places.iter().enumerate().fold(0, |word, (i, &cubie)| word | Nibbles::bits(i, cubie as u32))
    };
    let bits = |is_set: &dyn Fn(usize) -> bool, places: usize| {
        (0..places).fold(0, |bits, at| bits | u32::from(is_set(at)) << at)
    };
    let edges = EDGE_ORDER.map(|at| place(&EDGE_ORDER, cube.edge_perm[at]));
    let corners = CORNER_ORDER.map(|at| place(&CORNER_ORDER, cube.corner_perm[at]));
    let twisted = |by| bits(&|at| cube.corner_ori[CORNER_ORDER[at]] == by, CORNER_ORDER.len());
    let flipped = bits(&|at| cube.edge_ori[EDGE_ORDER[at]] == 1, EDGE_ORDER.len());
    ProofNode {
        corners: nibbles(&corners),
        edges: [nibbles(&edges[..8]), nibbles(&edges[8..])],
        turned: TurnedCubies { once: twisted(1), twice: twisted(2), flipped }.pack(),
        path: [0; PROOF_PATH_WORDS],
        state: state.pack(),
    }
}
