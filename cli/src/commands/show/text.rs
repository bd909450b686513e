//! The unfolded cube in letters.

use cubebatch::cube::Face;
use cubebatch_rows::picture::{Drawn, NET, is_dark, rgb, stickers};

/// Nine lines.
pub fn draw(facelets: &Drawn, coloured: bool) -> String {
    let rows = NET.iter().flat_map(|faces| (0..3).map(move |row| (faces, row)));
    let line = |(faces, row): (&[Option<Face>; 4], usize)| {
        let face = |face: &Option<Face>| match *face {
            Some(face) => {
                stickers(facelets, face)[row * 3..][..3].iter().map(|&s| sticker(s, coloured)).collect()
            }
            None => " ".repeat(6),
        };
        let line: Vec<String> = faces.iter().map(face).collect();
        line.join(" ").trim_end().to_owned() + "\n"
    };
    rows.map(line).collect()
}

/// Two columns, so that a sticker is about as wide as high. A dot stands for any colour, as in the text of a goal.
fn sticker(face: Option<Face>, coloured: bool) -> String {
    let letter = face.map_or('.', Face::letter);
    if !coloured {
        return format!("{letter} ");
    }
    let [r, g, b] = rgb(face);
    let ink = if face.is_some_and(is_dark) { 97 } else { 30 };
    format!("\x1b[{ink};48;2;{r};{g};{b}m{letter} \x1b[0m")
}
