//! Moves as people write them: a table of dialects, and one of texts that two groups of people read differently.

use super::marks::is_invisible;
use super::*;
use crate::cube::random::Random;
use proptest::prelude::*;

/// What is written, an example of it, and the same in plain moves. `docs/notation.md` shows each example.
const DIALECTS: &[(&str, &str, &str)] = &[
    ("prime before two", "F'2 Uw'2", "F2 Uw2"),
    ("two primes", "R''", "R2"),
    ("i for prime", "Ri Ei2", "R' E2"),
    ("quarters with their sign", "R-1 U1", "R' U"),
    ("quarters modulo 4", "R5 y4 U9", "R U"),
    ("powers", "R*U^-1*F^2", "R U' F2"),
    ("powers in brackets", "R^(-1)*U^{2}", "R' U2"),
    ("raised powers", "R⁻¹ U²", "R' U2"),
    ("a power of a bracket", "(R U)^3 (R U)^-1", "R U R U R U U' R'"),
    ("a factor after a bracket", "(R U)*3", "R U R U R U"),
    ("a sign of multiplication after a bracket", "(R U) ×3", "R U R U R U"),
    ("a factor before a bracket", "2*(R U)", "R U R U"),
    ("a prime before a number", "(R U)'2", "U' R' U' R'"),
    ("minus for prime", "R− U–", "R' U'"),
    ("rare primes", "R‛ R᾿ R՚ Rߴ R‵", "R' R' R' R' R'"),
    ("spelt primes", r"R\' R%27 R&#39; R&#x27; R&apos;", "R' R' R' R' R'"),
    ("rotations in capitals", "X' Y2 U", "x' y2 U"),
    ("rotations in capitals without a mark", "Ri Z D X", "R' z D x"),
    ("slices in small letters", "R m e2 (s')", "R M E2 (S')"),
    ("square brackets around one", "[U] [R U R' U']2", "U R U R' U' R U R' U'"),
    ("a conjugate without brackets", "U R' B':[R2,E]", "U R' B' R2 E R2 E' B R U'"),
    ("moves after its commutator", "R: [U, M'] U2", "R U M' U' M U2 R'"),
    ("slash commutators", "[U'/R' D' R]", "U' R' D' R U2 R' D R U'"),
    ("commas after each move", "R,U2,F", "R U2 F"),
    ("comments", "R /*0*/ U", "R U"),
    ("times", "R@304 U @1500", "R U"),
];

/// What can be read in two ways, or only means something elsewhere, with the column of its fault and what to write.
const REFUSED: &[(&str, usize, &str)] = &[
    ("R'2U", 3, "R'2 U or R' 2U"),
    ("R-1U1", 3, "put a space"),
    ("R'2-3U", 3, "put a space"),
    ("(R U)'2U", 7, "put a space"),
    ("(R U)*3F", 7, "put a space"),
    ("(R)*3*(F)", 5, "put a space"),
    ("R U ×3", 5, "as in (R U)3"),
    ("(R U *2)", 6, "as in (R U)2"),
    ("2*R", 1, "as in (R U)2"),
    ("[f2] R", 1, "write Fv2 or f2"),
    ("［ r’ ］", 1, "write Rv’ or r’"),
    ("F2L: R U R'", 4, "leave labels out"),
    ("LSE: [M', U2]", 4, "leave labels out"),
    ("B: R U R'", 2, "leave labels out"),
    ("R U: F: D", 7, "write [A: B]"),
    ("R U: ", 4, "write [A: B]"),
    (": R U", 1, "write [A: B]"),
    ("R U\nR': [U, D]", 7, "write [A: B]"),
    ("R U: [F, D]\nR", 4, "write [A: B]"),
    ("R': U, F", 6, "write [A, B]"),
    ("R, U", 2, "write [A, B]"),
    ("R U, F, D", 4, "write [A, B]"),
    ("R, U, F D", 2, "write [A, B]"),
    ("R,U,F,", 2, "write [A, B]"),
    ("[R U/F]", 1, "A is one turn"),
    ("R/U", 2, "[A/B]"),
    ("R U|F", 4, "one cube on each line"),
    ("R U | F", 5, "one cube on each line"),
    ("(R U) X3", 7, "(R U)3"),
    ("(R U X2)", 6, "(R U)2"),
    ("R U R' U' x6", 11, "(R U)6"),
    ("R X4 ", 3, "(R U)4"),
];

#[test]
fn dialects_are_read_as_plain_moves() {
    for (name, example, plain) in DIALECTS {
        assert_eq!(parse_moves(example), parse_moves(plain), "{name}: {example}");
        assert_eq!(detect(example), Format::Moves, "{name}: {example}");
        assert_eq!(parse_line(example, None), parse_line(plain, None), "{name}: {example}");
    }
}

#[test]
fn the_page_shows_each_dialect() {
    let page = include_str!("../../../docs/notation.md");
    for (name, example, _) in DIALECTS {
        assert!(page.contains(&format!("`{example}`")), "{name}: {example}");
    }
    for invisible in ('\0'..=char::MAX).filter(|&c| is_invisible(c)) {
        assert!(page.contains(&format!("U+{:04X}", u32::from(invisible))), "{invisible:?}");
    }
}

#[test]
fn what_is_unclear_is_refused_with_what_to_write() {
    for (text, column, remedy) in REFUSED {
        let error = parse_moves(text).expect_err(text);
        assert_eq!(error.column, Some(*column), "{text}: {error}");
        assert!(error.to_string().contains(remedy), "{text}: {error}");
    }
}

#[test]
fn more_forms_of_the_dialects() {
    for (text, plain) in [
        ("U'2 Rw'2 r'2 2R'2 x'2", "U2 Rw2 r2 2R2 x2"),
        ("R′′ F’’ (R U)'", "R2 F2 U' R'"),
        ("Rwi ri2 3Rwi xi", "Rw' r2 3Rw' x'"),
        ("R-2 U-3 F-4 R−1", "R2 U R'"),
        ("R4 U5' F6' 2R7", "U' F2 2R'"),
        ("R-1 U1 R- 1U (R)*3 F (R)*3 *(F) (R)'2 U", "R' U R' U R R R F R R R F R' R' U"),
        ("R4U F'2 R'2M", "U F2 R2 M"),
        ("R^0 U^5 F^-6 r^2U", "U F2 r2 U"),
        ("(R U)³ (R U) × 2 F", "R U R U R U R U R U F"),
        ("[R, U]*2 [R: U]^-1", "R U R' U' R U R' U' R U' R'"),
        ("2 * [R, U] 0*(F)", "R U R' U' R U R' U'"),
        ("R 2*(U (F) 2×[D])' 3*(L)2'", "R D' D' F' U' D' D' F' U' L' L' L' L' L' L'"),
        ("(R*U)*F * D*(L)", "R U F D L"),
        ("(R U)'2 2F", "U' R' U' R' 2F"),
        ("(R U)^3 x2", "R U R U R U x2"),
        ("R (U x2&#39;)", "R U x2"),
        ("[[[R] U]]' [R: [U2]]", "U' R' R U2 R'"),
        ("[Rw] [2r] [f U] [x2]", "Rw 2r f U x2"),
        ("R2 U : [F, D] (3f)", "[R2 U: [F, D]]"),
        ("R':U", "R' U R"),
        ("U: [R, D]", "[U: [R, D]]"),
        ("Rw: [U, M']2'", "[Rw: [U, M']2']"),
        ("(R U)2: [F: D]", "[(R U)2: [F: D]]"),
        ("[r/U]' [R'/(U F)2]", "r' U r2 U' r' R' (U F)2 R2 (U F)2' R'"),
        ("[R4/U]", "U U'"),
        ("R , (U F)2,[R, U] ,M2", "R (U F)2 [R, U] M2"),
        ("x, y, R,U (2f)", "x y R U"),
        ("/* R, [ */R/**/U /* F\nF */", "R U"),
        ("@0R2@12 2R", "R2 2R"),
        ("X2Y' Z3", "x2 y' z'"),
        ("X U (R) Y\nZ", "x U (R) y z"),
        (" Z ", "z"),
        ("R (X) [Y: U]", "R (x) [y: U]"),
        ("m", "M"),
        ("[s, e']", "[S, E']"),
        ("(R U)^(2) y4 x2", "R U R U x2"),
        ("x5", "x"),
        ("Ｒ＾－１＊（Ｕ）×２", "R' U U"),
    ] {
        assert_eq!(parse_moves(text), parse_moves(plain), "{text}");
    }
}

#[test]
fn half_written_dialects_are_no_moves() {
    for (text, column, symbol) in [
        ("R^", 2, '^'),
        ("R^-", 2, '^'),
        ("R ^2", 3, '^'),
        ("R^99999999999999999999999", 2, '^'),
        ("R'''", 4, '\''),
        ("Ri'", 3, '\''),
        ("R'3", 3, '3'),
        ("R0", 2, '0'),
        ("R10", 3, '0'),
        ("R-12", 4, '2'),
        ("(R)U*", 5, '*'),
        ("* R U", 1, '*'),
        ("R**U", 2, '*'),
        ("R @", 3, '@'),
        ("R /* U", 3, '/'),
        ("R&quot;", 2, '&'),
        ("R\"", 2, '"'),
        ("R2X U", 3, 'X'),
        ("Rm U", 2, 'm'),
        ("R mU", 3, 'm'),
        ("se", 1, 's'),
        ("R e's", 3, 'e'),
        ("R^(2", 2, '^'),
        ("R^{-1)", 2, '^'),
        ("R XU", 3, 'X'),
        ("Xw'", 1, 'X'),
        ("i", 1, 'i'),
        ("3 (R U)", 1, '3'),
    ] {
        let reason = if symbol == '/' { Reason::Division('/') } else { Reason::NotAMove(symbol) };
        assert_eq!(parse_moves(text), Err(ParseError { column: Some(column), reason }), "{text}");
    }
}

#[test]
fn what_takes_no_room_is_passed_over() {
    for invisible in ('\0'..=char::MAX).filter(|&c| is_invisible(c)) {
        let text = "R_'_U2F_'_2 D_".replace('_', &invisible.to_string());
        assert_eq!(parse_moves(&text), parse_moves("R' U2 F2 D"), "{invisible:?}");
        let text = format!("{invisible}R{invisible} U{invisible}");
        assert_eq!(parse_line(&text, None), parse_line("R U", None), "{invisible:?}");
        assert!(is_blank(&format!(" {invisible}")));
        assert_eq!(parse_moves(&format!("R{invisible}2U")), parse_moves("R2 U"));
    }
}

#[test]
fn comments_alone_are_no_position() {
    for text in ["/* R U */", " /**/ /* a\nb */ # c", "\"/* R */\""] {
        assert!(is_blank(text));
        assert_eq!(parse_line(text, None), Ok(None), "{text}");
    }
    for text in ["/* R", "/* R */ U", "/**/)"] {
        assert!(!is_blank(text));
    }
    assert!(is_blank(&"/**/ ".repeat(1_000_000)));
    let cube = parse_line("R' U", None);
    assert_eq!(parse_line("R&#39; U # one", None), cube);
    assert_eq!(parse_line("R' U &#1", None).unwrap_err().column, Some(6));
}

#[test]
fn dialects_without_spaces_are_not_taken_for_facelets() {
    for moves in ["RiUi", "R^2U^-1", "R*U2*", "[R2/U]", "R2@10U", "R\u{200b}U2", "R&#39;U", "R%27U", "R2/**/"]
    {
        assert_eq!(detect(&moves.repeat(20)), Format::Moves, "{moves}");
    }
    for lin in ["3,1,2", "3 1 2", "6", "[3, 1"] {
        assert_eq!(detect(lin), Format::Lin, "{lin}");
    }
    for moves in ["6*(R U)", "6 * (R U)", " 6 ×(R U)"] {
        assert_eq!(detect(moves), Format::Moves, "{moves}");
    }
}

#[test]
fn the_limits_hold_for_all_forms() {
    let reason = |text: &str| parse_moves(text).map_err(|error| error.reason).err();
    let (deep, long) = (Some(Reason::TooDeep(100)), Some(Reason::TooLong(100_000)));
    for text in [
        "(R)*100001",
        "100001*(R)",
        "(R)^-100001",
        "(R)^4294967294",
        "99999999999999999999999*(R)99999999999999999999",
        "400*(R)400",
        "(R)'100001",
    ] {
        assert_eq!(reason(text), long, "{text}");
    }
    assert_eq!(parse_moves("300*(R)300").map(|moves| moves.htm_length()), Ok(90_000));
    assert_eq!(reason(&format!("{}R", "9*(".repeat(101))), deep);
    assert_eq!(reason(&format!("R U: {}", "[".repeat(100))), deep);
    assert_eq!(reason(&format!("{}R{}", "[R/".repeat(50), "]".repeat(50))), long);
    assert_eq!(reason(&format!("{}R{}", "[".repeat(100), "]".repeat(100))), None);
    let setup = "R ".repeat(60_000);
    assert_eq!(reason(&format!("{setup}: U")), long);
}

/// A few moves in plain letters; more than one of them, so that it is no label, and no `x2`, which could repeat a bracket.
const MOVES: &str = "[URFDLBurfMESyz]2?( [URFDLBrfMESxy]'?){1,3}";

proptest! {
    #[test]
    fn a_conjugate_needs_no_brackets(a in MOVES, b in MOVES, c in MOVES, seed: u64) {
        let cube = Random::new(seed).cube();
        for b in [b.clone(), format!("[{b}, {c}]"), format!("({b})2 [{c}: {b}]' {c}")] {
            let [bare, bracketed] =
                [format!("{a}: {b}"), format!("[{a}: {b}]")].map(|text| parse_moves(&text).unwrap());
            prop_assert_eq!(&bare, &bracketed);
            prop_assert_eq!(bare.apply(&cube), bracketed.apply(&cube));
        }
    }

    #[test]
    fn a_slash_is_a_turn_before_between_and_after(turn in "[URFDLBurfMESyz]['2]?", b in MOVES) {
        let slash = parse_moves(&format!("[{turn}/{b}]")).unwrap();
        let written = parse_moves(&format!("{turn} {b} {turn} {turn} ({b})' {turn}")).unwrap();
        prop_assert_eq!(slash.apply(&Cube::SOLVED), written.apply(&Cube::SOLVED));
    }

    #[test]
    fn repetitions_are_the_same_in_all_forms(a in MOVES, times in 0..6_usize) {
        let plain = parse_moves(&format!("({a}){times}"));
        for text in [
            format!("({a})^{times}"),
            format!("({a})*{times}"),
            format!("({a}) × {times}"),
            format!("{times}*({a})"),
            format!("[{a}]{times}"),
            format!("({a})^-{times}'"),
        ] {
            prop_assert_eq!(&parse_moves(&text), &plain, "{}", text);
        }
    }

    #[test]
    fn quarters_are_the_same_in_all_forms(turn in "[URFDLBurfdlbMESxyz]|[URFDLB]w|2[URFDLB]", times in 1..10_usize) {
        let plain = parse_moves(&format!("({turn}){}", times % 4)).unwrap();
        let back = parse_moves(&format!("({turn})-{}", times % 4).replace('-', "'")).unwrap();
        for (text, effect) in [
            (format!("{turn}{times}"), &plain),
            (format!("{turn}^{times}"), &plain),
            (format!("{turn}-{times}"), &back),
            (format!("{turn}{times}'"), &back),
        ] {
            prop_assert_eq!(parse_moves(&text).unwrap().apply(&Cube::SOLVED), effect.apply(&Cube::SOLVED), "{}", text);
        }
    }

    /// A comma after each move changes nothing where there are three or more.
    #[test]
    fn commas_after_each_move_mean_nothing(
        moves in prop::collection::vec("[URFDLBurfMES]['2]?|[xyz]'?|\\([URF] [DLB]\\)2|\\[[URF], [DLB]\\]", 3..8),
    ) {
        prop_assert_eq!(parse_moves(&moves.join(",")), parse_moves(&moves.join(" ")));
        prop_assert!(parse_moves(&moves[..2].join(",")).is_err());
    }
}
