//! The options of `cubebatch universal`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use cubebatch::cube::{Cube, Move};
use cubebatch::notation::parse_line;
use cubebatch::universal::circuit;
use cubebatch_rows::Form;

use super::common::{OutputArgs, form_parser};

#[derive(Debug, Subcommand)]
pub enum Universal {
    /// Print a sequence that contains every word of N letters once; with moves and N = 20 it solves every cube
    DeBruijn(DeBruijnArgs),
    /// Print the steps of five nested loops through all 43,252,003,274,489,856,000 positions
    Loops(LoopsArgs),
    /// Print a Hamiltonian circuit, which visits every position of a group once, or check one
    Circuit(CircuitArgs),
}

#[derive(Debug, Args)]
pub struct DeBruijnArgs {
    /// Letters, separated by commas or spaces; without separators each character is a letter [default: the 18 moves]
    #[arg(long, value_name = "LETTERS", value_parser = parse_alphabet)]
    pub alphabet: Option<SequenceLetters>,
    /// Number of letters in a word
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub length: u32,
    /// Print only the number of letters in the sequence
    #[arg(long)]
    pub total: bool,
}

/// The letters of sequences.
#[derive(Clone, Debug)]
pub struct SequenceLetters {
    pub letters: Vec<String>,
    /// Whether spaces come between letters.
    pub spaced: bool,
}

impl SequenceLetters {
    pub fn moves() -> SequenceLetters {
        SequenceLetters { letters: Move::all().map(|mv| mv.to_string()).collect(), spaced: true }
    }
}

fn parse_alphabet(text: &str) -> Result<SequenceLetters, String> {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let spaced = text.contains(is_separator);
    let letters: Vec<String> = if spaced {
        text.split(is_separator).filter(|letter| !letter.is_empty()).map(str::to_owned).collect()
    } else {
        text.chars().map(String::from).collect()
    };
    let repeated = letters.iter().enumerate().find(|(i, letter)| letters[..*i].contains(letter));
    match repeated {
        Some((_, letter)) => Err(format!("the letter {letter:?} occurs twice")),
        None if letters.is_empty() => Err("there are no letters".to_owned()),
        None => Ok(SequenceLetters { letters, spaced }),
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct LoopsArgs {
    /// Begin after N steps
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u128,
    /// Print M steps [default: all remaining steps]
    #[arg(long, value_name = "M")]
    pub take: Option<u128>,
    /// Format of the steps
    #[arg(long, value_parser = form_parser(Form::of_lines()), default_value = Form::Text.name())]
    pub format: Form,
    #[command(subcommand)]
    pub question: Option<LoopsQuestion>,
}

#[derive(Debug, Subcommand)]
pub enum LoopsQuestion {
    /// Print the position after N steps from the solved cube
    Position {
        /// Number of steps
        #[arg(value_name = "N")]
        steps: u128,
    },
    /// Print the number of steps after which the loops solve a cube
    Find {
        /// A position in any format; `-` reads one position per line from standard input
        #[arg(value_parser = parse_cubes)]
        cube: CubesToFind,
        /// Format of the numbers
        #[arg(long, value_parser = form_parser(Form::of_lines()), default_value = Form::Text.name())]
        format: Form,
    },
    /// Make the moves of the loops on a cube, one by one, until it is solved
    Follow {
        /// A position in any format
        #[arg(value_parser = parse_cube)]
        cube: Cube,
        /// Stop after M moves
        #[arg(long, value_name = "M", default_value_t = 100_000_000)]
        at_most: u64,
        /// Begin after N steps, as if the cube had taken them
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: u128,
    },
    /// Count pairs of consecutive positions by the number of moves between them
    Lengths,
    /// Print the sequences of the loops: the loop, the number of steps, the moves
    Sequences,
}

/// The positions to find.
#[derive(Clone, Debug)]
pub enum CubesToFind {
    One(Cube),
    Lines,
}

fn parse_cubes(text: &str) -> Result<CubesToFind, String> {
    if text == "-" { Ok(CubesToFind::Lines) } else { parse_cube(text).map(CubesToFind::One) }
}

fn parse_cube(text: &str) -> Result<Cube, String> {
    let cube = parse_line(text, None).map_err(|error| error.to_string())?;
    cube.ok_or_else(|| "there is no position".to_owned())
}

#[derive(Debug, Args)]
pub struct CircuitArgs {
    /// Group of positions
    #[arg(value_enum, default_value_t = CircuitGroup::Pocket)]
    pub group: CircuitGroup,
    /// Read moves from FILE and report whether they are a circuit; `-` reads standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "output")]
    pub check: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CircuitGroup {
    /// The 2×2×2: 3,674,160 positions
    Pocket,
    /// The cube with turns of U and R only: 73,483,200 positions, 160 MB of memory
    UR,
}

impl CircuitGroup {
    pub fn group(self) -> circuit::Group {
        match self {
            CircuitGroup::Pocket => circuit::Group::Pocket,
            CircuitGroup::UR => circuit::Group::Ur,
        }
    }
}
