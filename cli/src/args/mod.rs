//! The arguments, and with them help, completions and man page. This module reads arguments and decides nothing: an
//! argument that was not given stays `None`.

mod bench;
mod common;
mod convert;
mod coset;
mod devices;
mod listen;
mod options;
pub mod pocket;
mod reading;
mod serve;
mod show;
mod solve;
mod table;
pub mod universal;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use cubebatch::Cube;
use cubebatch::case::Cases;
use cubebatch::cube::{AllowedMoves, Costs, MoveSet};
use cubebatch::goal::Goal;
use cubebatch_rows::{Draw, Form, InputFormat, Named, Part, PositionFormat};
use cubebatch_search::method::{Question, SolveOption};

pub use bench::BenchArgs;
pub use common::{EngineArgs, FolderArgs, OnError, OutputArgs, ThreadsArgs, move_notations};
use common::{named_parser, output_file};
pub use convert::{ConvertArgs, ConvertedLinesArgs, MovesCommand};
pub use coset::CosetArgs;
pub use devices::DevicesArgs;
pub use options::{GivenOptions, OfDepths, OfGoal, OfMemory, OfMetric, OfSolution, flag};
pub use reading::{ColumnArgs, ReadingArgs};
#[cfg(feature = "serve")]
pub use serve::LogFormat;
pub use serve::ServeArgs;
pub use show::{ShowArgs, When};
#[cfg(test)]
pub use solve::EXAMPLES as SOLVE_EXAMPLES;
pub use solve::SolveArgs;
pub use table::{BuildArgs, BuildDepth, TableCommand};

const EXIT_CODES: &str = "\
Exit codes:
  0    every position was solved, or proved to have no solution within the bound; all solutions hold
  1    some lines are invalid, or some solutions are wrong
  2    wrong usage, no such file or position, or a file or table cannot be used
  3    internal error: an answer failed its check and was not written
  130  interrupted";

/// What each kind of user may type. A test plans them.
pub const EXAMPLES: [&str; 6] = [
    "cubebatch solve \"R U2 F'\" --notation slices                  # for people: a short solution",
    "cubebatch solve --method thistlethwaite --phases \"R U2 F'\"    # for teachers: phases to follow",
    "cubebatch solve scans.txt --scan belt --goal f2l               # for robots: faces by a camera",
    "cubebatch scramble -n 1000000 --seed 1 -o cubes.txt            # for data: random positions,",
    "cubebatch solve cubes.txt -o rows.csv -q                       # and their solutions in a table",
    "cubebatch serve --listen 127.0.0.1:8000                        # for programs: the service",
];

/// The text below the help.
fn after_help() -> String {
    format!("Examples:\n  {}\n\n{EXIT_CODES}", EXAMPLES.join("\n  "))
}

/// Solve millions of Rubik's cube positions with deep two-phase tables.
///
/// Solutions go to standard output, one per line; messages and progress go to standard error.
#[derive(Debug, Parser)]
#[command(name = "cubebatch", version, after_help = after_help())]
pub struct Cli {
    /// Print errors and warnings alone on standard error, and no progress
    #[arg(short, long, global = true, help_heading = "Messages")]
    pub quiet: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve positions, one per line
    Solve(Box<SolveArgs>),
    /// Build and inspect tables
    #[command(subcommand)]
    Table(TableCommand),
    /// Print uniformly random positions: of all, of a goal, or at a distance from one
    Scramble(ScrambleArgs),
    /// Put the parts of a job together that `solve --part` wrote
    Join(JoinArgs),
    /// Check solutions of any program: replay them on their positions
    Check(CheckArgs),
    /// Solve and show positions of the pocket cube, 2x2x2
    #[command(subcommand)]
    Pocket(pocket::PocketCommand),
    /// Print lists of moves that solve every cube, and find positions in them
    #[command(subcommand)]
    Universal(universal::Universal),
    /// Count the positions of whole cosets of G1 at each distance from solved, or prove that all are near
    Coset(CosetArgs),
    /// Serve a page for browsers and an interface for programs over HTTP
    #[command(mut_args = serve::of_environment)]
    Serve(ServeArgs),
    /// Write positions in another format: facelets, a net, moves, a link, arrays
    Convert(ConvertArgs),
    /// Rewrite sequences of moves: expand, simplify, invert, mirror, rotate
    #[command(subcommand)]
    Moves(MovesCommand),
    /// Draw a position as an unfolded cube, in letters or as a picture
    Show(ShowArgs),
    /// Measure the time of the same work on the CPU and on GPUs, and compare the results
    Bench(Box<BenchArgs>),
    /// List the GPUs and the limits of their drivers
    Devices(DevicesArgs),
    /// Print the completion script of a shell
    Completions {
        /// Name of the shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page (roff)
    Man {
        /// Write a page for each command into this folder, as `man` reads them
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct ScrambleArgs {
    #[command(flatten)]
    pub draw: DrawArgs,
    /// Part I of N of the positions, 1 <= I <= N; the parts together are what the seed gives without it
    #[arg(long, value_name = "I/N", requires = "seed")]
    pub part: Option<Part>,
    /// Positions of a goal alone, as `solve --goal` reads it
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<Goal>,
    /// Positions alone that are N moves from --goal
    #[arg(long, value_name = "N", requires = "goal")]
    pub distance: Option<u8>,
    /// Positions of a case alone, turned at random: `pll T`, `oll 21`, any of `pll` or `oll`, or `last-slot`
    #[arg(long, value_name = "CASE", conflicts_with_all = ["goal", "distance"])]
    pub case: Option<Cases>,
    #[command(flatten)]
    pub set: MoveSetArgs,
    /// Format of the positions
    #[arg(long, value_parser = named_parser::<PositionFormat>(), default_value = PositionFormat::default().name())]
    pub format: PositionFormat,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub folder: FolderArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// The positions to draw.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// Number of positions
    #[arg(short = 'n', long, default_value_t = Draw::COUNT)]
    pub count: u64,
    /// The same seed gives the same positions [default: a random seed, printed on standard error]
    #[arg(long)]
    pub seed: Option<u64>,
}

impl DrawArgs {
    /// The positions, with a random seed unless one is given.
    pub fn draw(&self) -> Draw {
        Draw::new(self.count, self.seed)
    }
}

#[derive(Debug, Args)]
pub struct JoinArgs {
    /// The files of all parts, in any order
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub parts: Vec<PathBuf>,
    /// Write the rows to FILE; `-` is standard output
    #[arg(short, long, alias = "out", value_name = "FILE", value_parser = output_file(), value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A position, or a file with one position per line, in the forms that `solve` reads; `-` reads standard input
    #[arg(value_name = "POSITION|FILE", value_hint = ValueHint::FilePath)]
    pub cubes: PathBuf,
    /// The moves of a solution, or a file with the solutions in the same order, in the forms that `solve` writes; `-` reads
    /// standard input [default: the rows with the positions]
    #[arg(value_name = "SOLUTION|FILE", value_hint = ValueHint::FilePath)]
    pub solutions: Option<PathBuf>,
    /// Goal that the solutions lead to, as `solve --goal` reads it [default: the goal that each row names; else the solved cube]
    #[arg(long, value_name = "GOAL", conflicts_with = "to")]
    pub goal: Option<Goal>,
    /// Position that the solutions lead to, as `solve --to` reads it
    #[arg(long, value_name = "POSITION")]
    pub to: Option<Cube>,
    /// Most moves that solutions were asked to have: a longer one holds only if its row says that it is longer
    #[arg(long, value_name = "N")]
    pub max_length: Option<u8>,
    #[command(flatten)]
    pub set: MoveSetArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

impl CheckArgs {
    /// What the solutions have to do, as far as it is given.
    pub fn asked(&self) -> Question {
        let asked = self.set.question();
        let asked = self.goal.map_or(asked, |goal| asked.with_goal(goal));
        let asked = self.max_length.map_or(asked, |most| asked.with(SolveOption::MaxLength, most.into()));
        self.to.map_or(asked, |to| asked.with_to(to))
    }
}

/// The moves of solutions, and what they cost.
#[derive(Debug, Args)]
pub struct MoveSetArgs {
    /// Metric by which moves are counted, as `solve --metric` reads it [default: htm]
    #[arg(long, value_name = "METRIC")]
    metric: Option<Costs>,
    /// Moves that solutions may have, as `solve --moves` reads them [default: all]
    #[arg(long, value_name = "MOVES")]
    moves: Option<AllowedMoves>,
}

impl MoveSetArgs {
    /// All that is given.
    fn question(&self) -> Question {
        let asked = Question::default();
        let asked = self.metric.map_or(asked, |costs| asked.with_metric(costs));
        self.moves.map_or(asked, |turns| asked.with_moves(turns))
    }

    /// Whether a metric or moves are given.
    pub fn is_given(&self) -> bool {
        self.metric.is_some() || self.has_moves()
    }

    /// Whether moves are given.
    pub fn has_moves(&self) -> bool {
        self.moves.is_some()
    }

    /// What turns cost.
    pub fn costs(&self) -> Costs {
        self.metric.unwrap_or_default()
    }

    /// The moves.
    pub fn moves(&self) -> MoveSet {
        self.question().move_set()
    }
}

/// What the value of an option would be right for.
pub fn tip(option: &str, value: &str) -> Option<String> {
    let is_form = || Form::ALL.iter().any(|form| form.has_name(value));
    match option.split(' ').next() {
        Some("--output") if is_form() => {
            Some(format!("the format is `--format {value}`; a file of that name is `./{value}`"))
        }
        Some("--format") if InputFormat::named(value).is_some() => {
            Some(format!("`--format` is the format to write; the one to read is `--from {value}`"))
        }
        _ => None,
    }
}

/// The name of a value on the command line.
pub fn named(value: impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}
