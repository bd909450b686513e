//! `cubebatch pocket table`: how many positions are how far from solved.

use std::time::Instant;

use cubebatch::pocket::{Distances, Metric};
use indicatif::HumanCount;

use super::args::{self, Table};
use crate::cli::failure::{Failure, INTERNAL};
use crate::cli::print;
use crate::cli::table::comparison;

/// Runs the command.
pub fn run(args: &Table) -> Result<u8, Failure> {
    args.threads.start();
    let engine = args.engine.open()?;
    for metric in args.metric.map_or(Metric::ALL.to_vec(), |metric| vec![args::Metric::metric(metric)]) {
        let start = Instant::now();
        let distances = Distances::find(&engine, metric)?;
        tell!("found all distances ({metric}) in {:.3} s", start.elapsed().as_secs_f64());
        let counts = distances.histogram();
        let positions = HumanCount(counts.iter().sum());
        print(&format!("{metric}: {positions} positions\n{}", comparison(&counts, metric.published())))?;
        if counts != metric.published() {
            let problem = "the counts are not the published ones";
            return Err(Failure::new(INTERNAL, problem, "Please report this."));
        }
    }
    Ok(0)
}
