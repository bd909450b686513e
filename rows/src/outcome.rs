//! What becomes of a line.

use std::fmt;

use super::line::{LineError, RefusedFacelets};
use super::none::NoneWithin;
use cubebatch::notation::Cause;
use cubebatch::progress::Cancelled;
use cubebatch::{Cube, Error, Proof, Solution};
use cubebatch_search::error::Detail;

/// A line of input and what became of it.
pub struct Row<'a, P = Cube, S = Solution> {
    /// The file, when there are several.
    pub file: Option<&'a str>,
    /// From 1.
    pub line: u64,
    /// What became of it.
    pub outcome: Outcome<'a, P, S>,
}

/// What became of a line that can hold a position `P`, which has a solution `S`.
pub enum Outcome<'a, P = Cube, S = Solution> {
    /// It holds nothing, and has no row.
    Blank,
    /// It holds a position, and there is a solution.
    Solved {
        /// The position.
        cube: &'a P,
        /// Its solution.
        solution: &'a S,
        /// How long the search took, if that is asked for.
        microseconds: Option<f64>,
    },
    /// It is proved that there is no solution as short as was asked for.
    NoneWithin {
        /// The position.
        cube: &'a P,
        /// What was proved.
        proof: Proof,
        /// How long the search took, if that is asked for.
        microseconds: Option<f64>,
        /// How many moves were asked for at most.
        moves: u8,
    },
    /// There are more shortest solutions than were asked for.
    TooMany {
        /// Why it has no row with solutions.
        error: Error,
    },
    /// Its proof was stopped.
    Unproved {
        /// The position.
        cube: &'a P,
        /// The best solution that is known, with what was proved.
        best: Box<Solution>,
    },
    /// Its search was stopped, or did not begin.
    Stopped {
        /// Why, in a sentence.
        why: &'static str,
    },
    /// Its search failed.
    Failed {
        /// Why.
        error: Error,
    },
    /// It holds no position.
    Invalid {
        /// Why.
        error: &'a LineError,
    },
}

impl<'a, P, S> Outcome<'a, P, S> {
    /// What the search for a position came to.
    pub(super) fn of(
        cube: &'a P,
        found: &'a Result<S, Error>,
        microseconds: Option<f64>,
    ) -> Outcome<'a, P, S> {
        match found {
            Ok(solution) => Outcome::Solved { cube, solution, microseconds },
            Err(error) => match error.detail() {
                &Detail::NoneWithin { moves, proof } => {
                    Outcome::NoneWithin { cube, proof, microseconds, moves }
                }
                Detail::TooMany { .. } => Outcome::TooMany { error: error.clone() },
                Detail::Unproved(best) => Outcome::Unproved { cube, best: best.clone() },
                Detail::Cancelled(_) => Outcome::Stopped { why: "stopped on request" },
                _ => Outcome::Failed { error: error.clone() },
            },
        }
    }

    /// The outcome, for work that ends where a position has no answer.
    ///
    /// # Errors
    /// Why it has none.
    pub fn answered(self) -> Result<Outcome<'a, P, S>, Error> {
        match self {
            Outcome::Blank
            | Outcome::Solved { .. }
            | Outcome::NoneWithin { .. }
            | Outcome::TooMany { .. }
            | Outcome::Invalid { .. } => Ok(self),
            Outcome::Unproved { best, .. } => Err(Detail::Unproved(best).into()),
            Outcome::Stopped { .. } => Err(Cancelled.into()),
            Outcome::Failed { error } => Err(error),
        }
    }

    /// Why an impossible position may be so.
    pub fn causes(&self) -> Vec<Cause> {
        match self {
            Outcome::Invalid { error } => error.refused().map(RefusedFacelets::causes).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Why its row has no solution, in a sentence.
    pub fn error(&self) -> Option<String> {
        match self {
            Outcome::Blank | Outcome::Solved { .. } | Outcome::Unproved { .. } => None,
            Outcome::NoneWithin { moves, .. } => Some(NoneWithin(*moves).to_string()),
            Outcome::Stopped { why } => Some((*why).to_owned()),
            Outcome::TooMany { error } | Outcome::Failed { error } => Some(error.to_string()),
            Outcome::Invalid { error } => Some(error.told()),
        }
    }
}

impl<'a> Outcome<'a> {
    /// The position and its solution: of a proof that was stopped the best that is known.
    pub fn solution(&self) -> Option<(&'a Cube, &Solution)> {
        match self {
            Outcome::Solved { cube, solution, .. } => Some((cube, solution)),
            Outcome::Unproved { cube, best } => Some((cube, best)),
            Outcome::Blank
            | Outcome::NoneWithin { .. }
            | Outcome::TooMany { .. }
            | Outcome::Stopped { .. }
            | Outcome::Failed { .. }
            | Outcome::Invalid { .. } => None,
        }
    }
}

/// The line of a row, and its file, if there are several.
impl<P, S> fmt::Display for Row<'_, P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.map_or(Ok(()), |file| write!(f, "{file} "))?;
        write!(f, "line {}", self.line)
    }
}

/// How many lines came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines with a position that has a solution.
    pub solved: u64,
    /// Lines with a position that is proved to have no solution as short as was asked for.
    pub none: u64,
    /// Lines with a position whose search was stopped or failed.
    pub unsolved: u64,
    /// Lines that hold no position and are not blank.
    pub invalid: u64,
    /// The moves of all solutions, where they are counted.
    pub moves: u64,
}

impl Tally {
    /// Counts a line, and the moves of its solution by `length`.
    pub fn count<P, S>(&mut self, outcome: &Outcome<P, S>, length: impl FnOnce(&S) -> usize) {
        match outcome {
            Outcome::Blank => {}
            Outcome::Solved { solution, .. } => {
                self.solved += 1;
                self.moves += length(solution) as u64;
            }
            Outcome::Unproved { best, .. } => {
                self.solved += 1;
                self.moves += best.length() as u64;
            }
            Outcome::NoneWithin { .. } => self.none += 1,
            Outcome::TooMany { .. } | Outcome::Stopped { .. } | Outcome::Failed { .. } => self.unsolved += 1,
            Outcome::Invalid { .. } => self.invalid += 1,
        }
    }

    /// Adds the counts of other lines.
    pub fn add(&mut self, other: Tally) {
        self.solved += other.solved;
        self.none += other.none;
        self.unsolved += other.unsolved;
        self.invalid += other.invalid;
        self.moves += other.moves;
    }

    /// Lines with a position.
    pub fn positions(&self) -> u64 {
        self.solved + self.none + self.unsolved
    }

    /// Lines that have a row.
    pub fn rows(&self) -> u64 {
        self.positions() + self.invalid
    }
}
