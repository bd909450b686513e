//! The options of `cubebatch coset`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueHint};
use cubebatch_rows::Form;

use super::common::form_parser;
use super::{ColumnArgs, EngineArgs, FolderArgs, ReadingArgs, ThreadsArgs};

#[derive(Debug, Args)]
pub struct CosetArgs {
    /// A position in any format, or a file with one position per line; `-` reads standard input
    #[arg(value_name = "POSITION|FILE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub cubes: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub column: ColumnArgs,
    /// Count the positions at each distance (this is the default)
    #[arg(long)]
    pub distribution: bool,
    /// Count the positions of at most N moves. 15 take seconds and 16 a minute; each more takes about thirteen times as long
    /// [default: all positions, which takes days]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=20))]
    pub depth: Option<u8>,
    /// Prove that all positions are at most N moves from solved, and do not count them
    #[arg(long, value_name = "N", conflicts_with_all = ["distribution", "depth", "checkpoint"], value_parser = clap::value_parser!(u8).range(20..=30))]
    pub at_most: Option<u8>,
    /// Take every Nth line that is not blank, from the Ith on: N machines do a part each
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub part: CosetPart,
    /// Keep a record of each coset in a folder. The same command goes on from there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub checkpoint: Option<PathBuf>,
    /// Write the record of an unfinished coset (2.4 GB) every SECONDS
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "checkpoint")]
    pub checkpoint_every: u32,
    /// Format of the counts
    #[arg(long, value_parser = form_parser([Form::Text, Form::Jsonl]), default_value = Form::Text.name())]
    pub format: Form,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub folder: FolderArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// One of several parts of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CosetPart {
    number: u64,
    parts: u64,
}

impl CosetPart {
    /// Whether a position belongs to it, by its number, 0, 1, 2, …
    pub fn has(self, position: u64) -> bool {
        position % self.parts == self.number - 1
    }
}

impl FromStr for CosetPart {
    type Err = String;

    fn from_str(text: &str) -> Result<CosetPart, String> {
        let part = text.split_once('/').and_then(|(number, parts)| {
            Some(CosetPart { number: number.parse().ok()?, parts: parts.parse().ok()? })
        });
        part.filter(|part| (1..=part.parts).contains(&part.number))
            .ok_or_else(|| "give a part and the number of parts, such as 1/4 … 4/4".to_owned())
    }
}
