//! `cubebatch coset`: whole cosets, level by level, or proofs about them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cubebatch::coset::{Cosets, Level, POSITIONS};
use cubebatch::rows::Form;
use cubebatch::{Cube, ErrorKind, Limits, Method};
use indicatif::HumanCount;
use serde::Serialize;

use crate::cli::args::Coset;
use crate::cli::failure::{Failure, INTERRUPTED, INVALID};
use crate::cli::input::{Input, given, positions_in};
use crate::cli::output::print;
use crate::cli::plan::Machine;

/// Runs the command.
pub fn run(args: &Coset) -> Result<u8, Failure> {
    let machine = Machine::new(&args.threads).tables(&args.folder);
    let cubes = positions(args)?;
    let cosets = Cosets::open(machine.solver())?;
    // Symmetric cosets have the same levels, and what holds for one holds for all.
    let mut known: HashMap<u32, Vec<Level>> = HashMap::new();
    let mut proved: HashMap<u32, u64> = HashMap::new();
    let mut code = 0;
    for cube in &cubes {
        let rows = Rows { coset: Cosets::number(cube), form: args.output };
        let class = Cosets::class(cube);
        match args.at_most {
            Some(moves) => match proved.get(&class) {
                Some(&solved_singly) => rows.proof(moves, solved_singly, &[])?,
                None => {
                    let Proof { solved_singly, farther } = prove(&cosets, cube, moves, &machine)?;
                    rows.proof(moves, solved_singly, &farther)?;
                    if farther.is_empty() {
                        proved.insert(class, solved_singly);
                    } else {
                        code = INVALID;
                    }
                }
            },
            None => match known.get(&class) {
                Some(levels) => levels.iter().try_for_each(|level| rows.level(level))?,
                None => _ = known.insert(class, count(&cosets, cube, args, &rows)?),
            },
        }
    }
    Ok(code)
}

/// The positions of this part.
fn positions(args: &Coset) -> Result<Vec<Cube>, Failure> {
    let (format, wanted) = (args.reading.notation(), positions_in(&args.column.name));
    let mut cubes = Vec::new();
    for given in given::positions(&args.cubes, format)? {
        let mut input = given.open(|file| Input::open_rows(file, &Arc::default(), wanted))?;
        while let Some(chunk) = input.next_chunk(1)? {
            for line in chunk.lines() {
                cubes.extend(chunk.position(line, format)?);
            }
        }
    }
    let in_part = cubes.into_iter().zip(0..).filter(|(_, number)| args.part.has(*number));
    Ok(in_part.map(|(cube, _)| cube).collect())
}

/// Prints the levels of a coset.
fn count(cosets: &Cosets, cube: &Cube, args: &Coset, rows: &Rows) -> Result<Vec<Level>, Failure> {
    let mut levels = cosets.levels(cube)?;
    if let Some(folder) = &args.checkpoint {
        levels = levels.keep(folder, Duration::from_secs(args.checkpoint_every.into()))?;
    }
    let mut found = Vec::new();
    while found.len() <= args.depth.map_or(usize::MAX, usize::from)
        && let Some(level) = levels.next()
    {
        let level = level.map_err(|error| match error.kind() {
            ErrorKind::Stopped if args.checkpoint.is_some() => {
                Failure::new(INTERRUPTED, "interrupted", "The same command continues.")
            }
            _ => error.into(),
        })?;
        rows.level(&level)?;
        found.push(level);
    }
    levels.finish()?;
    Ok(found)
}

/// What is left of a coset after a quick search.
struct Proof {
    /// How many positions were solved one by one.
    solved_singly: u64,
    /// Positions for which no solution was found that is short enough. The proof holds if there is none.
    farther: Vec<Cube>,
}

/// Proves a coset: solves the positions that a quick search left over.
fn prove(cosets: &Cosets, cube: &Cube, moves: u8, machine: &Machine) -> Result<Proof, Failure> {
    let left = cosets.left(cube, moves)?;
    let limits = Limits::at_most(moves);
    let mut farther = Vec::new();
    if !left.is_empty() {
        let solver = machine.solver().method(Method::default()).expect(left.len() as u64, &limits).open()?;
        for (cube, solution) in solver.solve_all(left.iter().map(|cube| (cube, *cube)), &limits) {
            if solution?.length() > moves.into() {
                farther.push(*cube);
            }
        }
    }
    Ok(Proof { solved_singly: left.len() as u64, farther })
}

/// What is printed of a coset.
struct Rows {
    coset: u32,
    form: Form,
}

#[derive(Serialize)]
struct LevelRow {
    coset: u32,
    depth: u8,
    positions: u64,
    within: u64,
}

#[derive(Serialize)]
struct ProofRow {
    coset: u32,
    at_most: u8,
    holds: bool,
    /// The positions that were solved one by one.
    solved_singly: u64,
    farther: Vec<String>,
}

impl Rows {
    fn level(&self, level: &Level) -> Result<(), Failure> {
        let Level { depth, positions, within, .. } = *level;
        let coset = self.coset;
        if self.form == Form::Jsonl {
            return json(&LevelRow { coset, depth, positions, within });
        }
        let title = if depth == 0 { format!("coset {coset}\n") } else { String::new() };
        let [positions, within] = [positions, within].map(|count| HumanCount(count).to_string());
        print(&format!("{title}{depth:>5} {positions:>14} {within:>14}\n"))
    }

    fn proof(&self, at_most: u8, solved_singly: u64, farther: &[Cube]) -> Result<(), Failure> {
        let coset = self.coset;
        if self.form == Form::Jsonl {
            let farther = farther.iter().map(Cube::to_string).collect::<Vec<_>>();
            return json(&ProofRow { coset, at_most, holds: farther.is_empty(), solved_singly, farther });
        }
        let [all, singly] = [POSITIONS, solved_singly].map(|count| HumanCount(count).to_string());
        if farther.is_empty() {
            return print(&format!(
                "coset {coset}: all {all} positions are at most {at_most} moves from solved ({singly} were solved one by one)\n"
            ));
        }
        let list: String = farther.iter().map(|cube| format!("{cube}\n")).collect();
        print(&format!("coset {coset}: no solution of at most {at_most} moves was found for\n{list}"))
    }
}

fn json(row: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string(row).expect("numbers and texts are JSON");
    print(&(json + "\n"))
}
