//! The options of solving, read from the library's table.

use std::fmt;
use std::marker::PhantomData;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use cubebatch_search::method::{OPTIONS, OptionCard, OptionGroup, Question, SolveOption, ValueKind};

use super::common::parse_size;

/// A part of the table that stands together in help.
pub trait HelpSection {
    /// Whether an option is in it.
    fn has(card: &OptionCard) -> bool;
}

/// The options of each solution.
#[derive(Debug)]
pub struct OfSolution;

impl HelpSection for OfSolution {
    fn has(card: &OptionCard) -> bool {
        card.group == OptionGroup::Solution
    }
}

/// Memory for tables.
#[derive(Debug)]
pub struct OfMemory;

impl HelpSection for OfMemory {
    fn has(card: &OptionCard) -> bool {
        card.group == OptionGroup::Memory
    }
}

/// The depths of sorted tables.
#[derive(Debug)]
pub struct OfDepths;

impl HelpSection for OfDepths {
    fn has(card: &OptionCard) -> bool {
        card.group == OptionGroup::Depths
    }
}

/// The goal.
#[derive(Debug)]
pub struct OfGoal;

impl HelpSection for OfGoal {
    fn has(card: &OptionCard) -> bool {
        card.group == OptionGroup::Goal
    }
}

/// The metric alone.
#[derive(Debug)]
pub struct OfMetric;

impl HelpSection for OfMetric {
    fn has(card: &OptionCard) -> bool {
        card.option == SolveOption::Metric
    }
}

/// The options of a part of the table that are given.
pub struct GivenOptions<Part> {
    pub question: Question,
    part: PhantomData<Part>,
}

impl<Part> fmt::Debug for GivenOptions<Part> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.question.fmt(f)
    }
}

impl<Part: HelpSection> Args for GivenOptions<Part> {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().filter(|card| Part::has(card)).map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GivenOptions::<Part>::augment_args(command)
    }
}

impl<Part: HelpSection> FromArgMatches for GivenOptions<Part> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GivenOptions<Part>, clap::Error> {
        let mut given = GivenOptions { question: Question::default(), part: PhantomData };
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let given = OPTIONS.iter().filter(|card| Part::has(card)).filter_map(|card| given(card, matches));
        self.question = given.fold(self.question, |question, given| given.and(&question));
        Ok(())
    }
}

/// The question with the value of an option, if it is given.
fn given(card: &OptionCard, matches: &ArgMatches) -> Option<Question> {
    let none = Question::default();
    match card.kind {
        ValueKind::Flag => matches.get_flag(card.name).then(|| none.with(card.option, 1)),
        kind if kind.is_text() => matches.get_one(card.name).copied(),
        _ => matches.get_one(card.name).map(|&value| none.with(card.option, value)),
    }
}

fn arg(card: &'static OptionCard) -> Arg {
    let summary = words(&card.summary());
    let arg = Arg::new(card.name).long(hyphened(card.name)).help(&summary);
    let arg = arg.visible_aliases(card.aliases).aliases(card.hidden_aliases);
    let arg = match card.details {
        "" => arg,
        details => arg.long_help(format!("{summary}\n\n{}", words(details))),
    };
    let arg = if card.is_common { arg.help_heading(None::<&str>) } else { arg };
    match card.kind {
        ValueKind::Flag => arg.action(ArgAction::SetTrue),
        _ => arg.value_name(value_name(card)).value_parser(parser(card.option)),
    }
}

fn value_name(card: &OptionCard) -> String {
    match card.value_name {
        "" => format!("{}..{}", card.range.start(), card.range.end()),
        name => name.to_owned(),
    }
}

/// Parses the value of an option.
pub fn parser(option: SolveOption) -> ValueParser {
    match option.card().kind {
        kind if kind.is_text() => {
            ValueParser::new(move |text: &str| Question::default().with_text(option, text))
        }
        ValueKind::Bytes => ValueParser::new(|text: &str| parse_size(text).map(|size| size.as_u64())),
        _ => number_parser::<u64>(option),
    }
}

/// Parses the value of an option that is no number of bytes.
pub fn number_parser<T: TryFrom<u64> + Clone + Send + Sync + 'static>(option: SolveOption) -> ValueParser {
    let range = option.card().range.clone();
    let wanted = match (range.start(), range.end()) {
        (least, &u64::MAX) => format!("give a whole number, at least {least}"),
        (least, most) => format!("give a whole number from {least} to {most}"),
    };
    let number = move |text: &str| -> Option<T> {
        let number = text.parse().ok().filter(|number| range.contains(number))?;
        T::try_from(number).ok()
    };
    ValueParser::new(move |text: &str| number(text).ok_or_else(|| wanted.clone()))
}

/// The name of an option on the command line.
pub fn flag(name: &str) -> String {
    format!("--{}", hyphened(name))
}

fn hyphened(name: &str) -> String {
    name.replace('_', "-")
}

/// A text of the table as it stands on the command line.
fn words(text: &str) -> String {
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => flag(part),
    };
    text.split('`').enumerate().map(part).collect()
}
