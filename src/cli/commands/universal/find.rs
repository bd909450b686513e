//! `cubebatch universal loops find`: from positions to the steps that solve them.

use std::path::Path;
use std::sync::Arc;

use cubebatch::cube::Cube;
use cubebatch::rows::{LineError, message, parse};
use cubebatch::universal::Loops;
use serde::Serialize;

use super::{csv_line, json_line};
use crate::cli::args::Output;
use crate::cli::args::universal::Cubes;
use crate::cli::failure::{Failure, INVALID};
use crate::cli::input::{Input, LINES, Line};
use crate::cli::output::Out;

/// Runs the command; the exit code says whether all lines were positions.
pub fn run(loops: &Loops, cubes: &Cubes, output: Output) -> Result<u8, Failure> {
    let mut out = Out::stdout();
    if output == Output::Csv {
        out.write(&csv_line(&["line", "cube", "steps", "moves", "error"]))?;
    }
    let all_valid = match cubes {
        Cubes::One(cube) => out.write(&answer(loops, 1, cube, output)).map(|()| true),
        Cubes::Lines => answer_lines(loops, output, &mut out),
    }?;
    out.flush()?;
    Ok(if all_valid { 0 } else { INVALID })
}

/// Answers as soon as a line was read.
fn answer_lines(loops: &Loops, output: Output, out: &mut Out) -> Result<bool, Failure> {
    let mut input = Input::open(Path::new("-"), &Arc::default())?;
    let mut all_valid = true;
    while let Some(chunk) = input.next_chunk(LINES)? {
        for Line { number: line, bytes } in chunk.lines() {
            match parse(bytes, None) {
                Ok(None) => {}
                Ok(Some(cube)) => out.write(&answer(loops, line, &cube, output))?,
                Err(error) => {
                    all_valid = false;
                    out.write(&complaint(line, &error, output))?;
                    tell!("{}", message(&chunk.name, line, &error));
                }
            }
        }
        out.flush()?;
    }
    Ok(all_valid)
}

/// A row of JSON.
#[derive(Default, Serialize)]
struct Row<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

fn answer(loops: &Loops, line: u64, cube: &Cube, output: Output) -> Vec<u8> {
    let steps = loops.find(cube);
    let moves = loops.moves_before(steps);
    let cube = cube.to_string();
    match output {
        Output::Text => format!("{steps}\n").into_bytes(),
        Output::Csv => csv_line(&[&line.to_string(), &cube, &steps.to_string(), &moves.to_string(), ""]),
        Output::Jsonl => json_line(&Row {
            line,
            cube: Some(&cube),
            steps: Some(steps),
            moves: Some(moves),
            ..Row::default()
        }),
    }
}

fn complaint(line: u64, error: &LineError, output: Output) -> Vec<u8> {
    let error = error.to_string();
    match output {
        Output::Text => format!("# line {line}: {error}\n").into_bytes(),
        Output::Csv => csv_line(&[&line.to_string(), "", "", "", &error]),
        Output::Jsonl => json_line(&Row { line, error: Some(&error), ..Row::default() }),
    }
}
