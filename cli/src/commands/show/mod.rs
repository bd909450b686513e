//! `cubebatch show`: a picture of the unfolded cube, as text or SVG.

mod text;

use std::io::{self, IsTerminal};
use std::sync::Arc;

use cubebatch::Cube;
use cubebatch_rows::picture::{draw_svg, drawn};

use crate::args::{ShowArgs, When};
use crate::failure::{Failure, INVALID, UNUSABLE};
use crate::input::{self, Input, POSITIONS, given};
use crate::output::print;

/// Runs the command.
pub fn run(args: &ShowArgs) -> Result<u8, Failure> {
    let cube = if args.cube.is_empty() { Cube::SOLVED } else { read(args)? };
    let facelets = drawn(&cube, args.goal.as_ref());
    print(&if args.svg { draw_svg(&facelets) } else { text::draw(&facelets, is_coloured(args.color)) })?;
    Ok(0)
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
            if let Some(cube) = input::position(&chunk, line, format)? {
                return Ok(cube);
            }
        }
    }
    let remedy = "Give one in any format, see `cubebatch solve --help`.";
    Err(Failure::new(INVALID, "there is no position", remedy))
}

fn is_coloured(when: When) -> bool {
    let is_wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match when {
        When::Auto => io::stdout().is_terminal() && is_wanted(),
        When::Always => true,
        When::Never => false,
    }
}
