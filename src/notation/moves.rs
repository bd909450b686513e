//! Sequences of moves in the usual notation.

use std::iter::{Enumerate, Peekable};
use std::str::Chars;

use super::{ParseError, Reason};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Cube, Face, Move};

/// A sequence of moves, among which the cube may be taken in the hand another way.
///
/// Wide moves, slice moves and rotations are kept as turns of faces whose centres stay
/// and one rotation of the whole cube at the end: `Rw` is `L x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manoeuvre {
    moves: Vec<Move>,
    rotation: Symmetry,
}

impl Manoeuvre {
    const EMPTY: Manoeuvre = Manoeuvre { moves: Vec::new(), rotation: Symmetry::IDENTITY };

    /// The face turns, each face named as the cube is held at the beginning.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The length in the half-turn metric, nothing cancelled: a face turn and a wide move
    /// count 1, a slice move 2, a rotation 0.
    pub fn htm_length(&self) -> usize {
        self.moves.len()
    }

    /// The position after this manoeuvre on `cube`, as it is then held: a face is named
    /// by where its centre has come.
    pub fn apply(&self, cube: &Cube) -> Cube {
        let turned = cube.apply(&self.moves);
        // Most manoeuvres have no rotation, and millions of them are read.
        if self.rotation == Symmetry::IDENTITY { turned } else { self.rotation.conjugate(&turned) }
    }

    /// Appends one move, `turns` clockwise quarters as seen from `face`.
    fn push(&mut self, face: Face, layers: Layers, turns: usize) {
        match layers {
            Layers::Outer => self.push_turn(face, turns),
            Layers::Wide => self.push_turn(face.opposite(), turns),
            Layers::Middle => {
                self.push_turn(face.opposite(), turns);
                self.push_turn(face, 4 - turns);
            }
            Layers::All => {}
        }
        if layers != Layers::Outer {
            self.rotation = self.rotation.then(&Symmetry::rotation(face, turns));
        }
    }

    /// Appends the turn of what is now at `face`.
    fn push_turn(&mut self, face: Face, turns: usize) {
        let face = self.rotation.inverse().face(face);
        self.moves.extend(Move::new(face, turns));
    }
}

/// Which layers turn, as seen from the face that a move follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layers {
    Outer,
    /// The outer and the middle one: all turn, and the opposite face turns back.
    Wide,
    /// All turn, and both faces turn back.
    Middle,
    All,
}

/// Reads a sequence of moves, with or without white space between them.
///
/// Face turns `U R F D L B`, wide moves `Uw … Bw` or `u … b`, slice moves `M E S` (which
/// follow L, D and F) and rotations `x y z` (which follow R, U and F), each alone or with
/// `2`, `3`, `'` or `2'`. The typographic apostrophe and the prime serve as well as `'`.
///
/// # Errors
/// [`ParseError`], at the first character that cannot be read.
pub fn parse_moves(text: &str) -> Result<Manoeuvre, ParseError> {
    let mut manoeuvre = Manoeuvre::EMPTY;
    let mut chars = text.chars().enumerate().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let (face, layers) = letter(c).map_err(|reason| ParseError { column: Some(at + 1), reason })?;
        let wide = layers == Layers::Outer && accept(&mut chars, &['w']);
        let layers = if wide { Layers::Wide } else { layers };
        manoeuvre.push(face, layers, quarter_turns(&mut chars));
    }
    Ok(manoeuvre)
}

/// What a letter turns, and the face from which that looks clockwise.
fn letter(c: char) -> Result<(Face, Layers), Reason> {
    match c {
        'M' => Ok((Face::L, Layers::Middle)),
        'E' => Ok((Face::D, Layers::Middle)),
        'S' => Ok((Face::F, Layers::Middle)),
        'x' => Ok((Face::R, Layers::All)),
        'y' => Ok((Face::U, Layers::All)),
        'z' => Ok((Face::F, Layers::All)),
        '(' | ')' | '[' | ']' | '{' | '}' => Err(Reason::Bracket(c)),
        _ => face_letter(c).ok_or(Reason::NotAMove(c)),
    }
}

fn face_letter(c: char) -> Option<(Face, Layers)> {
    let layers = if c.is_ascii_lowercase() { Layers::Wide } else { Layers::Outer };
    Face::from_letter(c.to_ascii_uppercase()).map(|face| (face, layers))
}

/// Reads what may follow a letter.
fn quarter_turns(chars: &mut Peekable<Enumerate<Chars>>) -> usize {
    if accept(chars, &['3']) {
        return 3;
    }
    let turns = if accept(chars, &['2']) { 2 } else { 1 };
    if accept(chars, &APOSTROPHES) { 4 - turns } else { turns }
}

/// The typewriter's apostrophe, the typographic one and the prime.
pub(super) const APOSTROPHES: [char; 3] = ['\'', '’', '′'];

/// Takes the next character if it is one of `expected`.
fn accept(chars: &mut Peekable<Enumerate<Chars>>, expected: &[char]) -> bool {
    chars.next_if(|(_, c)| expected.contains(c)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::cube::random::Random;
    use proptest::prelude::*;

    /// Whether both texts do the same to a cube.
    fn same(a: &str, b: &str) -> bool {
        let cube = Random::new(13).cube();
        parse_moves(a).unwrap().apply(&cube) == parse_moves(b).unwrap().apply(&cube)
    }

    fn plain(text: &str) -> String {
        Sequence(parse_moves(text).unwrap().moves()).to_string()
    }

    const SEQUENCE: &str = "([URFDLBurfdlbMESxyz][23']?){0,20}";

    proptest! {
        #[test]
        fn plain_moves_are_read_as_written(indices in prop::collection::vec(0..Move::COUNT, 0..40)) {
            let moves: Vec<Move> = indices.into_iter().map(Move::from_index).collect();
            let text = Sequence(&moves).to_string();
            for text in [text.replace(' ', ""), text.replace(' ', " \t"), text.replace('\'', "’"), text] {
                let manoeuvre = parse_moves(&text).unwrap();
                prop_assert_eq!(manoeuvre.moves(), &moves);
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
    fn what_cannot_be_read() {
        for (text, column, reason) in [
            ("R X", 3, Reason::NotAMove('X')),
            ("R’ é", 4, Reason::NotAMove('é')),
            ("2R", 1, Reason::NotAMove('2')),
            ("R4", 2, Reason::NotAMove('4')),
            ("R '", 3, Reason::NotAMove('\'')),
            ("R''", 3, Reason::NotAMove('\'')),
            ("R22", 3, Reason::NotAMove('2')),
            ("rw", 2, Reason::NotAMove('w')),
            ("Mw", 2, Reason::NotAMove('w')),
            ("(R U)2", 1, Reason::Bracket('(')),
            ("R [U, F]", 3, Reason::Bracket('[')),
        ] {
            assert_eq!(parse_moves(text), Err(ParseError { column: Some(column), reason }), "{text}");
        }
    }
}
