//! `cubebatch coset`: whole cosets, level by level, or proofs about them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cubebatch::coset::{Cosets, Level, POSITIONS};
use cubebatch::{Cube, Method, SolveOptions};
use cubebatch_rows::{Form, LineError};
use cubebatch_search::error::Detail;
use cubebatch_tables::table::FileError;
use indicatif::HumanCount;
use serde::Serialize;

use crate::args::CosetArgs;
use crate::failure::{Failure, INTERRUPTED, INVALID, UNUSABLE};
use crate::input::{Input, LINES, given, positions_in};
use crate::interrupt;
use crate::output::print;
use crate::plan::Machine;
use crate::report::InvalidLines;

/// Runs the command; the exit code says whether all lines were positions, and all proofs hold.
pub fn run(args: &CosetArgs) -> Result<u8, Failure> {
    let machine = Machine::new(&args.threads).engine(&args.engine)?.tables(&args.folder);
    let lines = lines(args)?;
    // What Ctrl-C stops goes on later if there are records, also where it comes while one is read.
    let is_kept = args.checkpoint.is_some();
    if is_kept {
        interrupt::heed(true);
    }
    let code = rows(args, &lines, &machine).map_err(|failure| match failure {
        Failure::Told { code: INTERRUPTED, .. } if is_kept => {
            Failure::new(INTERRUPTED, "interrupted", "The same command continues.")
        }
        other => other,
    });
    if is_kept {
        interrupt::heed(false)
    }
    code
}

/// Prints the rows of all lines.
fn rows(args: &CosetArgs, lines: &[Numbered], machine: &Machine) -> Result<u8, Failure> {
    let (mut invalid, mut some_farther) = (InvalidLines::default(), false);
    // Without a position no table is needed.
    let mut cosets = None;
    // Symmetric cosets have the same levels, and what holds for one holds for all.
    let mut known: HashMap<u32, Vec<Level>> = HashMap::new();
    let mut proved: HashMap<u32, u64> = HashMap::new();
    for Numbered { file, line, held } in lines {
        let (file, line) = (file.as_deref(), *line);
        let cube = match held {
            Ok(cube) => cube,
            Err(WrongLine { error, message }) => {
                if invalid.lists_next() {
                    tell!("{message}");
                }
                print_invalid(args.format, file, line, error)?;
                continue;
            }
        };
        let cosets = match &cosets {
            Some(cosets) => cosets,
            None => cosets.insert(machine.solver().cosets()?),
        };
        let rows = CosetRows { file, line, coset: Cosets::number(cube), form: args.format };
        let class = Cosets::class(cube);
        match args.at_most {
            Some(moves) => match proved.get(&class) {
                Some(&solved_singly) => rows.proof(moves, solved_singly, &[])?,
                None => {
                    let CosetProof { solved_singly, farther } = prove(cosets, cube, moves, machine)?;
                    rows.proof(moves, solved_singly, &farther)?;
                    if farther.is_empty() {
                        proved.insert(class, solved_singly);
                    } else {
                        some_farther = true;
                    }
                }
            },
            None => match known.get(&class) {
                Some(levels) => levels.iter().try_for_each(|level| rows.level(level))?,
                None => _ = known.insert(class, count(cosets, cube, args, &rows)?),
            },
        }
    }
    invalid.tell_more();
    Ok(if some_farther || invalid.are_there() { INVALID } else { 0 })
}

/// A line that is not blank.
struct Numbered {
    /// Its file, when there are several.
    file: Option<Arc<str>>,
    /// Its number, from 1.
    line: u64,
    held: Result<Cube, WrongLine>,
}

/// What is wrong with a line: for its row, and for a message that names it.
struct WrongLine {
    error: String,
    message: String,
}

/// The lines of this part that are not blank.
fn lines(args: &CosetArgs) -> Result<Vec<Numbered>, Failure> {
    let (format, wanted) = (args.reading.notation(), positions_in(&args.column.name));
    let sources = given::positions(&args.cubes, format)?;
    let mut lines = Vec::new();
    for given in &sources {
        let input = given.open(|file| Input::open_rows(file, &Arc::default(), wanted))?;
        let mut input = input.in_format(format);
        while let Some(chunk) = input.next_chunk(LINES)? {
            let file = (sources.len() > 1).then(|| chunk.name.clone());
            for line in chunk.lines() {
                let wrong = |error: LineError| WrongLine {
                    error: error.told(),
                    message: chunk.message(&line, &error),
                };
                if let Some(held) = chunk.parse(line, format).map_err(wrong).transpose() {
                    lines.push(Numbered { file: file.clone(), line: line.number, held });
                }
            }
        }
    }
    let in_part = lines.into_iter().zip(0..).filter(|(_, number)| args.part.has(*number));
    Ok(in_part.map(|(line, _)| line).collect())
}

/// Prints the levels of a coset.
fn count(cosets: &Cosets, cube: &Cube, args: &CosetArgs, rows: &CosetRows) -> Result<Vec<Level>, Failure> {
    let mut levels = cosets.levels(cube)?;
    if let Some(folder) = &args.checkpoint {
        let kept = levels.keep(folder, Duration::from_secs(args.checkpoint_every.into()));
        levels = kept.map_err(|error| match error.detail() {
            Detail::File(FileError::Damaged { .. }) => Failure::new(
                UNUSABLE,
                error,
                "Remove this file; then the same command begins the coset again.",
            ),
            _ => error.into(),
        })?;
    }
    let mut found = Vec::new();
    while found.len() <= args.depth.map_or(usize::MAX, usize::from)
        && let Some(level) = levels.next()
    {
        let level = level?;
        rows.level(&level)?;
        found.push(level);
    }
    levels.finish()?;
    Ok(found)
}

/// What is left of a coset after a quick search.
struct CosetProof {
    /// How many positions were solved one by one.
    solved_singly: u64,
    /// Positions for which no solution was found that is short enough. The proof holds if there is none.
    farther: Vec<Cube>,
}

/// Proves a coset: solves the positions that a quick search left over.
fn prove(cosets: &Cosets, cube: &Cube, moves: u8, machine: &Machine) -> Result<CosetProof, Failure> {
    let left = cosets.left(cube, moves)?;
    let limits = SolveOptions::at_most(moves);
    let mut farther = Vec::new();
    if !left.is_empty() {
        let solver = machine.solver().method(Method::default()).expect(left.len() as u64, &limits).open()?;
        for (cube, solution) in solver.solve_all(left.iter().map(|cube| (cube, *cube)), &limits) {
            if solution?.length() > moves.into() {
                farther.push(*cube);
            }
        }
    }
    Ok(CosetProof { solved_singly: left.len() as u64, farther })
}

/// What is printed of a line that names a coset.
struct CosetRows<'a> {
    file: Option<&'a str>,
    line: u64,
    coset: u32,
    form: Form,
}

#[derive(Serialize)]
struct LevelRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    coset: u32,
    depth: u8,
    positions: u64,
    within: u64,
}

#[derive(Serialize)]
struct ProofRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    coset: u32,
    at_most: u8,
    holds: bool,
    /// The positions that were solved one by one.
    solved_singly: u64,
    farther: Vec<String>,
}

/// The row of a line that is no position.
#[derive(Serialize)]
struct InvalidRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    error: &'a str,
}

fn print_invalid(form: Form, file: Option<&str>, line: u64, error: &str) -> Result<(), Failure> {
    if form == Form::Jsonl {
        return json(&InvalidRow { file, line, error });
    }
    let file = file.map_or(String::new(), |file| format!("{file} "));
    print(&format!("# {file}line {line}: {error}\n"))
}

impl CosetRows<'_> {
    fn level(&self, level: &Level) -> Result<(), Failure> {
        let Level { depth, positions, within, .. } = *level;
        let CosetRows { file, line, coset, form } = *self;
        if form == Form::Jsonl {
            return json(&LevelRow { file, line, coset, depth, positions, within });
        }
        let title = if depth == 0 { format!("coset {coset}\n") } else { String::new() };
        let [positions, within] = [positions, within].map(|count| HumanCount(count).to_string());
        print(&format!("{title}{depth:>5} {positions:>14} {within:>14}\n"))
    }

    fn proof(&self, at_most: u8, solved_singly: u64, farther: &[Cube]) -> Result<(), Failure> {
        let CosetRows { file, line, coset, form } = *self;
        if form == Form::Jsonl {
            let farther = farther.iter().map(Cube::to_string).collect::<Vec<_>>();
            return json(&ProofRow {
                file,
                line,
                coset,
                at_most,
                holds: farther.is_empty(),
                solved_singly,
                farther,
            });
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
