//! Detects the format of a line.

use super::facelets::{has_centres, has_four_of_each, is_cube};
use super::marks::{DOUBLE_PRIME, SPELT_APOSTROPHES, is_apostrophe, is_invisible, plain};
use super::{Format, colours, content, lin, symbols, unfolded};
use crate::cube::Face;

/// The fewest symbols that are taken for a facelet string, complete or not.
const LIKELY_FACELETS: usize = 30;

/// The most unmarked letters that count as moves, where the text could also be facelets.
const LONGEST_UNMARKED: usize = 80;

/// This many symbols beyond nine of each face are more than mistakes in facelets.
const SURPLUS: usize = 3;

/// The shortest word of a facelet string: it may be written a face at a time, and a
/// symbol may have been forgotten.
const LIKELY_FACE: usize = 8;

/// The fewest symbols of a group where all are as long: a row of a face.
const SHORTEST_GROUP: usize = 3;

/// The shortest word of the facelets of a pocket cube, which are an error here.
const POCKET_FACE: usize = 3;

/// The fewest cubie names that are taken for Reid's notation, complete or not.
const LIKELY_CUBIES: usize = 12;

/// The format a line seems to be in. The first that fits counts:
///
/// 1. *Lin*, when the line begins with a number of one or two digits, perhaps after a bracket, and no `*` follows it. But what Lin's format cannot read
///    is facelets, if it has 54 symbols with six different ones in the centres, or if its 30 numbers or more include 0 and no 6;
/// 2. *facelets*, when it has 30 symbols or more, in words of 8 or more or in groups of one length, and does not look like moves.
///    A text with an apostrophe looks like moves. So does a text with a bracket, or with 1, 2 or 3 after a letter, where nothing contradicts moves. So do
///    30 to 80 faces `URFDLB` with at least three letters more than nine of each face allow, and no letter beside itself
///    (`RURURU…`). But six symbols nine times each, one of each in the centres, are always facelets, whatever spaces, commas,
///    quotes or brackets part them, and in the lines of a net. So is a position row by row of the net, and a list of 30 symbols or
///    more that begins with a quote. So are 24 symbols, four of each of six, in words of 3 or more: those of a pocket cube;
/// 3. *Reid*, when 12 words or more are two or three different letters of `URFDLB`;
/// 4. *moves*.
///
/// Before all that, a line of nothing but numbers is facelets if it has more than 108 of them, not all of one digit, or the word `rgb`
/// or `lab`: colours of a camera.
///
/// So a line with a mistake keeps its intended format, and the error describes that mistake. A facelet string is also a
/// readable sequence of moves. So most texts of 30 letters or more, with no digit, apostrophe, bracket or space, count as
/// facelets with a wrong number; as moves they need [`Format::Moves`].
pub fn detect(line: &str) -> Format {
    format_of(&content(line))
}

/// The same as [`detect`], for a line without its comment.
pub(super) fn format_of(text: &str) -> Format {
    if colours::are_colours(text) {
        Format::Facelets
    } else if is_like_lin(text) {
        if is_numbered_facelets(text) { Format::Facelets } else { Format::Lin }
    } else if is_like_facelets(text) {
        Format::Facelets
    } else if text.split_whitespace().filter(|word| is_like_cubie(word)).count() >= LIKELY_CUBIES {
        Format::Reid
    } else {
        Format::Moves
    }
}

/// Whether a line of moves has two letters of faces or more, all of them small, so that all of its turns are wide: `r u r' u'`.
/// Its author may have meant `R U R' U'`.
///
/// Rotations may stand among them. Nothing else is said of the line: it may have other mistakes.
pub fn is_all_wide(line: &str) -> bool {
    let text = &*content(line);
    let letters = || text.chars().map(plain).filter(|c| c.is_alphabetic());
    let is_small = |c: char| "urfdlb".contains(c);
    letters().filter(|&c| is_small(c)).count() >= 2
        && letters().all(|c| is_small(c) || "xyz".contains(c))
        && format_of(text) == Format::Moves
}

pub(super) fn is_like_lin(text: &str) -> bool {
    let inside = text.trim_start().trim_start_matches(['[', '{']).trim_start_matches(lin::is_separator);
    // Most lines do not, and their first word may be long.
    let begins = inside.starts_with(|c: char| c.is_ascii_digit());
    let is_short = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let (word, rest) = inside.split_at(inside.find(lin::is_separator).unwrap_or(inside.len()));
    begins && is_short(word) && !rest.trim_start().starts_with(|c| plain(c) == '*')
}

/// Whether numbers are facelets: Lin's array has its centres elsewhere, and colours from 1 to 6.
fn is_numbered_facelets(text: &str) -> bool {
    let are_from_0 = || text.contains('0') && !text.contains('6') && is_long_list(text);
    (has_centres(text) || are_from_0()) && lin::parse_lin(text).is_err()
}

fn is_long_list(text: &str) -> bool {
    symbols::of_list(text).count() >= LIKELY_FACELETS
}

fn is_like_facelets(text: &str) -> bool {
    let lengths = || text.split_whitespace().map(|word| word.chars().count());
    if is_cube(text)
        || unfolded::is_cube(text)
        || lengths().all(|length| length >= POCKET_FACE) && has_four_of_each(text)
        || symbols::is_quoted(text) && is_long_list(text)
    {
        return true;
    }
    // In one of the groups a symbol may have been forgotten, and the last one may be shorter.
    let group = lengths().max().unwrap_or(0);
    let are_groups = group >= SHORTEST_GROUP && lengths().filter(|&length| length != group).count() <= 2;
    let are_faces = are_groups || lengths().all(|length| length >= LIKELY_FACE);
    are_faces && lengths().sum::<usize>() >= LIKELY_FACELETS && !is_like_moves(text)
}

/// Whether a text of long words seems to be moves.
fn is_like_moves(text: &str) -> bool {
    // So are most facelet strings.
    if text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b' ') {
        return is_unmarked_moves(text);
    }
    let (mut has_letter, mut has_mark, mut has_other) = (false, false, false);
    for c in text.chars().map(plain) {
        match c {
            'U' | 'R' | 'F' | 'D' | 'L' | 'B' | 'u' | 'r' | 'f' | 'd' | 'l' | 'b' => has_letter = true,
            'M' | 'E' | 'S' | 'x' | 'y' | 'z' | 'w' | 'v' => has_letter = true,
            '1'..='3' | 'i' => has_mark |= has_letter,
            '(' | ')' | '[' | ']' | DOUBLE_PRIME => has_mark = true,
            // They stand among moves, and in place of unknown facelets.
            '0' | '4'..='9' | ',' | ':' | '.' | '+' | '-' => {}
            // In lengths, such as (14q*).
            '*' | 'q' | 's' => {}
            // Powers, comments and their times, slash commutators.
            '^' | '/' | '@' => {}
            _ if is_apostrophe(c) => return true,
            _ => has_other |= !c.is_whitespace() && !is_invisible(c),
        }
    }
    has_letter && has_mark && !has_other || SPELT_APOSTROPHES.iter().any(|spelt| text.contains(spelt))
}

/// Whether a text of faces alone cannot be facelets, not even with some mistakes.
fn is_unmarked_moves(text: &str) -> bool {
    let faces: Option<Vec<Face>> =
        text.chars().filter(|c| !c.is_whitespace()).map(Face::from_letter).collect();
    let Some(faces) = faces.filter(|faces| faces.len() <= LONGEST_UNMARKED) else { return false };
    let count = |face: Face| faces.iter().filter(|&&other| other == face).count();
    let surplus: usize = Face::ALL.map(|face| count(face).saturating_sub(9)).iter().sum();
    surplus >= SURPLUS && faces.windows(2).all(|pair| pair[0] != pair[1])
}

fn is_like_cubie(word: &str) -> bool {
    let letters = word.as_bytes();
    let different = (1..letters.len()).all(|i| !letters[..i].contains(&letters[i]));
    matches!(letters.len(), 2 | 3) && different && word.chars().all(|c| Face::from_letter(c).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::{Algorithm, Cube};
    use crate::notation::{parse_line, to_lin, to_reid};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_positions_are_recognised(seed: u64) {
            let cube = Random::new(seed).cube();
            prop_assert_eq!(detect(&cube.to_string()), Format::Facelets);
            prop_assert_eq!(detect(&cube.to_string().to_lowercase()), Format::Facelets);
            prop_assert_eq!(detect(&to_lin(&cube)), Format::Lin);
            prop_assert_eq!(detect(&to_reid(&cube)), Format::Reid);
        }

        #[test]
        fn written_moves_are_recognised(indices in prop::collection::vec(0..18usize, 0..40)) {
            let moves: Algorithm = indices.into_iter().map(crate::cube::Move::from_index).collect();
            prop_assert_eq!(detect(&moves.to_string()), Format::Moves);
        }
    }

    #[test]
    fn spaces_between_facelets_mean_nothing() {
        let mut random = Random::new(90);
        for _ in 0..20 {
            let cube = random.cube();
            let text: Vec<char> = cube.to_string().chars().collect();
            for each in 1..=text.len() {
                let groups = text.chunks(each).map(|group| group.iter().collect::<String>());
                let line = groups.collect::<Vec<_>>().join(" ");
                assert_eq!(parse_line(&line, None), Ok(Some(cube)), "{line}");
                if each >= SHORTEST_GROUP {
                    assert_eq!(detect(&line[1..]), Format::Facelets, "a symbol is missing: {line}");
                }
            }
        }
    }

    #[test]
    fn facelets_even_with_a_mistake() {
        for count in [30, 53, 54, 55, 107] {
            assert_eq!(detect(&"U".repeat(count)), Format::Facelets, "{count}");
            assert_eq!(detect(&"UURFDLB".repeat(18)[..count]), Format::Facelets, "{count}");
            // Some write a sticker that they do not know so.
            for unknown in [".", "-", "?", "0", "+"] {
                let text = "U".repeat(count - 10) + unknown + "RRRRRRRRR";
                assert_eq!(detect(&text), Format::Facelets, "{text}");
            }
        }
        assert_eq!(detect(&"123456789".repeat(6)), Format::Facelets);
        assert_eq!(
            detect("  111111111 222222222 33333333 444444444 555555555 666666666 // a face each"),
            Format::Facelets
        );
        assert_eq!(detect(&"🟥🟦🟨".repeat(17)), Format::Facelets);
    }

    #[test]
    fn facelets_with_a_space_after_each_symbol() {
        let spaced = |text: &str| text.chars().flat_map(|symbol| [symbol, ' ']).collect::<String>();
        for seed in 0..20 {
            let cube = Random::new(seed).cube();
            let text = spaced(&cube.to_string());
            assert_eq!((detect(&text), text.parse()), (Format::Facelets, Ok(cube)), "{text}");
            let (other, short) = (text.replacen('R', "U", 1), &text[2..]);
            assert_eq!((detect(&other), detect(short)), (Format::Moves, Format::Moves), "{text}");
        }
        assert_eq!(detect(&spaced("RUFDLB").repeat(9)), Format::Moves, "its centres are not those of a cube");
    }

    #[test]
    fn lin_even_with_a_mistake() {
        for line in ["3,1,2,9", " [3 1 2]", "{ 3, x", "12", "7 #"] {
            assert_eq!(detect(line), Format::Lin, "{line}");
        }
    }

    #[test]
    fn numbers_are_facelets_where_lin_has_no_such_array() {
        for seed in 0..2000 {
            let cube = Random::new(seed).cube();
            let numbers = |first: usize| {
                let numbers = cube.facelets().map(|face| (face.index() + first).to_string());
                numbers.join(", ")
            };
            for text in [0, 1].map(numbers) {
                assert_eq!(
                    (detect(&text), parse_line(&text, None)),
                    (Format::Facelets, Ok(Some(cube))),
                    "{text}"
                );
            }
            assert_eq!(detect(&numbers(0)[3..]), Format::Facelets, "one is missing");
            assert_eq!(detect(&numbers(1)[3..]), Format::Lin, "one is missing");
            // In some of these, facelets would have six different centres.
            assert_eq!(detect(&to_lin(&cube)), Format::Lin);
        }
    }

    #[test]
    fn quotes_begin_a_list() {
        let list = |count: usize| format!("['{}']", vec!["R"; count].join("', '"));
        assert_eq!((detect(&list(30)), detect(&list(29))), (Format::Facelets, Format::Moves));
        assert_eq!(detect(&"[R', U] (F D)' ".repeat(9)), Format::Moves);
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
            "[2R, U]",
            "3Rw U 2-3r",
            "R1 U2 F3 (3f)",
        ] {
            assert_eq!(detect(line), Format::Moves, "{line}");
        }
    }

    #[test]
    fn moves_without_spaces_of_any_length() {
        for count in [4, 15, 16, 24, 26, 27, 28, 35, 1000] {
            for moves in
                ["R1U2F3L1D2B3", "RU2FLD2BU2", "R3D2", "r2Uw3M2x2", "(RU)2[F,D:B]", "Ｒ２Ｕ３", "R1U2(20f*)"]
            {
                let line = moves.repeat(count);
                assert_eq!(detect(&line), Format::Moves, "{line}");
                assert_eq!(detect(&format!("{line} {line}")), Format::Moves, "{line}");
            }
        }
        for apostrophe in "'’‘′ʹʼ´`＇".chars() {
            let line = format!("RUR{apostrophe}").repeat(20);
            assert_eq!(detect(&line), Format::Moves, "{line}");
        }
    }

    #[test]
    fn faces_alone_are_moves_where_they_cannot_be_facelets() {
        for length in 30..=80 {
            for moves in ["RU", "RUF", "RLUD"] {
                let line = &moves.repeat(40)[..length];
                let is_more = length >= moves.len() * 9 + SURPLUS;
                let format = if is_more { Format::Moves } else { Format::Facelets };
                assert_eq!(detect(line), format, "{line}");
            }
        }
        assert_eq!(detect(&"RURURURU ".repeat(6)), Format::Moves);
        // Two of its stickers are wrong; two positions in a line.
        let checkers = "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB";
        assert_eq!(detect(&checkers.replacen("RL", "UD", 1)), Format::Facelets);
        assert_eq!(detect(&checkers.repeat(2)), Format::Facelets);
        // Red and orange were taken for the same.
        assert_eq!(detect(&Random::new(3).cube().to_string().replace('L', "R")), Format::Facelets);
    }

    proptest! {
        /// Whatever the six symbols are, even those of moves.
        #[test]
        fn whole_facelet_strings_are_facelets(
            seed: u64,
            names in prop::sample::subsequence("URFDLBMxyw123+-()`".chars().collect::<Vec<_>>(), 6).prop_shuffle(),
        ) {
            let facelets = Random::new(seed).cube().facelets();
            let text = String::from_iter(facelets.map(|face| names[face.index()]));
            prop_assert_eq!(detect(&text), Format::Facelets, "{}", text);
        }
    }

    #[test]
    fn all_wide_are_small_letters_alone() {
        for line in ["r u r' u'", "ru", " r2 u // R", "r x u", "f1d3", "(r u)2", "ｒ ｕ"] {
            assert!(is_all_wide(line), "{line}");
        }
        let facelets = Cube::SOLVED.to_string().to_lowercase();
        for line in ["", "r", "R u", "r U'", "x y", "Rw Uw", "rw u", "r M u", "hello", "# r u", &facelets] {
            assert!(!is_all_wide(line), "{line}");
        }
    }
}
