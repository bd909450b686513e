//! Complete tables and the methods that read them. One program, so that the tables are built once.

mod by_costs;
mod cosets;
mod damage;
mod fallback;
mod format;
mod method;
mod optimal;
mod specification;
mod tables;
mod threads;
mod two_phase;

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use cubebatch::progress::Control;
use cubebatch::table::{Table, TableId};
use cubebatch::{Error, ErrorKind, Solution, Solver, SolverBuilder};
use cubebatch_cube::cube::HTM;
use cubebatch_gpu::{Ceiling, Device, Gpu};
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{Complete, CompleteTable, Contents, Phase1Table, Phase2Table};

/// A table in memory, which was written into its file in [`library`] as well.
struct Built {
    table: Arc<CompleteTable>,
    histogram: Vec<u64>,
}

static PHASE1: LazyLock<Built> = LazyLock::new(|| Built::new(Complete::Phase1(HTM)));
static PHASE2: LazyLock<Built> = LazyLock::new(|| Built::new(Complete::Phase2));
static DISTANCES: LazyLock<Built> = LazyLock::new(|| Built::new(Complete::Phase1Distances(HTM)));
static PRUNING: LazyLock<Built> = LazyLock::new(|| Built::new(Complete::Phase2Pruning(HTM)));

/// Where the files are, which tests must leave as they are. A folder of Cargo's, as statics are never dropped.
fn library() -> Library {
    Library::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("complete-tables"))
}

impl Built {
    fn new(table: Complete) -> Built {
        let built = Cpu.build(table.into(), &Control::default()).expect("no one cancels");
        fs::create_dir_all(library().folder()).expect("there is room for a folder");
        built.create(&library().path(table), &Control::default()).expect("there is room for a file");
        let Contents::Complete(contents) = built else { panic!("{table} is a complete table") };
        Built { histogram: contents.histogram().to_vec(), table: Arc::new(contents.into()) }
    }

    fn all() -> [&'static Built; 4] {
        [&PHASE1, &DISTANCES, &PHASE2, &PRUNING]
    }

    fn id(&self) -> Complete {
        self.table.table()
    }

    fn entries(&self) -> &[u8] {
        self.table.entries()
    }

    fn table(&self) -> Table {
        Table::Complete(self.table.clone())
    }
}

/// A builder of solvers over all tables, in memory.
fn builder() -> SolverBuilder {
    builder_over(Built::all().map(Built::table))
}

/// A builder of solvers over these tables.
fn builder_over(tables: impl IntoIterator<Item = Table>) -> SolverBuilder {
    let builder = Solver::builder().tables(library().folder());
    tables.into_iter().fold(builder, |builder, table| builder.table(table))
}

/// A builder of solvers over all tables, of which one has zeros for entries.
fn builder_with_zeros(table: Complete) -> SolverBuilder {
    let zeros = CompleteTable::from_entries(table, vec![0; table.bytes()]);
    let others = Built::all().into_iter().filter(|built| built.id() != table).map(Built::table);
    builder_over(others.chain([zeros.into()]))
}

/// The error for a table that is in no file.
fn is_damaged(solution: &Result<Solution, Error>, damaged: Complete) -> bool {
    let path = solution.as_ref().err().and_then(Error::path);
    damaged_table(solution) == Some(damaged.into()) && path.is_none()
}

/// The table of whose damage an answer is an error.
fn damaged_table(solution: &Result<Solution, Error>) -> Option<TableId> {
    let error = solution.as_ref().err().filter(|error| error.kind() == ErrorKind::DamagedTable)?;
    error.table()
}

/// How far a position is from G1.
fn distance1(at: Phase1) -> i32 {
    let at = SymPhase1Tables::get().reduce(at);
    let table = Phase1Table::new(Complete::Phase1(HTM), PHASE1.entries());
    let distance = table.distance(at).expect("the path ends");
    assert_eq!(table.at(at).residue(), distance % 3);
    distance.into()
}

/// How far a position of G1 is from solved, at least 3.
fn distance2(at: Phase2) -> i32 {
    Phase2Table::new(PHASE2.entries()).of(at).into()
}

/// A GPU with the limits that every adapter has at least, so that the tables are cut; but a kernel sees the buffers of both tables.
fn gpu() -> Option<Arc<Gpu>> {
    gpu_with(Ceiling { most_buffers: Ceiling::default().most_buffers, ..Ceiling::LEAST })
}

/// A GPU with these limits. Without an adapter there is none, unless CUBEBATCH_REQUIRE_GPU is set.
fn gpu_with(ceiling: Ceiling) -> Option<Arc<Gpu>> {
    match Device::open(None, ceiling) {
        Ok(device) => Some(Arc::new(Gpu::new(device))),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}
