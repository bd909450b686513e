//! What is asked of each solution, and when a search ends.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::progress::{Progress, Stop, Unwatched};

/// Something that can be asked of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolveOption {
    /// [`Limits::max_length`].
    MaxLength,
    /// [`Limits::max_nodes`].
    MaxNodes,
    /// [`Limits::max_time`].
    MaxTime,
    /// [`Limits::solutions`].
    Solutions,
    /// [`Limits::all_optimal`].
    AllOptimal,
    /// [`Limits::ends`].
    Ends,
    /// [`SolverBuilder::memory`](crate::SolverBuilder::memory).
    Memory,
    /// [`SolverBuilder::phase1_depth`](crate::SolverBuilder::phase1_depth).
    Phase1Depth,
    /// [`SolverBuilder::phase2_depth`](crate::SolverBuilder::phase2_depth).
    Phase2Depth,
}

impl SolveOption {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            SolveOption::MaxLength => "max_length",
            SolveOption::MaxNodes => "max_nodes",
            SolveOption::MaxTime => "max_time",
            SolveOption::Solutions => "solutions",
            SolveOption::AllOptimal => "all_optimal",
            SolveOption::Ends => "ends",
            SolveOption::Memory => "memory",
            SolveOption::Phase1Depth => "phase1_depth",
            SolveOption::Phase2Depth => "phase2_depth",
        }
    }
}

/// What is asked of each solution, and when a search for it ends. What is not set is up to the method.
///
/// Each method takes some of these, see [`Method::options`](crate::Method::options); others are refused.
///
/// ```
/// use cubebatch::{Limits, Stop};
/// use std::time::Duration;
///
/// // Three different solutions of at most 20 moves, or the best that 10 ms find, unless a caller asks to stop.
/// let stop = Stop::default();
/// let limits = Limits::at_most(20).solutions(3).max_time(Duration::from_millis(10)).stop(&stop);
/// assert_eq!(limits.get_solutions(), Some(3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    max_length: Option<u8>,
    max_nodes: Option<u64>,
    max_time: Option<Duration>,
    solutions: Option<usize>,
    all_optimal: bool,
    ends: Option<usize>,
    stop: Stop,
    watcher: Watcher,
}

/// Who watches a search.
#[derive(Clone)]
struct Watcher(Arc<dyn Progress>);

impl Default for Watcher {
    fn default() -> Watcher {
        Watcher(Arc::new(Unwatched))
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Limits {
    /// [`Limits::max_length`] of the two-phase search, unless it is set.
    pub const DEFAULT_MAX_LENGTH: u8 = 21;

    /// Solutions of at most this many moves, whatever it takes.
    pub fn at_most(max_length: u8) -> Limits {
        Limits::default().max_length(max_length)
    }

    /// A solution of at most this many moves is good enough (HTM).
    ///
    /// [`Method::Optimal`](crate::Method::Optimal) proves it where there is none: then the answer is
    /// [`Error::NoneWithin`](crate::Error::NoneWithin). The solution that it finds need not be the shortest.
    #[must_use]
    pub fn max_length(self, max_length: u8) -> Limits {
        Limits { max_length: Some(max_length), ..self }
    }

    /// After this many nodes of phase 1 the best solution so far is good enough, however long it is.
    #[must_use]
    pub fn max_nodes(self, max_nodes: u64) -> Limits {
        Limits { max_nodes: Some(max_nodes), ..self }
    }

    /// When so much time was spent on a position the best solution so far is good enough, however long it is.
    ///
    /// The time is the position's own. Alone it passes as on the wall. Where an engine searches several positions side by
    /// side, what passes is shared out among them in equal parts: in a batch each has as much as alone, and its answer comes
    /// later. Some milliseconds more may pass before it is noticed, and what takes longer to find a first solution is not
    /// ended.
    #[must_use]
    pub fn max_time(self, max_time: Duration) -> Limits {
        Limits { max_time: Some(max_time), ..self }
    }

    /// How many different solutions of each position are searched, at least one. The others stand in
    /// [`Solution::others`](crate::Solution::others).
    #[must_use]
    pub fn solutions(self, solutions: usize) -> Limits {
        Limits { solutions: Some(solutions.max(1)), ..self }
    }

    /// Optimal: all shortest solutions of each position are found, in the order of moves. The first one is the solution,
    /// the others stand in [`Solution::others`](crate::Solution::others). Those that differ only in the order of opposite
    /// faces next to each other count as one.
    #[must_use]
    pub fn all_optimal(self) -> Limits {
        Limits { all_optimal: true, ..self }
    }

    /// Descent: how many ends of phase 1 are looked at, at least one; 4, unless it is set.
    #[must_use]
    pub fn ends(self, ends: usize) -> Limits {
        Limits { ends: Some(ends.max(1)), ..self }
    }

    /// Whoever has a clone of this request can end the search: with [`Error::Stopped`](crate::Error::Stopped) for
    /// each position that is not solved by then.
    #[must_use]
    pub fn stop(self, stop: &Stop) -> Limits {
        Limits { stop: stop.clone(), ..self }
    }

    /// Who is told how far the search for a solution is, by [`Progress::report`], where that may take long: of
    /// [`Method::Optimal`](crate::Method::Optimal) each length that is searched is a step. It is not asked whether to stop,
    /// see [`Limits::stop`].
    #[must_use]
    pub fn progress(self, progress: Arc<dyn Progress>) -> Limits {
        Limits { watcher: Watcher(progress), ..self }
    }

    /// See [`Limits::max_length`].
    pub fn get_max_length(&self) -> Option<u8> {
        self.max_length
    }

    /// See [`Limits::max_nodes`].
    pub fn get_max_nodes(&self) -> Option<u64> {
        self.max_nodes
    }

    /// See [`Limits::max_time`].
    pub fn get_max_time(&self) -> Option<Duration> {
        self.max_time
    }

    /// See [`Limits::solutions`].
    pub fn get_solutions(&self) -> Option<usize> {
        self.solutions
    }

    /// See [`Limits::all_optimal`].
    pub fn get_all_optimal(&self) -> bool {
        self.all_optimal
    }

    /// See [`Limits::ends`].
    pub fn get_ends(&self) -> Option<usize> {
        self.ends
    }

    /// See [`Limits::stop`].
    pub fn get_stop(&self) -> &Stop {
        &self.stop
    }

    /// See [`Limits::progress`].
    pub fn get_progress(&self) -> &Arc<dyn Progress> {
        &self.watcher.0
    }

    /// The options that are set.
    pub fn options(&self) -> impl Iterator<Item = SolveOption> {
        let options = [
            (self.max_length.is_some(), SolveOption::MaxLength),
            (self.max_nodes.is_some(), SolveOption::MaxNodes),
            (self.max_time.is_some(), SolveOption::MaxTime),
            (self.solutions.is_some(), SolveOption::Solutions),
            (self.all_optimal, SolveOption::AllOptimal),
            (self.ends.is_some(), SolveOption::Ends),
        ];
        options.into_iter().filter_map(|(is_set, option)| is_set.then_some(option))
    }
}
