//! What a request asks for, and what is refused of it.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::ValueEnum;
use cubebatch::method::SolveOption;
use cubebatch::notation::{self, Scan};
use cubebatch::rows::{Form, Notation, Style};
use cubebatch::{Limits, Method};
use serde::Deserialize;

use super::lines::Lines;
use super::refusal::Refusal;
use super::whole::Whole;
use crate::cli::args::Format;

/// A position that takes longer, about, has a batch of its own: to 19 moves it takes a hundred times as long as to 20.
const QUICK_LENGTH: u8 = 20;

/// Looking at more ends takes as long as a search.
const QUICK_ENDS: u16 = 16;

/// No request has use for more solutions of a position, whose row would be longer than others read.
const MOST_SOLUTIONS: u16 = 1000;

/// Nor for more ends that are looked at.
const MOST_ENDS: u16 = 1000;

/// The options of a request: in the query of one that sends lines, beside the position in one of JSON.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub cube: Option<String>,
    pub cubes: Option<Lines>,
    method: Option<String>,
    max_length: Option<Whole>,
    max_nodes: Option<Whole>,
    max_time: Option<Whole>,
    solutions: Option<Whole>,
    all_optimal: bool,
    ends: Option<Whole>,
    notation: Option<String>,
    format: Option<String>,
    scan: Option<String>,
    output: Option<String>,
}

/// How positions are to be solved: those that are asked alike can share a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    pub method: Method,
    max_length: Option<u8>,
    max_nodes: Option<u64>,
    max_time: Option<u64>,
    solutions: Option<u16>,
    all_optimal: bool,
    ends: Option<u16>,
}

/// What a request asks for.
#[derive(Clone)]
pub struct Question {
    pub ask: Ask,
    /// How positions are written, if it is not to be found for each.
    pub format: Option<notation::Format>,
    pub style: Style,
}

impl Options {
    /// What they mean where `methods` are there, of which the first one is usual, with `max_length` as its usual bound.
    pub fn question(&self, methods: &[Method], max_length: Option<u8>) -> Result<Question, Refusal> {
        let method = self.method(methods)?;
        let usual_length = max_length.filter(|_| method == Method::TwoPhase);
        let ask = Ask {
            method,
            max_length: bounded(SolveOption::MaxLength, self.max_length, 0..=u8::MAX)?.or(usual_length),
            max_nodes: self.max_nodes.map(|Whole(nodes)| nodes),
            max_time: self.max_time.map(|Whole(milliseconds)| milliseconds),
            solutions: bounded(SolveOption::Solutions, self.solutions, 1..=MOST_SOLUTIONS)?,
            all_optimal: self.all_optimal,
            ends: bounded(SolveOption::Ends, self.ends, 1..=MOST_ENDS)?,
        };
        ask.check(methods)?;
        let notation = named("notation", self.notation.as_deref())?.unwrap_or(Notation::Letters);
        let style = Style { notation, ..Style::of(self.form()?, method, &ask.limits()) };
        Ok(Question { ask, format: self.format()?, style })
    }

    fn method(&self, methods: &[Method]) -> Result<Method, Refusal> {
        let Some(name) = &self.method else { return Ok(methods[0]) };
        methods.iter().find(|method| method.name() == *name).copied().ok_or_else(|| {
            let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
            let problem = format!("the method {name:?} is not served");
            Refusal::wrong(problem, format!("Use one of these: {}.", names.join(", ")))
        })
    }

    fn form(&self) -> Result<Form, Refusal> {
        match named("output", self.output.as_deref())?.unwrap_or(Form::Jsonl) {
            Form::Parquet => Err(Refusal::wrong(
                "a response is no file of Parquet".to_owned(),
                "Use output=jsonl, csv or text.".to_owned(),
            )),
            form => Ok(form),
        }
    }

    fn format(&self) -> Result<Option<notation::Format>, Refusal> {
        let Some(order) = &self.scan else {
            return Ok(named::<Format>("format", self.format.as_deref())?.and_then(Format::notation));
        };
        if self.format.is_some() {
            let problem = "`format` and `scan` exclude each other".to_owned();
            return Err(Refusal::wrong(problem, "Leave one of them out.".to_owned()));
        }
        match order.parse::<Scan>() {
            Ok(scan) => Ok(Some(notation::Format::Scanned(scan))),
            Err(error) => {
                let remedy = "Use kociemba, net, belt, flip, or six letters such as FRBLUD.".to_owned();
                Err(Refusal::wrong(format!("the order {order:?} of `scan`: {error}"), remedy))
            }
        }
    }
}

/// The value of an option that has a range.
fn bounded<T>(
    option: SolveOption,
    value: Option<Whole>,
    range: RangeInclusive<T>,
) -> Result<Option<T>, Refusal>
where
    T: TryFrom<u64> + PartialOrd + Display,
{
    let Some(Whole(value)) = value else { return Ok(None) };
    let value = T::try_from(value).ok().filter(|value| range.contains(value));
    value.map(Some).ok_or_else(|| {
        let problem = format!("`{}` is a number from {} to {}", option.name(), range.start(), range.end());
        Refusal::wrong(problem, "Give such a number, or leave it out.".to_owned())
    })
}

/// The value of an option that has names.
fn named<T: ValueEnum>(option: &str, name: Option<&str>) -> Result<Option<T>, Refusal> {
    let Some(name) = name else { return Ok(None) };
    T::from_str(name, false).map(Some).map_err(|_| {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        let problem = format!("`{option}` cannot be {name:?}");
        Refusal::wrong(problem, format!("Use one of these: {}.", values.join(", ")))
    })
}

impl Ask {
    /// The limits of each position, unless a caller asks to stop.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        if let Some(max_length) = self.max_length {
            limits = limits.max_length(max_length);
        }
        if let Some(max_nodes) = self.max_nodes {
            limits = limits.max_nodes(max_nodes);
        }
        if let Some(max_time) = self.max_time {
            limits = limits.max_time(Duration::from_millis(max_time));
        }
        if let Some(solutions) = self.solutions {
            limits = limits.solutions(solutions.into());
        }
        if self.all_optimal {
            limits = limits.all_optimal();
        }
        if let Some(ends) = self.ends {
            limits = limits.ends(ends.into());
        }
        limits
    }

    /// Whether a position takes about a millisecond at most, so that several requests may share a batch.
    pub fn is_quick(&self) -> bool {
        let is_bounded = self.max_nodes.is_some() || self.max_time.is_some();
        match self.method {
            Method::TwoPhase => {
                let max_length = self.max_length.unwrap_or(Limits::DEFAULT_MAX_LENGTH);
                max_length >= QUICK_LENGTH
                    && !is_bounded
                    && self.solutions.is_none_or(|solutions| solutions <= 1)
            }
            Method::Descent => self.ends.is_none_or(|ends| ends <= QUICK_ENDS),
            Method::Modified | Method::Thistlethwaite => true,
            _ => false,
        }
    }

    /// Refuses what the method has no use for.
    fn check(&self, served: &[Method]) -> Result<(), Refusal> {
        let method = self.method;
        if let Some(option) = self.limits().options().find(|&option| !method.takes(option)) {
            let takers = served.iter().filter(|method| method.takes(option));
            let others: String = takers.map(|method| format!(", or use {method}")).collect();
            let problem = format!("the method {method} has no use for `{}`", option.name());
            return Err(Refusal::wrong(problem, format!("Leave it out{others}.")));
        }
        Ok(())
    }
}
