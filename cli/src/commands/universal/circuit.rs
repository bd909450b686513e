//! `cubebatch universal circuit`.

use std::path::Path;
use std::sync::Arc;

use cubebatch::cube::{Face, Move};
use cubebatch::universal::circuit::{Circuit, Fault, Group, Walker};
use cubebatch_rows::{LONGEST_LINE, LineError};

use crate::args::universal as args;
use crate::failure::{Failure, INVALID};
use crate::input::{Input, LINES};
use crate::output::Out;
use crate::output::print;
use crate::remote::Show;
use crate::watch;

/// Moves on a line.
const WIDTH: u64 = 60;

/// Runs the command.
pub fn run(args: &args::CircuitArgs) -> Result<u8, Failure> {
    let group = args.group.group();
    match &args.check {
        Some(file) => check(group, file)?,
        None => construct(group, args.output.file.as_deref().filter(|out| *out != "-"))?,
    }
    Ok(0)
}

fn construct(group: Group, out: Option<&Path>) -> Result<(), Failure> {
    let mut out = out.map_or_else(|| Ok(Out::stdout()), Out::file)?;
    let circuit = Circuit::construct(group, &watch::control())?;
    for (mv, number) in circuit.moves().zip(1..) {
        let end = if number % WIDTH == 0 || number == group.order() { "\n" } else { " " };
        out.write(format!("{mv}{end}").as_bytes())?;
    }
    out.flush()
}

/// Walks a file of moves.
fn check(group: Group, file: &Path) -> Result<(), Failure> {
    let mut input = Input::open(file, &Arc::default())?;
    let mut walker = Walker::new(group);
    while let Some(chunk) = input.next_chunk(LINES)? {
        for line in chunk.lines() {
            let fails = |problem: String| {
                let problem = format!("{}:{}: {problem}", chunk.name, line.number);
                Failure::new(INVALID, problem, "It is not a Hamiltonian circuit.")
            };
            walk_line(&mut walker, line.bytes).map_err(fails)?;
        }
    }
    walker.finish().map_err(|fault| {
        Failure::new(INVALID, format_args!("{}: {fault}", file.shown()), "It is not a Hamiltonian circuit.")
    })?;
    print(&format!("a Hamiltonian circuit: {} positions, each once, one move apart\n", group.order()))
}

/// Makes the moves of a line, or returns its fault.
fn walk_line(walker: &mut Walker, line: &[u8]) -> Result<(), String> {
    if line.len() > LONGEST_LINE {
        return Err(LineError::Length.to_string());
    }
    let text = std::str::from_utf8(line).map_err(|_| LineError::Text.to_string())?;
    let text = text.split('#').next().unwrap_or_default();
    for token in text.split_whitespace() {
        let mv = turn(token).ok_or_else(|| format!("{token:?} is not a turn of a face"))?;
        walker.step(mv).map_err(|fault: Fault| fault.to_string())?;
    }
    Ok(())
}

/// `R`, `R2` or `R'`: nothing that takes the cube in the hand another way.
fn turn(token: &str) -> Option<Move> {
    let mut chars = token.chars();
    let face = Face::from_letter(chars.next()?)?;
    let turns = match chars.as_str() {
        "" => 1,
        "2" => 2,
        "'" => 3,
        _ => return None,
    };
    Move::new(face, turns)
}
