//! Methods of solving. Each has a *card* that says what it is and what it takes, and a folder or file that carries it
//! out on an engine.

mod descent;
mod modified;
mod optimal;
mod thistlethwaite;
mod two_phase;

use std::fmt;

use crate::cube::Cube;
use crate::engine::EngineError;
use crate::limits::Limits;
pub use crate::limits::SolveOption;
use crate::solution::{Proof, Solution};
use crate::table::{Complete, TableId};
pub(crate) use descent::Descending;
pub(crate) use modified::Modified;
pub(crate) use optimal::Optimal;
pub use thistlethwaite::Thistlethwaite;
pub(crate) use two_phase::TwoPhaseSearching;

/// How positions are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Kociemba's two-phase search in six directions, over exact distances: short solutions.
    #[default]
    TwoPhase,
    /// The descent in complete tables of both phases: shortest phase 1, then shortest phase 2, without a search.
    Descent,
    /// Lin's modified two-phase method: shortest phase 1, both phases end in sorted tables.
    Modified,
    /// Thistlethwaite's method: four phases, each as short as possible.
    Thistlethwaite,
    /// A two-phase search, and a proof that nothing is shorter: shortest solutions.
    Optimal,
}

/// What a method is and what it takes.
struct Card {
    name: &'static str,
    /// What it does, in a line.
    title: &'static str,
    /// How many phases its solutions have; 0 where phases have no order.
    phases: usize,
    /// Whether it runs on a GPU.
    runs_on_gpu: bool,
    options: &'static [SolveOption],
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 5] =
        [Method::TwoPhase, Method::Descent, Method::Modified, Method::Thistlethwaite, Method::Optimal];

    const fn card(self) -> &'static Card {
        match self {
            Method::TwoPhase => &two_phase::CARD,
            Method::Descent => &descent::CARD,
            Method::Modified => &modified::CARD,
            Method::Thistlethwaite => &thistlethwaite::CARD,
            Method::Optimal => &optimal::CARD,
        }
    }

    /// What it is called: `two-phase`, `descent`, `modified`, `thistlethwaite`, `optimal`.
    pub const fn name(self) -> &'static str {
        self.card().name
    }

    /// What it does, in a line.
    pub const fn title(self) -> &'static str {
        self.card().title
    }

    /// How many phases its solutions have; 0 where they go forwards or backwards, so that phases have no order.
    pub const fn phases(self) -> usize {
        self.card().phases
    }

    /// Whether it runs on a GPU.
    pub const fn runs_on_gpu(self) -> bool {
        self.card().runs_on_gpu
    }

    /// What it takes.
    pub const fn options(self) -> &'static [SolveOption] {
        self.card().options
    }

    /// Whether it takes this option.
    pub fn takes(self, option: SolveOption) -> bool {
        self.options().contains(&option)
    }

    /// The method with this name.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A method over loaded tables, for many threads.
pub(crate) trait Solve: Send + Sync {
    /// Hands on a solution of each position, with the others that were asked for, and the number of the position, as soon as
    /// it is known: in any order, each once. Each was replayed on its position.
    ///
    /// # Errors
    /// When the engine failed or a caller asked to stop, of the positions whose solutions were not handed on; for a
    /// position, when a table is damaged.
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError>;

    /// The best number of positions for each of `threads` threads to give at a time.
    fn best_batch(&self, limits: &Limits, threads: usize) -> usize;
}

/// Why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A table does not hold what it should.
    Damaged(TableId),
    /// The solution that was found does not solve the position.
    WrongSolution,
    /// No solution has at most this number of moves: that is proved.
    NoneWithin { moves: u8, proof: Proof },
    /// The proof was stopped. This is the best known solution, with its proof so far.
    Unproved(Box<Solution>),
}

/// The complete tables, as faults name them.
const PHASE1: TableId = TableId::Complete(Complete::Phase1);

/// A solution, if it solves the position.
fn checked(cube: &Cube, solution: Solution) -> Result<Solution, Fault> {
    if solution.solves(cube) { Ok(solution) } else { Err(Fault::WrongSolution) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_methods_apart() {
        assert!(Method::ALL.into_iter().all(|method| Method::named(method.name()) == Some(method)));
    }
}
