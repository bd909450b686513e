//! The plainest lines: face turns with a space between, and 54 letters, as most files have them.
//!
//! Reading can take longer than solving, so this module reads such lines without a test of each letter for all notations. It
//! finds the same positions as the other readers, and leaves all other lines to them.

use super::Format;
use crate::cube::{Cube, FACELETS, Face, Move, Setup};

/// The position on a plain line of this format, or of the one that it is in.
pub fn parse_plain(line: &str, format: Option<Format>) -> Option<Cube> {
    let line = line.trim_ascii_end().as_bytes();
    match format {
        None if may_be_spaced_facelets(line) => None,
        None => facelets(line).or_else(|| turns(line)),
        Some(Format::Facelets) => facelets(line),
        Some(Format::Moves) => turns(line),
        Some(_) => None,
    }
}

/// Whether a line has as many symbols as facelets, each with a space after it.
fn may_be_spaced_facelets(line: &[u8]) -> bool {
    line.len() == 2 * FACELETS - 1 && line.iter().skip(1).step_by(2).all(|&symbol| symbol == b' ')
}

/// A face by its letter.
const FACES: [Option<Face>; 256] = {
    let mut faces = [None; 256];
    let mut i = 0;
    while i < Face::ALL.len() {
        faces[Face::ALL[i].letter() as usize] = Some(Face::ALL[i]);
        i += 1;
    }
    faces
};

/// The position of a facelet string: a word of 54 letters of faces, each face's in its own centre.
fn facelets(line: &[u8]) -> Option<Cube> {
    let letters: &[u8; FACELETS] = line.try_into().ok()?;
    let mut colours = [Face::U; FACELETS];
    for (colour, &letter) in colours.iter_mut().zip(letters) {
        *colour = FACES[usize::from(letter)]?;
    }
    let has_own_centres = Face::ALL.into_iter().all(|face| colours[9 * face.index() + 4] == face);
    if has_own_centres { Setup::from_facelets(&colours).into_cube().ok() } else { None }
}

/// The position after turns of faces, each a letter and perhaps `2` or `'`. Only facelets with spaces are
/// such short words, too.
fn turns(line: &[u8]) -> Option<Cube> {
    let mut cube = Cube::SOLVED;
    let mut rest = line;
    loop {
        let (letter, quarters, after) = match rest {
            [letter, b' ', after @ ..] => (letter, 1, Some(after)),
            [letter, b'2', b' ', after @ ..] => (letter, 2, Some(after)),
            [letter, b'\'', b' ', after @ ..] => (letter, 3, Some(after)),
            [letter] => (letter, 1, None),
            [letter, b'2'] => (letter, 2, None),
            [letter, b'\''] => (letter, 3, None),
            _ => return None,
        };
        cube = cube.turn(Move::new(FACES[usize::from(*letter)]?, quarters)?);
        match after {
            Some(after) => rest = after,
            None => return Some(cube),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Algorithm;
    use crate::cube::random::Random;
    use crate::notation::{detect, parse_facelets, parse_moves};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_as_they_are_written_are_plain(indices in prop::collection::vec(0..Move::COUNT, 1..40)) {
            let moves: Algorithm = indices.into_iter().map(Move::from_index).collect();
            let line = moves.to_string();
            prop_assert_eq!(parse_plain(&line, None), Some(Cube::SOLVED.apply(&moves)));
            prop_assert_eq!(parse_plain(&format!("{line} \r"), None), Some(Cube::SOLVED.apply(&moves)));
        }

        #[test]
        fn facelets_as_they_are_written_are_plain(seed: u64) {
            let cube = Random::new(seed).cube();
            let line = cube.to_string();
            for format in [None, Some(Format::Facelets)] {
                prop_assert_eq!(parse_plain(&format!("{line} \r"), format), Some(cube));
            }
            prop_assert_eq!(parse_plain(&line, Some(Format::Moves)), None);
            prop_assert_eq!(detect(&line), Format::Facelets);
        }

        /// A changed letter makes a position impossible, so the other reader describes the fault.
        #[test]
        fn impossible_facelets_are_not_plain(seed: u64, at in 0..FACELETS, letter in "[URFDLBX ]") {
            let cube = Random::new(seed).cube();
            let mut line = cube.to_string();
            line.replace_range(at..=at, &letter);
            prop_assert_eq!(parse_plain(&line, None), parse_facelets(&line).ok());
        }

        /// Whatever is read as a plain line is read so by the others as well.
        #[test]
        fn plain_lines_are_moves(line in "([URFDLBx][2'3 ]? ?){0,12}[ \r]?") {
            if let Some(cube) = parse_plain(&line, None) {
                prop_assert_eq!(detect(&line), Format::Moves);
                prop_assert_eq!(parse_moves(line.trim_end()).unwrap().apply(&Cube::SOLVED), cube);
            }
        }
    }

    #[test]
    fn other_lines_are_not_plain() {
        for line in
            ["", " ", "R  U", " R", "RU", "R U3", "R U // two", "R x", "r U", "R\tU", "R,U", "(R U)2", "R’"]
        {
            assert_eq!(parse_plain(line, None), None, "{line:?}");
        }
    }
}
