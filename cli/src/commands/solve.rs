//! `cubebatch solve`: lines in, solutions out, in order.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use cubebatch::{Cube, ErrorKind, Method, Solution, SolveOptions, Solver, SolverBuilder};
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
use crate::parquet::{KeptColumns, RowGroups};
use crate::plan::SolvePlan;
use crate::proofs::{Proof, Proofs};
use crate::report::{Detail, Hint, Report};
use crate::run_record::{Keeper, refuse_unended};
use crate::sink::{self, Done, Taking};
use crate::target::Target;
use crate::waiting::{Kept, Waiting};

/// The columns of the input that the output has, too.
fn kept_columns(plan: &SolvePlan) -> Result<KeptColumns, Failure> {
    KeptColumns::of(&plan.sources.iter().map(Given::path).collect::<Vec<_>>(), plan.wanted)
}

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(plan: SolvePlan) -> Result<u8, Failure> {
    let volume = Arc::<Volume>::default();
    let open = |source: &Given| source.open(|file| Input::open_rows(file, &volume, plan.wanted));
    let (mut inputs, whole) = match plan.part {
        Some(part) => {
            let (inputs, whole) = part::open(&plan.sources, part, plan.wanted, &volume)?;
            let hash = whole.hash.filter(|_| !plan.stops_on_error);
            (inputs, Some(Whole { hash, ..whole }))
        }
        None => (plan.sources.iter().map(open).collect::<Result<Vec<_>, _>>()?, None),
    };
    inputs = inputs.into_iter().map(|input| input.in_format(plan.format)).collect();
    let kept = (plan.style.form == Form::Parquet).then(|| kept_columns(&plan)).transpose()?;
    let target = Target::open(plan.out.as_deref(), &given::files(&plan.sources))?;
    let keeper = match plan.job.filter(|_| target.is_file()) {
        Some(job) => Some(Keeper::open(&target, job, whole, &mut inputs, plan.resumes)?),
        None => refuse_unended(&target).map(|()| None)?,
    };
    let (method, question) = (plan.method, *plan.limits.question());
    // The search for one position may take hours, while rows wait for it.
    let can_be_hard = method.card().needs_budget(&question);
    let takes_long = can_be_hard || method.proves();
    let max_length = method.card().bound(&question);
    let proofs = takes_long.then(Arc::<Proofs>::default);
    let budgets = budgets(method, plan.resumes);
    let hint = max_length
        .filter(|_| can_be_hard)
        .zip(proofs.clone())
        .map(|(max_length, proofs)| hint(max_length, budgets, proofs));
    let detail = proofs.clone().map(|proofs| -> Detail { Box::new(move || proofs.told()) });
    let report = Report::new(&volume, sink::Sink::rows_are_seen(&target), hint, detail);
    let is_file = target.is_file();
    let completed = keeper.as_ref().filter(|keeper| keeper.was_complete()).map(Keeper::rows);
    if let Some(keeper) = keeper.as_ref().filter(|keeper| keeper.rows() > 0 && completed.is_none()) {
        tell!("going on after {}", counted(keeper.rows(), "row"));
    }
    let groups = kept.map(|kept| RowGroups::new(&plan.style.columns(), &plan.about, kept));
    let header = plan.style.header();
    let mut sink = sink::Sink::new(target, header, keeper, report, plan.stops_on_error).with_groups(groups);
    let mut worker = Worker {
        max_length,
        solver: None,
        format: plan.format,
        taking: Taking { style: plan.style, files: plan.style.files, stops_on_error: plan.stops_on_error },
        limits: plan.limits.stop(sink.stop()),
        has_told_of_wide: AtomicBool::new(false),
        longer: AtomicU64::new(0),
        missing: AtomicU64::new(0),
        proofs,
        unproved: Mutex::default(),
        known: sink.keeper().map(|keeper| keeper.known(&plan.task)).unwrap_or_default(),
        waiting: sink.keeper().filter(|_| can_be_hard).map(|keeper| keeper.waiting().clone()),
    };
    worker.fill(&mut sink, inputs, plan.solver)?;
    let (outcome, report) = sink.end();
    worker.tell_shortfall();
    worker.tell_unproved();
    if let Some(rows) = completed.filter(|_| report.is_idle()) {
        tell!("complete: all of its {} were there", counted(rows, "row"));
    } else if (outcome.is_ok() || !report.is_idle()) && (is_file || report.was_long()) {
        let description = worker.description().map_or(String::new(), |text| format!("\n  {text}"));
        tell!("{}{description}", report.summary());
    }
    outcome
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
struct Worker {
    /// There from the first position on.
    solver: Option<Solver>,
    format: Option<notation::Format>,
    taking: Taking<Style>,
    limits: SolveOptions,
    /// Whether the program has printed what small letters mean.
    has_told_of_wide: AtomicBool,
    /// The bound of a search that has one, how many solutions are longer, and how many are missing.
    max_length: Option<u8>,
    longer: AtomicU64,
    missing: AtomicU64,
    /// The reports about positions that can take long.
    proofs: Option<Arc<Proofs>>,
    /// Positions whose proof was stopped, by their lines, with what is known of them.
    unproved: Mutex<Vec<(u64, String)>>,
    /// Answers that an earlier run found, whose rows waited for an earlier one.
    known: HashMap<Cube, Solution>,
    /// The store for such answers, if the method can take long for a position.
    waiting: Option<Arc<Waiting>>,
}

impl Worker {
    /// Solves all lines. The solver is opened for the first position, so that lines without one need no tables.
    fn fill(
        &mut self,
        sink: &mut sink::Sink,
        inputs: Vec<Input>,
        builder: SolverBuilder,
    ) -> Result<(), Failure> {
        let (to_rest, rest) = mpsc::channel();
        let before = before_positions(Chunks::new(inputs, LINES), self.format, to_rest);
        sink.fill(before, &Pool::new(1)?, |chunk, outlet| self.solve(chunk, outlet));
        let Some((first, chunks)) = rest.try_recv().ok().filter(|_| sink.goes_on()) else { return Ok(()) };
        match builder.open() {
            Ok(solver) => {
                let (batch, pool) = (solver.best_batch(&self.limits), solver.pool().clone());
                self.solver = Some(solver);
                sink.restart_clock();
                let chunks = first.pieces(batch).map(Ok).chain(chunks.of(batch));
                sink.fill(chunks, &pool, |chunk, outlet| self.solve(chunk, outlet));
            }
            Err(error) if error.kind() == ErrorKind::Stopped => sink.fail(sink.interrupted()),
            Err(error) => sink.fail(error.into()),
        }
        Ok(())
    }

    fn solve(&self, chunk: &Chunk, outlet: &Outlet<Done>) {
        let lines = Lines::read(chunk.lines(), self.taking.stops_on_error, |line| self.hold(chunk, *line));
        let proof = self.proofs.as_ref().map(|proofs| proofs.begin(chunk.name.to_string()));
        let mut limits = self.limits.clone();
        if let Some(proof) = &proof {
            limits = limits.progress(proof.clone());
        }
        let kept = self.waiting.as_ref().map(|waiting| waiting.begin());
        let mut rows = Rows { worker: self, chunk, outlet, proof, kept };
        match &self.solver {
            None => {
                lines.solve_each(|_| unreachable!("the solver is open from the first position on"), &mut rows)
            }
            Some(solver) if self.taking.style.time => lines.solve_timed(solver, &limits, &mut rows),
            Some(solver) => lines.solve(solver, &limits, &mut rows),
        }
    }

    fn hold(&self, chunk: &Chunk, line: Line) -> Held<'_> {
        let parsed = chunk.parse(line, self.format);
        self.tell_if_wide(chunk, line);
        match parsed {
            Ok(Some(cube)) => match self.known.get(&cube) {
                Some(solution) => Held::Known(cube, solution),
                None => Held::Position(cube),
            },
            parsed => parsed.into(),
        }
    }

    /// Prints once that small letters are wide moves: a line in small letters alone may mean turns of faces.
    fn tell_if_wide(&self, chunk: &Chunk, line: Line) {
        // Facelets and upper-case moves are passed over by their first letter.
        let is_small =
            line.bytes.iter().find(|byte| byte.is_ascii_alphabetic()).is_some_and(u8::is_ascii_lowercase);
        if is_small
            && matches!(self.format, None | Some(notation::Format::Moves))
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

    fn count_shortfall(&self, solution: &Solution) {
        let Some(max_length) = self.max_length else { return };
        let is_longer = |solution: &&Solution| solution.length() > max_length.into();
        self.longer.fetch_add(solution.all().filter(is_longer).count() as u64, Relaxed);
        let wanted = self.limits.question().value(SolveOption::Solutions).unwrap_or(1);
        self.missing.fetch_add(wanted - solution.all().count() as u64, Relaxed);
    }

    /// Prints how many searches a budget ended before they had found what was asked for.
    fn tell_shortfall(&self) {
        let Some(max_length) = self.max_length else { return };
        let [longer, missing] = [&self.longer, &self.missing].map(|count| count.load(Relaxed));
        if longer > 0 {
            let are = if longer == 1 { "is" } else { "are" };
            tell!(
                "{} {are} longer than {max_length} moves, the best within the limit",
                counted(longer, "solution")
            );
        }
        if missing > 0 {
            let were = if missing == 1 { "was" } else { "were" };
            tell!("{} {were} not found", counted(missing, "solution"));
        }
    }

    /// Keeps what is known of a position whose proof was stopped.
    fn keep_unproved(&self, chunk: &Chunk, line: &Line, best: &Solution) {
        let (name, number, found) = (&chunk.name, line.number, best.length());
        let excluded = match best.proof.unwrap_or_default().at_least() {
            0 => "nothing excluded".to_owned(),
            at_least => format!("fewer than {at_least} excluded"),
        };
        let known = format!("{name}:{number}: {found} moves found, {excluded}: {best}");
        self.unproved.lock().unwrap_or_else(PoisonError::into_inner).push((number, known));
    }

    /// Prints what is known of positions whose proof Ctrl-C stopped.
    fn tell_unproved(&self) {
        let mut unproved = self.unproved.lock().unwrap_or_else(PoisonError::into_inner);
        unproved.sort();
        if interrupt::is_requested() {
            unproved.iter().for_each(|(_, known)| tell!("{known}"));
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

/// The rows of a chunk, in the order of its lines.
struct Rows<'a> {
    worker: &'a Worker,
    chunk: &'a Chunk,
    outlet: &'a Outlet<Done>,
    /// The report about the next position.
    proof: Option<Arc<Proof>>,
    /// Where the answers are kept, if they can wait for long.
    kept: Option<Arc<Kept>>,
}

impl Sink<Line<'_>> for Rows<'_> {
    fn take(&mut self, line: &Line, outcome: Outcome) -> ControlFlow<()> {
        let worker = self.worker;
        self.outlet.add(|done| {
            if let Outcome::Solved { cube, solution, .. } = &outcome {
                worker.count_shortfall(solution);
                if let Some(kept) = &self.kept {
                    kept.add(cube, solution);
                    done.add_kept(kept);
                }
            }
            if let Outcome::Unproved { best, .. } = &outcome {
                worker.keep_unproved(self.chunk, line, best);
            }
            worker.taking.take(done, (self.chunk, line), outcome)
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
