//! The options of `cubebatch table`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueHint, value_parser};
use cubebatch::goal::Goal;
use cubebatch::table::{TableId, file_bytes};
use cubebatch_cube::cube::{EvenCosts, Metric};
use cubebatch_tables::table::{Complete, FilterSize, Phase};

use super::{EngineArgs, FolderArgs, GivenOptions, MoveSetArgs, OfMetric, ThreadsArgs};

#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build a table, unless it exists
    Build(Box<BuildArgs>),
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
        folder: FolderArgs,
        #[command(flatten)]
        threads: ThreadsArgs,
    },
    /// Count all positions of a phase at each distance, in memory, and compare with the published counts; or those of a goal
    Histogram {
        /// Phase: 1 counts the codes of phase 1; 2 counts the positions of G1, then the codes of phase 2; with --metric it counts the
        /// arrangements of corners and U/D edges
        #[arg(long, value_name = "1|2", value_parser = phase_parser(), required_unless_present = "goal")]
        phase: Option<Phase>,
        /// Goal: counts the arrangements of the cubies that it sees
        #[arg(long, value_name = "GOAL", conflicts_with = "phase")]
        goal: Option<Goal>,
        #[command(flatten)]
        set: MoveSetArgs,
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        threads: ThreadsArgs,
    },
    /// List the tables in the folder
    List {
        #[command(flatten)]
        folder: FolderArgs,
    },
}

#[derive(Args, Debug)]
pub struct BuildArgs {
    /// Phase of the table
    #[arg(long, value_name = "1|2", required_unless_present = "proof", value_parser = phase_parser())]
    pub phase: Option<Phase>,
    #[arg(long, value_name = "N|complete|pruning|distances", required_unless_present = "proof", value_parser = parse_depth, help = depth_help())]
    pub depth: Option<BuildDepth>,
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["phase", "depth"], value_parser = parse_filter_size, help = proof_help())]
    pub proof: Option<FilterSize>,
    #[command(flatten)]
    pub metric: GivenOptions<OfMetric>,
    /// Build the table even if it exists
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub folder: FolderArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
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
    /// The small table of phase 1.
    Distances,
}

fn phase_parser() -> impl TypedValueParser<Value = Phase> {
    value_parser!(u8).range(1..=2).map(|number| Phase::numbered(number).expect("both numbers have a phase"))
}

fn depth_help() -> String {
    let [phase1, phase2] = [Phase::One, Phase::Two].map(|phase| *phase.depths().end());
    let mebibytes = |table| (file_bytes(TableId::Complete(table)) + (1 << 19)) >> 20;
    let [all1, small1, all2, small2] = Complete::ALL.map(mebibytes);
    let other_costs = EvenCosts::new(&Metric::QuarterTurn.into()).expect("a metric is even");
    let distances = mebibytes(Complete::Phase1Distances(other_costs));
    format!(
        "Depth of a sorted table in moves, at most {phase1} in phase 1 and {phase2} in phase 2. `complete` builds the table \
         of all positions ({all1} and {all2} MiB), `distances` the small table of phase 1 ({small1} MiB), `pruning` that of phase 2 \
         ({small2} MiB). With --metric the two-phase \
         search reads `complete` of phase 1, or `distances` where memory is short ({distances} MiB), and `pruning` of phase 2"
    )
}

fn proof_help() -> String {
    format!("Build the filter of `solve --method optimal` in this size instead: {}", filter_sizes())
}

fn filter_sizes() -> String {
    let names: Vec<&str> = FilterSize::ALL.iter().copied().map(FilterSize::name).collect();
    let (last, others) = names.split_last().expect("there are sizes");
    format!("{} or {last}", others.join(", "))
}

fn parse_filter_size(name: &str) -> Result<FilterSize, String> {
    FilterSize::named(name).ok_or_else(|| format!("give {}", filter_sizes()))
}

fn parse_depth(text: &str) -> Result<BuildDepth, String> {
    match text {
        "complete" => Ok(BuildDepth::Complete),
        "pruning" => Ok(BuildDepth::Pruning),
        "distances" => Ok(BuildDepth::Distances),
        number => {
            let depth = number.parse().map(BuildDepth::Moves);
            depth.map_err(|_| "give a number, `complete`, `pruning` or `distances`".to_owned())
        }
    }
}
