//! `cubebatch pocket table`: how many positions are how far from solved.

use std::time::Instant;

use cubebatch::pocket::Distances;
use indicatif::HumanCount;

use crate::args::pocket::{self, PocketTableArgs};
use crate::commands::counts::{comparison, wrong};
use crate::failure::Failure;
use crate::output::print;
use crate::plan::Machine;
use crate::watch;

/// Runs the command.
pub fn run(args: &PocketTableArgs) -> Result<u8, Failure> {
    let machine = Machine::new(&args.threads).engine(&args.engine)?;
    let (engine, pool) = (machine.open()?, machine.pool()?);
    for metric in
        args.metric.map_or(Distances::METRICS.to_vec(), |metric| vec![pocket::PocketMetric::metric(metric)])
    {
        let start = Instant::now();
        let distances =
            pool.install(|| Distances::find(metric, |space| engine.distances(space, &watch::control())))?;
        note!("found all distances ({metric}) in {:.3} s", start.elapsed().as_secs_f64());
        let counts = distances.histogram();
        let positions = HumanCount(counts.iter().sum());
        print(&format!(
            "{metric}: {positions} positions\n{}",
            comparison(&counts, Distances::published(metric))
        ))?;
        if counts != Distances::published(metric) {
            return Err(wrong());
        }
    }
    Ok(0)
}
