//! The formats against each other, and lines as they come.

use super::*;
use crate::cube::Face;
use crate::cube::random::Random;
use proptest::prelude::*;

const FORMATS: [Option<Format>; 5] =
    [None, Some(Format::Facelets), Some(Format::Lin), Some(Format::Moves), Some(Format::Reid)];

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

#[test]
fn all_formats_agree() {
    let mut random = Random::new(17);
    for _ in 0..2000 {
        let cube = random.cube();
        for line in [cube.to_string(), to_lin(&cube), to_reid(&cube)] {
            assert_eq!(parse_line(&line, None), Ok(Some(cube)), "{line}");
        }
    }
}

#[test]
fn the_superflip_in_every_format() {
    let superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
    let cube = parse_facelets(superflip).unwrap();
    for line in [
        "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        "UR2FBRB2RU2LB2RU'D'R2FR'LB2U2F2",
        "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR",
        "3,1,2,3,2,4,3,4,5,3,5,1,6,2,1,6,4,2,6,5,4,6,1,5,1,3,2,3,4,3,5,3,1,6,2,6,4,6,5,6,2,1,2,4,5,4,5,1",
    ] {
        assert_eq!(parse_line(line, None), Ok(Some(cube)), "{line}");
    }
}

#[test]
fn blank_lines_and_comments_hold_no_position() {
    for line in ["", "  \t", "\r", "# R U", "  // R U", "\u{feff}", "\u{feff}# x\r", "#//"] {
        for format in FORMATS {
            assert_eq!(parse_line(line, format), Ok(None), "{line:?}");
        }
    }
}

#[test]
fn comments_line_ends_and_byte_order_marks_are_ignored() {
    for line in [format!("\u{feff}{SOLVED}\r"), format!(" {SOLVED}# solved"), format!("{SOLVED} // # é")] {
        assert_eq!(parse_line(&line, None), Ok(Some(Cube::SOLVED)), "{line:?}");
    }
    for line in ["R R' // R # U", "R R' # R // U", "R R' # R # U"] {
        assert_eq!(parse_line(line, None), Ok(Some(Cube::SOLVED)), "{line}");
    }
}

#[test]
fn columns_are_those_of_the_line() {
    for (line, column) in [("  R Q", 5), ("\u{feff}R Q # é", 3), (" 1, 7", 5), ("\tR’ (U", 5)] {
        assert_eq!(parse_line(line, None).unwrap_err().column, Some(column), "{line:?}");
    }
}

#[test]
fn a_facelet_too_few_or_too_many_is_told_as_such() {
    for (line, count) in [(&SOLVED[1..], 53), (&format!("{SOLVED}U"), 55), (&SOLVED[..36], 36)] {
        assert_eq!(parse_line(line, None).unwrap_err().reason, Reason::FaceletCount(count));
    }
}

#[test]
fn the_examples_can_be_read() {
    for (text, format) in [
        (include_str!("../../../examples/scrambles.txt"), None),
        (include_str!("../../../examples/facelets.txt"), Some(Format::Facelets)),
        (include_str!("../../../examples/lin.txt"), Some(Format::Lin)),
        (include_str!("../../../examples/moves.txt"), Some(Format::Moves)),
        (include_str!("../../../examples/reid.txt"), Some(Format::Reid)),
    ] {
        let read = |format| -> Vec<Cube> {
            text.lines().filter_map(|line| parse_line(line, format).unwrap()).collect()
        };
        let cubes = read(None);
        assert!(cubes.len() > 10);
        assert!(format.is_none() || cubes == read(format));
    }
}

#[test]
fn the_random_example_is_drawn_from_its_seed() {
    let mut random = Random::new(2023);
    let text = include_str!("../../../examples/random_1000.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 1000);
    assert!(lines.iter().all(|line| **line == random.cube().to_string()));
}

#[test]
fn faulty_lines_are_refused_each_for_its_own_fault() {
    let text = include_str!("../../../tests/data/faulty.txt");
    let lines = text.lines().filter(|line| parse_line(line, None) != Ok(None));
    let errors: Vec<String> = lines.map(|line| parse_line(line, None).unwrap_err().to_string()).collect();
    let different: std::collections::HashSet<_> = errors.iter().collect();
    assert_eq!((errors.len(), different.len()), (18, 18), "{errors:#?}");
}

/// Pieces of lines, and some unexpected ones.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[URFDLBurfdlbMESxyzw23'’]{1,4}",
        4 => "[1-6]{1,2}[, ]",
        4 => "[ ,;|'\"\\[\\]{}()#/\t\r\n\u{feff}\u{1b}]",
        2 => "[.:,+\\-*′″`´Ｒ２（）²vfq]",
        2 => "[/^*|@iXYZ×−\u{200b}]|/\\*|\\*/|&#39;|%27",
        1 => "[()\\[\\]][0-9]{1,20}'?",
        1 => "[0-9]{1,2}(-[0-9])?[URFDLBurfdlbM]w?",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// As long as a facelet string, and of its letters or nearly so; perhaps as a list.
fn almost_facelets() -> impl Strategy<Value = String> {
    let between = prop::sample::select(vec!["", ",", "', '", "]\n["]);
    ("[URFDLB]{52,56}", any::<char>(), 0..52usize, between).prop_map(|(mut text, odd, at, between)| {
        text.insert(at, odd);
        let symbols: Vec<String> = text.chars().map(String::from).collect();
        between.chars().rev().chain(symbols.join(between).chars()).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_line_makes_it_panic(line in prop_oneof![".*", pieces(), almost_facelets()]) {
        for format in FORMATS {
            if let Err(error) = parse_line(&line, format) {
                let characters = line.chars().count();
                prop_assert!(error.column.is_none_or(|column| (1..=characters).contains(&column)));
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn one_wrong_sticker_is_never_taken_for_a_position(seed: u64, at in 0..54usize, shift in 1..6usize) {
        let mut facelets = Random::new(seed).cube().facelets();
        facelets[at] = crate::cube::Face::from_index((facelets[at].index() + shift) % 6);
        let text = String::from_iter(facelets.map(|face| face.letter()));
        prop_assert!(parse_line(&text, None).is_err());
    }
}

#[test]
fn one_move_is_one_turn_of_a_face() {
    for mv in Move::all() {
        assert_eq!(mv.name().parse(), Ok(mv));
    }
    assert_eq!(" (R’) ".parse(), Ok(Move::new(Face::R, 3).unwrap()));
    assert_eq!("3R".parse(), Ok(Move::new(Face::L, 3).unwrap()));
    for text in ["", "R U", "R R", "Rw", "M", "x", "()"] {
        let reason = Reason::NotOneMove(text.to_owned());
        assert_eq!(text.parse::<Move>(), Err(ParseError { column: None, reason }), "{text}");
    }
    assert_eq!("R?".parse::<Move>().unwrap_err().to_string(), "column 2: no move begins with \"?\"");
}

#[test]
fn an_algorithm_is_the_turns_of_a_manoeuvre() {
    for (text, moves) in
        [("", ""), ("(R U')2", "R U' R U'"), ("[R, U]", "R U R' U'"), ("M U x R", "R L' B R"), ("x", "")]
    {
        assert_eq!(text.parse::<Algorithm>().map(|moves| moves.to_string()), Ok(moves.to_owned()), "{text}");
    }
    assert!("R ?".parse::<Algorithm>().is_err());
}

#[test]
fn a_position_is_shown_as_its_facelets() {
    let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    assert_eq!("R".parse::<Cube>().map(|cube| cube.to_string()), Ok(facelets.to_owned()));
    assert_eq!(format!("{:.3}|{:56}|", Cube::default(), Cube::default()), format!("UUU|{}  |", Cube::SOLVED));
}
