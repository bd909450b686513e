//! Solutions of one position, and of lines.

use std::time::Duration;

use cubebatch::Solution;
use cubebatch::cube::Move;
use cubebatch::rows::{Form, Style, Writes, answer};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::methods::Asked;
use crate::stopping::{SEARCH, new_stop};
use crate::workshop::{runs_on_gpu, solver};
use crate::{failure, jobs, object, reading};

/// A solution as the page has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Solved {
    moves: Vec<String>,
    phase_lengths: Vec<usize>,
    length: usize,
    milliseconds: f64,
}

impl Solved {
    /// A solution of these moves, which may cost another number.
    pub fn new(moves: &[Move], length: usize, phase_lengths: &[usize], took: Duration) -> Solved {
        Solved {
            moves: moves.iter().map(ToString::to_string).collect(),
            phase_lengths: phase_lengths.to_vec(),
            length,
            milliseconds: took.as_secs_f64() * 1000.0,
        }
    }
}

/// Prepares to solve one position, whose tables are there.
#[wasm_bindgen]
pub fn prepare_solve(cube: String, method: String, options: JsValue) {
    jobs::prepare(move || {
        let (cube, asked) = (reading::cube(&cube)?, Asked::new(&method, options)?);
        let solver = solver(asked.method, runs_on_gpu(&method))?;
        let start = Instant::now();
        let solution = solver.solve(&cube, &asked.limits.stop(&new_stop(SEARCH))).map_err(failure)?;
        let Solution { moves, phase_lengths, .. } = &solution;
        Ok(object(&Solved::new(moves, solution.length(), phase_lengths, start.elapsed())))
    });
}

/// The text before the first row.
#[wasm_bindgen]
pub fn header(method: &str, options: JsValue, form: &str) -> Result<String, JsValue> {
    let asked = Asked::new(method, options)?;
    Ok(Style::of(named_form(form)?, asked.method, &asked.limits).header())
}

/// Prepares a solver, whose tables are there; the outcome is how many lines it best solves at a time.
#[wasm_bindgen]
pub fn prepare_solver(method: String, options: JsValue) {
    jobs::prepare(move || {
        let asked = Asked::new(&method, options)?;
        let solver = solver(asked.method, runs_on_gpu(&method))?;
        Ok(solver.best_batch(&asked.limits).into())
    });
}

/// The rows of some lines, and what became of these.
#[wasm_bindgen(getter_with_clone)]
pub struct Rows {
    pub rows: Vec<u8>,
    pub solved: u32,
    pub invalid: u32,
    pub moves: u32,
}

/// Prepares to solve some lines, which end in line feeds; the number of the first one is `first`.
#[wasm_bindgen]
pub fn prepare_lines(lines: Vec<u8>, first: u32, method: String, options: JsValue, form: String) {
    jobs::prepare(move || {
        let Asked { method, limits } = Asked::new(&method, options)?;
        let style = Style::of(named_form(&form)?, method, &limits);
        let solver = solver(method, runs_on_gpu(method.name()))?;
        let mut rows = Vec::new();
        let limits = limits.stop(&new_stop(SEARCH));
        let tally =
            answer(&solver, (&lines, first.into()), None, style, &limits, &mut rows).map_err(failure)?;
        let [solved, invalid, moves] = [tally.solved, tally.invalid, tally.moves].map(|count| count as u32);
        Ok(Rows { rows, solved, invalid, moves }.into())
    });
}

/// A form of rows as the page shows it.
#[derive(Serialize)]
struct OfferedForm {
    name: &'static str,
    title: &'static str,
    sentence: &'static str,
    /// The end of the name of a file.
    ending: &'static str,
}

/// The forms of rows that the page offers.
#[wasm_bindgen]
pub fn forms() -> JsValue {
    let offered = |form: Form| OfferedForm {
        name: form.name(),
        title: form.title(),
        sentence: form.sentence(),
        ending: form.endings()[0],
    };
    object(&Form::of_lines().map(offered).collect::<Vec<_>>())
}

fn named_form(name: &str) -> Result<Form, JsValue> {
    let found = Form::of_lines().find(|form| form.name() == name);
    found.ok_or_else(|| failure(format_args!("there is no form {name}")))
}
