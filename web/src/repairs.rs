//! Which one mistake explains stickers that make no position, and which colours the unpainted stickers must have.

use cubebatch::Face;
use cubebatch::cube::{CORNERS, EDGES, FACELETS, corner_facelet, edge_facelet};
use cubebatch_cube::cube::Painted;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::object;
use crate::reading::painted;

/// One mistake: with these stickers so, the position can be solved.
#[derive(Serialize)]
struct Repair {
    /// One that has another colour, or two whose colours are swapped.
    stickers: Vec<usize>,
    /// All stickers after it.
    after: String,
}

/// With more ways to explain it, none is likely.
const MOST_REPAIRS: usize = 3;

/// The single stickers of another colour, or pairs swapped, that make a position of these 54 stickers; none where there are many.
#[wasm_bindgen]
pub fn repairs(stickers: &str) -> JsValue {
    let painted = painted(stickers);
    let one = repainted(&painted);
    let found = if one.is_empty() { swapped(&painted) } else { one };
    object(&if found.len() <= MOST_REPAIRS { found } else { Vec::new() })
}

fn repainted(painted: &Painted) -> Vec<Repair> {
    let mut found = Vec::new();
    for place in places() {
        for colour in Face::ALL {
            let mut after = painted.clone();
            after.0[place] = Some(colour);
            found.extend(after.cube().map(|_| Repair { stickers: vec![place], after: told(&after) }));
        }
    }
    found
}

fn swapped(painted: &Painted) -> Vec<Repair> {
    let mut found = Vec::new();
    for first in places() {
        for second in places().filter(|&second| second > first && painted.0[first] != painted.0[second]) {
            let mut after = painted.clone();
            after.0.swap(first, second);
            found.extend(after.cube().map(|_| Repair { stickers: vec![first, second], after: told(&after) }));
        }
    }
    found
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
