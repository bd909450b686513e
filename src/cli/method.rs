//! How `cubebatch solve` solves: which method, on what, with which tables.

use std::path::PathBuf;

use cubebatch::engine::{CompleteTables, Engine};
use cubebatch::solve::{Complete, Modified, Solver, Thistlethwaite, TwoPhase};
use cubebatch::table::{CompleteTable, Kind, Phase, Phase1Table, Spec, TableId, file_bytes};
use indicatif::BinaryBytes;

use super::args::{self, Method};
use super::engine::ChosenEngine;
use super::failure::{Failure, UNUSABLE};
use super::tables::Tables;

/// The method that is asked for, by its name or its options; else the best for which there are tables.
pub fn choose(args: &args::Solve) -> Result<Method, Failure> {
    let asks_for_modified = args.resources.are_depths_given() || args.phases;
    let is_limited = args.limits.is_given() || args.memory.is_some();
    match args.method {
        Some(method) if is_limited && method != Method::TwoPhase => return Err(without_limits()),
        Some(method) => return Ok(method),
        None if is_limited => return Ok(Method::TwoPhase),
        None if args.ends != Complete::ENDS => return Ok(Method::Complete),
        None if asks_for_modified => return Ok(Method::Modified),
        None => {}
    }
    let library = args.resources.place.library()?;
    let is_there = |table: TableId| library.path(table).exists();
    if Phase::ALL.iter().all(|&phase| is_there(phase.into())) {
        return Ok(Method::TwoPhase);
    }
    let (p0_depth, p1_depth) = (args.resources.p0_depth, args.resources.p1_depth);
    if !is_there(Spec::new(Kind::P0, p0_depth)?.into()) || !is_there(Spec::new(Kind::P1, p1_depth)?.into()) {
        tell!("--method two-phase makes shorter solutions faster; it builds tables of 975 MiB first, once");
    }
    Ok(Method::Modified)
}

fn without_limits() -> Failure {
    let problem = "--max-length, --max-nodes, --max-time, --solutions and --memory are of --method two-phase";
    Failure::new(UNUSABLE, problem, "Leave them out, or the other method.")
}

/// What is asked for, as far as the method can use it.
pub fn open_engine(args: &args::Solve, method: Method) -> Result<ChosenEngine, Failure> {
    match (only_on_cpu(args, method), args.engine.engine) {
        (Some(work), args::Engine::Gpu) => {
            Err(Failure::new(UNUSABLE, format_args!("{work} does not run on a GPU"), "Use --engine cpu."))
        }
        (Some(work), args::Engine::Auto) => Ok(ChosenEngine::cpu(&format!("{work} does not run on a GPU"))),
        (Some(_), args::Engine::Cpu) => Ok(ChosenEngine::Cpu),
        (None, _) => args.engine.open(),
    }
}

/// What a GPU cannot do, if that is asked for.
fn only_on_cpu(args: &args::Solve, method: Method) -> Option<&'static str> {
    match method {
        Method::Thistlethwaite => Some("Thistlethwaite's method"),
        Method::TwoPhase if args.limits.limits().solutions > 1 => Some("a search for several solutions"),
        Method::TwoPhase if is_short(args) => Some("a search with so little memory"),
        _ => None,
    }
}

/// Memory besides tables: what the searches make for themselves.
const WORKING_BYTES: u64 = 48 << 20;

/// What [`TwoPhase::without_distances`] makes in place of the table of phase 2, measured.
const SEARCH_BYTES: u64 = 108 << 20;

/// Whether the memory does not do for both complete tables.
fn is_short(args: &args::Solve) -> bool {
    let both = Phase::ALL.iter().map(|&phase| file_bytes(phase)).sum::<u64>() + WORKING_BYTES;
    args.memory.is_some_and(|memory| memory.as_u64() < both)
}

/// What a method reads.
pub enum MethodTables {
    Modified(Tables),
    Complete(CompleteTables),
    TwoPhase(CompleteTables),
    /// As [`MethodTables::TwoPhase`], with little memory.
    Ways(CompleteTable),
    Thistlethwaite,
}

impl MethodTables {
    /// Opens tables, and builds with this engine what is missing.
    pub fn open(args: &args::Solve, method: Method, engine: &ChosenEngine) -> Result<MethodTables, Failure> {
        let (resources, is_long) = (&args.resources, is_long(&args.files));
        Ok(match method {
            Method::Modified => MethodTables::Modified(resources.tables(engine)?),
            Method::Complete => MethodTables::Complete(resources.complete_tables(engine, is_long)?),
            Method::TwoPhase if is_short(args) => {
                check_memory(args)?;
                // One after the other: what builds the one table and what makes the other each takes much
                // memory for a while, as the first does once it is loaded.
                drop(resources.complete_table(Phase::One, engine, false)?);
                TwoPhase::prepare_without_distances();
                MethodTables::Ways(resources.complete_table(Phase::One, engine, is_long)?)
            }
            Method::TwoPhase => MethodTables::TwoPhase(resources.complete_tables(engine, is_long)?),
            Method::Thistlethwaite => MethodTables::Thistlethwaite,
        })
    }

    /// The solver, and how many positions are best given to it at a time.
    pub fn solver<'a>(
        &'a self,
        args: &args::Solve,
        engine: &'a ChosenEngine,
    ) -> Result<(Box<dyn Solver + 'a>, usize), Failure> {
        let limits = args.limits.limits();
        Ok(match self {
            MethodTables::Modified(Tables { p0, p1 }) => {
                (Box::new(Modified::new(engine, p0.view(), p1.view())?), engine.batch())
            }
            MethodTables::Complete(tables) => {
                let solver = Complete::new(engine, tables.ways(), tables.distances(), args.ends)?;
                (Box::new(solver), engine.descent_batch())
            }
            MethodTables::TwoPhase(tables) => {
                let solver = TwoPhase::new(engine, tables.ways(), tables.distances(), limits)?;
                (Box::new(solver), engine.ends_batch(limits))
            }
            MethodTables::Ways(d1) => {
                let solver = TwoPhase::without_distances(Phase1Table::new(d1.entries()), limits);
                (Box::new(solver), engine.ends_batch(limits))
            }
            MethodTables::Thistlethwaite => (Box::new(Thistlethwaite::new()), engine.batch()),
        })
    }
}

/// Refuses a search in less memory than it takes at least.
fn check_memory(args: &args::Solve) -> Result<(), Failure> {
    let least = file_bytes(Phase::One) + SEARCH_BYTES + WORKING_BYTES;
    let Some(memory) = args.memory.filter(|memory| memory.as_u64() < least) else { return Ok(()) };
    let (least, memory) = (BinaryBytes(least), BinaryBytes(memory.as_u64()));
    let problem = format!("the two-phase search takes {least} of memory at least, and {memory} are given");
    Err(Failure::new(UNUSABLE, problem, "Give more, or use --method modified, whose tables take 88 MiB."))
}

/// Whether there are some ten thousand positions; of what comes through a pipe nobody knows.
fn is_long(files: &[PathBuf]) -> bool {
    let bytes = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    files.iter().map(bytes).sum::<u64>() > 1 << 20
}
