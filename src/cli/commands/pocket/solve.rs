//! `cubebatch pocket solve`: lines in, solutions out, in order.

use cubebatch::Error;
use cubebatch::internals::Detail;
use cubebatch::pocket::{Distances, Steps};
use cubebatch::rows::Form;

use super::batch::{self, Held};
use super::rows::{Solution, Style};
use crate::cli::args::pocket::{Method, Solve};
use crate::cli::commands::engine::open_engine;
use crate::cli::failure::{Failure, UNUSABLE};
use crate::cli::form;
use crate::cli::target::file_of;
use crate::cli::watch;

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(args: &Solve) -> Result<u8, Failure> {
    let steps = args.method == Method::Steps;
    let metric = args.metric.metric();
    let sources = batch::sources(&args.lines)?;
    let style = Style { form: form(args)?, files: sources.len() > 1, steps, metric };
    batch::run(&args.lines, &sources, style, |pool| {
        let solver = match args.method {
            Method::Optimal => {
                let engine = open_engine(&args.engine)?;
                Some(pool.install(|| Distances::find(&*engine, metric, &watch::control()))?)
            }
            Method::Steps => None,
        };
        Ok(move |held: &Held| solve(solver.as_ref(), held))
    })
}

fn form(args: &Solve) -> Result<Form, Failure> {
    match form::decide(args.output, file_of(args.lines.out.as_deref()))? {
        Form::Parquet => {
            let remedy = "Use a name for --out that ends in .jsonl or .csv.";
            Err(Failure::new(UNUSABLE, "`pocket solve` does not write Parquet", remedy))
        }
        form => Ok(form),
    }
}

/// A solution that was replayed on the facelets: a shortest one, or else one in steps.
fn solve(solver: Option<&Distances>, (facelets, position): &Held) -> Result<Solution, Error> {
    let solution = match solver {
        Some(distances) => Solution::Optimal(distances.solve(*position)?),
        None => Solution::Steps(Steps::of(facelets).expect("the line is a position")),
    };
    match facelets.apply(&solution.moves()).is_solved() {
        true => Ok(solution),
        false => Err(Detail::WrongSolution.into()),
    }
}
