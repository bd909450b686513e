//! Many positions on many threads, as an iterator.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use crossbeam_channel::{Receiver, RecvError, unbounded};

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

/// What is known of a position; else the panic that ended its batch.
type Answer = thread::Result<Result<Solution, Error>>;

/// The solutions of [`Solver::solve_all`].
pub struct SolveAll<I> {
    solver: Solver,
    limits: Limits,
    /// Ends searches when no one wants their answers any more.
    stop: Stop,
    cubes: std::iter::Fuse<I>,
    batch: usize,
    /// The answers of each batch, in their order, as they come.
    under_way: VecDeque<Receiver<Answer>>,
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
        // There is room for a whole batch, so that no thread waits for who takes its answers.
        let (sender, answers) = unbounded();
        let (solver, limits) = (self.solver.clone(), self.limits.clone());
        self.solver.shared.pool.spawn(move || {
            // When the iterator was dropped, no one waits for answers.
            let solve = || solver.solve_in_order(&cubes, &limits, |answer| _ = sender.send(Ok(answer)));
            if let Err(panic) = catch_unwind(AssertUnwindSafe(solve)) {
                _ = sender.send(Err(panic));
            }
        });
        self.under_way.push_back(answers);
    }
}

impl<I: Iterator<Item = Cube>> Iterator for SolveAll<I> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.under_way.front().map(Receiver::recv) {
                Some(Ok(Ok(answer))) => return Some(answer),
                Some(Ok(Err(panic))) => resume_unwind(panic),
                // All answers of this batch were given.
                Some(Err(RecvError)) => _ = self.under_way.pop_front(),
                None => {}
            }
            self.begin_batches();
            if self.under_way.is_empty() {
                return None;
            }
        }
    }
}

impl<I> Drop for SolveAll<I> {
    fn drop(&mut self) {
        self.stop.request();
    }
}
