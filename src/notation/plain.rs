//! The plainest lines: face turns with a space between, as most files of scrambles have them.

use crate::cube::{Cube, Face, Move};

/// The position after the turns of a line that holds nothing else, each a letter and perhaps `2` or `'`; `None` for any
/// other line.
///
/// It is what the reader of moves finds, without asking of each letter which notation it belongs to: reading takes longer than
/// some methods of solving. No line of such short words is taken for another format.
pub fn parse_plain(line: &str) -> Option<Cube> {
    let mut cube = Cube::SOLVED;
    let mut rest = line.trim_ascii_end().as_bytes();
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
        cube = cube.turn(Move::new(Face::from_letter(char::from(*letter))?, quarters)?);
        match after {
            Some(after) => rest = after,
            None => return Some(cube),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::notation::{Format, detect, parse_moves};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_as_they_are_written_are_plain(indices in prop::collection::vec(0..Move::COUNT, 1..40)) {
            let moves: Vec<Move> = indices.into_iter().map(Move::from_index).collect();
            let line = Sequence(&moves).to_string();
            prop_assert_eq!(parse_plain(&line), Some(Cube::SOLVED.apply(&moves)));
            prop_assert_eq!(parse_plain(&format!("{line} \r")), Some(Cube::SOLVED.apply(&moves)));
        }

        /// Whatever is read as a plain line is read so by the others as well.
        #[test]
        fn plain_lines_are_moves(line in "([URFDLBx][2'3 ]? ?){0,12}[ \r]?") {
            if let Some(cube) = parse_plain(&line) {
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
            assert_eq!(parse_plain(line), None, "{line:?}");
        }
    }
}
