//! The report as a page for a browser: one file without scripts that loads nothing.

mod builds;
mod chart;
mod ratios;
mod solves;
mod table;
#[cfg(test)]
mod tests;
mod words;

use indicatif::{BinaryBytes, HumanCount};

use super::samples::Report;
use words::{escape, gpus, is_software_gpu, label, list, name};

const STYLE: &str = include_str!("style.css");

/// The whole page.
pub fn of(report: &Report) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        title(report)
    );
    page += &head(report);
    if !report.builds.is_empty() {
        page += &builds::section(report);
    }
    if !report.solves.is_empty() {
        page += &solves::section(report);
    }
    page += &ratios::section(report);
    page + "</body>\n</html>\n"
}

fn title(report: &Report) -> String {
    let engines: Vec<String> = (0..report.engines.len()).map(|number| name(report, number)).collect();
    format!("cubebatch bench: {}", list(&engines))
}

fn head(report: &Report) -> String {
    format!(
        "<h1>{}</h1>\n<p>{}</p>\n{}{}",
        title(report),
        summary(report),
        machine(report),
        software_note(report)
    )
}

/// The work, the number of its runs, and whether the results agree.
fn summary(report: &Report) -> String {
    let build = report.builds.first().map(|_| "to build its tables".to_owned());
    let solves = report.solves.first();
    let solve = solves.map(|solve| format!("to solve {} random positions", HumanCount(solve.cubes as u64)));
    let work: Vec<String> = build.into_iter().chain(solve).collect();
    if work.is_empty() {
        return "Nothing was measured.".to_owned();
    }
    let of_builds = report.builds.iter().map(|build| build.samples.len());
    let of_solves = report.solves.iter().map(|solve| solve.samples.len());
    let runs = match of_builds.chain(of_solves).max() {
        Some(runs @ 2..) => {
            format!("{runs} times: bars show the run with the median time, dots the single runs")
        }
        _ => "once, so nothing is known about how much the times vary".to_owned(),
    };
    let equal = match report.engines.len() {
        1 => "",
        _ => " All engines built the same tables, byte for byte, and found the same solutions, move by move.",
    };
    let work = list(&work);
    format!("How long cubebatch, a solver for Rubik’s cube, takes {work}. Each was done {runs}.{equal}")
}

fn machine(report: &Report) -> String {
    let machine = &report.machine;
    let memory = match machine.memory_bytes {
        0 => String::new(),
        bytes => BinaryBytes(bytes).to_string(),
    };
    let gpus: Vec<String> = gpus(report).into_iter().map(|gpu| label(report, gpu)).collect();
    let rows = [
        ("Processor", escape(&machine.processor)),
        ("Threads", machine.threads.to_string()),
        ("Memory", memory),
        ("System", escape(&machine.system)),
        ("GPU", if gpus.is_empty() { "none was measured".to_owned() } else { gpus.join("<br/>") }),
        ("Version", format!("cubebatch {}", escape(report.version))),
    ];
    let known = rows.iter().filter(|(_, value)| !value.is_empty());
    let rows: String = known.map(|(what, value)| format!("<dt>{what}</dt><dd>{value}</dd>\n")).collect();
    format!("<dl>\n{rows}</dl>\n")
}

/// A warning where a reader could take its figures for a GPU's; empty without software drivers.
fn software_note(report: &Report) -> String {
    let software = gpus(report).into_iter().filter(|&gpu| is_software_gpu(&report.engines[gpu]));
    let names: Vec<String> = software.map(|gpu| name(report, gpu)).collect();
    let (are, their) = match names.len() {
        0 => return String::new(),
        1 => ("is a software driver", "its"),
        _ => ("are software drivers", "their"),
    };
    format!(
        "<p class=\"note\"><strong>{}</strong> {are}: the processor does the work of a GPU, so {their} \
         figures say nothing about the speed of a GPU.</p>\n",
        list(&names)
    )
}
