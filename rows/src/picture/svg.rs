//! The unfolded cube as an SVG picture.

use cubebatch::cube::Face;

use super::{Drawn, NET, is_dark, rgb, stickers};

/// A sticker with its share of the black around it, in pixels.
const CELL: usize = 30;
/// Black around a sticker.
const RIM: usize = 2;
/// Between faces, and around the whole.
const GAP: usize = 6;
/// A face with its gap.
const FACE: usize = 3 * CELL + GAP;

/// The whole file.
pub fn draw(facelets: &Drawn) -> String {
    let (width, height) = (NET[0].len() * FACE + GAP, NET.len() * FACE + GAP);
    let places = NET.iter().enumerate().flat_map(|(row, faces)| {
        faces.iter().enumerate().map(move |(column, face)| (face, (column * FACE + GAP, row * FACE + GAP)))
    });
    let faces = places.filter_map(|(&name, corner)| name.map(|name| face(facelets, name, corner)));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>An unfolded cube</title>\n{}</svg>\n",
        faces.collect::<String>()
    )
}

/// A black square with nine stickers, the name of the face on the middle one.
fn face(facelets: &Drawn, name: Face, (left, top): (usize, usize)) -> String {
    let size = 3 * CELL;
    let stickers = stickers(facelets, name).iter().enumerate().map(|(place, &colour)| {
        let [r, g, b] = rgb(colour);
        let corner = (left + place % 3 * CELL + RIM, top + place / 3 * CELL + RIM);
        square(corner, CELL - 2 * RIM, 3, &format!("#{r:02x}{g:02x}{b:02x}"))
    });
    let stickers: String = stickers.collect();
    let letter = letter(name, (left + size / 2, top + size / 2));
    square((left, top), size, 5, "black") + &stickers + &letter
}

fn square((x, y): (usize, usize), size: usize, radius: usize, fill: &str) -> String {
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" rx=\"{radius}\" fill=\"{fill}\"/>\n"
    )
}

fn letter(face: Face, (x, y): (usize, usize)) -> String {
    let ink = if is_dark(face) { "white" } else { "black" };
    format!(
        "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"16\" \
         text-anchor=\"middle\" dominant-baseline=\"central\">{face}</text>\n"
    )
}
