//! The facade of the library: a solver that owns all it needs, for any number of threads.
//!
//! It decides everything before positions are solved: which tables a method reads, whether to open or build them, to map or
//! load them, which engine works, and what happens when the engine fails.
//!
//! *This module is internal: it changes without notice.*

mod all;
mod builder;
mod choice;
mod debug;
mod engines;
mod in_order;
mod phase_distances;
mod store;
mod tables;

use std::sync::Arc;

pub use all::SolveAll;
pub use builder::SolverBuilder;
pub use choice::EngineChoice;
pub use phase_distances::{Phase1Distances, Phase1LookUp, Phase2Distances, Phase2LookUp};
#[cfg(feature = "files")]
pub use store::{build_table, check_room, default_folder, open_or_build};

use builder::Settings;
use cubebatch_cube::cube::{Cube, MoveSet};
use cubebatch_search::engine::Engine;
use cubebatch_search::error::{Detail, Error};
use cubebatch_search::method::shelf::Shelf;
use cubebatch_search::method::solve_options::SolveOptions;
use cubebatch_search::method::{Method, Refused, Solve, Unsolved};
use cubebatch_search::pool::Pool;
use cubebatch_search::solution::Solution;
use cubebatch_tables::table::TableId;
use engines::Engines;
use in_order::InOrder;
use tables::SolverTables;

/// Solves positions by one [`Method`], on many threads.
///
/// A solver owns its tables and its engine. It is cheap to clone. Clones share the tables and the engine, and so do the
/// solvers by other methods that [`Solver::with_method`] makes. Many threads can use a solver at a time, each with its own
/// limits.
///
/// ```no_run
/// use cubebatch::{SolveOptions, Method, Solver};
///
/// let short = Solver::builder().open()?;
/// let quick = short.with_method(Method::Descent)?;
/// let cube = "R U2 F'".parse()?;
/// let solution = quick.solve(&cube, &SolveOptions::default())?;
/// assert_eq!(solution.to_string(), "F U2 R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    shared: Arc<Shared>,
    method: Method,
    engine: Arc<dyn Engine>,
    loaded: Arc<dyn Solve>,
    /// The moves where a call does not say otherwise.
    moves: MoveSet,
}

/// The parts that solvers by several methods share.
struct Shared {
    settings: Settings,
    engines: Engines,
    tables: SolverTables,
    pool: Pool,
    /// Methods for other moves than the solver's, which calls asked for.
    of_moves: Shelf<(Method, MoveSet), Arc<dyn Solve>>,
}

impl Solver {
    /// Chooses tables, engine, threads.
    pub fn builder() -> SolverBuilder {
        SolverBuilder::default()
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Makes a solver by another method that shares the engine, the threads, and the tables that both methods read.
    ///
    /// The options of the builder hold for the other method, too, if it takes them. So the call fails if the memory is too
    /// little for it. A method that runs on no GPU solves on the CPU.
    ///
    /// # Errors
    /// The same as [`SolverBuilder::open`].
    pub fn with_method(&self, method: Method) -> Result<Solver, Error> {
        Solver::load(self.shared.clone(), method)
    }

    fn load(shared: Arc<Shared>, method: Method) -> Result<Solver, Error> {
        let question = shared.settings.question(method)?;
        let engine = shared.engines.engine(method, &question, || shared.is_short(method, question))?;
        let loaded = shared.load(method, question, &*engine)?;
        Ok(Solver { shared, method, engine, loaded, moves: question.move_set() })
    }

    /// The method over the tables for these limits. The first call in another metric opens its tables, and builds
    /// missing ones.
    fn loaded(&self, limits: &SolveOptions) -> Result<Arc<dyn Solve>, Error> {
        let moves = limits.question().move_set();
        match self.is_loaded_for(&moves) {
            true => Ok(self.loaded.clone()),
            false => self.shared.of_moves(self.method, &moves, limits.control()),
        }
    }

    /// The same, if nothing has to be opened.
    fn loaded_now(&self, limits: &SolveOptions) -> Option<Arc<dyn Solve>> {
        let moves = limits.question().move_set();
        match self.is_loaded_for(&moves) {
            true => Some(self.loaded.clone()),
            false => Some(Arc::clone(&*self.shared.of_moves.take(&(self.method, moves))?)),
        }
    }

    fn is_loaded_for(&self, moves: &MoveSet) -> bool {
        *moves == self.moves || !self.method.card().is_of_moves
    }

    /// Solves one position on the calling thread; [`Method::Optimal`] uses all threads of the solver. [`Solver::solve_all`]
    /// is faster for many positions.
    ///
    /// # Errors
    /// [`ErrorKind::UnusedOption`] for limits that the method does not take, [`ErrorKind::OutOfRange`],
    /// [`ErrorKind::Stopped`], [`ErrorKind::DamagedTable`], or [`ErrorKind::Engine`]. [`Method::Optimal`] also has
    /// [`ErrorKind::NoneWithin`], and [`ErrorKind::Unproved`] if a caller stopped a proof.
    ///
    /// [`ErrorKind::UnusedOption`]: crate::ErrorKind::UnusedOption
    /// [`ErrorKind::OutOfRange`]: crate::ErrorKind::OutOfRange
    /// [`ErrorKind::Stopped`]: crate::ErrorKind::Stopped
    /// [`ErrorKind::DamagedTable`]: crate::ErrorKind::DamagedTable
    /// [`ErrorKind::Engine`]: crate::ErrorKind::Engine
    /// [`ErrorKind::NoneWithin`]: crate::ErrorKind::NoneWithin
    /// [`ErrorKind::Unproved`]: crate::ErrorKind::Unproved
    pub fn solve(&self, cube: &Cube, limits: &SolveOptions) -> Result<Solution, Error> {
        self.solve_batch(std::slice::from_ref(cube), limits).pop().expect("an answer for each position")
    }

    /// Solves some positions on the calling thread, and returns the solutions in their order; [`Method::Optimal`] uses all
    /// threads of the solver. If the work ends early, each position without a solution has the error that ended it.
    pub fn solve_batch(&self, cubes: &[Cube], limits: &SolveOptions) -> Vec<Result<Solution, Error>> {
        let mut solutions = Vec::with_capacity(cubes.len());
        self.solve_in_order(cubes, limits, |solution| solutions.push(solution));
        solutions
    }

    /// Solves some positions as [`Solver::solve_batch`] does. It gives `found` each solution as soon as it and all before it
    /// are known, so the positions before a hard one need not wait for it.
    ///
    /// ```no_run
    /// use cubebatch::{Cube, SolveOptions, Solver, Stop};
    ///
    /// let solver = Solver::builder().open()?;
    /// let cubes = ["R U2 F'", "L D B2"].map(|moves| moves.parse::<Cube>().expect("these are moves"));
    /// let stop = Stop::default();
    /// solver.solve_in_order(&cubes, &SolveOptions::at_most(18).stop(&stop), |solution| match solution {
    ///     Ok(solution) => println!("{solution}"),
    ///     // Nothing more is wanted; the positions that are not solved yet get `ErrorKind::Stopped`.
    ///     Err(_) => stop.request(),
    /// });
    /// # Ok::<(), cubebatch::Error>(())
    /// ```
    pub fn solve_in_order(
        &self,
        cubes: &[Cube],
        limits: &SolveOptions,
        mut found: impl FnMut(Result<Solution, Error>),
    ) {
        let limits = match self.resolved(limits) {
            Ok(limits) => limits,
            Err(refused) => {
                let refused = Error::from(refused);
                return cubes.iter().for_each(|_| found(Err(refused.clone())));
            }
        };
        // Moves that solve the difference of two positions lead from one to the other.
        let difference = limits.question().to().map(|to| {
            let back = to.inverse();
            cubes.iter().map(|&cube| back * cube).collect::<Vec<_>>()
        });
        let cubes = difference.as_deref().unwrap_or(cubes);
        let cost = limits.question().cost();
        let mut in_order = InOrder::new(cubes.len(), found);
        let loaded = match self.loaded(&limits) {
            Ok(loaded) => loaded,
            Err(error) => return in_order.finish(|| Err(error.clone())),
        };
        let result = loaded.solve(cubes, &limits, &mut |number, solution| {
            let solution = match (solution, cost) {
                (Ok(solution), Some(cost)) => Ok(solution.cheapest_first(&cost)),
                (solution, _) => solution,
            };
            in_order.take(number, solution.map_err(|fault| self.error(fault)));
        });
        if let Err(error) = result {
            in_order.finish(|| Err(error.clone().into()));
        }
    }

    /// Solves positions as they come, on all threads of the solver, and returns each key with the solution of its position,
    /// in order. A key may be anything: the number of the position, its line, the position itself.
    ///
    /// The work holds a bounded number of positions at a time. The calling thread takes them from `pairs`, some hundred
    /// ahead of the solutions. The iterator returns each solution as soon as it and all before it are known. When the caller
    /// drops the iterator, the work ends.
    ///
    /// ```no_run
    /// use cubebatch::{Cube, SolveOptions, Solver};
    ///
    /// let solver = Solver::builder().open()?;
    /// let pairs = [("first", "R U2 F'"), ("second", "L D B2")];
    /// let pairs = pairs.map(|(name, moves)| (name, moves.parse::<Cube>().expect("these are moves")));
    /// for (name, solution) in solver.solve_all(pairs, &SolveOptions::default()) {
    ///     println!("{name}: {}", solution?);
    /// }
    /// # Ok::<(), cubebatch::Error>(())
    /// ```
    pub fn solve_all<K, I>(&self, pairs: I, limits: &SolveOptions) -> SolveAll<K, I::IntoIter>
    where
        I: IntoIterator<Item = (K, Cube)>,
    {
        SolveAll::new(self.clone(), pairs.into_iter(), limits)
    }

    /// The best number of positions for each thread to give to [`Solver::solve_batch`] at a time, if all threads of the
    /// solver do so.
    pub fn best_batch(&self, limits: &SolveOptions) -> usize {
        // A refused question takes no time, and one in another metric waits for tables.
        let limits = self.resolved(limits).ok();
        let loaded = limits.and_then(|limits| Some((self.loaded_now(&limits)?, limits)));
        loaded.map_or(1, |(loaded, limits)| loaded.best_batch(&limits, self.threads()))
    }

    /// The number of threads of [`Solver::solve_all`].
    pub fn threads(&self) -> usize {
        self.shared.pool.threads()
    }

    /// The threads.
    pub fn pool(&self) -> &Pool {
        &self.shared.pool
    }

    /// The open tables, in no particular order.
    pub fn tables(&self) -> Vec<TableId> {
        self.shared.tables.ids()
    }

    /// The engine.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The limits, with the goal of the solver and the usual values of the method.
    pub fn resolved(&self, limits: &SolveOptions) -> Result<SolveOptions, Refused> {
        let opened = self.shared.settings.of_calls(self.method);
        let question = limits.question().and(&opened);
        Ok(limits.asking(question.resolve(self.method)?))
    }

    fn error(&self, fault: Unsolved) -> Error {
        let detail = match fault {
            Unsolved::Damaged(table) => Detail::DamagedTable { table, path: self.shared.tables.path(table) },
            Unsolved::WrongSolution => Detail::WrongSolution,
            Unsolved::NoneWithin { moves, proof } => Detail::NoneWithin { moves, proof },
            Unsolved::TooMany { most } => Detail::TooMany { most },
            Unsolved::Unproved(best) => Detail::Unproved(best),
        };
        detail.into()
    }
}
