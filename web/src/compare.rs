//! Times the same work on the GPU and on the processor; the page compares the results.

use std::io::{self, Write};

use cubebatch::Cube;
use cubebatch::cube::random::Random;
use cubebatch::table::Table;
use rayon::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_time::Instant;
use xxhash_rust::xxh3::Xxh3;

use crate::methods::MethodRequest;
use crate::stopping::{BUILD, SEARCH, new_stop};
use crate::tables::named;
use crate::threads::threads;
use crate::workshop::{engine, solver};
use crate::{failure, jobs, object, watching};

/// A piece of work that was timed.
#[derive(Serialize)]
struct Timed {
    seconds: f64,
    /// A checksum of what came of it.
    digest: String,
}

/// Prepares to build a table, which is not kept.
#[wasm_bindgen]
pub fn prepare_timed_build(name: String, on_gpu: bool, report: js_sys::Function) {
    jobs::prepare(move || {
        let (id, engine) = (named(&name)?, engine(on_gpu));
        let start = Instant::now();
        let built = if on_gpu {
            watching::here(report, BUILD, |control| engine.build(id, control))
        } else {
            watching::on_all_threads(report, BUILD, |control| engine.build(id, control))
        };
        let table: Table = built.map_err(failure)?.into();
        let seconds = start.elapsed().as_secs_f64();
        let mut digest = Digest::default();
        table.write(&mut digest).map_err(failure)?;
        Ok(object(&Timed { seconds, digest: digest.told() }))
    });
}

/// Prepares to solve `positions` random positions, by a method whose tables are ready.
#[wasm_bindgen]
pub fn prepare_timed_solve(method: String, on_gpu: bool, positions: u32, seed: u64) {
    jobs::prepare(move || {
        let MethodRequest { method, limits } = MethodRequest::new(&method, js_sys::Object::new().into())?;
        let solver = solver(method, on_gpu)?;
        let cubes: Vec<Cube> = Random::new(seed).cubes().take(positions as usize).collect();
        let limits = limits.stop(&new_stop(SEARCH));
        let start = Instant::now();
        let batch = if on_gpu { cubes.len() } else { solver.best_batch(&limits) };
        let batches = cubes.chunks(batch);
        let solutions: Vec<_> = if on_gpu || threads() == 1 {
            batches.flat_map(|batch| solver.solve_batch(batch, &limits)).collect()
        } else {
            cubes.par_chunks(batch).flat_map_iter(|batch| solver.solve_batch(batch, &limits)).collect()
        };
        let seconds = start.elapsed().as_secs_f64();
        let mut digest = Digest::default();
        for solution in solutions {
            writeln!(digest, "{}", solution.map_err(failure)?).map_err(failure)?;
        }
        Ok(object(&Timed { seconds, digest: digest.told() }))
    });
}

/// A checksum of what is written.
#[derive(Default)]
struct Digest(Xxh3);

impl Digest {
    fn told(&self) -> String {
        format!("{:016x}", self.0.digest())
    }
}

impl io::Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
