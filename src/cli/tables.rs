//! Finds tables, or builds them where they are missing.

use std::fs;
use std::path::Path;
use std::time::Instant;

use cubebatch::coord::sym_phase1::SymPhase1Tables;
use cubebatch::engine::{Build, BuildError, CompleteTables};
use cubebatch::progress::Cancelled;
use cubebatch::table::{CompleteTable, Kind, Library, Phase, Spec, Table, TableId, file_bytes};
use indicatif::{BinaryBytes, HumanCount};
use sysinfo::System;

use super::args::{Place, Resources, Threads};
use super::failure::{Failure, UNUSABLE};
use super::interrupt;
use super::progress::Bar;

impl Place {
    /// The folder of the tables.
    pub fn library(&self) -> Result<Library, Failure> {
        let users = || directories::ProjectDirs::from("", "", "cubebatch");
        let folder = match &self.tables {
            Some(folder) => Some(folder.clone()),
            None => users().map(|dirs| dirs.data_dir().to_owned()),
        };
        let remedy = "Give one with --tables DIR, or set CUBEBATCH_TABLES.";
        folder
            .map(Library::new)
            .ok_or_else(|| Failure::new(UNUSABLE, "there is no data folder for this user", remedy))
    }

    /// See [`Threads::start`].
    pub fn use_threads(&self) -> usize {
        self.threads.start()
    }
}

impl Threads {
    /// How many threads to use; also makes the builders use as many.
    pub fn start(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(all, usize::from);
        // Fails only when called twice, and then with the same number.
        _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        threads
    }
}

/// The two tables of a solver.
pub struct Tables {
    pub p0: Table,
    pub p1: Table,
}

impl Resources {
    /// Opens the tables, building with this engine what is missing.
    pub fn tables(&self, engine: &dyn Build) -> Result<Tables, Failure> {
        let library = self.place.library()?;
        let open = |kind, depth| open_or_build(&library, Spec::new(kind, depth)?, engine);
        Ok(Tables { p0: open(Kind::P0, self.p0_depth)?, p1: open(Kind::P1, self.p1_depth)? })
    }
}

impl Resources {
    /// Opens the complete tables, building what is missing. For a long job they are loaded,
    /// which a short one would wait for in vain.
    pub fn complete_tables(&self, engine: &dyn Build, is_long: bool) -> Result<CompleteTables, Failure> {
        let open = |phase| self.complete_table(phase, engine, is_long);
        Ok(CompleteTables::new(open(Phase::One)?, open(Phase::Two)?))
    }

    /// Likewise one of them.
    pub fn complete_table(
        &self,
        phase: Phase,
        engine: &dyn Build,
        is_long: bool,
    ) -> Result<CompleteTable, Failure> {
        // Before the tables take their memory, as making these takes some for a while.
        SymPhase1Tables::get();
        let table = open_or_build_complete(&self.place.library()?, phase, engine)?;
        let fits = available_memory().is_none_or(|available| available > 2 * file_bytes(phase));
        if is_long && fits { Ok(table.load()?) } else { Ok(table) }
    }
}

fn open_or_build(library: &Library, spec: Spec, engine: &dyn Build) -> Result<Table, Failure> {
    match library.open(spec)? {
        Some(table) => Ok(table),
        None => build(library, spec, engine),
    }
}

/// Opens a complete table, or builds it.
fn open_or_build_complete(
    library: &Library,
    phase: Phase,
    engine: &dyn Build,
) -> Result<CompleteTable, Failure> {
    match library.open_complete(phase)? {
        Some(table) => Ok(table),
        None => build_complete(library, phase, engine),
    }
}

/// Builds a sorted table and tells how long it took.
pub fn build(library: &Library, spec: Spec, engine: &dyn Build) -> Result<Table, Failure> {
    let path = library.path(spec);
    let build = |bar: &Bar| {
        let contents = engine.build(spec, bar)?;
        Ok(Table::create(&path, &contents, bar)?)
    };
    build_file(library, spec.into(), engine.build_bytes(spec), build)?;
    Ok(Table::open_as(&path, spec)?)
}

/// Builds a complete table and tells how long it took.
pub fn build_complete(library: &Library, phase: Phase, engine: &dyn Build) -> Result<CompleteTable, Failure> {
    let path = library.path(phase);
    let build = |bar: &Bar| {
        let distances = engine.complete(phase, bar)?.check().map_err(BuildError::from)?;
        Ok(CompleteTable::create(&path, &distances, bar)?)
    };
    build_file(library, phase.into(), engine.complete_bytes(phase), build)?;
    Ok(CompleteTable::open_as(&path, phase)?)
}

/// Lets `build` make a file with so many bytes of memory, after a look at whether it can.
fn build_file(
    library: &Library,
    table: TableId,
    memory: u64,
    build: impl FnOnce(&Bar) -> Result<(), Failure>,
) -> Result<(), Failure> {
    fs::create_dir_all(library.folder()).map_err(|error| Failure::io(library.folder(), error))?;
    // Tidying is no reason to fail: a leftover may belong to another user.
    if let Err(error) = library.sweep() {
        tell!("cannot remove what a killed build left in {}: {error}", library.folder().display());
    }
    check_room(library.folder(), table, 1, memory)?;
    tell!(
        "building {table}: {} entries, {}, in {}",
        HumanCount(table.entries()),
        BinaryBytes(file_bytes(table)),
        library.path(table).display()
    );
    let start = Instant::now();
    let bar = Bar::new();
    build(&bar)?;
    drop(bar);
    // It may have come after the last time that the build asked.
    if interrupt::is_requested() {
        return Err(Cancelled.into());
    }
    tell!("built {table} in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Refuses before the work what could not be finished: so many files of a table in a folder,
/// built with so many bytes of memory.
pub fn check_room(folder: &Path, table: impl Into<TableId>, files: u64, memory: u64) -> Result<(), Failure> {
    let table = table.into();
    let disk = files * file_bytes(table);
    let free = fs4::available_space(folder).map_err(|error| Failure::io(folder, error))?;
    if free < disk {
        let (disk, free) = (BinaryBytes(disk), BinaryBytes(free));
        let problem = format!("{table} takes {disk} of disk, but {} has {free}", folder.display());
        let remedy = "Free some space, give another folder with --tables, or choose a smaller depth.";
        return Err(Failure::new(UNUSABLE, problem, remedy));
    }
    let remedy = "Close other programs, or choose a smaller depth.";
    check_memory(&format!("building {table}"), memory, remedy)
}

/// Refuses work that takes more memory than there is.
pub fn check_memory(work: &str, memory: u64, remedy: &str) -> Result<(), Failure> {
    let Some(available) = available_memory().filter(|&available| available < memory) else { return Ok(()) };
    let (memory, available) = (BinaryBytes(memory), BinaryBytes(available));
    let problem = format!("{work} takes {memory} of memory, but {available} is free");
    Err(Failure::new(UNUSABLE, problem, remedy))
}

/// Bytes of memory that programs can have; `None` where the system does not tell.
fn available_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(system.available_memory().min(limit))
}
