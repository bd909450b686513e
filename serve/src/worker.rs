//! The threads that solve: each joins what is asked alike to a batch, and gives every row to its request.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use cubebatch_rows::{Held, Line, Lines, Outcome, Sink};
use cubebatch_search::pool::NoThreads;

use super::ServiceError;
use super::job::{Job, Jobs, Over, Piece, RequestBatch, Window};
use super::metrics::Metrics;
use super::question::Ask;
use super::queue::WorkKind;
use super::solvers::Solvers;

/// Hard positions at a time: as many as a thread searches side by side.
const HARD_PIECE: usize = 16;

/// However many jobs share a batch, each may give this number of lines.
const LEAST_SHARE: usize = 16;

/// Threads for hard positions, for each thread of the solver: what takes long shares the cores, so that few such requests do
/// not keep others waiting.
const HARD_THREADS: usize = 4;

/// The threads.
pub struct Workers {
    queue: Arc<Jobs>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts as many as the solver has, for each kind of work.
    pub fn start(
        solvers: &Arc<Solvers>,
        queue: &Arc<Jobs>,
        metrics: &Arc<Metrics>,
    ) -> Result<Workers, ServiceError> {
        let count = solvers.threads();
        let mut workers = Workers { queue: queue.clone(), threads: Vec::new() };
        let kinds = [(WorkKind::Quick, count), (WorkKind::Hard, HARD_THREADS * count)];
        for (kind, count) in kinds {
            for _ in 0..count {
                let worker =
                    Worker { solvers: solvers.clone(), queue: queue.clone(), metrics: metrics.clone() };
                let thread = thread::Builder::new().spawn(move || worker.work(kind));
                workers
                    .threads
                    .push(thread.map_err(|error| NoThreads::of(&error)).map_err(cubebatch::Error::from)?);
            }
        }
        Ok(workers)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue.close();
        // The thread that panicked has reported it.
        self.threads.drain(..).for_each(|thread| _ = thread.join());
    }
}

/// The part of a request that is solved at a time.
pub fn window(solvers: &Solvers, ask: &Ask) -> Window {
    let (solver, threads) = (solvers.of(ask.method), solvers.threads());
    let best = solver.best_batch(&ask.limits());
    let piece = match ask.method {
        _ if solver.engine().is_gpu() => best,
        _ if !ask.is_quick() => best.min(HARD_PIECE),
        // A position that comes meanwhile does not wait long.
        method => method.card().short_batch(best),
    };
    Window { piece, lines: piece * threads * 2, pieces: if ask.is_quick() { 2 * threads } else { threads } }
}

struct Worker {
    solvers: Arc<Solvers>,
    queue: Arc<Jobs>,
    metrics: Arc<Metrics>,
}

impl Worker {
    fn work(&self, kind: WorkKind) {
        let are_alike = |job: &Arc<Job>, other: &Arc<Job>| job.question.ask == other.question.ask;
        while let Some(jobs) = self.queue.next(kind, self.solvers.threads(), are_alike) {
            self.solve(&jobs);
        }
    }

    fn solve(&self, jobs: &[Arc<Job>]) {
        let batch = RequestBatch::gather();
        let ask = &jobs[0].question.ask;
        let share = (window(&self.solvers, ask).piece / jobs.len()).max(LEAST_SHARE);
        let mut pieces: Vec<Piece> = jobs.iter().filter_map(|job| job.take(share, &batch)).collect();
        batch.leave();
        // Solutions come in order: who has few positions does not wait for those of who has many.
        pieces.sort_by_key(|piece| piece.chunk.lines().len());
        if pieces.is_empty() {
            return;
        }
        // The pieces report a panic when they are dropped: the thread goes on.
        _ = catch_unwind(AssertUnwindSafe(|| self.search(&pieces, ask, &batch)));
    }

    /// Gives a row to each line of these pieces.
    fn search(&self, pieces: &[Piece], ask: &Ask, batch: &RequestBatch) {
        let places = pieces.iter().flat_map(|piece| {
            let lines = piece.chunk.lines();
            let count = lines.len();
            lines.enumerate().map(move |(index, line)| PieceLine { piece, line, is_last: index + 1 == count })
        });
        let lines = Lines::read(places, false, PieceLine::held);
        let searched = lines.positions();
        let _searching = (searched > 0).then(|| self.metrics.searching(searched));
        let limits = ask.limits().stop(&batch.stop);
        lines.solve(self.solvers.of(ask.method), &limits, &mut RowDelivery);
    }
}

/// A line of a piece.
struct PieceLine<'a> {
    piece: &'a Piece,
    line: Line<'a>,
    /// Whether it is the last one of its piece.
    is_last: bool,
}

impl PieceLine<'_> {
    fn held(&self) -> Held<'static> {
        match (self.piece.chunk.parse(self.line, self.piece.job.question.format), self.piece.over) {
            (Ok(Some(_)), Some(over)) => Held::Stopped(over.why()),
            (parsed, _) => parsed.into(),
        }
    }
}

/// Gives rows to the pieces of their lines.
struct RowDelivery;

impl Sink<PieceLine<'_>> for RowDelivery {
    fn take(&mut self, place: &PieceLine, outcome: Outcome) -> ControlFlow<()> {
        let outcome = match outcome {
            Outcome::Stopped { .. } => {
                Outcome::Stopped { why: place.piece.over().unwrap_or(Over::Time).why() }
            }
            Outcome::Failed { error } => {
                tracing::error!("{error}");
                Outcome::Failed { error }
            }
            outcome => outcome,
        };
        place.piece.take(&place.line, outcome);
        if place.is_last {
            place.piece.end();
        }
        ControlFlow::Continue(())
    }
}
