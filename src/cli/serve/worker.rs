//! The threads that solve: each joins what is asked alike to a batch, and gives every row to its request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use cubebatch::internals::Detail;
use cubebatch::rows::{self, LineError, Row};
use cubebatch::{Cube, Error, Solution};

use super::job::{Batch, Job, Over, Piece, Window};
use super::metrics::{Metrics, Outcome};
use super::question::{Ask, Question};
use super::queue::{Kind, Queue};
use super::solvers::Solvers;
use crate::cli::failure::Failure;
use crate::cli::input::Line;

/// Hard positions at a time: as many as a thread searches side by side.
const HARD_PIECE: usize = 16;

/// However many share a batch, each may give so many lines.
const LEAST_SHARE: usize = 16;

/// Threads for hard positions, for each thread of the solver: what takes long shares the cores, so that few such requests do
/// not keep others waiting.
const HARD_THREADS: usize = 4;

/// The threads.
pub struct Workers {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts as many as the solver has, for each kind of work.
    pub fn start(
        solvers: &Arc<Solvers>,
        queue: &Arc<Queue>,
        metrics: &Arc<Metrics>,
    ) -> Result<Workers, Failure> {
        let count = solvers.threads();
        let mut workers = Workers { queue: queue.clone(), threads: Vec::new() };
        let kinds = [(Kind::Quick, count), (Kind::Hard, HARD_THREADS * count)];
        for (kind, count) in kinds {
            for _ in 0..count {
                let worker =
                    Worker { solvers: solvers.clone(), queue: queue.clone(), metrics: metrics.clone() };
                let thread = thread::Builder::new().spawn(move || worker.work(kind));
                workers
                    .threads
                    .push(thread.map_err(|error| Error::from(Detail::NoThreads(error.to_string())))?);
            }
        }
        Ok(workers)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue.close();
        // A panic was told by its thread.
        self.threads.drain(..).for_each(|thread| _ = thread.join());
    }
}

/// How much of a request is under way at a time.
pub fn window(solvers: &Solvers, ask: &Ask) -> Window {
    let (solver, threads) = (solvers.of(ask.method), solvers.threads());
    let best = solver.best_batch(&ask.limits());
    let piece = match ask.method {
        _ if solver.engine().is_gpu() => best,
        _ if !ask.is_quick() => best.min(HARD_PIECE),
        // A position that comes meanwhile does not wait long.
        method => method.short_batch(best),
    };
    Window { piece, lines: piece * threads * 2, pieces: if ask.is_quick() { 2 * threads } else { threads } }
}

struct Worker {
    solvers: Arc<Solvers>,
    queue: Arc<Queue>,
    metrics: Arc<Metrics>,
}

impl Worker {
    fn work(&self, kind: Kind) {
        while let Some(jobs) = self.queue.next(kind, self.solvers.threads()) {
            self.solve(&jobs);
        }
    }

    fn solve(&self, jobs: &[Arc<Job>]) {
        let batch = Batch::gather();
        let ask = &jobs[0].question.ask;
        let share = (window(&self.solvers, ask).piece / jobs.len()).max(LEAST_SHARE);
        let mut pieces: Vec<Piece> = jobs.iter().filter_map(|job| job.take(share, &batch)).collect();
        batch.leave();
        // Solutions come in order: who has few positions does not wait for those of who has many.
        pieces.sort_by_key(|piece| piece.chunk.lines().len());
        if pieces.is_empty() {
            return;
        }
        // Of a panic the pieces tell, when they are dropped: the thread goes on.
        _ = catch_unwind(AssertUnwindSafe(|| self.search(&pieces, ask, &batch)));
    }

    /// Gives a row to each line of these pieces.
    fn search(&self, pieces: &[Piece], ask: &Ask, batch: &Batch) {
        let held: Vec<Vec<(Line, Held)>> = pieces.iter().map(held).collect();
        let cubes: Vec<Cube> = held.iter().flatten().filter_map(|(_, held)| held.cube()).collect();
        let mut given = Given { row: Vec::new(), pieces, held: &held, at: (0, 0) };
        given.pass_over();
        if cubes.is_empty() {
            return;
        }
        let _searching = self.metrics.searching(cubes.len());
        let limits = ask.limits().stop(&batch.stop);
        let solver = self.solvers.of(ask.method);
        solver.solve_in_order(&cubes, &limits, |found| given.add(found));
    }
}

/// What a line holds.
enum Held {
    Blank,
    Cube(Cube),
    Invalid(LineError),
    /// A position for which there is no time.
    Late(Over),
}

impl Held {
    fn cube(&self) -> Option<Cube> {
        match self {
            Held::Cube(cube) => Some(*cube),
            _ => None,
        }
    }
}

/// What the lines of a piece hold.
fn held(piece: &Piece) -> Vec<(Line<'_>, Held)> {
    let held = |line| match (piece.chunk.parse(line, piece.job.question.format), piece.over) {
        (Ok(None), _) => Held::Blank,
        (Ok(Some(_)), Some(over)) => Held::Late(over),
        (Ok(Some(cube)), None) => Held::Cube(cube),
        (Err(error), _) => Held::Invalid(error),
    };
    piece.chunk.lines().map(|line| (line, held(line))).collect()
}

/// Gives rows to pieces, in the order of their lines.
struct Given<'a> {
    row: Vec<u8>,
    pieces: &'a [Piece],
    held: &'a [Vec<(Line<'a>, Held)>],
    /// The piece, and the line in it, whose row comes next.
    at: (usize, usize),
}

impl Given<'_> {
    /// Adds the row of the next position, and what follows it up to the one after.
    fn add(&mut self, found: Result<Solution, Error>) {
        let (piece, line) = self.at;
        let (line, Held::Cube(cube)) = &self.held[piece][line] else {
            unreachable!("there is a solution for each position, in their order")
        };
        let (line, cube) = (line.number, *cube);
        match found {
            Ok(solution) => self.solved(line, &cube, &solution),
            Err(error) => match error.detail() {
                &Detail::NoneWithin { moves, ref proof } => {
                    let none = rows::Outcome::NoneWithin { cube: &cube, proof, microseconds: None, moves };
                    self.write(line, none, Outcome::None);
                }
                // The best that is known, with what was proved.
                Detail::Unproved(best) => self.solved(line, &cube, best),
                Detail::Stopped => self.late(line, self.pieces[piece].over()),
                _ => {
                    tracing::error!("{error}");
                    self.invalid(line, &error.to_string(), Outcome::Failed);
                }
            },
        }
        self.at.1 += 1;
        self.pass_over();
    }

    /// Passes over lines up to the next position: some have a row, blank ones have none.
    fn pass_over(&mut self) {
        while let Some(held) = self.held.get(self.at.0) {
            match held.get(self.at.1) {
                Some((_, Held::Cube(_))) => return,
                Some((line, Held::Blank)) => self.pieces[self.at.0].pass(line.number),
                Some((line, Held::Invalid(error))) => {
                    self.invalid(line.number, &error.told(), Outcome::Invalid)
                }
                Some((line, Held::Late(over))) => self.late(line.number, Some(*over)),
                None => {
                    self.pieces[self.at.0].end();
                    self.at = (self.at.0 + 1, 0);
                    continue;
                }
            }
            self.at.1 += 1;
        }
    }

    fn solved(&mut self, line: u64, cube: &Cube, solution: &Solution) {
        self.write(line, rows::Outcome::Solved { cube, solution, microseconds: None }, Outcome::Solved);
    }

    fn late(&mut self, line: u64, over: Option<Over>) {
        let error = match over {
            Some(Over::Service) => "not solved before the service ended",
            _ => "not solved in the time of a request",
        };
        self.invalid(line, error, Outcome::Late);
    }

    fn invalid(&mut self, line: u64, error: &str, outcome: Outcome) {
        self.pieces[self.at.0].fail(line, error, outcome);
    }

    fn write(&mut self, line: u64, row: rows::Outcome, outcome: Outcome) {
        let piece = &self.pieces[self.at.0];
        let Question { style, .. } = piece.job.question;
        self.row.clear();
        style.write(&Row { file: None, line, outcome: row }, &mut self.row);
        piece.add(line, &self.row, outcome);
    }
}
