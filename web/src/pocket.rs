//! The pocket cube. Its stickers are 24 letters, faces U R F D L B, row by row; the library prints faces in another order.

use std::cell::OnceCell;

use cubebatch::Face;
use cubebatch::cube::Metric;
use cubebatch::cube::random::Random;
use cubebatch::pocket::{Distances, FACES, Facelets, ParseError, Position, Reason, parse_line};
use cubebatch_puzzles::pocket::Painted;
use wasm_bindgen::prelude::*;

use crate::faults::{self, Fault, Wrong};
use crate::reading::Reading;
use crate::solving::Solved;
use crate::{failure, object};

thread_local! {
    /// The distances of all positions from solved, computed on first use in some hundredths of a second.
    static DISTANCES: OnceCell<Distances> = const { OnceCell::new() };
}

/// The position that a text gives.
#[wasm_bindgen]
pub fn pocket_read(text: &str) -> JsValue {
    let blank = || ParseError { column: None, reason: Reason::FaceletCount(0) };
    object(&match parse_line(text).and_then(|facelets| facelets.ok_or_else(blank)) {
        Ok(facelets) => Reading::Stickers { cube: letters(&facelets) },
        Err(ParseError { column, reason }) => Reading::Wrong { error: reason.to_string(), column },
    })
}

/// The faults of 24 stickers: letters of faces, and any other symbol for an unpainted sticker.
#[wasm_bindgen]
pub fn pocket_faults(stickers: &str) -> JsValue {
    let mut painted = Painted([[None; 4]; 6]);
    for (number, letter) in stickers.chars().enumerate().take(24) {
        let (face, facelet) = place(number);
        painted.0[face][facelet] = Face::from_letter(letter);
    }
    let fault = |flaw: cubebatch_puzzles::pocket::Flaw| {
        let mut stickers: Vec<usize> =
            flaw.facelets.iter().map(|&(face, facelet)| number(face, facelet)).collect();
        stickers.sort_unstable();
        let wrong = match flaw.fault {
            cubebatch::pocket::Fault::ColourCount { colour, count } => {
                Wrong::Count { colour: faults::letters(&[colour]), count, should: 4 }
            }
            cubebatch::pocket::Fault::Corner(ref fault) => fault.into(),
        };
        Fault { wrong, stickers }
    };
    object(&painted.flaws().into_iter().map(fault).collect::<Vec<_>>())
}

/// A random position.
#[wasm_bindgen]
pub fn pocket_random(seed: u64) -> String {
    let rank = Random::new(seed).below(Position::COUNT as u64);
    letters(&Position::unrank(rank as usize).facelets())
}

/// A shortest solution, which turns U, R and F or what is opposite to them.
#[wasm_bindgen]
pub fn pocket_solve(stickers: &str) -> Result<JsValue, JsValue> {
    let mut facelets = Facelets::SOLVED;
    for (number, letter) in stickers.chars().enumerate().take(24) {
        let (face, facelet) = place(number);
        facelets.cube[face][facelet] =
            Face::from_letter(letter).ok_or_else(|| failure(format_args!("{letter:?} is no face")))?;
    }
    let position = Position::of(&facelets).map_err(failure)?;
    let moves = DISTANCES.with(|distances| {
        let found = || Distances::new(Metric::HalfTurn);
        distances.get_or_init(found).solve(position).map_err(failure)
    })?;
    Ok(object(&Solved::new(&moves, moves.len(), &[moves.len()])))
}

/// Faces as the page has them.
const ORDER: [Face; 6] = Face::ALL;

/// The place of a sticker in [`Facelets`].
fn place(number: usize) -> (usize, usize) {
    let face = FACES.iter().position(|&face| face == ORDER[number / 4]).expect("all faces are there");
    (face, number % 4)
}

fn number(face: usize, facelet: usize) -> usize {
    4 * FACES[face].index() + facelet
}

fn letters(facelets: &Facelets) -> String {
    (0..24).map(place).map(|(face, facelet)| facelets.cube[face][facelet].letter()).collect()
}
