//! Options and questions: one table of the options of all methods, and the values that a caller gives.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::method::{Method, MethodCard};
use cubebatch_cube::cube::{AllowedMoves, Costs, Cube, DearTurn, MoveSet};
use cubebatch_cube::goal::{Goal, Task};

/// An option of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolveOption {
    /// [`SolveOptions::max_length`](crate::SolveOptions::max_length).
    MaxLength,
    /// [`SolveOptions::max_time`](crate::SolveOptions::max_time), in milliseconds.
    MaxTime,
    /// [`SolveOptions::max_nodes`](crate::SolveOptions::max_nodes).
    MaxNodes,
    /// [`SolveOptions::solutions`](crate::SolveOptions::solutions).
    Solutions,
    /// [`SolveOptions::all_optimal`](crate::SolveOptions::all_optimal).
    AllOptimal,
    /// [`SolveOptions::ends`](crate::SolveOptions::ends).
    Ends,
    /// `SolverBuilder::memory`.
    Memory,
    /// `SolverBuilder::phase1_depth`.
    Phase1Depth,
    /// `SolverBuilder::phase2_depth`.
    Phase2Depth,
    /// [`SolveOptions::to`](crate::SolveOptions::to).
    To,
    /// `SolverBuilder::goal`.
    Goal,
    /// `SolverBuilder::metric`.
    Metric,
    /// `SolverBuilder::moves`.
    Moves,
    /// [`SolveOptions::cost`](crate::SolveOptions::cost).
    Cost,
}

/// All facts about an option. The command line, the service, the Python package and the documents read them here.
///
/// A text names options and `method` in backquotes, as in `` `max_length` ``.
#[derive(Debug)]
pub struct OptionCard {
    /// The option.
    pub option: SolveOption,
    /// Its name, in words that `_` joins.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: ValueKind,
    /// The word for its value in `sentence`; empty where the range stands for it.
    pub value_name: &'static str,
    /// The values that it can have.
    pub range: RangeInclusive<u64>,
    /// The greatest value that a request of the service can ask for, where it is less than the greatest of all.
    pub most_served: Option<u64>,
    /// The value that asks for no more than leaving the option out.
    pub idle: Option<u64>,
    /// Its effect.
    pub effect: Effect,
    /// Its group.
    pub group: OptionGroup,
    /// Whether help lists it before the options that have a heading.
    pub is_common: bool,
    /// The sentence that explains it. `{methods}` stands for the methods that take it.
    sentence: &'static str,
    /// More about it; may be empty.
    pub details: &'static str,
    /// The default in words, if no method has a number for it; may be empty.
    pub default: &'static str,
    /// Further names on the command line, which help lists.
    pub aliases: &'static [&'static str],
    /// Further names on the command line, which help does not list.
    pub hidden_aliases: &'static [&'static str],
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A whole number.
    Number,
    /// A time in milliseconds.
    Milliseconds,
    /// A number of bytes.
    Bytes,
    /// Given or not.
    Flag,
    /// A position, in any notation.
    Position,
    /// The text of a [`Goal`].
    Goal,
    /// The text of [`Costs`].
    Costs,
    /// The text of [`AllowedMoves`].
    Moves,
}

impl ValueKind {
    /// Whether its values are texts; the values of the other kinds are numbers.
    pub const fn is_text(self) -> bool {
        matches!(self, ValueKind::Position | ValueKind::Goal | ValueKind::Costs | ValueKind::Moves)
    }

    /// Reads a value.
    fn parse(self, text: &str) -> Result<OptionValue, String> {
        fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
            text.parse().map_err(|error: T::Err| error.to_string())
        }
        match self {
            ValueKind::Position => read(text).map(OptionValue::Position),
            ValueKind::Goal => read(text).map(OptionValue::Goal),
            ValueKind::Costs => read(text).map(OptionValue::Costs),
            ValueKind::Moves => read(text).map(OptionValue::Moves),
            ValueKind::Flag if text.is_empty() => Ok(OptionValue::Number(1)),
            ValueKind::Number | ValueKind::Milliseconds | ValueKind::Bytes | ValueKind::Flag => {
                read(text).map(OptionValue::Number)
            }
        }
    }
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum OptionValue {
    /// A flag has 1.
    Number(u64),
    Position(Cube),
    Goal(Goal),
    Costs(Costs),
    Moves(AllowedMoves),
}

/// The effect of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It decides the rows.
    Rows,
    /// It decides the rows together with the speed of the machine.
    RowsByTime,
    /// It decides the time alone.
    Speed,
}

/// A group of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionGroup {
    /// The solution: each call can have another value.
    Solution,
    /// The memory of a solver.
    Memory,
    /// The tables of a solver.
    Depths,
    /// The goal, and the moves that lead to it: a solver is opened with them, and each call can have others.
    Goal,
}

impl OptionGroup {
    /// Whether each call can have another value.
    pub const fn is_of_call(self) -> bool {
        matches!(self, OptionGroup::Solution | OptionGroup::Goal)
    }

    /// Whether a solver is opened with it.
    pub const fn is_of_solver(self) -> bool {
        !matches!(self, OptionGroup::Solution)
    }
}

/// The usual values of a card.
const PLAIN: OptionCard = OptionCard {
    option: SolveOption::MaxLength,
    name: "",
    kind: ValueKind::Number,
    value_name: "N",
    range: 0..=u64::MAX,
    most_served: None,
    idle: None,
    effect: Effect::Rows,
    group: OptionGroup::Solution,
    is_common: false,
    sentence: "",
    details: "",
    default: "",
    aliases: &[],
    hidden_aliases: &[],
};

/// The most threads that a front end gives a solver.
pub const MOST_THREADS: u16 = 1024;

const COUNT: usize = 14;

/// All options, in the order in which help lists those of a group.
pub static OPTIONS: [OptionCard; COUNT] = [
    OptionCard {
        option: SolveOption::MaxLength,
        name: "max_length",
        range: 0..=u8::MAX as u64,
        is_common: true,
        sentence: "Find a solution of at most N moves ({methods})",
        details: "With `method` two-phase a solution may be longer where a budget (`max_nodes`, `max_time`) ends the search, \
                  or where the position has none as short: its row says so, and the program counts such rows at the end. With \
                  `method` optimal or goal, the search ends at the first solution of at most N moves, or it proves that the \
                  position has none.",
        aliases: &["at-most"],
        hidden_aliases: &["max-moves"],
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::MaxTime,
        name: "max_time",
        kind: ValueKind::Milliseconds,
        value_name: "MS",
        effect: Effect::RowsByTime,
        is_common: true,
        sentence: "Search for MS milliseconds per position, and take the best solution found ({methods})",
        details: "The solution may be longer than `max_length`. Such a run can be neither reproduced nor resumed; a run with \
                  `max_nodes` can.",
        hidden_aliases: &["timeout"],
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::MaxNodes,
        name: "max_nodes",
        sentence: "Search N nodes per position, and take the best solution found ({methods})",
        details: "The solution may be longer than `max_length`.",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Solutions,
        name: "solutions",
        value_name: "K",
        range: 1..=u16::MAX as u64,
        // More would make a row of which a few fill the memory that a request may take.
        most_served: Some(1000),
        idle: Some(1),
        sentence: "Find K different solutions of each position, and write them in one row ({methods})",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::AllOptimal,
        name: "all_optimal",
        kind: ValueKind::Flag,
        range: 0..=1,
        idle: Some(0),
        sentence: "Find all shortest solutions of each position, and write them in one row ({methods})",
        details: "The solutions come in the order of their moves. The search takes thirteen times as long, because it covers \
                  all sequences of the shortest length. With `method` goal and `solutions`, a position that has more of them gets an \
                  error; the service allows 1000.",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Ends,
        name: "ends",
        range: 1..=1000,
        sentence: "Compare N of the shortest paths into G1, and take the best ({methods})",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Memory,
        name: "memory",
        kind: ValueKind::Bytes,
        value_name: "SIZE",
        effect: Effect::Speed,
        group: OptionGroup::Memory,
        sentence: "Limit of the memory for tables, such as 600M; the program refuses a method that needs more",
        details: "With `method` two-phase and less than 1100M, the program searches phase 2 without its complete table. With \
                  less than 460M, it reads a smaller table of phase 1; with less than 142M, it makes tables of 9 MB when it \
                  starts. Less memory takes longer and finds the same solutions. With `method` optimal, the program takes the largest filter that fits, \
                  1 GB by default; a larger filter makes proofs faster.",
        default: "1500M with optimal, 320M with goal",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Phase1Depth,
        name: "phase1_depth",
        value_name: "",
        range: 4..=8,
        group: OptionGroup::Depths,
        sentence: "Depth of the table of phase 1, p0 in the paper ({methods}); a deeper table is faster and larger (450 MB at 8)",
        hidden_aliases: &["p0-depth"],
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Phase2Depth,
        name: "phase2_depth",
        value_name: "",
        range: 6..=10,
        group: OptionGroup::Depths,
        sentence: "Depth of the table of phase 2, p1 in the paper ({methods}); 220 MB at 10",
        hidden_aliases: &["p1-depth"],
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::To,
        name: "to",
        kind: ValueKind::Position,
        value_name: "POSITION",
        sentence: "Find a way to POSITION instead of the solved cube ({methods})",
        details: "POSITION is moves from the solved cube or 54 facelets, as in the input. The number of moves is that of a solution of \
                  the difference of both positions.",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Goal,
        name: "goal",
        kind: ValueKind::Goal,
        value_name: "GOAL",
        group: OptionGroup::Goal,
        is_common: true,
        sentence: "Find the shortest moves to GOAL, such as cross, f2l, eo or \"DF DR DFR\" ({methods})",
        details: "GOAL is a name, or cubies that have to be at home, or 54 facelets with a dot for each that may show any colour. \
                  With /any at its end, as in cross/any, the cube may be held in any way. \
                  Without `method`, this option chooses the method. It finds solutions in the order of their lengths, and proves \
                  that there are no shorter ones.",
        default: "solved",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Metric,
        name: "metric",
        kind: ValueKind::Costs,
        value_name: "METRIC",
        group: OptionGroup::Goal,
        sentence: "Count moves by METRIC: htm, qtm, atm, stm, or costs such as \"quarter 5, half 8, parallel\" ({methods})",
        details: "In htm each turn of a face counts one. In qtm a half turn counts two. In atm turns of two opposite faces at once count \
                  one. In stm a turn of the layer between two faces, such as R L', counts one. A list has costs of 1 to 10, for quarter \
                  and half turns, for a face as in U 7, or for one turn as in U2 9. With parallel, opposite faces that turn at once cost \
                  as much as the dearer turn. All lengths are then costs, also `max_length`. With `method` two-phase, the usual bound is 28 in qtm, 17 in atm, \
                  19 in stm. Each metric has tables of its own, 390 MB to 1.1 GB. Where they are missing, the program builds them in about ten seconds, when it \
                  starts or a request asks for the metric first. \
                  With `method` optimal and another metric than htm, the search is that of `method` goal for the solved cube: positions far \
                  from solved take hours.",
        default: "htm",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Moves,
        name: "moves",
        kind: ValueKind::Moves,
        value_name: "MOVES",
        group: OptionGroup::Goal,
        sentence: "Turn only MOVES, such as \"U R F\", \"U2 D2 R L\" or \"U M\" ({methods})",
        details: "A letter is all turns of a face, U2 its half turn alone. M, E and S turn the layer between two faces; a solution has \
                  a turn of both, such as R L'. If such moves do not lead from a position to the goal, its row says so. \
                  With `method` two-phase, MOVES are all turns of five faces, as for a robot without a hand below; the usual bound is 24 moves then.",
        default: "all",
        ..PLAIN
    },
    OptionCard {
        option: SolveOption::Cost,
        name: "cost",
        kind: ValueKind::Costs,
        value_name: "COSTS",
        sentence: "Put the solution that costs least by COSTS first, of the K that are found ({methods})",
        details: "COSTS is a list such as \"quarter 5, half 8, U 7, parallel\", as `metric` has it; faces may differ. The search and all lengths go \
                  by `metric`, so the first solution is the cheapest of those in its row, and there may be cheaper ones.",
        ..PLAIN
    },
];

impl SolveOption {
    /// Its card.
    pub const fn card(self) -> &'static OptionCard {
        &OPTIONS[self as usize]
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.card().name
    }

    /// The option with this name.
    pub fn named(name: &str) -> Option<SolveOption> {
        OPTIONS.iter().find(|card| card.name == name).map(|card| card.option)
    }
}

impl OptionCard {
    /// The options of a group, in their order.
    pub fn of(group: OptionGroup) -> impl Iterator<Item = &'static OptionCard> {
        OPTIONS.iter().filter(move |card| card.group == group)
    }

    /// The methods that take it.
    pub fn methods(&self) -> impl Iterator<Item = Method> {
        let option = self.option;
        Method::ALL.iter().copied().filter(move |method| method.takes(option))
    }

    /// The sentence that explains it, with the methods that take it, without a full stop.
    pub fn sentence(&self) -> String {
        let methods: Vec<&str> = self.methods().map(Method::name).collect();
        self.sentence.replace("{methods}", &methods.join(", "))
    }

    /// Its sentence, and what it is unless it is given.
    pub fn summary(&self) -> String {
        let sentence = self.sentence();
        let default = self.default_words();
        if default.is_empty() { sentence } else { format!("{sentence} [default: {default}]") }
    }

    /// The whole explanation, in sentences.
    pub fn description(&self) -> String {
        let space = if self.details.is_empty() { "" } else { " " };
        format!("{}.{space}{}", self.summary(), self.details)
    }

    /// The default in words, with its methods if several take the option; may be empty.
    pub fn default_words(&self) -> String {
        let usual = self.methods().filter_map(|method| Some((method, method.card().usual(self.option)?)));
        match (self.methods().count(), usual.collect::<Vec<_>>().as_slice()) {
            (_, []) => self.default.to_owned(),
            (1, [(_, value)]) => value.to_string(),
            (_, several) => {
                let several = several.iter().map(|(method, value)| format!("{value} with {method}"));
                several.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// A question: the value of each option that the caller gives. Equal questions have equal answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Question([Option<OptionValue>; COUNT]);

/// Why a method cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// The option has no such value.
    #[error("{} is a number from {} to {}", option.name(), option.card().range.start(), option.card().range.end())]
    OutOfRange {
        /// The option.
        option: SolveOption,
    },
    /// The method has no use for the option.
    #[error("the method {method} has no use for {}", option.name())]
    WithoutUse {
        /// The option.
        option: SolveOption,
        /// The method.
        method: Method,
    },
    /// The costs of turns differ from face to face.
    #[error("the method {method} needs costs that are the same on all faces")]
    UnevenCosts {
        /// The method.
        method: Method,
    },
    /// The turns are not all turns of five faces.
    #[error("the method {method} needs all turns of five faces")]
    TooFewMoves {
        /// The method.
        method: Method,
    },
    /// No solution would have one of the turns.
    #[error(transparent)]
    DearTurn(DearTurn),
}

/// The value of an option of one kind, if it is given.
macro_rules! given {
    ($question:expr, $option:ident, $kind:ident) => {
        match $question.0[SolveOption::$option as usize] {
            Some(OptionValue::$kind(value)) => Some(value),
            _ => None,
        }
    };
}

impl Question {
    /// The value of an option: for [`ValueKind::Flag`] 1. `None` if it is not given, and for texts.
    pub const fn value(&self, option: SolveOption) -> Option<u64> {
        match self.0[option as usize] {
            Some(OptionValue::Number(value)) => Some(value),
            _ => None,
        }
    }

    /// The goal, if it is given.
    pub const fn goal(&self) -> Option<Goal> {
        given!(self, Goal, Goal)
    }

    /// The position where solutions end, if it is given.
    pub const fn to(&self) -> Option<Cube> {
        given!(self, To, Position)
    }

    /// The costs by which the cheapest of several solutions comes first, if they are given.
    pub const fn cost(&self) -> Option<Costs> {
        given!(self, Cost, Costs)
    }

    const fn metric(&self) -> Option<Costs> {
        given!(self, Metric, Costs)
    }

    const fn moves(&self) -> Option<AllowedMoves> {
        given!(self, Moves, Moves)
    }

    /// The moves that lead there, and what they cost.
    pub fn move_set(&self) -> MoveSet {
        MoveSet::new(self.metric().unwrap_or_default(), self.moves().unwrap_or_default())
    }

    /// Whether moves count by HTM, and all turns of faces are allowed.
    pub fn is_in_htm(&self) -> bool {
        self.move_set() == MoveSet::default()
    }

    /// The positions where solutions end.
    pub fn end(&self) -> Goal {
        self.to().map(|to| Goal::position(&to)).or(self.goal()).unwrap_or(Goal::SOLVED)
    }

    /// What solutions have to do.
    pub fn task(&self) -> Task {
        Task::new(self.end(), &self.move_set())
    }

    /// Whether an option is given.
    pub const fn is_given(&self, option: SolveOption) -> bool {
        self.0[option as usize].is_some()
    }

    /// The value of an option as text, which is empty for a flag; `None` if it is not given.
    pub fn text(&self, option: SolveOption) -> Option<String> {
        self.0[option as usize].map(|value| match value {
            OptionValue::Number(_) if option.card().kind == ValueKind::Flag => String::new(),
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Position(to) => to.to_string(),
            OptionValue::Goal(goal) => goal.to_string(),
            OptionValue::Costs(costs) => costs.to_string(),
            OptionValue::Moves(turns) => turns.to_string(),
        })
    }

    /// The value of an option that the method has a usual value for.
    ///
    /// # Panics
    /// When the question was not [resolved](Question::resolve).
    pub(crate) fn filled(&self, option: SolveOption) -> u64 {
        self.value(option).expect("a resolved question has the usual values")
    }

    const fn set(mut self, option: SolveOption, value: OptionValue) -> Question {
        self.0[option as usize] = Some(value);
        self
    }

    /// The same question with this value of an option.
    #[must_use]
    pub const fn with(self, option: SolveOption, value: u64) -> Question {
        self.set(option, OptionValue::Number(value))
    }

    /// The same question with this goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Question {
        self.set(SolveOption::Goal, OptionValue::Goal(goal))
    }

    /// The same question with this position as the end of solutions.
    #[must_use]
    pub const fn with_to(self, to: Cube) -> Question {
        self.set(SolveOption::To, OptionValue::Position(to))
    }

    /// The same question with these costs of turns.
    #[must_use]
    pub const fn with_metric(self, costs: Costs) -> Question {
        self.set(SolveOption::Metric, OptionValue::Costs(costs))
    }

    /// The same question with these costs, by which the cheapest of several solutions comes first.
    #[must_use]
    pub const fn with_cost(self, cost: Costs) -> Question {
        self.set(SolveOption::Cost, OptionValue::Costs(cost))
    }

    /// The same question with these turns alone.
    #[must_use]
    pub const fn with_moves(self, turns: AllowedMoves) -> Question {
        self.set(SolveOption::Moves, OptionValue::Moves(turns))
    }

    /// The same question with the value of an option, as [`Question::text`] gives it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn with_text(self, option: SolveOption, text: &str) -> Result<Question, String> {
        option.card().kind.parse(text).map(|value| self.set(option, value))
    }

    /// The options that are given, in the order of [`OPTIONS`].
    pub fn options(&self) -> impl Iterator<Item = SolveOption> {
        OPTIONS.iter().map(|card| card.option).filter(|&option| self.is_given(option))
    }

    /// The method that answers it unless the caller names one.
    pub fn usual_method(&self) -> Method {
        if self.goal().is_some() { Method::taking(SolveOption::Goal) } else { Method::default() }
    }

    /// This question, with what another one asks besides.
    #[must_use]
    pub fn and(self, other: &Question) -> Question {
        Question(std::array::from_fn(|index| self.0[index].or(other.0[index])))
    }

    /// The question with these options alone.
    #[must_use]
    pub fn only(&self, is_meant: impl Fn(SolveOption) -> bool) -> Question {
        Question(
            OPTIONS.each_ref().map(|card| self.0[card.option as usize].filter(|_| is_meant(card.option))),
        )
    }

    /// Whether an option asks for more than leaving it out does.
    pub fn asks(&self, option: SolveOption) -> bool {
        let is_idle = self.value(option).is_some_and(|value| Some(value) == option.card().idle);
        self.is_given(option) && !is_idle
    }

    /// Whether a position can have several solutions.
    pub fn asks_several(&self) -> bool {
        self.asks(SolveOption::Solutions) || self.asks(SolveOption::AllOptimal)
    }

    /// The question as the method has to answer it: with the usual value of each option that is not given.
    ///
    /// # Errors
    /// For the first value that cannot be; else for the first option that the method has no use for.
    pub fn resolve(&self, method: Method) -> Result<Question, Refused> {
        let is_wrong = |&option: &SolveOption| {
            self.value(option).is_some_and(|value| !option.card().range.contains(&value))
        };
        let wrong = self.options().find(is_wrong).map(|option| Refused::OutOfRange { option });
        let useless = || self.options().find(|&option| !method.takes(option));
        let useless = || useless().map(|option| Refused::WithoutUse { option, method });
        let uneven = || {
            let is_uneven = self.metric().is_some_and(|costs| !(method.card().counts_by)(&costs));
            is_uneven.then_some(Refused::UnevenCosts { method })
        };
        let too_few = || {
            let are_few = self.moves().is_some_and(|turns| !(method.card().solves_by)(&turns));
            are_few.then_some(Refused::TooFewMoves { method })
        };
        let dear = || self.metric().and_then(|_| self.move_set().dear_turn()).map(Refused::DearTurn);
        match wrong.or_else(useless).or_else(dear).or_else(uneven).or_else(too_few) {
            Some(refused) => Err(refused),
            None => Ok(self.with_usual(method.card())),
        }
    }

    /// The question, with the usual value of the method for each option that it does not give.
    pub fn with_usual(&self, method: &MethodCard) -> Question {
        self.and(&method.usual_question(&self.move_set()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Move;

    #[test]
    fn values_are_read_as_they_are_written() {
        let none = Question::default();
        for card in &OPTIONS {
            let asked = match card.kind {
                ValueKind::Position => none.with_to(Cube::SOLVED.turn(Move::from_index(4))),
                ValueKind::Goal => none.with_goal(Goal::cross()),
                ValueKind::Costs | ValueKind::Moves => {
                    let text = if card.kind == ValueKind::Moves { "U R" } else { "quarter 5, half 8, U 7" };
                    none.with_text(card.option, text).expect(text)
                }
                _ => none.with(card.option, 1),
            };
            let text = asked.text(card.option).expect(card.name);
            assert_eq!(none.with_text(card.option, &text), Ok(asked), "{}: {text}", card.name);
            assert_eq!(asked.options().collect::<Vec<_>>(), [card.option]);
        }
    }
}
