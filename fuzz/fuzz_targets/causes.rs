//! Any text as stickers, on a line or over several: why it is no position, and which blocks of lines are one. Then a position
//! with a mistake.
#![no_main]

use cubebatch::Cube;
use cubebatch::cube::random::Random;
use cubebatch::notation::{
    Cause, ColourSpace, Format, Scan, causes, in_any_order, parse_line, sort_colours_in_any_order,
};
use cubebatch_cube::notation::Unfolded;
use libfuzzer_sys::fuzz_target;

const FACELETS: usize = 54;

fuzz_target!(|input: (&str, u64, [u8; 4])| {
    let (text, seed, places) = input;
    for format in
        [None, Some(Format::Facelets), Some(Format::Scanned("flip".parse().expect("it is an order")))]
    {
        let found = causes(text, format);
        assert!(found.len() <= 5);
        assert!(found.is_empty() || parse_line(text, format).is_err(), "a position has no cause");
        found.iter().for_each(has_a_sentence);
    }
    in_any_order(text).iter().for_each(has_a_sentence);
    // Blocks: each is on its first line afterwards, and no line is lost.
    if let Some(joined) = Unfolded::joined(text) {
        assert_eq!(joined.split('\n').count(), text.split('\n').count());
        let cube = Unfolded::among(text.split('\n'), 0).expect("there was one");
        assert_eq!(joined.split('\n').nth(cube.first as usize), Some(&*cube.facelets));
        assert!(cube.first < cube.last && cube.facelets.chars().count() == FACELETS);
    }
    // A position with symbols exchanged and replaced: a reading of it is reached by what its cause says.
    let cube = Random::new(seed).cube();
    let mut symbols: Vec<char> = cube.to_string().chars().collect();
    let [one, other, at, with] = places.map(usize::from);
    symbols.swap(one % FACELETS, other % FACELETS);
    symbols[at % FACELETS] = char::from(b"URFDLB?W"[with % 8]);
    let wrong = String::from_iter(&symbols);
    for cause in causes(&wrong, Some(Format::Facelets)) {
        has_a_sentence(&cause);
        if let (Some(scan), Some(cube)) = (&cause.scan, cause.cube) {
            let scan: Scan = scan.parse().expect("it is an order");
            assert_eq!(parse_line(&wrong, Some(Format::Scanned(scan))), Ok(Some(cube)), "{wrong}: {cause}");
        }
    }
    // Any numbers as colours: each colour nine times, or an error.
    let mut numbers = Random::new(seed);
    let colours = [(); FACELETS].map(|()| [(); 3].map(|()| numbers.below(256) as f64));
    if let Ok(sorted) = sort_colours_in_any_order(&colours, ColourSpace::Rgb) {
        for face in sorted.facelets {
            assert_eq!(sorted.facelets.iter().filter(|&&other| other == face).count(), FACELETS / 6);
        }
    }
});

fn has_a_sentence(cause: &Cause) {
    assert!(!cause.to_string().is_empty() && !cause.kind.name().is_empty());
    let facelets = cause.cube.map(|cube: Cube| cube.to_string());
    assert!(facelets.is_none_or(|facelets| facelets.parse::<Cube>() == Ok(cause.cube.expect("it has one"))));
}
