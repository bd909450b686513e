//! The options of `cubebatch convert` and `cubebatch moves`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use cubebatch::notation::MoveNotation;
use cubebatch_rows::{Named, PositionFormat};

use super::common::named_parser;
use super::{ColumnArgs, FolderArgs, OnError, OutputArgs, ReadingArgs, ThreadsArgs, move_notations};

#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// Positions in any format, or files of them; `-` reads standard input
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Format to write
    #[arg(long, value_parser = named_parser::<PositionFormat>(), default_value = PositionFormat::default().name())]
    pub format: PositionFormat,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub column: ColumnArgs,
    #[command(flatten)]
    pub lines: ConvertedLinesArgs,
    #[command(flatten)]
    pub folder: FolderArgs,
}

/// The target of lines that are written anew.
#[derive(Debug, Args)]
pub struct ConvertedLinesArgs {
    #[command(flatten)]
    pub output: OutputArgs,
    /// Action at an invalid line
    #[arg(long, value_enum, default_value_t = OnError::Mark)]
    pub on_error: OnError,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Debug, Subcommand)]
pub enum MovesCommand {
    /// Write out brackets, wide moves, slice moves and rotations as turns of faces
    Expand(MovesArgs),
    /// Expand, and join turns that follow one another on a face or on opposite faces
    Simplify(MovesArgs),
    /// Write the moves that undo the sequence
    Invert(MovesArgs),
    /// Write the mirror image of the sequence
    Mirror {
        /// Layer that stays: M exchanges left and right, E up and down, S front and back
        #[arg(long, value_enum, ignore_case = true, default_value_t = Plane::M)]
        plane: Plane,
        #[command(flatten)]
        moves: MovesArgs,
    },
    /// Write the sequence for a cube that is held in another way
    Rotate {
        /// Rotations that bring the cube there, such as "y" or "x y2"
        #[arg(long, value_name = "ROTATIONS", allow_hyphen_values = true)]
        by: String,
        #[command(flatten)]
        moves: MovesArgs,
    },
}

/// A plane of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plane {
    /// Between left and right
    M,
    /// Between up and down
    E,
    /// Between front and back
    S,
}

#[derive(Debug, Args)]
pub struct MovesArgs {
    /// Moves, or files with a sequence per line; `-` reads standard input
    #[arg(value_name = "MOVES|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Notation of the moves
    #[arg(long, value_parser = move_notations(), default_value_t = MoveNotation::Letters)]
    pub notation: MoveNotation,
    #[command(flatten)]
    pub lines: ConvertedLinesArgs,
}
