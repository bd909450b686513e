//! The command line: everything that help, completions and man page say.

use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use cubebatch::notation;
use cubebatch::solve::{Complete, Limits};
use cubebatch::table::{Kind, Phase, Spec};

use super::reading::Reading;
use super::show::Show;

const EXIT_CODES: &str = "\
Exit codes:
  0    all positions were solved, all solutions hold
  1    some lines are invalid or some solutions do not hold
  2    wrong usage, or a file or table cannot be used
  3    internal error: an answer failed its check and was not written
  130  interrupted";

/// Solve millions of Rubik's cube positions with deep two-phase tables.
///
/// Solutions go to standard output, one a line; messages and progress to standard error.
#[derive(Debug, Parser)]
#[command(name = "cubebatch", version, after_help = EXIT_CODES, after_long_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve positions, one a line
    Solve(Solve),
    /// Build and inspect tables
    #[command(subcommand)]
    Table(TableCommand),
    /// Print uniformly random positions
    Scramble(Scramble),
    /// Replay solutions of any origin on their positions
    Check(Check),
    /// Solve and show positions of the pocket cube, 2x2x2
    #[command(subcommand)]
    Pocket(super::pocket::PocketCommand),
    /// Print lists of moves that solve every cube, and look things up in them
    #[command(subcommand)]
    Universal(super::universal::args::Universal),
    /// Show a position as an unfolded cube, in letters or as a picture
    Show(Show),
    /// Time the same work on the CPU and on GPUs, and check its results
    Bench(Bench),
    /// List the GPUs, and what their drivers allow
    Devices,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page (roff)
    Man,
}

/// Tables of these depths are built in a second.
const P0_DEPTH: u8 = 7;
const P1_DEPTH: u8 = 9;

/// Where tables are, how deep they go, and how many threads work.
#[derive(Debug, Args)]
pub struct Resources {
    /// Greatest depth of the phase-1 table: deeper is faster and larger (8: 450 MB)
    #[arg(long, value_name = "5..8", default_value_t = P0_DEPTH, value_parser = clap::value_parser!(u8).range(5..=8))]
    pub p0_depth: u8,
    /// Greatest depth of the phase-2 table (10: 220 MB)
    #[arg(long, value_name = "7..10", default_value_t = P1_DEPTH, value_parser = clap::value_parser!(u8).range(7..=10))]
    pub p1_depth: u8,
    #[command(flatten)]
    pub place: Place,
}

impl Resources {
    /// Whether other depths than usual are asked for.
    pub fn are_depths_given(&self) -> bool {
        (self.p0_depth, self.p1_depth) != (P0_DEPTH, P1_DEPTH)
    }
}

/// Where tables are and how many threads work.
#[derive(Debug, Args)]
pub struct Place {
    /// Folder of the tables [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "CUBEBATCH_TABLES", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct Threads {
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub struct Solve {
    /// Files with a position a line; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// How to solve [default: two-phase once its tables are there, until then modified]
    #[arg(long, value_enum)]
    pub method: Option<Method>,
    #[command(flatten)]
    pub limits: TwoPhaseLimits,
    /// With --method two-phase: memory for tables, such as 600M; with less than 1100M phase 2 is searched,
    /// which takes longer, and its table is not needed
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
    /// With --method complete: shortest ways into G1 of which the best is taken
    #[arg(long, value_name = "N", default_value_t = Complete::ENDS, value_parser = parse_ends)]
    pub ends: usize,
    #[command(flatten)]
    pub resources: Resources,
    #[command(flatten)]
    pub engine: EngineChoice,
    #[command(flatten)]
    pub reading: Reading,
    /// How solutions are written
    #[arg(long, value_enum, default_value_t = Output::Text)]
    pub output: Output,
    /// Put a `|` between the phases of a solution (text; jsonl and csv tell their lengths anyway)
    #[arg(long)]
    pub phases: bool,
    /// Write here instead of to standard output, which is also `-`
    #[arg(short, long = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Go on after the last whole row of an interrupted run's --out
    #[arg(long, requires = "out", conflicts_with = "time")]
    pub resume: bool,
    /// What to do at an invalid line
    #[arg(long, value_enum, default_value_t = OnError::Mark)]
    pub on_error: OnError,
    /// Solve positions one by one and tell the microseconds each took (jsonl and csv)
    #[arg(long)]
    pub time: bool,
}

/// When the two-phase search ends, and with what; each makes it the method.
#[derive(Debug, Args)]
pub struct TwoPhaseLimits {
    /// With --method two-phase: a solution of at most so many moves is searched [default: 21]
    #[arg(long, value_name = "N")]
    pub max_length: Option<u8>,
    /// With --method two-phase: after so many nodes a longer solution will do, the best so far
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
    /// With --method two-phase: after so many milliseconds a longer solution will do
    #[arg(long, value_name = "MS")]
    pub max_time: Option<u64>,
    /// With --method two-phase: so many different solutions of each position, side by side in its row
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub solutions: Option<u16>,
}

impl TwoPhaseLimits {
    /// Whether one is given.
    pub fn is_given(&self) -> bool {
        let Self { max_length, max_nodes, max_time, solutions } = self;
        max_length.is_some() || max_nodes.is_some() || max_time.is_some() || solutions.is_some()
    }

    /// Those given, else the defaults.
    pub fn limits(&self) -> Limits {
        let Limits { max_length, max_nodes, solutions, .. } = Limits::default();
        Limits {
            max_length: self.max_length.unwrap_or(max_length),
            max_nodes: self.max_nodes.unwrap_or(max_nodes),
            max_time: self.max_time.map(Duration::from_millis),
            solutions: self.solutions.map_or(solutions, usize::from),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Lin's modified two-phase method: shortest phase 1, both phases end in sorted tables
    Modified,
    /// By descent in complete tables (975 MiB): shortest phase 1, then shortest phase 2
    Complete,
    /// Kociemba's two-phase search in six directions over complete tables: short solutions
    TwoPhase,
    /// Thistlethwaite's: four phases, each as short as possible; on the CPU, without table files
    Thistlethwaite,
}

impl Method {
    /// How many phases its solutions have.
    pub fn phases(self) -> usize {
        match self {
            Method::Modified | Method::Complete => 2,
            // Forwards or backwards, so phases have no order.
            Method::TwoPhase => 0,
            Method::Thistlethwaite => 4,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Found for each line
    Auto,
    /// 54 symbols, U R F D L B row by row
    Facelets,
    /// 48 or 54 numbers as in Lin's paper
    Lin,
    /// Moves from the solved cube: R U2 F' Rw M x
    Moves,
    /// Cubies as in Rokicki's programs: UF UR UB ...
    Reid,
}

impl Format {
    pub fn notation(self) -> Option<notation::Format> {
        match self {
            Format::Auto => None,
            Format::Facelets => Some(notation::Format::Facelets),
            Format::Lin => Some(notation::Format::Lin),
            Format::Moves => Some(notation::Format::Moves),
            Format::Reid => Some(notation::Format::Reid),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// A solution a line, a comment for an invalid line
    Text,
    /// An object a line (JSON Lines)
    Jsonl,
    /// Comma-separated values with a header
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Mark it in the output and go on
    Mark,
    /// Stop there
    Stop,
}

#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build a table, unless it is there
    Build {
        /// 1 for p0 or d1, 2 for p1 or d2
        #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
        phase: u8,
        /// Greatest number of moves: to 8 for p0, to 10 for p1; or `complete` for d1 (336 MiB), d2 (639 MiB)
        #[arg(long, value_name = "N|complete", value_parser = parse_depth)]
        depth: BuildDepth,
        /// Build it even if it is there
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        engine: EngineChoice,
        #[command(flatten)]
        place: Place,
    },
    /// Tell what a table file holds
    Info {
        /// A table file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// As a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Read a whole table file and check it: checksum, order, counts, stored moves
    Verify {
        /// A table file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Replay the moves of so many random entries; of all, if there are no more
        #[arg(long, value_name = "N", default_value_t = 2_000_000)]
        replays: u64,
    },
    /// Count all positions of a phase at each distance, in memory, and compare with the published counts
    Histogram {
        /// 1: codes of p0; 2: positions of G1, and codes of p1
        #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
        phase: u8,
        #[command(flatten)]
        engine: EngineChoice,
        #[command(flatten)]
        threads: Threads,
    },
    /// List the tables in the folder
    List {
        #[command(flatten)]
        place: Place,
    },
}

/// What does the work.
#[derive(Debug, Args)]
pub struct EngineChoice {
    /// What builds tables and searches
    #[arg(long, value_enum, default_value_t = Engine::Cpu)]
    pub engine: Engine,
    /// Which GPU: its number or a part of its name, see `cubebatch devices`
    #[arg(long, value_name = "N|NAME")]
    pub gpu: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// A GPU if there is one, else the CPU; the CPU too where the GPU fails
    Auto,
    /// All cores
    Cpu,
    /// A GPU, or a software driver
    Gpu,
}

#[derive(Debug, Args)]
pub struct Bench {
    /// Tables to build, such as p0-8,p1-10; none, if nothing follows
    #[arg(long, value_name = "TABLES", value_delimiter = ',', num_args = 0.., default_value = "p0-7,p1-9", value_parser = parse_spec)]
    pub builds: Vec<Spec>,
    /// How often each is done
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub runs: u16,
    /// GPUs by number or a part of the name, see `cubebatch devices` [default: all but software drivers]
    #[arg(long, value_name = "N|NAME")]
    pub gpu: Vec<String>,
    /// Write all samples here
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Write a page with charts here, for a browser; it needs nothing else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// How many random positions to solve
    #[arg(long, default_value_t = 100_000)]
    pub cubes: u64,
    /// How to solve them; `complete` and `two-phase` take tables of 975 MiB, which are built where they are missing
    #[arg(long, value_name = "METHODS", value_enum, value_delimiter = ',', default_value = "modified")]
    pub methods: Vec<BenchMethod>,
    /// With --methods two-phase: a solution of at most so many moves is searched; each is measured
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [Limits::default().max_length])]
    pub max_length: Vec<u8>,
    /// The same seed gives the same positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Positions handed to an engine at a time; several are measured one by one [default: the engine's choice]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_batch)]
    pub batch: Vec<usize>,
    #[command(flatten)]
    pub resources: Resources,
}

/// The methods that run on GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchMethod {
    /// Lin's modified two-phase method, see `cubebatch solve --help`
    Modified,
    /// By descent in complete tables
    Complete,
    /// By a search of phase 1 in six directions over complete tables
    TwoPhase,
}

fn parse_batch(number: &str) -> Result<usize, String> {
    match number.parse() {
        Ok(1..=1_000_000) => Ok(number.parse().expect("it was parsed")),
        _ => Err("batches are of 1 to 1000000 positions".to_owned()),
    }
}

fn parse_spec(name: &str) -> Result<Spec, String> {
    let parts = name.split_once('-').and_then(|(kind, depth)| Some((kind, depth.parse().ok()?)));
    match parts {
        Some(("p0", depth)) => Spec::new(Kind::P0, depth).map_err(|error| error.to_string()),
        Some(("p1", depth)) => Spec::new(Kind::P1, depth).map_err(|error| error.to_string()),
        _ => Err("tables are p0-1 to p0-8 and p1-1 to p1-10".to_owned()),
    }
}

fn parse_ends(number: &str) -> Result<usize, String> {
    match number.parse() {
        Ok(ends @ 1..=1000) => Ok(ends),
        _ => Err("1 to 1000 ways can be looked at".to_owned()),
    }
}

/// How deep a table is to be built.
#[derive(Clone, Copy, Debug)]
pub enum BuildDepth {
    /// A sorted table to so many moves.
    Moves(u8),
    /// All distances.
    Complete,
}

fn parse_depth(text: &str) -> Result<BuildDepth, String> {
    match text {
        "complete" => Ok(BuildDepth::Complete),
        number => {
            number.parse().map(BuildDepth::Moves).map_err(|_| "give a number, or `complete`".to_owned())
        }
    }
}

/// Phase 1 or 2.
pub fn phase_numbered(number: u8) -> Phase {
    if number == 1 { Phase::One } else { Phase::Two }
}

/// The sorted table that belongs to a phase.
pub fn kind_of_phase(phase: u8) -> Kind {
    if phase == 1 { Kind::P0 } else { Kind::P1 }
}

#[derive(Debug, Args)]
pub struct Scramble {
    /// How many
    #[arg(long, default_value_t = 1)]
    pub count: u64,
    /// The same seed gives the same positions [default: a random one, told on standard error]
    #[arg(long)]
    pub seed: Option<u64>,
    /// How positions are written; moves need the tables
    #[arg(long, value_enum, default_value_t = ScrambleFormat::Facelets)]
    pub format: ScrambleFormat,
    #[command(flatten)]
    pub resources: Resources,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScrambleFormat {
    /// 54 letters
    Facelets,
    /// Moves that make the position from the solved cube
    Moves,
    /// 54 numbers as in Lin's paper
    Lin,
    /// Cubies as in Rokicki's programs
    Reid,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Positions, one a line, in any format; `-` is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub cubes: PathBuf,
    /// Their solutions in the same order: text or JSON Lines; `-` is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub solutions: PathBuf,
    #[command(flatten)]
    pub reading: Reading,
}
