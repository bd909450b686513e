//! One GPU searches for several threads at the same time, each with limits of its own.

use std::thread;

use cubebatch::cube::random::Random;
use cubebatch::{Cube, Limits, Method, Solution, Solver};

use super::{builder, gpu};

/// What a thread asks, again and again.
struct Question {
    method: Method,
    limits: Limits,
    cubes: Vec<Cube>,
}

fn questions() -> Vec<Question> {
    let limits = [
        (Method::TwoPhase, Limits::at_most(30), 300),
        (Method::TwoPhase, Limits::at_most(22), 100),
        (Method::TwoPhase, Limits::at_most(21), 10),
        (Method::TwoPhase, Limits::at_most(17).max_nodes(500), 10),
        (Method::Descent, Limits::default(), 300),
        (Method::Descent, Limits::default().ends(1), 300),
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
    let on_cpu = builder().open().unwrap();
    let on_gpu = builder().on(gpu).open().unwrap();
    thread::scope(|scope| {
        for question in questions() {
            let [on_cpu, on_gpu] =
                [&on_cpu, &on_gpu].map(|solver| solver.with_method(question.method).unwrap());
            scope.spawn(move || {
                let expected = solve(&on_cpu, &question);
                for _ in 0..2 {
                    let found = solve(&on_gpu, &question);
                    assert_eq!(found, expected, "{} {:?}", question.method, question.limits);
                }
            });
        }
    });
}
