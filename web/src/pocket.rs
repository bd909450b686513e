//! The pocket cube. Its stickers are 24 letters, faces U R F D L B, row by row.

use std::cell::OnceCell;

use cubebatch::Face;
use cubebatch::cube::random::Random;
use cubebatch::cube::{FACELETS, Metric};
use cubebatch::notation::{ParseError, Reason};
use cubebatch::pocket::{Distances, PocketCube, STICKERS, facelet, parse_line, shown_stickers};
use cubebatch_cube::cube::Painted;
use wasm_bindgen::prelude::*;

use crate::faults::{StickerFault, letters};
use crate::reading::TextMeaning;
use crate::solving::Solved;
use crate::{failure, object};

thread_local! {
    /// The distances of all positions from solved, computed on first use in some hundredths of a second.
    static DISTANCES: OnceCell<Distances> = const { OnceCell::new() };
}

/// The stickers that a text gives: of a position or with faults, which the page explains.
#[wasm_bindgen]
pub fn pocket_read(text: &str) -> JsValue {
    let blank = ParseError { column: None, reason: Reason::PocketFaceletCount(0) };
    object(&match parse_line(text).and_then(|cube| cube.ok_or(blank)) {
        Ok(cube) => TextMeaning::Stickers { cube: letters(&cube.stickers()) },
        Err(ParseError { column, reason }) => match (&reason, shown_stickers(text)) {
            (Reason::Impossible(_) | Reason::ImpossibleColours { .. }, Ok(stickers)) => {
                TextMeaning::Stickers { cube: letters(&stickers) }
            }
            _ => TextMeaning::Wrong { error: reason.to_string(), column },
        },
    })
}

/// The faults of 24 stickers: letters of faces, and any other symbol for an unpainted sticker.
#[wasm_bindgen]
pub fn pocket_faults(stickers: &str) -> JsValue {
    let mut painted = Painted([None; FACELETS]);
    for (sticker, letter) in stickers.chars().enumerate().take(STICKERS) {
        painted.0[facelet(sticker)] = Face::from_letter(letter);
    }
    let numbered = |mut flaw: StickerFault| {
        let shown = std::mem::take(&mut flaw.stickers);
        flaw.stickers = (0..STICKERS).filter(|&sticker| shown.contains(&facelet(sticker))).collect();
        flaw
    };
    let faults = painted.pocket_flaws().into_iter().map(StickerFault::from).map(numbered);
    object(&faults.collect::<Vec<_>>())
}

/// A random position.
#[wasm_bindgen]
pub fn pocket_random(seed: u64) -> String {
    let rank = Random::new(seed).below(PocketCube::COUNT as u64);
    letters(&PocketCube::unrank(rank as usize).stickers())
}

/// A shortest solution, which turns U, R and F or what is opposite to them.
#[wasm_bindgen]
pub fn pocket_solve(stickers: &str) -> Result<JsValue, JsValue> {
    let stickers = shown_stickers(stickers).map_err(failure)?;
    let cube = PocketCube::from_stickers(&stickers).map_err(failure)?;
    let moves = DISTANCES.with(|distances| {
        let found = || Distances::new(Metric::HalfTurn);
        distances.get_or_init(found).solve(&cube).map_err(failure)
    })?;
    Ok(object(&Solved::new(&moves, moves.len(), &[moves.len()])))
}
