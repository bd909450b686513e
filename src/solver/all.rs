//! Many positions on many threads, as an iterator.

use std::collections::VecDeque;
use std::iter::Fuse;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::{thread, vec};

use crossbeam_channel::{Receiver, RecvError, unbounded};

use super::Solver;
use cubebatch_cube::cube::Cube;
use cubebatch_search::error::Error;
use cubebatch_search::method::solve_options::SolveOptions;
use cubebatch_search::solution::Solution;
use cubebatch_tables::progress::Stop;

/// Batches under way, for each thread.
const BATCHES_A_THREAD: usize = 3;

/// The first batches are smaller by so much, so that solutions come soon and few positions use all threads.
const FIRST_BATCH: usize = 64;

/// The answer for a position, or the panic that ended its batch.
type AnswerOrPanic = thread::Result<Result<Solution, Error>>;

/// The solutions of [`Solver::solve_all`].
pub struct SolveAll<K, I> {
    solver: Solver,
    limits: SolveOptions,
    /// Ends searches when no one wants their answers any more.
    stop: Stop,
    pairs: Fuse<I>,
    batch: usize,
    under_way: VecDeque<Batch<K>>,
}

/// Positions that are searched.
struct Batch<K> {
    /// The keys of positions whose answers were not given.
    keys: vec::IntoIter<K>,
    /// In the order of the positions, as they come.
    answers: Receiver<AnswerOrPanic>,
}

impl<K, I: Iterator<Item = (K, Cube)>> SolveAll<K, I> {
    pub(super) fn new(solver: Solver, pairs: I, limits: &SolveOptions) -> SolveAll<K, I> {
        let stop = limits.control().stop.child();
        let batch = (solver.best_batch(limits) / FIRST_BATCH).max(1);
        SolveAll {
            limits: limits.clone().stop(&stop),
            solver,
            stop,
            pairs: pairs.fuse(),
            batch,
            under_way: VecDeque::new(),
        }
    }

    /// Begins batches until there is work for all threads.
    fn begin_batches(&mut self) {
        while self.under_way.len() < BATCHES_A_THREAD * self.solver.threads() {
            let (keys, cubes): (Vec<K>, Vec<Cube>) = self.pairs.by_ref().take(self.batch).unzip();
            if cubes.is_empty() {
                break;
            }
            let answers = self.begin(cubes);
            self.under_way.push_back(Batch { keys: keys.into_iter(), answers });
            self.batch = (self.batch + self.batch / 2 + 1).min(self.solver.best_batch(&self.limits));
        }
    }

    fn begin(&self, cubes: Vec<Cube>) -> Receiver<AnswerOrPanic> {
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
        answers
    }
}

impl<K, I: Iterator<Item = (K, Cube)>> Iterator for SolveAll<K, I> {
    type Item = (K, Result<Solution, Error>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(Batch { keys, answers }) = self.under_way.front_mut() {
                match answers.recv() {
                    Ok(Ok(answer)) => return keys.next().map(|key| (key, answer)),
                    Ok(Err(panic)) => resume_unwind(panic),
                    // All answers of this batch were given.
                    Err(RecvError) => _ = self.under_way.pop_front(),
                }
            }
            self.begin_batches();
            if self.under_way.is_empty() {
                return None;
            }
        }
    }
}

impl<K, I> Drop for SolveAll<K, I> {
    fn drop(&mut self) {
        self.stop.request();
    }
}
