//! One GPU searches for several threads at the same time, each with limits of its own.

use std::sync::Arc;
use std::thread;

use cubebatch::cube::random::Random;
use cubebatch::{Cube, Method, Solution, SolveOptions, Solver, SolverBuilder};

use cubebatch_search::engine::Several;

use super::{builder, gpu};

/// What a thread asks, again and again.
struct Question {
    method: Method,
    limits: SolveOptions,
    cubes: Vec<Cube>,
}

fn questions() -> Vec<Question> {
    let limits = [
        (Method::TwoPhase, SolveOptions::at_most(30), 100),
        (Method::TwoPhase, SolveOptions::at_most(22), 50),
        (Method::TwoPhase, SolveOptions::at_most(21), 5),
        (Method::TwoPhase, SolveOptions::at_most(17).max_nodes(500), 5),
        (Method::Descent, SolveOptions::default(), 100),
        (Method::Descent, SolveOptions::default(), 200),
    ];
    let question = |(seed, (method, limits, count))| Question {
        method,
        limits,
        cubes: Random::new(seed).cubes().take(count).collect(),
    };
    (170..).zip(limits).map(question).collect()
}

fn solve(solver: &Solver, question: &Question) -> Vec<Solution> {
    let solutions = solver.solve_batch(&question.cubes, &question.limits);
    solutions.into_iter().map(Result::unwrap).collect()
}

#[test]
fn a_gpu_answers_each_of_several_threads_as_the_cpu_does() {
    let Some(gpu) = gpu() else { return };
    // All threads with the same method share a search.
    let by_method = |builder: SolverBuilder| {
        let two_phase = builder.open().unwrap();
        let descent = two_phase.with_method(Method::Descent).unwrap();
        move |method| if method == Method::TwoPhase { two_phase.clone() } else { descent.clone() }
    };
    let (on_cpu, on_gpu) = (by_method(builder()), by_method(builder().on(gpu)));
    thread::scope(|scope| {
        for question in questions() {
            let (on_cpu, on_gpu) = (on_cpu(question.method), on_gpu(question.method));
            scope.spawn(move || {
                let expected = solve(&on_cpu, &question);
                for _ in 0..3 {
                    let found = solve(&on_gpu, &question);
                    assert_eq!(found, expected, "{} {:?}", question.method, question.limits);
                }
            });
        }
    });
}

#[test]
fn two_gpus_share_the_positions_of_several_threads() {
    let gpus = [gpu(), gpu()].map(|gpu| gpu.and_then(Arc::into_inner));
    let [Some(first), Some(second)] = gpus else { return };
    let on_both = builder().on(Arc::new(Several::new(first, vec![second]))).threads(4).open().unwrap();
    assert!(on_both.engine().name().starts_with("2 × "), "{}", on_both.engine().name());
    let cubes: Vec<Cube> = Random::new(176).cubes().take(600).collect();
    let limits = SolveOptions::at_most(21);
    let expected = builder().open().unwrap().solve_batch(&cubes, &limits);
    let found = on_both.solve_batch(&cubes, &limits);
    let moves = |all: Vec<Result<Solution, _>>| all.into_iter().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(moves(found), moves(expected));
}
