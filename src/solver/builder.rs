//! Opens a solver.

use std::fmt;
use std::sync::Arc;

use super::engines::Engines;
use super::store::Store;
use super::tables::SolverTables;
use super::{EngineChoice, Shared, Solver};
use cubebatch_cube::cube::{AllowedMoves, Costs, MoveSet};
use cubebatch_cube::goal::Goal;
use cubebatch_search::coset::Cosets;
use cubebatch_search::engine::Engine;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::error::{Detail, Error};
use cubebatch_search::method::shelf::Shelf;
use cubebatch_search::method::solve_options::SolveOptions;
use cubebatch_search::method::{self, Loading, Means, Method, Question, Solve, SolveOption};
use cubebatch_search::pool::Pool;
use cubebatch_tables::progress::{Control, Progress, Stop};
use cubebatch_tables::table::{Table, TableId, file_bytes};

/// The seconds of one core from which on the solver has tables in large pages of memory. That takes about a second, unless they
/// are there, and saves a third of the work.
const LONG_JOB: f64 = 4.0;

/// The seconds that a GPU takes before it solves: an H200 took 0.8 to 0.9 s (benches/record/h200).
const GPU_START: f64 = 0.8;

/// Bytes for the tables of other moves than those of the solver, where no memory is granted: enough for any one.
const OF_MOVES: u64 = 1300 << 20;

/// Sets the method, the engine, the tables and the options of a [`Solver`], and opens it.
#[derive(Clone)]
pub struct SolverBuilder {
    method: Method,
    choice: EngineChoice,
    gpu: Option<String>,
    engine: Option<Arc<dyn Engine>>,
    #[cfg(feature = "files")]
    folder: Option<std::path::PathBuf>,
    open: Vec<Table>,
    threads: Option<usize>,
    settings: Settings,
}

/// The settings that solvers by several methods share.
#[derive(Clone)]
pub(super) struct Settings {
    control: Control,
    /// The options of the solver.
    question: Question,
    /// The expected number of positions, and the options of each.
    expected: Option<(u64, Question)>,
}

impl fmt::Debug for SolverBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolverBuilder { method, choice, gpu, threads, settings, .. } = self;
        f.debug_struct("SolverBuilder")
            .field("method", method)
            .field("engine", choice)
            .field("gpu", gpu)
            .field("threads", threads)
            .field("question", &settings.question)
            .finish_non_exhaustive()
    }
}

impl Default for SolverBuilder {
    fn default() -> SolverBuilder {
        SolverBuilder {
            method: Method::default(),
            choice: EngineChoice::default(),
            gpu: None,
            engine: None,
            #[cfg(feature = "files")]
            folder: None,
            open: Vec::new(),
            threads: None,
            settings: Settings { control: Control::default(), question: Question::default(), expected: None },
        }
    }
}

impl SolverBuilder {
    /// Sets the method; the two-phase search by default.
    #[must_use]
    pub fn method(self, method: Method) -> SolverBuilder {
        SolverBuilder { method, ..self }
    }

    /// Sets the engine, which builds tables and searches; the CPU by default.
    #[must_use]
    pub fn engine(self, choice: EngineChoice) -> SolverBuilder {
        SolverBuilder { choice, ..self }
    }

    /// Sets the GPU, by its number or a part of its name, as `cubebatch devices` lists them; `"all"` shares the positions among all
    /// cards, or all GPUs of the best kind.
    #[must_use]
    pub fn gpu(self, gpu: impl Into<String>) -> SolverBuilder {
        SolverBuilder { gpu: Some(gpu.into()), ..self }
    }

    /// Sets an engine that is open already.
    #[must_use]
    pub fn on(self, engine: Arc<dyn Engine>) -> SolverBuilder {
        SolverBuilder { engine: Some(engine), ..self }
    }

    /// Sets the folder of the tables; `cubebatch` in the user's data folder by default. The solver builds the tables that
    /// are missing there.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn tables(self, folder: impl Into<std::path::PathBuf>) -> SolverBuilder {
        SolverBuilder { folder: Some(folder.into()), ..self }
    }

    /// Adds an open table, or a table that was built in memory. The solver does not look for it in the folder.
    #[must_use]
    pub fn table(mut self, table: impl Into<Table>) -> SolverBuilder {
        self.open.push(table.into());
        self
    }

    /// Sets the number of threads that build tables, and that solve in [`Solver::solve_all`]; the number of cores by
    /// default.
    #[must_use]
    pub fn threads(self, threads: usize) -> SolverBuilder {
        SolverBuilder { threads: Some(threads.max(1)), ..self }
    }

    /// Limits the bytes of memory for the tables of a method and for its searches. The solver refuses a method that needs
    /// more. If both complete tables do not fit, the two-phase search searches phase 2 over a small table: this takes
    /// longer and finds the same solutions. The optimal method takes the largest filter that fits, and a larger filter makes
    /// proofs faster.
    #[must_use]
    pub fn memory(self, bytes: u64) -> SolverBuilder {
        self.with(SolveOption::Memory, bytes)
    }

    /// Sets the depth of the table of phase 1 (modified only), 4 to 8; 7 by default. A deeper table is faster and larger.
    #[must_use]
    pub fn phase1_depth(self, depth: u8) -> SolverBuilder {
        self.with(SolveOption::Phase1Depth, depth.into())
    }

    /// Sets the depth of the table of phase 2 (modified only), 6 to 10; 9 by default.
    #[must_use]
    pub fn phase2_depth(self, depth: u8) -> SolverBuilder {
        self.with(SolveOption::Phase2Depth, depth.into())
    }

    /// Sets the goal of [`Method::Goal`], and chooses that method; the solved cube by default.
    #[must_use]
    pub fn goal(self, goal: Goal) -> SolverBuilder {
        let builder = self.options(&Question::default().with_goal(goal));
        SolverBuilder { method: Method::taking(SolveOption::Goal), ..builder }
    }

    /// Sets the metric of the methods `two-phase`, `optimal` and `goal`: a [`Metric`](cubebatch_cube::cube::Metric), or other [`Costs`] of moves.
    #[must_use]
    pub fn metric(self, metric: impl Into<Costs>) -> SolverBuilder {
        self.options(&Question::default().with_metric(metric.into()))
    }

    /// Sets the moves that solutions may have; all by default. The method `two-phase` needs all moves of five faces.
    #[must_use]
    pub fn moves(self, moves: AllowedMoves) -> SolverBuilder {
        self.options(&Question::default().with_moves(moves))
    }

    /// Sets the options of a solver from a question; it ignores the options of each solution.
    #[must_use]
    pub fn options(mut self, question: &Question) -> SolverBuilder {
        let of_solver = question.only(|option| option.card().group.is_of_solver());
        self.settings.question = of_solver.and(&self.settings.question);
        self
    }

    fn with(self, option: SolveOption, value: u64) -> SolverBuilder {
        self.options(&Question::default().with(option, value))
    }

    /// Says roughly how many positions the solver will solve, 0 if that is unknown, and with which limits. This changes the time,
    /// never the solutions: for many positions the solver builds larger tables, and has them in large pages of memory; for few,
    /// [`EngineChoice::Auto`] takes the CPU, which is ready before a GPU.
    #[must_use]
    pub fn expect(mut self, positions: u64, limits: &SolveOptions) -> SolverBuilder {
        self.settings.expected = Some((positions, *limits.question()));
        self
    }

    /// Lets `progress` watch table builds, and receive notes.
    #[must_use]
    pub fn progress(mut self, progress: Arc<dyn Progress>) -> SolverBuilder {
        self.settings.control.progress = progress;
        self
    }

    /// Lets the caller end table builds by any clone of `stop`.
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> SolverBuilder {
        self.settings.control.stop = stop.clone();
        self
    }

    /// Opens the solver: its engine and its tables. It first builds the tables that are missing, which takes some seconds.
    ///
    /// # Errors
    /// [`ErrorKind::UnusedOption`](crate::ErrorKind::UnusedOption) for an option that the method does not take, and others,
    /// see [`ErrorKind`](crate::ErrorKind).
    pub fn open(self) -> Result<Solver, Error> {
        self.settings.question.resolve(self.method)?;
        let pool = Pool::new(self.threads.unwrap_or(0))?;
        let control = self.settings.control.clone();
        let progress = control.progress.clone();
        let is_long = self.settings.is_long(self.method);
        let tables = SolverTables::new(self.store()?, is_long, self.open, control, pool.clone());
        let engines = Engines::new(self.choice, self.gpu, self.engine, progress);
        engines.check(self.method)?;
        let memory = self.settings.question.value(SolveOption::Memory).unwrap_or(OF_MOVES);
        let of_moves = Shelf::new(memory, &pool);
        let shared = Shared { settings: self.settings, engines, tables, pool, of_moves };
        Solver::load(Arc::new(shared), self.method)
    }

    /// Whole cosets of G1: opens *phase1-complete*, with the folder, the threads, the progress and the stop of this builder. It
    /// first builds the table if it is missing. It checks a table of the folder as a whole, see [`Table::in_large_pages`]; one that
    /// is not copied it reads again before it gives out a level. A GPU that the builder names keeps the maps.
    ///
    /// # Errors
    /// [`Error`].
    pub fn cosets(self) -> Result<Cosets, Error> {
        let engine = self.engine_of()?;
        let (table, pool, control) = self.open_table(Cosets::TABLE.into())?;
        Ok(Cosets::over(table, engine, pool, control))
    }

    /// The engine, for work that is no method.
    ///
    /// # Errors
    /// When there is no such GPU.
    fn engine_of(&self) -> Result<Arc<dyn Engine>, Error> {
        let opened = || self.choice.open(self.gpu.as_deref(), &self.settings.control.progress);
        self.engine.clone().map_or_else(opened, Ok)
    }

    /// Opens a table alone, for work that is no method: with the threads, and what watches and stops. The CPU builds it if it
    /// is missing. A table of the folder is checked as a whole, see [`Table::in_large_pages`].
    ///
    /// # Errors
    /// [`Error`].
    fn open_table(self, table: TableId) -> Result<(Table, Pool, Control), Error> {
        let pool = Pool::new(self.threads.unwrap_or(0))?;
        let control = self.settings.control.clone();
        let tables = SolverTables::new(self.store()?, true, self.open, control.clone(), pool.clone());
        Ok((tables.open(table, &Cpu)?, pool, control))
    }

    #[cfg(feature = "files")]
    fn store(&self) -> Result<Store, Error> {
        Store::new(self.folder.clone())
    }

    #[cfg(not(feature = "files"))]
    fn store(&self) -> Result<Store, Error> {
        Ok(Store)
    }
}

impl Settings {
    /// Whether solving the expected positions is a [`LONG_JOB`].
    fn is_long(&self, method: Method) -> bool {
        self.expected_seconds(method).is_some_and(|seconds| seconds >= LONG_JOB)
    }

    /// The seconds of one core that the expected positions take; `None` if their number is unknown.
    fn expected_seconds(&self, method: Method) -> Option<f64> {
        let card = method.card();
        let (positions, question) = self.expected.filter(|&(positions, _)| positions > 0)?;
        Some(positions as f64 * card.seconds(&question.with_usual(card)))
    }

    /// The options of a solver by this method that each call can have another value of.
    pub(super) fn of_calls(&self, method: Method) -> Question {
        self.question.only(|option| option.card().group.is_of_call() && method.takes(option))
    }

    /// The options of a solver by this method, without the options that only other methods take.
    pub(super) fn question(&self, method: Method) -> Result<Question, Error> {
        Ok(self.question.only(|option| method.takes(option)).resolve(method)?)
    }
}

impl Shared {
    /// Whether the CPU has solved the expected positions before a GPU would begin: they are few, and the tables are there.
    pub(super) fn is_short(&self, method: Method, question: Question) -> bool {
        let are_few = |seconds: f64| seconds < GPU_START * self.pool.threads() as f64;
        let is_there = |table: &TableId| self.tables.is_there(*table);
        self.settings.expected_seconds(method).is_some_and(are_few)
            && self.needed(method, question, &Cpu).is_ok_and(|tables| tables.iter().all(is_there))
    }

    /// Loads a method on its engine. The calling thread waits for tables; threads of the pool never do.
    ///
    /// # Errors
    /// [`ErrorKind::TooLittleMemory`](crate::ErrorKind::TooLittleMemory) and others.
    pub(super) fn load(
        &self,
        method: Method,
        question: Question,
        engine: &dyn Engine,
    ) -> Result<Arc<dyn Solve>, Error> {
        let open = |table: TableId| self.tables.open(table, engine);
        let tables =
            self.needed(method, question, engine)?.into_iter().map(open).collect::<Result<_, _>>()?;
        let tables = method::OpenTables(tables);
        let loading = Loading { engine, tables, pool: &self.pool, question, control: &self.settings.control };
        Ok(self.pool.install(|| method.card().load(&loading))?)
    }

    /// A method for the moves that a call asks for, on the CPU where no GPU has it. It opens tables
    /// that are not there, or builds them if they are missing, apart from the threads of the pool: one of these may be the one that
    /// asks.
    ///
    /// # Errors
    /// As [`Shared::load`].
    pub(super) fn of_moves(
        &self,
        method: Method,
        moves: &MoveSet,
        control: &Control,
    ) -> Result<Arc<dyn Solve>, Error> {
        let key = (method, *moves);
        if let Some(loaded) = self.of_moves.take(&key) {
            return Ok(Arc::clone(&*loaded));
        }
        let question = Question::default()
            .with_metric(moves.costs)
            .with_moves(moves.allowed)
            .and(&self.settings.question);
        let question = question.only(|option| method.takes(option)).resolve(method)?;
        let engine = match method.card().on_gpu(&question) {
            Ok(()) => self.engines.engine(method, &question, || false)?,
            Err(_) => Arc::new(Cpu),
        };
        let needed = self.needed(method, question, &*engine)?;
        let bytes = needed.iter().map(|&table| file_bytes(table)).sum();
        let load = || {
            let open = |table: TableId| self.tables.open_for_calls(table, &*engine, control);
            let tables = needed.into_iter().map(open).collect::<Result<_, _>>()?;
            let tables = method::OpenTables(tables);
            Ok::<_, Error>(method.card().load(&Loading {
                engine: &*engine,
                tables,
                pool: &self.pool,
                question,
                control,
            })?)
        };
        Ok(Arc::clone(&*self.of_moves.of(&key, bytes, control, load)?))
    }

    /// The tables that a method reads.
    ///
    /// # Errors
    /// [`ErrorKind::TooLittleMemory`](crate::ErrorKind::TooLittleMemory).
    fn needed(&self, method: Method, question: Question, engine: &dyn Engine) -> Result<Vec<TableId>, Error> {
        let expected = self.settings.expected;
        let means = Means {
            question,
            expected: expected.map(|(positions, question)| (positions, question.with_usual(method.card()))),
            on_gpu: engine.is_gpu(),
            is_there: &|table| self.tables.is_there(table),
        };
        let least = method.card().least_memory(&means);
        match question.value(SolveOption::Memory) {
            Some(granted) if granted < least => {
                Err(Detail::TooLittleMemory { method, least, granted }.into())
            }
            _ => Ok(method.card().tables(&means)),
        }
    }
}
