//! The spaces of the two phases, up to the 16 symmetries that keep the U/D axis.

use super::sets::{MEMBERS, SetMap, SetSpace};
use super::{Maps, Space};
use crate::coord::phase1::Phase1Moves;
use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase1::{self, SymPhase1, SymPhase1Tables};
use crate::coord::sym_phase2::{self, HALF_SLICE_PERMS, SymPhase2, SymPhase2Tables};
use crate::coord::symmetry::AxisSymmetry;
use crate::coord::{Coordinate, MoveTable, corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges};
use cubebatch_cube::cube;

impl Space {
    /// Phase 1: a row for each class of flip-slices, a value for each twist. The goal is G1. Each step is some moves, by their numbers
    /// in [`PHASE1_MOVES`](crate::coord::phase1::PHASE1_MOVES).
    pub fn phase1_by(steps: &[Vec<usize>]) -> Space {
        let (tables, twist) = (SymPhase1Tables::get(), &Phase1Moves::get().twist);
        let maps = symmetric(twist, steps, |symmetry| tables.conjugate_twists(symmetry));
        let neighbour = |class: usize, step: usize| {
            let start = SymPhase1 { class: class as u16, ..SymPhase1::default() };
            let there = steps[step].iter().fold(start, |at, &m| tables.turn(at, m));
            (there.class.into(), there.symmetry)
        };
        Space::up_to_symmetry(sym_phase1::CLASSES, steps.len(), neighbour, maps)
    }

    /// Corners and U/D edges of positions of G1: a row for each class of corner permutations, a value for each
    /// arrangement of the edges.
    pub fn corners_and_ud_edges() -> Space {
        Space::corners_and_ud_edges_by(&one_by_one(PHASE2_MOVES.len()))
    }

    /// [`Space::corners_and_ud_edges`] with steps of several moves each, by their numbers in [`PHASE2_MOVES`].
    pub fn corners_and_ud_edges_by(steps: &[Vec<usize>]) -> Space {
        let (tables, ud_edges) = (SymPhase2Tables::get(), &Phase2Moves::get().ud_edges);
        Space::of_corners(steps, symmetric(ud_edges, steps, |symmetry| tables.conjugate_ud_edges(symmetry)))
    }

    /// Corners and edges of the middle layer of positions of G1, including combinations that parity forbids.
    pub fn corners_and_slice_perms() -> Space {
        Space::corners_and_slice_perms_by(&one_by_one(PHASE2_MOVES.len()))
    }

    /// [`Space::corners_and_slice_perms`] with steps of several moves each, by their numbers in [`PHASE2_MOVES`].
    pub fn corners_and_slice_perms_by(steps: &[Vec<usize>]) -> Space {
        let (tables, slice_perm) = (SymPhase2Tables::get(), &Phase2Moves::get().slice_perm);
        let conjugates = |symmetry| tables.conjugate_slice_perms(symmetry);
        Space::of_corners(steps, symmetric(slice_perm, steps, conjugates))
    }

    fn of_corners(steps: &[Vec<usize>], maps: Maps) -> Space {
        let neighbour = |class: usize, step: usize| {
            let start = SymPhase2 { class: class as u16, ..SymPhase2::default() };
            let there = steps[step].iter().fold(start, |at, &m| SymPhase2Tables::get().turn(at, m));
            (there.class.into(), there.symmetry)
        };
        Space::up_to_symmetry(sym_phase2::CLASSES, steps.len(), neighbour, maps)
    }
}

impl SetSpace {
    /// Phase 2: corners and U/D edges, and with each pair the half of the arrangements of the middle layer which
    /// parity leaves. A position's number is [`SymPhase2::index`](crate::coord::sym_phase2::SymPhase2::index).
    pub fn phase2() -> SetSpace {
        let classes = &SymPhase2Tables::get().classes;
        let corners = |class| Corners::unrank(classes.representative(class) as usize).corner_perm;
        SetSpace::new(
            Space::corners_and_ud_edges(),
            slice_perms_back(),
            |class| cube::odd(&corners(class)),
            |edges| cube::odd(&UdEdges::unrank(edges).edge_perm),
        )
    }
}

/// Steps of one move each.
fn one_by_one(moves: usize) -> Vec<Vec<usize>> {
    (0..moves).map(|m| vec![m]).collect()
}

/// The images of each value under steps of moves of a table, followed by each symmetry.
fn symmetric<'a>(
    table: &MoveTable,
    steps: &[Vec<usize>],
    conjugates: impl Fn(AxisSymmetry) -> &'a [u16],
) -> Maps {
    let image = |step: &[usize], value| step.iter().fold(value, |value, &m| table.turn(value, m));
    let columns = steps.iter().map(|step| (0..table.len()).map(|value| image(step, value as u16)));
    Maps::new(columns.map(Vec::from_iter).flat_map(|column: Vec<u16>| {
        let image = |symmetry| -> Vec<u16> {
            let conjugates = conjugates(symmetry);
            column.iter().map(|&value| conjugates[usize::from(value)]).collect()
        };
        AxisSymmetry::all().map(image).collect::<Vec<_>>()
    }))
}

/// The inverse maps of the slice perms of even and of odd cells, of which 2n and 2n + 1 are member n.
fn slice_perms_back() -> Vec<[SetMap; 2]> {
    let maps = Space::corners_and_slice_perms().maps;
    let is_odd = |value: usize| cube::odd(&SlicePerm::unrank(value).edge_perm);
    let back = |number: usize, odd: bool| {
        let mut back = [[0; 64]; 2];
        let images = maps.map(number).iter().enumerate();
        for (value, &image) in images.filter(|&(value, _)| is_odd(value) == odd) {
            let (member, image) = (value / 2, usize::from(image / 2));
            for set in (0..64).filter(|set| set >> (image % 6) & 1 == 1) {
                back[image / 6][set] |= 1 << member;
            }
        }
        back
    };
    (0..maps.len()).map(|number| [false, true].map(|odd| back(number, odd))).collect()
}

const _: () = assert!(MEMBERS == HALF_SLICE_PERMS);
