//! `cubebatch universal loops`.

use cubebatch::cube::{Algorithm, Cube};
use cubebatch::universal::Loops;
use cubebatch::universal::loops::{Step, Usage};
use serde::Serialize;

use super::{csv_line, find, json_line};
use crate::cli::args::Output;
use crate::cli::args::universal::{self as args, LoopsQuestion};
use crate::cli::failure::{Failure, INVALID, UNUSABLE};
use crate::cli::output::Out;
use crate::cli::output::print;

/// Runs the command.
pub fn run(args: &args::Loops) -> Result<u8, Failure> {
    let loops = Loops::search();
    match &args.question {
        None => list(&loops, args),
        Some(LoopsQuestion::Position { steps }) => {
            let cube = loops.position(existing(&loops, *steps)?);
            print(&(cube.to_string() + "\n")).map(|()| 0)
        }
        Some(LoopsQuestion::Find { cube, output }) => find::run(&loops, cube, *output),
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

/// A step as JSON has it.
#[derive(Serialize)]
struct Row<'a> {
    step: u128,
    block: &'a str,
    moves: &'a str,
    length: usize,
}

fn list(loops: &Loops, args: &args::Loops) -> Result<u8, Failure> {
    let mut steps = loops.steps(existing(loops, args.from)?);
    let mut out = Out::stdout();
    if args.output == Output::Csv {
        out.write(&csv_line(&["step", "block", "moves", "length"]))?;
    }
    let mut left = args.take.unwrap_or(u128::MAX);
    while left > 0
        && let Some(step) = steps.next()
    {
        out.write(&line(&step, args.output))?;
        left -= 1;
    }
    out.flush()?;
    Ok(0)
}

fn line(step: &Step, output: Output) -> Vec<u8> {
    let (number, length) = (step.number, step.moves.len());
    let [block, moves] = [step.block.to_string(), Algorithm::from(step.moves).to_string()];
    match output {
        Output::Text => (moves + "\n").into_bytes(),
        Output::Jsonl => json_line(&Row { step: number, block: &block, moves: &moves, length }),
        Output::Csv => csv_line(&[&number.to_string(), &block, &moves, &length.to_string()]),
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
