//! The engine that was opened, the tables that are there, and the solvers over them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use cubebatch::table::{Table, TableId};
use cubebatch::{Method, Solver};
use cubebatch_gpu::{Ceiling, Device, Gpu, list};
use cubebatch_search::engine::Engine;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::method::{Question, SolveOption, WITHOUT_TABLES};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{failure, jobs, object};

thread_local! {
    static WORKSHOP: RefCell<Workshop> = RefCell::new(Workshop::default());
}

/// The devices, tables and solvers of this worker.
#[derive(Default)]
struct Workshop {
    gpu: Option<Arc<Gpu>>,
    /// The number of times that a GPU was opened or given back.
    changes: u32,
    tables: Vec<Table>,
    solvers: HashMap<(Method, bool), Solver>,
    /// Needs no tables.
    quick: Option<Solver>,
}

/// Prepares to open a GPU; the outcome describes it, or says why there is none.
#[wasm_bindgen]
pub fn prepare_open() {
    jobs::prepare(|| {
        let device = Device::open(None, Ceiling::default()).map_err(failure)?;
        let gpu = Arc::new(Gpu::new(device));
        let adapter = list().into_iter().next();
        let described = BrowserAdapter {
            is_software: gpu.is_software(),
            max_binding: adapter.as_ref().map_or(0, |adapter| adapter.max_binding),
            max_buffer: adapter.as_ref().map_or(0, |adapter| adapter.max_buffer),
        };
        WORKSHOP.with_borrow_mut(|workshop| {
            workshop.gpu = Some(gpu);
            workshop.changes += 1;
        });
        Ok(object(&described))
    });
}

/// The known facts about the GPU here; the browser adds its name.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BrowserAdapter {
    is_software: bool,
    max_binding: u64,
    max_buffer: u64,
}

/// Gives the GPU back: from now on the processor works.
#[wasm_bindgen]
pub fn close() {
    WORKSHOP.with_borrow_mut(|workshop| {
        workshop.gpu = None;
        workshop.changes += 1;
        workshop.solvers.retain(|&(_, on_gpu), _| !on_gpu);
    });
}

/// The engine, which builds and searches: the GPU, if it is wanted and open, else the processor.
pub fn engine(on_gpu: bool) -> Arc<dyn Engine> {
    WORKSHOP.with_borrow(|workshop| match &workshop.gpu {
        Some(gpu) if on_gpu => gpu.clone() as Arc<dyn Engine>,
        _ => Arc::new(Cpu),
    })
}

/// Bytes that the tables of a method may take: more is too much for most browsers.
const MEMORY: u64 = 600 << 20;

/// For a proof people wait longer.
const PROOF_MEMORY: u64 = 1 << 30;

/// Bytes for the usual method on a processor. Its tables are there in half the time, and a tab takes half the memory; a browser
/// then solves 0.8 as many positions to 21 moves.
const SMALL_MEMORY: u64 = 150_000_000;

/// Bytes that the tables of a method may take here.
fn memory(method: Method, on_gpu: bool) -> u64 {
    let are_kept = |tables: Vec<TableId>| tables.into_iter().all(|id| table(id).is_some());
    if method.proves() {
        PROOF_MEMORY
    } else if method != Method::default()
        || on_gpu
        || method.card().tables_within(MEMORY).is_some_and(are_kept)
    {
        MEMORY
    } else {
        SMALL_MEMORY
    }
}

/// Whether many positions are solved on the GPU that is open.
pub fn runs_on_gpu(method: Method, question: &Question) -> bool {
    let has_gpu = WORKSHOP.with_borrow(|workshop| workshop.gpu.is_some());
    has_gpu && is_for_gpu(method, question)
}

/// Whether a method answers a question on a GPU within the memory of a browser. There a proof would need the complete table of
/// phase 2.
pub fn is_for_gpu(method: Method, question: &Question) -> bool {
    !method.proves()
        && method.card().on_gpu(&question.with(SolveOption::Memory, memory(method, true))).is_ok()
}

/// The tables that a method needs here; `None` if they do not fit.
pub fn tables_of(method: Method, on_gpu: bool) -> Option<Vec<TableId>> {
    method.card().tables_within(memory(method, on_gpu))
}

/// Keeps a table.
pub fn keep(table: Table) {
    WORKSHOP.with_borrow_mut(|workshop| workshop.tables.push(table));
}

/// A table that is kept.
pub fn table(id: TableId) -> Option<Table> {
    WORKSHOP.with_borrow(|workshop| workshop.tables.iter().find(|table| table.id() == id).cloned())
}

/// The solver by a method, over the tables that are kept.
pub fn solver(method: Method, on_gpu: bool) -> Result<Solver, JsValue> {
    if let Some(solver) = WORKSHOP.with_borrow(|workshop| workshop.solvers.get(&(method, on_gpu)).cloned()) {
        return Ok(solver);
    }
    let changes = WORKSHOP.with_borrow(|workshop| workshop.changes);
    let tables = tables_of(method, on_gpu).into_iter().flatten().filter_map(table);
    let builder = Solver::builder().method(method).on(engine(on_gpu)).memory(memory(method, on_gpu));
    let solver = tables.fold(builder, |builder, table| builder.table(table)).open().map_err(failure)?;
    WORKSHOP.with_borrow_mut(|workshop| {
        // While it was loaded onto a GPU the browser went on, and the GPU may be another one now.
        if workshop.changes == changes {
            workshop.solvers.insert((method, on_gpu), solver.clone());
        }
    });
    Ok(solver)
}

/// The solver by the usual method that needs no tables.
pub fn quick_solver() -> Result<Solver, JsValue> {
    if let Some(solver) = WORKSHOP.with_borrow(|workshop| workshop.quick.clone()) {
        return Ok(solver);
    }
    let solver = Solver::builder().on(engine(false)).memory(WITHOUT_TABLES).open().map_err(failure)?;
    WORKSHOP.with_borrow_mut(|workshop| workshop.quick = Some(solver.clone()));
    Ok(solver)
}
