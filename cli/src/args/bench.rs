//! The options of `cubebatch bench`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use cubebatch::Method;
use cubebatch::method::SolveOption;
use cubebatch::table::TableId;

use super::common::method_parser;
use super::options::number_parser;
use super::{FolderArgs, GivenOptions, OfDepths, OfMetric, ThreadsArgs};

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Tables to build, such as phase1-sorted-8,phase2-sorted-10; without a value, no tables. The default are the tables
    /// that `solve` reads for many positions
    #[arg(long, value_name = "TABLES", value_delimiter = ',', num_args = 0.., default_value = "phase1-complete,phase2-complete", value_parser = parse_table)]
    pub builds: Vec<TableId>,
    /// Number of runs of each build and solve
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub runs: u16,
    /// GPUs to measure, by number or a part of the name; `cubebatch devices` lists them [default: all but software drivers]
    #[arg(long, value_name = "N|NAME")]
    pub gpu: Vec<String>,
    /// Measure no CPU; compare the results of all GPUs with those of the first GPU
    #[arg(long)]
    pub gpu_only: bool,
    /// Also time each kernel of a GPU, which slows it down a little
    #[arg(long)]
    pub kernels: bool,
    /// Write all samples to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Measure this machine for the records of the project, and write one file with all samples, the processor and the GPUs;
    /// says where to send it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub report: Option<PathBuf>,
    /// Write a web page with charts to this file; the page needs no other files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Number of random positions to solve
    #[arg(long, default_value_t = 100_000)]
    pub cubes: u64,
    /// Methods to measure. `descent` and `two-phase` need 975 MiB of tables, `optimal` also a filter of 954 MiB; missing
    /// tables are built. `thistlethwaite` is measured on the CPU alone
    #[arg(long, value_name = "METHODS", value_parser = method_parser(Method::ALL.iter().copied()), value_delimiter = ',', default_value = Method::default().name())]
    pub methods: Vec<Method>,
    /// With --methods two-phase: find solutions of at most N moves; several values are measured one by one [default: as `solve`]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = number_parser::<u8>(SolveOption::MaxLength))]
    pub max_length: Vec<u8>,
    #[command(flatten)]
    pub metric: GivenOptions<OfMetric>,
    /// The same seed gives the same positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of positions that an engine gets at a time; several values are measured one by one [default: the engine's
    /// choice]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_batch)]
    pub batch: Vec<usize>,
    #[command(flatten)]
    pub depths: GivenOptions<OfDepths>,
    #[command(flatten)]
    pub folder: FolderArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

fn parse_batch(number: &str) -> Result<usize, String> {
    match number.parse() {
        Ok(batch @ 1..=1_000_000) => Ok(batch),
        _ => Err("a batch has 1 to 1000000 positions".to_owned()),
    }
}

fn parse_table(name: &str) -> Result<TableId, String> {
    TableId::named(name).ok_or_else(|| {
        // Tables of other costs are named as tables of the metrics are.
        let is_of_metric = |table: &TableId| table.costs().metric().is_some();
        let names: Vec<String> = TableId::all().filter(is_of_metric).map(|table| table.to_string()).collect();
        format!("tables are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use cubebatch_cube::cube::HTM;
    use cubebatch_tables::table::Complete;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        bench: BenchArgs,
    }

    #[test]
    fn it_measures_what_solve_does_by_default() {
        let bench = Program::try_parse_from(["bench"]).expect("nothing is needed").bench;
        assert_eq!(bench.methods, [Method::default()]);
        assert_eq!(bench.builds, [Complete::Phase1(HTM), Complete::Phase2].map(TableId::from));
    }
}
