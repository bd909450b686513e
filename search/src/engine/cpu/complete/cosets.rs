//! Counts positions of G1 up to turns of U and D, from the complete table of phase 2.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::engine::phase2::ball;
use cubebatch_cube::cube;
use cubebatch_cube::cube::Face;
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use cubebatch_tables::coord::sym_phase2::{HALF_SLICE_PERMS, SymPhase2Tables};
use cubebatch_tables::coord::symmetry::AxisSymmetry;
use cubebatch_tables::coord::{
    Coordinate, PhaseMoves, corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges,
};
use cubebatch_tables::table::{NEAR, Phase2Table};

/// How many cosets of positions that differ by turns of U and D have 0, 1, 2, … moves from their
/// nearest member to solved: the second column of Table 1 in Lin's paper.
///
/// The corners of a position alone take 2520 orbits of 16 under these turns, and symmetries
/// carry orbits to each other; one of each set of such orbits is looked at, with all edges.
pub fn count_cosets(entries: &[u8]) -> Vec<u64> {
    let distances = Phase2Table::new(entries);
    let add = |a: [u64; 19], b: [u64; 19]| std::array::from_fn(|i| a[i] + b[i]);
    let mut counts = orbits()
        .into_par_iter()
        .map(|(corners, weight)| count_orbit(&distances, corners).map(|count| count * weight))
        .reduce(|| [0; 19], add);
    // The table holds only the sum of these.
    let near = near_cosets();
    counts[usize::from(NEAR)] += near.last().expect("there are some");
    counts[usize::from(NEAR)] -= near.iter().sum::<u64>();
    counts[..near.len() - 1].copy_from_slice(&near[..near.len() - 1]);
    let greatest = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    counts[..=greatest].to_vec()
}

/// A member of an orbit of corner permutations from each set of symmetric orbits, and how
/// many orbits are in the set.
fn orbits() -> Vec<(u16, u64)> {
    let tables = SymPhase2Tables::get();
    let mut orbit_of = vec![None; Corners::SIZE];
    let mut sizes: Vec<(u16, u64)> = Vec::new();
    for corners in 0..Corners::SIZE as u16 {
        if orbit_of[usize::from(corners)].is_some() {
            continue;
        }
        let set: Vec<u16> = turned(Phase2 { corners, ..Phase2::default() })
            .flat_map(|at| {
                AxisSymmetry::all()
                    .map(move |symmetry| tables.conjugate_corners(symmetry)[usize::from(at.corners)])
            })
            .collect();
        let mut members = 0;
        for image in set {
            members += u64::from(orbit_of[usize::from(image)].replace(corners).is_none());
        }
        sizes.push((corners, members / 16));
    }
    sizes
}

/// The 16 positions that turns of U and D make of one.
fn turned(at: Phase2) -> impl Iterator<Item = Phase2> {
    let quarter = |face| PHASE2_MOVES.iter().position(|mv| mv.face() == face).expect("U and D turn freely");
    let around = move |at: Phase2, face| {
        std::iter::successors(Some(at), move |&at| Some(Phase2Moves::get().turn(at, quarter(face)))).take(4)
    };
    around(at, Face::U).flat_map(move |at| around(at, Face::D))
}

/// How many cosets whose corners are in this orbit are at each distance.
fn count_orbit(distances: &Phase2Table, corners: u16) -> [u64; 19] {
    let odd = cube::odd(&Corners::unrank(corners.into()).corner_perm);
    let perms = [false, true].map(slice_perms);
    let mut counts = [0; 19];
    for ud_edges in 0..UdEdges::SIZE {
        let odd = odd != cube::odd(&UdEdges::unrank(ud_edges).edge_perm);
        let mut nearest = [u8::MAX; HALF_SLICE_PERMS];
        for at in turned(Phase2 { corners, ud_edges: ud_edges as u16, slice_perm: 0 }) {
            for (nearest, &slice_perm) in nearest.iter_mut().zip(&perms[usize::from(odd)]) {
                *nearest = distances.of(Phase2 { slice_perm, ..at }).min(*nearest);
            }
        }
        nearest.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
    }
    counts
}

/// The even or the odd slice perms.
fn slice_perms(odd: bool) -> [u16; HALF_SLICE_PERMS] {
    std::array::from_fn(|half| {
        let first = 2 * half;
        (first + usize::from(cube::odd(&SlicePerm::unrank(first).edge_perm) != odd)) as u16
    })
}

/// How many cosets are at each of the distances that share an entry.
fn near_cosets() -> Vec<u64> {
    let mut nearest = HashMap::new();
    for (at, distance) in ball::distances() {
        let nearest = nearest.entry(Phase2Moves::get().code(at)).or_insert(distance);
        *nearest = distance.min(*nearest);
    }
    let count = |distance| nearest.values().filter(|&&nearest| nearest == distance).count() as u64;
    (0..=NEAR).map(count).collect()
}
