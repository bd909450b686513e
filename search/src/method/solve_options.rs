//! The options of one call, and the means to stop and watch it.

use std::sync::Arc;
use std::time::Duration;

use super::question::{Question, SolveOption};
use cubebatch_cube::cube::{Costs, Cube};
use cubebatch_cube::goal::Goal;
use cubebatch_tables::progress::{Control, Progress, Stop};

/// The options of one call, and the means to stop and watch it. The method decides about an option that is not set.
///
/// Each method takes some of the options, see [`Method::takes`](crate::Method::takes), and refuses the others.
///
/// ```
/// use cubebatch::{SolveOptions, Stop};
/// use std::time::Duration;
///
/// // Three different solutions of at most 20 moves, or the best that 10 ms find, unless a caller asks to stop.
/// let stop = Stop::default();
/// let options = SolveOptions::at_most(20).solutions(3).max_time(Duration::from_millis(10)).stop(&stop);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    question: Question,
    control: Control,
}

impl SolveOptions {
    /// Asks for solutions of at most this number of moves, without a budget.
    pub fn at_most(max_length: u8) -> SolveOptions {
        SolveOptions::default().max_length(max_length)
    }

    /// Sets the greatest number of moves of a solution (HTM).
    ///
    /// If no such solution exists, [`Method::Optimal`](crate::Method::Optimal) proves that, and the answer is
    /// [`ErrorKind::NoneWithin`](crate::ErrorKind::NoneWithin). The solution that it finds need not be the shortest.
    #[must_use]
    pub fn max_length(self, max_length: u8) -> SolveOptions {
        self.with(SolveOption::MaxLength, max_length.into())
    }

    /// Sets the number of nodes of phase 1 that the search for a position may expand. Then it returns the best solution so
    /// far, however long that is.
    #[must_use]
    pub fn max_nodes(self, max_nodes: u64) -> SolveOptions {
        self.with(SolveOption::MaxNodes, max_nodes)
    }

    /// Sets the time that the search for a position may take. Then it returns the best solution so far, however long that
    /// is. A part of a millisecond counts as a whole one.
    ///
    /// Each position has its own time. If an engine searches several positions side by side, they share the time on the
    /// clock in equal parts. So each has as much as alone, and its answer comes later. The search may end some milliseconds
    /// late, and it always goes on to a first solution.
    #[must_use]
    pub fn max_time(self, max_time: Duration) -> SolveOptions {
        let milliseconds = max_time.as_nanos().div_ceil(1_000_000);
        self.with(SolveOption::MaxTime, milliseconds.try_into().unwrap_or(u64::MAX))
    }

    /// Sets the number of different solutions for each position, 1 to 65,535. [`Solution::others`](crate::Solution::others)
    /// holds all but the first.
    #[must_use]
    pub fn solutions(self, solutions: usize) -> SolveOptions {
        self.with(SolveOption::Solutions, solutions as u64)
    }

    /// Asks for all shortest solutions of each position, in the order of moves (optimal only). The first is the solution,
    /// and [`Solution::others`](crate::Solution::others) holds the others. Solutions count as one if they differ only in the
    /// order of adjacent opposite faces.
    #[must_use]
    pub fn all_optimal(self) -> SolveOptions {
        self.with(SolveOption::AllOptimal, 1)
    }

    /// Sets the number of ends of phase 1 that the method compares, 1 to 1000 (descent only); 4 by default.
    #[must_use]
    pub fn ends(self, ends: usize) -> SolveOptions {
        self.with(SolveOption::Ends, ends as u64)
    }

    /// Sets the position where solutions end, instead of the solved cube. [`Method::Goal`](crate::Method::Goal) does not take it.
    ///
    /// ```no_run
    /// use cubebatch::{Cube, SolveOptions, Solver};
    ///
    /// let (from, to): (Cube, Cube) = ("R U".parse()?, "R U F".parse()?);
    /// let solution = Solver::builder().open()?.solve(&from, &SolveOptions::default().to(&to))?;
    /// assert_eq!(from * &solution.moves, to);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to(self, position: &Cube) -> SolveOptions {
        SolveOptions { question: self.question.with_to(*position), ..self }
    }

    /// Sets the goal ([`Method::Goal`](crate::Method::Goal) only); that of the solver by default.
    ///
    /// The solver makes the tables of a goal when a call asks for it first, and keeps those of the last few goals within its
    /// memory.
    ///
    /// ```no_run
    /// use cubebatch::{SolveOptions, Method, Solver};
    ///
    /// let solver = Solver::builder().method(Method::Goal).open()?;
    /// let cube = "R U2 F'".parse()?;
    /// let to_eo = solver.solve(&cube, &SolveOptions::default().goal("eo".parse()?))?;
    /// assert_eq!(to_eo.to_string(), "F");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn goal(self, goal: Goal) -> SolveOptions {
        SolveOptions { question: self.question.with_goal(goal), ..self }
    }

    /// Puts the solution first that costs least by these costs, of as many as [`SolveOptions::solutions`] asks for
    /// ([`Method::TwoPhase`](crate::Method::TwoPhase) only). The search goes by the metric of the solver, so there may be cheaper ones.
    #[must_use]
    pub fn cost(self, costs: impl Into<Costs>) -> SolveOptions {
        SolveOptions { question: self.question.with_cost(costs.into()), ..self }
    }

    /// Lets the caller end the search by any clone of `stop`. Each position without a solution by then has the error
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> SolveOptions {
        self.control.stop = stop.clone();
        self
    }

    /// Lets `progress` watch long searches: [`Progress::report`] receives each length that
    /// [`Method::Optimal`](crate::Method::Optimal) searches as a step.
    #[must_use]
    pub fn progress(mut self, progress: Arc<dyn Progress>) -> SolveOptions {
        self.control.progress = progress;
        self
    }

    /// The options that are set.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// See [`SolveOptions::stop`] and [`SolveOptions::progress`].
    pub fn control(&self) -> &Control {
        &self.control
    }

    fn with(self, option: SolveOption, value: u64) -> SolveOptions {
        SolveOptions { question: self.question.with(option, value), ..self }
    }

    /// The same control, and this question.
    pub fn asking(&self, question: Question) -> SolveOptions {
        SolveOptions { question, ..self.clone() }
    }
}

/// Keeps the options of a call, and leaves out the options of a solver.
impl From<&Question> for SolveOptions {
    fn from(question: &Question) -> SolveOptions {
        let question = question.only(|option| option.card().group.is_of_call());
        SolveOptions { question, ..SolveOptions::default() }
    }
}
