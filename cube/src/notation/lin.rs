//! Lin's array: the colour numbers of the corners, the edges and perhaps the centres.

use super::scheme::Scheme;
use super::words::words;
use super::{ParseError, Reason};
use crate::cube::{Cube, Face, Setup};
use Face::{B, D, F, L, R, U};

/// The faces by number, which are also the colours 1 … 6 and the order of the centres.
const FACES: [Face; 6] = [F, R, U, B, L, D];

/// The numbers for corners and edges.
const CUBIES: usize = 8 * 3 + 12 * 2;

/// Reads 48 or 54 numbers between commas or white space, perhaps in `[]` or `{}`.
///
/// When centres are given, they say which colour is which face.
///
/// # Errors
/// [`ParseError`], when the numbers are not 48 or 54, or not from 1 to 6, or two centres
/// are the same, or turns cannot reach the position.
pub fn parse_lin(text: &str) -> Result<Cube, ParseError> {
    let numbers = numbers(text)?;
    let centres = match numbers.len() {
        CUBIES => [1, 2, 3, 4, 5, 6].map(|n| (0, char::from(b'0' + n))),
        with_centres if with_centres == CUBIES + 6 => std::array::from_fn(|n| numbers[CUBIES + n]),
        count => return Err(Reason::NumberCount(count).into()),
    };
    let scheme = scheme(text, centres)?;
    let error = |at, symbol| ParseError::at(text, at, Reason::NoCentre(symbol));
    let colour = |&(at, symbol)| scheme.face(symbol).ok_or_else(|| error(at, symbol));
    let colours: Vec<Face> = numbers.iter().map(colour).collect::<Result<_, _>>()?;
    let setup = Setup {
        corners: std::array::from_fn(|i| std::array::from_fn(|n| colours[3 * i + n])),
        edges: std::array::from_fn(|i| std::array::from_fn(|n| colours[24 + 2 * i + n])),
    };
    Ok(setup.into_cube()?)
}

/// The position as 54 numbers between commas, centres included.
pub fn to_lin(cube: &Cube) -> String {
    let setup = Setup::from(cube);
    let colours = setup.corners.as_flattened().iter().chain(setup.edges.as_flattened()).chain(&FACES);
    let numbers: Vec<String> = colours.map(|&face| (place(face) + 1).to_string()).collect();
    numbers.join(",")
}

/// The place of `face` among [`FACES`].
fn place(face: Face) -> usize {
    match face {
        F => 0,
        R => 1,
        U => 2,
        B => 3,
        L => 4,
        D => 5,
    }
}

/// The numbers 1 … 6, still as digits, each with the byte at which it stands.
fn numbers(text: &str) -> Result<Vec<(usize, char)>, ParseError> {
    let (start, inside) = without_brackets(text);
    words(inside, is_separator)
        .map(|(at, word)| match word.parse() {
            Ok(digit @ '1'..='6') => Ok((start + at, digit)),
            _ => Err(ParseError::at(text, start + at, Reason::NotAColour(word.into()))),
        })
        .collect()
}

pub(super) fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

/// The text within the outer brackets, if there are any, and the byte at which it begins.
fn without_brackets(text: &str) -> (usize, &str) {
    let start = text.len() - text.trim_start().len();
    let text = text.trim();
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    match inside('[', ']').or_else(|| inside('{', '}')) {
        Some(inside) => (start + 1, inside),
        None => (start, text),
    }
}

fn scheme(text: &str, centres: [(usize, char); 6]) -> Result<Scheme, ParseError> {
    Scheme::new(Face::ALL.map(|face| centres[place(face)].1)).map_err(|faces| {
        let (at, symbol) = centres[place(faces[0]).max(place(faces[1]))];
        ParseError::at(text, at, Reason::SameCentre { faces, symbol })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::{Fault, Faults};
    use proptest::prelude::*;

    const CORNERS: &str = "3,1,2, 3,2,4, 3,4,5, 3,5,1, 6,2,1, 6,4,2, 6,5,4, 6,1,5";
    const EDGES: &str = "3,1, 3,2, 3,4, 3,5, 6,1, 6,2, 6,4, 6,5, 1,2, 4,2, 4,5, 1,5";

    proptest! {
        #[test]
        fn what_is_written_is_read(seed: u64) {
            let cube = Random::new(seed).cube();
            let text = to_lin(&cube);
            prop_assert_eq!(parse_lin(&text), Ok(cube));
            // Without ",1,2,3,4,5,6".
            prop_assert_eq!(parse_lin(&text[..text.len() - 12]), Ok(cube));
        }

        #[test]
        fn centres_rename_colours(seed: u64, names in Just(['1', '2', '3', '4', '5', '6']).prop_shuffle()) {
            let cube = Random::new(seed).cube();
            let rename = |c: char| c.to_digit(10).map_or(c, |n| names[n as usize - 1]);
            let text: String = to_lin(&cube).chars().map(rename).collect();
            prop_assert_eq!(parse_lin(&text), Ok(cube));
        }
    }

    #[test]
    fn the_papers_solved_array() {
        for text in [
            format!("{CORNERS}, {EDGES}"),
            format!("{CORNERS}, {EDGES}, 1,2,3,4,5,6"),
            format!(" [{CORNERS}, {EDGES}]"),
            format!("{{ {CORNERS},\t{EDGES}, }}").replace(", ", " "),
        ] {
            assert_eq!(parse_lin(&text), Ok(Cube::SOLVED), "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_list() {
        assert!(FACES.iter().enumerate().all(|(i, &face)| place(face) == i));
    }

    #[test]
    fn the_wrong_number_of_numbers() {
        for count in [0, 1, 47, 49, 53, 55] {
            let error = parse_lin(&"1 ".repeat(count)).unwrap_err();
            assert_eq!(error, ParseError { column: None, reason: Reason::NumberCount(count) });
        }
    }

    #[test]
    fn something_else_than_a_colour() {
        for (text, column, word) in [
            (" 1, 2, 7", 8, "7"),
            ("[1 22 3]", 4, "22"),
            ("[1,2", 1, "[1"),
            ("1,é,0", 3, "é"),
            ("[1,-1]", 4, "-1"),
        ] {
            let reason = Reason::NotAColour(word.into());
            assert_eq!(parse_lin(text), Err(ParseError { column: Some(column), reason }), "{text}");
        }
    }

    #[test]
    fn two_centres_with_the_same_number() {
        let text = format!("{CORNERS}, {EDGES}, ");
        let error = parse_lin(&format!("{text}1,2,3,4,5,2")).unwrap_err();
        let reason = Reason::SameCentre { faces: [R, D], symbol: '2' };
        assert_eq!(error, ParseError { column: Some(text.len() + 11), reason });
    }

    #[test]
    fn all_faults_are_told() {
        let (corners, edges) = (CORNERS.replace("3,1,2", "1,2,3"), EDGES.replace("1,5", "5,1"));
        let error = parse_lin(&format!("{corners}, {edges}")).unwrap_err();
        let reason = Reason::Impossible(Faults(vec![Fault::Twist, Fault::Flip]));
        assert_eq!(error, ParseError { column: None, reason });
    }
}
