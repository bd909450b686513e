//! Names and numbers as HTML.

use indicatif::HumanCount;

use super::super::samples::{EngineName, Report};

/// Stands for a value that is not a number, such as a rate in no time.
const DASH: &str = "–";

/// Text as HTML, in attributes too: names come from drivers.
pub fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            other => html.push(other),
        }
    }
    html
}

/// Three figures; fewer below 0.01.
pub fn figures(value: f64) -> String {
    let decimals = match value {
        _ if !value.is_finite() => return DASH.to_owned(),
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        0.1.. => 3,
        _ => 4,
    };
    format!("{value:.decimals$}")
}

pub fn fixed(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}") } else { DASH.to_owned() }
}

pub fn count(value: f64) -> String {
    if value.is_finite() { HumanCount(value as u64).to_string() } else { DASH.to_owned() }
}

pub fn times(ratio: f64) -> String {
    with_unit(&figures(ratio), "×")
}

pub fn per_second(rate: f64) -> String {
    with_unit(&count(rate), "/s")
}

/// A dash has no unit.
fn with_unit(number: &str, unit: &str) -> String {
    if number == DASH { DASH.to_owned() } else { format!("{number}{unit}") }
}

/// A text about a GPU; empty for the CPU.
pub fn of_gpu(engine: &EngineName, text: impl Fn() -> String) -> String {
    if engine.is_gpu { text() } else { String::new() }
}

pub fn is_software_gpu(engine: &EngineName) -> bool {
    engine.is_gpu && engine.is_software
}

/// The engine's name as HTML; of equal ones with a number.
pub fn name(report: &Report, number: usize) -> String {
    let name = &report.engines[number].name;
    let same = |engines: &[EngineName]| engines.iter().filter(|engine| engine.name == *name).count();
    match same(&report.engines) {
        1 => escape(name),
        _ => format!("{} ({})", escape(name), same(&report.engines[..=number])),
    }
}

/// The name, marked if it is a program that acts as a GPU.
pub fn label(report: &Report, number: usize) -> String {
    let tag = match is_software_gpu(&report.engines[number]) {
        true => " <span class=\"tag\">software driver</span>",
        false => "",
    };
    name(report, number) + tag
}

pub fn gpus(report: &Report) -> Vec<usize> {
    (0..report.engines.len()).filter(|&number| report.engines[number].is_gpu).collect()
}

/// The class of an engine's bars, which sets their colour.
pub fn class(engine: &EngineName) -> &'static str {
    match (engine.is_gpu, engine.is_software) {
        (false, _) => "cpu",
        (true, false) => "gpu",
        (true, true) => "software",
    }
}

/// "A, B and C".
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
