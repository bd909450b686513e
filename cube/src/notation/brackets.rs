//! Brackets around moves: groups that are repeated, commutators and conjugates.

use super::manoeuvre::{Manoeuvre, WrittenTurn};
use super::{LocatedReason, Reason};

/// The most brackets that may be open at a time.
const DEEPEST: usize = 100;

/// The most turns that the brackets of a line may write, those of inner brackets counted for themselves: so neither
/// time nor memory grow faster than the text, whatever is repeated.
const LONGEST: usize = 100_000;

/// The symbol of the bracket that is not written around a conjugate such as `R U: [M, U2]`.
const UNWRITTEN: char = ':';

/// The part of a line of moves that is read so far, perhaps with open brackets.
pub(super) struct Brackets {
    /// The moves outside of brackets.
    manoeuvre: Manoeuvre,
    open: Vec<OpenBracket>,
    /// What repeats the next bracket, as in `3*(R U)`.
    factor: Option<usize>,
    /// The moves inside of open brackets.
    turns: Vec<WrittenTurn>,
    /// How many turns brackets have written so far.
    written: usize,
}

/// A bracket that waits for the other one.
struct OpenBracket {
    symbol: char,
    /// The byte at which it stands.
    at: usize,
    /// How many turns there were inside of brackets before it.
    start: usize,
    /// The comma, colon or slash inside of it, and how many there were before that.
    division: Option<(char, usize)>,
    /// How many times the number before it repeats it.
    factor: usize,
}

/// The marks after a bracket.
#[derive(Clone, Copy)]
pub(super) struct Repetition {
    pub times: usize,
    pub is_inverse: bool,
}

impl Brackets {
    /// Begins after what `manoeuvre` holds.
    pub fn new(manoeuvre: Manoeuvre) -> Brackets {
        let (open, turns) = (Vec::new(), Vec::new());
        Brackets { manoeuvre, open, factor: None, turns, written: 0 }
    }

    /// Begins inside of a conjugate without brackets.
    pub fn of_conjugate() -> Brackets {
        let open = OpenBracket { symbol: UNWRITTEN, at: 0, start: 0, division: None, factor: 1 };
        Brackets { open: vec![open], ..Brackets::new(Manoeuvre::with_capacity(0)) }
    }

    /// Whether no bracket is open.
    pub fn are_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether no bracket is open that is written, or begins next.
    pub fn are_outside(&self) -> bool {
        self.open.last().is_none_or(|open| open.symbol == UNWRITTEN) && self.factor.is_none()
    }

    /// Repeats the bracket that comes next.
    pub fn multiply(&mut self, factor: usize) {
        self.factor = Some(factor);
    }

    /// Opens `(` or `[`, which stands at the byte `at`.
    pub fn open(&mut self, symbol: char, at: usize) -> Result<(), LocatedReason> {
        if self.open.len() == DEEPEST {
            return Err((at, Reason::TooDeep(DEEPEST)));
        }
        let factor = self.factor.take().unwrap_or(1);
        self.open.push(OpenBracket { symbol, at, start: self.turns.len(), division: None, factor });
        Ok(())
    }

    /// Appends a turn.
    #[inline]
    pub fn push(&mut self, turn: WrittenTurn) {
        if self.are_closed() { self.manoeuvre.push(turn) } else { self.turns.push(turn) }
    }

    /// Takes a comma, a colon or a slash, if it is the first one in a square bracket; else says no.
    pub fn divide(&mut self, symbol: char) -> bool {
        let Some(open) = self.open.last_mut() else { return false };
        let may_divide = open.symbol == '[' || (open.symbol, symbol) == (UNWRITTEN, ':');
        if !may_divide || open.division.is_some() {
            return false;
        }
        open.division = Some((symbol, self.turns.len()));
        true
    }

    /// Closes the bracket that was opened last by `)` or `]`, which stands at the byte `at`, and writes it out.
    pub fn close(&mut self, symbol: char, at: usize, repetition: Repetition) -> Result<(), LocatedReason> {
        let opening = if symbol == ')' { '(' } else { '[' };
        let open = self.open.pop_if(|open| open.symbol == opening).ok_or((at, Reason::Unopened(symbol)))?;
        if open.symbol == '[' && open.division.is_none() && open.start == self.turns.len() {
            return Err((open.at, Reason::Empty));
        }
        // If it is several moves, some programs undo it twice, and others repeat it.
        if open.division.is_some_and(|(symbol, division)| symbol == '/' && division - open.start != 1) {
            return Err((open.at, Reason::Division('/')));
        }
        let times = repetition.times.saturating_mul(open.factor);
        self.write_out(&open, Repetition { times, ..repetition })
    }

    /// Writes out a bracket that was open last.
    fn write_out(&mut self, open: &OpenBracket, repetition: Repetition) -> Result<(), LocatedReason> {
        self.count(open, repetition).ok_or((open.at, Reason::TooLong(LONGEST)))?;
        self.write(open, repetition);
        if self.are_closed() {
            self.turns.drain(..).for_each(|turn| self.manoeuvre.push(turn));
        }
        Ok(())
    }

    /// Counts what [`Brackets::write`] will write, or refuses it.
    fn count(&mut self, open: &OpenBracket, Repetition { times, is_inverse }: Repetition) -> Option<()> {
        let inside = self.turns.len() - open.start;
        let once = match open.division {
            None => inside,
            Some((',', _)) => inside * 2,
            Some(('/', _)) => inside * 2 + 1,
            Some((_, division)) => inside + (division - open.start),
        };
        let is_as_written = times == 1 && !is_inverse && open.division.is_none();
        let more = if is_as_written { 0 } else { once.checked_mul(times)? };
        self.written = self.written.checked_add(more).filter(|&written| written <= LONGEST)?;
        Some(())
    }

    fn write(&mut self, open: &OpenBracket, Repetition { times, is_inverse }: Repetition) {
        let OpenBracket { start, division, .. } = *open;
        let is_empty = self.turns.len() == start;
        if times == 0 || is_empty {
            return self.turns.truncate(start);
        }
        if let Some((symbol, division)) = division {
            let end = self.turns.len();
            match symbol {
                '/' => self.turns.push(self.turns[start].doubled()),
                _ => self.write_inverse(start, division),
            }
            if symbol != ':' {
                self.write_inverse(division, end);
            }
            if symbol == '/' {
                self.turns.push(self.turns[start]);
            }
        }
        if is_inverse {
            self.turns[start..].reverse();
            self.turns[start..].iter_mut().for_each(|turn| *turn = turn.inverse());
        }
        let end = self.turns.len();
        (1..times).for_each(|_| self.turns.extend_from_within(start..end));
    }

    /// Appends what undoes the turns from `start` to `end`.
    fn write_inverse(&mut self, start: usize, end: usize) {
        let length = self.turns.len();
        self.turns.extend_from_within(start..end);
        self.turns[length..].reverse();
        self.turns[length..].iter_mut().for_each(|turn| *turn = turn.inverse());
    }

    /// The whole line, or the fault of a bracket that is still open.
    pub fn finish(mut self) -> Result<Manoeuvre, LocatedReason> {
        if let Some(open) = self.open.pop_if(|open| open.symbol == UNWRITTEN) {
            self.write_out(&open, Repetition { times: 1, is_inverse: false })?;
        }
        self.open.last().map_or(Ok(self.manoeuvre), |open| Err((open.at, Reason::Unclosed(open.symbol))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::notation::{ParseError, parse_moves};
    use proptest::prelude::*;

    /// Moves in brackets, and the same moves written out: letters with quarter turns.
    #[derive(Clone, Debug)]
    struct Written {
        text: String,
        turns: Vec<(String, usize)>,
    }

    fn inverse(turns: &[(String, usize)]) -> Vec<(String, usize)> {
        turns.iter().rev().map(|(letter, quarters)| (letter.clone(), 4 - quarters)).collect()
    }

    fn plain(turns: &[(String, usize)]) -> String {
        turns.iter().map(|(letter, quarters)| format!("{letter}{quarters} ")).collect()
    }

    fn after(parts: &[&[(String, usize)]]) -> Vec<(String, usize)> {
        parts.concat()
    }

    fn turns() -> impl Strategy<Value = Written> {
        let turn = ("[URFDLBurfdlbMESxyz]|[URFDLB]w|2[URFDLB]", 1..4_usize);
        prop::collection::vec(turn, 0..4).prop_map(|turns| Written { text: plain(&turns), turns })
    }

    fn groups() -> impl Strategy<Value = Written> {
        turns().prop_recursive(3, 20, 2, |inner| {
            (inner.clone(), inner, 0..4_usize, 0..4_usize, any::<bool>()).prop_map(write)
        })
    }

    /// A group with both parts, a commutator or a conjugate of them, or one after the other.
    fn write((a, b, kind, times, is_inverse): (Written, Written, usize, usize, bool)) -> Written {
        let (back_a, back_b) = (inverse(&a.turns), inverse(&b.turns));
        let ([a_text, b_text], [a, b]) = ([&a.text, &b.text], [&a.turns, &b.turns]);
        let (text, once) = match kind {
            // The full stop means nothing; `x2` directly before a bracket could mean twice.
            0 => (format!("({a_text}{b_text}.)"), after(&[a, b])),
            1 => (format!("[{a_text}, {b_text}]"), after(&[a, b, &back_a, &back_b])),
            2 => (format!("[{a_text}:{b_text}]"), after(&[a, b, &back_a])),
            _ => return Written { text: format!("{a_text} {b_text}"), turns: after(&[a, b]) },
        };
        let once = if is_inverse { inverse(&once) } else { once };
        let mark = if is_inverse { "'" } else { "" };
        Written { text: format!("{text}{times}{mark} "), turns: vec![once; times].concat() }
    }

    proptest! {
        #[test]
        fn brackets_do_what_is_written_out(written in groups(), seed: u64) {
            let [brackets, plain] = [&written.text, &plain(&written.turns)].map(|text| parse_moves(text).unwrap());
            let cube = Random::new(seed).cube();
            prop_assert_eq!(brackets.apply(&cube), plain.apply(&cube), "{}", written.text);
            prop_assert_eq!(brackets.htm_length(), plain.htm_length(), "{}", written.text);
        }

        #[test]
        fn what_is_undone_leaves_nothing(written in groups(), seed: u64) {
            let cube = Random::new(seed).cube();
            let there_and_back = parse_moves(&format!("{0} ({0}.)'", written.text)).unwrap();
            prop_assert_eq!(there_and_back.apply(&cube), cube);
        }
    }

    #[test]
    fn groups_are_the_same_as_all_moves_written_out() {
        for (brackets, plain) in [
            ("(R U)3", "R U R U R U"),
            ("(R U')", "R U'"),
            ("(R U)2'", "U' R' U' R'"),
            ("(R x)'", "x' R'"),
            ("(R)0 U", "U"),
            ("(R)12", "R R R R R R R R R R R R"),
            ("()5[,][:]", ""),
            ("[R, U]", "R U R' U'"),
            ("[R: U2]", "R U2 R'"),
            ("[R:U]'", "R U' R'"),
            ("[R,U]2'", "U R U' R' U R U' R'"),
            ("[F: [R, U]2]", "F R U R' U' R U R' U' F'"),
            ("((R)2U)2 F", "R R U R R U F"),
            ("[(R U)2, [F: D]] L", "R U R U F D F' U' R' U' R' F D' F' L"),
            ("［Ｒ，Ｕ］２（Ｆ）", "R U R' U' R U R' U' F"),
        ] {
            assert_eq!(parse_moves(brackets), parse_moves(plain), "{brackets}");
        }
    }

    #[test]
    fn brackets_that_are_not_in_pairs() {
        for (text, column, reason) in [
            ("R ( U", 3, Reason::Unclosed('(')),
            ("R (U [F, D", 6, Reason::Unclosed('[')),
            ("R) U", 2, Reason::Unopened(')')),
            ("(R]", 3, Reason::Unopened(']')),
            ("[R, U)", 6, Reason::Unopened(')')),
            ("R’ (U", 4, Reason::Unclosed('(')),
        ] {
            assert_eq!(parse_moves(text), Err(ParseError { column: Some(column), reason }), "{text}");
        }
    }

    #[test]
    fn square_brackets_have_at_most_two_parts() {
        for (text, column, reason) in [
            ("[]", 1, Reason::Empty),
            ("[R, U, F]", 6, Reason::Division(',')),
            ("[R: U, F]", 6, Reason::Division(',')),
            ("[(R, U), F]", 4, Reason::Division(',')),
            ("(R: U)", 3, Reason::Division(':')),
        ] {
            assert_eq!(parse_moves(text), Err(ParseError { column: Some(column), reason }), "{text}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| parse_moves(&format!("{}R{}", "(".repeat(depth), ")".repeat(depth)));
        assert_eq!(nested(DEEPEST), parse_moves("R"));
        for depth in [DEEPEST + 1, 1_000_000] {
            let reason = Reason::TooDeep(DEEPEST);
            assert_eq!(nested(depth), Err(ParseError { column: Some(DEEPEST + 1), reason }));
        }
    }

    /// Without bounds none of these would come to an end.
    #[test]
    fn length_is_bounded() {
        let huge = usize::MAX;
        for (text, column) in [
            ("R ((((R)99999)99999)99999)99999".to_owned(), 5),
            ("(R)100001".to_owned(), 1),
            (format!("(R U){huge}"), 1),
            ("(R)99999999999999999999999999'".to_owned(), 1),
            ("(x)99999 (x)99999".to_owned(), 10),
            ("((R)60000)0 ((R)60000)0".to_owned(), 14),
            (format!("{}R{}", "(".repeat(99), ")9".repeat(99)), 94),
            (format!("{}R{}", "[".repeat(99), ", U]".repeat(99)), 85),
            (format!("({})'", "R".repeat(LONGEST + 1)), 1),
        ] {
            let reason = Reason::TooLong(LONGEST);
            assert_eq!(parse_moves(&text), Err(ParseError { column: Some(column), reason }), "{text:.40}");
        }
        for nothing in [format!("(){huge}"), format!("[,]{huge}'"), format!("((R)0){huge}")] {
            assert_eq!(parse_moves(&nothing), parse_moves(""), "{nothing}");
        }
        assert_eq!(parse_moves("(R)100000").unwrap().htm_length(), LONGEST);
        assert_eq!(parse_moves("(R U)50000'").unwrap().htm_length(), LONGEST);
        assert_eq!(parse_moves(&"(R)".repeat(LONGEST + 1)).unwrap().htm_length(), LONGEST + 1);
    }
}
