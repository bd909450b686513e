//! Times the solving of random positions, from positions to checked solutions in memory.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubebatch::cube::Costs;
use cubebatch::cube::random::Random;
use cubebatch::method::SolveOption;
use cubebatch::progress::Cancelled;
use cubebatch::{Cube, Solution, Solver};
use cubebatch_search::engine::{DeviceUsage, Engine};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::MeasuredEngines;
use super::samples::{GpuWork, MeasuredSolve, SolveSample};
use crate::failure::{Failure, INTERNAL};
use crate::interrupt;
use crate::plan::{BenchJob, BenchPlan};

/// Positions solved before the clock starts.
const WARM_UP: usize = 256;

/// The result of a run, or of a part of it, to compare it with the other runs.
#[derive(Clone, Copy, Default, PartialEq)]
struct RunDigest {
    moves: u64,
    /// The sum of the digests of all solutions, each with the number of its position.
    digest: u64,
}

impl RunDigest {
    /// The solutions of some positions, of which the first has this number.
    fn of(first: usize, solutions: &[Solution], costs: Costs) -> RunDigest {
        let answer = |(number, solution): (u64, &Solution)| {
            let bytes: Vec<u8> = solution.moves.iter().map(|mv| mv.index() as u8).collect();
            RunDigest {
                moves: costs.length(&solution.moves) as u64,
                digest: xxh3_64_with_seed(&bytes, number),
            }
        };
        (first as u64..).zip(solutions).map(answer).fold(RunDigest::default(), RunDigest::with)
    }

    fn with(self, other: RunDigest) -> RunDigest {
        RunDigest { moves: self.moves + other.moves, digest: self.digest.wrapping_add(other.digest) }
    }
}

/// Solves the same positions by each method with each engine as often as asked. All solutions by
/// a method are to be equal, move by move.
pub fn measure(
    plan: &BenchPlan,
    engines: &MeasuredEngines,
    threads: usize,
) -> Result<Vec<MeasuredSolve>, Failure> {
    let args = plan.args;
    if args.cubes == 0 {
        return Ok(Vec::new());
    }
    let mut random = Random::new(args.seed);
    let cubes: Vec<Cube> = (0..args.cubes).map(|_| random.cube()).collect();
    let mut solves = Vec::new();
    for &job in &plan.jobs {
        solves.extend(measure_job(plan, job, engines, &cubes, threads)?);
    }
    Ok(solves)
}

fn measure_job(
    plan: &BenchPlan,
    job: BenchJob,
    engines: &MeasuredEngines,
    cubes: &[Cube],
    threads: usize,
) -> Result<Vec<MeasuredSolve>, Failure> {
    let mut solves = Vec::new();
    let mut answer = None;
    let able = |engine: &Arc<dyn Engine>| job.method.card().on_gpu(&job.question).is_ok() || !engine.is_gpu();
    for (number, engine) in engines.iter().enumerate().filter(|(_, engine)| able(engine)) {
        let solver = solver(plan, job, engine.clone())?;
        let tables: Vec<String> = solver.tables().iter().map(ToString::to_string).collect();
        let best = solver.best_batch(&job.limits());
        let batches = if plan.args.batch.is_empty() { vec![best] } else { plan.args.batch.clone() };
        for batch in batches {
            let mut samples = Vec::new();
            for _ in 0..plan.args.runs {
                let (found, sample) = solve(&solver, job, cubes, batch, threads)?;
                if *answer.get_or_insert(found) != found {
                    let problem =
                        format!("{} found different solutions from {}", engine.name(), engines[0].name());
                    return Err(Failure::new(INTERNAL, problem, "Please report this."));
                }
                samples.push(sample);
            }
            let mean_length = answer.map_or(0.0, |answer| answer.moves as f64) / cubes.len() as f64;
            solves.push(MeasuredSolve {
                method: match job.question.is_given(SolveOption::Metric) {
                    true => format!("{} in {}", job.method, job.costs()),
                    false => job.method.to_string(),
                },
                max_length: job.max_length,
                tables: tables.join(" + "),
                engine: number,
                cubes: cubes.len(),
                batch,
                threads,
                mean_length,
                samples,
            });
        }
    }
    Ok(solves)
}

/// A solver over the largest tables, loaded into memory.
fn solver(plan: &BenchPlan, job: BenchJob, engine: Arc<dyn Engine>) -> Result<Solver, Failure> {
    let builder = plan.machine.solver().method(job.method).on(engine).expect(u64::MAX, &job.limits());
    Ok(builder.options(&job.question).open()?)
}

fn solve(
    solver: &Solver,
    job: BenchJob,
    cubes: &[Cube],
    batch: usize,
    threads: usize,
) -> Result<(RunDigest, SolveSample), Failure> {
    let (limits, costs) = (job.limits(), job.costs());
    // The first solutions pay for what is made on first use.
    all_solved(solver.solve_batch(&cubes[..cubes.len().min(WARM_UP)], &limits))?;
    solver.engine().take_usage();
    let chunks: Vec<(usize, Vec<Cube>)> =
        (0..).step_by(batch).zip(cubes.chunks(batch).map(<[Cube]>::to_vec)).collect();
    let (mut all, mut outcome) = (RunDigest::default(), Ok(()));
    let start = Instant::now();
    let mapped = solver.pool().ordered_map(
        chunks.into_iter(),
        |(first, cubes), outlet| {
            let solved = all_solved(solver.solve_batch(&cubes, &limits));
            // Here, as one thread for all solutions would be slower than some cards.
            outlet.add(|answer| {
                *answer = Some(solved.map(|solutions| RunDigest::of(first, &solutions, costs)))
            });
        },
        |answer: Option<Result<RunDigest, Failure>>| match answer
            .unwrap_or_else(|| Ok(RunDigest::default()))
            .and_then(unless_interrupted)
        {
            Ok(answer) => {
                all = all.with(answer);
                ControlFlow::Continue(())
            }
            Err(failure) => {
                outcome = Err(failure);
                ControlFlow::Break(())
            }
        },
    );
    let total = start.elapsed();
    mapped?;
    outcome?;
    let usage = solver.engine().take_usage();
    Ok((all, sample(total, usage, threads)))
}

fn all_solved(solutions: Vec<Result<Solution, cubebatch::Error>>) -> Result<Vec<Solution>, Failure> {
    Ok(solutions.into_iter().collect::<Result<_, _>>()?)
}

fn unless_interrupted<T>(value: T) -> Result<T, Failure> {
    if interrupt::is_requested() { Err(Cancelled.into()) } else { Ok(value) }
}

fn sample(total: Duration, usage: DeviceUsage, threads: usize) -> SolveSample {
    let seconds = |duration: Duration| duration.as_secs_f64();
    let [searching, queued, waiting] = [usage.searching, usage.queued, usage.served].map(seconds);
    let all = seconds(total) * threads as f64;
    SolveSample {
        kernels: seconds(usage.kernels),
        transfer: seconds(usage.transfer),
        host: (all - waiting).max(0.0),
        waiting,
        queued,
        preparing: (searching - queued - waiting).max(0.0),
        solutions: (all - searching.max(waiting)).max(0.0),
        total: seconds(total),
        asked: GpuWork::of(usage, seconds(total)),
    }
}
