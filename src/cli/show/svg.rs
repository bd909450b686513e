//! The unfolded cube as an SVG picture.

use std::fmt::Write;

use cubebatch::cube::{FACELETS, Face};

use super::{NET, is_dark, rgb, stickers};

/// A sticker with its share of the black around it, in pixels.
const CELL: usize = 30;
/// Black around stickers.
const RIM: usize = 2;
/// Between faces, and around the whole.
const GAP: usize = 6;
/// A face with its gap.
const FACE: usize = 3 * CELL + GAP;

/// The whole file.
pub fn draw(facelets: &[Face; FACELETS]) -> String {
    let (width, height) = (NET[0].len() * FACE + GAP, NET.len() * FACE + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>An unfolded cube</title>\n"
    );
    for (row, faces) in NET.iter().enumerate() {
        for (column, &face) in faces.iter().enumerate() {
            if let Some(face) = face {
                draw_face(&mut svg, facelets, face, (column * FACE + GAP, row * FACE + GAP));
            }
        }
    }
    svg + "</svg>\n"
}

/// A black square with nine stickers, the name of the face on the middle one.
fn draw_face(svg: &mut String, facelets: &[Face; FACELETS], face: Face, (left, top): (usize, usize)) {
    let size = 3 * CELL;
    push(svg, format_args!("<rect x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" rx=\"5\"/>"));
    for (place, &colour) in stickers(facelets, face).iter().enumerate() {
        let (x, y) = (left + place % 3 * CELL + RIM, top + place / 3 * CELL + RIM);
        let size = CELL - 2 * RIM;
        let [r, g, b] = rgb(colour);
        push(
            svg,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" rx=\"3\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>"
            ),
        );
    }
    let (x, y) = (left + size / 2, top + size / 2);
    let ink = if is_dark(face) { "white" } else { "black" };
    push(
        svg,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"16\" \
             text-anchor=\"middle\" dominant-baseline=\"central\">{face}</text>"
        ),
    );
}

fn push(svg: &mut String, element: std::fmt::Arguments) {
    writeln!(svg, "{element}").expect("a string takes everything");
}
