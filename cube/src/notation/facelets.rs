//! Facelet strings: 54 symbols in the order U R F D L B, each face row by row.

use super::scheme::Scheme;
use super::{ParseError, Reason, Scan, colours, symbols, unfolded};
use crate::cube::{Cube, FACELETS, Face, Setup};

/// Reads 54 symbols of any kind; what stands between them means nothing: white space, and commas, semicolons, double quotes,
/// brackets and bars, where these are not themselves among 54 symbols.
///
/// The six centres say which symbol is which face, so the cube may be held in any way. In place of symbols, 162 numbers may be the
/// colours of a camera, three for each facelet, which [`sort_colours`](super::sort_colours) sorts: red, green and blue, or CIE Lab if
/// the word `lab` stands before them.
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
    let rows = || shown(text, &Scan::ROWS);
    if unfolded::is_net(text) {
        return rows();
    }
    shown(text, &Scan::FACELETS).or_else(|error| rows().map_err(|_| error))
}

/// Facelets in the order of faces, or else those of the unfolded cube row by row.
pub(super) fn parse_unfolded(text: &str) -> Result<Cube, ParseError> {
    let rows = || parse_scanned(text, &Scan::ROWS);
    if unfolded::is_net(text) {
        return rows();
    }
    parse_facelets(text).or_else(|error| match (rows(), &error.reason) {
        (Ok(cube), _) => Ok(cube),
        // Only the rows have six different centres.
        (
            Err(of_rows @ ParseError { reason: Reason::Impossible(_), .. }),
            Reason::SameCentre { .. } | Reason::CentresAlike(_),
        ) => Err(of_rows),
        _ => Err(error),
    })
}

fn shown(text: &str, scan: &Scan) -> Result<[Face; FACELETS], ParseError> {
    if colours::are_colours(text) {
        return colours::shown(text, scan);
    }
    let (symbols, places) = (symbols(text)?, scan.places());
    let scheme = scheme(&symbols, scan).map_err(|faces| {
        let place = places[centre(faces[1])];
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
    symbols_of(text).is_some_and(|symbols| are_nine_of_each(&symbols, &Scan::FACELETS))
}

/// The same, or a position row by row of the unfolded cube.
pub(super) fn is_cube(text: &str) -> bool {
    let Some(symbols) = symbols_of(text) else { return false };
    are_nine_of_each(&symbols, &Scan::FACELETS)
        || are_nine_of_each(&symbols, &Scan::ROWS) && parse_scanned(text, &Scan::ROWS).is_ok()
}

/// Whether `text` shows 54 symbols, six different ones in the centres.
pub(super) fn has_centres(text: &str) -> bool {
    symbols_of(text)
        .is_some_and(|symbols| [Scan::FACELETS, Scan::ROWS].iter().any(|scan| scheme(&symbols, scan).is_ok()))
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

type Symbols = [char; FACELETS];

/// The symbols on the centres, or two faces that have the same.
fn scheme(symbols: &Symbols, scan: &Scan) -> Result<Scheme, [Face; 2]> {
    Scheme::new(Face::ALL.map(|face| symbols[scan.place(centre(face))]))
}

fn are_nine_of_each(symbols: &Symbols, scan: &Scan) -> bool {
    let count = |face: Face| {
        let centre = symbols[scan.place(centre(face))];
        symbols.iter().filter(|&&symbol| symbol == centre).count()
    };
    scheme(symbols, scan).is_ok() && Face::ALL.into_iter().all(|face| count(face) == 9)
}

/// The symbols of a text that has as many as facelets.
fn symbols_of(text: &str) -> Option<Symbols> {
    // Most lines of moves are shorter.
    if text.len() >= FACELETS { found(text).ok() } else { None }
}

fn symbols(text: &str) -> Result<Symbols, ParseError> {
    found(text).map_err(|_| Reason::FaceletCount(symbols::of_list(text).count()).into())
}

/// Whatever 54 symbols are, they are meant; of more, what parts the items of a list is not.
fn found(text: &str) -> Result<Symbols, usize> {
    match first(symbols::all(text)) {
        Err(FACELETS..) => first(symbols::of_list(text)).or_else(|count| one_hot(text).ok_or(count)),
        found => found,
    }
}

/// Digits of facelets that have six numbers each, of which the one of the colour is 1 and the others are 0.
fn one_hot(text: &str) -> Option<Symbols> {
    let mut numbers = symbols::of_list(text).map(|(_, symbol)| symbol);
    let mut symbols = [' '; FACELETS];
    for symbol in &mut symbols {
        let mut place = None;
        for digit in '0'..='5' {
            match numbers.next()? {
                '0' => {}
                '1' if place.replace(digit).is_none() => {}
                _ => return None,
            }
        }
        *symbol = place?;
    }
    numbers.next().is_none().then_some(symbols)
}

/// The symbols, or how many they are, or one more than facelets.
fn first(found: impl Iterator<Item = (usize, char)>) -> Result<Symbols, usize> {
    let mut symbols = [' '; FACELETS];
    let mut count = 0;
    for (_, symbol) in found {
        *symbols.get_mut(count).ok_or(FACELETS + 1)? = symbol;
        count += 1;
    }
    if count == FACELETS { Ok(symbols) } else { Err(count) }
}

/// An error at the symbol with this number, from 0, of which there must be one.
fn error_at(text: &str, number: usize, reason: Reason) -> ParseError {
    let is_whole = symbols::all(text).count() == FACELETS;
    let found = if is_whole { symbols::all(text).nth(number) } else { symbols::of_list(text).nth(number) };
    ParseError::at(text, found.map_or(0, |(at, _)| at), reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::symmetry::Symmetry;
    use crate::cube::{Fault, Faults};
    use crate::notation::{Format, parse_line};
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
    fn facelets_may_be_one_hot() {
        let cube: Cube = "R U2 F'".parse().unwrap();
        let row = |face: Face| Face::ALL.map(|other| u8::from(other == face));
        let rows = format!("{:?}", cube.facelets().map(row));
        assert_eq!(parse_line(&rows, None), Ok(Some(cube)));
        for (place, other) in [(rows.find('1').unwrap(), "0"), (rows.find('0').unwrap(), "1")] {
            let mut wrong = rows.clone();
            wrong.replace_range(place..=place, other);
            assert!(parse_line(&wrong, None).is_err(), "a facelet of two colours or none");
        }
        assert!(parse_facelets(&rows[..rows.len() - 4]).is_err());
    }

    #[test]
    fn white_space_between_symbols_means_nothing() {
        let spaced: String = SOLVED.chars().flat_map(|symbol| [' ', symbol]).collect();
        assert_eq!(parse_facelets(&spaced), Ok(Cube::SOLVED));
    }

    /// The position row by row of the unfolded cube.
    fn by_rows(cube: &Cube) -> String {
        let text: Vec<char> = cube.to_string().chars().collect();
        let facelet = |place| (0..FACELETS).find(|&facelet| Scan::ROWS.place(facelet) == place).unwrap();
        (0..FACELETS).map(|place| text[facelet(place)]).collect()
    }

    /// A list as programs write it: these between symbols, faces and rows, and around all.
    const LISTS: [[&str; 4]; 9] = [
        [",", "", "", ""],
        ["; ", "", "", ""],
        ["", "", ",", ""],
        ["", "", " | ", ""],
        [", ", "", "", "["],
        ["', '", "'], ['", "']], [['", "[[['"],
        ["\",\"", "\"],[\"", "\"]],[[\"", "[[[\""],
        [" ", "]\n  [", "]]\n\n [[", "[[["],
        ["", "", "\",\"", "\""],
    ];

    fn listed(symbols: &str, [between, rows, faces, begin]: [&str; 4]) -> String {
        let symbols: Vec<String> = symbols.chars().map(String::from).collect();
        let face = |face: &[String]| match rows {
            "" => face.join(between),
            _ => face.chunks(3).map(|row| row.join(between)).collect::<Vec<_>>().join(rows),
        };
        let text = symbols.chunks(9).map(face).collect::<Vec<_>>();
        let end: String = begin.chars().rev().map(|c| if c == '[' { ']' } else { c }).collect();
        format!("{begin}{}{end}", text.join(if faces.is_empty() { between } else { faces }))
    }

    proptest! {
        #[test]
        fn lists_are_read_in_either_order(
            seed: u64,
            names in prop::sample::select(vec!["URFDLB", "012345", "123456", "wrgyob", "⬜🟥🟩🟨🟧🟦", "xyzMES"]),
        ) {
            let cube = Random::new(seed).cube();
            let named = |text: &str| -> String {
                text.chars().map(|c| names.chars().nth("URFDLB".find(c).unwrap()).unwrap()).collect()
            };
            for text in LISTS.map(|list| listed(&named(&cube.to_string()), list)) {
                prop_assert_eq!(parse_facelets(&text), Ok(cube), "{}", text);
                prop_assert_eq!(parse_line(&text, None), Ok(Some(cube)), "{}", text);
            }
            let rows = named(&by_rows(&cube));
            for text in [rows.clone(), listed(&rows, LISTS[0]), listed(&rows, LISTS[4]), listed(&rows, [" ", "", "", ""])] {
                prop_assert_eq!(parse_line(&text, None), Ok(Some(cube)), "{}", text);
            }
        }

        #[test]
        fn columns_are_those_of_a_list(seed: u64, at in 0..FACELETS, list in 0..LISTS.len()) {
            let mut symbols: Vec<char> = Random::new(seed).cube().to_string().chars().collect();
            prop_assume!(at % 9 != 4);
            symbols[at] = '?';
            let text = listed(&String::from_iter(symbols), LISTS[list]);
            let column = text.chars().position(|symbol| symbol == '?').map(|at| at + 1);
            let error = ParseError { column, reason: Reason::NoCentre('?') };
            prop_assert_eq!(parse_line(&text, Some(Format::Facelets)), Err(error), "{}", text);
        }
    }

    #[test]
    fn separators_may_be_symbols() {
        let text: String = SOLVED
            .chars()
            .map(|symbol| "[](),;".chars().nth("URFDLB".find(symbol).unwrap()).unwrap())
            .collect();
        assert_eq!(parse_facelets(&text), Ok(Cube::SOLVED));
        let count = |text: &str| parse_facelets(text).unwrap_err().reason;
        assert_eq!(count(&listed(&SOLVED[1..], LISTS[5])), Reason::FaceletCount(53));
        assert_eq!(count(&format!("{SOLVED},U")), Reason::FaceletCount(55));
    }

    #[test]
    fn what_only_rows_can_be_is_told_as_rows() {
        let mut rows: Vec<char> = by_rows(&Cube::SOLVED).chars().collect();
        (rows[7], rows[13]) = (rows[13], rows[7]);
        let text = String::from_iter(rows);
        let error = parse_line(&text, None).unwrap_err();
        assert_eq!(error.reason, Reason::Impossible(Faults(vec![Fault::Flip])));
        let shown = shown_facelets(&text).unwrap();
        assert_eq!((shown[7], shown[19]), (Face::F, Face::U), "the page shows them");
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
