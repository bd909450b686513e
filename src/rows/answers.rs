//! From lines to rows.

use std::iter::Peekable;
use std::vec;

use super::line::{LineError, parse};
use super::row::{Outcome, Row, Style};
use crate::error::Detail;
use crate::notation::Format;
use crate::{Cube, Error, Limits, Solution, Solver};

/// What became of some lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines with a position that was solved.
    pub solved: u64,
    /// Lines with a position of which it is proved that no solution is as short as was asked for.
    pub none: u64,
    /// Lines that hold no position and are not blank.
    pub invalid: u64,
    /// The moves of all solutions.
    pub moves: u64,
}

/// Solves the positions on some lines, which end in line feeds, and appends a row for each line that is not blank. The
/// number of the first line is `first`.
///
/// # Errors
/// What ended the searches; then there are the rows of the lines before.
pub fn answer(
    solver: &Solver,
    (lines, first): (&[u8], u64),
    format: Option<Format>,
    style: Style,
    limits: &Limits,
    rows: &mut Vec<u8>,
) -> Result<Tally, Error> {
    let lines = (first..).zip(lines.split(|&byte| byte == b'\n'));
    let held = lines.filter_map(|(line, text)| Some((line, parse(text, format).transpose()?)));
    let held: Vec<Held> = held.collect();
    let cubes: Vec<Cube> = held.iter().filter_map(|(_, held)| held.as_ref().ok().copied()).collect();
    let mut rows = Rows { held: held.into_iter().peekable(), style, rows, tally: Tally::default() };
    let mut failed = None;
    rows.pass_over();
    solver.solve_in_order(&cubes, limits, |solution| {
        if failed.is_none() {
            failed = rows.add(solution).err();
        }
    });
    failed.map_or(Ok(rows.tally), Err)
}

/// A line that is not blank: its number, and what it holds.
type Held = (u64, Result<Cube, LineError>);

/// The rows of some lines, in their order.
struct Rows<'a> {
    held: Peekable<vec::IntoIter<Held>>,
    style: Style,
    rows: &'a mut Vec<u8>,
    tally: Tally,
}

impl Rows<'_> {
    /// Adds the row of the next position, and what follows it up to the one after.
    ///
    /// # Errors
    /// What is no answer.
    fn add(&mut self, solution: Result<Solution, Error>) -> Result<(), Error> {
        let Some((line, Ok(cube))) = self.held.next() else {
            unreachable!("there is a solution for each position, in their order")
        };
        match solution {
            Ok(solution) => {
                self.tally.solved += 1;
                self.tally.moves += solution.length() as u64;
                let solution = &solution;
                self.write(line, Outcome::Solved { cube: &cube, solution, microseconds: None });
            }
            Err(error) => {
                let &Detail::NoneWithin { moves, ref proof } = error.detail() else { return Err(error) };
                self.tally.none += 1;
                self.write(line, Outcome::NoneWithin { cube: &cube, proof, microseconds: None, moves });
            }
        }
        self.pass_over();
        Ok(())
    }

    /// Passes over lines up to the next position: invalid ones have a row.
    fn pass_over(&mut self) {
        while let Some((line, Err(error))) = self.held.next_if(|(_, held)| held.is_err()) {
            self.tally.invalid += 1;
            self.write(line, Outcome::Invalid { error: &error.told() });
        }
    }

    fn write(&mut self, line: u64, outcome: Outcome) {
        self.style.write(&Row { file: None, line, outcome }, self.rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Form;
    use crate::{EngineChoice, Method};

    #[test]
    fn each_line_that_is_not_blank_has_its_row() {
        let solver =
            Solver::builder().engine(EngineChoice::Cpu).method(Method::Thistlethwaite).open().unwrap();
        let style = Style::of(Form::Text, Method::Thistlethwaite, &Limits::default());
        let mut rows = Vec::new();
        let text = b"X\nR\n\n# nothing\nY\nU2\r\nZ";
        let tally = answer(&solver, (text, 10), None, style, &Limits::default(), &mut rows).unwrap();
        assert_eq!(tally, Tally { solved: 2, none: 0, invalid: 3, moves: 2 });
        let expected = "\
            # line 10: column 1: no move begins with \"X\"\n\
            R'\n\
            # line 14: column 1: no move begins with \"Y\"\n\
            U2\n\
            # line 16: column 1: no move begins with \"Z\"\n";
        assert_eq!(String::from_utf8(rows).unwrap(), expected);
    }
}
