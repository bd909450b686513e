//! Solutions of one position, and of lines.

use cubebatch::cube::Move;
use cubebatch::method::SolveOption;
use cubebatch::notation::parse_line;
use cubebatch::{Error, Method, Proof, Solution, SolveOptions, Solver};
use cubebatch_cube::notation::Unfolded;
use cubebatch_rows::{Form, Outcome, Style, Writes, answer};
use rayon::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::methods::MethodRequest;
use crate::stopping::{SEARCH, new_stop};
use crate::threads::threads;
use crate::workshop::{self, quick_solver, solver};
use crate::{failure, jobs, object, reading, watching};

/// A solution as the page has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Solved {
    moves: Vec<String>,
    phase_lengths: Vec<usize>,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proved>,
}

/// What is proved about the length of all solutions.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Proved {
    /// None is shorter.
    at_least: u8,
    /// The positions that the search expanded.
    nodes: f64,
}

impl Solved {
    /// A solution of these moves, which may cost another number.
    pub fn new(moves: &[Move], length: usize, phase_lengths: &[usize]) -> Solved {
        Solved {
            moves: moves.iter().map(ToString::to_string).collect(),
            phase_lengths: phase_lengths.to_vec(),
            length,
            proof: None,
        }
    }

    fn of(solution: &Solution) -> Solved {
        let proved = |proof: Proof| Proved { at_least: proof.at_least(), nodes: proof.nodes() as f64 };
        let proof = solution.proof.map(proved);
        Solved { proof, ..Solved::new(&solution.moves, solution.length(), &solution.phase_lengths) }
    }
}

/// Prepares to solve one position, whose tables are there. If a proof is stopped, the outcome is the best solution so far.
#[wasm_bindgen]
pub fn prepare_solve(cube: String, method: String, options: JsValue, report: js_sys::Function) {
    jobs::prepare(move || {
        let (cube, asked) = (reading::cube(&cube)?, MethodRequest::new(&method, options)?);
        // For one position a GPU takes longer.
        let solver = solver(asked.method, false)?;
        let found = watching::on_all_threads(report, SEARCH, |control| {
            solver.solve(&cube, &asked.limits.stop(&control.stop).progress(control.progress.clone()))
        });
        match found {
            Ok(solution) => Ok(object(&Solved::of(&solution))),
            Err(error) => error.best().map(|best| object(&Solved::of(best))).ok_or_else(|| failure(&error)),
        }
    });
}

/// Prepares the solver that needs no tables.
#[wasm_bindgen]
pub fn prepare_quick() {
    jobs::prepare(|| quick_solver().map(|_| JsValue::UNDEFINED));
}

/// Prepares to solve one position by the usual method without tables: at most this number of moves.
#[wasm_bindgen]
pub fn prepare_quick_solve(cube: String, max_length: u8) {
    jobs::prepare(move || {
        let cube = reading::cube(&cube)?;
        let solver = quick_solver()?;
        let limits = SolveOptions::at_most(max_length).stop(&new_stop(SEARCH));
        let solution = solver.solve(&cube, &limits).map_err(failure)?;
        Ok(object(&Solved::of(&solution)))
    });
}

/// The most moves of the next search on the way to a solution of at most `asked` moves by the usual method, after one of `best`
/// moves, if there was one. `None` if that is short enough.
#[wasm_bindgen]
pub fn next_bound(asked: u8, best: Option<usize>) -> Option<u8> {
    let next = Method::default().card().shorten(SolveOptions::at_most(asked).question(), best)?;
    next.value(SolveOption::MaxLength).map(|bound| bound as u8)
}

/// Whether the usual method finds such solutions soon without its tables: the solutions are the same.
#[wasm_bindgen]
pub fn is_quick(method: &str, options: JsValue) -> Result<bool, JsValue> {
    let MethodRequest { method, limits } = MethodRequest::new(method, options)?;
    Ok(method.card().is_quick_without_tables(limits.question()))
}

/// Whether lines are solved on the GPU.
#[wasm_bindgen]
pub fn runs_on_gpu(method: &str, options: JsValue) -> Result<bool, JsValue> {
    Ok(is_on_gpu(&MethodRequest::new(method, options)?))
}

fn is_on_gpu(asked: &MethodRequest) -> bool {
    workshop::runs_on_gpu(asked.method, asked.limits.question())
}

/// The text before the first row.
#[wasm_bindgen]
pub fn header(method: &str, options: JsValue, form: &str) -> Result<String, JsValue> {
    let asked = MethodRequest::new(method, options)?;
    Ok(Style::of(named_form(form)?, asked.method, &asked.limits).header())
}

/// Prepares a solver, whose tables are there; the outcome is how many lines it best solves at a time.
#[wasm_bindgen]
pub fn prepare_solver(method: String, options: JsValue) {
    jobs::prepare(move || {
        let asked = MethodRequest::new(&method, options)?;
        let on_gpu = is_on_gpu(&asked);
        let batch = solver(asked.method, on_gpu)?.best_batch(&asked.limits);
        let is_shared = !on_gpu && threads() > 1;
        Ok((if is_shared { batch * threads() * BATCHES_A_THREAD } else { batch }).into())
    });
}

/// Batches for each thread at a time, so that a slow one holds up few of the others.
const BATCHES_A_THREAD: usize = 4;

/// The pieces of some lines, with the numbers of their first ones: each has at most this number of lines.
fn pieces(lines: &[u8], first: u64, most: usize) -> Vec<(&[u8], u64)> {
    let (mut pieces, mut rest, mut first) = (Vec::new(), lines, first);
    while !rest.is_empty() {
        let ends = (1..).zip(rest).filter(|&(_, &byte)| byte == b'\n');
        let end = ends.take(most).last().map_or(rest.len(), |(end, _)| end);
        let (piece, others) = rest.split_at(end);
        pieces.push((piece, first));
        (rest, first) = (others, first + most as u64);
    }
    pieces
}

/// The rows of some lines, and what became of these.
#[derive(Default)]
#[wasm_bindgen(getter_with_clone)]
pub struct Rows {
    pub rows: Vec<u8>,
    pub solved: u32,
    pub invalid: u32,
    /// How many solutions have each length, from 0 on.
    pub lengths: Vec<u32>,
    /// What is wrong with the first invalid lines.
    pub wrong: Vec<String>,
}

/// The most invalid lines that the page describes.
const MOST_WRONG: usize = 5;

/// What is wrong with the first lines that hold no position.
fn wrong_lines(lines: &[u8], first: u64) -> Vec<String> {
    let lines = (first..).zip(lines.split(|&byte| byte == b'\n'));
    let wrong = lines.filter_map(|(number, line)| {
        let error = parse_line(&String::from_utf8_lossy(line), None).err()?;
        Some(format!("line {number}: {error}"))
    });
    wrong.take(MOST_WRONG).collect()
}

/// Prepares to solve some lines, which end in line feeds; the number of the first one is `first`.
#[wasm_bindgen]
pub fn prepare_lines(lines: Vec<u8>, first: u32, method: String, options: JsValue, form: String) {
    jobs::prepare(move || {
        let asked = MethodRequest::new(&method, options)?;
        let on_gpu = is_on_gpu(&asked);
        let MethodRequest { method, limits } = asked;
        let style = Style::of(named_form(&form)?, method, &limits);
        let joined = Unfolded::joined(&String::from_utf8_lossy(&lines));
        let lines = joined.map_or(lines, String::into_bytes);
        let solver = solver(method, on_gpu)?;
        let limits = limits.stop(&new_stop(SEARCH));
        // A GPU takes all at once, from this thread.
        let most = if on_gpu { usize::MAX } else { solver.best_batch(&limits) };
        let rows_of = |&piece: &(&[u8], u64)| Rows::of(&solver, piece, style, &limits);
        let mut all = match &pieces(&lines, first.into(), most)[..] {
            [piece] => rows_of(piece),
            pieces => pieces.par_iter().with_max_len(1).map(rows_of).try_reduce(Rows::default, Rows::and),
        }
        .map_err(failure)?;
        if all.invalid > 0 {
            all.wrong = wrong_lines(&lines, first.into());
        }
        Ok(all.into())
    });
}

impl Rows {
    /// The rows of some lines, with the number of the first one.
    fn of(solver: &Solver, lines: (&[u8], u64), style: Style, limits: &SolveOptions) -> Result<Rows, Error> {
        let (mut rows, mut lengths) = (Vec::new(), Vec::new());
        let seen = |outcome: &Outcome| {
            if let Some((_, solution)) = outcome.solution() {
                count(&mut lengths, solution.length(), 1);
            }
        };
        let tally = answer(solver, lines, None, style, limits, &mut rows, seen)?;
        let [solved, invalid] = [tally.solved, tally.invalid].map(|count| count as u32);
        Ok(Rows { rows, solved, invalid, lengths, wrong: Vec::new() })
    }

    /// These rows and later ones.
    fn and(mut self, later: Rows) -> Result<Rows, Error> {
        self.rows.extend(later.rows);
        self.solved += later.solved;
        self.invalid += later.invalid;
        for (length, number) in later.lengths.into_iter().enumerate() {
            count(&mut self.lengths, length, number);
        }
        Ok(self)
    }
}

/// Counts some more solutions of a length.
fn count(lengths: &mut Vec<u32>, length: usize, more: u32) {
    lengths.resize(lengths.len().max(length + 1), 0);
    lengths[length] += more;
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
