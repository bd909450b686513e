//! `cubebatch universal loops find`: from positions to the steps that solve them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use cubebatch::cube::Cube;
use cubebatch::universal::Loops;
use cubebatch_rows::{ColumnKind, Form, Outcome, Row, RowFields, Writes, columns, message, parse};

use crate::args::universal::CubesToFind;
use crate::failure::{Failure, INVALID};
use crate::input::{Input, LINES, Line};
use crate::output::Out;

/// Runs the command; the exit code says whether all lines were positions.
pub fn run(loops: &Loops, cubes: &CubesToFind, form: Form) -> Result<u8, Failure> {
    let mut rows = PlaceRows { loops, style: PlaceStyle(form), out: Out::stdout() };
    rows.out.write(rows.style.header().as_bytes())?;
    let all_valid = match cubes {
        CubesToFind::One(cube) => rows.answer(1, cube).map(|()| true),
        CubesToFind::Lines => rows.answer_lines(),
    }?;
    rows.out.flush()?;
    Ok(if all_valid { 0 } else { INVALID })
}

/// Answers positions, a row each.
struct PlaceRows<'a> {
    loops: &'a Loops,
    style: PlaceStyle,
    out: Out,
}

impl PlaceRows<'_> {
    /// Answers each line as soon as it was read, and says whether all were positions.
    fn answer_lines(&mut self) -> Result<bool, Failure> {
        let mut input = Input::open(Path::new("-"), &Arc::default())?;
        let mut all_valid = true;
        while let Some(chunk) = input.next_chunk(LINES)? {
            for Line { number: line, bytes } in chunk.lines() {
                match parse(bytes, None) {
                    Ok(None) => {}
                    Ok(Some(cube)) => self.answer(line, &cube)?,
                    Err(error) => {
                        all_valid = false;
                        self.write(line, Outcome::Invalid { error: &error })?;
                        tell!("{}", message(&chunk.name, line, &error));
                    }
                }
            }
            self.out.flush()?;
        }
        Ok(all_valid)
    }

    fn answer(&mut self, line: u64, cube: &Cube) -> Result<(), Failure> {
        let steps = self.loops.find(cube);
        let place = PlaceInList { steps, moves: self.loops.moves_before(steps) };
        self.write(line, Outcome::Solved { cube, solution: &place, microseconds: None })
    }

    fn write(&mut self, line: u64, outcome: Outcome<Cube, PlaceInList>) -> Result<(), Failure> {
        let mut text = Vec::new();
        self.style.write(&Row { file: None, line, outcome }, &mut text);
        self.out.write(&text)
    }
}

/// Where the list solves a position.
struct PlaceInList {
    steps: u128,
    /// Moves up to there.
    moves: u128,
}

struct PlaceStyle(Form);

impl Writes<Cube, PlaceInList> for PlaceStyle {
    fn form(&self) -> Form {
        self.0
    }

    fn length(&self, _: &PlaceInList) -> usize {
        0
    }

    fn write_solution(&self, row: &Row<Cube, PlaceInList>, to: &mut Vec<u8>) {
        let Outcome::Solved { solution: place, .. } = &row.outcome else { return };
        write!(to, "{}", place.steps).expect("a vector takes everything");
    }

    fn fields<'r>(&self, row: &'r Row<Cube, PlaceInList>) -> RowFields<'r> {
        let (cube, place) = match &row.outcome {
            Outcome::Solved { cube, solution, .. } => (Some(cube), Some(solution)),
            _ => (None, None),
        };
        let mut fields = RowFields::empty();
        fields.add(true, columns::LINE, ColumnKind::Count, row.line);
        fields.add(true, columns::CUBE, ColumnKind::Text, cube.map(|cube| cube.to_string()));
        fields.add(true, "steps", ColumnKind::Count, place.map(|place| place.steps));
        fields.add(true, columns::MOVES, ColumnKind::Count, place.map(|place| place.moves));
        fields.add(true, columns::ERROR, ColumnKind::Text, row.outcome.error());
        fields
    }
}
