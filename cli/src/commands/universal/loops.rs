//! `cubebatch universal loops`.

use std::io::Write;

use cubebatch::cube::{Algorithm, Cube};
use cubebatch::notation::{MoveNotation, WrittenMoves};
use cubebatch::universal::Loops;
use cubebatch::universal::loops::{Step, Usage};
use cubebatch_rows::{ColumnKind, Form, Outcome, Row, RowFields, Writes, columns};

use super::find;
use crate::args::universal::{self as args, LoopsQuestion};
use crate::failure::{Failure, INVALID, UNUSABLE};
use crate::output::Out;
use crate::output::print;

/// Runs the command.
pub fn run(args: &args::LoopsArgs) -> Result<u8, Failure> {
    let loops = Loops::search();
    match &args.question {
        None => list(&loops, args),
        Some(LoopsQuestion::Position { steps }) => {
            let cube = loops.position(existing(&loops, *steps)?);
            print(&(cube.to_string() + "\n")).map(|()| 0)
        }
        Some(LoopsQuestion::Find { cube, format }) => find::run(&loops, cube, *format),
        Some(LoopsQuestion::Follow { cube, at_most, from }) => {
            follow(&loops, cube, *at_most, existing(&loops, *from)?)
        }
        Some(LoopsQuestion::Lengths) => print(&lengths(&loops)).map(|()| 0),
        Some(LoopsQuestion::Sequences) => print(&sequences(&loops)).map(|()| 0),
    }
}

/// Refuses numbers that no position has.
fn existing(loops: &Loops, steps: u128) -> Result<u128, Failure> {
    let last = loops.positions() - 1;
    if steps > last {
        let problem = format!("the list has {last} steps, not {steps}");
        return Err(Failure::new(UNUSABLE, problem, "Give a smaller number."));
    }
    Ok(steps)
}

fn list(loops: &Loops, args: &args::LoopsArgs) -> Result<u8, Failure> {
    let mut steps = loops.steps(existing(loops, args.from)?);
    let mut out = Out::stdout();
    let style = StepStyle(args.format);
    out.write(style.header().as_bytes())?;
    let mut left = args.take.unwrap_or(u128::MAX);
    while left > 0
        && let Some(step) = steps.next()
    {
        let outcome = Outcome::Solved { cube: &(), solution: &step, microseconds: None };
        let mut text = Vec::new();
        style.write(&Row { file: None, line: 0, outcome }, &mut text);
        out.write(&text)?;
        left -= 1;
    }
    out.flush()?;
    Ok(0)
}

struct StepStyle(Form);

impl Writes<(), Step<'_>> for StepStyle {
    fn form(&self) -> Form {
        self.0
    }

    fn length(&self, step: &Step) -> usize {
        step.moves.len()
    }

    fn write_solution(&self, row: &Row<(), Step>, to: &mut Vec<u8>) {
        let Outcome::Solved { solution: step, .. } = &row.outcome else { return };
        write!(to, "{}", Algorithm::from(step.moves)).expect("a vector takes everything");
    }

    fn fields<'r>(&self, row: &'r Row<(), Step>) -> RowFields<'r> {
        let step = match &row.outcome {
            Outcome::Solved { solution, .. } => Some(*solution),
            _ => None,
        };
        let mut fields = RowFields::empty();
        fields.add(true, "step", ColumnKind::Count, step.map(|step| step.number));
        fields.add(true, "block", ColumnKind::Text, step.map(|step| step.block.to_string()));
        let moves = step.map(|step| WrittenMoves { moves: step.moves, notation: MoveNotation::Letters });
        fields.add(true, columns::MOVES, ColumnKind::Moves, moves);
        fields.add(true, columns::LENGTH, ColumnKind::Count, step.map(|step| self.length(step)));
        fields
    }
}

/// Turns the cube move by move, and looks at it after each.
fn follow(loops: &Loops, cube: &Cube, at_most: u64, from: u128) -> Result<u8, Failure> {
    let mut cube = cube.then(&loops.position(from));
    let moves = loops.steps(from).flat_map(|step| step.moves.iter().map(move |&mv| (step.number, mv)));
    let mut step = from;
    let mut done = 0;
    for (number, mv) in moves.take(at_most as usize) {
        if cube.is_solved() {
            break;
        }
        cube = cube.turn(mv);
        step = number;
        done += 1;
    }
    if cube.is_solved() {
        print(&format!("solved after {done} moves, in step {step}\n"))?;
        return Ok(0);
    }
    let remedy = "`cubebatch universal loops find` prints the number of steps.";
    Err(Failure::new(INVALID, format_args!("not solved after {done} moves"), remedy))
}

fn lengths(loops: &Loops) -> String {
    let lengths = loops.lengths();
    let rows: String = lengths.iter().map(|(length, steps)| format!("{length:>5} {steps:>21}\n")).collect();
    let steps = loops.positions() - 1;
    let mean = loops.moves() as f64 / steps as f64;
    format!("moves                 steps\n{rows}{} moves in {steps} steps, mean {mean:.4}\n", loops.moves())
}

fn sequences(loops: &Loops) -> String {
    let usage = loops.usage().into_iter();
    let line =
        |used: Usage| format!("{:<13} {:>20}  {}\n", used.block, used.steps, Algorithm::from(used.moves));
    usage.map(line).collect()
}
