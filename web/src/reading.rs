//! Positions: read, painted, drawn at random.

use cubebatch::cube::FACELETS;
use cubebatch::cube::random::Random;
use cubebatch::notation::{ColourSpace, ParseError, Reason, parse_line, sort_colours_in_any_order};
use cubebatch::{Cube, Face};
use cubebatch_cube::cube::Painted;
use cubebatch_cube::notation::shown_facelets;
use cubebatch_rows::LineError;
use cubebatch_rows::records::{POSITIONS, positions};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::faults::{StickerFault, letters};
use crate::object;

/// The meaning of a text.
#[derive(Serialize)]
#[serde(untagged)]
pub enum TextMeaning {
    /// Stickers, by the letters of faces.
    Stickers { cube: String },
    Wrong {
        error: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
    },
}

/// The stickers that a text gives, in any notation: of a position or with faults, which the page explains.
#[wasm_bindgen]
pub fn read(text: &str) -> JsValue {
    let blank = ParseError { column: None, reason: Reason::Blank };
    object(&match parse_line(text, None).and_then(|cube| cube.ok_or(blank)) {
        Ok(cube) => TextMeaning::Stickers { cube: cube.to_string() },
        Err(ParseError { column, reason }) => match (&reason, shown_facelets(text)) {
            (Reason::Impossible(_), Ok(stickers)) => TextMeaning::Stickers { cube: letters(&stickers) },
            _ => read_as_file(text).unwrap_or(TextMeaning::Wrong { error: reason.to_string(), column }),
        },
    })
}

/// What a text means as the contents of a file; `None` if it looks like a position.
fn read_as_file(text: &str) -> Option<TextMeaning> {
    let wrong = |error: String| Some(TextMeaning::Wrong { error, column: None });
    let found = match positions(text.as_bytes(), &POSITIONS, None) {
        Ok(found) => found,
        Err(error) => return wrong(format!("{error}. {}", error.remedy())),
    };
    match &found[..] {
        [(_, Ok(cube))] => Some(TextMeaning::Stickers { cube: cube.to_string() }),
        [(_, Err(LineError::Position { .. }))] | [] => None,
        [(_, Err(error))] => wrong(error.told()),
        [(_, Ok(_)), ..] => {
            wrong(format!("these are {} positions: enter one of them, or solve a file", found.len()))
        }
        [(line, Err(error)), ..] => wrong(format!("line {line}: {}", error.told())),
    }
}

/// What 54 measured colours show.
#[derive(Serialize)]
#[serde(untagged)]
enum SortedStickers {
    Stickers {
        cube: String,
    },
    /// Two centres have nearly the same colour.
    Alike {
        alike: [String; 2],
    },
    Wrong {
        error: String,
    },
}

/// The stickers of 54 colours, each with its red, green and blue from 0 to 255, in the order of facelet strings, or with the faces in
/// another order.
#[wasm_bindgen]
pub fn sort_measured(numbers: &[f64]) -> JsValue {
    let (colours, _) = numbers.as_chunks::<3>();
    let colours = <&[[f64; 3]; FACELETS]>::try_from(colours);
    let colours = colours.map_err(|_| ParseError::from(Reason::ColourCount(numbers.len())));
    object(&match colours.and_then(|colours| sort_colours_in_any_order(colours, ColourSpace::Rgb)) {
        Ok(sorted) => SortedStickers::Stickers { cube: letters(&sorted.facelets) },
        Err(ParseError { reason: Reason::CentresAlike(faces), .. }) => {
            SortedStickers::Alike { alike: faces.map(|face| face.letter().to_string()) }
        }
        Err(error) => SortedStickers::Wrong { error: error.to_string() },
    })
}

/// The faults of 54 stickers: letters of faces, and any other symbol for an unpainted sticker.
#[wasm_bindgen]
pub fn faults(stickers: &str) -> JsValue {
    object(&painted(stickers).flaws().into_iter().map(StickerFault::from).collect::<Vec<_>>())
}

/// Stickers by their letters.
pub fn painted(stickers: &str) -> Painted {
    let mut painted = Painted([None; FACELETS]);
    painted.0.iter_mut().zip(stickers.chars()).for_each(|(sticker, letter)| {
        *sticker = Face::from_letter(letter);
    });
    painted
}

/// A random position.
#[wasm_bindgen]
pub fn random(seed: u64) -> String {
    Random::new(seed).cube().to_string()
}

/// The position of 54 letters.
pub fn cube(facelets: &str) -> Result<Cube, JsValue> {
    cubebatch::notation::parse_facelets(facelets).map_err(crate::failure)
}
