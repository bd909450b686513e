//! The options of `cubebatch solve`.

use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, ValueHint};
use cubebatch::rows::{Form, Notation};
use cubebatch::{Limits, Method};

use super::common::method_parser;
use super::{Depths, Engine, Folder, OnError, Reading, Threads};

#[derive(Debug, Args)]
pub struct Solve {
    /// Files with a position a line: text, JSON Lines or CSV with a `cube`, also as .gz or .zst; or of Parquet with a column
    /// `cube`; `-` is standard input.
    /// A position itself will do as well: "R U2 F'"
    #[arg(value_name = "FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// How to solve
    #[arg(long, value_parser = method_parser(Method::ALL), default_value = Method::default().name())]
    pub method: Method,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// With --method two-phase: memory for tables, such as 600M. With less than 1100M the program searches phase 2,
    /// which takes longer and finds the same solutions. With --method optimal: memory for tables, of which a filter takes
    /// as much as fits; proofs over a larger one take less time [default: 1500M, a filter of 1 GB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    #[command(flatten)]
    pub depths: Depths,
    #[command(flatten)]
    pub folder: Folder,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub engine: Engine,
    #[command(flatten)]
    pub reading: Reading,
    /// How solutions are written [default: text, or parquet if the name of --out ends in .parquet]
    #[arg(long = "output", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// How the moves of solutions are written
    #[arg(long, value_enum, default_value_t = Notation::Letters)]
    pub notation: Notation,
    /// Put a `|` between the phases of a solution (text; the others have their lengths anyway)
    #[arg(long)]
    pub phases: bool,
    /// Write here instead of to standard output, which is also `-`; compressed if the name ends in .gz or .zst
    #[arg(short, long = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Go on with the run that began to write --out and did not end, by the record of it beside that file, FILE.run.
    /// Input and options must be the same; engine, threads and tables need not be
    #[arg(long, requires = "out", conflicts_with = "time")]
    pub resume: bool,
    /// What to do at an invalid line
    #[arg(long, value_enum, default_value_t = OnError::Mark)]
    pub on_error: OnError,
    /// Solve positions one by one and write the microseconds each took (all but text)
    #[arg(long)]
    pub time: bool,
}

impl Solve {
    /// How solutions are written.
    pub fn form(&self) -> Form {
        let is_parquet = |out: &PathBuf| out.extension().is_some_and(|ending| ending == "parquet");
        let of_name = || if self.out.as_ref().is_some_and(is_parquet) { Form::Parquet } else { Form::Text };
        self.form.unwrap_or_else(of_name)
    }
}

/// A number of bytes, with a unit or without.
pub(super) fn parse_size(text: &str) -> Result<ByteSize, String> {
    let wrong = || "give a size such as 600M or 1.5G, or a number of bytes".to_owned();
    match text.parse::<f64>() {
        Ok(bytes) if bytes.is_finite() && bytes >= 0.0 => Ok(ByteSize(bytes as u64)),
        Ok(_) => Err(wrong()),
        Err(_) => text.parse().map_err(|_| wrong()),
    }
}

/// What is asked of each solution.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// With --method two-phase: search a solution of at most N moves [default: 21]. With --method optimal: a solution of at
    /// most N moves is good enough, and where there is none, that is proved
    #[arg(long, value_name = "N", visible_alias = "at-most")]
    max_length: Option<u8>,
    /// With --method two-phase: after N nodes take the best solution so far, however long it is
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// With --method two-phase: after MS milliseconds, which each position has for itself, take the best solution so far,
    /// however long it is. Neither reproducible nor resumable: --max-nodes is both
    #[arg(long, value_name = "MS")]
    max_time: Option<u64>,
    /// With --method two-phase: find K different solutions of each position; they stand in one row
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    solutions: Option<u16>,
    /// With --method optimal: list all shortest solutions of each position; they stand in one row, in the order of moves.
    /// It takes thirteen times as long, as their length is searched to its end
    #[arg(long)]
    all_optimal: bool,
    /// With --method descent: look at N of the shortest paths into G1 and take the best [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    ends: Option<u16>,
}

impl LimitArgs {
    /// Those given.
    pub fn limits(&self) -> Limits {
        let LimitArgs { max_length, max_nodes, max_time, solutions, all_optimal, ends } = *self;
        let mut limits = Limits::default();
        if let Some(max_length) = max_length {
            limits = limits.max_length(max_length);
        }
        if let Some(max_nodes) = max_nodes {
            limits = limits.max_nodes(max_nodes);
        }
        if let Some(max_time) = max_time {
            limits = limits.max_time(Duration::from_millis(max_time));
        }
        if let Some(solutions) = solutions {
            limits = limits.solutions(solutions.into());
        }
        if all_optimal {
            limits = limits.all_optimal();
        }
        if let Some(ends) = ends {
            limits = limits.ends(ends.into());
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_of_bytes_or_have_a_unit() {
        for (text, bytes) in
            [("1e9", 1_000_000_000), ("600M", 600_000_000), ("1.5G", 1_500_000_000), ("7", 7)]
        {
            assert_eq!(parse_size(text).map(|size| size.as_u64()), Ok(bytes), "{text}");
        }
        for text in ["", "-1", "inf", "NaN", "lots", "1e9x"] {
            let error = parse_size(text).expect_err(text);
            assert_eq!(error, "give a size such as 600M or 1.5G, or a number of bytes");
        }
    }
}
