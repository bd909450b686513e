//! The unfolded cube: what all pictures of it have in common.

mod svg;

use cubebatch::cube::{Cube, FACELETS, Face};
use cubebatch::goal::Goal;
pub use svg::draw as draw_svg;

/// An SVG picture of a position.
pub fn svg(cube: &Cube) -> String {
    draw_svg(&drawn(cube, None))
}

/// The colours of the facelets; `None` where they are blank.
pub type Drawn = [Option<Face>; FACELETS];

/// All stickers of a position, or the stickers that a goal asks for.
pub fn drawn(cube: &Cube, goal: Option<&Goal>) -> Drawn {
    let asked = goal.map_or([true; FACELETS], Goal::stickers);
    cube.stickers().map(|sticker| {
        let sticker = usize::from(sticker);
        let is_centre = sticker % 9 == 4;
        (asked[sticker] || is_centre).then(|| Face::from_index(sticker / 9))
    })
}

/// The unfolded cube: four columns of faces in three rows.
pub const NET: [[Option<Face>; 4]; 3] = [
    [None, Some(Face::U), None, None],
    [Some(Face::L), Some(Face::F), Some(Face::R), Some(Face::B)],
    [None, Some(Face::D), None, None],
];

/// The stickers of a face, row by row.
pub fn stickers(facelets: &Drawn, face: Face) -> &[Option<Face>] {
    &facelets[face.index() * 9..][..9]
}

/// Whether letters on a sticker are to be white, not black.
pub fn is_dark(face: Face) -> bool {
    matches!(face, Face::R | Face::F | Face::B)
}

/// The usual colours: white, red, green, yellow, orange, blue, as red, green and blue; grey for a blank sticker.
pub fn rgb(face: Option<Face>) -> [u8; 3] {
    match face {
        None => [128, 134, 140],
        Some(Face::U) => [255, 255, 255],
        Some(Face::R) => [200, 30, 45],
        Some(Face::F) => [0, 150, 75],
        Some(Face::D) => [255, 213, 0],
        Some(Face::L) => [255, 115, 0],
        Some(Face::B) => [0, 75, 175],
    }
}
