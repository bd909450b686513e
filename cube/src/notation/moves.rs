//! Sequences of moves in the notations that people and programs use.

use super::brackets::Brackets;
use super::manoeuvre::Manoeuvre;
use super::marks::{is_invisible, plain};
use super::turns::Reader;
use super::{LocatedReason, ParseError, Reason};

/// The units in which programs give lengths: face turns, quarter turns, slices as one move in either, or none.
const UNITS: [&str; 5] = ["", "f", "q", "s", "sq"];

/// Reads a sequence of moves, with or without white space between them.
///
/// - Turns: faces `U R F D L B`, wide moves `Uw … Bw` or `u … b`, slice moves `M E S` (which follow L, D and F),
///   rotations `x y z` (which follow R, U and F) or `Rv`, `Uv` ….
/// - Layers counted from a face, as seen from it. `2R` is the middle one and `3R` the opposite one, each alone. `2Rw` and `3Rw`
///   (or `3r`) are the first two and all three. `2-3Rw` (or `2-3r`) are the second and the third.
/// - Marks: clockwise by a quarter, nothing, `1` or `+`; by a half `2`, `2'`, `'2`, `++`, `--`, `''` or `″`; counter-clockwise `'`,
///   `3`, `-`, `-1`, `i` or `^-1`. Digits and powers count modulo 4. Typographic apostrophes, primes and accents serve as well as
///   `'`, and letters of full width as well as ASCII.
/// - Brackets: `(R U)3` repeats, as `(R U)*3`, `(R U)^3` and `3*(R U)`; `(R U)'` undoes, `(R U)2'` both; `[A, B]` is `A B A' B'`,
///   `[A: B]` is `A B A'`, `[A/B]` is `A B A2 B' A` with one turn A, and `[A]` is a group. They may be
///   nested 100 deep, and write 100,000 turns at most on a line, those of inner brackets counted for themselves.
///   `A: B` outside of brackets is `[A: B]`, if A is no label such as `F2L`.
///   A rotation `x2` or `x3` directly after a bracket is rejected: it may be meant to repeat. `x2'` and `x'` are rotations there.
/// - `*` may stand between moves, and a comma after each where there are three moves or brackets or more.
/// - A full stop means nothing, and neither do comments `/*…*/`, times `@304`, and the length in parentheses at the end: `(20f)`,
///   `(20f*)`, `(14q)`, `(20)`.
///
/// `docs/notation.md` says where each is from.
///
/// # Errors
/// [`ParseError`], at the first character that cannot be read, or at the bracket that is wrong.
pub fn parse_moves(text: &str) -> Result<Manoeuvre, ParseError> {
    read(text).map_err(|(at, reason)| ParseError::at(text, at, reason))
}

/// The sequences between the commas on a line, a comma inside of brackets belonging to its commutator.
///
/// Programs that give several solutions separate them so. [`parse_moves`] passes over a comma after each move instead.
pub fn sequences(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |c| {
        match plain(c) {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && plain(c) == ','
    })
}

fn read(text: &str) -> Result<Manoeuvre, LocatedReason> {
    read_as::<false>(text)
}

/// Reads a line, or one that `HAS_COMMAS` outside of brackets: only there it counts moves, which takes time.
fn read_as<const HAS_COMMAS: bool>(text: &str) -> Result<Manoeuvre, LocatedReason> {
    let mut reader = Reader::new(text);
    // A move is two or three bytes, and most lines have some twenty of them.
    let mut brackets = Brackets::new(Manoeuvre::with_capacity((text.len() / 2).min(32)));
    let mut commas = Commas::default();
    loop {
        while !HAS_COMMAS && let Some(turn) = reader.common_turn() {
            brackets.push(turn);
        }
        let at = reader.at();
        match reader.next() {
            None => return commas.check().and_then(|()| brackets.finish()),
            Some('.') => {}
            Some(c) if c.is_whitespace() || is_invisible(c) => {}
            Some('(') if brackets.are_outside() && is_last_length(reader.rest()) => {
                refuse_last_count(&text[..at], reader.rest(), at)?;
                return commas.check().and_then(|()| brackets.finish());
            }
            Some(c @ ('(' | '[')) => {
                reader.refuse_last_times(at)?;
                commas.items += usize::from(brackets.are_closed());
                brackets.open(c, at)?;
            }
            Some(c @ (')' | ']')) => {
                match c {
                    ')' => reader.refuse_times_before(at)?,
                    _ => refuse_old_rotation(&text[..at])?,
                }
                brackets.close(c, at, reader.repetition()?)?;
            }
            Some('/') if reader.pass_comment() => {}
            Some('@') if reader.number().is_some() => {}
            Some('*') => reader.pass_product(at)?,
            Some(c @ (',' | ':' | '/')) if brackets.divide(c) => {}
            Some(',') if brackets.are_closed() && !HAS_COMMAS => return read_as::<true>(text),
            Some(',') if brackets.are_closed() => commas.take(at)?,
            Some(':') if brackets.are_closed() && is_setup(&text[..at], reader.rest()) => {
                // What is before it is read again, as the first part of a bracket.
                (reader, brackets) = (Reader::new(text), Brackets::of_conjugate());
            }
            Some(c @ (',' | ':' | '/')) => return Err((at, Reason::Division(c))),
            Some('|') => return Err((at, Reason::Bar)),
            Some('0'..='9') if let Some(factor) = reader.factor_before(at)? => brackets.multiply(factor),
            Some(c) => {
                commas.items += usize::from(HAS_COMMAS && brackets.are_closed());
                brackets.push(reader.turn(c, at)?);
            }
        }
    }
}

/// The commas outside of brackets: there is one after each move or bracket, or they may divide a commutator.
#[derive(Default)]
struct Commas {
    /// The moves and brackets outside of brackets.
    items: usize,
    /// How many commas there were, and the byte of the first.
    count: usize,
    first: usize,
}

impl Commas {
    /// Takes the comma at the byte `at`.
    fn take(&mut self, at: usize) -> Result<(), LocatedReason> {
        if self.count == 0 {
            self.first = at;
        }
        self.count += 1;
        if self.items == self.count { Ok(()) } else { Err((at, Reason::Division(','))) }
    }

    /// At the end of a line, refuses a single comma, or a last move without one before it.
    fn check(&self) -> Result<(), LocatedReason> {
        let is_list = self.count == 0 || self.count > 1 && self.items == self.count + 1;
        if is_list { Ok(()) } else { Err((self.first, Reason::Division(','))) }
    }
}

/// Whether moves before a colon outside of brackets are the setup of a conjugate.
///
/// One word is a label for others, `F2L: R U` or `LSE: M' U2`; one letter alone, `B: R U`, where no bracket shows what it is. On several
/// lines it is unclear where the conjugate begins.
fn is_setup(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim(), after.trim());
    let letters = before.chars().map(plain).filter(|c| c.is_alphabetic() && !matches!(c, 'w' | 'v' | 'i'));
    let is_bare = before.chars().map(plain).all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+'));
    let is_label = is_bare && (letters.count() > 1 || !after.contains(|c| plain(c) == '['));
    let are_on_a_line = [before, after].iter().all(|part| !part.is_empty() && !part.contains(['\n', '\r']));
    are_on_a_line && !is_label
}

/// Refuses `[f2]`, of which `before` holds all but the last bracket: it turns the whole cube for some, and layers for others.
fn refuse_old_rotation(before: &str) -> Result<(), LocatedReason> {
    let Some((at, bracket)) = before.char_indices().rfind(|&(_, c)| plain(c) == '[') else { return Ok(()) };
    let inside = before[at + bracket.len_utf8()..].trim();
    let mut symbols = inside.chars().map(plain);
    let is_small = symbols.next().is_some_and(|c| "urfdlb".contains(c));
    match is_small && symbols.all(|c| !c.is_alphabetic() && !matches!(c, ',' | ':' | '/')) {
        true => Err((at, Reason::RotationOrWide(inside.to_owned()))),
        false => Ok(()),
    }
}

/// A length as it may stand behind moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// In turns of faces, by a quarter or a half: `(20f)`.
    FaceTurns(usize),
    /// In quarter turns of faces: `(26q)`.
    QuarterTurns(usize),
}

/// The length that stands behind the moves of a text, `(20f)` or `(26q*)`; `None` if there is none, or one in another unit or
/// without any.
pub fn told_length(text: &str) -> Option<Length> {
    let (_, rest) = text.rsplit_once('(').filter(|(_, rest)| is_last_length(rest))?;
    let mark = rest.trim_end().trim_end_matches(')').trim_end_matches('*');
    let unit = mark.chars().last()?;
    let number = mark.strip_suffix(unit)?.parse().ok()?;
    match unit {
        'f' => Some(Length::FaceTurns(number)),
        'q' => Some(Length::QuarterTurns(number)),
        _ => None,
    }
}

/// Refuses a number without a unit directly after brackets, `(R U) (3)`: in tutorials it counts.
fn refuse_last_count(before: &str, rest: &str, at: usize) -> Result<(), LocatedReason> {
    let number = rest.split_once(')').map_or(rest, |(number, _)| number);
    let is_after_bracket = before.chars().rev().map(plain).find(|c| !c.is_whitespace()) == Some(')');
    match is_after_bracket && number.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Err((at, Reason::Count(number.to_owned()))),
        false => Ok(()),
    }
}

/// Whether what follows a parenthesis is a length, and nothing after it.
fn is_last_length(rest: &str) -> bool {
    let Some((mark, after)) = rest.split_once(')') else { return false };
    let unit = mark.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = unit.len() < mark.len();
    has_number && UNITS.contains(&unit.strip_suffix('*').unwrap_or(unit)) && after.trim_start().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::{Algorithm, Cube, Move};
    use proptest::prelude::*;

    #[test]
    fn the_length_behind_moves_has_a_unit() {
        for (text, length) in [
            ("R3 (7f)", Some(Length::FaceTurns(7))),
            ("R U (14q*) ", Some(Length::QuarterTurns(14))),
            ("R U (2)", None),
            ("R U (2s)", None),
            ("(R U)2", None),
            ("(7f) R", None),
            ("R", None),
        ] {
            assert_eq!(told_length(text), length, "{text}");
        }
    }

    /// Whether both texts do the same to a cube.
    fn same(a: &str, b: &str) -> bool {
        let cube = Random::new(13).cube();
        parse_moves(a).unwrap().apply(&cube) == parse_moves(b).unwrap().apply(&cube)
    }

    fn plain(text: &str) -> String {
        text.parse::<Algorithm>().unwrap().to_string()
    }

    const SEQUENCE: &str = "([URFDLBurfdlbMESxyz][23']?){0,20}";

    proptest! {
        #[test]
        fn plain_moves_are_read_as_written(indices in prop::collection::vec(0..Move::COUNT, 0..40)) {
            let moves: Algorithm = indices.into_iter().map(Move::from_index).collect();
            let text = moves.to_string();
            for text in [text.replace(' ', ""), text.replace(' ', " \t"), text.replace('\'', "’"), text] {
                let manoeuvre = parse_moves(&text).unwrap();
                prop_assert_eq!(manoeuvre.moves(), &*moves);
                prop_assert_eq!(manoeuvre.apply(&Cube::SOLVED), Cube::SOLVED.apply(&moves));
            }
        }

        #[test]
        fn one_manoeuvre_after_the_other_is_both_in_one(a in SEQUENCE, b in SEQUENCE, seed: u64) {
            let cube = Random::new(seed).cube();
            let both = parse_moves(&format!("{a}{b}")).unwrap();
            let [first, second] = [a, b].map(|text| parse_moves(&text).unwrap());
            prop_assert_eq!(second.apply(&first.apply(&cube)), both.apply(&cube));
        }
    }

    #[test]
    fn marks_after_a_letter() {
        for (long, short) in [
            ("R3", "R'"),
            ("R2'", "R2"),
            ("R’", "R'"),
            ("R2’", "R2"),
            ("R′", "R'"),
            ("Rw3", "r'"),
            ("M3", "M'"),
            ("x3", "x'"),
            ("R1", "R"),
            ("R1'", "R'"),
            ("R3'", "R"),
            ("Rw1", "r"),
            ("R+ U++ F- L--", "R U2 F' L2"),
            ("R- 2U", "R' 2U"),
            ("R″", "R2"),
            ("R²", "R2"),
            ("Rʹ Rʼ R´ R` R＇ R‘", "R' R' R' R' R' R'"),
            ("Ｒ２\u{3000}Ｕ＇ｒｘ", "R2 U' r x"),
            ("R . U..F .", "R U F"),
            ("Rv Lv2 Uv' Dv Fv Bv3", "x x2' y' y' z z"),
            ("RUR'U'", "R U R' U'"),
            ("R2U2Rw2'x2", "R2 U2 r2 x2"),
        ] {
            assert_eq!(parse_moves(long), parse_moves(short), "{long}");
        }
        assert_eq!(plain("R3 U2' F’"), "R' U2 F'");
    }

    #[test]
    fn a_mark_repeats_the_letter() {
        for letter in "U R F D L B u r f d l b Uw Rw Fw Dw Lw Bw M E S x y z".split(' ') {
            assert!(same(&format!("{letter}2"), &letter.repeat(2)), "{letter}2");
            assert!(same(&format!("{letter}'"), &letter.repeat(3)), "{letter}'");
        }
    }

    #[test]
    fn wide_moves_are_the_opposite_turn_and_a_rotation() {
        for (wide, moves) in
            [("U", "D y"), ("R", "L x"), ("F", "B z"), ("D", "U y'"), ("L", "R x'"), ("B", "F z'")]
        {
            assert!(same(&format!("{wide}w"), moves), "{wide}w");
            assert!(same(&wide.to_lowercase(), moves), "{wide} in lower case");
        }
        assert!(same("Rw", "x L") && same("Rw'", "L' x'"));
    }

    #[test]
    fn slice_moves_follow_l_d_and_f() {
        for (slice, moves) in [
            ("M", "x' L' R"),
            ("E", "y' D' U"),
            ("S", "z F' B"),
            ("M'", "l' L"),
            ("M2", "l2 L2"),
            ("E", "d D'"),
            ("S2", "f2 F2"),
        ] {
            assert!(same(slice, moves), "{slice}");
        }
    }

    #[test]
    fn letters_after_a_rotation_mean_the_cube_as_held() {
        assert_eq!(plain("x U"), "F");
        assert_eq!(plain("y F"), "R");
        assert_eq!(plain("z U"), "L");
        assert_eq!(plain("x y F"), "R");
        assert_eq!(plain("M U"), "R L' B");
        assert!(same("x U x'", "F") && same("y F2 y'", "R2") && same("z U' z'", "L'"));
        assert!(same("x y x'", "z"));
        assert!(!same("x U", "F"));
    }

    #[test]
    fn a_rotated_solved_cube_is_solved() {
        let solved = |text| parse_moves(text).unwrap().apply(&Cube::SOLVED).is_solved();
        assert!(solved("") && solved("x y2 z'") && solved("R x R'"));
        assert!(!solved("R x") && !solved("M"));
    }

    #[test]
    fn the_position_is_seen_as_held_at_the_end() {
        let position = |text| parse_moves(text).unwrap().apply(&Cube::SOLVED);
        assert_eq!(position("R y"), position("F"));
        assert_eq!(position("U x y2"), position("F"));
        assert_ne!(position("R y"), position("R"));
    }

    #[test]
    fn every_token_counts() {
        for (text, length) in
            [("", 0), ("R R'", 2), ("x y2 z'", 0), ("Rw u2", 2), ("M E2 S'", 6), ("R x M d", 4)]
        {
            assert_eq!(parse_moves(text).unwrap().htm_length(), length, "{text}");
        }
    }

    #[test]
    fn how_programs_write_the_same_moves() {
        let moves = parse_moves("R U2 F' L' D2 B");
        for text in [
            "R1U2F3L3D2B1",
            "R1 U2 F3 L3 D2 B1 (6f)",
            "R  U2 F' . L' D2 B  (6f)",
            "R U2 F' L' D2 B (6f*)",
            "R U2 F' L' D2 B (8q*)",
            "R U2 F' L' D2 B (6s)",
            "R U2 F' L' D2 B(8sq)  ",
            "R U2 F' L' D2 B (6)",
            "R+U2F-L-D2B+",
        ] {
            assert_eq!(parse_moves(text), moves, "{text}");
        }
        assert!(same("RUUFFFLLLDDB", "R U2 F' L' D2 B"));
        assert_eq!(parse_moves("(0f)"), parse_moves(""));
    }

    #[test]
    fn sequences_are_cut_at_commas_outside_of_brackets() {
        for (text, expected) in [
            ("", vec![""]),
            ("R U, F", vec!["R U", " F"]),
            ("[R, U], ([F, D])2,B", vec!["[R, U]", " ([F, D])2", "B"]),
            ("R], U, [F, D", vec!["R]", " U", " [F, D"]),
            ("［R，U］，F", vec!["［R，U］", "F"]),
        ] {
            assert_eq!(sequences(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_count_after_a_bracket_is_no_rotation() {
        for (text, column, number) in [
            ("(R U R' U') x3", 13, 3),
            ("(R U)x2 F", 6, 2),
            ("[R, U] x3", 8, 3),
            ("((R U)' x2)2", 9, 2),
            ("(R U) (x3)", 8, 3),
            ("(R U)( x2 ) F", 8, 2),
            ("R U R' U' (x3) ", 12, 3),
            ("（Ｒ Ｕ）ｘ３", 6, 3),
            ("(R U R' U' x3)", 12, 3),
            ("(R U x2 )", 6, 2),
            ("（Ｒ Ｕ ｘ３）", 6, 3),
            ("(R U)3x F", 7, 3),
            ("(R U) x4", 7, 4),
            ("(R U) x1", 7, 1),
        ] {
            assert_eq!(
                parse_moves(text),
                Err(ParseError { column: Some(column), reason: Reason::Times(number) }),
                "{text}"
            );
        }
        for (text, plain) in [
            ("(R U) x2' F", "R U x2 F"),
            ("(R U x2')", "R U x2"),
            ("[R, U x2] F", "R U x2 R' x2' U' F"),
            ("(R U)3x'", "R U R U R U x'"),
            ("(R U)3 x F", "R U R U R U x F"),
            ("(R U) x' F", "R U x' F"),
            ("(R U) x3'", "R U x"),
            ("(R U)2 x2", "R U R U x2"),
            ("(R U) . x2 F", "R U x2 F"),
            ("(x2) R U", "x2 R U"),
            ("R U (x2) F", "R U x2 F"),
            ("(R U) (x2 F)", "R U x2 F"),
            ("(R U) x 3R", "R U x 3R"),
            ("R U x3", "R U x'"),
        ] {
            assert_eq!(parse_moves(text), parse_moves(plain), "{text}");
        }
    }

    #[test]
    fn a_number_in_brackets_after_a_bracket_is_no_length() {
        for text in ["(R U R' U') (3)", "(R U R' U')(3)", "(R U) ( [R, U] ) (12) ", "（Ｒ Ｕ） (3)"] {
            assert!(matches!(parse_moves(text), Err(ParseError { reason: Reason::Count(_), .. })), "{text}");
        }
        for (text, plain) in
            [("(R U R' U') (4f)", "R U R' U'"), ("R U R' U' (4)", "R U R' U'"), ("(R U)2 (4)", "R U R U")]
        {
            assert_eq!(parse_moves(text), parse_moves(plain), "{text}");
        }
    }

    #[test]
    fn a_count_after_a_bracket_tells_how_both_are_written() {
        for (text, repeated, rotated) in
            [("(R U) x2", "(R U)2", "(R U) x2'"), ("(R U) x3", "(R U)3", "(R U) x'")]
        {
            let sentence = parse_moves(text).unwrap_err().to_string();
            assert!(sentence.contains(repeated) && sentence.ends_with(&rotated[6..]), "{sentence}");
            assert!(parse_moves(repeated).is_ok() && parse_moves(rotated).is_ok());
        }
    }

    #[test]
    fn what_cannot_be_read() {
        for (text, column, reason) in [
            ("R Q", 3, Reason::NotAMove('Q')),
            ("R’ é", 4, Reason::NotAMove('é')),
            ("R '", 3, Reason::NotAMove('\'')),
            ("R22", 3, Reason::NotAMove('2')),
            ("rw", 2, Reason::NotAMove('w')),
            ("Mw", 2, Reason::NotAMove('w')),
            ("R3''", 4, Reason::NotAMove('\'')),
            ("R+'", 3, Reason::NotAMove('\'')),
            ("R+++", 4, Reason::NotAMove('+')),
            ("R1+", 3, Reason::NotAMove('+')),
            ("R ″", 3, Reason::NotAMove('″')),
            ("R _ U", 3, Reason::NotAMove('_')),
            ("R Ｑ", 3, Reason::NotAMove('Ｑ')),
            ("R {U}", 3, Reason::NotAMove('{')),
            ("xv", 2, Reason::NotAMove('v')),
            ("rv", 2, Reason::NotAMove('v')),
            ("R (20f) U", 4, Reason::NotLayers("20".to_owned())),
            ("R (20f) (20f)", 4, Reason::NotLayers("20".to_owned())),
            ("R (20x)", 4, Reason::NotAMove('2')),
            ("R (20f**)", 4, Reason::NotLayers("20".to_owned())),
            ("R (*)", 4, Reason::NotAMove('*')),
        ] {
            assert_eq!(parse_moves(text), Err(ParseError { column: Some(column), reason }), "{text}");
        }
    }
}
