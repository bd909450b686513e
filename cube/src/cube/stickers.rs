//! Where stickers go: positions, moves and symmetries as maps of the 54 facelets.

use super::symmetry::Symmetry;
use super::{CORNERS, Cube, EDGES, FACELETS, Face, corner_facelet, edge_facelet};

impl Cube {
    /// For each facelet the number, 0 … 53, of the sticker that it shows. Stickers have the numbers of their facelets on the solved
    /// cube.
    ///
    /// What is written on the facelets of any cube, colours or other marks, is carried along: after the moves that make this
    /// position, facelet `f` shows what facelet `stickers()[f]` showed before.
    pub fn stickers(&self) -> [u8; FACELETS] {
        let mut shown: [u8; FACELETS] = std::array::from_fn(|facelet| facelet as u8);
        for (place, (corner, twist)) in self.corners().into_iter().enumerate() {
            for side in 0..3 {
                let from = (side + 3 - usize::from(twist)) % 3;
                shown[corner_facelet(place, side)] = corner_facelet(corner.into(), from) as u8;
            }
        }
        for (place, (edge, flip)) in self.edges().into_iter().enumerate() {
            for side in 0..2 {
                shown[edge_facelet(place, side)] = edge_facelet(edge.into(), side ^ usize::from(flip)) as u8;
            }
        }
        shown
    }
}

impl Symmetry {
    /// For each facelet the one that it shows after this symmetry of the whole cube: facelet `f` shows what `facelets()[f]` showed
    /// before. The conjugate of a position has its colours renamed as well, see [`Symmetry::face`].
    pub fn facelets(&self) -> [u8; FACELETS] {
        let mut shown = [0; FACELETS];
        for face in Face::ALL {
            let centre = |face: Face| face.index() * 9 + 4;
            shown[centre(self.face(face))] = centre(face) as u8;
        }
        for (place, names) in CORNERS.into_iter().enumerate() {
            let (to, sides) = self.corner_image(names);
            for (side, to_side) in sides.into_iter().enumerate() {
                shown[corner_facelet(to, to_side)] = corner_facelet(place, side) as u8;
            }
        }
        for (place, (to, first)) in self.edges().into_iter().enumerate() {
            for side in 0..EDGES[place].len() {
                shown[edge_facelet(to, side ^ usize::from(first))] = edge_facelet(place, side) as u8;
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Move;
    use crate::cube::random::Random;

    #[test]
    fn stickers_are_carried_along_by_moves() {
        for mut cube in Random::new(9).cubes().take(20) {
            for mv in Move::all() {
                let (before, turned) = (cube.stickers(), cube.turn(mv));
                let carried = Cube::SOLVED.turn(mv).stickers().map(|from| before[usize::from(from)]);
                assert_eq!(turned.stickers(), carried);
                assert_eq!(
                    turned.facelets(),
                    carried.map(|sticker| Face::from_index(usize::from(sticker) / 9))
                );
                cube = turned;
            }
        }
    }

    #[test]
    fn symmetries_move_facelets_and_rename_colours() {
        for symmetry in Symmetry::all() {
            let cube = Random::new(10).cube();
            let shown = cube.facelets();
            let image = symmetry.facelets().map(|from| symmetry.face(shown[usize::from(from)]));
            assert_eq!(symmetry.conjugate(&cube).facelets(), image);
        }
    }
}
