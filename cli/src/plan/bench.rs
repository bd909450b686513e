//! The plan of `cubebatch bench`.

use cubebatch::cube::Costs;
use cubebatch::goal::Goal;
use cubebatch::{Error, Method, SolveOptions};
use cubebatch_search::method::{Question, SolveOption};

use super::Machine;
use crate::args;
use crate::failure::{Failure, UNUSABLE};

/// The measurements to make.
pub struct BenchPlan<'a> {
    /// The arguments whose values need no decision.
    pub args: &'a args::BenchArgs,
    pub jobs: Vec<BenchJob>,
    pub machine: Machine,
}

/// A method, with its bound if it has one.
#[derive(Clone, Copy)]
pub struct BenchJob {
    pub method: Method,
    pub max_length: Option<u8>,
    /// The metric, and the depths of its tables.
    pub question: Question,
}

impl BenchPlan<'_> {
    /// Decides.
    pub fn new(args: &args::BenchArgs) -> Result<BenchPlan<'_>, Failure> {
        let on_no_gpu = args.methods.iter().find(|method| args.gpu_only && !method.card().runs_on_gpu());
        if let Some(method) = on_no_gpu {
            let problem = format!("--gpu-only leaves out --methods {method}, which runs on no GPU");
            return Err(Failure::new(UNUSABLE, problem, "Leave out one of the two."));
        }
        let jobs: Result<Vec<_>, _> =
            args.methods.iter().map(|&method| BenchJob::all(method, args)).collect();
        Ok(BenchPlan {
            args,
            jobs: jobs?.concat(),
            machine: Machine::new(&args.threads).tables(&args.folder),
        })
    }
}

impl BenchJob {
    /// A method with each bound, or once if it has none.
    fn all(method: Method, args: &args::BenchArgs) -> Result<Vec<BenchJob>, Error> {
        let question = args.depths.question.only(|option| method.takes(option));
        let question = args.metric.question.and(&question);
        // Without a goal such a method solves whole cubes, which takes hours each.
        let question =
            if method.takes(SolveOption::Goal) { question.with_goal(Goal::cross()) } else { question };
        question.resolve(method)?;
        let bounds: Vec<Option<u8>> = match method.card().bound(&question) {
            Some(_) if !args.max_length.is_empty() => args.max_length.iter().copied().map(Some).collect(),
            usual => vec![usual],
        };
        Ok(bounds.into_iter().map(|max_length| BenchJob { method, max_length, question }).collect())
    }

    /// What turns cost.
    pub fn costs(self) -> Costs {
        self.question.move_set().costs
    }

    /// The limits of each position.
    pub fn limits(self) -> SolveOptions {
        self.max_length.map_or_else(SolveOptions::default, SolveOptions::at_most)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    /// The method, the metric and the bound of each job.
    fn jobs(options: &[&str]) -> Result<Vec<(Method, String, Option<u8>)>, String> {
        let words = [&["cubebatch", "bench"], options].concat();
        let Ok(Cli { command: Command::Bench(args), .. }) = Cli::try_parse_from(words) else {
            panic!("{options:?}")
        };
        let jobs = BenchPlan::new(&args).map_err(|failure| format!("{failure:?}"))?.jobs;
        Ok(jobs.into_iter().map(|job| (job.method, job.costs().to_string(), job.max_length)).collect())
    }

    #[test]
    fn bounds_are_those_of_solve_in_the_metric() {
        let two_phase =
            |metric: &str, bound: u8| Ok(vec![(Method::TwoPhase, metric.to_owned(), Some(bound))]);
        assert_eq!(jobs(&[]), two_phase("htm", 21));
        assert_eq!(jobs(&["--metric", "qtm"]), two_phase("qtm", 28));
        assert_eq!(jobs(&["--metric", "atm", "--max-length", "18"]), two_phase("atm", 18));
        assert_eq!(jobs(&["--max-length", "20,21"]).map(|jobs| jobs.len()), Ok(2));
        assert_eq!(jobs(&["--methods", "goal"]), Ok(vec![(Method::Goal, "htm".to_owned(), None)]));
        let refused = jobs(&["--methods", "two-phase,descent", "--metric", "qtm"]).unwrap_err();
        assert!(refused.contains("has no use for"), "{refused}");
    }
}
