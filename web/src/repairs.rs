//! Which mistakes explain stickers that make no position, and which colours the unpainted stickers must have.

use cubebatch::Face;
use cubebatch::cube::{CORNERS, EDGES, FACELETS, corner_facelet, edge_facelet};
use cubebatch::notation::{self, Cause, CauseKind, Format};
use cubebatch_cube::cube::Painted;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::object;
use crate::reading::painted;

/// A mistake that explains why stickers make no position, and the stickers without it.
#[derive(Serialize)]
struct Explanation {
    kind: &'static str,
    /// The faces that it is about.
    faces: Vec<char>,
    /// The clockwise quarters by which a face has to be turned.
    turns: Option<usize>,
    /// The stickers that it is about.
    stickers: Vec<usize>,
    /// All stickers after it.
    after: String,
}

/// The mistakes that explain 54 painted stickers that make no position, the likeliest first. A cube that was put together wrongly is
/// none of them: its faults say so.
#[wasm_bindgen]
pub fn causes(stickers: &str) -> JsValue {
    let explanation = |cause: Cause| {
        let turns = match cause.kind {
            CauseKind::Turned { turns, .. } => Some(turns),
            _ => None,
        };
        let faces = cause.kind.faces().iter().map(|face| face.letter()).collect();
        let stickers = cause.kind.stickers().iter().map(|sticker| sticker.facelet).collect();
        let after = cause.cube?.to_string();
        Some(Explanation { kind: cause.kind.name(), faces, turns, stickers, after })
    };
    let causes = notation::causes(stickers, Some(Format::Facelets));
    object(&causes.into_iter().filter_map(explanation).collect::<Vec<_>>())
}

/// The places that can be painted.
fn places() -> impl Iterator<Item = usize> {
    (0..FACELETS).filter(|place| place % 9 != 4)
}

fn told(painted: &Painted) -> String {
    painted.0.iter().map(|colour| colour.map_or('.', Face::letter)).collect()
}

/// The stickers, with each unpainted one that can have one colour alone in that colour.
#[wasm_bindgen]
pub fn forced(stickers: &str) -> String {
    let mut painted = painted(stickers);
    (0..6).for_each(|face| painted.0[9 * face + 4] = Some(Face::from_index(face)));
    loop {
        let before = painted.clone();
        let corners: Vec<Vec<usize>> =
            (0..8).map(|at| (0..3).map(|n| corner_facelet(at, n)).collect()).collect();
        let edges: Vec<Vec<usize>> =
            (0..12).map(|at| (0..2).map(|n| edge_facelet(at, n)).collect()).collect();
        let corner_colours: Vec<&[Face]> = CORNERS.iter().map(|colours| &colours[..]).collect();
        let edge_colours: Vec<&[Face]> = EDGES.iter().map(|colours| &colours[..]).collect();
        force(&mut painted, &corners, &corner_colours);
        force(&mut painted, &edges, &edge_colours);
        force_last(&mut painted);
        if painted == before {
            return told(&painted);
        }
    }
}

/// Paints what the cubies of a kind force: a place takes the cubies that fit its colours and are not known to be elsewhere.
fn force(painted: &mut Painted, places: &[Vec<usize>], cubies: &[&[Face]]) {
    let shown = |place: &[usize]| place.iter().map(|&sticker| painted.0[sticker]).collect::<Vec<_>>();
    // A cubie as it may lie in a place, by its number and colours.
    let fitting = |place: &Vec<usize>| -> Vec<(usize, Vec<Face>)> {
        let lying = cubies.iter().enumerate().flat_map(|(cubie, colours)| {
            (0..colours.len()).map(move |turned| {
                let mut colours = colours.to_vec();
                colours.rotate_left(turned);
                (cubie, colours)
            })
        });
        let shown = shown(place);
        let fits = |colours: &[Face]| {
            shown.iter().zip(colours).all(|(shown, colour)| shown.is_none_or(|shown| shown == *colour))
        };
        lying.filter(|(_, colours)| fits(colours)).collect()
    };
    let mut may: Vec<Vec<(usize, Vec<Face>)>> = places.iter().map(fitting).collect();
    loop {
        let only = |may: &[(usize, Vec<Face>)]| {
            let (first, _) = *may.first().as_ref()?;
            may.iter().all(|(cubie, _)| cubie == first).then_some(*first)
        };
        let known: Vec<Option<usize>> = may.iter().map(|may| only(may)).collect();
        let before: usize = may.iter().map(Vec::len).sum();
        for (place, may) in may.iter_mut().enumerate() {
            may.retain(|&(cubie, _)| {
                (0..places.len()).all(|other| other == place || known[other] != Some(cubie))
            });
        }
        for cubie in 0..cubies.len() {
            let with: Vec<usize> =
                (0..places.len()).filter(|&place| may[place].iter().any(|&(may, _)| may == cubie)).collect();
            if let [place] = with[..] {
                may[place].retain(|&(may, _)| may == cubie);
            }
        }
        if may.iter().map(Vec::len).sum::<usize>() == before {
            break;
        }
    }
    for (place, may) in places.iter().zip(&may) {
        for (n, &sticker) in place.iter().enumerate() {
            if let Some((_, first)) = may.first()
                && may.iter().all(|(_, colours)| colours[n] == first[n])
            {
                painted.0[sticker] = Some(first[n]);
            }
        }
    }
}

/// The most unpainted stickers of which all colourings are tried.
const MOST_TRIED: usize = 4;

/// Paints the last stickers, if one colouring of them alone makes a position: twist, flip and parity decide it.
fn force_last(painted: &mut Painted) {
    let open: Vec<usize> = places().filter(|&place| painted.0[place].is_none()).collect();
    if open.is_empty() || open.len() > MOST_TRIED {
        return;
    }
    let mut found = None;
    for number in 0..6_usize.pow(open.len() as u32) {
        let mut tried = painted.clone();
        let mut rest = number;
        for &place in &open {
            tried.0[place] = Some(Face::from_index(rest % 6));
            rest /= 6;
        }
        if tried.cube().is_some() && found.replace(tried).is_some() {
            return;
        }
    }
    if let Some(found) = found {
        *painted = found;
    }
}
