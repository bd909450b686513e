//! The options of `cubebatch bench`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use cubebatch::Method;
use cubebatch::table::TableId;

use super::common::method_parser;
use super::{Depths, Folder, Threads};

#[derive(Debug, Args)]
pub struct Bench {
    /// Tables to build, such as phase1-sorted-8,phase2-sorted-10; none, if nothing follows
    #[arg(long, value_name = "TABLES", value_delimiter = ',', num_args = 0.., default_value = "phase1-sorted-7,phase2-sorted-9", value_parser = parse_table)]
    pub builds: Vec<TableId>,
    /// How often each is done
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub runs: u16,
    /// GPUs by number or a part of the name, see `cubebatch devices` [default: all but software drivers]
    #[arg(long, value_name = "N|NAME")]
    pub gpu: Vec<String>,
    /// Leave the CPU out: what GPUs build and find is compared with the first of them
    #[arg(long)]
    pub gpu_only: bool,
    /// Time each kernel of a GPU too, which costs some of its time
    #[arg(long)]
    pub kernels: bool,
    /// Measure what GPUs can do at most: copies, look-ups, atomic additions, dispatches, transfers
    #[arg(long)]
    pub probes: bool,
    /// Write all samples here
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Write a page with charts here, for a browser; it needs nothing else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// How many random positions to solve
    #[arg(long, default_value_t = 100_000)]
    pub cubes: u64,
    /// How to solve them; `descent` and `two-phase` take tables of 975 MiB, `optimal` a filter of 954 MiB besides; they are built where they are missing
    #[arg(long, value_name = "METHODS", value_parser = method_parser(gpu_methods()), value_delimiter = ',', default_value = "modified")]
    pub methods: Vec<Method>,
    /// With --methods two-phase: search solutions of at most N moves; each bound is measured
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [21])]
    pub max_length: Vec<u8>,
    /// The same seed gives the same positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Positions handed to an engine at a time; several are measured one by one [default: the engine's choice]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_batch)]
    pub batch: Vec<usize>,
    #[command(flatten)]
    pub depths: Depths,
    #[command(flatten)]
    pub folder: Folder,
    #[command(flatten)]
    pub threads: Threads,
}

/// The methods that run on GPUs.
fn gpu_methods() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| method.runs_on_gpu())
}

fn parse_batch(number: &str) -> Result<usize, String> {
    match number.parse() {
        Ok(batch @ 1..=1_000_000) => Ok(batch),
        _ => Err("batches are of 1 to 1000000 positions".to_owned()),
    }
}

fn parse_table(name: &str) -> Result<TableId, String> {
    TableId::named(name).ok_or_else(|| {
        "tables are phase1-sorted-1 to -8, phase2-sorted-1 to -10, phase1-complete, phase2-complete"
            .to_owned()
    })
}
