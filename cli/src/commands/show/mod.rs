//! `cubebatch show`: a picture of the unfolded cube, as text or SVG.

mod svg;
mod text;

use std::io::{self, IsTerminal};
use std::sync::Arc;

use cubebatch::cube::{Cube, FACELETS, Face};
use cubebatch::goal::Goal;

use crate::args::{ShowArgs, When};
use crate::failure::{Failure, INVALID, UNUSABLE};
use crate::input::{Input, POSITIONS, given};
use crate::output::print;

/// Runs the command.
pub fn run(args: &ShowArgs) -> Result<u8, Failure> {
    let cube = if args.cube.is_empty() { Cube::SOLVED } else { read(args)? };
    let facelets = drawn(&cube, args.goal.as_ref());
    print(&if args.svg { svg::draw(&facelets) } else { text::draw(&facelets, is_coloured(args.color)) })?;
    Ok(0)
}

/// An SVG picture of a position.
pub fn picture(cube: &Cube) -> String {
    svg::draw(&drawn(cube, None))
}

fn read(args: &ShowArgs) -> Result<Cube, Failure> {
    let format = args.reading.notation();
    let [cube] = &given::positions(&args.cube, format)?[..] else {
        let remedy = "Give one file or one position, in one argument: \"R U2 F'\".";
        return Err(Failure::new(UNUSABLE, "`show` draws one position", remedy));
    };
    let input = cube.open(|file| Input::open_rows(file, &Arc::default(), &POSITIONS))?;
    let mut input = input.in_format(format);
    while let Some(chunk) = input.next_chunk(1)? {
        for line in chunk.lines() {
            if let Some(cube) = chunk.position(line, format)? {
                return Ok(cube);
            }
        }
    }
    let remedy = "Give one in any format, see `cubebatch solve --help`.";
    Err(Failure::new(INVALID, "there is no position", remedy))
}

/// The colours of the facelets; `None` where they are blank.
type Drawn = [Option<Face>; FACELETS];

/// All stickers of a position, or the stickers that a goal asks for.
fn drawn(cube: &Cube, goal: Option<&Goal>) -> Drawn {
    let asked = goal.map_or([true; FACELETS], Goal::stickers);
    cube.stickers().map(|sticker| {
        let sticker = usize::from(sticker);
        let is_centre = sticker % 9 == 4;
        (asked[sticker] || is_centre).then(|| Face::from_index(sticker / 9))
    })
}

fn is_coloured(when: When) -> bool {
    let is_wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match when {
        When::Auto => io::stdout().is_terminal() && is_wanted(),
        When::Always => true,
        When::Never => false,
    }
}

/// The unfolded cube: four columns of faces in three rows.
const NET: [[Option<Face>; 4]; 3] = [
    [None, Some(Face::U), None, None],
    [Some(Face::L), Some(Face::F), Some(Face::R), Some(Face::B)],
    [None, Some(Face::D), None, None],
];

/// The stickers of a face, row by row.
fn stickers(facelets: &Drawn, face: Face) -> &[Option<Face>] {
    &facelets[face.index() * 9..][..9]
}

/// Whether letters on a sticker are to be white, not black.
fn is_dark(face: Face) -> bool {
    matches!(face, Face::R | Face::F | Face::B)
}

/// The usual colours: white, red, green, yellow, orange, blue, as red, green and blue; grey for a blank sticker.
fn rgb(face: Option<Face>) -> [u8; 3] {
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
