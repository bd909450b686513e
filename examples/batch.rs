//! Solves random positions on all cores and counts the lengths of their solutions.
//!
//! ```sh
//! cargo run --release --example batch -- 100000 20   # so many positions, to at most 20 moves
//! ```
//!
//! Tables are kept in the folder that CUBEBATCH_TABLES names, else in the user's data folder.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use cubebatch::cube::random::Random;
use cubebatch::{SolveOptions, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().map_or(Ok(10_000), |count| count.parse())?;
    let limits = SolveOptions::at_most(arguments.next().map_or(Ok(21), |length| length.parse())?);

    let mut builder = Solver::builder().expect(count as u64, &limits);
    if let Some(folder) = std::env::var_os("CUBEBATCH_TABLES") {
        builder = builder.tables(folder);
    }
    let solver = builder.open()?;

    let begin = Instant::now();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, solution) in solver.solve_all(Random::new(1).cubes().take(count).enumerate(), &limits) {
        *lengths.entry(solution?.length()).or_default() += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();

    for (length, count) in lengths {
        println!("{length:>3} moves {count:>9}");
    }
    println!("{count} positions in {seconds:.2} s on {} threads", solver.threads());
    Ok(())
}
