//! The options of `cubebatch pocket`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use cubebatch::cube;
use cubebatch::notation::Scan;
use cubebatch::pocket::Alphabet;
use cubebatch_rows::Form;

use super::common::{form_help, form_parser};
use super::{DrawArgs, EngineArgs, OnError, OutputArgs, ThreadsArgs};

#[derive(Debug, Subcommand)]
pub enum PocketCommand {
    /// Solve positions, one per line: with shortest solutions, or in three steps that a person can learn
    Solve(PocketSolveArgs),
    /// Find the distances of all 3,674,160 positions and compare with the published counts
    Table(PocketTableArgs),
    /// Print uniformly random positions
    Scramble(PocketScrambleArgs),
    /// Print positions as unfolded cubes, with their distance from the solved cube
    Show(PocketShowArgs),
}

#[derive(Debug, Args)]
pub struct PocketSolveArgs {
    #[command(flatten)]
    pub lines: PocketLinesArgs,
    /// Method that solves the positions
    #[arg(short, long, value_enum, default_value_t = PocketMethod::Optimal)]
    pub method: PocketMethod,
    /// Turns that count as one move
    #[arg(long, value_enum, default_value_t = PocketMetric::Htm)]
    pub metric: PocketMetric,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[arg(long, help = form_help(Form::of_lines()), value_parser = form_parser(Form::of_lines()))]
    pub format: Option<Form>,
}

/// The source of positions, and the target of rows.
#[derive(Debug, Args)]
pub struct PocketLinesArgs {
    /// Positions, as 24 facelets or as moves, or files with one position per line; `-` reads standard input
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Read 24 symbols face by face in this order, see `solve --scan`; without it, the order follows from the symbols
    #[arg(long, value_name = "ORDER")]
    pub scan: Option<Scan>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Action at an invalid line
    #[arg(long, value_enum, default_value_t = OnError::Mark)]
    pub on_error: OnError,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PocketMethod {
    /// A shortest solution in turns of U, R and F
    Optimal,
    /// Three steps in turns of U, D, L and R, from tables that a person can learn
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PocketMetric {
    /// Quarter and half turns
    Htm,
    /// Quarter turns; a half turn counts as two
    Qtm,
}

impl PocketMetric {
    pub fn metric(self) -> cube::Metric {
        match self {
            PocketMetric::Htm => cube::Metric::HalfTurn,
            PocketMetric::Qtm => cube::Metric::QuarterTurn,
        }
    }
}

#[derive(Debug, Args)]
pub struct PocketTableArgs {
    /// Turns that count as one move [default: first htm, then qtm]
    #[arg(long, value_enum)]
    pub metric: Option<PocketMetric>,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Debug, Args)]
pub struct PocketScrambleArgs {
    #[command(flatten)]
    pub draw: DrawArgs,
    /// Format of the positions
    #[arg(long, value_enum, default_value_t = PocketFormat::Faces)]
    pub format: PocketFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PocketFormat {
    /// 24 letters of faces; the faces are U R F D L B
    Faces,
    /// 24 digits 0 to 5; the faces are front, right, back, left, up, down
    Digits,
    /// 24 letters of the colours O B R G Y W; the order of the faces is that of `digits`
    Colours,
    /// The fewest moves that make the position from the solved cube
    Moves,
}

impl PocketFormat {
    /// The symbols of facelets; `None` for moves.
    pub fn alphabet(self) -> Option<Alphabet> {
        match self {
            PocketFormat::Faces => Some(Alphabet::Faces),
            PocketFormat::Digits => Some(Alphabet::Digits),
            PocketFormat::Colours => Some(Alphabet::Colours),
            PocketFormat::Moves => None,
        }
    }
}

#[derive(Debug, Args)]
pub struct PocketShowArgs {
    #[command(flatten)]
    pub lines: PocketLinesArgs,
    /// Symbols of the colours
    #[arg(long, value_enum, default_value_t = Symbols::Faces)]
    pub symbols: Symbols,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Symbols {
    /// U R F D L B
    Faces,
    /// 0 to 5: orange, blue, red, green, yellow, white
    Digits,
    /// O B R G Y W
    Colours,
}

impl Symbols {
    pub fn alphabet(self) -> Alphabet {
        match self {
            Symbols::Faces => Alphabet::Faces,
            Symbols::Digits => Alphabet::Digits,
            Symbols::Colours => Alphabet::Colours,
        }
    }
}
