//! The options of `cubebatch pocket`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use cubebatch::cube;
use cubebatch::pocket::Alphabet;
use cubebatch_rows::Form;

use super::common::{form_help, form_parser};
use super::{Draw, Engine, OnError, Threads};

#[derive(Debug, Subcommand)]
pub enum PocketCommand {
    /// Solve positions, one per line: with shortest solutions, or in three steps that a person can learn
    Solve(Solve),
    /// Find the distances of all 3,674,160 positions and compare with the published counts
    Table(Table),
    /// Print uniformly random positions
    Scramble(Scramble),
    /// Print positions as unfolded cubes, with their distance from the solved cube
    Show(Show),
}

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub lines: Lines,
    /// Method that solves the positions
    #[arg(long, value_enum, default_value_t = Method::Optimal)]
    pub method: Method,
    /// Turns that count as one move
    #[arg(long, value_enum, default_value_t = Metric::Htm)]
    pub metric: Metric,
    #[command(flatten)]
    pub engine: Engine,
    #[arg(long, help = form_help(Form::of_lines()), value_parser = form_parser(Form::of_lines()))]
    pub output: Option<Form>,
}

/// The source of positions, and the target of rows.
#[derive(Debug, Args)]
pub struct Lines {
    /// Positions, as 24 facelets or as moves, or files with one position per line; `-` reads standard input
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Write to FILE, compressed if its name ends in .gz or .zst; `-` is standard output, the default
    #[arg(short, long = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Action at an invalid line
    #[arg(long, value_enum, default_value_t = OnError::Mark)]
    pub on_error: OnError,
    #[command(flatten)]
    pub threads: Threads,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// A shortest solution in turns of U, R and F
    Optimal,
    /// Three steps in turns of U, D, L and R, from tables that a person can learn
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    /// Quarter and half turns
    Htm,
    /// Quarter turns; a half turn counts as two
    Qtm,
}

impl Metric {
    pub fn metric(self) -> cube::Metric {
        match self {
            Metric::Htm => cube::Metric::HalfTurn,
            Metric::Qtm => cube::Metric::QuarterTurn,
        }
    }
}

#[derive(Debug, Args)]
pub struct Table {
    /// Turns that count as one move [default: first htm, then qtm]
    #[arg(long, value_enum)]
    pub metric: Option<Metric>,
    #[command(flatten)]
    pub engine: Engine,
    #[command(flatten)]
    pub threads: Threads,
}

#[derive(Debug, Args)]
pub struct Scramble {
    #[command(flatten)]
    pub draw: Draw,
    /// Format of the positions
    #[arg(long, value_enum, default_value_t = Format::Faces)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// 24 letters of faces; the faces are U R F D L B
    Faces,
    /// 24 digits 0 to 5; the faces are front, right, back, left, up, down
    Digits,
    /// 24 letters of the colours O B R G Y W; the order of the faces is that of `digits`
    Colours,
    /// The fewest moves that make the position from the solved cube
    Moves,
}

impl Format {
    /// The symbols of facelets; `None` for moves.
    pub fn alphabet(self) -> Option<Alphabet> {
        match self {
            Format::Faces => Some(Alphabet::Faces),
            Format::Digits => Some(Alphabet::Digits),
            Format::Colours => Some(Alphabet::Colours),
            Format::Moves => None,
        }
    }
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub lines: Lines,
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
