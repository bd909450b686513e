//! `cubebatch table`: build, describe, verify, count, list.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cubebatch::Error;
use cubebatch::engine::cpu::count_cosets;
use cubebatch::internals::{Detail, build_table, check_memory, default_folder, open_or_build};
use cubebatch::table::{
    Complete, LeftBehind, Library, Phase, SortedSpec, Table, TableId, VERSION, Verified, file_bytes, verify,
};
use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;

use super::counts::{comparison, histogram, wrong};
use super::engine::{open_engine, pool};
use crate::cli::args::{self, BuildDepth, Folder, TableCommand};
use crate::cli::failure::{Failure, UNUSABLE};
use crate::cli::output::print;
use crate::cli::watch;

/// Runs a command on tables.
pub fn run(command: &TableCommand) -> Result<u8, Failure> {
    match command {
        TableCommand::Build { phase, depth, proof, force, engine, folder, threads } => {
            let table = match proof {
                Some(size) => TableId::from(*size),
                None => table_of(phase_numbered(*phase), *depth)?,
            };
            pool(threads)?.install(|| build(&library(folder)?, table, *force, engine))?;
        }
        TableCommand::Info { file, json } => info(file, *json)?,
        TableCommand::Verify { files, replays, folder, threads } => {
            let files = if files.is_empty() { tables_in(&library(folder)?)? } else { files.clone() };
            return pool(threads)?.install(|| verify_all(&files, *replays));
        }
        TableCommand::Histogram { phase, engine, threads } => {
            pool(threads)?.install(|| count_phase(phase_numbered(*phase), engine))?;
        }
        TableCommand::List { folder } => return list(&library(folder)?),
    }
    Ok(0)
}

fn phase_numbered(number: u8) -> Phase {
    Phase::numbered(number).expect("only 1 and 2 are accepted")
}

fn table_of(phase: Phase, depth: BuildDepth) -> Result<TableId, Failure> {
    Ok(match (depth, phase) {
        (BuildDepth::Moves(depth), _) => SortedSpec::new(phase, depth)?.into(),
        (BuildDepth::Complete, Phase::One) => Complete::Phase1.into(),
        (BuildDepth::Complete, Phase::Two) => Complete::Phase2.into(),
        (BuildDepth::Pruning, Phase::Two) => Complete::Phase2Pruning.into(),
        (BuildDepth::Pruning, Phase::One) => {
            let problem = "there is no pruning table of phase 1";
            return Err(Failure::new(UNUSABLE, problem, "Give --phase 2, or --depth complete."));
        }
    })
}

/// The folder of the tables.
pub fn library(folder: &Folder) -> Result<Library, Failure> {
    let path: Option<PathBuf> = folder.tables.clone().or_else(default_folder);
    Ok(Library::new(path.ok_or_else(|| Error::from(Detail::NoFolder))?))
}

/// Builds a table unless it is there.
fn build(library: &Library, table: TableId, force: bool, engine: &args::Engine) -> Result<(), Failure> {
    // What is to be built anew may be damaged, and need not open.
    if force {
        build_table(library, table, &*open_engine(engine)?, &watch::control())?;
    } else if library.open(table)?.is_some() {
        tell!("{table} exists already; --force builds it again");
    } else {
        open_or_build(library, table, &*open_engine(engine)?, &watch::control())?;
    }
    print(&format!("{}\n", library.path(table).display()))
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
    metric: &'static str,
}

fn info(file: &Path, json: bool) -> Result<(), Failure> {
    let table = Table::open(file)?.id();
    let (entries, bytes, per_depth) = (table.entries(), file_bytes(table), table.per_depth());
    if json {
        let (phase, depth) = (table.phase().map(Phase::number), table.depth());
        let table = table.to_string();
        let info = Info { table, phase, depth, entries, per_depth, bytes, version: VERSION, metric: "HTM" };
        let json = serde_json::to_string(&info).expect("numbers and names are JSON");
        return print(&(json + "\n"));
    }
    print(&format!(
        "{table}: {} entries, {}, format version {VERSION}, half-turn metric\n{}",
        HumanCount(entries),
        BinaryBytes(bytes),
        histogram(&per_depth)
    ))
}

/// The files of the tables that are there, at least one, whether they are sound or not.
fn tables_in(library: &Library) -> Result<Vec<PathBuf>, Failure> {
    let files: Vec<PathBuf> = library.list().into_iter().map(|(table, _)| library.path(table)).collect();
    if files.is_empty() { Err(no_tables(library)) } else { Ok(files) }
}

/// Nothing is no sound table: the name of the folder may be wrong.
fn no_tables(library: &Library) -> Failure {
    let problem = format!("no tables in {}", library.folder().display());
    Failure::new(UNUSABLE, problem, "Check the name of the folder, or build one: `cubebatch table build`.")
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
fn count_phase(phase: Phase, engine: &args::Engine) -> Result<(), Failure> {
    let engine = open_engine(engine)?;
    let table = if phase == Phase::One { Complete::Phase1 } else { Complete::Phase2 };
    let work = format!("searching {phase}");
    check_memory(&work, engine.build_bytes(table.into()))?;
    let start = Instant::now();
    let took = || tell!("{work} took {:.1} s", start.elapsed().as_secs_f64());
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

fn list(library: &Library) -> Result<u8, Failure> {
    let mut code = 0;
    let mut lines = String::new();
    for (id, table) in library.list() {
        match table {
            Ok(_) => {
                let (entries, bytes) = (HumanCount(id.entries()), BinaryBytes(file_bytes(id)));
                lines += &format!(
                    "{:<16} {:>13} entries {:>12}  {}\n",
                    id.to_string(),
                    entries.to_string(),
                    bytes.to_string(),
                    library.path(id).display()
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
            return Err(no_tables(library));
        }
        tell!("no tables in {}", library.folder().display());
    }
    print(&lines)?;
    Ok(code)
}

/// What is said of a file that is no table yet, or never will be.
fn unfinished_line(file: &LeftBehind) -> String {
    let (path, bytes) = (file.path.display(), BinaryBytes(file.bytes));
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
