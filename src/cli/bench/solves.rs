//! Times the solving of random positions, from positions to checked solutions in memory.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cubebatch::cube::Cube;
use cubebatch::cube::random::Random;

use cubebatch::engine::CompleteTables;
use cubebatch::engine::cpu::Cpu;
use cubebatch::engine::gpu::Times;
use cubebatch::progress::Cancelled;
use cubebatch::solve::pipeline::ordered_map;
use cubebatch::solve::{Complete, Limits, Modified, Solution, Solver, SolverError, TwoPhase};
use cubebatch::table::Phase;

use super::super::args::{self, BenchMethod, Resources};
use super::super::failure::{Failure, INTERNAL};
use super::super::interrupt;
use super::super::tables::Tables;
use super::Engine;
use super::samples::{Solve, SolveSample};

/// Positions solved before the clock starts.
const WARM_UP: usize = 256;

/// What a run gave, to be compared with the other runs.
#[derive(Clone, Copy, PartialEq)]
struct Answer {
    moves: u64,
    /// Of all solutions in their order.
    digest: u64,
}

/// A method with its tables.
enum Method {
    Modified(Tables),
    Complete(CompleteTables),
    TwoPhase(CompleteTables, Limits),
}

impl Method {
    /// Each of these methods, those with a bound with each bound.
    fn all(args: &args::Bench) -> impl Iterator<Item = Result<Method, Failure>> {
        let bounds = |method| if method == BenchMethod::TwoPhase { &args.max_length[..] } else { &[0] };
        let methods =
            args.methods.iter().flat_map(move |&method| bounds(method).iter().map(move |&n| (method, n)));
        methods.map(|(method, max_length)| Method::open(method, max_length, &args.resources))
    }

    fn open(method: BenchMethod, max_length: u8, resources: &Resources) -> Result<Method, Failure> {
        Ok(match method {
            BenchMethod::Modified => Method::Modified(resources.tables(&Cpu)?),
            BenchMethod::Complete => Method::Complete(resources.complete_tables(&Cpu, true)?),
            BenchMethod::TwoPhase => {
                let limits = Limits { max_length, ..Limits::default() };
                Method::TwoPhase(resources.complete_tables(&Cpu, true)?, limits)
            }
        })
    }

    fn name(&self) -> &'static str {
        match self {
            Method::Modified(_) => "modified",
            Method::Complete(_) => "complete",
            Method::TwoPhase(..) => "two-phase",
        }
    }

    fn max_length(&self) -> Option<u8> {
        match self {
            Method::TwoPhase(_, limits) => Some(limits.max_length),
            _ => None,
        }
    }

    fn tables(&self) -> String {
        match self {
            Method::Modified(tables) => format!("{} + {}", tables.p0.spec(), tables.p1.spec()),
            Method::Complete(_) | Method::TwoPhase(..) => Phase::ALL.map(Phase::name).join(" + "),
        }
    }

    fn batch(&self, engine: &Engine) -> usize {
        match self {
            Method::Modified(_) => engine.as_engine().batch(),
            Method::Complete(_) => engine.as_engine().descent_batch(),
            Method::TwoPhase(_, limits) => engine.as_engine().ends_batch(*limits),
        }
    }

    fn solver<'a>(&'a self, engine: &'a Engine) -> Result<Box<dyn Solver + 'a>, SolverError> {
        let engine = engine.as_engine();
        Ok(match self {
            Method::Modified(tables) => Box::new(Modified::new(engine, tables.p0.view(), tables.p1.view())?),
            Method::Complete(tables) => {
                Box::new(Complete::new(engine, tables.ways(), tables.distances(), Complete::ENDS)?)
            }
            Method::TwoPhase(tables, limits) => {
                Box::new(TwoPhase::new(engine, tables.ways(), tables.distances(), *limits)?)
            }
        })
    }

    /// What is to be the same with every engine: the moves, or how many they are.
    fn digest(&self, solution: &Solution, digest: &mut DefaultHasher) {
        match self {
            Method::TwoPhase(..) => solution.length().hash(digest),
            _ => solution.moves.hash(digest),
        }
    }
}

/// Solves the same positions by each method with each engine as often as asked. All solutions by
/// a method are to be equal, move by move; those of the two-phase search as long.
pub fn measure(args: &args::Bench, engines: &[Engine], threads: usize) -> Result<Vec<Solve>, Failure> {
    if args.cubes == 0 {
        return Ok(Vec::new());
    }
    let mut random = Random::new(args.seed);
    let cubes: Vec<Cube> = (0..args.cubes).map(|_| random.cube()).collect();
    let mut solves = Vec::new();
    for method in Method::all(args) {
        solves.extend(measure_method(args, &method?, engines, &cubes, threads)?);
    }
    Ok(solves)
}

fn measure_method(
    args: &args::Bench,
    method: &Method,
    engines: &[Engine],
    cubes: &[Cube],
    threads: usize,
) -> Result<Vec<Solve>, Failure> {
    let mut solves = Vec::new();
    let mut answer = None;
    for (number, engine) in engines.iter().enumerate() {
        let batches = if args.batch.is_empty() { vec![method.batch(engine)] } else { args.batch.clone() };
        for batch in batches {
            let mut samples = Vec::new();
            for _ in 0..args.runs {
                let (found, sample) = solve(engine, method, cubes, batch, threads)?;
                if *answer.get_or_insert(found) != found {
                    let problem = format!("{} found other solutions than the CPU", engine.name().name);
                    return Err(Failure::new(INTERNAL, problem, "Please report this."));
                }
                samples.push(sample);
            }
            let mean_length = answer.map_or(0.0, |answer| answer.moves as f64) / cubes.len() as f64;
            solves.push(Solve {
                method: method.name(),
                max_length: method.max_length(),
                tables: method.tables(),
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

fn solve(
    engine: &Engine,
    method: &Method,
    cubes: &[Cube],
    batch: usize,
    threads: usize,
) -> Result<(Answer, SolveSample), Failure> {
    let solver = method.solver(engine)?;
    // The first solutions pay for what is made on first use.
    solver.solve(&cubes[..cubes.len().min(WARM_UP)])?;
    engine.take_times();
    let chunks: Vec<Vec<Cube>> = cubes.chunks(batch).map(<[Cube]>::to_vec).collect();
    let (mut moves, mut digest, mut outcome) = (0, DefaultHasher::new(), Ok(()));
    let start = Instant::now();
    ordered_map(
        chunks.into_iter(),
        threads,
        |cubes| -> Result<_, Failure> {
            let solutions = solver.solve(&cubes)?.into_iter();
            Ok(solutions.collect::<Result<Vec<_>, _>>()?)
        },
        |solutions| match solutions.and_then(unless_interrupted) {
            Ok(solutions) => {
                for solution in solutions {
                    moves += solution.length() as u64;
                    method.digest(&solution, &mut digest);
                }
                ControlFlow::Continue(())
            }
            Err(failure) => {
                outcome = Err(failure);
                ControlFlow::Break(())
            }
        },
    );
    let total = start.elapsed();
    outcome?;
    Ok((Answer { moves, digest: digest.finish() }, sample(total, engine.take_times(), threads)))
}

fn unless_interrupted<T>(value: T) -> Result<T, Failure> {
    if interrupt::is_requested() { Err(Cancelled.into()) } else { Ok(value) }
}

fn sample(total: Duration, times: Times, threads: usize) -> SolveSample {
    let seconds = |duration: Duration| duration.as_secs_f64();
    SolveSample {
        kernels: seconds(times.kernels),
        transfer: seconds(times.transfer),
        host: (seconds(total) * threads as f64 - seconds(times.waiting)).max(0.0),
        waiting: seconds(times.waiting),
        total: seconds(total),
    }
}
