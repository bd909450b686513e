//! `cubebatch solve`: lines in, solutions out, in order.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use cubebatch::{Cube, Method, Solution, SolveOptions, Solver, SolverBuilder};
use cubebatch_cube::notation;
use cubebatch_rows::{Form, Held, Lines, Outcome, Sink, Style, Writes, text};
use cubebatch_search::method::{Effect, OptionCard, SolveOption};
use cubebatch_search::pool::{Outlet, Pool};

use crate::args::flag;
use crate::counted::counted;
use crate::failure::Failure;
use crate::input::given::{self, Given};
use crate::input::part::{self, Whole};
use crate::input::{Chunk, Chunks, Input, LINES, Line, Volume};
use crate::interrupt;
use crate::journal::Journal;
use crate::journal::pending::Pending;
use crate::journal::target::Target;
use crate::kept::kept;
use crate::parquet::{self, RowGroups};
use crate::plan::SolvePlan;
use crate::proofs::{ProofUnderWay, Proofs};
use crate::report::{Hint, PositionDetail, Report};
use crate::run::{Results, RowMaker, Run};

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(plan: SolvePlan) -> Result<u8, Failure> {
    let volume = Arc::<Volume>::default();
    let (inputs, whole) = part::open(&plan.sources, plan.part, plan.wanted, &volume)?;
    let mut inputs: Vec<_> = inputs.into_iter().map(|input| input.in_format(plan.format)).collect();
    // An invalid line that ends the run is corrected before it goes on.
    let whole = whole.map(|whole| Whole { hash: whole.hash.filter(|_| !plan.stops_on_error), ..whole });
    let groups = (plan.style.form == Form::Parquet).then(|| row_groups(&plan)).transpose()?;
    let target = Target::open(plan.out.as_deref(), &given::files(&plan.sources))?;
    let (is_file, rows_are_seen) = (target.is_file(), target.rows_are_seen());
    let kept = kept(plan.style.form, &plan.sources, plan.wanted)?;
    let journal = Journal::new(target, kept.header(plan.style.header()), groups);
    let journal = match plan.job {
        Some(job) if is_file => journal.recorded(job, whole, &mut inputs, plan.resumes)?,
        _ => journal.unrecorded()?,
    };
    let completed = journal.record().is_complete.then_some(journal.record().rows);
    let known = journal.known(&plan.task);
    let (method, question) = (plan.method, *plan.limits.question());
    // The search for one position may take hours, while rows wait for it.
    let can_be_hard = method.card().needs_budget(&question);
    let pending = (can_be_hard && journal.can_go_on()).then(|| journal.pending().clone());
    let max_length = method.card().bound(&question);
    let proofs = (can_be_hard || method.proves()).then(Arc::<Proofs>::default);
    let hint = max_length
        .filter(|_| can_be_hard)
        .zip(proofs.clone())
        .map(|(max_length, proofs)| hint(max_length, budgets(method, plan.resumes), proofs));
    let detail = proofs.clone().map(|proofs| -> PositionDetail { Box::new(move || proofs.told()) });
    let report = Report::new(&volume, rows_are_seen, hint, detail);
    let mut run = Run::new(journal, report);
    let mut worker = SolveWorker {
        solver: None,
        format: plan.format,
        maker: RowMaker {
            style: plan.style,
            files: plan.style.files,
            stops_on_error: plan.stops_on_error,
            kept,
        },
        limits: plan.limits.stop(run.stop()),
        notices: Notices::new(max_length, question.value(SolveOption::Solutions).unwrap_or(1)),
        proofs,
        known,
        pending,
    };
    let (solver, later) = match plan.at_once {
        Some(at_once) => (at_once, Some(plan.solver)),
        None => (plan.solver, None),
    };
    worker.fill(&mut run, inputs, solver)?;
    let (outcome, report) = run.end();
    worker.notices.tell();
    if let Some(rows) = completed.filter(|_| report.is_idle()) {
        note!("complete: all of its {} were there", counted(rows, "row"));
    } else if (outcome.is_ok() || !report.is_idle()) && (is_file || report.was_long()) {
        let description = worker.description().map_or(String::new(), |text| format!("\n  {text}"));
        note!("{}{description}", report.summary());
    }
    if let Some(later) = later.filter(|_| worker.solver.is_some() && outcome.is_ok()) {
        build(later);
    }
    outcome
}

/// Builds the tables that the next run reads, when the rows of this one are written: they came without.
fn build(solver: SolverBuilder) {
    if !interrupt::is_requested() {
        note!(
            "these rows needed no tables. Later runs are faster with tables, which are built now; Ctrl-C loses no row"
        );
        if let Err(error) = solver.open() {
            tell!("not all tables were built: {error}");
        }
    }
}

/// The maker of rows in columns, to which columns of the input belong.
fn row_groups(plan: &SolvePlan) -> Result<Box<dyn RowGroups>, Failure> {
    let paths: Vec<_> = plan.sources.iter().map(Given::path).collect();
    parquet::groups(&plan.style.columns(), &plan.about, &paths, plan.wanted)
}

/// The chunks up to the first position. The chunk that begins with it and the chunks after that go to `rest`.
fn before_positions(
    chunks: Chunks,
    format: Option<notation::Format>,
    rest: mpsc::Sender<(Chunk, Chunks)>,
) -> impl Iterator<Item = Result<Chunk, Failure>> {
    let mut chunks = Some(chunks);
    std::iter::from_fn(move || {
        let mut chunk = match chunks.as_mut()?.next()? {
            Ok(chunk) => chunk,
            failure => return Some(failure),
        };
        let Some(before) = chunk.before_position(format) else { return Some(Ok(chunk)) };
        let (chunk, first) = match before {
            0 => (None, Some(chunk)),
            before => {
                let first = chunk.split_off(before);
                (Some(chunk), first)
            }
        };
        // Where the run has ended, no one waits for it.
        _ = rest.send((first?, chunks.take()?));
        chunk.map(Ok)
    })
}

/// The options that end a search early, with their values in words. A run that may be resumed takes none that depends on the
/// time.
fn budgets(method: Method, resumes: bool) -> String {
    let is_meant = |card: &&OptionCard| !(resumes && card.effect == Effect::RowsByTime);
    let budgets = method.card().budgets.iter().map(|budget| budget.card()).filter(is_meant);
    budgets.map(|card| format!("{} {}", flag(card.name), card.value_name)).collect::<Vec<_>>().join(" or ")
}

/// The hint that the program prints after a long time without a row.
fn hint(max_length: u8, budgets: String, proofs: Arc<Proofs>) -> Hint {
    Box::new(move |searched| {
        let position = proofs.position(searched)?;
        Some(format!(
            "no row for a while: {position} has no solution of at most {max_length} moves yet\n  \
             That can take hours, and rows wait for it. With {budgets} it takes the best solution found by then; \
             a greater --max-length ends sooner."
        ))
    })
}

/// The parts that each thread needs.
struct SolveWorker {
    /// There from the first position on.
    solver: Option<Solver>,
    format: Option<notation::Format>,
    maker: RowMaker<Style>,
    limits: SolveOptions,
    notices: Notices,
    /// The reports about positions that can take long.
    proofs: Option<Arc<Proofs>>,
    /// Answers that an earlier run found, whose rows waited for an earlier one.
    known: HashMap<Cube, Solution>,
    /// The store for such answers, if the method can take long for a position.
    pending: Option<Arc<Pending>>,
}

impl SolveWorker {
    /// Solves all lines. The solver is opened for the first position, so that lines without one need no tables.
    fn fill(&mut self, run: &mut Run, inputs: Vec<Input>, builder: SolverBuilder) -> Result<(), Failure> {
        let (to_rest, rest) = mpsc::channel();
        let before = before_positions(Chunks::new(inputs, LINES), self.format, to_rest);
        run.fill(before, &Pool::new(1)?, |chunk, outlet| self.solve(chunk, outlet));
        let Some((first, chunks)) = rest.try_recv().ok().filter(|_| run.goes_on()) else { return Ok(()) };
        match builder.open() {
            Ok(solver) => {
                let (batch, pool) = (solver.best_batch(&self.limits), solver.pool().clone());
                self.solver = Some(solver);
                run.restart_clock();
                let chunks = first.pieces(batch).map(Ok).chain(chunks.of(batch));
                run.fill(chunks, &pool, |chunk, outlet| self.solve(chunk, outlet));
            }
            Err(error) => run.fail(error),
        }
        Ok(())
    }

    fn solve(&self, chunk: &Chunk, outlet: &Outlet<Results>) {
        let lines = Lines::read(chunk.lines(), self.maker.stops_on_error, |line| self.hold(chunk, *line));
        let proof = self.proofs.as_ref().map(|proofs| proofs.begin(chunk.name.to_string()));
        let mut limits = self.limits.clone();
        if let Some(proof) = &proof {
            limits = limits.progress(proof.clone());
        }
        let mut rows = ChunkRows { worker: self, chunk, outlet, proof };
        match &self.solver {
            None => {
                lines.solve_each(|_| unreachable!("the solver is open from the first position on"), &mut rows)
            }
            Some(solver) if self.maker.style.time => lines.solve_timed(solver, &limits, &mut rows),
            Some(solver) => lines.solve(solver, &limits, &mut rows),
        }
    }

    fn hold(&self, chunk: &Chunk, line: Line) -> Held<'_> {
        let parsed = chunk.parse(line, self.format);
        if matches!(self.format, None | Some(notation::Format::Moves)) {
            self.notices.tell_if_wide(chunk, line);
        }
        match parsed {
            Ok(Some(cube)) => match self.known.get(&cube) {
                Some(solution) => Held::Known(cube, solution),
                None => Held::Position(cube),
            },
            parsed => parsed.into(),
        }
    }

    /// The method, the engine and the tables, in a sentence; `None` where no position was solved.
    fn description(&self) -> Option<String> {
        let solver = self.solver.as_ref()?;
        let bound = self.limits.question().value(SolveOption::MaxLength);
        let bound = bound.map_or(String::new(), |length| format!(" to {length} moves"));
        let tables: Vec<String> = solver.tables().iter().map(ToString::to_string).collect();
        let tables = if tables.is_empty() { "no tables".to_owned() } else { tables.join(", ") };
        let (method, threads) = (solver.method(), solver.threads());
        let threads = counted(threads as u64, "thread");
        Some(format!("{method}{bound}, {}, {threads}, {tables}", solver.engine().name()))
    }
}

/// Messages beside the rows.
struct Notices {
    /// The bound of a search that has one.
    max_length: Option<u8>,
    /// The number of solutions that are asked for.
    solutions: u64,
    /// How many solutions are longer than the bound, and how many are missing.
    longer: AtomicU64,
    missing: AtomicU64,
    /// Positions whose proof was stopped, by their lines, with what is known of them.
    unproved: Mutex<BTreeSet<(u64, String)>>,
    /// Whether the program has printed what small letters mean.
    has_told_of_wide: AtomicBool,
}

impl Notices {
    fn new(max_length: Option<u8>, solutions: u64) -> Notices {
        Notices {
            max_length,
            solutions,
            longer: AtomicU64::new(0),
            missing: AtomicU64::new(0),
            unproved: Mutex::default(),
            has_told_of_wide: AtomicBool::new(false),
        }
    }

    /// Prints once that small letters are wide moves: a line in small letters alone may mean turns of faces.
    fn tell_if_wide(&self, chunk: &Chunk, line: Line) {
        // Facelets and upper-case moves are passed over by their first letter.
        let is_small =
            line.bytes.iter().find(|byte| byte.is_ascii_alphabetic()).is_some_and(u8::is_ascii_lowercase);
        if is_small
            && text(line.bytes).is_ok_and(notation::is_all_wide)
            && !self.has_told_of_wide.swap(true, Relaxed)
        {
            tell!(
                "{}:{}: small letters are wide moves (r is R with the layer beside it); write capital letters for turns of faces",
                chunk.name,
                line.number
            );
        }
    }

    /// Takes note of what a search did not find before a budget ended it, or of a proof that was stopped.
    fn add(&self, chunk: &Chunk, line: &Line, outcome: &Outcome) {
        match outcome {
            Outcome::Solved { solution, .. } => self.count_shortfall(solution),
            Outcome::Unproved { best, .. } => {
                let (name, number, found) = (&chunk.name, line.number, best.length());
                let excluded = match best.proof.unwrap_or_default().at_least() {
                    0 => "nothing excluded".to_owned(),
                    at_least => format!("fewer than {at_least} excluded"),
                };
                let known = format!("{name}:{number}: {found} moves found, {excluded}: {best}");
                self.unproved.lock().unwrap_or_else(PoisonError::into_inner).insert((number, known));
            }
            _ => {}
        }
    }

    fn count_shortfall(&self, solution: &Solution) {
        let Some(max_length) = self.max_length else { return };
        let is_longer = |solution: &&Solution| solution.length() > max_length.into();
        self.longer.fetch_add(solution.all().filter(is_longer).count() as u64, Relaxed);
        self.missing.fetch_add(self.solutions - solution.all().count() as u64, Relaxed);
    }

    /// Prints how many searches a budget ended before they had found what was asked for, and what is known of positions whose
    /// proof Ctrl-C stopped.
    fn tell(&self) {
        let is_or_are = |count: u64, one: &'static str, several| if count == 1 { one } else { several };
        let [longer, missing] = [&self.longer, &self.missing].map(|count| count.load(Relaxed));
        if let Some(max_length) = self.max_length.filter(|_| longer > 0) {
            let (solutions, are) = (counted(longer, "solution"), is_or_are(longer, "is", "are"));
            tell!("{solutions} {are} longer than {max_length} moves, the best within the limit");
        }
        if missing > 0 {
            tell!("{} {} not found", counted(missing, "solution"), is_or_are(missing, "was", "were"));
        }
        if interrupt::is_requested() {
            let unproved = self.unproved.lock().unwrap_or_else(PoisonError::into_inner);
            unproved.iter().for_each(|(_, known)| tell!("{known}"));
        }
    }
}

/// The rows of a chunk, in the order of its lines.
struct ChunkRows<'a> {
    worker: &'a SolveWorker,
    chunk: &'a Chunk,
    outlet: &'a Outlet<Results>,
    /// The report about the next position.
    proof: Option<Arc<ProofUnderWay>>,
}

impl Sink<Line<'_>> for ChunkRows<'_> {
    fn take(&mut self, line: &Line, outcome: Outcome) -> ControlFlow<()> {
        let worker = self.worker;
        worker.notices.add(self.chunk, line, &outcome);
        self.outlet.add(|results| {
            if let (Some(pending), Outcome::Solved { cube, solution, .. }) = (&worker.pending, &outcome) {
                results.pending.push(pending.add(cube, solution));
            }
            worker.maker.take(results, (self.chunk, line), outcome)
        })
    }

    fn wait_for(&mut self, line: &Line) {
        if let Some(proof) = &self.proof {
            proof.turn_to(line.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hand-over for each of millions of blank lines would take minutes.
    #[test]
    fn lines_before_the_first_position_come_many_at_a_time() {
        for blank in [0, 1, LINES, 40 * LINES + 7] {
            let text = format!("{}# none\nR U\nL\nD\n", "\n".repeat(blank));
            let (to_rest, rest) = mpsc::channel();
            let chunks = Chunks::new(vec![Input::of_argument(&text)], LINES);
            let before: Vec<_> = before_positions(chunks, None, to_rest).map(Result::unwrap).collect();
            assert!(before.len() <= blank / LINES + 2, "{blank}: {} chunks", before.len());
            assert_eq!(before.iter().map(|chunk| chunk.lines().len()).sum::<usize>(), blank + 1);
            let (first, chunks) = rest.recv().expect("there are positions");
            let numbers = |chunk: &Chunk| chunk.lines().map(|line| line.number).collect::<Vec<_>>();
            let rest = std::iter::once(first).chain(chunks.map(Result::unwrap));
            let rest: Vec<_> = rest.flat_map(|chunk| numbers(&chunk)).collect();
            assert_eq!(rest, [2, 3, 4].map(|after| (blank + after) as u64));
        }
    }
}
