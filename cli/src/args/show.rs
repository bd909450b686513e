//! The options of `cubebatch show`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use cubebatch::goal::Goal;

use super::ReadingArgs;

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A position in any format, or a file: the program shows its first position; `-` reads standard input
    #[arg(
        value_name = "POSITION|FILE",
        required_unless_present = "goal",
        num_args = 1..,
        value_hint = ValueHint::FilePath
    )]
    pub cube: Vec<PathBuf>,
    /// Leave the stickers blank that this goal does not ask for, as `solve --goal` reads it; without a position the goal itself is
    /// drawn
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<Goal>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Draw an SVG picture
    #[arg(long, conflicts_with = "color")]
    pub svg: bool,
    /// When to colour the stickers
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
