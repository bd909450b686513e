//! The 54 facelets, in the order U1…U9 R1…R9 F1…F9 D1…D9 L1…L9 B1…B9, row by row.

use std::fmt;

use super::{CORNERS, Cube, EDGES, Face, Setup};

/// The number of facelets, centres included.
pub const FACELETS: usize = 54;

/// The number, 0 … 53, of the facelet on side `n`, 0 … 2, of corner position `corner`, 0 … 7:
/// the one on the face [`CORNERS`]`[corner][n]`.
///
/// # Panics
/// When there is no such side or corner.
pub fn corner_facelet(corner: usize, n: usize) -> usize {
    CORNER_FACELETS[corner][n]
}

/// The number, 0 … 53, of the facelet on side `n`, 0 or 1, of edge position `edge`, 0 … 11:
/// the one on the face [`EDGES`]`[edge][n]`.
///
/// # Panics
/// When there is no such side or edge.
pub fn edge_facelet(edge: usize, n: usize) -> usize {
    EDGE_FACELETS[edge][n]
}

const CORNER_FACELETS: [[usize; 3]; 8] = {
    let mut facelets = [[0; 3]; 8];
    let mut i = 0;
    while i < 8 * 3 {
        let (names, n) = (CORNERS[i / 3], i % 3);
        facelets[i / 3][n] = facelet(names[n], &[names[(n + 1) % 3], names[(n + 2) % 3]]);
        i += 1;
    }
    facelets
};

const EDGE_FACELETS: [[usize; 2]; 12] = {
    let mut facelets = [[0; 2]; 12];
    let mut i = 0;
    while i < 12 * 2 {
        let (names, n) = (EDGES[i / 2], i % 2);
        facelets[i / 2][n] = facelet(names[n], &[names[1 - n]]);
        i += 1;
    }
    facelets
};

/// The facelet of `face` that touches the faces `beside`.
const fn facelet(face: Face, beside: &[Face]) -> usize {
    let (top, left) = face.printed_top_left();
    face.index() * 9 + place(top, beside) * 3 + place(left, beside)
}

/// The row or column, 0 … 2, of a facelet that touches the faces `beside`, when `first` is beside the first one.
const fn place(first: Face, beside: &[Face]) -> usize {
    let mut i = 0;
    while i < beside.len() {
        if beside[i].index() == first.index() {
            return 0;
        }
        if beside[i].index() == first.opposite().index() {
            return 2;
        }
        i += 1;
    }
    1
}

impl Setup {
    /// Reads the colours of 54 facelets; the six centres are taken to be in place.
    pub fn from_facelets(colours: &[Face; FACELETS]) -> Setup {
        Setup {
            corners: std::array::from_fn(|i| std::array::from_fn(|n| colours[corner_facelet(i, n)])),
            edges: std::array::from_fn(|i| std::array::from_fn(|n| colours[edge_facelet(i, n)])),
        }
    }
}

impl Cube {
    /// The colours of the 54 facelets.
    pub fn facelets(&self) -> [Face; FACELETS] {
        let setup = Setup::from(self);
        let mut colours: [Face; FACELETS] = std::array::from_fn(|i| Face::from_index(i / 9));
        for (i, corner) in setup.corners.iter().enumerate() {
            for (n, &colour) in corner.iter().enumerate() {
                colours[corner_facelet(i, n)] = colour;
            }
        }
        for (i, edge) in setup.edges.iter().enumerate() {
            for (n, &colour) in edge.iter().enumerate() {
                colours[edge_facelet(i, n)] = colour;
            }
        }
        colours
    }
}

/// The 54 facelets as letters, `UUUUUUUUURRRRRRRRR…` for the solved cube.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.facelets().map(|face| face.letter() as u8);
        f.pad(str::from_utf8(&letters).expect("letters of faces are ASCII"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Move;

    #[test]
    fn corners_edges_and_centres_use_every_facelet_once() {
        let mut seen = [false; FACELETS];
        let corners = (0..8).flat_map(|i| (0..3).map(move |n| corner_facelet(i, n)));
        let edges = (0..12).flat_map(|i| (0..2).map(move |n| edge_facelet(i, n)));
        let centres = (0..6).map(|face| face * 9 + 4);
        for facelet in corners.chain(edges).chain(centres) {
            assert!(!std::mem::replace(&mut seen[facelet], true));
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn facelets_after_a_right_turn() {
        let cube = Cube::SOLVED.turn(Move::new(Face::R, 1).unwrap());
        assert_eq!(cube.to_string(), "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
    }
}
