//! Single turns, as they are written.

use std::ops::RangeInclusive;
use std::str::Chars;

use super::brackets::Repetition;
use super::manoeuvre::{Layers, WrittenTurn};
use super::marks::{DOUBLE_PRIME, SPELT_APOSTROPHES, is_apostrophe, is_invisible, plain};
use super::{LocatedReason, Reason};
use crate::cube::Face;

/// A text from left to right, other forms of ASCII read as ASCII.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    text: &'a str,
    rest: Chars<'a>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, rest: text.chars() }
    }

    /// The text that is not read yet.
    pub fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    /// The byte of the next symbol.
    pub fn at(&self) -> usize {
        self.text.len() - self.rest().len()
    }

    /// Takes the next symbol.
    pub fn next(&mut self) -> Option<char> {
        self.rest.next().map(plain)
    }

    /// Takes the next visible symbol if it is as expected.
    fn next_if(&mut self, expected: impl FnOnce(char) -> bool) -> Option<char> {
        let mut rest = self.rest.clone();
        let mut c = rest.next()?;
        while is_invisible(c) {
            c = rest.next()?;
        }
        let c = Some(plain(c)).filter(|&c| expected(c))?;
        self.rest = rest;
        Some(c)
    }

    fn accept(&mut self, expected: char) -> bool {
        self.next_if(|c| c == expected).is_some()
    }

    /// Takes the next digits as a number; a number that is too great for a `usize` becomes the greatest.
    pub fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.next_if(|c| c.is_ascii_digit()).and_then(|c| c.to_digit(10)) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
        }
        number
    }

    /// Takes a turn as most are written, one letter with one mark or none and a space after it, or takes nothing.
    ///
    /// [`Reader::turn`] reads these too, but many millions of them are read.
    #[inline]
    pub fn common_turn(&mut self) -> Option<WrittenTurn> {
        let rest = self.rest();
        let (quarters, length) = match rest.as_bytes() {
            [_, b' ', ..] => (1, 2),
            [_, b'2', b' ', ..] => (2, 3),
            [_, b'\'', b' ', ..] => (3, 3),
            _ => return None,
        };
        let (face, layers) = letter(char::from(rest.as_bytes()[0]))?;
        self.rest = rest[length..].chars();
        Some(WrittenTurn { face, layers, quarters })
    }

    /// Reads the rest of a turn that begins with `c` at the byte `at`.
    pub fn turn(&mut self, c: char, at: usize) -> Result<WrittenTurn, LocatedReason> {
        if c.is_ascii_digit() {
            return self.turn_of_layers(at);
        }
        self.refuse_last_x(c, at)?;
        let known = letter(match c {
            'X'..='Z' => c.to_ascii_lowercase(),
            'm' | 'e' | 's' => c.to_ascii_uppercase(),
            c => c,
        });
        let (face, layers) = known.ok_or_else(|| self.not_a_move(at))?;
        let layers = if layers == Layers::Outer { self.suffixed() } else { layers };
        let unmarked = self.rest().len();
        let quarters = self.quarters()?;
        // Amid letters these are mistakes more often.
        let is_word = match c {
            'X'..='Z' if self.rest().len() == unmarked => self.is_word(at),
            'm' | 'e' | 's' => self.is_word(at),
            _ => true,
        };
        if !is_word {
            return Err(self.not_a_move(at));
        }
        Ok(WrittenTurn { face, layers, quarters })
    }

    /// The layers that a face's capital letter means, by what follows it.
    fn suffixed(&mut self) -> Layers {
        match self.next_if(|c| matches!(c, 'w' | 'v')) {
            Some('w') => Layers::Wide,
            Some(_) => Layers::All,
            None => Layers::Outer,
        }
    }

    /// Reads a turn from the byte `at`, where the number of a layer begins.
    ///
    /// A number right after a move is none of a layer: `R22` is no `R2` and something else, but a mistake.
    fn turn_of_layers(&mut self, at: usize) -> Result<WrittenTurn, LocatedReason> {
        if !self.is_apart(at) {
            return Err(self.not_a_move(at));
        }
        self.rest = self.text[at..].chars();
        let first = self.number();
        let last = if self.accept('-') { Some(self.number()) } else { None };
        let named = &self.text[at..self.at()];
        let (face, is_wide) = match self.next().and_then(letter) {
            Some((face, Layers::Outer)) => (face, self.accept('w')),
            Some((face, Layers::Wide)) => (face, true),
            _ => return Err(self.not_a_move(at)),
        };
        let range = match last {
            Some(last) => (first, last),
            None if is_wide => (Some(1), first),
            None => (first, first),
        };
        let quarters = self.quarters()?;
        let turn = |layers| Ok(WrittenTurn { face, layers, quarters });
        let turn_of_opposite = |layers| Ok(WrittenTurn { face, layers, quarters }.of_opposite());
        match range {
            (Some(1), Some(1)) => turn(Layers::Outer),
            (Some(1), Some(2)) => turn(Layers::Wide),
            (Some(1), Some(3)) => turn(Layers::All),
            (Some(2), Some(2)) => turn(Layers::Middle),
            (Some(2), Some(3)) => turn_of_opposite(Layers::Wide),
            (Some(3), Some(3)) => turn_of_opposite(Layers::Outer),
            _ => Err((at, Reason::NotLayers(named.to_owned()))),
        }
    }

    /// Whether what begins at the byte `at`, and was just read, is a word of its own.
    fn is_word(&self, at: usize) -> bool {
        let ends = |c: char| c.is_whitespace() || matches!(plain(c), ')' | ']' | ',' | ':' | '.' | '/');
        self.is_apart(at) && self.rest().chars().find(|&c| !is_invisible(c)).is_none_or(ends)
    }

    /// Refuses `x4` or more quarters at the end of moves: people mean as many times.
    fn refuse_last_x(&self, c: char, at: usize) -> Result<(), LocatedReason> {
        if !matches!(c, 'x' | 'X') || self.text[..at].trim().is_empty() {
            return Ok(());
        }
        match self.rest().trim_end().parse() {
            Ok(times @ 4..) => Err((at, Reason::Times(times))),
            _ => Ok(()),
        }
    }

    /// Whether a number that begins at the byte `at` does not belong to what is before it.
    fn is_apart(&self, at: usize) -> bool {
        let is_apart = |c: char| c.is_whitespace() || matches!(plain(c), '(' | '[' | ',' | ':' | '.' | '/');
        self.text[..at].chars().rfind(|&c| !is_invisible(c)).is_none_or(is_apart)
    }

    /// Reads the marks that may follow a letter: clockwise quarter turns, modulo 4.
    fn quarters(&mut self) -> Result<u8, LocatedReason> {
        if self.begins_next() {
            return Ok(1);
        }
        let is_mark = |c| matches!(c, '1'..='9' | '+' | '-' | 'i' | DOUBLE_PRIME) || is_apostrophe(c);
        let mark = match self.next_if(is_mark) {
            Some(mark) => mark,
            None if self.spelt_apostrophe() => '\'',
            None => return Ok(self.power().map_or(1, |(times, is_inverse)| modulo_4(times, is_inverse))),
        };
        Ok(match mark {
            '1'..='9' => modulo_4(usize::from(mark as u8 - b'0'), self.apostrophe()),
            '+' if !self.accept('+') => 1,
            '-' if !self.accept('-') => modulo_4(self.digit_behind('1'..='9')?.unwrap_or(1), true),
            '+' | '-' | DOUBLE_PRIME => 2,
            _ if mark != 'i' && self.apostrophe() => 2,
            _ => modulo_4(self.digit_behind('2'..='2')?.unwrap_or(1), true),
        })
    }

    /// Takes an apostrophe in any form.
    fn apostrophe(&mut self) -> bool {
        !self.begins_next() && (self.next_if(is_apostrophe).is_some() || self.spelt_apostrophe())
    }

    /// Whether a space or a capital letter is next, and so no mark: a short cut, because many millions of turns are read.
    fn begins_next(&self) -> bool {
        self.rest().bytes().next().is_none_or(|next| matches!(next, b' ' | b'A'..=b'Z'))
    }

    /// Takes an apostrophe of several symbols.
    fn spelt_apostrophe(&mut self) -> bool {
        let rest = self.rest();
        let after = SPELT_APOSTROPHES.into_iter().find_map(|spelt| rest.strip_prefix(spelt));
        self.rest = after.unwrap_or(rest).chars();
        after.is_some()
    }

    /// Takes the digit of `F'2` or `R-1`, which stands behind a mark.
    fn digit_behind(&mut self, digits: RangeInclusive<char>) -> Result<Option<usize>, LocatedReason> {
        if self.begins_next() {
            return Ok(None);
        }
        let at = self.at();
        let digit = self.next_if(|c| digits.contains(&c)).map(|digit| usize::from(digit as u8 - b'0'));
        digit.map(|digit| self.refuse_before_layers(at, digit).map(|()| digit)).transpose()
    }

    /// Refuses a number at the byte `at`, just read, where it could as well name the layers of the next turn: `R'2U` is `R2 U` or
    /// `R' 2U`. Before `*` it could repeat what is after it.
    fn refuse_before_layers(&self, at: usize, number: usize) -> Result<(), LocatedReason> {
        let mut ahead = self.clone();
        let is_face = |c| matches!(letter(c), Some((_, Layers::Outer | Layers::Wide)));
        match ahead.next_if(|c| is_face(c) || matches!(c, '-' | '*')) {
            Some(_) => Err((at, Reason::BeforeOrAfter(number))),
            None => Ok(()),
        }
    }

    /// Takes a power as in algebra, `^3`, `^-1`, `^(-1)` or `^{-1}`, as a number and whether it is negative.
    fn power(&mut self) -> Option<(usize, bool)> {
        let mut ahead = self.clone();
        ahead.accept('^').then_some(())?;
        let end = [('(', ')'), ('{', '}')].into_iter().find(|&(begin, _)| ahead.accept(begin));
        let is_negative = ahead.accept('-');
        // A greater number is not known modulo 4.
        let number = ahead.number().filter(|&number| number < usize::MAX)?;
        if end.is_some_and(|(_, end)| !ahead.accept(end)) {
            return None;
        }
        *self = ahead;
        Some((number, is_negative))
    }

    /// Takes the factor behind a bracket, `*3`.
    fn factor_behind(&mut self) -> Result<Option<usize>, LocatedReason> {
        let mut ahead = self.clone();
        ahead.pass_space();
        if !ahead.accept('*') {
            return Ok(None);
        }
        ahead.pass_space();
        let at = ahead.at();
        let Some(number) = ahead.number() else { return Ok(None) };
        ahead.refuse_before_layers(at, number)?;
        *self = ahead;
        Ok(Some(number))
    }

    /// Takes the factor before a bracket, `3*`, if one begins at the byte `at`.
    pub fn factor_before(&mut self, at: usize) -> Result<Option<usize>, LocatedReason> {
        let mut ahead = Reader { text: self.text, rest: self.text[at..].chars() };
        let number = ahead.number().filter(|_| self.is_apart(at));
        ahead.pass_space();
        let Some(number) = number.filter(|_| ahead.accept('*')) else { return Ok(None) };
        ahead.pass_space();
        if ahead.clone().next_if(|c| matches!(c, '(' | '[')).is_none() {
            return Err((at, Reason::FactorOfNothing(number)));
        }
        *self = ahead;
        Ok(Some(number))
    }

    /// Passes over the `*` at the byte `at`, which may stand between moves or brackets.
    pub fn pass_product(&mut self, at: usize) -> Result<(), LocatedReason> {
        self.pass_space();
        if let Some(number) = self.clone().number() {
            return Err((at, Reason::FactorOfNothing(number)));
        }
        let mut before = self.text[..at].chars().rev().map(plain).filter(|c| !c.is_whitespace());
        let has_left = before.next().is_some_and(|c| !matches!(c, '(' | '[' | ',' | ':' | '/' | '*'));
        let has_right = self.clone().next_if(|c| letter(c).is_some() || matches!(c, '(' | '[')).is_some();
        if has_left && has_right { Ok(()) } else { Err(self.not_a_move(at)) }
    }

    /// Passes over a comment `/*…*/` of which the first symbol was just read.
    pub fn pass_comment(&mut self) -> bool {
        let after = self.rest().strip_prefix('*').and_then(|comment| comment.split_once("*/"));
        self.rest = after.map_or(self.rest(), |(_, after)| after).chars();
        after.is_some()
    }

    /// Reads what may follow a bracket.
    ///
    /// Most people who write `(R U) x3` mean three times, but `x3` is a rotation: the text does not say which is meant.
    pub fn repetition(&mut self) -> Result<Repetition, LocatedReason> {
        let power = self.power();
        let factor = if power.is_none() { self.factor_behind()? } else { None };
        let mut times = power.map(|(times, _)| times).or(factor).or_else(|| self.number());
        let is_marked = self.apostrophe();
        if is_marked && times.is_none() {
            let at = self.at();
            times = self.number();
            times.map_or(Ok(()), |times| self.refuse_before_layers(at, times))?;
        }
        let is_inverse = is_marked != power.is_some_and(|(_, is_negative)| is_negative);
        match (self.times_sign(), times) {
            (Some((at, number, _)), None) => Err((at, Reason::Times(number))),
            (_, Some(times)) if !is_inverse && self.is_times_sign_behind() => {
                Err((self.at(), Reason::Times(times)))
            }
            _ => Ok(Repetition { times: times.unwrap_or(1), is_inverse }),
        }
    }

    /// Whether a sign comes next that stands behind its number, as in `3x`, and is not marked as a rotation.
    fn is_times_sign_behind(&self) -> bool {
        let mut ahead = self.clone();
        let is_marked = |c: char| c.is_ascii_digit() || is_apostrophe(c) || c == DOUBLE_PRIME;
        ahead.accept('x') && ahead.next_if(is_marked).is_none()
    }

    /// Refuses such a sign directly before the bracket at the byte `at` closes, behind moves: `(R U x3)`.
    pub fn refuse_times_before(&self, at: usize) -> Result<(), LocatedReason> {
        let mut back = self.text[..at].char_indices().rev().map(|(at, c)| (at, plain(c)));
        let number = back.by_ref().map(|(_, c)| c).find(|c| !c.is_whitespace());
        let (Some(number @ ('2' | '3')), Some((sign, 'x' | 'X'))) = (number, back.next()) else {
            return Ok(());
        };
        match back.map(|(_, c)| c).find(|c| !c.is_whitespace()) {
            None | Some('(' | '[' | ',' | ':') => Ok(()),
            Some(_) => Err((sign, Reason::Times(usize::from(number as u8 - b'0')))),
        }
    }

    /// Refuses a bracket at the byte `at` that holds such a sign alone, and ends a line of moves: `R U (x3)`.
    pub fn refuse_last_times(&self, at: usize) -> Result<(), LocatedReason> {
        let (before, rest) = (&self.text[..at], self.text[at..].chars());
        match (Reader { text: self.text, rest }).times_sign() {
            Some((at, number, "")) if !before.trim().is_empty() => Err((at, Reason::Times(number))),
            _ => Ok(()),
        }
    }

    /// The place of a sign such as `x3` that comes next, perhaps in brackets, with its number and what follows. A prime makes it a
    /// rotation.
    fn times_sign(&self) -> Option<(usize, usize, &'a str)> {
        let mut ahead = self.clone();
        ahead.pass_space();
        let is_bracketed = ahead.accept('(');
        ahead.pass_space();
        let at = ahead.at();
        let number = ahead.next_if(|c| matches!(c, 'x' | 'X')).and_then(|_| ahead.number())?;
        let is_rotation = ahead.apostrophe();
        ahead.pass_space();
        let is_alone = !is_bracketed || ahead.accept(')');
        (is_alone && !is_rotation).then(|| (at, number, ahead.rest().trim_end()))
    }

    fn pass_space(&mut self) {
        while self.next_if(char::is_whitespace).is_some() {}
    }

    /// The fault that nothing can be read from the byte `at` on.
    fn not_a_move(&self, at: usize) -> LocatedReason {
        let c = self.text[at..].chars().next().unwrap_or_default();
        (at, Reason::NotAMove(c))
    }
}

/// Clockwise quarters: this number of them, or as many counter-clockwise.
fn modulo_4(times: usize, is_inverse: bool) -> u8 {
    let quarters = (times % 4) as u8;
    if is_inverse { (4 - quarters) % 4 } else { quarters }
}

/// The layers that a letter turns, and the face from which the turn looks clockwise.
fn letter(c: char) -> Option<(Face, Layers)> {
    // A table, because many millions of letters are read.
    Some(match c {
        'U' => (Face::U, Layers::Outer),
        'R' => (Face::R, Layers::Outer),
        'F' => (Face::F, Layers::Outer),
        'D' => (Face::D, Layers::Outer),
        'L' => (Face::L, Layers::Outer),
        'B' => (Face::B, Layers::Outer),
        'u' => (Face::U, Layers::Wide),
        'r' => (Face::R, Layers::Wide),
        'f' => (Face::F, Layers::Wide),
        'd' => (Face::D, Layers::Wide),
        'l' => (Face::L, Layers::Wide),
        'b' => (Face::B, Layers::Wide),
        'M' => (Face::L, Layers::Middle),
        'E' => (Face::D, Layers::Middle),
        'S' => (Face::F, Layers::Middle),
        'x' => (Face::R, Layers::All),
        'y' => (Face::U, Layers::All),
        'z' => (Face::F, Layers::All),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::cube::random::Random;
    use crate::notation::{ParseError, Reason, parse_moves};

    /// Layers counted from each face, and moves with the same effect: `FACE OPPOSITE SLICE ROTATION`. The slice and the
    /// rotation follow the face, or are the inverse ones.
    const FACES: [[&str; 4]; 6] = [
        ["U", "D", "E'", "y"],
        ["R", "L", "M'", "x"],
        ["F", "B", "S", "z"],
        ["D", "U", "E", "y'"],
        ["L", "R", "M", "x'"],
        ["B", "F", "S'", "z'"],
    ];

    #[test]
    fn layers_are_counted_from_a_face() {
        let cube = Random::new(31).cube();
        for [face, opposite, slice, rotation] in FACES {
            let (small, small_opposite) = (face.to_lowercase(), opposite.to_lowercase());
            for (layers, known) in [
                (format!("1{face}"), face.to_owned()),
                (format!("2{face}"), slice.to_owned()),
                (format!("3{face}"), format!("{opposite}'")),
                (format!("1{face}w"), face.to_owned()),
                (format!("2{face}w"), format!("{face}w")),
                (format!("3{face}w"), rotation.to_owned()),
                (format!("2{small}"), small.clone()),
                (format!("3{small}"), rotation.to_owned()),
                (format!("1-1{face}w"), face.to_owned()),
                (format!("1-2{small}"), small.clone()),
                (format!("1-3{small}"), rotation.to_owned()),
                (format!("2-2{face}w"), slice.to_owned()),
                (format!("2-3{face}w"), format!("{small_opposite}'")),
                (format!("2-3{small}"), format!("{opposite}w'")),
                (format!("2-3{face}"), format!("{opposite}w'")),
                (format!("3-3{small}"), format!("{opposite}'")),
            ] {
                for mark in ["", "'", "2", "2'", "3"] {
                    let layers = parse_moves(&format!("{layers}{mark}")).unwrap();
                    let known = parse_moves(&format!("({known}){mark}")).unwrap();
                    assert_eq!(layers.apply(&cube), known.apply(&cube), "{layers:?} {known:?}");
                }
                let lengths = [&layers, &known].map(|text| parse_moves(text).unwrap().htm_length());
                assert_eq!(lengths[0], lengths[1], "{layers} {known}");
            }
        }
    }

    #[test]
    fn what_names_no_layers() {
        let layers = |named: &str| Reason::NotLayers(named.to_owned());
        for (text, column, reason) in [
            ("4R", 1, layers("4")),
            ("R 0Rw", 3, layers("0")),
            ("4r", 1, layers("4")),
            ("23R", 1, layers("23")),
            ("99999999999999999999999R", 1, layers("99999999999999999999999")),
            ("3-2Rw", 1, layers("3-2")),
            ("2-4r", 1, layers("2-4")),
            ("2-R", 1, layers("2-")),
            ("２－４Ｒ", 1, layers("２－４")),
            ("2", 1, Reason::NotAMove('2')),
            ("2 R", 1, Reason::NotAMove('2')),
            ("2-3", 1, Reason::NotAMove('2')),
            ("2M", 1, Reason::NotAMove('2')),
            ("3x", 1, Reason::NotAMove('3')),
            ("２é", 1, Reason::NotAMove('２')),
            ("2Rv", 3, Reason::NotAMove('v')),
            ("2rw", 3, Reason::NotAMove('w')),
            ("R'2U", 3, Reason::BeforeOrAfter(2)),
            ("R22U", 3, Reason::NotAMove('2')),
            ("(R)'2U", 5, Reason::BeforeOrAfter(2)),
        ] {
            assert_eq!(parse_moves(text), Err(ParseError { column: Some(column), reason }), "{text}");
        }
    }
}
