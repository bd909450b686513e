//! Which format a line is in.

use super::moves::APOSTROPHES;
use super::words::words;
use super::{Format, content, lin};
use crate::cube::Face;

/// The fewest symbols that are taken for a facelet string, complete or not.
const LIKELY_FACELETS: usize = 30;

/// The shortest word of a facelet string: it may be written a face at a time, and a
/// symbol may have been forgotten.
const LIKELY_FACE: usize = 8;

/// The fewest cubie names that are taken for Reid's notation, complete or not.
const LIKELY_CUBIES: usize = 12;

/// The format a line seems to be in. The first that fits counts:
///
/// 1. *Lin*, when the line begins with a number of one or two digits, perhaps after a bracket;
/// 2. *facelets*, when it has 30 symbols or more, in words of 8 or more, and no apostrophe;
/// 3. *Reid*, when 12 words or more are two or three different letters of `URFDLB`;
/// 4. *moves*.
///
/// So a line with a mistake is still taken for what it was meant to be, and the error
/// tells of that mistake. A facelet string is also a readable sequence of moves; a
/// sequence as long as that, without a space or an apostrophe, is not to be expected.
pub fn detect(line: &str) -> Format {
    format_of(content(line))
}

/// As [`detect`], for what is left of a line without its comment.
pub(super) fn format_of(text: &str) -> Format {
    if is_like_lin(text) {
        Format::Lin
    } else if is_like_facelets(text) {
        Format::Facelets
    } else if text.split_whitespace().filter(|word| is_like_cubie(word)).count() >= LIKELY_CUBIES {
        Format::Reid
    } else {
        Format::Moves
    }
}

fn is_like_lin(text: &str) -> bool {
    let inside = text.trim_start().trim_start_matches(['[', '{']);
    let first = words(inside, lin::is_separator).next();
    first.is_some_and(|(_, word)| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()))
}

fn is_like_facelets(text: &str) -> bool {
    let mut symbols = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if length < LIKELY_FACE {
            return false;
        }
        symbols += length;
    }
    symbols >= LIKELY_FACELETS && !text.contains(APOSTROPHES)
}

fn is_like_cubie(word: &str) -> bool {
    let letters = word.as_bytes();
    let different = (1..letters.len()).all(|i| !letters[..i].contains(&letters[i]));
    matches!(letters.len(), 2 | 3) && different && word.chars().all(|c| Face::from_letter(c).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::cube::random::Random;
    use crate::notation::{to_lin, to_reid};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_positions_are_recognised(seed: u64) {
            let cube = Random::new(seed).cube();
            prop_assert_eq!(detect(&cube.to_facelet_string()), Format::Facelets);
            prop_assert_eq!(detect(&cube.to_facelet_string().to_lowercase()), Format::Facelets);
            prop_assert_eq!(detect(&to_lin(&cube)), Format::Lin);
            prop_assert_eq!(detect(&to_reid(&cube)), Format::Reid);
        }

        #[test]
        fn written_moves_are_recognised(indices in prop::collection::vec(0..18usize, 0..40)) {
            let moves: Vec<_> = indices.into_iter().map(crate::cube::Move::from_index).collect();
            prop_assert_eq!(detect(&Sequence(&moves).to_string()), Format::Moves);
        }
    }

    #[test]
    fn facelets_even_with_a_mistake() {
        for count in [30, 53, 54, 55, 107] {
            assert_eq!(detect(&"U".repeat(count)), Format::Facelets, "{count}");
        }
        assert_eq!(detect(&"123456789".repeat(6)), Format::Facelets);
        assert_eq!(
            detect("  111111111 222222222 33333333 444444444 555555555 666666666 // a face each"),
            Format::Facelets
        );
        assert_eq!(detect(&"🟥🟦🟨".repeat(17)), Format::Facelets);
    }

    #[test]
    fn lin_even_with_a_mistake() {
        for line in ["3,1,2,9", " [3 1 2]", "{ 3, x", "12", "7 #"] {
            assert_eq!(detect(line), Format::Lin, "{line}");
        }
    }

    #[test]
    fn reid_even_with_a_mistake() {
        assert_eq!(detect("UF UR UB UL DF DR DB DX FRF FL BR BL UFR URB UBL"), Format::Reid);
        assert_eq!(detect("UF UR UB UL DF DR DB DL FR FL BR"), Format::Moves);
    }

    #[test]
    fn moves_are_all_the_rest() {
        for line in [
            "",
            "R",
            "RUR'U'",
            "(R U R' U')6",
            "[R, U]",
            "hello",
            "R2L2U2D2F2B2",
            "UR UF",
            "U'R2FB'RB2RU2L'B2RU'D'R2FR'LB2U2F2",
        ] {
            assert_eq!(detect(line), Format::Moves, "{line}");
        }
    }
}
