//! The plan of `cubebatch bench`.

use cubebatch::method::{Question, SolveOption};
use cubebatch::{Limits, Method};

use super::Machine;
use crate::cli::args;
use crate::cli::failure::{Failure, UNUSABLE};

/// The measurements to make.
pub struct BenchPlan<'a> {
    /// The arguments whose values need no decision.
    pub args: &'a args::Bench,
    pub jobs: Vec<Job>,
    pub machine: Machine,
}

/// A method, with its bound if it has one.
#[derive(Clone, Copy)]
pub struct Job {
    pub method: Method,
    pub max_length: Option<u8>,
    /// The depths of its tables.
    pub depths: Question,
}

impl BenchPlan<'_> {
    /// Decides.
    pub fn new(args: &args::Bench) -> Result<BenchPlan<'_>, Failure> {
        let on_no_gpu = args.methods.iter().find(|method| args.gpu_only && !method.runs_on_gpu());
        if let Some(method) = on_no_gpu {
            let problem = format!("--gpu-only leaves out --methods {method}, which runs on no GPU");
            return Err(Failure::new(UNUSABLE, problem, "Leave out one of the two."));
        }
        let jobs = args.methods.iter().flat_map(|&method| Job::all(method, args)).collect();
        Ok(BenchPlan { args, jobs, machine: Machine::new(&args.threads).tables(&args.folder) })
    }
}

impl Job {
    /// A method with each bound, or once if it has none.
    fn all(method: Method, args: &args::Bench) -> impl Iterator<Item = Job> {
        let bounds: Vec<Option<u8>> = match method.usual(SolveOption::MaxLength) {
            Some(_) => args.max_length.iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let depths = args.depths.question.only(|option| method.takes(option));
        bounds.into_iter().map(move |max_length| Job { method, max_length, depths })
    }

    /// The limits of each position.
    pub fn limits(self) -> Limits {
        self.max_length.map_or_else(Limits::default, Limits::at_most)
    }
}
