//! What is asked of each solution, and when a search ends.

use std::sync::Arc;
use std::time::Duration;

use crate::progress::{Control, Progress, Stop};
use crate::question::{Group, Question, SolveOption};

/// What is asked of each solution, and when a search for it ends. What is not set is up to the method.
///
/// Each method takes some of these, see [`Method::options`](crate::Method::options); others are refused.
///
/// ```
/// use cubebatch::method::SolveOption;
/// use cubebatch::{Limits, Stop};
/// use std::time::Duration;
///
/// // Three different solutions of at most 20 moves, or the best that 10 ms find, unless a caller asks to stop.
/// let stop = Stop::default();
/// let limits = Limits::at_most(20).solutions(3).max_time(Duration::from_millis(10)).stop(&stop);
/// assert_eq!(limits.question().value(SolveOption::Solutions), Some(3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    question: Question,
    control: Control,
}

impl Limits {
    /// Solutions of at most this many moves, whatever it takes.
    pub fn at_most(max_length: u8) -> Limits {
        Limits::default().max_length(max_length)
    }

    /// A solution of at most this many moves is good enough (HTM).
    ///
    /// [`Method::Optimal`](crate::Method::Optimal) proves it where there is none: then the answer is
    /// [`ErrorKind::NoneWithin`](crate::ErrorKind::NoneWithin). The solution that it finds need not be the shortest.
    #[must_use]
    pub fn max_length(self, max_length: u8) -> Limits {
        self.with(SolveOption::MaxLength, max_length.into())
    }

    /// After this many nodes of phase 1 the best solution so far is good enough, however long it is.
    #[must_use]
    pub fn max_nodes(self, max_nodes: u64) -> Limits {
        self.with(SolveOption::MaxNodes, max_nodes)
    }

    /// When this time was spent on a position the best solution so far is good enough, however long it is. It counts in
    /// milliseconds: a part of one counts as a whole one.
    ///
    /// The time is the position's own. Alone it passes as on the wall. Where an engine searches several positions side by
    /// side, what passes is shared out among them in equal parts: in a batch each has as much as alone, and its answer comes
    /// later. Some milliseconds more may pass before it is noticed, and what takes longer to find a first solution is not
    /// ended.
    #[must_use]
    pub fn max_time(self, max_time: Duration) -> Limits {
        let milliseconds = max_time.as_nanos().div_ceil(1_000_000);
        self.with(SolveOption::MaxTime, milliseconds.try_into().unwrap_or(u64::MAX))
    }

    /// How many different solutions of each position are searched, 1 to 65,535. The others stand in
    /// [`Solution::others`](crate::Solution::others).
    #[must_use]
    pub fn solutions(self, solutions: usize) -> Limits {
        self.with(SolveOption::Solutions, solutions as u64)
    }

    /// Optimal: all shortest solutions of each position are found, in the order of moves. The first one is the solution,
    /// the others stand in [`Solution::others`](crate::Solution::others). Solutions that differ only in the order of
    /// opposite faces next to each other count as one.
    #[must_use]
    pub fn all_optimal(self) -> Limits {
        self.with(SolveOption::AllOptimal, 1)
    }

    /// Descent: how many ends of phase 1 are looked at, 1 to 1000; 4, unless it is set.
    #[must_use]
    pub fn ends(self, ends: usize) -> Limits {
        self.with(SolveOption::Ends, ends as u64)
    }

    /// A clone of this request can end the search. Each position that is not solved by then has the error
    /// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> Limits {
        self.control.stop = stop.clone();
        self
    }

    /// Receives how far the search for a solution is, by [`Progress::report`], where that may take long: each length that
    /// [`Method::Optimal`](crate::Method::Optimal) searches is a step.
    #[must_use]
    pub fn progress(mut self, progress: Arc<dyn Progress>) -> Limits {
        self.control.progress = progress;
        self
    }

    /// What is asked of each solution.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// See [`Limits::stop`] and [`Limits::progress`].
    pub fn control(&self) -> &Control {
        &self.control
    }

    fn with(self, option: SolveOption, value: u64) -> Limits {
        Limits { question: self.question.with(option, value), ..self }
    }

    /// The same control, and this question.
    pub(crate) fn asking(&self, question: Question) -> Limits {
        Limits { question, ..self.clone() }
    }
}

/// What is asked of each solution; what is asked of a solver is left out.
impl From<&Question> for Limits {
    fn from(question: &Question) -> Limits {
        let question = question.only(|option| option.card().group == Group::Solution);
        Limits { question, ..Limits::default() }
    }
}
