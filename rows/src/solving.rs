//! From lines to what becomes of them.

use std::iter::Peekable;
use std::ops::ControlFlow;
use std::vec;

use cubebatch_tables::time::Instant;

use super::line::{LineError, parse};
use super::outcome::{Outcome, Row, Tally};
use super::row::Style;
use super::written::Writes;
use cubebatch::notation::Format;
use cubebatch::{Cube, Error, Solution, SolveOptions, Solver};

/// What a line holds.
pub enum Held<'a, P = Cube, S = Solution> {
    /// Nothing.
    Blank,
    /// A position.
    Position(P),
    /// A position whose solution is known.
    Known(P, &'a S),
    /// A position that is not to be searched: why, in a sentence.
    Stopped(&'static str),
    /// Something else.
    Invalid(LineError),
}

impl<P, S> From<Result<Option<P>, LineError>> for Held<'_, P, S> {
    fn from(parsed: Result<Option<P>, LineError>) -> Self {
        match parsed {
            Ok(None) => Held::Blank,
            Ok(Some(position)) => Held::Position(position),
            Err(error) => Held::Invalid(error),
        }
    }
}

/// Takes what becomes of lines `L`, in their order.
pub trait Sink<L, P = Cube, S = Solution> {
    /// Takes what became of the next line. After a break it gets no other one.
    fn take(&mut self, line: &L, outcome: Outcome<P, S>) -> ControlFlow<()>;

    /// Takes note of the next line, whose position is searched.
    fn wait_for(&mut self, line: &L) {
        _ = line;
    }
}

/// A function that takes what becomes of lines.
impl<L, P, S, F: FnMut(&L, Outcome<P, S>) -> ControlFlow<()>> Sink<L, P, S> for F {
    fn take(&mut self, line: &L, outcome: Outcome<P, S>) -> ControlFlow<()> {
        self(line, outcome)
    }
}

/// Some lines, in their order.
pub struct Lines<'a, L, P = Cube, S = Solution> {
    held: Vec<(L, Held<'a, P, S>)>,
    positions: Vec<P>,
}

impl<'a, L, P: Copy, S> Lines<'a, L, P, S> {
    /// Lines with what they hold; up to the first that is invalid, if the others are not wanted after it.
    pub fn read(
        lines: impl Iterator<Item = L>,
        stops_at_invalid: bool,
        mut hold: impl FnMut(&L) -> Held<'a, P, S>,
    ) -> Lines<'a, L, P, S> {
        let (mut held, mut positions) = (Vec::with_capacity(lines.size_hint().0), Vec::new());
        for line in lines {
            let holds = hold(&line);
            let is_last = stops_at_invalid && matches!(holds, Held::Invalid(_));
            if let Held::Position(position) = holds {
                positions.push(position);
            }
            held.push((line, holds));
            if is_last {
                break;
            }
        }
        Lines { held, positions }
    }

    /// How many positions are searched.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Solves each position alone.
    pub fn solve_each(self, mut solve: impl FnMut(&P) -> Result<S, Error>, sink: &mut impl Sink<L, P, S>) {
        self.search(sink, |positions, rows| {
            positions.iter().try_for_each(|position| rows.add(solve(position), None))
        });
    }

    fn search<T: Sink<L, P, S>>(
        self,
        sink: &mut T,
        search: impl FnOnce(&[P], &mut PendingLines<L, P, S, T>) -> ControlFlow<()>,
    ) {
        let mut rows = PendingLines { held: self.held.into_iter().peekable(), sink };
        if rows.pass_over().is_continue() {
            _ = search(&self.positions, &mut rows);
        }
    }
}

impl<L> Lines<'_, L> {
    /// Solves the positions side by side. An outcome is given as soon as it and all before it are known.
    pub fn solve(self, solver: &Solver, limits: &SolveOptions, sink: &mut impl Sink<L>) {
        self.search(sink, |cubes, rows| {
            let mut go_on = ControlFlow::Continue(());
            solver.solve_in_order(cubes, limits, |found| {
                if go_on.is_continue() {
                    go_on = rows.add(found, None);
                }
            });
            go_on
        });
    }

    /// Solves each position alone, and takes its time.
    pub fn solve_timed(self, solver: &Solver, limits: &SolveOptions, sink: &mut impl Sink<L>) {
        self.search(sink, |cubes, rows| {
            cubes.iter().try_for_each(|cube| {
                let start = Instant::now();
                let found = solver.solve(cube, limits);
                let microseconds = (start.elapsed().as_secs_f64() * 1e7).round() / 10.0;
                rows.add(found, Some(microseconds))
            })
        });
    }
}

/// Lines whose outcomes are not given yet.
struct PendingLines<'a, 's, L, P, S, T> {
    held: Peekable<vec::IntoIter<(L, Held<'a, P, S>)>>,
    sink: &'s mut T,
}

impl<L, P, S, T: Sink<L, P, S>> PendingLines<'_, '_, L, P, S, T> {
    /// Gives what the search for the next position came to, and what follows it up to the one after.
    fn add(&mut self, found: Result<S, Error>, microseconds: Option<f64>) -> ControlFlow<()> {
        let Some((line, Held::Position(position))) = self.held.next() else {
            unreachable!("there is an answer for each position, in their order")
        };
        self.sink.take(&line, Outcome::of(&position, &found, microseconds))?;
        self.pass_over()
    }

    /// Passes over lines up to the next position that is searched.
    fn pass_over(&mut self) -> ControlFlow<()> {
        while let Some((line, held)) = self.held.next_if(|(_, held)| !matches!(held, Held::Position(_))) {
            let outcome = match &held {
                Held::Position(_) => unreachable!("it is not passed over"),
                Held::Blank => Outcome::Blank,
                Held::Known(cube, solution) => {
                    Outcome::Solved { cube, solution: *solution, microseconds: None }
                }
                Held::Stopped(why) => Outcome::Stopped { why },
                Held::Invalid(error) => Outcome::Invalid { error },
            };
            self.sink.take(&line, outcome)?;
        }
        if let Some((line, _)) = self.held.peek() {
            self.sink.wait_for(line);
        }
        ControlFlow::Continue(())
    }
}

/// Solves the positions on some lines of text, which end in line feeds, and appends a row for each line that is not blank.
/// The number of the first line is `first`. `seen` is called with each outcome.
///
/// # Errors
/// What ended the searches; then there are the rows of the lines before.
pub fn answer(
    solver: &Solver,
    (text, first): (&[u8], u64),
    format: Option<Format>,
    style: Style,
    limits: &SolveOptions,
    rows: &mut Vec<u8>,
    mut seen: impl FnMut(&Outcome),
) -> Result<Tally, Error> {
    let lines = (first..).zip(text.split(|&byte| byte == b'\n'));
    let lines = Lines::read(lines, false, |(_, text)| parse(text, format).into());
    let (mut tally, mut failed) = (Tally::default(), None);
    lines.solve(
        solver,
        limits,
        &mut |&(line, _): &(u64, &[u8]), outcome: Outcome| match outcome.answered() {
            Ok(outcome) => {
                tally.count(&outcome, Solution::length);
                seen(&outcome);
                style.write(&Row { file: None, line, outcome }, rows);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    failed.map_or(Ok(tally), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;
    use cubebatch::progress::Cancelled;
    use cubebatch::{EngineChoice, Method};
    use cubebatch_search::error::Detail;

    #[test]
    fn each_line_that_is_not_blank_has_its_row() {
        let solver =
            Solver::builder().engine(EngineChoice::Cpu).method(Method::Thistlethwaite).open().unwrap();
        let style = Style::of(Form::Text, Method::Thistlethwaite, &SolveOptions::default());
        let mut rows = Vec::new();
        let text = b"Q\nR\n\n# nothing\nV\nU2\r\nK";
        let mut lengths = Vec::new();
        let seen = |outcome: &Outcome| lengths.extend(outcome.solution().map(|(_, found)| found.length()));
        let tally =
            answer(&solver, (text, 10), None, style, &SolveOptions::default(), &mut rows, seen).unwrap();
        assert_eq!(lengths, [1, 1]);
        assert_eq!(tally, Tally { solved: 2, invalid: 3, moves: 2, ..Tally::default() });
        let expected = "\
            # line 10: column 1: no move begins with \"Q\"\n\
            R'\n\
            # line 14: column 1: no move begins with \"V\"\n\
            U2\n\
            # line 16: column 1: no move begins with \"K\"\n";
        assert_eq!(String::from_utf8(rows).unwrap(), expected);
    }

    /// Writes down what it is given, and ends at the first position that has no answer.
    #[derive(Default)]
    struct Seen(Vec<String>);

    impl Sink<u64, char, String> for Seen {
        fn take(&mut self, line: &u64, outcome: Outcome<char, String>) -> ControlFlow<()> {
            let text = match &outcome {
                Outcome::Blank => "blank".to_owned(),
                Outcome::Solved { cube, solution, .. } => format!("{cube}: {solution}"),
                outcome => outcome.error().unwrap_or_default(),
            };
            self.0.push(format!("{line} {text}"));
            let is_failed = matches!(outcome, Outcome::Failed { .. });
            if is_failed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }

        fn wait_for(&mut self, line: &u64) {
            self.0.push(format!("{line} …"));
        }
    }

    #[test]
    fn outcomes_come_in_the_order_of_lines_until_the_sink_breaks() {
        let known = "known".to_owned();
        let hold = |line: &u64| match line {
            1 | 4 => Held::Blank,
            2 => Held::Known('a', &known),
            6 => Held::Stopped("no time"),
            7 => Held::Invalid(LineError::NoCube("cube".to_owned())),
            _ => Held::Position('b'),
        };
        let lines = |last, stops| Lines::read(1..=last, stops, hold);
        assert_eq!((lines(9, false).positions(), lines(9, true).positions()), (4, 2));
        let mut seen = Seen::default();
        let mut answers =
            vec![Err(Detail::WrongSolution.into()), Err(Cancelled.into()), Ok("found".to_owned())];
        lines(9, false).solve_each(|_| answers.pop().expect("nothing is asked after the break"), &mut seen);
        let expected = [
            "1 blank",
            "2 a: known",
            "3 …",
            "3 b: found",
            "4 blank",
            "5 …",
            "5 stopped on request",
            "6 no time",
            "7 there is no `cube`",
            "8 …",
            "8 a solution failed its check",
        ];
        assert_eq!(seen.0, expected);
    }
}
