//! The options of `cubebatch table`.

use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{Subcommand, ValueHint};
use cubebatch::table::FilterSize;

use super::{Engine, Folder, Threads};

#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build a table, unless it exists
    Build {
        /// Phase of the table
        #[arg(long, value_name = "1|2", required = false, required_unless_present = "proof", default_value_if("proof", ArgPredicate::IsPresent, "1"), value_parser = clap::value_parser!(u8).range(1..=2))]
        phase: u8,
        /// Depth of a sorted table in moves, at most 8 in phase 1 and 10 in phase 2. `complete` builds the table of all positions (336 and 639 MiB), `pruning` the small table of phase 2 (53 MiB)
        #[arg(long, value_name = "N|complete|pruning", required = false, required_unless_present = "proof", default_value_if("proof", ArgPredicate::IsPresent, "complete"), value_parser = parse_depth)]
        depth: BuildDepth,
        /// Build the filter of `solve --method optimal` in this size instead: 300MB, 1GB, 8GB or 16GB
        #[arg(long, value_name = "SIZE", conflicts_with_all = ["phase", "depth"], value_parser = parse_filter_size)]
        proof: Option<FilterSize>,
        /// Build the table even if it exists
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        engine: Engine,
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        threads: Threads,
    },
    /// Describe a table file
    Info {
        /// A table file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Read whole table files and check them: checksum, order, counts, stored moves
    Verify {
        /// Table files [default: all tables in the folder]
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Replay the moves of N random entries, or of all entries if the table has fewer
        #[arg(long, value_name = "N", default_value_t = 2_000_000)]
        replays: u64,
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        threads: Threads,
    },
    /// Count all positions of a phase at each distance, in memory, and compare with the published counts
    Histogram {
        /// Phase: 1 counts the codes of phase 1; 2 counts the positions of G1, then the codes of phase 2
        #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
        phase: u8,
        #[command(flatten)]
        engine: Engine,
        #[command(flatten)]
        threads: Threads,
    },
    /// List the tables in the folder
    List {
        #[command(flatten)]
        folder: Folder,
    },
}

/// The depth of a table to build.
#[derive(Clone, Copy, Debug)]
pub enum BuildDepth {
    /// A sorted table to this depth.
    Moves(u8),
    /// All positions.
    Complete,
    /// The small table of phase 2.
    Pruning,
}

fn parse_filter_size(name: &str) -> Result<FilterSize, String> {
    FilterSize::named(name).ok_or_else(|| {
        let names: Vec<&str> = FilterSize::ALL.iter().map(|size| size.name()).collect();
        format!("give one of {}", names.join(", "))
    })
}

fn parse_depth(text: &str) -> Result<BuildDepth, String> {
    match text {
        "complete" => Ok(BuildDepth::Complete),
        "pruning" => Ok(BuildDepth::Pruning),
        number => {
            let depth = number.parse().map(BuildDepth::Moves);
            depth.map_err(|_| "give a number, `complete`, or `pruning`".to_owned())
        }
    }
}
