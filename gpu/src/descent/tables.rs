//! The effects of moves and symmetries, as the kernels of descents read them.

use crate::table_words::TableWords;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::cpu::two_phase::last_moves::ListedPath;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::phase2::bounds::Bounds;
use cubebatch_search::engine::two_phase::direction::rotations;
use cubebatch_search::engine::two_phase::pre_moves::{MOST as MOST_PRE_MOVES, sequences};
use cubebatch_shaders::descent::{Phase1Index, Start};
use cubebatch_shaders::tables as layout;
use cubebatch_shaders::two_phase::{
    LastMovesKey, LastMovesPaths, MOST_PROBES, PreMoves, all_stages, slot_of,
};
use cubebatch_shaders::words::{ClassAndSymmetry, Moves, Nibbles, POSITION_WORDS, Position};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::phase2::{self, Phase2Moves};
use cubebatch_tables::coord::sym_phase1::{self, FLIP_SLICES, SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::sym_phase2::{self, SymPhase2, SymPhase2Tables};
use cubebatch_tables::coord::symmetry::{AxisSymmetry, Symmetries};
use cubebatch_tables::coord::{Coordinate, Phase1, Phase2, corners::Corners, ud_edges::UdEdges};

/// The tables of both phases, see [`layout`].
pub fn tables(ball: &Ball) -> Vec<u32> {
    let mut words = TableWords::default();
    add_phase1(&mut words);
    add_phase2(&mut words, ball);
    words.into_words()
}

fn add_phase1(words: &mut TableWords) {
    let tables = SymPhase1Tables::get();
    let symmetries = &tables.symmetries;
    words.add(layout::PRODUCTS, products(symmetries));
    words.add(layout::PHASE1_IMAGES, images(symmetries, PHASE1_MOVES.len()));
    let preimage =
        |symmetry, image| (0..PHASE1_MOVES.len()).find(|&m| symmetries.image(symmetry, m).number() == image);
    let images =
        AxisSymmetry::all().flat_map(|symmetry| (0..PHASE1_MOVES.len()).map(move |image| (symmetry, image)));
    let preimages =
        images.map(|(symmetry, image)| preimage(symmetry, image).expect("a symmetry keeps the moves") as u32);
    words.add(layout::PHASE1_PREIMAGES, preimages);
    words.add(layout::TURNED_CUBIES, Move::all().flat_map(|mv| words_of(&Cube::SOLVED.turn(mv))));
    words.add(layout::ROTATIONS, rotations().iter().flatten().flat_map(words_of));
    words.add(layout::TWIST_MOVES, Phase1Moves::get().twist.values());
    let conjugates = AxisSymmetry::all().flat_map(|symmetry| tables.conjugate_twists(symmetry)).copied();
    words.add(layout::TWIST_CONJUGATES, conjugates);
    words.add(layout::UD_EDGES_OF_RANK, (0..UdEdges::SIZE).map(ud_edges_of_rank));
    let neighbours = (0..sym_phase1::CLASSES).flat_map(|class| {
        let here = SymPhase1 { class: class as u16, ..SymPhase1::default() };
        tables.neighbours(here).map(|there| class_and_symmetry(there.class, there.symmetry))
    });
    words.add(layout::PHASE1_NEIGHBOURS, neighbours);
    let class = |flip_slice| {
        let (class, symmetry) = tables.classes.reduce(flip_slice);
        class_and_symmetry(class as u16, symmetry)
    };
    words.add(layout::FLIP_SLICE_CLASSES, (0..FLIP_SLICES as u32).map(class));
    let sequences = (0..=MOST_PRE_MOVES).flat_map(sequences);
    words.add(layout::PRE_MOVES, sequences.map(|pre_moves| PreMoves::from(pre_moves).pack()));
    words.add(layout::STAGES, all_stages());
    let (slots, paths) = last_moves();
    words.add(layout::LAST_MOVES, slots);
    words.add(layout::LISTED_PATHS, paths);
}

/// The hash table of the paths of few moves into G1, and the paths.
fn last_moves() -> (Vec<u32>, Vec<u32>) {
    let mut paths = ListedPath::all();
    paths.sort_unstable();
    let key = |path: &ListedPath| {
        let at = SymPhase1 { class: path.class, twist: path.twist, ..SymPhase1::default() };
        LastMovesKey { moves: path.moves.length().into(), index: at.index() as u32 }
    };
    let (mut slots, mut first) = (vec![0; 2 * layout::LAST_MOVES_SLOTS], 0);
    for of_key in paths.chunk_by(|path, next| key(path) == key(next)) {
        let (key, count) = (key(&of_key[0]), of_key.len() as u32);
        let mut probes = (0..MOST_PROBES).map(|i| 2 * ((slot_of(key) + i) % layout::LAST_MOVES_SLOTS));
        let slot = probes.find(|&slot| slots[slot + 1] == 0).expect("the slots are three times as many");
        (slots[slot], slots[slot + 1]) = (key.pack(), LastMovesPaths { count, first }.pack());
        first += count;
    }
    let moves = |path: &ListedPath| {
        let moves = path.moves.moves().into_iter().take(path.moves.length().into());
        moves.enumerate().map(|(i, m)| Moves::bits(i, m.into())).sum()
    };
    (slots, paths.iter().map(moves).collect())
}

fn add_phase2(words: &mut TableWords, ball: &Ball) {
    let (tables, moves) = (SymPhase2Tables::get(), Phase2Moves::get());
    words.add(layout::PHASE2_IMAGES, images(&tables.symmetries, phase2::PHASE2_MOVES.len()));
    words.add(layout::PHASE2_MOVE_INDICES, phase2::PHASE2_MOVES.map(|mv| mv.index() as u32));
    words.add(layout::SLICE_PERM_MOVES, moves.slice_perm.values());
    let conjugates = AxisSymmetry::all().flat_map(|symmetry| tables.conjugate_slice_perms(symmetry)).copied();
    words.add(layout::SLICE_PERM_CONJUGATES, conjugates);
    let class = |corners| {
        let reduced = tables.reduce(Phase2 { corners, ..Phase2::default() });
        class_and_symmetry(reduced.class, reduced.symmetry)
    };
    words.add(layout::CORNERS_CLASSES, (0..Corners::SIZE as u16).map(class));
    let neighbours = (0..sym_phase2::CLASSES).flat_map(|class| {
        let here = SymPhase2 { class: class as u16, ..SymPhase2::default() };
        tables.neighbours(here).map(|there| class_and_symmetry(there.class, there.symmetry))
    });
    words.add(layout::PHASE2_NEIGHBOURS, neighbours);
    words.add(layout::UD_EDGES_MOVES, moves.ud_edges.values());
    let conjugates = AxisSymmetry::all().flat_map(|symmetry| tables.conjugate_ud_edges(symmetry)).copied();
    words.add(layout::UD_EDGES_CONJUGATES, conjugates);
    words.add(layout::PHASE2_BOUNDS, Bounds::get().bytes().chunks(Nibbles::A_WORD).map(nibbles));
    let near = ball.entries().iter().flat_map(|entry| [entry.index, entry.nearer.into()]);
    words.add(layout::BALL, near);
}

/// A cube as the kernel of phase 1 takes it.
pub fn start(cube: &Cube) -> Start {
    let index: Phase1Index = SymPhase1Tables::get().reduce(Phase1::of(cube)).into();
    let Position { corners, ud_edges, slice_edges, .. } = cube.into();
    Start { index: index.pack(), corners, ud_edges, slice_edges }
}

/// The words of a [`Position`].
pub fn words_of(cube: &Cube) -> [u32; POSITION_WORDS] {
    bytemuck::cast(Position::from(cube))
}

fn products(symmetries: &Symmetries) -> impl Iterator<Item = u32> {
    let pairs = AxisSymmetry::all().flat_map(|first| AxisSymmetry::all().map(move |next| (first, next)));
    pairs.map(|(first, next)| symmetries.then(first, next).number() as u32)
}

fn images(symmetries: &Symmetries, moves: usize) -> impl Iterator<Item = u32> {
    let pairs = AxisSymmetry::all().flat_map(move |symmetry| (0..moves).map(move |m| (symmetry, m)));
    pairs.map(|(symmetry, m)| symmetries.image(symmetry, m).number() as u32)
}

/// The U/D edges with this lexicographic rank.
pub fn ud_edges_of_rank(rank: usize) -> u16 {
    // Permutations of eight corners are ranked lexicographically.
    let permutation = Corners::unrank(rank).corner_perm;
    let mut cube = Cube::SOLVED;
    cube.pieces_mut().edge_perm[..8].copy_from_slice(&permutation);
    UdEdges::rank(&cube) as u16
}

/// Eight numbers in a word.
fn nibbles(numbers: &[u8]) -> u32 {
    numbers.iter().enumerate().map(|(i, &number)| Nibbles::bits(i, number.into())).sum()
}

fn class_and_symmetry(class: u16, symmetry: AxisSymmetry) -> u32 {
    ClassAndSymmetry { symmetry: symmetry.number() as u32, class_index: class.into() }.pack()
}
