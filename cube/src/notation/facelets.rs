//! Facelet strings: 54 symbols in the order U R F D L B, each face row by row.

use super::scheme::Scheme;
use super::{ParseError, Reason, Scan};
use crate::cube::{Cube, FACELETS, Face, Setup};

/// Reads 54 symbols of any kind; white space between them means nothing.
///
/// The six centres say which symbol is which face, so the cube may be held in any way.
///
/// # Errors
/// [`ParseError`], when the symbols are not 54, or not those of six different centres, or
/// turns cannot reach the position.
pub fn parse_facelets(text: &str) -> Result<Cube, ParseError> {
    parse_scanned(text, &Scan::FACELETS)
}

/// The same as [`parse_facelets`], for faces in the order of a scan.
///
/// # Errors
/// As [`parse_facelets`]; columns are those of what was read.
pub fn parse_scanned(text: &str, scan: &Scan) -> Result<Cube, ParseError> {
    Ok(Setup::from_facelets(&shown(text, scan)?).into_cube()?)
}

/// The face whose colour each facelet shows. Turns need not reach such a position.
///
/// # Errors
/// As [`parse_facelets`], but for that.
pub fn shown_facelets(text: &str) -> Result<[Face; FACELETS], ParseError> {
    shown(text, &Scan::FACELETS)
}

fn shown(text: &str, scan: &Scan) -> Result<[Face; FACELETS], ParseError> {
    let (symbols, places) = (symbols(text)?, scan.places());
    let centres = Face::ALL.map(|face| places[centre(face)]);
    let scheme = Scheme::new(centres.map(|place| symbols[place])).map_err(|faces| {
        let place = centres[faces[1].index()];
        error_at(text, place, Reason::SameCentre { faces, symbol: symbols[place] })
    })?;
    let mut colours = [Face::U; FACELETS];
    for (colour, place) in colours.iter_mut().zip(places) {
        let error = || error_at(text, place, Reason::NoCentre(symbols[place]));
        *colour = scheme.face(symbols[place]).ok_or_else(error)?;
    }
    Ok(colours)
}

/// Whether `text` shows six symbols nine times each, one of each in the centres: no other text does so by chance.
pub(super) fn has_nine_of_each(text: &str) -> bool {
    // Most lines of moves are shorter.
    let Some(symbols) = (text.len() >= FACELETS).then(|| symbols(text).ok()).flatten() else { return false };
    let centres = Face::ALL.map(|face| symbols[centre(face)]);
    let count = |centre: &char| symbols.iter().filter(|&symbol| symbol == centre).count();
    Scheme::new(centres).is_ok() && centres.iter().all(|centre| count(centre) == 9)
}

/// Whether `text` shows six symbols four times each, as the facelets of a pocket cube.
pub fn has_four_of_each(text: &str) -> bool {
    let symbols = || text.chars().filter(|symbol| !symbol.is_whitespace());
    let count = |of: char| symbols().filter(|&symbol| symbol == of).count();
    symbols().count() == 24 && symbols().all(|symbol| count(symbol) == 4)
}

/// The number of the facelet in the middle of `face`.
fn centre(face: Face) -> usize {
    face.index() * 9 + 4
}

fn symbols(text: &str) -> Result<[char; FACELETS], ParseError> {
    let mut symbols = [' '; FACELETS];
    let mut count = 0;
    for symbol in text.chars().filter(|symbol| !symbol.is_whitespace()) {
        if let Some(place) = symbols.get_mut(count) {
            *place = symbol;
        }
        count += 1;
    }
    if count == FACELETS { Ok(symbols) } else { Err(Reason::FaceletCount(count).into()) }
}

/// An error at the symbol with this number, from 0, of which there must be one.
fn error_at(text: &str, number: usize, reason: Reason) -> ParseError {
    let mut symbols = text.char_indices().filter(|(_, symbol)| !symbol.is_whitespace());
    let at = symbols.nth(number).map_or(0, |(at, _)| at);
    ParseError::at(text, at, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::symmetry::Symmetry;
    use crate::cube::{Fault, Faults};
    use proptest::prelude::*;

    const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

    fn six_symbols() -> impl Strategy<Value = Vec<char>> {
        prop::sample::subsequence(('!'..='~').chain('🟥'..='🟫').collect::<Vec<_>>(), 6).prop_shuffle()
    }

    proptest! {
        #[test]
        fn a_facelet_string_gives_its_cube(seed: u64) {
            let cube = Random::new(seed).cube();
            prop_assert_eq!(parse_facelets(&cube.to_string()), Ok(cube));
        }

        #[test]
        fn any_six_symbols_will_do(seed: u64, names in six_symbols()) {
            let cube = Random::new(seed).cube();
            let text: String = cube.facelets().iter().map(|face| names[face.index()]).collect();
            prop_assert_eq!(parse_facelets(&text), Ok(cube));
        }
    }

    #[test]
    fn white_space_between_symbols_means_nothing() {
        let spaced: String = SOLVED.chars().flat_map(|symbol| [' ', symbol]).collect();
        assert_eq!(parse_facelets(&spaced), Ok(Cube::SOLVED));
    }

    #[test]
    fn a_cube_may_be_held_in_any_way() {
        let cube = Random::new(11).cube();
        for symmetry in Symmetry::all() {
            let (image, before) = (symmetry.conjugate(&cube), symmetry.inverse());
            // The image in the colours that the faces had before.
            let text = String::from_iter(image.facelets().map(|face| before.face(face).letter()));
            assert_eq!(parse_facelets(&text), Ok(image));
        }
    }

    #[test]
    fn the_wrong_number_of_facelets() {
        for count in [0, 1, 53, 55, 1000] {
            let error = parse_facelets(&"U".repeat(count)).unwrap_err();
            assert_eq!(error, ParseError { column: None, reason: Reason::FaceletCount(count) });
        }
    }

    #[test]
    fn two_centres_with_the_same_symbol() {
        let error = parse_facelets(&format!("  {}", SOLVED.replace('D', "R"))).unwrap_err();
        let reason = Reason::SameCentre { faces: [Face::R, Face::D], symbol: 'R' };
        assert_eq!(error, ParseError { column: Some(2 + 32), reason });
    }

    #[test]
    fn a_symbol_that_is_on_no_centre() {
        let error = parse_facelets(&format!(" {}", SOLVED.replacen("RR", "R?", 1))).unwrap_err();
        assert_eq!(error, ParseError { column: Some(1 + 11), reason: Reason::NoCentre('?') });
    }

    #[test]
    fn all_faults_are_told() {
        // The corner UBL twisted where it sits, and the edge UR flipped.
        let mut symbols: Vec<char> = SOLVED.chars().collect();
        (symbols[0], symbols[47], symbols[36]) = ('B', 'L', 'U');
        (symbols[5], symbols[10]) = ('R', 'U');
        let error = parse_facelets(&String::from_iter(symbols)).unwrap_err();
        let reason = Reason::Impossible(Faults(vec![Fault::Twist, Fault::Flip]));
        assert_eq!(error, ParseError { column: None, reason });
    }
}
