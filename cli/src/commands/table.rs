//! `cubebatch table`: build, describe, verify, count, list.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cubebatch::Error;
use cubebatch::cube::{Metric, MoveSet};
use cubebatch::goal::Goal;
use cubebatch::table::{Table, TableId, file_bytes};
use cubebatch::table::{build_table, open_or_build};
use cubebatch_cube::cube::{EvenCosts, HTM};
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::count_cosets;
use cubebatch_search::memory::check_memory;
use cubebatch_search::method::goal_histogram;
use cubebatch_tables::files::{LeftBehind, Library};
use cubebatch_tables::table::{Complete, Phase, VERSION, Verified, verify};
use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;

use super::counts::{comparison, histogram, wrong};
use crate::failure::{Failure, UNUSABLE};
use crate::output::print;
use crate::plan::{Machine, TablePlan, no_tables};
use crate::remote::Show;
use crate::watch;

/// Runs a command on tables.
pub fn run(plan: &TablePlan) -> Result<u8, Failure> {
    match plan {
        TablePlan::Build { library, table, force, machine } => {
            machine.pool()?.install(|| build(library, *table, *force, machine))?;
        }
        TablePlan::Info { file, json } => info(file, *json)?,
        TablePlan::Verify { files, replays, machine } => {
            return machine.pool()?.install(|| verify_all(files, *replays));
        }
        &TablePlan::Histogram { phase, costs, ref machine } => {
            machine.pool()?.install(|| count_phase(phase, costs, machine))?;
        }
        TablePlan::Distances { goal, set, machine } => count_goal(goal, set, machine)?,
        TablePlan::List(library) => return list(library),
    }
    Ok(0)
}

/// Counts what can be seen of positions at each distance from a goal.
fn count_goal(goal: &Goal, set: &MoveSet, machine: &Machine) -> Result<(), Failure> {
    let control = watch::control();
    print(&histogram(&machine.pool()?.install(|| goal_histogram(goal, set, &control))?))
}

/// Builds a table unless it is there.
fn build(library: &Library, table: TableId, force: bool, machine: &Machine) -> Result<(), Failure> {
    // The old file may be damaged, so the program does not open it.
    if force {
        build_table(library, table, &*machine.open()?, &watch::control())?;
    } else if library.open(table)?.is_some() {
        note!("{table} exists already; --force builds it again");
    } else {
        open_or_build(library, table, &*machine.open()?, &watch::control())?;
    }
    print(&format!("{}\n", library.path(table).shown()))
}

#[derive(Serialize)]
struct Info {
    table: String,
    phase: Option<u8>,
    depth: u8,
    entries: u64,
    per_depth: Vec<u64>,
    bytes: u64,
    version: u32,
    metric: String,
}

fn info(file: &Path, json: bool) -> Result<(), Failure> {
    let table = Table::open(file)?;
    let control = watch::control();
    let _vouched = table.vouch(&mut control.loading(table.id()))?;
    let table = table.id();
    let (entries, bytes, per_depth) = (table.entries(), file_bytes(table), table.per_depth());
    let costs = table.costs();
    if json {
        let (phase, depth) = (table.phase().map(Phase::number), table.depth());
        let table = table.to_string();
        let metric = costs.metric().map_or(costs.to_string(), |metric| metric.to_string());
        let info = Info { table, phase, depth, entries, per_depth, bytes, version: VERSION, metric };
        let json = serde_json::to_string(&info).expect("numbers and names are JSON");
        return print(&(json + "\n"));
    }
    print(&format!(
        "{table}: {} entries, {}, format version {VERSION}, {}\n{}",
        HumanCount(entries),
        BinaryBytes(bytes),
        match costs.metric() {
            Some(Metric::HalfTurn) => "half-turn metric".to_owned(),
            _ => format!("counted by {costs}"),
        },
        histogram(&per_depth)
    ))
}

/// Verifies files one after the other, also after one that is damaged.
fn verify_all(files: &[PathBuf], replays: u64) -> Result<u8, Failure> {
    let mut code = 0;
    for file in files {
        match Table::open(file).and_then(|table| verify(&table, replays)) {
            Ok(verified) => print(&soundness(&verified))?,
            Err(error) => {
                _ = Failure::from(error).report();
                code = UNUSABLE;
            }
        }
    }
    Ok(code)
}

fn soundness(verified: &Verified) -> String {
    let replayed = HumanCount(verified.replayed);
    let sample = match verified.table {
        TableId::Sorted(_) => format!("the moves of {replayed} entries replayed"),
        TableId::Filter(_) => {
            return format!(
                "{}: sound. The ends of {replayed} random sequences of moves pass.\n",
                verified.table
            );
        }
        _ => format!("{replayed} entries compared with all their neighbours"),
    };
    format!("{}: sound. Counted, with {sample}:\n{}", verified.table, histogram(&verified.per_depth))
}

/// Counts all positions of a phase and compares. In phase 2 it counts the positions of G1, and then cosets of ⟨U, D⟩.
fn count_phase(phase: Phase, costs: EvenCosts, machine: &Machine) -> Result<(), Failure> {
    let engine = machine.open()?;
    let table = match phase {
        _ if costs != HTM => return count_by_costs(phase, costs, &*engine),
        Phase::One => Complete::Phase1(HTM),
        Phase::Two => Complete::Phase2,
    };
    let work = format!("searching {phase}");
    check_memory(&work, engine.build_bytes(table.into()))?;
    let start = Instant::now();
    let took = || note!("{work} took {:.1} s", start.elapsed().as_secs_f64());
    let counts = if phase == Phase::One {
        let counted = engine.count(table, &watch::control()).map_err(Error::from)?;
        took();
        vec![("", counted, table.per_depth())]
    } else {
        let contents = engine.build_complete(table, &watch::control()).map_err(Error::from)?;
        took();
        let cosets = count_cosets(contents.entries());
        vec![
            ("positions of G1\n", contents.histogram().to_vec(), table.per_depth()),
            ("cosets of ⟨U, D⟩\n", cosets, Phase::Two.codes_per_depth()),
        ]
    };
    for (title, counted, published) in &counts {
        print(&format!("{title}{}", comparison(counted, published)))?;
    }
    if counts.iter().all(|(_, counted, published)| counted == published) { Ok(()) } else { Err(wrong()) }
}

/// Counts the positions of phase 1 by another metric, or the arrangements of corners and U/D edges in phase 2.
fn count_by_costs(phase: Phase, costs: EvenCosts, engine: &dyn Build) -> Result<(), Failure> {
    let table = match phase {
        Phase::One => Complete::Phase1Distances(costs),
        Phase::Two => Complete::Phase2Pruning(costs),
    };
    check_memory(&format!("searching {phase}"), engine.build_bytes(table.into()))?;
    let (counted, known) = (engine.count(table, &watch::control()).map_err(Error::from)?, table.per_depth());
    print(&histogram(&counted))?;
    if known.is_empty() || counted == known { Ok(()) } else { Err(wrong()) }
}

fn list(library: &Library) -> Result<u8, Failure> {
    let mut code = 0;
    let mut lines = String::new();
    let tables: Vec<_> = library.list().into_iter().map(|(id, table)| (id, id.to_string(), table)).collect();
    let width = tables.iter().map(|(_, name, _)| name.len()).max().unwrap_or_default();
    for (id, name, table) in tables {
        match table {
            Ok(_) => {
                let (entries, bytes) = (HumanCount(id.entries()), BinaryBytes(file_bytes(id)));
                lines += &format!(
                    "{name:<width$}  {:>13} entries  {:>10}  {}\n",
                    entries.to_string(),
                    bytes.to_string(),
                    library.path(id).shown()
                );
            }
            Err(error) => {
                tell!("cubebatch: {error}");
                code = UNUSABLE;
            }
        }
    }
    let unfinished = library.unfinished().map_err(|error| Failure::io(library.folder(), error))?;
    for file in &unfinished {
        tell!("{}", unfinished_line(file));
    }
    if lines.is_empty() && unfinished.is_empty() && code == 0 {
        if !library.folder().is_dir() {
            return Err(no_tables(library.folder()));
        }
        tell!("no tables in {}", library.folder().shown());
    }
    print(&lines)?;
    Ok(code)
}

/// The line about an unfinished file or a left-over.
fn unfinished_line(file: &LeftBehind) -> String {
    let (path, bytes) = (file.path.shown(), BinaryBytes(file.bytes));
    match &file.state {
        _ if file.is_left => {
            format!("{path}: left over, {bytes}: its build was killed. The next build removes it")
        }
        Some(state) => {
            format!("{path}: being built, {}: {} % done", state.step, 100 * state.done / state.total.max(1))
        }
        None => format!("{path}: being built, {bytes}"),
    }
}
