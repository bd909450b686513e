//! Reid's notation: the cubie at each of the 20 positions, by name.
//!
//! The positions are UF UR UB UL DF DR DB DL FR FL BR BL and UFR URB UBL ULF DRF DFL DLB
//! DBR. The letters of a cubie are its colours on the faces of the position's name, in
//! the same order: `FU` in the first place is the edge UF, flipped.

use super::words::words;
use super::{ParseError, Reason};
use crate::cube::{CORNERS, Cube, EDGES, Face, Setup};

/// For each of Reid's edges its place in [`EDGES`], which names it alike.
const EDGE_PLACES: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 9, 10];

/// The same as [`EDGE_PLACES`], for corners.
const CORNER_PLACES: [usize; 8] = [0, 1, 2, 3, 4, 7, 6, 5];

/// Reads 20 cubies.
///
/// # Errors
/// [`ParseError`], when the words are not 20, or not 12 edges and 8 corners, or turns
/// cannot reach the position.
pub fn parse_reid(text: &str) -> Result<Cube, ParseError> {
    let cubies: Vec<_> = words(text, char::is_whitespace).collect();
    if cubies.len() != 20 {
        return Err(Reason::CubieCount(cubies.len()).into());
    }
    let (edges, corners) = cubies.split_at(12);
    let mut setup = Setup::from(&Cube::SOLVED);
    for (&(at, word), place) in edges.iter().zip(EDGE_PLACES) {
        let error = || ParseError::at(text, at, Reason::NotAnEdge(word.into()));
        setup.edges[place] = cubie(word, &EDGES).ok_or_else(error)?;
    }
    for (&(at, word), place) in corners.iter().zip(CORNER_PLACES) {
        let error = || ParseError::at(text, at, Reason::NotACorner(word.into()));
        setup.corners[place] = cubie(word, &CORNERS).ok_or_else(error)?;
    }
    Ok(setup.into_cube()?)
}

/// The position as 20 cubies.
pub fn to_reid(cube: &Cube) -> String {
    let setup = Setup::from(cube);
    let edges = EDGE_PLACES.map(|place| name(&setup.edges[place]));
    let corners = CORNER_PLACES.map(|place| name(&setup.corners[place]));
    [edges.as_slice(), corners.as_slice()].concat().join(" ")
}

fn name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}

/// The faces of a cubie, if `word` begins at any face of one of `cubies` and goes round.
fn cubie<const N: usize>(word: &str, cubies: &[[Face; N]]) -> Option<[Face; N]> {
    let faces: Vec<Face> = word.chars().map(Face::from_letter).collect::<Option<_>>()?;
    let faces: [Face; N] = faces.try_into().ok()?;
    let turned = |n| {
        let mut faces = faces;
        faces.rotate_left(n);
        faces
    };
    (0..N).any(|n| cubies.contains(&turned(n))).then_some(faces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::{Fault, Faults, Move};
    use proptest::prelude::*;

    const SOLVED: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

    proptest! {
        #[test]
        fn what_is_written_is_read(seed: u64) {
            let cube = Random::new(seed).cube();
            prop_assert_eq!(parse_reid(&to_reid(&cube)), Ok(cube));
        }
    }

    #[test]
    fn the_solved_cube() {
        assert_eq!(parse_reid(SOLVED), Ok(Cube::SOLVED));
        assert_eq!(to_reid(&Cube::SOLVED), SOLVED);
    }

    #[test]
    fn a_front_turn() {
        // By hand: what was at ULF is now at UFR, and so on.
        let turned = "LF UR UB UL RF DR DB DL FU FD BR BL LFU URB UBL LDF RUF RFD DLB DBR";
        let quarter = Move::new(Face::F, 1).unwrap();
        assert_eq!(to_reid(&Cube::SOLVED.turn(quarter)), turned);
    }

    #[test]
    fn the_wrong_number_of_cubies() {
        for count in [0, 1, 19, 21] {
            let error = parse_reid(&"UF ".repeat(count)).unwrap_err();
            assert_eq!(error, ParseError { column: None, reason: Reason::CubieCount(count) });
        }
    }

    #[test]
    fn a_word_that_is_no_cubie() {
        let error = |from, to| parse_reid(&SOLVED.replacen(from, to, 1)).unwrap_err();
        for word in ["UX", "UD", "UU", "UFR", "U", "uf", "é"] {
            let reason = Reason::NotAnEdge(word.into());
            assert_eq!(error("UB", word), ParseError { column: Some(7), reason }, "{word}");
        }
        for word in ["UXR", "UF", "URF", "UDF", "UFRB"] {
            let reason = Reason::NotACorner(word.into());
            assert_eq!(error("UFR", word), ParseError { column: Some(37), reason }, "{word}");
        }
    }

    #[test]
    fn all_faults_are_told() {
        let text = SOLVED.replacen("UF UR", "FU UR", 1).replacen("DBR", "BRD", 1);
        let reason = Reason::Impossible(Faults(vec![Fault::Twist, Fault::Flip]));
        assert_eq!(parse_reid(&text), Err(ParseError { column: None, reason }));
    }
}
