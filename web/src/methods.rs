//! The methods that the page offers, and what can be asked of them, as their cards have it.

use std::collections::BTreeMap;

use cubebatch::cube::Metric;
use cubebatch::goal::{Goal, NAMED};
use cubebatch::{Method, SolveOptions};
use cubebatch_search::method::{OptionCard, OptionGroup, Question, SolveOption, ValueKind};
use cubebatch_search::value::Value;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::workshop::{is_for_gpu, tables_of};
use crate::{failure, object};

/// A method as the page shows it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Offered {
    name: &'static str,
    title: &'static str,
    /// The aim of each phase; empty if phases have no order.
    phases: &'static [&'static str],
    runs_on_gpu: bool,
    /// Whether it proves that no solution is shorter.
    proves: bool,
    /// Whether it takes a goal, and counts by the metric of each call.
    has_goal: bool,
    options: Vec<OptionField>,
}

/// An option as the page shows it: a number within a range.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OptionField {
    name: &'static str,
    /// Its name in words.
    label: String,
    sentence: String,
    least: u64,
    most: u64,
    usual: u64,
}

impl OptionField {
    /// An option of a solution, where the method has a usual value for it.
    fn of(card: &OptionCard, method: Method) -> Option<OptionField> {
        let usual = method.card().usual(card.option).filter(|_| card.kind == ValueKind::Number)?;
        // The page shows one solution.
        let usual = Some(usual).filter(|usual| card.idle != Some(*usual))?;
        let (least, most) = (*card.range.start(), *card.range.end());
        let sentence = card.sentence();
        // The methods that take it stand in brackets behind it; the page shows the field with its method.
        let sentence = format!("{}.", sentence.split_once(" (").map_or(&sentence[..], |(before, _)| before));
        Some(OptionField {
            name: card.name,
            label: card.name.replace('_', " "),
            sentence,
            least,
            most,
            usual,
        })
    }
}

/// Whether the page has the method: its tables fit.
fn is_offered(method: &Method) -> bool {
    tables_of(*method, false).is_some()
}

/// The methods that the page offers.
#[wasm_bindgen]
pub fn methods() -> JsValue {
    let offered = |method: Method| Offered {
        name: method.name(),
        title: method.title(),
        phases: method.card().phases,
        runs_on_gpu: is_for_gpu(method, &Question::default()),
        proves: method.proves(),
        has_goal: method.takes(SolveOption::Goal),
        options: OptionCard::of(OptionGroup::Solution)
            .filter_map(|card| OptionField::of(card, method))
            .collect(),
    };
    object(&Method::ALL.iter().copied().filter(is_offered).map(offered).collect::<Vec<_>>())
}

/// A goal as the page shows it.
#[derive(Serialize)]
struct OfferedGoal {
    name: &'static str,
    words: &'static str,
}

/// The goals that have a name.
#[wasm_bindgen]
pub fn goals() -> JsValue {
    object(
        &NAMED.iter().map(|named| OfferedGoal { name: named.name, words: named.words }).collect::<Vec<_>>(),
    )
}

/// A metric as the page shows it.
#[derive(Serialize)]
struct OfferedMetric {
    name: &'static str,
    title: String,
    words: &'static str,
}

/// The rules by which moves are counted, the usual one first.
#[wasm_bindgen]
pub fn metrics() -> JsValue {
    let offered = |metric: Metric| OfferedMetric {
        name: metric.name(),
        title: metric.to_string(),
        words: metric.words(),
    };
    object(&Metric::ALL.iter().copied().map(offered).collect::<Vec<_>>())
}

/// The stickers that a goal asks for, by their facelets at home: 54 symbols, `.` for each of the others.
#[wasm_bindgen]
pub fn goal_stickers(goal: &str) -> Result<String, JsValue> {
    let goal: Goal = goal.parse().map_err(failure)?;
    Ok(goal.stickers().map(|is_asked| if is_asked { '#' } else { '.' }).into_iter().collect())
}

/// The method and the options of a request.
pub struct MethodRequest {
    pub method: Method,
    pub limits: SolveOptions,
}

impl MethodRequest {
    /// Reads the name of a method that the page offers, and the values of options by their names.
    pub fn new(method: &str, options: JsValue) -> Result<MethodRequest, JsValue> {
        let named = Method::named(method).filter(is_offered);
        let method = named.ok_or_else(|| failure(format_args!("there is no method {method} here")))?;
        let options: BTreeMap<String, Value> = serde_wasm_bindgen::from_value(options).map_err(failure)?;
        let mut question = Question::default();
        for (name, value) in options {
            let option = SolveOption::named(&name);
            let option = option.ok_or_else(|| failure(format_args!("there is no {name}")))?;
            let asked = question.with_value(option, value, &option.card().range);
            question = asked.map_err(|problem| failure(format_args!("{name} {problem}")))?;
        }
        let limits = SolveOptions::from(&question.resolve(method).map_err(failure)?);
        Ok(MethodRequest { method, limits })
    }
}
