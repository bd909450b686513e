//! Any text as a scanning order; what is read in an order that can be is what was shown.
#![no_main]

use cubebatch::cube::random::Random;
use cubebatch::notation::{Format, Scan, parse_line, parse_scanned};
use libfuzzer_sys::fuzz_target;

const FACES: &str = "URFDLB";

fuzz_target!(|input: (&str, u64, &str)| {
    let (order, seed, text) = input;
    let scan = order.parse::<Scan>();
    let Ok(scan) = scan else {
        assert!(!scan.unwrap_err().to_string().is_empty());
        return;
    };
    // Any text in a good order.
    match parse_scanned(text, &scan) {
        Ok(cube) => assert_eq!(cube.to_string().parse(), Ok(cube)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // A position in it, as its pictures show it.
    let cube = Random::new(seed).cube();
    let shown = pictures(&cube.to_string(), order);
    assert_eq!(parse_line(&shown, Some(Format::Scanned(scan))), Ok(Some(cube)), "{order:?}: {shown}");
});

/// The faces of a facelet string one after the other, each turned as its mark says; those in brackets a row of all at a time.
fn pictures(facelets: &str, order: &str) -> String {
    let named = Scan::NAMED.iter().copied().find(|(name, _)| *name == order);
    let mut pictures: Vec<Vec<Vec<char>>> = Vec::new();
    let mut is_open = false;
    for c in named.map_or(order, |(_, order)| order).chars() {
        if let Some(face) = FACES.find(c.to_ascii_uppercase()) {
            let face = facelets.chars().skip(face * 9).take(9).collect();
            match pictures.last_mut() {
                Some(picture) if is_open => picture.push(face),
                _ => pictures.push(vec![face]),
            }
        } else if c == '(' || c == ')' {
            is_open = c == '(';
            pictures.extend(is_open.then(Vec::new));
        } else if !c.is_whitespace() {
            let turns = if c == '1' || c == '2' { c as usize - '0' as usize } else { 3 };
            let last =
                pictures.last_mut().and_then(|picture| picture.last_mut()).expect("a mark follows a face");
            (0..turns).for_each(|_| *last = turned(last));
        }
    }
    let row = |picture: &Vec<Vec<char>>, row: usize| {
        picture.iter().flat_map(|face| face[3 * row..][..3].to_vec()).collect::<Vec<_>>()
    };
    pictures.iter().flat_map(|picture| (0..3).flat_map(|at| row(picture, at))).collect()
}

/// A square of nine, turned clockwise by a quarter: its left column, from below, is its new upper row.
fn turned(square: &[char]) -> Vec<char> {
    [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|place| square[place]).to_vec()
}
