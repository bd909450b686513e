//! Methods of solving. Each has a *card* that says what it is and what it takes, and a folder or file that carries it
//! out on an engine.

mod by_metric;
mod descent;
mod goal;
mod modified;
mod optimal;
pub mod question;
mod remedy;
pub mod shelf;
mod shorten;
pub mod solve_options;
mod thistlethwaite;
mod two_phase;

use std::fmt;
use std::sync::Arc;

use crate::engine::{Engine, EngineError};
use crate::pool::Pool;
use crate::solution::{Proof, Solution};
use cubebatch_cube::cube::{AllowedMoves, Costs, Cube, HTM, MoveSet, SearchSteps};
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{
    Complete, CompleteTable, FilterTable, Phase, SortedTable, Table, TableId, file_bytes,
};
pub use goal::{AtDistance, GoalBounds, NotThere, histogram as goal_histogram};
pub use question::{Effect, OPTIONS, OptionCard, OptionGroup, Question, Refused, SolveOption, ValueKind};
pub use remedy::Remedy;
use solve_options::SolveOptions;
pub use thistlethwaite::Thistlethwaite;

/// Gives each method its variant, with the module that has its card.
macro_rules! methods {
    ($($(#[$doc:meta])* $variant:ident = $module:ident,)*) => {
        /// A method of solving positions.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Method {
            $($(#[$doc])* $variant,)*
        }

        impl Method {
            /// All methods.
            pub const ALL: &[Method] = &[$(Method::$variant),*];

            /// Its card.
            pub const fn card(self) -> &'static MethodCard {
                match self {
                    $(Method::$variant => &$module::CARD,)*
                }
            }
        }
    };
}

methods! {
    /// Kociemba's two-phase search in six directions, over exact distances: short solutions.
    #[default]
    TwoPhase = two_phase,
    /// The descent in complete tables of both phases: shortest phase 1, then shortest phase 2, without a search.
    Descent = descent,
    /// Lin's modified two-phase method: shortest phase 1, both phases end in sorted tables.
    Modified = modified,
    /// Thistlethwaite's method: four phases, each as short as possible.
    Thistlethwaite = thistlethwaite,
    /// A two-phase search, and a proof that nothing is shorter: shortest solutions.
    Optimal = optimal,
    /// A search for shortest moves to a goal, such as a cross: it leaves the rest of the cube as it falls.
    Goal = goal,
}

/// The card of a method: all facts about it that other code uses.
pub struct MethodCard {
    name: &'static str,
    /// Its name in other programs.
    pub alias: Option<&'static str>,
    /// A description in one line.
    title: &'static str,
    /// The aim of each phase of its solutions; empty if phases have no order.
    pub phases: &'static [&'static str],
    /// Whether it proves how short a solution can be.
    proves: bool,
    /// The options that it takes, in the order in which a run record has them.
    pub options: &'static [Takes],
    /// The options that end a search before it has found what it aims at.
    pub budgets: &'static [SolveOption],
    /// About how many seconds of a core a position takes, and its part of what comes first.
    seconds: fn(&Question) -> f64,
    /// How many positions a thread takes at a time where others wait for it; `None`: half of the best batch.
    short_batch: Option<usize>,
    /// Whether a GPU can answer the question; the error names what does not run on a GPU.
    gpu: fn(&Question) -> Result<(), &'static str>,
    /// The tables that it reads, in the order in which they are opened: with too little memory the smallest with which it
    /// works.
    tables: fn(&Means) -> Vec<TableId>,
    /// Makes it ready over these tables.
    load: fn(&Loading) -> Ready,
    /// The usual bound of lengths by other moves than those of HTM, where that is another one.
    usual_length: fn(&MoveSet) -> Option<u64>,
    /// The greatest length of a solution without a bound, where that is known.
    longest: fn(&MoveSet) -> Option<u8>,
    /// Whether it can count by these costs, if it takes them at all.
    counts_by: fn(&Costs) -> bool,
    /// Whether it can solve with these moves alone, if it takes them at all.
    solves_by: fn(&AllowedMoves) -> bool,
    /// Whether it has to be loaded for each set of moves.
    pub is_of_moves: bool,
}

/// An option that a method takes.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// The option.
    pub option: SolveOption,
    /// Its value unless one is given; `None` where to leave it out is no value.
    pub usual: Option<u64>,
    /// Its effect.
    pub effect: Effect,
}

impl Takes {
    /// An option without a usual value, with the effect that its own card names.
    const fn of(option: SolveOption) -> Takes {
        Takes { option, usual: None, effect: option.card().effect }
    }

    /// Its value unless one is given.
    const fn usual(self, value: u64) -> Takes {
        Takes { usual: Some(value), ..self }
    }
}

/// The means of a method to make itself ready.
pub struct Loading<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// The tables that its card names, open.
    pub tables: OpenTables,
    /// The threads of the solver.
    pub pool: &'a Pool,
    /// The options of the solver, with usual values.
    pub question: Question,
    /// Stops and watches what takes long.
    pub control: &'a Control,
}

/// A method over loaded tables, or why the engine cannot load them.
type Ready = Result<Arc<dyn Solve>, EngineError>;

/// The means of a method when it chooses its tables.
pub struct Means<'a> {
    /// The options of the solver that the method takes, with the usual value of each that is not given.
    pub question: Question,
    /// About how many positions are to be solved, if that is known, and what is asked of each.
    pub expected: Option<(u64, Question)>,
    /// Whether a GPU searches.
    pub on_gpu: bool,
    /// Whether a table need not be built.
    pub is_there: &'a dyn Fn(TableId) -> bool,
}

/// Seconds of a core for a position that others can wait for.
const QUICK: f64 = 500e-6;

/// Bytes of memory with which two-phase works without tables in files: it makes some megabytes for itself, in less than a second.
pub const WITHOUT_TABLES: u64 = 100 << 20;

/// Memory besides tables: what searches make for themselves.
const WORKING_BYTES: u64 = 48 << 20;

/// Whether the memory that is granted does for searches over these tables.
fn has_room(question: &Question, tables: &[TableId]) -> bool {
    question.value(SolveOption::Memory).is_none_or(|granted| needed(tables) <= granted)
}

/// Bytes of memory with which searches over these tables work.
fn needed(tables: &[TableId]) -> u64 {
    tables.iter().map(|&table| file_bytes(table)).sum::<u64>() + WORKING_BYTES
}

/// The tables of a method, open.
pub struct OpenTables(pub Vec<Table>);

impl OpenTables {
    /// The first complete table of a phase.
    fn complete(&self, phase: Phase) -> Arc<CompleteTable> {
        let of_phase = |table: &Table| match table {
            Table::Complete(table) if table.table().phase() == phase => Some(table.clone()),
            _ => None,
        };
        self.first(of_phase)
    }

    /// The sorted table of a phase.
    fn sorted(&self, phase: Phase) -> Arc<SortedTable> {
        let of_phase = |table: &Table| match table {
            Table::Sorted(table) if table.spec().phase() == phase => Some(table.clone()),
            _ => None,
        };
        self.first(of_phase)
    }

    /// The proof filter.
    fn filter(&self) -> Arc<FilterTable> {
        self.first(|table| if let Table::Filter(table) = table { Some(table.clone()) } else { None })
    }

    fn first<T>(&self, which: impl Fn(&Table) -> Option<T>) -> T {
        self.0.iter().find_map(which).expect("a method loads tables that its card names")
    }
}

impl Method {
    /// Its name: `two-phase`, `descent`, `modified`, `thistlethwaite`, `optimal`, `goal`.
    pub const fn name(self) -> &'static str {
        self.card().name
    }

    /// A description in one line.
    pub const fn title(self) -> &'static str {
        self.card().title
    }

    /// How many phases its solutions have; 0 where they go forwards or backwards, so that phases have no order.
    pub const fn phases(self) -> usize {
        self.card().phases.len()
    }

    /// Whether it proves how short a solution can be.
    pub const fn proves(self) -> bool {
        self.card().proves
    }

    /// Whether it takes this option.
    pub fn takes(self, option: SolveOption) -> bool {
        self.card().taken(option).is_some()
    }

    /// The method with this name.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.iter().copied().find(|method| method.name() == name)
    }

    /// The first method that takes an option.
    ///
    /// # Panics
    /// Never: a method takes each option.
    pub fn taking(option: SolveOption) -> Method {
        option.card().methods().next().expect("a method takes each option")
    }
}

impl MethodCard {
    /// Whether it runs on a GPU.
    pub fn runs_on_gpu(&self) -> bool {
        self.on_gpu(&Question::default()).is_ok()
    }

    /// Whether a GPU can answer this question by it.
    ///
    /// # Errors
    /// The words for what does not run on a GPU.
    pub fn on_gpu(&self, question: &Question) -> Result<(), &'static str> {
        (self.gpu)(question)
    }

    /// The value of an option unless one is given.
    pub fn usual(&self, option: SolveOption) -> Option<u64> {
        self.taken(option)?.usual
    }

    fn taken(&self, option: SolveOption) -> Option<&'static Takes> {
        self.options.iter().find(|takes| takes.option == option)
    }

    /// The usual value of each option that has one.
    pub(crate) fn usual_question(&self, set: &MoveSet) -> Question {
        let usual = self.options.iter().filter_map(|takes| Some((takes.option, takes.usual?)));
        let usual = usual.fold(Question::default(), |question, (option, value)| question.with(option, value));
        let bound = (self.usual_length)(set);
        bound.map_or(usual, |bound| usual.with(SolveOption::MaxLength, bound))
    }

    /// The most moves that a search aims at where its solution may have more: where a budget may end it, or a position may have no
    /// solution as short. `None` where none can have more.
    pub fn aim(&self, question: &Question) -> Option<u8> {
        let budgets = self.budgets;
        let bound = self.bound(question).filter(|_| !budgets.is_empty())?;
        let may_end = budgets.iter().any(|&budget| question.value(budget).is_some());
        let is_enough = question.move_set().farthest().is_some_and(|farthest| farthest <= bound);
        (may_end || !is_enough).then_some(bound)
    }

    /// The most moves that a search aims at; `None` for a method that has no bound where none is asked for.
    pub fn bound(&self, question: &Question) -> Option<u8> {
        self.usual(SolveOption::MaxLength)?;
        question.with_usual(self).value(SolveOption::MaxLength).map(|length| length as u8)
    }

    /// The most turns of faces in a solution within the bound or, without one, in any solution; `None` where that is not known.
    pub fn most_turns(&self, question: &Question) -> Option<usize> {
        let bound = question.with_usual(self).value(SolveOption::MaxLength).map(|length| length as u8);
        let longest = bound.or_else(|| (self.longest)(&question.move_set()));
        longest.map(|length| SearchSteps::new(&question.move_set()).most_turns(length.into()))
    }

    /// Whether the search for one position may take hours, unless a budget ends it.
    pub fn needs_budget(&self, question: &Question) -> bool {
        let budgets = self.budgets;
        !budgets.is_empty() && budgets.iter().all(|&budget| question.value(budget).is_none())
    }

    /// About how many seconds of a core a position takes. The question is [resolved](Question::resolve).
    pub fn seconds(&self, question: &Question) -> f64 {
        (self.seconds)(question)
    }

    /// Whether a position takes so little that several requests may share a batch. The question is
    /// [resolved](Question::resolve).
    pub fn is_quick(&self, question: &Question) -> bool {
        self.seconds(question) <= QUICK
    }

    /// Whether it answers such a question soon with [`WITHOUT_TABLES`] bytes of memory. The solutions are the same.
    pub fn is_quick_without_tables(&self, question: &Question) -> bool {
        let needs_none = self.tables_within(WITHOUT_TABLES).is_some_and(|tables| tables.is_empty());
        needs_none && self.taken(SolveOption::Memory).is_some() && self.is_quick(question)
    }

    /// How many positions a thread takes at a time where others wait for it; `best` is the batch that takes the least time.
    pub fn short_batch(&self, best: usize) -> usize {
        self.short_batch.unwrap_or((best / 2).max(1))
    }

    /// The tables that it reads on a processor where none is open and tables may take `memory` bytes; `None` if it needs
    /// more.
    pub fn tables_within(&self, memory: u64) -> Option<Vec<TableId>> {
        let question = Question::default().with(SolveOption::Memory, memory).with_usual(self);
        let tables = self.tables(&Means { question, expected: None, on_gpu: false, is_there: &|_| false });
        has_room(&question, &tables).then_some(tables)
    }

    pub fn tables(&self, means: &Means) -> Vec<TableId> {
        (self.tables)(means)
    }

    /// Bytes of memory with which it works at least.
    pub fn least_memory(&self, means: &Means) -> u64 {
        let question = means.question.with(SolveOption::Memory, 0);
        needed(&self.tables(&Means { question, expected: None, ..*means }))
    }

    pub fn load(&self, loading: &Loading) -> Ready {
        (self.load)(loading)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Receives the number of a position and its solution.
pub type HandOn<'a> = &'a mut dyn FnMut(usize, Result<Solution, Unsolved>);

/// A method over loaded tables, for many threads.
pub trait Solve: Send + Sync {
    /// Hands on a solution of each position, with the others that were asked for, and the number of the position, as soon as
    /// it is known: in any order, each once. Each was replayed on its position. The question of the limits is resolved.
    ///
    /// # Errors
    /// When the engine failed or a caller asked to stop, of the positions whose solutions were not handed on; for a
    /// position, when a table is damaged.
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError>;

    /// The best number of positions for each of `threads` threads to give at a time.
    fn best_batch(&self, limits: &SolveOptions, threads: usize) -> usize;
}

/// Why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// A table does not hold what it should.
    Damaged(TableId),
    /// The solution that was found does not solve the position.
    WrongSolution,
    /// No solution has at most this number of moves: that is proved.
    NoneWithin { moves: u8, proof: Proof },
    /// It has more shortest solutions than are wanted.
    TooMany { most: usize },
    /// The proof was stopped. This is the best known solution, with its proof so far.
    Unproved(Box<Solution>),
}

/// The complete tables of phase 1 and of phase 2.
const COMPLETE: [TableId; 2] =
    [TableId::Complete(Complete::Phase1(HTM)), TableId::Complete(Complete::Phase2)];

/// The most moves of a shortest phase 1 and a shortest phase 2: 12 + 18.
fn longest_phases() -> u8 {
    let longest = |table: Complete| table.per_depth().len() - 1;
    (longest(Complete::Phase1(HTM)) + longest(Complete::Phase2)) as u8
}

/// A solution, if it solves the position.
fn checked(cube: &Cube, solution: Solution) -> Result<Solution, Unsolved> {
    if solution.solves(cube) { Ok(solution) } else { Err(Unsolved::WrongSolution) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_methods_apart() {
        assert!(Method::ALL.iter().copied().all(|method| Method::named(method.name()) == Some(method)));
    }
}
