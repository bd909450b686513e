//! Many positions on many threads, as an iterator.

use std::collections::VecDeque;
use std::vec;

use crossbeam_channel::{Receiver, bounded};

use super::Solver;
use crate::cube::Cube;
use crate::error::Error;
use crate::limits::Limits;
use crate::progress::Stop;
use crate::solution::Solution;

/// Batches under way, for each thread.
const BATCHES_A_THREAD: usize = 3;

/// The first batches are smaller by so much, so that solutions come soon and few positions use all threads.
const FIRST_BATCH: usize = 64;

type Answers = Vec<Result<Solution, Error>>;

/// The solutions of [`Solver::solve_all`].
pub struct SolveAll<I> {
    solver: Solver,
    limits: Limits,
    /// Ends what is under way when nobody wants it any more.
    stop: Stop,
    cubes: std::iter::Fuse<I>,
    batch: usize,
    under_way: VecDeque<Receiver<Answers>>,
    ready: vec::IntoIter<Result<Solution, Error>>,
}

impl<I: Iterator<Item = Cube>> SolveAll<I> {
    pub(super) fn new(solver: Solver, cubes: I, limits: &Limits) -> SolveAll<I> {
        let stop = limits.get_stop().child();
        let batch = (solver.best_batch(limits) / FIRST_BATCH).max(1);
        SolveAll {
            limits: limits.clone().stop(&stop),
            solver,
            stop,
            cubes: cubes.fuse(),
            batch,
            under_way: VecDeque::new(),
            ready: Vec::new().into_iter(),
        }
    }

    /// Begins batches until there is work for all threads.
    fn begin_batches(&mut self) {
        while self.under_way.len() < BATCHES_A_THREAD * self.solver.threads() {
            let cubes: Vec<Cube> = self.cubes.by_ref().take(self.batch).collect();
            if cubes.is_empty() {
                break;
            }
            self.begin(cubes);
            self.batch = (self.batch + self.batch / 2 + 1).min(self.solver.best_batch(&self.limits));
        }
    }

    fn begin(&mut self, cubes: Vec<Cube>) {
        let (answer, answers) = bounded(1);
        let (solver, limits) = (self.solver.clone(), self.limits.clone());
        self.solver.shared.pool.spawn_fifo(move || {
            // When the iterator was dropped, nobody waits for the answer.
            _ = answer.send(solver.solve_batch(&cubes, &limits));
        });
        self.under_way.push_back(answers);
    }
}

impl<I: Iterator<Item = Cube>> Iterator for SolveAll<I> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(solution) = self.ready.next() {
                return Some(solution);
            }
            self.begin_batches();
            let answers = self.under_way.pop_front()?;
            self.ready = answers.recv().expect("solving does not panic").into_iter();
        }
    }
}

impl<I> Drop for SolveAll<I> {
    fn drop(&mut self) {
        self.stop.request();
    }
}
